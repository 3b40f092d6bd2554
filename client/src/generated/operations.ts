/** Every operation of the service by noun, with its types. Written by `npm run client` from its OpenAPI document. */
import type { CallOptions, FileBody, PostOptions } from "../call.ts";
import type { Listing } from "../listing.ts";
import type {
  AccountStatusChange,
  Accruals,
  ApiToken,
  AuditRow,
  Authenticator,
  AuthenticatorCode,
  AuthenticatorSecret,
  AuthenticatorSetup,
  Authorization,
  AuthorizationAccount,
  AuthorizationCreated,
  AuthorizationProgress,
  AuthorizationWithAccounts,
  BillFinding,
  BillHistory,
  BillImport,
  BillLineage,
  BillSummary,
  BudgetImport,
  BudgetInput,
  Challenge,
  ChallengeAnswer,
  ChangedPage,
  ChangedPassword,
  Changes,
  Company,
  CompanyEdit,
  CompanyProfile,
  CoverageSummary,
  CredentialEdit,
  CredentialInput,
  DataDelivery,
  DataDeliveryEdit,
  DataDeliveryRun,
  DataDeliveryWithRuns,
  DeliveryTest,
  DemoData,
  Document,
  DocumentAcceptance,
  DocumentAssignment,
  DocumentRejection,
  DocumentWithReading,
  Done,
  DoneWithId,
  EnergySignature,
  FindingClosing,
  FindingRule,
  FindingRulesEdit,
  ForgottenPassword,
  FormLink,
  FormLinkMail,
  FormLinkRenewal,
  GreenButtonRequest,
  GreenButtonRequestCreated,
  Id,
  ImportProfile,
  ImportProfileEdit,
  ImportRefusal,
  Invitation,
  InvitationAcceptance,
  KeyRotation,
  KeyedInBill,
  LinkGiven,
  LinkSignIn,
  Login,
  MadeApiToken,
  MadeInvitation,
  Mailbox,
  MailboxEdit,
  MailboxMail,
  Me,
  MeEdit,
  MeterCoverage,
  NewApiToken,
  NewCompany,
  NewDataDelivery,
  NewFormLink,
  NewFormLinks,
  NewGreenButtonRequest,
  NewInvitation,
  NewMailbox,
  NewProperty,
  NewReportLink,
  NewUser,
  NewUtilityWish,
  NewWebhook,
  OpenedInvitation,
  PageWords,
  PasswordChange,
  PasswordReset,
  PortfolioBudget,
  PortfolioBudgetVariance,
  PortfolioMonth,
  PortfolioRanking,
  PortfolioReport,
  PortfolioReportTypes,
  PortfolioSummary,
  Property,
  PropertyBudget,
  PropertyBudgetVariance,
  PropertyEdit,
  PropertyScore,
  PropertyVariance,
  PropertyWithBills,
  PropertyWithDegreeDays,
  PropertyWithEnergyTypeMonths,
  PropertyWithMeterMonths,
  PropertyWithMeters,
  PropertyWithMonths,
  PropertyWithSnapshots,
  ProposedBudget,
  Quota,
  Readiness,
  RecoveryCodes,
  Report,
  ReportLink,
  ReportTypes,
  ResetLink,
  ReviewLink,
  ServiceState,
  Session,
  Task,
  TenantFormLink,
  Token,
  User,
  UserEdit,
  Utility,
  UtilityAccount,
  UtilityAccountEdit,
  UtilityAccountWithBills,
  UtilityAccountWithMeters,
  UtilityBill,
  UtilityBillEdit,
  UtilityBillVoiding,
  UtilityHealth,
  UtilityMeter,
  UtilityMeterEdit,
  UtilityMeterWithBills,
  UtilityMeterWithMonths,
  UtilityWish,
  WeatherStation,
  Webhook,
  WebhookAttempt,
  WebhookDelivery,
  WebhookEdit,
  WebhookSecret,
  WebhookTest,
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
    keyIn: { call: "POST /v1/utility_bills", body: true },
    listBillSummaries: { call: "GET /v1/utility_bills/summaries", list: "", pages: true },
    get: { call: "GET /v1/utility_bills/{id}" },
    edit: { call: "PATCH /v1/utility_bills/{id}", body: true },
    getLineage: { call: "GET /v1/utility_bills/{id}/lineage" },
    getHistory: { call: "GET /v1/utility_bills/{id}/history" },
    void: { call: "POST /v1/utility_bills/{id}/void", body: true },
  },
  changes: {
    list: { call: "GET /v1/changes" },
    stream: { call: "GET /v1/changes/stream", raw: true },
  },
  companies: {
    list: { call: "GET /v1/companies", list: "", pages: true },
    create: { call: "POST /v1/companies", body: true },
  },
  company: {
    get: { call: "GET /v1/company" },
    edit: { call: "PATCH /v1/company", body: true },
    getLogo: { call: "GET /v1/company/logo", raw: true },
    deleteLogo: { call: "DELETE /v1/company/logo" },
    putLogo: { call: "PUT /v1/company/logo", body: true, file: true },
  },
  coverage: {
    list: { call: "GET /v1/coverage", list: "", pages: true },
    summarise: { call: "GET /v1/coverage/summary" },
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
  demoData: {
    get: { call: "GET /v1/demo_data" },
    add: { call: "POST /v1/demo_data" },
    delete: { call: "DELETE /v1/demo_data" },
  },
  documents: {
    list: { call: "GET /v1/documents", list: "", pages: true },
    upload: { call: "POST /v1/documents", body: true, file: true },
    get: { call: "GET /v1/documents/{id}" },
    assign: { call: "PATCH /v1/documents/{id}", body: true },
    reread: { call: "POST /v1/documents/{id}/reread" },
    accept: { call: "POST /v1/documents/{id}/accept", body: true },
    reject: { call: "POST /v1/documents/{id}/reject", body: true },
    getPage: { call: "GET /v1/documents/{id}/pages/{page}.png", raw: true },
    getWords: { call: "GET /v1/documents/{id}/words" },
    getReviewLink: { call: "GET /v1/documents/{id}/review_link" },
  },
  files: {
    get: { call: "GET /files/{ref}", open: true, raw: true },
    getDelivery: { call: "GET /files/deliveries/{ref}", open: true, raw: true },
  },
  findingRules: {
    list: { call: "GET /v1/finding_rules", list: "" },
    edit: { call: "PATCH /v1/finding_rules", body: true },
  },
  findings: {
    list: { call: "GET /v1/findings", list: "", pages: true },
    get: { call: "GET /v1/findings/{id}" },
    close: { call: "POST /v1/findings/{id}/close", body: true },
    reopen: { call: "POST /v1/findings/{id}/reopen" },
  },
  formLinks: {
    list: { call: "GET /v1/form_links", list: "", pages: true },
    create: { call: "POST /v1/form_links", body: true },
    createMany: { call: "POST /v1/form_links/batch", body: true },
    getById: { call: "GET /v1/form_links/{id}" },
    end: { call: "DELETE /v1/form_links/{id}" },
    renewById: { call: "POST /v1/form_links/{id}/renew", body: true },
    mailById: { call: "POST /v1/form_links/{id}/mail", body: true },
  },
  greenButtonRequests: {
    create: { call: "POST /v1/green_button_requests", body: true },
    get: { call: "GET /v1/green_button_requests/{id}" },
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
  invitations: {
    list: { call: "GET /v1/invitations", list: "", pages: true },
    create: { call: "POST /v1/invitations", body: true },
    renew: { call: "POST /v1/invitations/{id}/renew" },
    withdraw: { call: "DELETE /v1/invitations/{id}" },
    open: { call: "POST /v1/invitations/open", body: true, open: true },
    accept: { call: "POST /v1/invitations/accept", body: true, open: true },
  },
  mailboxes: {
    list: { call: "GET /v1/mailboxes", list: "", pages: true },
    createMailbox: { call: "POST /v1/mailboxes", body: true },
    getMailbox: { call: "GET /v1/mailboxes/{id}" },
    editMailbox: { call: "PATCH /v1/mailboxes/{id}", body: true },
    deleteMailbox: { call: "DELETE /v1/mailboxes/{id}" },
    checkMailbox: { call: "POST /v1/mailboxes/{id}/check" },
    listMailboxMails: { call: "GET /v1/mailboxes/{id}/mails", list: "", pages: true },
  },
  me: {
    changePassword: { call: "POST /v1/me/password", body: true },
    get: { call: "GET /v1/me" },
    edit: { call: "PATCH /v1/me", body: true },
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
    getSignature: { call: "GET /v1/meters/{id}/signature" },
  },
  operations: {
    get: { call: "GET /v1/operations" },
  },
  passwordResets: {
    request: { call: "POST /v1/password_resets", body: true, open: true },
    resetPassword: { call: "POST /v1/password_resets/accept", body: true, open: true },
  },
  portfolio: {
    summarise: { call: "GET /v1/portfolio/summary" },
    listMonths: { call: "GET /v1/portfolio/monthly", list: "", pages: true },
    rankProperties: { call: "GET /v1/portfolio/properties" },
    getBudget: { call: "GET /v1/portfolio/budget", format: true },
    putBudget: { call: "PUT /v1/portfolio/budget", body: true, file: true },
    getBudgetVariance: { call: "GET /v1/portfolio/budget_variance" },
    getAccruals: { call: "GET /v1/portfolio/accruals", format: true },
    listReportTypes: { call: "GET /v1/portfolio/reports" },
    getReport: { call: "GET /v1/portfolio/reports/{report_type}", format: true },
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
    getSignature: { call: "GET /v1/properties/{id}/signature" },
    explainVariance: { call: "GET /v1/properties/{id}/variance" },
    getScore: { call: "GET /v1/properties/{id}/score" },
    getBudget: { call: "GET /v1/properties/{id}/budget" },
    setBudget: { call: "PUT /v1/properties/{id}/budget", body: true },
    proposeBudget: { call: "GET /v1/properties/{id}/budget/proposal" },
    getBudgetVariance: { call: "GET /v1/properties/{id}/budget_variance" },
    getAccruals: { call: "GET /v1/properties/{id}/accruals", format: true },
  },
  quotas: {
    list: { call: "GET /v1/quotas", list: "" },
  },
  reportLinks: {
    list: { call: "GET /v1/report_links", list: "", pages: true },
    create: { call: "POST /v1/report_links", body: true },
    end: { call: "DELETE /v1/report_links/{id}" },
  },
  reports: {
    getShared: { call: "GET /reports/{ref}", open: true, format: true },
    listTypes: { call: "GET /v1/reports" },
    get: { call: "GET /v1/reports/{report_type}/{property_id}", format: true },
  },
  sessions: {
    create: { call: "POST /v1/sessions", body: true, open: true },
    endAll: { call: "DELETE /v1/sessions" },
    createByLink: { call: "POST /v1/sessions/link", body: true, open: true },
    endCurrent: { call: "DELETE /v1/sessions/current" },
  },
  tasks: {
    list: { call: "GET /v1/tasks", list: "tasks", pages: true },
  },
  users: {
    resetAuthenticator: { call: "DELETE /v1/users/{id}/authenticator" },
    list: { call: "GET /v1/users", list: "", pages: true },
    create: { call: "POST /v1/users", body: true },
    update: { call: "PATCH /v1/users/{id}", body: true },
    createResetLink: { call: "POST /v1/users/{id}/reset_link" },
  },
  utilities: {
    list: { call: "GET /v1/utilities", list: "", pages: true },
    listWishes: { call: "GET /v1/utilities/wishes", list: "", pages: true },
    createWish: { call: "POST /v1/utilities/wishes", body: true },
    listHealth: { call: "GET /v1/utilities/health", list: "", pages: true },
    listChangedPages: { call: "GET /v1/utilities/changed_pages", list: "", pages: true },
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
    listDeliveryAttempts: { call: "GET /v1/webhooks/{id}/deliveries/{delivery_id}/attempts", list: "" },
    redeliver: { call: "POST /v1/webhooks/{id}/deliveries/{delivery_id}/redeliver" },
  },
} as const;

export interface AccountsMethods {
  /** All utility accounts. Accounts of every authorization of the company, switched on or not. */
  list(options?: CallOptions & {
    /** Records fetched at a time; 200 by default. The listing goes through all of them. */
    limit?: number;
    /** Where to begin; by default at the beginning. */
    cursor?: string;
    /** Only records changed at this time or later, including archived ones, ordered by updated_at and id. */
    updated_since?: string;
    /** Only those with this status. */
    status?: "Active" | "Inactive";
    /** Only those of this property. */
    property_id?: number;
  }): Listing<UtilityAccount>;

  /** One utility account with its next bill and its meters. Its bills are at /v1/utility_accounts/{id}/bills. */
  get(id: Id, options?: CallOptions): Promise<UtilityAccountWithMeters>;

  /** Replace the metadata of an account. The body replaces the whole metadata: keys that it leaves out are removed. */
  replaceMetadata(id: Id, body: Record<string, unknown>, options?: CallOptions): Promise<UtilityAccount>;

  /** Edit an account. Changes the given fields. Metadata is replaced by PUT; the account is switched on and off through its authorization. */
  edit(id: Id, body: UtilityAccountEdit, options?: CallOptions): Promise<UtilityAccount>;

  /** One utility account with its bills. Includes archived bills, with the reason. */
  getWithBills(id: Id, options?: CallOptions & {
    /** At most this many records; the `Link` header with rel="next" leads to the next page. Without it the list is complete. */
    limit?: number;
    /** Where the page begins: taken from the `Link` header of the previous page. */
    cursor?: string;
    /** Only records changed at this time or later, including archived ones, ordered by updated_at and id. */
    updated_since?: string;
    /** Only archived ones, or only those in use. */
    archived?: boolean;
    /** Only bills with an invoice date on or after this day. */
    from?: string;
    /** Only bills with an invoice date before this day. */
    to?: string;
  }): Promise<UtilityAccountWithBills>;

  /** The files of an account and the result of reading them. A document in review is kept out of the bills until its findings are resolved. */
  listDocuments(id: Id, options?: CallOptions & {
    /** Records fetched at a time; 200 by default. The listing goes through all of them. */
    limit?: number;
    /** Where to begin; by default at the beginning. */
    cursor?: string;
    /** Only records changed at this time or later, including archived ones, ordered by updated_at and id. */
    updated_since?: string;
    /** Only those in this state. */
    state?: "waiting" | "accepted" | "known" | "review" | "rejected" | "unpacked";
    /** Only those with a finding of this name. */
    finding?: string;
  }): Listing<Document>;
}

export interface ApiTokensMethods {
  /** All API tokens of the company. Includes expired and revoked ones; the tokens themselves are not shown. */
  list(options?: CallOptions & {
    /** Records fetched at a time; 200 by default. The listing goes through all of them. */
    limit?: number;
    /** Where to begin; by default at the beginning. */
    cursor?: string;
    /** Only records changed at this time or later, including archived ones, ordered by updated_at and id. */
    updated_since?: string;
  }): Listing<ApiToken>;

  /** Make an API token. It acts as the caller, never with a higher role than the caller has now, and is shown only in this answer. Send it in the Authorization header, never in a URL. */
  create(body: NewApiToken, options?: PostOptions): Promise<MadeApiToken>;

  /** Revoke an API token. A token of your own, or as an owner of the company anyone's. Takes up to five seconds to reach every process. Repeating it changes nothing. */
  revoke(id: Id, options?: CallOptions): Promise<ApiToken>;
}

export interface AuditMethods {
  /** The audit log. Passwords read in clear, credentials updated and deleted, tokens, users and secrets changed; oldest first. An admin gets the rows of all companies. */
  list(options?: CallOptions & {
    /** Records fetched at a time; 200 by default. The listing goes through all of them. */
    limit?: number;
    /** Where to begin; by default at the beginning. */
    cursor?: string;
    /** Only rows of this company. Users who are not admins see only those of their own company. */
    company_id?: number;
    /** Only actions of this name. */
    action?: string;
    /** Only actions on records of this type. */
    record_type?: string;
    /** Only actions on the record with this id. */
    record_id?: number;
    /** From this time on. */
    from?: string;
    /** Before this time. */
    to?: string;
  }): Listing<AuditRow>;
}

export interface AuthMethods {
  /** Sign in with e-mail and password. The token is good for 7 days. A user with an authenticator app sends its code too. Guesses are limited per account and per address; beyond the limit the answer is 429 with Retry-After. */
  login(body: Login, options?: CallOptions): Promise<Token>;

  /** Revoke all tokens of the company. Everyone in the company must sign in again, and its API tokens end. Takes up to five seconds to reach every process. */
  revokeTokens(options?: PostOptions): Promise<Done>;

  /** Sign tokens with a new key from now on. Tokens signed before stay good until they expire. Takes up to five seconds to reach every process. */
  rotateTokenKey(body: KeyRotation, options?: PostOptions): Promise<Done>;

  /** End this session. The token of the request stops working, and its cookie is cleared. Takes up to five seconds to reach every process. */
  logout(options?: PostOptions): Promise<Done>;
}

export interface AuthorizationsMethods {
  /** Submit credentials of a utility website. They are sealed at once, and the inventory of accounts begins. Where bills of this website are not collected, the answer says so by `status_detail`, and the wish is counted: see GET /v1/utilities/wishes. */
  create(body: CredentialInput, options?: PostOptions): Promise<AuthorizationCreated>;

  /** List authorizations. Those of the caller's company; an admin gets those of all companies. Includes stopped ones, with `revoked_at`. Passwords are masked. */
  list(options?: CallOptions & {
    /** Records fetched at a time; 200 by default. The listing goes through all of them. */
    limit?: number;
    /** Where to begin; by default at the beginning. */
    cursor?: string;
    /** Only records changed at this time or later, including archived ones, ordered by updated_at and id. */
    updated_since?: string;
    /** Only those with this status. */
    status?: "Inventory Pending" | "Inventory Complete" | "Pending";
    /** true: only those that were stopped; false: only those in use; absent: both. */
    revoked?: "true" | "false";
  }): Listing<Authorization>;

  /** One authorization with its accounts. Reading it often never hides the status: only the password is then masked. An admin sees the password in clear, unless the operator switched that off; each such read is audited, and after 30 in an hour the password is masked: `password_masked_because` and the fields `RateLimit` and `RateLimit-Policy` ("password-reads") say so. Use `reveal=false` to poll the status. */
  get(id: Id, options?: CallOptions & {
    /** false: the password stays masked, and the request is neither counted nor written to the audit log; suited to polling. Absent: an admin gets the password in clear. */
    reveal?: "true" | "false";
  }): Promise<AuthorizationWithAccounts>;

  /** Update credentials and start again. Fields that are not given stay, and the inventory starts over. `code_mailbox_id` alone leaves the login as it is, and starts the inventory only while a code is waited for. Credentials that the utility has refused are tried again only with another user name, password or address. */
  mend(id: Id, body: CredentialEdit, options?: CallOptions): Promise<DoneWithId>;

  /** Stop an authorization and delete its credentials. Permanent: the key under which everything of this login is sealed is destroyed, so that no database backup can open it either. Collection stops; bills and the record itself stay, with `revoked_at` and `revoked_by`. */
  forget(id: Id, options?: CallOptions): Promise<DoneWithId>;

  /** The shareable form of the company. The same link until it is renewed. Anyone with the link can submit credentials and read nothing. `?utility=` with the key of a utility opens the login of that utility. */
  getFormLink(options?: CallOptions): Promise<FormLink>;

  /** Close the shareable form. The link stops working; reading it again makes a new one. Receipts still work. */
  revokeFormLink(options?: CallOptions): Promise<Done>;

  /** Replace the link. The old link stops working. Receipts from its submissions still work. */
  renewFormLink(options?: PostOptions): Promise<FormLink>;

  /** Switch an account on or off. Active: its bills are fetched at once and then every day. */
  updateAccountStatus(id: Id, body: AccountStatusChange, options?: CallOptions): Promise<AuthorizationAccount>;

  /** Run the inventory again. Refused while the utility rejects the password: update it first, so that the account is not locked. */
  repeatInventory(id: Id, options?: PostOptions): Promise<DoneWithId>;

  /** Progress of the authorization. Poll until `complete` is true; later work, such as a new bill, makes it false again. */
  getProgress(id: Id, options?: CallOptions): Promise<AuthorizationProgress>;

  /** The utility's question. Available for about ten minutes while the authorization is Pending with mfa_required or mfa_failed; otherwise 404. */
  getChallenge(id: Id, options?: CallOptions): Promise<Challenge>;

  /** Answer the utility's question. The answer is tried at once and then deleted; the status of the authorization shows the result. */
  answerChallenge(id: Id, body: ChallengeAnswer, options?: PostOptions): Promise<Done>;
}

export interface BillsMethods {
  /** All bills. With their charges and usages. Includes archived bills, with the reason. With `sort`, `q`, `utility`, `count` or `fields` it is a list for a page, which `updated_since` cannot be combined with. */
  list(options?: CallOptions & {
    /** Records fetched at a time; 200 by default. The listing goes through all of them. */
    limit?: number;
    /** Where to begin; by default at the beginning. */
    cursor?: string;
    /** Only records changed at this time or later, including archived ones, ordered by updated_at and id. */
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
    /** Orders the list; with `-` in descending order. Bills without a due date or an amount come last, and the id orders what is equal. */
    sort?: "id" | "-id" | "invoice_date" | "-invoice_date" | "due_date" | "-due_date" | "amount_due" | "-amount_due";
    /** Only bills with this text in their invoice number, account number, utility or the name of one of their properties. Upper and lower case are alike. */
    q?: string;
    /** Only those of the utility with this key or name. */
    utility?: string;
    /** Adds the header `Total-Count`: how many bills the whole list has. */
    count?: boolean;
    /** Only these top-level fields of each bill, separated by commas; `id` always. The compact row of a page is at `GET /v1/utility_bills/summaries`. */
    fields?: string;
  }): Listing<UtilityBill>;

  /** Enter a bill. For a document in review, whose file becomes the source of the bill, or for an account without a file. It is checked by the rules for bills read from files; one that does not add up is refused with `does-not-add-up` and its findings, and is saved when `accept` names them. Its origin is `keyed_in`; the same bill sent again answers the existing one. */
  keyIn(body: KeyedInBill, options?: PostOptions): Promise<UtilityBill>;

  /** The bills as rows of a list. What a page shows of each bill, with the names of its property, account and utility, and without its lines. Includes archived bills, with the reason. */
  listBillSummaries(options?: CallOptions & {
    /** Records fetched at a time; 200 by default. The listing goes through all of them. */
    limit?: number;
    /** Where to begin; by default at the beginning. */
    cursor?: string;
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
    /** Only bills due on or after this day; those without a due date are left out. */
    due_from?: string;
    /** Only bills due before this day; those without a due date are left out. */
    due_to?: string;
    /** Orders the list; with `-` in descending order. Bills without a due date or an amount come last, and the id orders what is equal. */
    sort?: "id" | "-id" | "invoice_date" | "-invoice_date" | "due_date" | "-due_date" | "amount_due" | "-amount_due";
    /** Only bills with this text in their invoice number, account number, utility or the name of one of their properties. Upper and lower case are alike. */
    q?: string;
    /** Only those of the utility with this key or name. */
    utility?: string;
    /** Adds the header `Total-Count`: how many bills the whole list has. */
    count?: boolean;
  }): Listing<BillSummary>;

  /** One bill with its charges and usages. An edited bill refers to the first original, which is archived, in original_utility_bill_id. */
  get(id: Id, options?: CallOptions): Promise<UtilityBill>;

  /** Correct a bill. Makes an edited bill with a new id, which replaces this one; this one is archived with the reason `edited`. Metadata is merged (RFC 7396). Charges and usages are replaced as whole lists: a line with the `id` of a line of this bill keeps the fields that are not given. An edit that changes nothing answers the existing bill. A correction is checked by the rules for bills read from files; one that does not add up is refused with `does-not-add-up` and its findings, and is saved when `accept` names them. */
  edit(id: Id, body: UtilityBillEdit, options?: CallOptions): Promise<UtilityBill>;

  /** Where each value of a bill comes from. The file with its reading, findings and decision; for each value the printed text, its place on the page and whether a user changed it; and all versions of the bill. */
  getLineage(id: Id, options?: CallOptions): Promise<BillLineage>;

  /** What became of a bill. All versions of the bill, the oldest first: who made each, when and why, and which fields and lines differ from the version before. */
  getHistory(id: Id, options?: CallOptions): Promise<BillHistory>;

  /** Void a bill. It is archived with the reason `voided` and no longer counts in any month. Nothing replaces it, except imported bills for its days that it had superseded: they count again. The body may be left out. */
  void(id: Id, body: UtilityBillVoiding | null, options?: PostOptions): Promise<UtilityBill>;
}

export interface ChangesMethods {
  /** What was created, edited or archived. In commit order. Keep `next_cursor` and send it with the next request: no change is missed or repeated, even during concurrent writes. A change appears once every write that began before it has ended. */
  list(options?: CallOptions & {
    /** At most this many changes; 1000 by default. */
    limit?: number;
    /** `next_cursor` of the previous page. Without it, the feed starts at its beginning, and a stream with what happens next. */
    cursor?: string;
    /** This many of the newest changes, in the order of the feed, for a look at what happens now. `next_cursor` then goes on after them. `limit` has no effect then, and `cursor` is refused. */
    newest?: number;
  }): Promise<Changes>;

  /** What is created, edited or archived, as it happens. Server-sent events, for a page that is open. Each has the name `change`, a change of the feed as its data, and as its id the cursor after it. A `progress` event, without an id, says in its data what moved without a change of a record (its `svc_object_type`): Document and BillImport while files are read and a spreadsheet is imported, MonthlyConsumptionData when the months, snapshots and findings that changed bills asked for are calculated. Read those that you show again; the first may say what moved in the ten seconds before the stream began. It begins now; with `cursor`, or the header `Last-Event-ID` that a browser sends when it connects again, after that change. The stream ends when the token is revoked or expires, and when the service stops. The request needs `Accept: text/event-stream`. */
  stream(options?: CallOptions & {
    /** `next_cursor` of the previous page. Without it, the feed starts at its beginning, and a stream with what happens next. */
    cursor?: string;
  }): Promise<Response>;
}

export interface CompaniesMethods {
  /** All companies. All companies of the service, in id order. */
  list(options?: CallOptions & {
    /** Records fetched at a time; 200 by default. The listing goes through all of them. */
    limit?: number;
    /** Where to begin; by default at the beginning. */
    cursor?: string;
    /** Only records changed at this time or later, including archived ones, ordered by updated_at and id. */
    updated_since?: string;
  }): Listing<Company>;

  /** Make a company. It has no user yet: make one with POST /v1/users. */
  create(body: NewCompany, options?: PostOptions): Promise<Company>;
}

export interface CompanyMethods {
  /** The company of the caller. What it says of itself: name, logo, colour, contact and words on its credential form, and how pages show its figures. */
  get(options?: CallOptions): Promise<CompanyProfile>;

  /** Edit the company of the caller. Changes the given fields; null empties one. Of `consent_text`, the given languages change. */
  edit(body: CompanyEdit, options?: CallOptions): Promise<CompanyProfile>;

  /** The logo of the company. As a PNG. 404 when there is none. */
  getLogo(options?: CallOptions): Promise<Response>;

  /** Delete the logo of the company. 404 when there is none. */
  deleteLogo(options?: CallOptions): Promise<Done>;

  /** Upload the logo of the company. The body is the file itself, a PNG, JPEG or WebP up to 200 KB. It is drawn anew with at most 640 by 240 pixels; nothing else of the file is kept. Pages show it on white. */
  putLogo(body: FileBody, options?: CallOptions): Promise<CompanyProfile>;
}

export interface CoverageMethods {
  /** Which months of which meters are billed. One row per meter, with its months up to the current one: complete, estimated, partial, gap, overlap, late or not due, with the cause, its days and the bills of the month. Pages are made of meters. Days count as in `month_complete`. */
  list(options?: CallOptions & {
    /** Records fetched at a time; 200 by default. The listing goes through all of them. */
    limit?: number;
    /** Where to begin; by default at the beginning. */
    cursor?: string;
    /** Only those of this property. */
    property_id?: number;
    /** Only those of this utility account. */
    utility_account_id?: number;
    /** Only this meter. */
    utility_meter_id?: number;
    /** Only months that begin on or after this day, also those before the first bill; a month such as `2024-01` means its first day. Without it, each meter begins with the month of its first bill. */
    from?: string;
    /** Only months that begin before this day. The current month is the last one in any case. */
    to?: string;
    /** Only months in this state, and only meters with such a month. */
    state?: "overlap" | "gap" | "late" | "partial" | "estimated" | "complete" | "not_due";
  }): Listing<MeterCoverage>;

  /** How many months of meters are in each state. Counts what `GET /v1/coverage` lists for the same parameters. */
  summarise(options?: CallOptions & {
    /** Only those of this property. */
    property_id?: number;
    /** Only those of this utility account. */
    utility_account_id?: number;
    /** Only this meter. */
    utility_meter_id?: number;
    /** Only months that begin on or after this day, also those before the first bill; a month such as `2024-01` means its first day. Without it, each meter begins with the month of its first bill. */
    from?: string;
    /** Only months that begin before this day. The current month is the last one in any case. */
    to?: string;
    /** Only months in this state, and only meters with such a month. */
    state?: "overlap" | "gap" | "late" | "partial" | "estimated" | "complete" | "not_due";
  }): Promise<CoverageSummary>;
}

export interface DaysMethods {
  /** The days on which bills were saved. UTC days, newest first. */
  list(options?: CallOptions & {
    /** Records fetched at a time; 200 by default. The listing goes through all of them. */
    limit?: number;
    /** Where to begin; by default at the beginning. */
    cursor?: string;
  }): Listing<string>;

  /** The bills saved on one day. A day without bills is an empty list. With `format=xml` the bills come as ESPI 4.0, the schema of Green Button. */
  listBills(date: string, options?: CallOptions & {
    /** Records fetched at a time; 200 by default. The listing goes through all of them. */
    limit?: number;
    /** Where to begin; by default at the beginning. */
    cursor?: string;
    /** Only archived ones, or only those in use. */
    archived?: boolean;
  }): Listing<UtilityBill>;
  listBills(date: string, options: CallOptions & {
    /** At most this many records; the `Link` header with rel="next" leads to the next page. Without it the list is complete. */
    limit?: number;
    /** Where the page begins: taken from the `Link` header of the previous page. */
    cursor?: string;
    /** Only archived ones, or only those in use. */
    archived?: boolean;
    /** `xml`: the bills as ESPI 4.0 (Green Button) in an Atom feed, with the content type text/xml, without pages. Any other value: JSON. */
    format: string;
  }): Promise<Response>;
}

export interface DeliveryMethods {
  /** The custom data deliveries of the company. Files made on a schedule, each with a link that works for 7 days. Shows the newest 50 files of each delivery; GET /v1/delivery/:id shows all that are kept. Deleted deliveries are left out unless `archived` or `updated_since` asks for them. */
  list(options?: CallOptions & {
    /** Records fetched at a time; 200 by default. The listing goes through all of them. */
    limit?: number;
    /** Where to begin; by default at the beginning. */
    cursor?: string;
    /** Only records changed at this time or later, including archived ones, ordered by updated_at and id. */
    updated_since?: string;
    /** Only archived ones, or only those in use. */
    archived?: boolean;
  }): Listing<DataDelivery>;

  /** Make a delivery. It first runs when it is due, or at once with POST /v1/delivery/:id/run. Passwords and keys are never shown again. */
  create(body: NewDataDelivery, options?: PostOptions): Promise<DataDelivery>;

  /** One delivery with its runs. The result of each run, and all files that are kept. Also for a deleted delivery, which is archived. */
  get(id: Id, options?: CallOptions): Promise<DataDeliveryWithRuns>;

  /** Edit a delivery. Changes the given fields; content and destination are replaced as a whole, except that omitted passwords and keys stay when the destination and user are the same. With new content, everything counts as not yet delivered. A new destination immediately receives the waiting files. `active: false` cancels waiting runs. */
  edit(id: Id, body: DataDeliveryEdit, options?: CallOptions): Promise<DataDelivery>;

  /** Delete a delivery. It is archived: nothing is made or sent any more, and its passwords and keys are deleted. Files already delivered stay. */
  delete(id: Id, options?: CallOptions): Promise<DataDelivery>;

  /** Run a delivery now. Starts a run, whatever the schedule says. A run that waits for its next try, or for a person, is tried at once instead. GET /v1/delivery/:id shows its progress. */
  run(id: Id, options?: PostOptions): Promise<DataDeliveryRun>;

  /** Test the destination of a delivery. Writes a small file there, `meterbook-test.txt`, deletes it again, and returns the result. If the SFTP server's key is not known yet, it is stored. By mail, each person who has not stopped the mails gets a test mail, which counts for the limits of a day. */
  test(id: Id, options?: PostOptions): Promise<DeliveryTest>;
}

export interface DemoDataMethods {
  /** Whether the company has demo data. What was collected from utilities that come with the service for trying it. */
  get(options?: CallOptions): Promise<DemoData>;

  /** Collect demo data. Gives a login to each utility that comes with the service for trying it, and collects all accounts found there, as for any other login: the bills of eight buildings arrive within a minute or two. Where there is demo data already, nothing is done. */
  add(options?: PostOptions): Promise<DemoData>;

  /** Delete all demo data. A job deletes its authorizations, accounts, meters, bills and files, and the properties that have no other meters; read it again until `present` is false. Other records stay. Nothing of it can be brought back, and the change feed does not list what was deleted. */
  delete(options?: CallOptions): Promise<DemoData>;
}

export interface DocumentsMethods {
  /** The files of all accounts and the result of reading them. A document in review is kept out of the bills until a user decides. `state=review` lists what waits for someone. */
  list(options?: CallOptions & {
    /** Records fetched at a time; 200 by default. The listing goes through all of them. */
    limit?: number;
    /** Where to begin; by default at the beginning. */
    cursor?: string;
    /** Only records changed at this time or later, including archived ones, ordered by updated_at and id. */
    updated_since?: string;
    /** Only those in this state. */
    state?: "waiting" | "accepted" | "known" | "review" | "rejected" | "unpacked";
    /** Only those with a finding of this name. */
    finding?: string;
    /** Only those of this utility account. */
    utility_account_id?: number;
    /** Only those of accounts of this utility. */
    utility_company_id?: number;
    /** true: only files that a user uploaded; false: only others; absent: both. */
    uploaded?: "true" | "false";
    /** Only those of the utility with this key or name. */
    utility?: string;
  }): Listing<Document>;

  /** Upload the file of a bill. The body is the file itself, up to 25 MB: a PDF, a scan or picture as PDF, PNG, JPEG or TIFF, whose text is recognised, a Green Button feed, an X12 file, a saved web page, or a ZIP archive of these. It is read by a job: poll the document until its state is no longer `waiting`. A file with several bills gives a document for each, and so does a ZIP archive for each of its files: its own document lists them under `entries`. The same file twice is one document; the second time the answer is 200. */
  upload(body: FileBody, options: PostOptions & {
    /** Name of the file. */
    name: string;
    /** The account of the bill. Left out: it is found by the printed account number. */
    utility_account_id?: number;
    /** The utility of the bill. With it an account that does not exist yet is created from the printed number. */
    utility_company?: string;
    /** The property of new meters. Left out: it is found or created by the printed service address. */
    property_id?: number;
  }): Promise<DocumentWithReading>;

  /** One document with its reading. The reading is the best one of the file, also when findings keep it in review. */
  get(id: Id, options?: CallOptions): Promise<DocumentWithReading>;

  /** Name the account of an uploaded document. For an uploaded document in review; it is then read again. */
  assign(id: Id, body: DocumentAssignment, options?: CallOptions): Promise<DocumentWithReading>;

  /** Read a document again. Its file is read again with the templates of today. A document in review or a rejected one becomes a bill when it is read without an error. The bill of an accepted document is edited when its values differ, and stays when a user corrected it, or when the file is not read without an error; then the document has the warning `read_otherwise`. Poll the document until its state is no longer `waiting`. */
  reread(id: Id, options?: PostOptions): Promise<DocumentWithReading>;

  /** Accept the reading of a document in review. Saves its reading as a bill although it has findings. Each finding with the severity `error` must be named; otherwise the answer is `does-not-add-up` with all of them. The bill lists them in `accepted_findings`. */
  accept(id: Id, body: DocumentAcceptance, options?: PostOptions): Promise<DocumentWithReading>;

  /** Reject a document in review. It is no bill to keep. Its file stays, and `reread` takes the decision back. */
  reject(id: Id, body: DocumentRejection, options?: PostOptions): Promise<DocumentWithReading>;

  /** A page of a document as a picture. For a PDF, PNG, JPEG or TIFF. The `ETag` stays the same while file and reading do. `Page-Width` and `Page-Height` are the size of the page in points, in which places are given; `Page-Count` says how many pages the file has. */
  getPage(id: Id, page: number, options?: CallOptions & {
    /** With boxes around the places of the values that were read, and of findings. */
    boxes?: boolean;
    /** Dots per inch; a large page is drawn with fewer. */
    dpi?: number;
  }): Promise<Response>;

  /** The words of a page of a document. With their places. The words of a page without text are recognised, which takes some seconds the first time. */
  getWords(id: Id, options?: CallOptions & {
    /** From 1. */
    page?: number;
  }): Promise<PageWords>;

  /** The page for one document. It shows the pages, the reading and the findings; the document can be accepted, corrected or rejected there, in any browser. Anyone with the link decides in your name for 8 hours, or until you are signed out everywhere. */
  getReviewLink(id: Id, options?: CallOptions): Promise<ReviewLink>;
}

export interface FilesMethods {
  /** Open a file by its signed link. The link is in `source.expiring_link` of a bill and works for 7 days. A single `Range` of bytes is served in part; the `ETag` is the SHA-256 of the file. */
  get(ref: string, options?: CallOptions & {
    /** With `1` a browser downloads the file instead of showing it. */
    download?: string;
  }): Promise<Response>;

  /** Open a delivered file by its signed link. The link is in `files` of a delivery and works for 7 days. A single `Range` of bytes is served in part; the `ETag` is the SHA-256 of the file. */
  getDelivery(ref: string, options?: CallOptions & {
    /** With `1` a browser downloads the file instead of showing it. */
    download?: string;
  }): Promise<Response>;
}

export interface FindingRulesMethods {
  /** The rules about saved bills. Each with its thresholds: the default, and what the company set. */
  list(options?: CallOptions): Listing<FindingRule>;

  /** Set thresholds of rules, or turn rules off and on. All bills of the company are then checked again, within seconds to minutes. The findings of a rule that is turned off are resolved. */
  edit(body: FindingRulesEdit, options?: CallOptions): Promise<FindingRule[]>;
}

export interface FindingsMethods {
  /** What the rules say about saved bills. `state=open` lists what waits for someone; `updated_since` gives what opened, came back, was closed or was resolved since then. */
  list(options?: CallOptions & {
    /** Records fetched at a time; 200 by default. The listing goes through all of them. */
    limit?: number;
    /** Where to begin; by default at the beginning. */
    cursor?: string;
    /** Only records changed at this time or later, including archived ones, ordered by updated_at and id. */
    updated_since?: string;
    /** Only those in this state. */
    state?: "open" | "closed" | "resolved";
    /** Only those of this rule. */
    rule?: "gap" | "overlap" | "duplicate" | "missing_meter" | "future_days" | "unusual_use" | "unusual_cost" | "zero_use" | "repeated_use" | "rate_change" | "unit_change";
    /** Only those of this severity. */
    severity?: "warning" | "notice";
    /** Only those of this property. */
    property_id?: number;
    /** Only those of this utility account. */
    utility_account_id?: number;
    /** Only those of this meter. */
    utility_meter_id?: number;
    /** Only those about this bill. */
    utility_bill_id?: number;
  }): Listing<BillFinding>;

  /** One finding. */
  get(id: Id, options?: CallOptions): Promise<BillFinding>;

  /** Close a finding with a note. For an open finding that needs no correction. It stays closed while it says the same, and opens again when its figures change or when it comes back. */
  close(id: Id, body: FindingClosing, options?: PostOptions): Promise<BillFinding>;

  /** Open a closed finding again. Its note stays. */
  reopen(id: Id, options?: PostOptions): Promise<BillFinding>;
}

export interface FormLinksMethods {
  /** The form links for one person each. With how far each has come. The link of the company itself is GET /v1/authorizations/formlink. */
  list(options?: CallOptions & {
    /** Records fetched at a time; 200 by default. The listing goes through all of them. */
    limit?: number;
    /** Where to begin; by default at the beginning. */
    cursor?: string;
    /** Only records changed at this time or later, including archived ones, ordered by updated_at and id. */
    updated_since?: string;
    /** Only those in this state. */
    state?: "sent" | "opened" | "done" | "broken" | "expired" | "ended";
    /** Only those with this reference. */
    reference?: string;
  }): Listing<TenantFormLink>;

  /** Make a form link for one person. Send it to one tenant or employee: it says when it was opened and used, and authorizations made through it carry its reference. A company can have 20,000 that it did not end. */
  create(body: NewFormLink, options?: PostOptions): Promise<TenantFormLink>;

  /** Make many form links. Up to 500 at once, all or none, in the order of the answer. */
  createMany(body: NewFormLinks, options?: PostOptions): Promise<TenantFormLink[]>;

  /** One form link. With how far it has come. */
  getById(id: Id, options?: CallOptions): Promise<TenantFormLink>;

  /** End a form link. It opens nothing any more. Authorizations made through it, and their receipts, stay. */
  end(id: Id, options?: CallOptions): Promise<TenantFormLink>;

  /** Replace the address of a form link. The old address opens nothing any more; receipts still work. Also for a link that was ended or has expired. */
  renewById(id: Id, body: FormLinkRenewal | null, options?: PostOptions): Promise<TenantFormLink>;

  /** Send a form link by mail. In the language of the link, with the name of your company and nothing else. `mail_state` says what becomes of it. One address gets three such mails in a day, and a company sends 1,000. */
  mailById(id: Id, body: FormLinkMail | null, options?: PostOptions): Promise<TenantFormLink>;
}

export interface GreenButtonRequestsMethods {
  /** Ask a customer for a permission by Green Button Connect. For a utility whose `supported` has `green_button_connect`. Open `authorize_url` in the customer's browser: they permit at the utility that their bills are read, and no password is given. The authorization begins when they have; the change feed then has `authorization.created`. */
  create(body: NewGreenButtonRequest, options?: PostOptions): Promise<GreenButtonRequestCreated>;

  /** What became of a request. Poll it, or follow the change feed, which has `authorization.created` when the customer has permitted it. It is kept for a month. */
  get(id: Id, options?: CallOptions): Promise<GreenButtonRequest>;
}

export interface HealthMethods {
  /** The process lives. Checks nothing: 200 as long as the process can answer. */
  isAlive(options?: CallOptions): Promise<{
    alive: boolean;
  }>;

  /** The service can work. 503 while the database or the file store is unavailable or full, a migration is missing or the root key does not fit; `parts` says which. */
  isReady(options?: CallOptions): Promise<Readiness>;
}

export interface ImportProfilesMethods {
  /** The import profiles. The company's own profiles by name, then the built-in ones. */
  list(options?: CallOptions & {
    /** Records fetched at a time; 200 by default. The listing goes through all of them. */
    limit?: number;
    /** Where to begin; by default at the beginning. */
    cursor?: string;
  }): Listing<ImportProfile>;

  /** One import profile. A built-in one is a good starting point for your own. */
  get(name: string, options?: CallOptions): Promise<ImportProfile>;

  /** Make or replace an import profile. Earlier imports keep the profile as it was then. */
  replace(name: string, body: ImportProfileEdit, options?: CallOptions): Promise<ImportProfile>;

  /** Delete an import profile. Data that was imported with it stays. */
  delete(name: string, options?: CallOptions): Promise<Done>;
}

export interface ImportsMethods {
  /** All imports of bill history. Their progress and results. */
  list(options?: CallOptions & {
    /** Records fetched at a time; 200 by default. The listing goes through all of them. */
    limit?: number;
    /** Where to begin; by default at the beginning. */
    cursor?: string;
    /** Only records changed at this time or later, including archived ones, ordered by updated_at and id. */
    updated_since?: string;
    /** Only those in this state. */
    state?: "waiting" | "reading" | "checked" | "importing" | "done" | "failed" | "cancelled";
  }): Listing<BillImport>;

  /** Import bill history from a spreadsheet. The body is the file itself, CSV or XLSX, up to 50 MB. A dry run reads it and compares it with the existing data, without any effect: `rows_refused` and the refusals say what is wrong, and the counts say what the import would save and create; `confirm` saves it. Sending the same file twice creates nothing twice. */
  create(body: FileBody, options: PostOptions & {
    /** Name of the file. */
    name: string;
    /** The import profile that says what the columns mean. Absent: it is chosen by the header row; when several profiles fit and read the file differently, one must be named. */
    profile?: string;
    /** With `false` the bills are imported at once; otherwise the import waits to be confirmed. */
    dry_run?: boolean;
    /** For all rows, whatever the file says. */
    utility_company?: string;
    /** Account number for all rows, whatever the file says. */
    account?: string;
    /** The property of all meters, whatever the file says. */
    property_id?: number;
  }): Promise<BillImport>;

  /** An empty spreadsheet to fill in. The header row of the profile `meterbook`. Optional columns can be left out. */
  getTemplate(options?: CallOptions): Promise<Response>;

  /** One import. Poll it to follow its progress. */
  get(id: Id, options?: CallOptions): Promise<BillImport>;

  /** The refused rows, with reasons. In row order; last those found only while saving. A row can be refused for several reasons. Also for a dry run. */
  listRefusals(id: Id, options?: CallOptions & {
    /** Records fetched at a time; 200 by default. The listing goes through all of them. */
    limit?: number;
    /** Where to begin; by default at the beginning. */
    cursor?: string;
    /** Only records changed at this time or later, including archived ones, ordered by updated_at and id. */
    updated_since?: string;
  }): Listing<ImportRefusal>;

  /** Confirm an import after its dry run. The good rows become bills; refused rows are left out. Data that changed since the dry run is checked again, so more rows may be refused. The counts of bills, accounts, meters and properties restart at 0 and count what has been saved. */
  confirm(id: Id, options?: PostOptions): Promise<BillImport>;

  /** Stop an import. Bills imported before the stop stay; the same file can be sent again. */
  cancel(id: Id, options?: PostOptions): Promise<BillImport>;
}

export interface InvitationsMethods {
  /** Invitations of the company. With what became of each, in id order. The links are not shown. */
  list(options?: CallOptions & {
    /** Records fetched at a time; 200 by default. The listing goes through all of them. */
    limit?: number;
    /** Where to begin; by default at the beginning. */
    cursor?: string;
    /** Only records changed at this time or later, including archived ones, ordered by updated_at and id. */
    updated_since?: string;
  }): Listing<Invitation>;

  /** Invite a person to the company. Makes a link that works once, for seven days: on its page the person chooses a password and becomes a user of the company. The link is shown only in this answer; where mail is set up, the person gets one by mail, too. */
  create(body: NewInvitation, options?: PostOptions): Promise<MadeInvitation>;

  /** Make a new link for an invitation. It works for seven days from now. The link before it no longer works. */
  renew(id: Id, options?: PostOptions): Promise<MadeInvitation>;

  /** Withdraw an invitation. Its link stops working at once. Repeating it changes nothing. */
  withdraw(id: Id, options?: CallOptions): Promise<Invitation>;

  /** Show an invitation to the invited person. For the page of the link. Links that do not work are counted per address; beyond the limit: 429. */
  open(body: LinkGiven, options?: CallOptions): Promise<OpenedInvitation>;

  /** Accept an invitation. Makes the user with the chosen name and password, and signs in with a cookie, as POST /v1/sessions does. The link works once. */
  accept(body: InvitationAcceptance, options?: CallOptions): Promise<Me>;
}

export interface MailboxesMethods {
  /** The mailboxes of the company. Deleted ones are left out unless `archived` or `updated_since` asks for them. */
  list(options?: CallOptions & {
    /** Records fetched at a time; 200 by default. The listing goes through all of them. */
    limit?: number;
    /** Where to begin; by default at the beginning. */
    cursor?: string;
    /** Only records changed at this time or later, including archived ones, ordered by updated_at and id. */
    updated_since?: string;
    /** Only archived ones, or only those in use. */
    archived?: boolean;
  }): Listing<Mailbox>;

  /** Have a mailbox read. It is looked at at once, and then every ten minutes: files of its mails that could be bills are uploaded like those of POST /v1/documents. The password is never shown again. A company can have 50. */
  createMailbox(body: NewMailbox, options?: PostOptions): Promise<Mailbox>;

  /** One mailbox. Also for a deleted mailbox, which is archived. */
  getMailbox(id: Id, options?: CallOptions): Promise<Mailbox>;

  /** Edit a mailbox. Changes the given fields, and looks at the mailbox at once. Another host, port or user needs the password again. Mails that were read are not read again, unless host, user or folder change; an earlier `since` takes the mails before, too. A refused login is tried again only when something of the login changes. */
  editMailbox(id: Id, body: MailboxEdit, options?: CallOptions): Promise<Mailbox>;

  /** Delete a mailbox. It is archived: it is not read any more, and its password is deleted. Its documents and the list of its mails stay. */
  deleteMailbox(id: Id, options?: CallOptions): Promise<Mailbox>;

  /** Look at a mailbox now. A job looks at it within seconds; `last_checked_at` says when it has. */
  checkMailbox(id: Id, options?: PostOptions): Promise<Mailbox>;

  /** What became of the mails of a mailbox. Each mail that was handled, with its files and the documents they became; kept for 90 days. */
  listMailboxMails(id: Id, options?: CallOptions & {
    /** Records fetched at a time; 200 by default. The listing goes through all of them. */
    limit?: number;
    /** Where to begin; by default at the beginning. */
    cursor?: string;
    /** Only records changed at this time or later, including archived ones, ordered by updated_at and id. */
    updated_since?: string;
    /** Only those in this state. */
    state?: "reading" | "taken" | "no_bill" | "sender_not_listed" | "refused" | "failed";
  }): Listing<MailboxMail>;
}

export interface MeMethods {
  /** Change your own password. Every session of the user ends and a new one begins: the answer holds its token, or renews the cookie of a request that came with one. API tokens stay, since they do not depend on the password. */
  changePassword(body: PasswordChange, options?: PostOptions): Promise<ChangedPassword>;

  /** The signed-in user. The user of the token, and the company whose data the answers are limited to. `role` is the role that this token acts with, which may be lower than the user's own. */
  get(options?: CallOptions): Promise<Me>;

  /** Change your own name. Everything else of a user is changed by an owner of the company, or by an administrator. */
  edit(body: MeEdit, options?: CallOptions): Promise<Me>;

  /** Own sessions. Sessions that have not ended, the most recently used first. */
  listSessions(options?: CallOptions): Listing<Session>;

  /** End one of your sessions. Takes up to five seconds to reach every process. */
  endSession(id: Id, options?: CallOptions): Promise<DoneWithId>;

  /** Whether sign-in requires a code. The authenticator app of the user of this token. */
  getAuthenticator(options?: CallOptions): Promise<Authenticator>;

  /** Set up an authenticator app. Returns a secret for the app. Nothing changes until a first code confirms it; repeated before that, it returns another secret. Needs a session, not an API token. */
  setUpAuthenticator(body: AuthenticatorSetup, options?: PostOptions): Promise<AuthenticatorSecret>;

  /** Confirm the authenticator app with its first code. From now on, sign-in requires a code. The other sessions of the user end. The answer holds ten recovery codes, which are not shown again. */
  confirmAuthenticator(body: AuthenticatorCode, options?: PostOptions): Promise<RecoveryCodes>;

  /** Remove the authenticator app. From now on, the password alone is enough to sign in. Needs a code. */
  removeAuthenticator(body: AuthenticatorCode, options?: PostOptions): Promise<Done>;
}

export interface MetersMethods {
  /** All meters. Each with the account that bills it. */
  list(options?: CallOptions & {
    /** Records fetched at a time; 200 by default. The listing goes through all of them. */
    limit?: number;
    /** Where to begin; by default at the beginning. */
    cursor?: string;
    /** Only records changed at this time or later, including archived ones, ordered by updated_at and id. */
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

  /** One meter. With the account that bills it. */
  get(id: Id, options?: CallOptions): Promise<UtilityMeter>;

  /** Replace the metadata of a meter. The body replaces the whole metadata: keys that it leaves out are removed. */
  replaceMetadata(id: Id, body: Record<string, unknown>, options?: CallOptions): Promise<UtilityMeter>;

  /** Edit a meter. Changes the given fields: the property it belongs to, the wrapper that joins it to another meter, its status. Metadata is replaced by PUT. */
  edit(id: Id, body: UtilityMeterEdit, options?: CallOptions): Promise<UtilityMeter>;

  /** One meter with its calendar months. Bill lines split over calendar months by days. The months sum to the meter's charges to the cent. */
  getWithMonths(id: Id, options?: CallOptions & {
    /** At most this many records; the `Link` header with rel="next" leads to the next page. Without it the list is complete. */
    limit?: number;
    /** Where the page begins: taken from the `Link` header of the previous page. */
    cursor?: string;
    /** Only records changed at this time or later, including archived ones, ordered by updated_at and id. */
    updated_since?: string;
    /** Only months that begin on or after this day; a month such as `2024-01` means its first day. */
    from?: string;
    /** Only months that begin before this day; `2025-01` leaves out January 2025. */
    to?: string;
    /** Adds to each month the bill lines that its figures are made of, and how many of their days fall in the month. At most 24 months in an answer: give `from` and `to`, or a `limit` of at most 24. */
    explain?: boolean;
  }): Promise<UtilityMeterWithMonths>;

  /** One meter with the bills it appears on. The bills are complete: they may also have charges and usages of other meters. */
  getWithBills(id: Id, options?: CallOptions & {
    /** At most this many records; the `Link` header with rel="next" leads to the next page. Without it the list is complete. */
    limit?: number;
    /** Where the page begins: taken from the `Link` header of the previous page. */
    cursor?: string;
    /** Only records changed at this time or later, including archived ones, ordered by updated_at and id. */
    updated_since?: string;
    /** Only archived ones, or only those in use. */
    archived?: boolean;
    /** Only bills with an invoice date on or after this day. */
    from?: string;
    /** Only bills with an invoice date before this day. */
    to?: string;
  }): Promise<UtilityMeterWithBills>;

  /** The energy signature of a meter. Each month with its use per day and the mean outdoor temperature; the change-point model that fits them best, with its balance points; the line to draw; and what can be said in a sentence. Without enough months or temperatures the model is null, and `reason` says why. */
  getSignature(id: Id, options?: CallOptions & {
    /** Only months that begin on or after this day. Without it the 24 latest; 60 at most. */
    from?: string;
    /** Only months that begin before this day; `2025-01` leaves out January 2025. */
    to?: string;
  }): Promise<EnergySignature>;
}

export interface OperationsMethods {
  /** How the whole service does. Processes, jobs by kind, logins by utility, sizes, weather, webhooks, root key and the last backup, over all companies. For administrators. */
  get(options?: CallOptions): Promise<ServiceState>;
}

export interface PasswordResetsMethods {
  /** Ask for a link for a new password by mail. Where mail is set up, a user with this address gets a link that works once, for an hour. The answer is the same for every address. Requests are limited per e-mail and per address; beyond the limit: 429. */
  request(body: ForgottenPassword, options?: CallOptions): Promise<Done>;

  /** Set a new password by a link. Ends all sessions of the user and signs in with a cookie, as POST /v1/sessions does. With an authenticator app its code is needed, too. The link works once; it also ends with any other change of the password. */
  resetPassword(body: PasswordReset, options?: CallOptions): Promise<Me>;
}

export interface PortfolioMethods {
  /** All properties together, compared with the year before. Cost, energy, CO2 and water of the last twelve months against the twelve before, or of other months. Only properties that are billed for every month of both are in the sums, so that like is compared with like; the answer says how many are not. */
  summarise(options?: CallOptions & {
    /** The last month of the period, such as `2026-03`. Without it the month through which at least half of the properties that have a complete month are billed for every meter in service, else the last one that has ended. */
    month?: string;
    /** The last month that it is compared with; without it the same month of the year before. */
    against?: string;
    /** How many months each of the two has: 12 compares years. */
    months?: number;
  }): Promise<PortfolioSummary>;

  /** The calendar months of all properties. All properties together, each service or each property, ordered by the service or the property and then by month. The figures are sums of what is billed; `properties_complete` of `properties`, and `left_out`, say how much that is. A property has rows from its first to its last billed month. */
  listMonths(options?: CallOptions & {
    /** What a row is about. month: all properties together. energy_type: each service, with its use in one unit. property: each property. */
    group_by?: "month" | "energy_type" | "property";
    /** Records fetched at a time; 200 by default. The listing goes through all of them. */
    limit?: number;
    /** Where to begin; by default at the beginning. */
    cursor?: string;
    /** Only months that begin on or after this day; a month such as `2024-01` means its first day. */
    from?: string;
    /** Only months that begin before this day; `2025-01` leaves out January 2025. */
    to?: string;
  }): Listing<PortfolioMonth>;

  /** The properties, ranked by the change of their cost. Each property with its figures in both periods. A property that is not billed for every month has `complete: false` and its figures are of what is billed. Why one of them changed is at `/properties/:id/variance`. */
  rankProperties(options?: CallOptions & {
    /** The last month of the period, such as `2026-03`. Without it the month through which at least half of the properties that have a complete month are billed for every meter in service, else the last one that has ended. */
    month?: string;
    /** The last month that it is compared with; without it the same month of the year before. */
    against?: string;
    /** How many months each of the two has: 12 compares years. */
    months?: number;
    /** rise: the largest increase of cost first. fall: the largest decrease. cost: the highest cost of the period. intensity: the most energy per square foot. */
    order?: "rise" | "fall" | "cost" | "intensity";
    /** At most this many properties; without it all. */
    limit?: number;
  }): Promise<PortfolioRanking>;

  /** The budgets of all properties. As JSON the amounts there are. As CSV a table to fill in and send back by PUT: a line for each property and service, a column for each month. */
  getBudget(options?: CallOptions & {
    /** The first month, such as `2027-01`. Without it the fiscal year of the company in which `to`, else today, is. */
    from?: string;
    /** The month after the last one: `2028-01` ends with December 2027. Without it twelve months. */
    to?: string;
  }): Promise<PortfolioBudget>;
  getBudget(options: CallOptions & {
    /** The first month, such as `2027-01`. Without it the fiscal year of the company in which `to`, else today, is. */
    from?: string;
    /** The month after the last one: `2028-01` ends with December 2027. Without it twelve months. */
    to?: string;
    /** Without it, the Accept header decides; the default is JSON. */
    format: "json" | "csv";
  }): Promise<Response>;

  /** Set budgets of many properties from a table. The body is the CSV file itself, up to 5 MB, in the form in which GET writes it. Every amount of a line replaces the one there was, an empty cell removes it; lines and months that the file does not have stay as they are. With a single mistake nothing is saved: `errors` names the line and the column of each. */
  putBudget(body: FileBody, options?: CallOptions): Promise<BudgetImport>;

  /** Budget against actual of all properties. The properties that have a budget in the range, together month by month, and each of them with its sums. Properties without a budget are in no sum. */
  getBudgetVariance(options?: CallOptions & {
    /** The first month, such as `2027-01`. Without it the fiscal year of the company in which `to`, else today, is. */
    from?: string;
    /** The month after the last one: `2028-01` ends with December 2027. Without it twelve months. */
    to?: string;
    /** The last day up to which unbilled days are accrued; at most a year from today. */
    as_of?: string;
  }): Promise<PortfolioBudgetVariance>;

  /** What is used and not billed, at all properties. One row for each stretch of unbilled days of a meter, with the estimated cost and use, the method and the bills it rests on. It is calculated when it is read, from the bills whose months are derived, so it is gone once the bill has arrived. */
  getAccruals(options?: CallOptions & {
    /** The last day up to which unbilled days are accrued; at most a year from today. Without it the last day of the month before the current one. */
    as_of?: string;
  }): Promise<Accruals>;
  getAccruals(options: CallOptions & {
    /** The last day up to which unbilled days are accrued; at most a year from today. Without it the last day of the month before the current one. */
    as_of?: string;
    /** Without it, the Accept header decides; the default is JSON. */
    format: "json" | "csv";
  }): Promise<Response>;

  /** The types of reports over all properties. Each type is available for the whole company, or for one of its properties. */
  listReportTypes(options?: CallOptions & {
    /** Language of titles and descriptions; English without it. */
    language?: "en" | "es";
  }): Promise<PortfolioReportTypes>;

  /** One report over all properties. In the same formats as the reports of a property. A report of bills has a `Link` header with rel="next": the address of the next export, which has what is saved after this one, so that no bill is exported twice or missed. */
  getReport(reportType: "portfolio_performance" | "accounts_payable" | "general_ledger", options?: CallOptions & {
    /** Language of the answer, the names, the notes and everything else that people read. Without it that of the company's profile, else English. Labels of CSV and the keys of rows in JSON are always English. */
    language?: "en" | "es";
    /** Only for CSV: `1` adds the byte order mark by which Excel recognizes UTF-8. */
    bom?: "0" | "1";
    /** Only months that begin, and bills dated, on or after this day. */
    from?: string;
    /** Only months that begin, and bills dated, before this day. */
    to?: string;
    /** Only for reports of bills: those due on or after this day. Bills without a due date are left out. */
    due_from?: string;
    /** Only for reports of bills: those due before this day. Bills without a due date are left out. */
    due_to?: string;
    /** Only for reports of bills: what was saved, or taken back, since the export whose `next_since` this is, or since a day in UTC. Each bill is then exported once. */
    since?: string;
    /** Only for reports of bills: what was saved, or taken back, before this place or day; without it until now. */
    until?: string;
    /** Only what belongs to this property. */
    property_id?: number;
    /** Only for reports of bills: those of the utility with this key or name. */
    utility?: string;
  }): Promise<PortfolioReport>;
  getReport(reportType: "portfolio_performance" | "accounts_payable" | "general_ledger", options: CallOptions & {
    /** Format of the report. Without it, the Accept header decides; the default is JSON. */
    format: "json" | "csv" | "xlsx" | "html" | "pdf";
    /** Language of the answer, the names, the notes and everything else that people read. Without it that of the company's profile, else English. Labels of CSV and the keys of rows in JSON are always English. */
    language?: "en" | "es";
    /** Only for CSV: `1` adds the byte order mark by which Excel recognizes UTF-8. */
    bom?: "0" | "1";
    /** Only months that begin, and bills dated, on or after this day. */
    from?: string;
    /** Only months that begin, and bills dated, before this day. */
    to?: string;
    /** Only for reports of bills: those due on or after this day. Bills without a due date are left out. */
    due_from?: string;
    /** Only for reports of bills: those due before this day. Bills without a due date are left out. */
    due_to?: string;
    /** Only for reports of bills: what was saved, or taken back, since the export whose `next_since` this is, or since a day in UTC. Each bill is then exported once. */
    since?: string;
    /** Only for reports of bills: what was saved, or taken back, before this place or day; without it until now. */
    until?: string;
    /** Only what belongs to this property. */
    property_id?: number;
    /** Only for reports of bills: those of the utility with this key or name. */
    utility?: string;
  }): Promise<Response>;
}

export interface PropertiesMethods {
  /** All properties. A property is made automatically for each new service address. */
  list(options?: CallOptions & {
    /** Records fetched at a time; 200 by default. The listing goes through all of them. */
    limit?: number;
    /** Where to begin; by default at the beginning. */
    cursor?: string;
    /** Only records changed at this time or later, including archived ones, ordered by updated_at and id. */
    updated_since?: string;
    /** Only those with this status. */
    status?: "Active" | "Inactive";
  }): Listing<Property>;

  /** Make a property. Bills make properties from their service addresses automatically; use this for properties without bills yet. A bill with the same address is added to it. */
  create(body: NewProperty, options?: PostOptions): Promise<Property>;

  /** One property with its meters. Each meter with the account that bills it. */
  get(id: Id, options?: CallOptions): Promise<PropertyWithMeters>;

  /** Replace the metadata of a property. The body replaces the whole metadata: keys that it leaves out are removed. */
  replaceMetadata(id: Id, body: Record<string, unknown>, options?: CallOptions): Promise<Property>;

  /** Edit a property. Changes the given fields. Metadata is replaced by PUT. */
  edit(id: Id, body: PropertyEdit, options?: CallOptions): Promise<Property>;

  /** One property with the bills of its meters. The bills are complete: they may also have charges and usages of meters at other properties. Includes archived bills, with the reason. */
  getWithBills(id: Id, options?: CallOptions & {
    /** At most this many records; the `Link` header with rel="next" leads to the next page. Without it the list is complete. */
    limit?: number;
    /** Where the page begins: taken from the `Link` header of the previous page. */
    cursor?: string;
    /** Only records changed at this time or later, including archived ones, ordered by updated_at and id. */
    updated_since?: string;
    /** Only archived ones, or only those in use. */
    archived?: boolean;
    /** Only bills with an invoice date on or after this day. */
    from?: string;
    /** Only bills with an invoice date before this day. */
    to?: string;
  }): Promise<PropertyWithBills>;

  /** One property with its calendar months. All meters of the property added up. */
  getWithMonths(id: Id, options?: CallOptions & {
    /** At most this many records; the `Link` header with rel="next" leads to the next page. Without it the list is complete. */
    limit?: number;
    /** Where the page begins: taken from the `Link` header of the previous page. */
    cursor?: string;
    /** Only records changed at this time or later, including archived ones, ordered by updated_at and id. */
    updated_since?: string;
    /** Only months that begin on or after this day; a month such as `2024-01` means its first day. */
    from?: string;
    /** Only months that begin before this day; `2025-01` leaves out January 2025. */
    to?: string;
    /** Adds to each month the bill lines that its figures are made of, and how many of their days fall in the month. At most 24 months in an answer: give `from` and `to`, or a `limit` of at most 24. */
    explain?: boolean;
  }): Promise<PropertyWithMonths>;

  /** One property with its calendar months by type of energy. Each row adds up the meters that measure the same type of energy. */
  getWithEnergyTypeMonths(id: Id, options?: CallOptions & {
    /** At most this many records; the `Link` header with rel="next" leads to the next page. Without it the list is complete. */
    limit?: number;
    /** Where the page begins: taken from the `Link` header of the previous page. */
    cursor?: string;
    /** Only records changed at this time or later, including archived ones, ordered by updated_at and id. */
    updated_since?: string;
    /** Only months that begin on or after this day; a month such as `2024-01` means its first day. */
    from?: string;
    /** Only months that begin before this day; `2025-01` leaves out January 2025. */
    to?: string;
    /** Adds to each month the bill lines that its figures are made of, and how many of their days fall in the month. At most 24 months in an answer: give `from` and `to`, or a `limit` of at most 24. */
    explain?: boolean;
  }): Promise<PropertyWithEnergyTypeMonths>;

  /** One property with the calendar months of each meter. The months of each meter, ordered by meter. */
  getWithMeterMonths(id: Id, options?: CallOptions & {
    /** At most this many records; the `Link` header with rel="next" leads to the next page. Without it the list is complete. */
    limit?: number;
    /** Where the page begins: taken from the `Link` header of the previous page. */
    cursor?: string;
    /** Only records changed at this time or later, including archived ones, ordered by updated_at and id. */
    updated_since?: string;
    /** Only months that begin on or after this day; a month such as `2024-01` means its first day. */
    from?: string;
    /** Only months that begin before this day; `2025-01` leaves out January 2025. */
    to?: string;
    /** Adds to each month the bill lines that its figures are made of, and how many of their days fall in the month. At most 24 months in an answer: give `from` and `to`, or a `limit` of at most 24. */
    explain?: boolean;
  }): Promise<PropertyWithMeterMonths>;

  /** One property with its year-over-year snapshots. There is one for every month that has twelve complete months before it. */
  getWithSnapshots(id: Id, options?: CallOptions & {
    /** At most this many records; the `Link` header with rel="next" leads to the next page. Without it the list is complete. */
    limit?: number;
    /** Where the page begins: taken from the `Link` header of the previous page. */
    cursor?: string;
    /** Only records changed at this time or later, including archived ones, ordered by updated_at and id. */
    updated_since?: string;
    /** Only months that begin on or after this day; a month such as `2024-01` means its first day. */
    from?: string;
    /** Only months that begin before this day; `2025-01` leaves out January 2025. */
    to?: string;
  }): Promise<PropertyWithSnapshots>;

  /** One property with the degree days at its weather station. By calendar month. Days without a temperature are counted, never estimated. */
  getWithDegreeDays(id: Id, options?: CallOptions & {
    /** At most this many records; the `Link` header with rel="next" leads to the next page. Without it the list is complete. */
    limit?: number;
    /** Where the page begins: taken from the `Link` header of the previous page. */
    cursor?: string;
    /** Only records changed at this time or later, including archived ones, ordered by updated_at and id. */
    updated_since?: string;
    /** Only months that begin on or after this day; a month such as `2024-01` means its first day. */
    from?: string;
    /** Only months that begin before this day; `2025-01` leaves out January 2025. */
    to?: string;
  }): Promise<PropertyWithDegreeDays>;

  /** The energy signature of a service of a property. All meters of one type of energy together. Each month with its use per day and the mean outdoor temperature; the change-point model that fits them best, with its balance points; the line to draw; and what can be said in a sentence. Without enough months or temperatures the model is null, and `reason` says why. */
  getSignature(id: Id, options?: CallOptions & {
    /** Only months that begin on or after this day. Without it the 24 latest; 60 at most. */
    from?: string;
    /** Only months that begin before this day; `2025-01` leaves out January 2025. */
    to?: string;
    /** Of which meters together. */
    energy_type?: "ELECTRIC" | "GAS" | "STEAM" | "CHILLED_WATER" | "HOT_WATER" | "FUEL_OIL" | "PROPANE" | "DIESEL" | "WATER" | "SEWER" | "IRRIGATION" | "STORMWATER" | "WASTE" | "SOLAR" | "OTHER";
  }): Promise<EnergySignature>;

  /** Why a property cost more or less than before. Splits the difference of the cost of two months, or of two spans of up to twelve months, into days, weather, use, demand, price, fixed charges, taxes and others, for the property, each service and each meter. The parts sum to the difference to the cent. The lines behind a month are at `/monthly/meters?explain=true`. */
  explainVariance(id: Id, options?: CallOptions & {
    /** The last month of the period, such as `2026-03`. Without it the latest month for which every meter in service is billed, else the last one that has ended. */
    month?: string;
    /** The last month that it is compared with; without it the same month of the year before. */
    against?: string;
    /** How many months each of the two has: 12 compares years. */
    months?: number;
  }): Promise<PropertyVariance>;

  /** The ENERGY STAR score of a property, or why it has none. An estimate by EPA's published models, as in its snapshots. Without a score, `reason` and `inputs` say what is missing; `property_types` has what each type of property needs in `metadata.property_use`. */
  getScore(id: Id, options?: CallOptions): Promise<PropertyScore>;

  /** The budget of a property. What its services are expected to cost, month by month. A month without an amount has no budget. */
  getBudget(id: Id, options?: CallOptions & {
    /** The first month, such as `2027-01`. Without it the fiscal year of the company in which `to`, else today, is. */
    from?: string;
    /** The month after the last one: `2028-01` ends with December 2027. Without it twelve months. */
    to?: string;
  }): Promise<PropertyBudget>;

  /** Set amounts of the budget of a property. A month, a year or a range at once. Each amount replaces that of its service and month, null removes it, and those that are not named stay. The answer has the months from the first to the last that were named. */
  setBudget(id: Id, body: BudgetInput, options?: CallOptions): Promise<PropertyBudget>;

  /** Propose a budget from what the months before cost. Each month is proposed as what it cost in the latest of the two years before in which it is completely billed, changed by `percent`. Nothing is saved: send the amounts by PUT. */
  proposeBudget(id: Id, options?: CallOptions & {
    /** The first month, such as `2027-01`. Without it the fiscal year of the company in which `to`, else today, is. */
    from?: string;
    /** The month after the last one: `2028-01` ends with December 2027. Without it twelve months. */
    to?: string;
    /** The change against the months before, in percent: 3 proposes three percent more. */
    percent?: number;
    /** service: an amount for each service. property: one for all services together. */
    by?: "service" | "property";
  }): Promise<ProposedBudget>;

  /** Budget against actual of a property. For each month and service the budget, what is billed, what its unbilled days probably cost, and what it will cost in the end. The unbilled days are at `/accruals`. */
  getBudgetVariance(id: Id, options?: CallOptions & {
    /** The first month, such as `2027-01`. Without it the fiscal year of the company in which `to`, else today, is. */
    from?: string;
    /** The month after the last one: `2028-01` ends with December 2027. Without it twelve months. */
    to?: string;
    /** The last day up to which unbilled days are accrued; at most a year from today. */
    as_of?: string;
  }): Promise<PropertyBudgetVariance>;

  /** What is used and not billed, at a property. One row for each stretch of unbilled days of a meter, with the estimated cost and use, the method and the bills it rests on. It is calculated when it is read, from the bills whose months are derived, so it is gone once the bill has arrived. */
  getAccruals(id: Id, options?: CallOptions & {
    /** The last day up to which unbilled days are accrued; at most a year from today. Without it the last day of the month before the current one. */
    as_of?: string;
  }): Promise<Accruals>;
  getAccruals(id: Id, options: CallOptions & {
    /** The last day up to which unbilled days are accrued; at most a year from today. Without it the last day of the month before the current one. */
    as_of?: string;
    /** Without it, the Accept header decides; the default is JSON. */
    format: "json" | "csv";
  }): Promise<Response>;
}

export interface QuotasMethods {
  /** How much the company stores, and its limits. One row each for the bytes of kept files (bills, imports, deliveries), bills, their lines, and open imports. Above a limit, requests are refused with `quota-exceeded`, collection stops with `quota_exceeded`, and existing data stays. */
  list(options?: CallOptions): Listing<Quota>;
}

export interface ReportLinksMethods {
  /** Reports that are shared by link. Includes links that have ended or expired, without their address. */
  list(options?: CallOptions & {
    /** Records fetched at a time; 200 by default. The listing goes through all of them. */
    limit?: number;
    /** Where to begin; by default at the beginning. */
    cursor?: string;
    /** Only records changed at this time or later, including archived ones, ordered by updated_at and id. */
    updated_since?: string;
  }): Listing<ReportLink>;

  /** Share a report by link. Anyone with the address reads this report, as it is on the day of reading, and nothing else: no bill files, no other property. It works without a sign-in until it expires or is ended. */
  create(body: NewReportLink, options?: PostOptions): Promise<ReportLink>;

  /** End a link to a report. The address stops working at once. Repeating it changes nothing. */
  end(id: Id, options?: CallOptions): Promise<ReportLink>;
}

export interface ReportsMethods {
  /** Read a report by its link. A page, or another format by `format`. The range of the report is that of the link. `GET /v1/report_links` lists the links of the company. */
  getShared(ref: string, options?: CallOptions & {
    /** Language of the answer, the names, the notes and everything else that people read. Without it that of the company's profile, else English. Labels of CSV and the keys of rows in JSON are always English. */
    language?: "en" | "es";
    /** Only for CSV: `1` adds the byte order mark by which Excel recognizes UTF-8. */
    bom?: "0" | "1";
  }): Promise<Report>;
  getShared(ref: string, options: CallOptions & {
    /** Format of the report. Without it, the Accept header decides; the default is JSON. */
    format: "json" | "csv" | "xlsx" | "html" | "pdf";
    /** Language of the answer, the names, the notes and everything else that people read. Without it that of the company's profile, else English. Labels of CSV and the keys of rows in JSON are always English. */
    language?: "en" | "es";
    /** Only for CSV: `1` adds the byte order mark by which Excel recognizes UTF-8. */
    bom?: "0" | "1";
  }): Promise<Response>;

  /** The types of reports. Each type is available for any property of the company. */
  listTypes(options?: CallOptions & {
    /** Language of titles and descriptions; English without it. */
    language?: "en" | "es";
  }): Promise<ReportTypes>;

  /** One report of one property. As JSON, rows are keyed by column labels; the same table is available as CSV, as an Excel workbook, as a page and as a PDF by `format` or by the Accept header. A report without data has no rows. */
  get(reportType: "utility_meter_history" | "utility_meter_demand_history" | "monthly_meter_history" | "energy_history_detail_report" | "cost_avoidance_summary" | "cost_avoidance_detail" | "cost_avoidance_expanded" | "property_energy_journal", propertyId: Id, options?: CallOptions & {
    /** Language of the answer, the names, the notes and everything else that people read. Without it that of the company's profile, else English. Labels of CSV and the keys of rows in JSON are always English. */
    language?: "en" | "es";
    /** Only for CSV: `1` adds the byte order mark by which Excel recognizes UTF-8. */
    bom?: "0" | "1";
    /** Only months that begin, and bills and events that end, on or after this day. */
    from?: string;
    /** Only months that begin, and bills and events that end, before this day. */
    to?: string;
    /** Only for the journal: entries of these types, separated by commas. The types are data complete through, certification, note, meter added, meter removed, last bill, bill received, bill edited, estimated read, gap, overlap, usage spike, demand peak, rate change. Other reports ignore it. */
    event_type?: string;
  }): Promise<Report>;
  get(reportType: "utility_meter_history" | "utility_meter_demand_history" | "monthly_meter_history" | "energy_history_detail_report" | "cost_avoidance_summary" | "cost_avoidance_detail" | "cost_avoidance_expanded" | "property_energy_journal", propertyId: Id, options: CallOptions & {
    /** Format of the report. Without it, the Accept header decides; the default is JSON. */
    format: "json" | "csv" | "xlsx" | "html" | "pdf";
    /** Language of the answer, the names, the notes and everything else that people read. Without it that of the company's profile, else English. Labels of CSV and the keys of rows in JSON are always English. */
    language?: "en" | "es";
    /** Only for CSV: `1` adds the byte order mark by which Excel recognizes UTF-8. */
    bom?: "0" | "1";
    /** Only months that begin, and bills and events that end, on or after this day. */
    from?: string;
    /** Only months that begin, and bills and events that end, before this day. */
    to?: string;
    /** Only for the journal: entries of these types, separated by commas. The types are data complete through, certification, note, meter added, meter removed, last bill, bill received, bill edited, estimated read, gap, overlap, usage spike, demand peak, rate change. Other reports ignore it. */
    event_type?: string;
  }): Promise<Response>;
}

export interface SessionsMethods {
  /** Sign in a browser. The same sign-in as POST /v1/auth/login, for pages of this service: the token of the session is set as a cookie that no script can read, for 7 days. A user with an authenticator app sends its code too. */
  create(body: Login, options?: CallOptions): Promise<Me>;

  /** Sign out everywhere. All sessions of the user end, that of the request too. API tokens stay. Takes up to five seconds to reach every process. */
  endAll(options?: CallOptions): Promise<Done>;

  /** Sign in a browser by a link. The operator makes the link: `meterbook user sign-in-link EMAIL`. It works once, for an hour. A user with an authenticator app sends its code too. */
  createByLink(body: LinkSignIn, options?: CallOptions): Promise<Me>;

  /** Sign out. The session of the request ends, and its cookie is cleared. Takes up to five seconds to reach every process. */
  endCurrent(options?: CallOptions): Promise<Done>;
}

export interface TasksMethods {
  /** What waits for someone. Documents to decide about, sign-ins to mend, questions to answer, bills that are late, receivers that fail, imports to confirm: who must act, since when, and the request to begin with. A task ends when its record changes; none is stored. The counts are of all pages. */
  list(options?: CallOptions & {
    /** Records fetched at a time; 200 by default. The listing goes through all of them. */
    limit?: number;
    /** Where to begin; by default at the beginning. */
    cursor?: string;
    /** Only tasks of this kind. */
    kind?: "second_factor" | "sign_in_refused" | "login_lost" | "sign_in_failing" | "document_unreadable" | "document_in_review" | "bill_late" | "meter_without_bill" | "finding_open" | "mailbox_failing" | "delivery_failing" | "webhook_failing" | "import_to_confirm";
    /** Only tasks that wait for them. */
    who?: "customer" | "operator" | "utility";
    /** Only those of this utility account. */
    utility_account_id?: number;
  }): Listing<Task>;
}

export interface UsersMethods {
  /** Reset the authenticator app of another user. For a user who has lost the app and the recovery codes. Your own app is removed with a code. */
  resetAuthenticator(id: Id, options?: CallOptions): Promise<DoneWithId>;

  /** Users. Those of the caller's company; an admin gets those of all companies. Includes users who are switched off. */
  list(options?: CallOptions & {
    /** Records fetched at a time; 200 by default. The listing goes through all of them. */
    limit?: number;
    /** Where to begin; by default at the beginning. */
    cursor?: string;
    /** Only records changed at this time or later, including archived ones, ordered by updated_at and id. */
    updated_since?: string;
  }): Listing<User>;

  /** Make a user of a company. The user can sign in at once. */
  create(body: NewUser, options?: PostOptions): Promise<User>;

  /** Change a user. An owner changes name, company_role and active of users of the own company who are no administrators; an administrator changes any user. A new password ends the sessions of the user. The last administrator cannot lose that role, nor can the last owner of a company, who can be switched off by an administrator only. */
  update(id: Id, body: UserEdit, options?: CallOptions): Promise<User>;

  /** Make a link with which a user sets a new password. For a user who has forgotten the password. It works once, for an hour; the present password works until then. Owners make it for users of their company, administrators for every other user. */
  createResetLink(id: Id, options?: PostOptions): Promise<ResetLink>;
}

export interface UtilitiesMethods {
  /** The utilities to choose from. Those whose bills are collected and the largest others of the US, by name, with what works for each (`supported`). Fast enough to ask on every key press. */
  list(options?: CallOptions & {
    /** Records fetched at a time; 200 by default. The listing goes through all of them. */
    limit?: number;
    /** Where to begin; by default at the beginning. */
    cursor?: string;
    /** Only utilities one of whose names has words that begin with these, in any order, or whose website has this text. Names that begin with it come first. */
    q?: string;
    /** Only those that serve the state with this code, or with this ZIP code, and those of unknown states. */
    place?: string;
    /** Only those of this type of energy. */
    energy_type?: "ELECTRIC" | "GAS" | "STEAM" | "CHILLED_WATER" | "HOT_WATER" | "FUEL_OIL" | "PROPANE" | "DIESEL" | "WATER" | "SEWER" | "IRRIGATION" | "STORMWATER" | "WASTE" | "SOLAR" | "OTHER";
    /** Only those for which this works: `login` for those whose bills are collected. */
    supported?: "login" | "green_button_connect" | "green_button" | "upload";
    /** true: only those that are `unproven`; false: only others; absent: both. */
    unproven?: "true" | "false";
  }): Listing<Utility>;

  /** Utilities that are wanted. Utilities whose bills are not collected, each with how often it was asked for. Those of the caller's company; an admin gets those of all companies. */
  listWishes(options?: CallOptions & {
    /** Records fetched at a time; 200 by default. The listing goes through all of them. */
    limit?: number;
    /** Where to begin; by default at the beginning. */
    cursor?: string;
    /** Only records changed at this time or later, including archived ones, ordered by updated_at and id. */
    updated_since?: string;
  }): Listing<UtilityWish>;

  /** Ask for a utility. Counts that its bills are wanted, for the company and the operator. A user counts once a day for a utility. */
  createWish(body: NewUtilityWish, options?: PostOptions): Promise<Done>;

  /** How the websites of utilities do. One row for each utility that was visited, and another where it was visited with permissions (Green Button Connect). Users see whether its website works, and since when it does not; administrators of the service also visits, successes and refusals by kind, durations and the recipe in use. */
  listHealth(options?: CallOptions & {
    /** Records fetched at a time; 200 by default. The listing goes through all of them. */
    limit?: number;
    /** Where to begin; by default at the beginning. */
    cursor?: string;
  }): Listing<UtilityHealth>;

  /** What changed websites showed. The last answers of websites that were not as their recipes say: the latest five of each utility, for 30 days, the oldest first. Their structure, names and the words of sign-in pages stay; everything else is masked. For administrators. */
  listChangedPages(options?: CallOptions & {
    /** Records fetched at a time; 200 by default. The listing goes through all of them. */
    limit?: number;
    /** Where to begin; by default at the beginning. */
    cursor?: string;
    /** Only those of the utility with this key. */
    utility?: string;
  }): Listing<ChangedPage>;
}

export interface WeatherStationsMethods {
  /** The weather stations nearest to a place. The nearest 10, nearest first. A property with known coordinates or a ZIP uses the first of them automatically if it is within 200 km. Empty for a ZIP that has no area, such as one for post boxes only. */
  list(options: CallOptions & {
    /** Latitude and longitude of the place, in degrees, or its ZIP. */
    near: string;
  }): Listing<WeatherStation>;
}

export interface WebhooksMethods {
  /** The shared webhook secret. Signs every notification to the company. Intermediaries must not cache it. */
  getSecret(options?: CallOptions): Promise<WebhookSecret>;

  /** Replace the shared webhook secret. For 24 hours the old one signs too: in the Standard Webhooks header beside the new one, and in the body for a receiver that answers 500 `{"success": false}` to the new one. */
  resetSecret(options?: PostOptions): Promise<WebhookSecret>;

  /** All webhooks of the company. Includes deleted ones, which are archived. */
  list(options?: CallOptions & {
    /** Records fetched at a time; 200 by default. The listing goes through all of them. */
    limit?: number;
    /** Where to begin; by default at the beginning. */
    cursor?: string;
    /** Only records changed at this time or later, including archived ones, ordered by updated_at and id. */
    updated_since?: string;
    /** Only archived ones, or only those in use. */
    archived?: boolean;
  }): Listing<Webhook>;

  /** Make a webhook. Answers with all webhooks of the company, the new one last; the `Location` header is the address of the new one. A company can have as many as the operator allows, 50 by default. */
  create(body: NewWebhook, options?: PostOptions): Promise<Webhook[]>;

  /** One webhook. Also for a deleted webhook, which is archived. */
  get(id: Id, options?: CallOptions): Promise<Webhook>;

  /** Edit a webhook. Changes the given fields. Switching it on clears the reason why the service had switched it off. */
  update(id: Id, body: WebhookEdit, options?: CallOptions): Promise<Webhook>;

  /** Delete a webhook. It is archived: nothing is sent to it any more. */
  delete(id: Id, options?: CallOptions): Promise<Webhook>;

  /** Send a test event to a webhook. Sends one event at once, signed like any other, and returns what was sent and the response. It works while the webhook is switched off. The ids are those of the company's newest matching record, or an empty list when there is none; `webhook-id` begins with `test_`. It does not count as a delivery: it is not listed, not retried, and a failure does not count against the endpoint. At most 20 per minute for a company. */
  test(id: Id, options?: PostOptions & {
    /** Which event to send. Absent: the webhook's own event type; for `all`, bill.created. */
    event_type?: "bill.created" | "property.created" | "property.updated" | "utility_account.updated" | "utility_meter.created" | "utility_meter.updated" | "authorization.updated" | "authorization.action_required" | "utility_bill.archived" | "bill.late" | "bill.flagged";
  }): Promise<WebhookTest>;

  /** The deliveries of a webhook. Each event to send, and the result. */
  listDeliveries(id: Id, options?: CallOptions & {
    /** Records fetched at a time; 200 by default. The listing goes through all of them. */
    limit?: number;
    /** Where to begin; by default at the beginning. */
    cursor?: string;
    /** Only records changed at this time or later, including archived ones, ordered by updated_at and id. */
    updated_since?: string;
    /** Only this many of the newest, in the order of the list. `limit` has no effect then, and `cursor` and `updated_since` are refused. */
    newest?: number;
    /** Only those in this state. */
    state?: "pending" | "delivered" | "failed" | "skipped";
  }): Listing<WebhookDelivery>;

  /** The attempts of a delivery. The newest first, at most 20: what was sent, and what the endpoint answered. They are kept as long as the delivery. */
  listDeliveryAttempts(id: Id, deliveryId: Id, options?: CallOptions): Listing<WebhookAttempt>;

  /** Send a delivery again. It is retried at once, with the same `webhook-id`. */
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
  company: CompanyMethods;
  coverage: CoverageMethods;
  days: DaysMethods;
  delivery: DeliveryMethods;
  demoData: DemoDataMethods;
  documents: DocumentsMethods;
  files: FilesMethods;
  findingRules: FindingRulesMethods;
  findings: FindingsMethods;
  formLinks: FormLinksMethods;
  greenButtonRequests: GreenButtonRequestsMethods;
  health: HealthMethods;
  importProfiles: ImportProfilesMethods;
  imports: ImportsMethods;
  invitations: InvitationsMethods;
  mailboxes: MailboxesMethods;
  me: MeMethods;
  meters: MetersMethods;
  operations: OperationsMethods;
  passwordResets: PasswordResetsMethods;
  portfolio: PortfolioMethods;
  properties: PropertiesMethods;
  quotas: QuotasMethods;
  reportLinks: ReportLinksMethods;
  reports: ReportsMethods;
  sessions: SessionsMethods;
  tasks: TasksMethods;
  users: UsersMethods;
  utilities: UtilitiesMethods;
  weatherStations: WeatherStationsMethods;
  webhooks: WebhooksMethods;
}
