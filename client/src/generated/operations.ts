/** Every operation of the service by noun, with its types. Written by `npm run client` from its OpenAPI document. */
import type { CallOptions, FileBody, PostOptions } from "../call.ts";
import type { Listing } from "../listing.ts";
import type {
  AccountStatusChange,
  ApiToken,
  AuditRow,
  Authenticator,
  AuthenticatorCode,
  AuthenticatorSecret,
  AuthenticatorSetup,
  Authorization,
  AuthorizationAccount,
  AuthorizationProgress,
  AuthorizationWithAccounts,
  BillImport,
  Challenge,
  ChallengeAnswer,
  Changes,
  Company,
  CredentialEdit,
  CredentialInput,
  DataDelivery,
  DataDeliveryEdit,
  DataDeliveryRun,
  DataDeliveryWithRuns,
  DeliveryTest,
  Document,
  Done,
  DoneWithId,
  FormLink,
  Id,
  ImportProfile,
  ImportProfileEdit,
  ImportRefusal,
  KeyRotation,
  Login,
  MadeApiToken,
  Me,
  NewApiToken,
  NewCompany,
  NewDataDelivery,
  NewProperty,
  NewUser,
  NewWebhook,
  PasswordChange,
  Property,
  PropertyEdit,
  PropertyWithBills,
  PropertyWithDegreeDays,
  PropertyWithEnergyTypeMonths,
  PropertyWithMeterMonths,
  PropertyWithMeters,
  PropertyWithMonths,
  PropertyWithSnapshots,
  Quota,
  Readiness,
  RecoveryCodes,
  Report,
  Session,
  Token,
  User,
  UserEdit,
  UtilityAccount,
  UtilityAccountEdit,
  UtilityAccountWithBills,
  UtilityAccountWithMeters,
  UtilityBill,
  UtilityBillEdit,
  UtilityMeter,
  UtilityMeterEdit,
  UtilityMeterWithBills,
  UtilityMeterWithMonths,
  WeatherStation,
  Webhook,
  WebhookDelivery,
  WebhookEdit,
  WebhookSecret,
  WebhookTest,
  Word,
} from "./records.ts";

export const OPERATIONS = {
  accounts: {
    list: { call: "GET /v1/utility_accounts", list: "", pages: true },
    get: { call: "GET /v1/utility_accounts/{id}" },
    replaceMetadata: { call: "PUT /v1/utility_accounts/{id}", body: true },
    edit: { call: "PATCH /v1/utility_accounts/{id}", body: true },
    getWithBills: { call: "GET /v1/utility_accounts/{id}/bills" },
    listDocuments: { call: "GET /v1/utility_accounts/{id}/documents", list: "", pages: true },
  },
  apiTokens: {
    list: { call: "GET /v1/api_tokens", list: "", pages: true },
    create: { call: "POST /v1/api_tokens", body: true },
    revoke: { call: "DELETE /v1/api_tokens/{id}" },
  },
  audit: {
    list: { call: "GET /v1/audit", list: "", pages: true },
  },
  auth: {
    login: { call: "POST /v1/auth/login", body: true, open: true },
    revokeTokens: { call: "POST /v1/auth/revoke" },
    rotateTokenKey: { call: "POST /v1/auth/rotate_key", body: true },
    logout: { call: "POST /v1/auth/logout" },
  },
  authorizations: {
    create: { call: "POST /v1/authorizations", body: true },
    list: { call: "GET /v1/authorizations", list: "authorizations", pages: true },
    get: { call: "GET /v1/authorizations/{id}" },
    mend: { call: "PATCH /v1/authorizations/{id}", body: true },
    forget: { call: "DELETE /v1/authorizations/{id}" },
    getFormLink: { call: "GET /v1/authorizations/formlink" },
    revokeFormLink: { call: "DELETE /v1/authorizations/formlink" },
    renewFormLink: { call: "POST /v1/authorizations/formlink/renew" },
    updateAccountStatus: { call: "PUT /v1/authorizations/{id}/update_account_status", body: true },
    repeatInventory: { call: "POST /v1/authorizations/{id}/inventory" },
    getProgress: { call: "GET /v1/authorizations/{id}/progress" },
    getChallenge: { call: "GET /v1/authorizations/{id}/challenge" },
    answerChallenge: { call: "POST /v1/authorizations/{id}/challenge", body: true },
  },
  bills: {
    list: { call: "GET /v1/utility_bills", list: "", pages: true },
    get: { call: "GET /v1/utility_bills/{id}" },
    edit: { call: "PATCH /v1/utility_bills/{id}", body: true },
    void: { call: "POST /v1/utility_bills/{id}/void" },
  },
  changes: {
    list: { call: "GET /v1/changes" },
  },
  companies: {
    list: { call: "GET /v1/companies", list: "", pages: true },
    create: { call: "POST /v1/companies", body: true },
  },
  days: {
    list: { call: "GET /v1/days", list: "", pages: true },
    listBills: { call: "GET /v1/days/{date}", list: "", pages: true, format: true },
  },
  delivery: {
    list: { call: "GET /v1/delivery", list: "", pages: true },
    create: { call: "POST /v1/delivery", body: true },
    get: { call: "GET /v1/delivery/{id}" },
    edit: { call: "PATCH /v1/delivery/{id}", body: true },
    delete: { call: "DELETE /v1/delivery/{id}" },
    run: { call: "POST /v1/delivery/{id}/run" },
    test: { call: "POST /v1/delivery/{id}/test" },
  },
  files: {
    get: { call: "GET /files/{ref}", open: true, raw: true },
    getDelivery: { call: "GET /files/deliveries/{ref}", open: true, raw: true },
  },
  health: {
    isAlive: { call: "GET /livez", open: true },
    isReady: { call: "GET /readyz", open: true },
  },
  importProfiles: {
    list: { call: "GET /v1/import_profiles", list: "", pages: true },
    get: { call: "GET /v1/import_profiles/{name}" },
    replace: { call: "PUT /v1/import_profiles/{name}", body: true },
    delete: { call: "DELETE /v1/import_profiles/{name}" },
  },
  imports: {
    list: { call: "GET /v1/imports", list: "", pages: true },
    create: { call: "POST /v1/imports", body: true, file: true },
    getTemplate: { call: "GET /v1/imports/template.csv", raw: true },
    get: { call: "GET /v1/imports/{id}" },
    listRefusals: { call: "GET /v1/imports/{id}/refusals", list: "", pages: true },
    confirm: { call: "POST /v1/imports/{id}/confirm" },
    cancel: { call: "POST /v1/imports/{id}/cancel" },
  },
  me: {
    changePassword: { call: "POST /v1/me/password", body: true },
    get: { call: "GET /v1/me" },
    listSessions: { call: "GET /v1/me/sessions", list: "" },
    endSession: { call: "DELETE /v1/me/sessions/{id}" },
    getAuthenticator: { call: "GET /v1/me/authenticator" },
    setUpAuthenticator: { call: "POST /v1/me/authenticator", body: true },
    confirmAuthenticator: { call: "POST /v1/me/authenticator/confirm", body: true },
    removeAuthenticator: { call: "POST /v1/me/authenticator/remove", body: true },
  },
  meters: {
    list: { call: "GET /v1/meters", list: "", pages: true },
    get: { call: "GET /v1/meters/{id}" },
    replaceMetadata: { call: "PUT /v1/meters/{id}", body: true },
    edit: { call: "PATCH /v1/meters/{id}", body: true },
    getWithMonths: { call: "GET /v1/meters/{id}/monthly" },
    getWithBills: { call: "GET /v1/meters/{id}/bills" },
  },
  properties: {
    list: { call: "GET /v1/properties", list: "", pages: true },
    create: { call: "POST /v1/properties", body: true },
    get: { call: "GET /v1/properties/{id}" },
    replaceMetadata: { call: "PUT /v1/properties/{id}", body: true },
    edit: { call: "PATCH /v1/properties/{id}", body: true },
    getWithBills: { call: "GET /v1/properties/{id}/bills" },
    getWithMonths: { call: "GET /v1/properties/{id}/monthly" },
    getWithEnergyTypeMonths: { call: "GET /v1/properties/{id}/monthly/energytype" },
    getWithMeterMonths: { call: "GET /v1/properties/{id}/monthly/meters" },
    getWithSnapshots: { call: "GET /v1/properties/{id}/snapshots" },
    getWithDegreeDays: { call: "GET /v1/properties/{id}/degreedays" },
  },
  quotas: {
    list: { call: "GET /v1/quotas", list: "" },
  },
  reports: {
    listTypes: { call: "GET /v1/reports", list: "reports_types" },
    get: { call: "GET /v1/reports/{report_type}/{property_id}", format: true },
  },
  users: {
    resetAuthenticator: { call: "DELETE /v1/users/{id}/authenticator" },
    list: { call: "GET /v1/users", list: "", pages: true },
    create: { call: "POST /v1/users", body: true },
    update: { call: "PATCH /v1/users/{id}", body: true },
  },
  weatherStations: {
    list: { call: "GET /v1/weather_stations", list: "" },
  },
  webhooks: {
    getSecret: { call: "GET /v1/webhooks/validate" },
    resetSecret: { call: "POST /v1/webhooks/validate/reset" },
    list: { call: "GET /v1/webhooks", list: "", pages: true },
    create: { call: "POST /v1/webhooks", body: true },
    get: { call: "GET /v1/webhooks/{id}" },
    update: { call: "PUT /v1/webhooks/{id}", body: true },
    delete: { call: "DELETE /v1/webhooks/{id}" },
    test: { call: "POST /v1/webhooks/{id}/test" },
    listDeliveries: { call: "GET /v1/webhooks/{id}/deliveries", list: "", pages: true },
    redeliver: { call: "POST /v1/webhooks/{id}/deliveries/{delivery_id}/redeliver" },
  },
} as const;

export interface AccountsMethods {
  /** All utility accounts. Those of every authorization of the company, switched on or not. */
  list(options?: CallOptions & {
    /** So many records are fetched at a time; 200 unless told. All are gone through. */
    limit?: number;
    /** Where to begin; at the beginning unless told. */
    cursor?: string;
    /** Only records changed at this moment or later, archived ones among them, in the order of updated_at and id. */
    updated_since?: string;
    /** Only those with this status. */
    status?: "Active" | "Inactive";
    /** Only those of this property. */
    property_id?: number;
  }): Listing<UtilityAccount>;

  /** One utility account with its meters. Its bills are at /v1/utility_accounts/{id}/bills. */
  get(id: Id, options?: CallOptions): Promise<UtilityAccountWithMeters>;

  /** Replace the metadata of an account. The body becomes the metadata, whole: what is not in it is gone. */
  replaceMetadata(id: Id, body: Record<string, unknown>, options?: CallOptions): Promise<UtilityAccount>;

  /** Edit an account. Changes what is given. Metadata is replaced by PUT; the account is switched on and off by its authorization. */
  edit(id: Id, body: UtilityAccountEdit, options?: CallOptions): Promise<UtilityAccount>;

  /** One utility account with its bills. Archived bills are among them, with the reason. */
  getWithBills(id: Id, options?: CallOptions & {
    /** At most so many records; the header `Link` with rel="next" leads to the next page. Without it the list is complete. */
    limit?: number;
    /** Where the page begins: taken from the header `Link` of the page before. */
    cursor?: string;
    /** Only records changed at this moment or later, archived ones among them, in the order of updated_at and id. */
    updated_since?: string;
    /** Only archived ones, or only those in use. */
    archived?: boolean;
    /** Only bills with an invoice date on or after this day. */
    from?: string;
    /** Only bills with an invoice date before this day. */
    to?: string;
  }): Promise<UtilityAccountWithBills>;

  /** The files of an account and what reading them gave. Those in review are kept out of the bills until they are understood. */
  listDocuments(id: Id, options?: CallOptions & {
    /** So many records are fetched at a time; 200 unless told. All are gone through. */
    limit?: number;
    /** Where to begin; at the beginning unless told. */
    cursor?: string;
    /** Only records changed at this moment or later, archived ones among them, in the order of updated_at and id. */
    updated_since?: string;
    /** Only those in this state. */
    state?: "waiting" | "accepted" | "known" | "review";
  }): Listing<Document>;
}

export interface ApiTokensMethods {
  /** All API tokens of the company. Ended and revoked ones are among them; the tokens themselves are not shown. */
  list(options?: CallOptions & {
    /** So many records are fetched at a time; 200 unless told. All are gone through. */
    limit?: number;
    /** Where to begin; at the beginning unless told. */
    cursor?: string;
    /** Only records changed at this moment or later, archived ones among them, in the order of updated_at and id. */
    updated_since?: string;
  }): Listing<ApiToken>;

  /** Make an API token. It acts as the caller, never with a higher role than the caller has now, and is shown this once. Send it in the Authorization header, never in a URL. */
  create(body: NewApiToken, options?: PostOptions): Promise<MadeApiToken>;

  /** Revoke an API token. Takes up to five seconds to reach every process. Done again it changes nothing. */
  revoke(id: Id, options?: CallOptions): Promise<ApiToken>;
}

export interface AuditMethods {
  /** Who did what that matters. Passwords read in clear, logins mended and deleted, tokens, users and secrets changed; oldest first. An admin gets the rows of all companies. */
  list(options?: CallOptions & {
    /** So many records are fetched at a time; 200 unless told. All are gone through. */
    limit?: number;
    /** Where to begin; at the beginning unless told. */
    cursor?: string;
    /** Only rows of this company. Users that are not admins see those of their own company alone. */
    company_id?: number;
    /** Only what was done by this name. */
    action?: string;
    /** Only what was done to records of this type. */
    record_type?: string;
    /** Only what was done to the record with this id. */
    record_id?: number;
    /** From this moment on. */
    from?: string;
    /** Before this moment. */
    to?: string;
  }): Listing<AuditRow>;
}

export interface AuthMethods {
  /** Sign in with e-mail and password. The token is good for 7 days. A user with an authenticator app gives its code too. Guesses are limited by account and by address; past that 429 says with Retry-After when to go on. */
  login(body: Login, options?: CallOptions): Promise<Token>;

  /** Revoke all tokens of the company. Everybody of the company must sign in again, and its API tokens end. Takes up to five seconds to reach every process. */
  revokeTokens(options?: PostOptions): Promise<Done>;

  /** Sign tokens with a new key from now on. Tokens signed before stay good until they end. Takes up to five seconds to reach every process. */
  rotateTokenKey(body: KeyRotation, options?: PostOptions): Promise<Done>;

  /** End this session. The token of the request opens nothing any more. Takes up to five seconds to reach every process. */
  logout(options?: PostOptions): Promise<Done>;
}

export interface AuthorizationsMethods {
  /** Submit credentials of a utility website. They are sealed at once, and the inventory of accounts begins. */
  create(body: CredentialInput, options?: PostOptions): Promise<DoneWithId>;

  /** List authorizations. Those of the own company; an admin gets those of all companies. Those that were stopped are among them, with `revoked_at`. Passwords are masked. */
  list(options?: CallOptions & {
    /** So many records are fetched at a time; 200 unless told. All are gone through. */
    limit?: number;
    /** Where to begin; at the beginning unless told. */
    cursor?: string;
    /** Only records changed at this moment or later, archived ones among them, in the order of updated_at and id. */
    updated_since?: string;
    /** Only those with this status. */
    status?: "Inventory Pending" | "Inventory Complete" | "Pending";
    /** true: only those that were stopped; false: only those in use; absent: both. */
    revoked?: "true" | "false";
  }): Listing<Authorization>;

  /** One authorization with its accounts. Asking is never refused for having been asked often. An admin sees the password in clear, unless the operator switched that off; each reading is audited, and after 30 in an hour it is masked: `password_masked_because` and the fields `RateLimit` and `RateLimit-Policy` ("password-reads") say so. Ask with `reveal=false` to follow the state alone. */
  get(id: Id, options?: CallOptions & {
    /** false: the password stays masked, and nothing is counted or written into the audit log; right for asking again and again. Absent: an admin gets it in clear. */
    reveal?: "true" | "false";
  }): Promise<AuthorizationWithAccounts>;

  /** Mend credentials and start again. What is not given stays. With another user name, password or address it is another login, and the inventory begins again. */
  mend(id: Id, body: CredentialEdit, options?: CallOptions): Promise<DoneWithId>;

  /** Stop an authorization and delete its login. For ever: the key that everything of this login is sealed under is destroyed, so that no backup of the database opens it either. Collection stops; bills and the record itself stay, with `revoked_at` and `revoked_by`. */
  forget(id: Id, options?: CallOptions): Promise<DoneWithId>;

  /** The shareable form of the company. The same link until it is renewed. Whoever opens it can submit credentials, and read nothing. `?utility=` and the key of a utility behind it lead straight to the login there. */
  getFormLink(options?: CallOptions): Promise<FormLink>;

  /** Close the shareable form. The link opens nothing from here on; reading it again makes a new one. Receipts stay good. */
  revokeFormLink(options?: CallOptions): Promise<Done>;

  /** A new link in place of the old one. The old link opens nothing from here on. Receipts that came of it stay good. */
  renewFormLink(options?: PostOptions): Promise<FormLink>;

  /** Switch an account on or off. Active: its bills are fetched at once and then every day. */
  updateAccountStatus(id: Id, body: AccountStatusChange, options?: CallOptions): Promise<AuthorizationAccount>;

  /** Make the inventory again. Not while the utility refuses the password: mend it first, so that the account is not locked. */
  repeatInventory(id: Id, options?: PostOptions): Promise<DoneWithId>;

  /** How far the data has come. Ask again until `complete` is true; later work, such as a new bill, makes it false again. */
  getProgress(id: Id, options?: CallOptions): Promise<AuthorizationProgress>;

  /** What the utility asks. Open for about ten minutes while the authorization is Pending with mfa_required or mfa_failed; else 404. */
  getChallenge(id: Id, options?: CallOptions): Promise<Challenge>;

  /** Answer what the utility asks. The answer is tried at once and then forgotten; the status of the authorization tells what came of it. */
  answerChallenge(id: Id, body: ChallengeAnswer, options?: PostOptions): Promise<Done>;
}

export interface BillsMethods {
  /** All bills. With their charges and usages. Archived bills are among them, with the reason. */
  list(options?: CallOptions & {
    /** So many records are fetched at a time; 200 unless told. All are gone through. */
    limit?: number;
    /** Where to begin; at the beginning unless told. */
    cursor?: string;
    /** Only records changed at this moment or later, archived ones among them, in the order of updated_at and id. */
    updated_since?: string;
    /** Only archived ones, or only those in use. */
    archived?: boolean;
    /** Only bills with an invoice date on or after this day. */
    from?: string;
    /** Only bills with an invoice date before this day. */
    to?: string;
    /** Only those of this property. */
    property_id?: number;
    /** Only those of this utility account. */
    utility_account_id?: number;
    /** Only those with lines of this meter. */
    utility_meter_id?: number;
    /** Only those of this type of energy. */
    energy_type?: "ELECTRIC" | "GAS" | "STEAM" | "CHILLED_WATER" | "HOT_WATER" | "FUEL_OIL" | "PROPANE" | "DIESEL" | "WATER" | "SEWER" | "IRRIGATION" | "STORMWATER" | "WASTE" | "SOLAR" | "OTHER";
  }): Listing<UtilityBill>;

  /** One bill with its charges and usages. An edited bill leads by original_utility_bill_id to the first original, which is archived. */
  get(id: Id, options?: CallOptions): Promise<UtilityBill>;

  /** Correct a bill. Makes an edited bill with a new id, which takes the place of this one; this one is archived with the reason `edited`. Metadata is merged (RFC 7396). Charges and usages are given whole: a line with the `id` of a line of this bill keeps what is not given of it. An edit that changes nothing answers the bill as it is. A correction is checked by the rules for bills read from files; one that does not add up is refused with `does-not-add-up` and its findings, and goes through with `accept`. */
  edit(id: Id, body: UtilityBillEdit, options?: CallOptions): Promise<UtilityBill>;

  /** Take a bill out of use. It is archived with the reason `voided` and counts in no month any more. Nothing takes its place, but for what was imported for its days and had given way to it: that counts again. */
  void(id: Id, options?: PostOptions): Promise<UtilityBill>;
}

export interface ChangesMethods {
  /** What was created, edited or archived. In the order of commits. Keep `next_cursor` and ask again with it: no change is missed and none comes twice, also while others write. A change shows up once every write that began before it has ended. */
  list(options?: CallOptions & {
    /** At most so many changes; 1000 unless told. */
    limit?: number;
    /** `next_cursor` of the page before. Without it the feed begins at its beginning. */
    cursor?: string;
  }): Promise<Changes>;
}

export interface CompaniesMethods {
  /** All companies. Of the whole service, in id order. */
  list(options?: CallOptions & {
    /** So many records are fetched at a time; 200 unless told. All are gone through. */
    limit?: number;
    /** Where to begin; at the beginning unless told. */
    cursor?: string;
    /** Only records changed at this moment or later, archived ones among them, in the order of updated_at and id. */
    updated_since?: string;
  }): Listing<Company>;

  /** Make a company. It has no user yet: make one with POST /v1/users. */
  create(body: NewCompany, options?: PostOptions): Promise<Company>;
}

export interface DaysMethods {
  /** The days on which bills were saved. UTC days, the newest first. */
  list(options?: CallOptions & {
    /** So many records are fetched at a time; 200 unless told. All are gone through. */
    limit?: number;
    /** Where to begin; at the beginning unless told. */
    cursor?: string;
  }): Listing<string>;

  /** The bills saved on one day. A day without bills is an empty list. With `format=xml` the bills come as ESPI 4.0, the schema of Green Button. */
  listBills(date: string, options?: CallOptions & {
    /** So many records are fetched at a time; 200 unless told. All are gone through. */
    limit?: number;
    /** Where to begin; at the beginning unless told. */
    cursor?: string;
    /** Only archived ones, or only those in use. */
    archived?: boolean;
  }): Listing<UtilityBill>;
  listBills(date: string, options: CallOptions & {
    /** At most so many records; the header `Link` with rel="next" leads to the next page. Without it the list is complete. */
    limit?: number;
    /** Where the page begins: taken from the header `Link` of the page before. */
    cursor?: string;
    /** Only archived ones, or only those in use. */
    archived?: boolean;
    /** `xml`: the bills as ESPI 4.0 (Green Button) in an Atom feed, with the content type text/xml. It has no pages. Anything else: JSON. */
    format: string;
  }): Promise<Response>;
}

export interface DeliveryMethods {
  /** The custom data deliveries of the company. Files that are made at set times, each with a link that works for 7 days. Of each delivery the newest 50 files; GET /v1/delivery/:id shows all that are kept. Deleted deliveries are left out unless `archived` or `updated_since` asks for them. */
  list(options?: CallOptions & {
    /** So many records are fetched at a time; 200 unless told. All are gone through. */
    limit?: number;
    /** Where to begin; at the beginning unless told. */
    cursor?: string;
    /** Only records changed at this moment or later, archived ones among them, in the order of updated_at and id. */
    updated_since?: string;
    /** Only archived ones, or only those in use. */
    archived?: boolean;
  }): Listing<DataDelivery>;

  /** Make a delivery. It is made for the first time when it is due, or at once by POST /v1/delivery/:id/run. Passwords and keys are never shown again. */
  create(body: NewDataDelivery, options?: PostOptions): Promise<DataDelivery>;

  /** One delivery with its runs. What became of each time it was due, and all files that are kept. A deleted one too, archived. */
  get(id: Id, options?: CallOptions): Promise<DataDeliveryWithRuns>;

  /** Edit a delivery. Changes what is given; content and destination are replaced whole, but passwords and keys that are left out stay for the same place and user. With another content everything is new to the receiver. A new destination is tried at once with what waits. `active: false` stops what waits. */
  edit(id: Id, body: DataDeliveryEdit, options?: CallOptions): Promise<DataDelivery>;

  /** Delete a delivery. It is archived: nothing is made or sent any more, its passwords and keys are forgotten. The files of what was delivered stay. */
  delete(id: Id, options?: CallOptions): Promise<DataDelivery>;

  /** Make a delivery now. Puts in a run, whatever the schedule says. A run that waits for its next try, or for a person, is tried at once instead. GET /v1/delivery/:id tells how it goes on. */
  run(id: Id, options?: PostOptions): Promise<DataDeliveryRun>;

  /** Try the destination of a delivery. Writes a small file there, `meterbook-test.txt`, takes it away again, and answers what happened. The key of an SFTP server that is not known yet is kept. */
  test(id: Id, options?: PostOptions): Promise<DeliveryTest>;
}

export interface FilesMethods {
  /** Open a file by its signed link. The link is in `source.expiring_link` of a bill and works for 7 days. A single `Range` of bytes is served in part; the `ETag` is the SHA-256 of the file. */
  get(ref: string, options?: CallOptions & {
    /** With `1` a browser saves the file instead of showing it. */
    download?: string;
  }): Promise<Response>;

  /** Open a delivered file by its signed link. The link is in `files` of a delivery and works for 7 days. A single `Range` of bytes is served in part; the `ETag` is the SHA-256 of the file. */
  getDelivery(ref: string, options?: CallOptions & {
    /** With `1` a browser saves the file instead of showing it. */
    download?: string;
  }): Promise<Response>;
}

export interface HealthMethods {
  /** The process lives. Touches nothing: 200 as long as the process can answer. */
  isAlive(options?: CallOptions): Promise<{
    alive: boolean;
  }>;

  /** The service can work. 503 while the database or the store of files is away or full, a migration is missing or the root key does not fit; `parts` says which. */
  isReady(options?: CallOptions): Promise<Readiness>;
}

export interface ImportProfilesMethods {
  /** How spreadsheets can be read. The company's own profiles by name, then those that come with the service. */
  list(options?: CallOptions & {
    /** So many records are fetched at a time; 200 unless told. All are gone through. */
    limit?: number;
    /** Where to begin; at the beginning unless told. */
    cursor?: string;
  }): Listing<ImportProfile>;

  /** One import profile. A built-in one is a good beginning for one's own. */
  get(name: string, options?: CallOptions): Promise<ImportProfile>;

  /** Make or replace an import profile. Imports that came before keep the profile as it was then. */
  replace(name: string, body: ImportProfileEdit, options?: CallOptions): Promise<ImportProfile>;

  /** Delete an import profile. What was imported by it stays. */
  delete(name: string, options?: CallOptions): Promise<Done>;
}

export interface ImportsMethods {
  /** All imports of bill history. How far each has come, and what came of it. */
  list(options?: CallOptions & {
    /** So many records are fetched at a time; 200 unless told. All are gone through. */
    limit?: number;
    /** Where to begin; at the beginning unless told. */
    cursor?: string;
    /** Only records changed at this moment or later, archived ones among them, in the order of updated_at and id. */
    updated_since?: string;
    /** Only those in this state. */
    state?: "waiting" | "reading" | "checked" | "importing" | "done" | "failed" | "cancelled";
  }): Listing<BillImport>;

  /** Import bill history from a spreadsheet. The body is the file itself, CSV or XLSX, up to 50 MB. It is read and compared with what is there, without effect: `rows_refused` and the refusals say what is wrong, the counts what would become of the rest and what would be made for it, and `confirm` does it. The same file twice makes nothing twice. */
  create(body: FileBody, options: PostOptions & {
    /** Name of the file. */
    name: string;
    /** The import profile that says what the columns mean. Left out, the header row tells it; where it fits several that read differently, one must be named. */
    profile?: string;
    /** With `false` the bills are imported at once; otherwise the import waits to be confirmed. */
    dry_run?: boolean;
    /** Of all rows, whatever the file says. */
    utility_company?: string;
    /** Number of the account of all rows, whatever the file says. */
    account?: string;
    /** The property of all meters, whatever the file says. */
    property_id?: number;
  }): Promise<BillImport>;

  /** An empty spreadsheet to fill in. The header row of the profile `meterbook`. Columns that are not needed can be left out. */
  getTemplate(options?: CallOptions): Promise<Response>;

  /** One import. Read it again to see how far it has come. */
  get(id: Id, options?: CallOptions): Promise<BillImport>;

  /** The rows that are not imported, and why. By row; last those that only saving found. A row can be refused for several reasons. Of a dry run too. */
  listRefusals(id: Id, options?: CallOptions & {
    /** So many records are fetched at a time; 200 unless told. All are gone through. */
    limit?: number;
    /** Where to begin; at the beginning unless told. */
    cursor?: string;
    /** Only records changed at this moment or later, archived ones among them, in the order of updated_at and id. */
    updated_since?: string;
  }): Listing<ImportRefusal>;

  /** Import what a dry run has found. The good rows become bills; the refused ones stay out. What has changed since the dry run is looked at again, so that a row may still be refused. The counts of bills, accounts, meters and properties begin at 0 and are what is done. */
  confirm(id: Id, options?: PostOptions): Promise<BillImport>;

  /** Stop an import. Bills that were imported by then stay; the same file can be sent again. */
  cancel(id: Id, options?: PostOptions): Promise<BillImport>;
}

export interface MeMethods {
  /** Change the own password. Every session of the user ends; the answer holds a token to go on with. API tokens stay: they do not hang on the password. */
  changePassword(body: PasswordChange, options?: PostOptions): Promise<Token>;

  /** Who is asking. The user of the token, and the company that every answer is bound to. `role` is what this token acts with, which may be less than the user's own. */
  get(options?: CallOptions): Promise<Me>;

  /** Own sessions. Those that have not ended, the one used last first. */
  listSessions(options?: CallOptions): Listing<Session>;

  /** End one of the own sessions. Takes up to five seconds to reach every process. */
  endSession(id: Id, options?: CallOptions): Promise<DoneWithId>;

  /** Whether the sign-in asks for a code. The authenticator app of the user of this token. */
  getAuthenticator(options?: CallOptions): Promise<Authenticator>;

  /** Set up an authenticator app. Gives a secret for the app. Nothing changes until a first code confirms it; done again before that, it gives another secret. Needs a session, not an API token. */
  setUpAuthenticator(body: AuthenticatorSetup, options?: PostOptions): Promise<AuthenticatorSecret>;

  /** Confirm the authenticator app by its first code. From here on the sign-in asks for a code. The other sessions of the user end. The answer holds ten recovery codes, this once. */
  confirmAuthenticator(body: AuthenticatorCode, options?: PostOptions): Promise<RecoveryCodes>;

  /** Remove the authenticator app. From here on the password alone signs in. Needs a code. */
  removeAuthenticator(body: AuthenticatorCode, options?: PostOptions): Promise<Done>;
}

export interface MetersMethods {
  /** All meters. Each with the account that it is billed on. */
  list(options?: CallOptions & {
    /** So many records are fetched at a time; 200 unless told. All are gone through. */
    limit?: number;
    /** Where to begin; at the beginning unless told. */
    cursor?: string;
    /** Only records changed at this moment or later, archived ones among them, in the order of updated_at and id. */
    updated_since?: string;
    /** Only those with this status. */
    status?: "Active" | "Inactive";
    /** Only those of this property. */
    property_id?: number;
    /** Only those of this utility account. */
    utility_account_id?: number;
    /** Only those of this type of energy. */
    energy_type?: "ELECTRIC" | "GAS" | "STEAM" | "CHILLED_WATER" | "HOT_WATER" | "FUEL_OIL" | "PROPANE" | "DIESEL" | "WATER" | "SEWER" | "IRRIGATION" | "STORMWATER" | "WASTE" | "SOLAR" | "OTHER";
  }): Listing<UtilityMeter>;

  /** One meter. With the account that it is billed on. */
  get(id: Id, options?: CallOptions): Promise<UtilityMeter>;

  /** Replace the metadata of a meter. The body becomes the metadata, whole: what is not in it is gone. */
  replaceMetadata(id: Id, body: Record<string, unknown>, options?: CallOptions): Promise<UtilityMeter>;

  /** Edit a meter. Changes what is given: the property it belongs to, the wrapper that joins it to another meter, its status. Metadata is replaced by PUT. */
  edit(id: Id, body: UtilityMeterEdit, options?: CallOptions): Promise<UtilityMeter>;

  /** One meter with its calendar months. Bills adjusted to calendar months, by days. Months add up to the meter's charges to the cent. */
  getWithMonths(id: Id, options?: CallOptions & {
    /** At most so many records; the header `Link` with rel="next" leads to the next page. Without it the list is complete. */
    limit?: number;
    /** Where the page begins: taken from the header `Link` of the page before. */
    cursor?: string;
    /** Only records changed at this moment or later, archived ones among them, in the order of updated_at and id. */
    updated_since?: string;
    /** Only months that begin on or after this day; a month such as `2024-01` stands for its first day. */
    from?: string;
    /** Only months that begin before this day; `2025-01` leaves out January 2025. */
    to?: string;
    /** Adds to each month the lines of bills that its figures are made of, and how many of their days. At most 24 months in an answer: give `from` and `to`, or a `limit` of at most 24. */
    explain?: boolean;
  }): Promise<UtilityMeterWithMonths>;

  /** One meter with the bills it appears on. The bills are whole: they may carry charges and usages of other meters too. */
  getWithBills(id: Id, options?: CallOptions & {
    /** At most so many records; the header `Link` with rel="next" leads to the next page. Without it the list is complete. */
    limit?: number;
    /** Where the page begins: taken from the header `Link` of the page before. */
    cursor?: string;
    /** Only records changed at this moment or later, archived ones among them, in the order of updated_at and id. */
    updated_since?: string;
    /** Only archived ones, or only those in use. */
    archived?: boolean;
    /** Only bills with an invoice date on or after this day. */
    from?: string;
    /** Only bills with an invoice date before this day. */
    to?: string;
  }): Promise<UtilityMeterWithBills>;
}

export interface PropertiesMethods {
  /** All properties. A property is made by itself for each new service address. */
  list(options?: CallOptions & {
    /** So many records are fetched at a time; 200 unless told. All are gone through. */
    limit?: number;
    /** Where to begin; at the beginning unless told. */
    cursor?: string;
    /** Only records changed at this moment or later, archived ones among them, in the order of updated_at and id. */
    updated_since?: string;
    /** Only those with this status. */
    status?: "Active" | "Inactive";
  }): Listing<Property>;

  /** Make a property. Bills make properties of their service addresses by themselves; this is for those without bills yet. A bill with the same address finds it. */
  create(body: NewProperty, options?: PostOptions): Promise<Property>;

  /** One property with its meters. Each meter with the account that it is billed on. */
  get(id: Id, options?: CallOptions): Promise<PropertyWithMeters>;

  /** Replace the metadata of a property. The body becomes the metadata, whole: what is not in it is gone. */
  replaceMetadata(id: Id, body: Record<string, unknown>, options?: CallOptions): Promise<Property>;

  /** Edit a property. Changes what is given. Metadata is replaced by PUT. */
  edit(id: Id, body: PropertyEdit, options?: CallOptions): Promise<Property>;

  /** One property with the bills of its meters. The bills are whole: they may carry charges and usages of meters elsewhere too. Archived bills are among them, with the reason. */
  getWithBills(id: Id, options?: CallOptions & {
    /** At most so many records; the header `Link` with rel="next" leads to the next page. Without it the list is complete. */
    limit?: number;
    /** Where the page begins: taken from the header `Link` of the page before. */
    cursor?: string;
    /** Only records changed at this moment or later, archived ones among them, in the order of updated_at and id. */
    updated_since?: string;
    /** Only archived ones, or only those in use. */
    archived?: boolean;
    /** Only bills with an invoice date on or after this day. */
    from?: string;
    /** Only bills with an invoice date before this day. */
    to?: string;
  }): Promise<PropertyWithBills>;

  /** One property with its calendar months. All meters of the property together. */
  getWithMonths(id: Id, options?: CallOptions & {
    /** At most so many records; the header `Link` with rel="next" leads to the next page. Without it the list is complete. */
    limit?: number;
    /** Where the page begins: taken from the header `Link` of the page before. */
    cursor?: string;
    /** Only records changed at this moment or later, archived ones among them, in the order of updated_at and id. */
    updated_since?: string;
    /** Only months that begin on or after this day; a month such as `2024-01` stands for its first day. */
    from?: string;
    /** Only months that begin before this day; `2025-01` leaves out January 2025. */
    to?: string;
    /** Adds to each month the lines of bills that its figures are made of, and how many of their days. At most 24 months in an answer: give `from` and `to`, or a `limit` of at most 24. */
    explain?: boolean;
  }): Promise<PropertyWithMonths>;

  /** One property with its calendar months by type of energy. Each row adds up the meters that measure the same type of energy. */
  getWithEnergyTypeMonths(id: Id, options?: CallOptions & {
    /** At most so many records; the header `Link` with rel="next" leads to the next page. Without it the list is complete. */
    limit?: number;
    /** Where the page begins: taken from the header `Link` of the page before. */
    cursor?: string;
    /** Only records changed at this moment or later, archived ones among them, in the order of updated_at and id. */
    updated_since?: string;
    /** Only months that begin on or after this day; a month such as `2024-01` stands for its first day. */
    from?: string;
    /** Only months that begin before this day; `2025-01` leaves out January 2025. */
    to?: string;
    /** Adds to each month the lines of bills that its figures are made of, and how many of their days. At most 24 months in an answer: give `from` and `to`, or a `limit` of at most 24. */
    explain?: boolean;
  }): Promise<PropertyWithEnergyTypeMonths>;

  /** One property with the calendar months of each meter. The months of its meters side by side, in the order of the meters. */
  getWithMeterMonths(id: Id, options?: CallOptions & {
    /** At most so many records; the header `Link` with rel="next" leads to the next page. Without it the list is complete. */
    limit?: number;
    /** Where the page begins: taken from the header `Link` of the page before. */
    cursor?: string;
    /** Only records changed at this moment or later, archived ones among them, in the order of updated_at and id. */
    updated_since?: string;
    /** Only months that begin on or after this day; a month such as `2024-01` stands for its first day. */
    from?: string;
    /** Only months that begin before this day; `2025-01` leaves out January 2025. */
    to?: string;
    /** Adds to each month the lines of bills that its figures are made of, and how many of their days. At most 24 months in an answer: give `from` and `to`, or a `limit` of at most 24. */
    explain?: boolean;
  }): Promise<PropertyWithMeterMonths>;

  /** One property with its year-over-year snapshots. There is one for every month that has twelve complete months before it. */
  getWithSnapshots(id: Id, options?: CallOptions & {
    /** At most so many records; the header `Link` with rel="next" leads to the next page. Without it the list is complete. */
    limit?: number;
    /** Where the page begins: taken from the header `Link` of the page before. */
    cursor?: string;
    /** Only records changed at this moment or later, archived ones among them, in the order of updated_at and id. */
    updated_since?: string;
    /** Only months that begin on or after this day; a month such as `2024-01` stands for its first day. */
    from?: string;
    /** Only months that begin before this day; `2025-01` leaves out January 2025. */
    to?: string;
  }): Promise<PropertyWithSnapshots>;

  /** One property with the degree days at its weather station. By calendar month. Days without a temperature are counted, never guessed. */
  getWithDegreeDays(id: Id, options?: CallOptions & {
    /** At most so many records; the header `Link` with rel="next" leads to the next page. Without it the list is complete. */
    limit?: number;
    /** Where the page begins: taken from the header `Link` of the page before. */
    cursor?: string;
    /** Only records changed at this moment or later, archived ones among them, in the order of updated_at and id. */
    updated_since?: string;
    /** Only months that begin on or after this day; a month such as `2024-01` stands for its first day. */
    from?: string;
    /** Only months that begin before this day; `2025-01` leaves out January 2025. */
    to?: string;
  }): Promise<PropertyWithDegreeDays>;
}

export interface QuotasMethods {
  /** What the company holds, and what it may. One row each for the bytes of kept files (bills, imports, deliveries), bills, their lines, and imports that are not over. Beyond a limit requests are refused with `quota-exceeded`, collection stops with `quota_exceeded`, and nothing that is there is lost. */
  list(options?: CallOptions): Listing<Quota>;
}

export interface ReportsMethods {
  /** The types of reports. Each can be asked for any property of the company. */
  listTypes(options?: CallOptions): Listing<Word<"utility_meter_history" | "utility_meter_demand_history" | "monthly_meter_history" | "energy_history_detail_report" | "cost_avoidance_summary" | "cost_avoidance_detail" | "cost_avoidance_expanded" | "property_energy_journal">>;

  /** One report of one property. As JSON, rows are keyed by the labels of the columns; the same table comes as CSV, as an Excel workbook, as a page and as a PDF by `format` or by the header Accept. A report that has nothing to tell has no rows. */
  get(reportType: "utility_meter_history" | "utility_meter_demand_history" | "monthly_meter_history" | "energy_history_detail_report" | "cost_avoidance_summary" | "cost_avoidance_detail" | "cost_avoidance_expanded" | "property_energy_journal", propertyId: Id, options?: CallOptions & {
    /** Only months that begin, and bills and events that end, on or after this day. */
    from?: string;
    /** Only months that begin, and bills and events that end, before this day. */
    to?: string;
    /** Of the journal: only entries of these types, apart by commas. They are data complete through, certification, note, meter added, meter removed, last bill, bill received, bill edited, estimated read, gap, overlap, usage spike, demand peak, rate change. Other reports pass it over. */
    event_type?: string;
    /** Of CSV: `1` puts the mark in front by which Excel knows UTF-8. */
    bom?: "0" | "1";
  }): Promise<Report>;
  get(reportType: "utility_meter_history" | "utility_meter_demand_history" | "monthly_meter_history" | "energy_history_detail_report" | "cost_avoidance_summary" | "cost_avoidance_detail" | "cost_avoidance_expanded" | "property_energy_journal", propertyId: Id, options: CallOptions & {
    /** What the report is written as. Without it, the header Accept decides, else JSON. */
    format: "json" | "csv" | "xlsx" | "html" | "pdf";
    /** Only months that begin, and bills and events that end, on or after this day. */
    from?: string;
    /** Only months that begin, and bills and events that end, before this day. */
    to?: string;
    /** Of the journal: only entries of these types, apart by commas. They are data complete through, certification, note, meter added, meter removed, last bill, bill received, bill edited, estimated read, gap, overlap, usage spike, demand peak, rate change. Other reports pass it over. */
    event_type?: string;
    /** Of CSV: `1` puts the mark in front by which Excel knows UTF-8. */
    bom?: "0" | "1";
  }): Promise<Response>;
}

export interface UsersMethods {
  /** Reset the authenticator app of another user. For somebody who has lost the app and the recovery codes. The own one is removed with a code. */
  resetAuthenticator(id: Id, options?: CallOptions): Promise<DoneWithId>;

  /** Users. Those of the own company; an admin gets those of all companies. Users switched off are among them. */
  list(options?: CallOptions & {
    /** So many records are fetched at a time; 200 unless told. All are gone through. */
    limit?: number;
    /** Where to begin; at the beginning unless told. */
    cursor?: string;
    /** Only records changed at this moment or later, archived ones among them, in the order of updated_at and id. */
    updated_since?: string;
  }): Listing<User>;

  /** Make a user of a company. The user can sign in at once. */
  create(body: NewUser, options?: PostOptions): Promise<User>;

  /** Change a user. Changes what is given. A new password ends the sessions of the user. The last admin stays one. */
  update(id: Id, body: UserEdit, options?: CallOptions): Promise<User>;
}

export interface WeatherStationsMethods {
  /** The weather stations nearest to a place. The nearest 10, nearest first. A property that says where it lies, by coordinates or its ZIP, has the first of them by itself, if it is within 200 km. None for a ZIP that has no area, as of post boxes alone. */
  list(options: CallOptions & {
    /** Latitude and longitude of the place, in degrees, or its ZIP. */
    near: string;
  }): Listing<WeatherStation>;
}

export interface WebhooksMethods {
  /** The shared webhook secret. Signs every notification to the company. Not to be stored by anything between. */
  getSecret(options?: CallOptions): Promise<WebhookSecret>;

  /** Replace the shared webhook secret. For 24 hours the old one signs too: in the Standard Webhooks header beside the new one, and in the body for a receiver that answers 500 `{"success": false}` to the new one. */
  resetSecret(options?: PostOptions): Promise<WebhookSecret>;

  /** All webhooks of the company. Deleted ones are among them, archived. */
  list(options?: CallOptions & {
    /** So many records are fetched at a time; 200 unless told. All are gone through. */
    limit?: number;
    /** Where to begin; at the beginning unless told. */
    cursor?: string;
    /** Only records changed at this moment or later, archived ones among them, in the order of updated_at and id. */
    updated_since?: string;
    /** Only archived ones, or only those in use. */
    archived?: boolean;
  }): Listing<Webhook>;

  /** Make a webhook. Answers with all webhooks of the company, the new one last; the `Location` header is the address of the new one. A company can have as many as the operator allows, 50 unless set otherwise. */
  create(body: NewWebhook, options?: PostOptions): Promise<Webhook[]>;

  /** One webhook. A deleted one too, archived. */
  get(id: Id, options?: CallOptions): Promise<Webhook>;

  /** Edit a webhook. Changes what is given. Switching on forgets why the service had switched it off. */
  update(id: Id, body: WebhookEdit, options?: CallOptions): Promise<Webhook>;

  /** Delete a webhook. It is archived: nothing is sent to it any more. */
  delete(id: Id, options?: CallOptions): Promise<Webhook>;

  /** Send a test event to a webhook. Sends one event at once, signed like any other, and answers with what was sent and what came back. It works while the webhook is switched off. The ids are those of the newest record of the company that fits, or an empty list when there is none; `webhook-id` begins with `test_`. It is no delivery: it is not listed, not repeated, and a failure does not count against the endpoint. At most 20 in a minute for a company. */
  test(id: Id, options?: PostOptions & {
    /** Which event to send. Absent: that of the webhook; for `all`, bill.created. */
    event_type?: "bill.created" | "property.created" | "property.updated" | "utility_account.updated" | "utility_meter.created" | "utility_meter.updated" | "authorization.updated" | "authorization.action_required" | "utility_bill.archived";
  }): Promise<WebhookTest>;

  /** What was sent to a webhook. Each event that was to be sent, and what came of it. */
  listDeliveries(id: Id, options?: CallOptions & {
    /** So many records are fetched at a time; 200 unless told. All are gone through. */
    limit?: number;
    /** Where to begin; at the beginning unless told. */
    cursor?: string;
    /** Only records changed at this moment or later, archived ones among them, in the order of updated_at and id. */
    updated_since?: string;
    /** Only those in this state. */
    state?: "pending" | "delivered" | "failed" | "skipped";
  }): Listing<WebhookDelivery>;

  /** Send a delivery again. It is tried again at once, with the same `webhook-id`. */
  redeliver(id: Id, deliveryId: Id, options?: PostOptions): Promise<WebhookDelivery>;
}

export interface Operations {
  accounts: AccountsMethods;
  apiTokens: ApiTokensMethods;
  audit: AuditMethods;
  auth: AuthMethods;
  authorizations: AuthorizationsMethods;
  bills: BillsMethods;
  changes: ChangesMethods;
  companies: CompaniesMethods;
  days: DaysMethods;
  delivery: DeliveryMethods;
  files: FilesMethods;
  health: HealthMethods;
  importProfiles: ImportProfilesMethods;
  imports: ImportsMethods;
  me: MeMethods;
  meters: MetersMethods;
  properties: PropertiesMethods;
  quotas: QuotasMethods;
  reports: ReportsMethods;
  users: UsersMethods;
  weatherStations: WeatherStationsMethods;
  webhooks: WebhooksMethods;
}
