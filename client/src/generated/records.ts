/** The records of the service as types. Written by `npm run client` from its OpenAPI document. */

/** A list of words that may grow: accept one that you do not know. */
export type Word<Known extends string> = Known | (string & {});

/** A finding on a bill that a user accepted. */
export interface AcceptedFinding {
  name: string;
  /** What does not add up, with the figures. */
  detail: string;
  /** Id of the user who accepted it. */
  accepted_by: Id;
  accepted_at: Timestamp;
}

/** The progress of one account of an authorization. */
export interface AccountProgress {
  utility_account_id: Id;
  /** When its documents were last checked at the utility. */
  last_fetched_at: Timestamp | null;
  /** Its files that are not read yet. */
  documents_waiting: number;
  /** Its files in review. */
  documents_in_review: number;
  /** Its live bills. */
  bills_accepted: number;
}

export interface AccountStatusChange {
  utility_account_id: Id;
  status: "Active" | "Inactive";
  /** Bills from this day on, YYYY-MM-DD; null: as far back as the portal goes; absent: unchanged. */
  data_start_date?: string | null;
}

/** Days in a row of a meter that are not billed yet. */
export interface Accrual {
  svc_object_type: "Accrual";
  property_id: Id | null;
  /** Name of the property. */
  property_name: string | null;
  utility_account_id: Id;
  /** Account number at the utility. */
  acct_num: string | null;
  /** The utility. */
  utility_company_name: string | null;
  utility_meter_id: Id;
  /** Meter number at the utility. */
  meter_num: string | null;
  energy_type: Word<"ELECTRIC" | "GAS" | "STEAM" | "CHILLED_WATER" | "HOT_WATER" | "FUEL_OIL" | "PROPANE" | "DIESEL" | "WATER" | "SEWER" | "IRRIGATION" | "STORMWATER" | "WASTE" | "SOLAR" | "OTHER">;
  /** The cost center that its charges are booked to: of the meter, else of its account or property. */
  cost_center: string | null;
  /** The ledger account that its charges are booked to, found like the cost center. */
  gl_account: string | null;
  /** First unbilled day; null where no day is known. */
  start_date: DayTimestamp | null;
  /** First day after the unbilled ones. */
  end_date: DayTimestamp | null;
  /** How many days that are; null where it is not known. */
  unbilled_days: number | null;
  /** The estimated cost; null where it is not known, with the reason. */
  cost: number | null;
  /** The estimated use; null where it is not known. */
  usage: number | null;
  /** Its unit; null for services without one. */
  usage_unit: string | null;
  /** same_days_year_before: the cost of the same days of the year before, times `price_factor`. last_bill_per_day: the cost of the last bill per day, times the days. Null where nothing can be estimated. */
  method: Word<"same_days_year_before" | "last_bill_per_day"> | null;
  /** Why the cost is null. no_bill: the meter has none yet. delivered_fuel: deliveries say nothing about days. no_cost_on_bill: the last bill states no charge for the meter. */
  reason: Word<"no_bill" | "delivered_fuel" | "no_cost_on_bill"> | null;
  /** The change of the price since the year before: 1.05 is five percent more. */
  price_factor: number | null;
  /** The bills that it rests on. */
  basis: AccrualBasis[];
  /** The same by calendar month. */
  months: AccrualMonth[];
}

/** A part of a bill that an accrual rests on. Its lines are at the bill. */
export interface AccrualBasis {
  utility_bill_id: Id;
  /** same_days: the same days of the year before. recent_price and price_before: the last bill, and its days a year before; the change of the price is the cost per unit of use of one divided by that of the other. last_bill: the bill whose cost per day is used. */
  role: Word<"same_days" | "recent_price" | "price_before" | "last_bill">;
  /** How many of its days are used. */
  days: number;
  /** What these days cost on the bill. */
  cost: number | null;
  /** What they used, in `usage_unit`. */
  usage: number | null;
}

/** The part of an accrual in one month. */
export interface AccrualMonth {
  /** First day of the month. */
  effective_month: DayTimestamp;
  /** Unbilled days of the month. */
  days: number;
  /** The part of the cost; the months add up to it. */
  cost: number | null;
}

/** What is used and not billed up to a day. It is calculated when it is read. */
export interface Accruals {
  svc_object_type: "Accruals";
  /** Null: all properties. */
  property_id: Id | null;
  /** The last day that is counted. */
  as_of: DayTimestamp;
  /** The first day that is looked at: days that have been unbilled for longer are not accrued. */
  accrued_from: DayTimestamp;
  /** The sum of the known costs; 0 where every day is billed, null where nothing is known. */
  cost: number | null;
  meters: AccruedMeters;
  /** The same by service. */
  energy_types: AccruedService[];
  /** By property, meter and day. */
  accruals: Accrual[];
}

/** How many meters are in which state. */
export interface AccruedMeters {
  /** Billed for every day. */
  billed: number;
  /** With unbilled days whose cost is estimated. */
  accrued: number;
  /** With a cost that is not known: the reason is in their row. */
  unknown: number;
  /** Out of service, or of accounts that are not collected: nothing is accrued. */
  ended: number;
}

/** The accruals of one service. */
export interface AccruedService {
  energy_type: Word<"ELECTRIC" | "GAS" | "STEAM" | "CHILLED_WATER" | "HOT_WATER" | "FUEL_OIL" | "PROPANE" | "DIESEL" | "WATER" | "SEWER" | "IRRIGATION" | "STORMWATER" | "WASTE" | "SOLAR" | "OTHER">;
  /** The sum of the known costs. */
  cost: number | null;
}

/** A token with which a program authenticates. */
export interface ApiToken {
  id: Id;
  company_id: Id;
  /** The owner: the token may do what this user may do, and is revoked when the user is deactivated. */
  user_id: Id;
  /** What it is for. */
  name: string;
  /** `read`: every GET. `write`: all other requests too. `admin`: also tokens, passwords, users and the endpoints for administrators. Never more than its user may do: a viewer makes tokens with `read` alone. */
  scopes: Word<"read" | "write" | "admin">[];
  /** The role of the user when the token was created. The token never has a higher role, even if the user gets one. */
  role_ceiling: Word<"user" | "admin">;
  /** The same for the role in the company. */
  company_role_ceiling: Word<"viewer" | "editor" | "owner">;
  /** To the minute; null: never used. */
  last_used_at: Timestamp | null;
  /** Null: valid until it is revoked. */
  expires_at: Timestamp | null;
  /** Null while it is valid. */
  revoked_at: Timestamp | null;
  created_at: Timestamp;
  updated_at: Timestamp;
}

/** A file of an uploaded archive. */
export interface ArchiveEntry {
  /** Its path in the archive. */
  name: string;
  /** Its document; a file that was uploaded before has that one. Null: it was refused. */
  document_id: Id | null;
  /** The state of its document. */
  state: Word<"waiting" | "accepted" | "known" | "review" | "rejected" | "unpacked"> | null;
  /** Why the file was refused. */
  finding: Finding | null;
}

/** A row of the audit log. */
export interface AuditRow {
  id: Id;
  /** The company of the affected record. */
  company_id: Id;
  /** Position in the chain of the company, without gaps. */
  position: Id;
  occurred_at: Timestamp;
  /** Who did it. */
  actor: string;
  /** What was done. */
  action: string;
  /** The type of the affected record. */
  record_type: string | null;
  record_id: Id | null;
  /** `x-request-id` of the answer. */
  request_id: string | null;
  /** The address of the request. */
  address: string | null;
  /** Further details; never a secret. */
  detail: Record<string, unknown>;
  /** True: written before the log was sealed, so its content is protected only since the upgrade. */
  before_keying: boolean;
  /** Seal of this row and all rows before it, hexadecimal. */
  hash: string;
}

/** Whether the user has an authenticator app. */
export interface Authenticator {
  /** True: the sign-in requires a code. */
  active: boolean;
  /** When it was confirmed; null when there is none. */
  confirmed_at: Timestamp | null;
  recovery_codes_left: number;
  /** True: an admin without an authenticator has only the permissions of a user. */
  required: boolean;
}

export interface AuthenticatorCode {
  /** Six digits of the authenticator app, or a recovery code. */
  code: string;
}

/** The secret for the app, shown only once. */
export interface AuthenticatorSecret {
  /** Base32, to type into the app. */
  secret: string;
  /** The secret as a URI, to show as a QR code. */
  otpauth_uri: string;
}

export interface AuthenticatorSetup {
  current_password: string;
}

/** A customer's access to a utility's website. */
export interface Authorization {
  id: Id;
  /** login: user name and password of the utility's website. green_button: a permission that the customer gave at the utility (Green Button Connect); there is no user name and no password. */
  access: Word<"login" | "green_button">;
  /** User name at the utility's website. */
  online_access_username: string;
  /** Masked; shown in clear only to an admin, by GET /authorizations/:id, and within a limit: see `password_masked_because`. */
  online_access_password: string;
  /** The sign-in page of the utility's website. */
  online_access_url: string;
  /** Inventory Pending: the service is working. Inventory Complete: the accounts were found, or the authorization was stopped (`status_detail` is revoked). Pending: the service cannot continue; `errors` gives the reason. */
  status: Word<"Inventory Pending" | "Inventory Complete" | "Pending">;
  /** Why the service cannot continue; null when it can. revoked: stopped permanently. */
  status_detail: Word<"invalid_credentials" | "mfa_required" | "mfa_failed" | "account_locked" | "password_expired" | "terms_pending" | "portal_changed" | "portal_down" | "rate_limited" | "unsupported_portal" | "no_accounts" | "quota_exceeded" | "login_limit" | "revoked"> | null;
  /** Who must act before the service can continue. */
  action_required_by: Word<"customer" | "service" | "none">;
  /** When the service tries again automatically; null if it does not. */
  retry_at: Timestamp | null;
  /** A message for the account holder; null if nothing is wrong. */
  errors: string | null;
  company_id: Id;
  /** When it was stopped and its login deleted; null while it is in use. `errors` gives the reason. */
  revoked_at: Timestamp | null;
  /** Who stopped it: the account holder with the receipt link, a user of the company, or the operator of the service; unknown: its key was missing after a restore. Null while it is in use. */
  revoked_by: Word<"account_holder" | "company" | "operator" | "unknown"> | null;
  /** The form link for one person through which it was made; null for all others. */
  form_link_id: Id | null;
  /** The reference of that form link. */
  reference: string | null;
  /** The mailbox from which codes that the utility sends by mail are read: one whose `reads_codes` is true. Null: that of the company, `code_mailbox_id` of GET /v1/company; a login that came by a form then has none. */
  code_mailbox_id: Id | null;
  created_at: Timestamp;
  updated_at: Timestamp;
}

/** An account that the credentials give access to. */
export interface AuthorizationAccount {
  id: Id;
  /** Account number at the utility. */
  acct_num: string;
  /** Active: its bills are collected. Inactive: found, but not collected. */
  status: Word<"Active" | "Inactive">;
  utility_company_id: Id;
  /** How the data arrives. */
  delivery_method: string;
  /** The earliest bills to collect; null: as far back as the portal has them. */
  data_start_date: string | null;
  created_at: Timestamp;
  updated_at: Timestamp;
}

/** Confirms that the credentials were taken. */
export interface AuthorizationCreated {
  /** What was done, in a sentence. */
  message: string;
  success: true;
  id: Id;
  /** unsupported_portal: bills of this website are not collected, so nothing can be found until the operator adds the utility. Absent: the sign-in begins. */
  status_detail?: Word<"unsupported_portal">;
}

/** The authorizations, and the caller's company. */
export interface AuthorizationList {
  authorizations: Authorization[];
  companyUuid: string;
}

/** The progress of an authorization's data. */
export interface AuthorizationProgress {
  authorization_id: Id;
  /** Name of the utility; null while it is not known. */
  utility_company_name: string | null;
  /** When the service last found the accounts or checked the documents of one; null: not yet. */
  last_visited_at: Timestamp | null;
  /** Accounts that the credentials give access to. */
  accounts_found: number;
  /** Accounts that are active. */
  accounts_active: number;
  /** Active accounts whose documents were all checked; an account that is due again does not count until it is checked. */
  accounts_fetched: number;
  /** Stored files. */
  documents_fetched: number;
  /** Files that are not read yet. */
  documents_waiting: number;
  /** Files with findings, in review; they have no bill yet. */
  documents_in_review: number;
  /** Live bills. */
  bills_accepted: number;
  /** Meters whose months are not derived yet from their newest bill. */
  meters_waiting: number;
  /** Properties whose months and snapshots are not up to date yet. */
  properties_waiting: number;
  /** Calendar months of the meters. */
  months_derived: number;
  /** Everything requested so far is done. */
  complete: boolean;
  /** Each account, by id. */
  accounts: AccountProgress[];
}

/** An authorization with its accounts. */
export interface AuthorizationWithAccounts {
  id: Id;
  /** login: user name and password of the utility's website. green_button: a permission that the customer gave at the utility (Green Button Connect); there is no user name and no password. */
  access: Word<"login" | "green_button">;
  /** User name at the utility's website. */
  online_access_username: string;
  /** Masked; shown in clear only to an admin, by GET /authorizations/:id, and within a limit: see `password_masked_because`. */
  online_access_password: string;
  /** The sign-in page of the utility's website. */
  online_access_url: string;
  /** Inventory Pending: the service is working. Inventory Complete: the accounts were found, or the authorization was stopped (`status_detail` is revoked). Pending: the service cannot continue; `errors` gives the reason. */
  status: Word<"Inventory Pending" | "Inventory Complete" | "Pending">;
  /** Why the service cannot continue; null when it can. revoked: stopped permanently. */
  status_detail: Word<"invalid_credentials" | "mfa_required" | "mfa_failed" | "account_locked" | "password_expired" | "terms_pending" | "portal_changed" | "portal_down" | "rate_limited" | "unsupported_portal" | "no_accounts" | "quota_exceeded" | "login_limit" | "revoked"> | null;
  /** Who must act before the service can continue. */
  action_required_by: Word<"customer" | "service" | "none">;
  /** When the service tries again automatically; null if it does not. */
  retry_at: Timestamp | null;
  /** A message for the account holder; null if nothing is wrong. */
  errors: string | null;
  company_id: Id;
  /** When it was stopped and its login deleted; null while it is in use. `errors` gives the reason. */
  revoked_at: Timestamp | null;
  /** Who stopped it: the account holder with the receipt link, a user of the company, or the operator of the service; unknown: its key was missing after a restore. Null while it is in use. */
  revoked_by: Word<"account_holder" | "company" | "operator" | "unknown"> | null;
  /** The form link for one person through which it was made; null for all others. */
  form_link_id: Id | null;
  /** The reference of that form link. */
  reference: string | null;
  /** The mailbox from which codes that the utility sends by mail are read: one whose `reads_codes` is true. Null: that of the company, `code_mailbox_id` of GET /v1/company; a login that came by a form then has none. */
  code_mailbox_id: Id | null;
  created_at: Timestamp;
  updated_at: Timestamp;
  /** Why `online_access_password` is masked. not_admin: only an admin with the scope admin may see it. not_asked: `reveal=false`. switched_off: the operator has disabled it. limit_reached: the hourly limit is reached; `RateLimit` gives the time of the next. revoked: it is deleted. Null: it is shown in clear. */
  password_masked_because: Word<"not_admin" | "not_asked" | "switched_off" | "limit_reached" | "revoked"> | null;
  accounts: {
    id: Id;
    /** Account number at the utility. */
    acct_num: string;
    /** Active: its bills are collected. Inactive: found, but not collected. */
    status: Word<"Active" | "Inactive">;
    utility_company_id: Id;
    /** How the data arrives. */
    delivery_method: string;
    /** The earliest bills to collect; null: as far back as the portal has them. */
    data_start_date: string | null;
    created_at: Timestamp;
    updated_at: Timestamp;
    utility_company: {
      id: Id;
      /** Name of the utility. */
      name: string;
    };
  }[];
}

/** A user of the company. */
export interface BillEditor {
  user_id: Id;
  /** Name of the user. */
  name: string;
}

/** A value that differs from the version before. */
export interface BillFieldChange {
  /** The name of the field. */
  field: string;
  /** In the version before; null where it has none. */
  before: string | number | boolean | null;
  /** In this version. */
  after: string | number | boolean | null;
}

/** What a rule says about a saved bill. */
export interface BillFinding {
  id: Id;
  svc_object_type: "BillFinding";
  /** The rule that reports it. */
  rule: Word<"gap" | "overlap" | "duplicate" | "missing_meter" | "future_days" | "unusual_use" | "unusual_cost" | "zero_use" | "repeated_use" | "rate_change" | "unit_change">;
  /** warning: the bill or the data around it is probably wrong or incomplete. notice: unusual, and often right. */
  severity: Word<"warning" | "notice">;
  /** open: it waits for someone. closed: a user closed it. resolved: it no longer holds. It opens again when it holds again, and when a closed one gets other figures. */
  state: Word<"open" | "closed" | "resolved">;
  /** What was found, with its figures. */
  message: string;
  /** The figures of the message. */
  figures: Record<string, string | number>;
  /** First day that it is about. */
  start_date: DayTimestamp;
  /** First day after those that it is about. */
  end_date: DayTimestamp;
  /** The bill that it is about; where several are involved, the later one. */
  utility_bill_id: Id;
  utility_meter_id: Id;
  utility_account_id: Id;
  /** The property of the meter. */
  property_id: Id | null;
  /** When it opened, or last came back. */
  opened_at: Timestamp;
  /** When it no longer held. */
  resolved_at: Timestamp | null;
  /** Id of the user who closed it. */
  closed_by: Id | null;
  closed_at: Timestamp | null;
  /** What the user wrote when closing it; kept when it comes back. */
  note: string | null;
  /** When the record was created, in UTC. */
  created_at: Timestamp;
  /** When it last changed, in UTC. */
  updated_at: Timestamp;
}

/** What became of a bill, version by version. */
export interface BillHistory {
  svc_object_type: "BillHistory";
  /** The bill that was asked for. */
  utility_bill_id: Id;
  /** The oldest first. */
  versions: HistoricVersion[];
}

/** An import of a spreadsheet of bill history. */
export interface BillImport {
  id: Id;
  svc_object_type: "BillImport";
  /** Name of the file. */
  name: string;
  /** `checked`: the dry run is finished, nothing is saved, and it waits for confirmation. */
  state: Word<"waiting" | "reading" | "checked" | "importing" | "done" | "failed" | "cancelled">;
  /** True: it waits after the dry run until it is confirmed. */
  dry_run: boolean;
  /** The profile used to read it; null until the header row was read. */
  profile: string | null;
  /** Columns of the file that the profile does not read, including a second column of the same name. Empty until the header row was read. */
  columns_unread: ImportUnreadColumn[];
  /** The sheets of a workbook in their order, with those that were not read. Empty for a CSV file. */
  sheets: ImportSheet[];
  /** The periods that were made of the dates of reads; null when every row has its own period. */
  read_periods: ImportReadPeriods | null;
  /** Null until the file is read. */
  rows_total: number | null;
  /** Rows below the header that were read: rows of bills, refused rows and skipped rows. */
  rows_read: number;
  /** Rows that are empty, or that the profile excludes. */
  rows_skipped: number;
  /** Rows that are not imported, each with its reasons. */
  rows_refused: number;
  /** Bills of the accepted rows: in the end the sum of created, known and edited bills. */
  bills_found: number;
  /** New bills. After a dry run: the number that would be created now. */
  bills_created: number;
  /** Bills that exist already, or that the portal has delivered itself. After a dry run: the expected number. */
  bills_known: number;
  /** Bills that replaced an earlier version. After a dry run: the expected number. */
  bills_edited: number;
  /** Accounts that were created because there was none with the utility and number. After a dry run: the expected number, which reveals a mistyped account number. */
  accounts_created: number;
  /** Meters that were created. After a dry run: the expected number. */
  meters_created: number;
  /** Properties that were created for these meters. After a dry run: the expected number. */
  properties_created: number;
  /** The result of the dry run: which months of which properties the bills would change, for the first 100 properties of the file. Meters without a property are not included. Empty without a dry run. */
  property_months: ImportPropertyMonths[];
  /** Why it failed or was cancelled automatically, in a sentence; otherwise null. */
  errors: string | null;
  /** When reading began. */
  started_at: Timestamp | null;
  /** When it finished, failed or was cancelled. */
  finished_at: Timestamp | null;
  created_at: Timestamp;
  updated_at: Timestamp;
}

/** A line that differs from the version before. */
export interface BillLineChange {
  svc_object_type: Word<"UtilityCharge" | "UtilityUsage">;
  /** What became of the line. */
  change: Word<"added" | "removed" | "changed">;
  utility_meter_id: Id;
  /** Of the line. */
  description: string;
  /** What differs; of an added or removed line all its values. */
  fields: BillFieldChange[];
}

/** Where each value of a bill comes from. */
export interface BillLineage {
  utility_bill_id: Id;
  svc_object_type: "BillLineage";
  /** The source of the bill: the utility's website, an uploaded file, manual entry, or a spreadsheet. Where bills of several origins cover the same days of a meter, the first of these counts. */
  origin: Word<"portal" | "upload" | "keyed_in" | "import">;
  /** How its values were read: by a template of its layout, by labels and tables without one (`generic`), by a language model that the operator named (`model`), from a file that states them as data, from rows of a spreadsheet, or by a person. Null when it is not known. */
  read_by: Word<"template" | "generic" | "model" | "data_file" | "spreadsheet" | "person"> | null;
  /** How surely the least sure of its values was recognised in a scan or picture, from 0 to 100; null for a file with text. */
  confidence: number | null;
  /** The template and its version; null when no template read it. For `model`, `model:` and the name of the language model. */
  template: {
    id: string;
    version: number;
  } | null;
  /** The printed figure that the charges were compared with: the current charges, the totals of the meters, the amount due with balances, or the amount due only. `nothing`: the bill prints no such figure. Null for a bill that a user corrected, and when it is not known. */
  checked_by: Word<"current_charges" | "meter_totals" | "balance" | "amount_due" | "nothing"> | null;
  /** The file of the bill with its reading and what a user decided about it; null for a bill without a file. */
  document: DocumentWithReading | null;
  fields: LineageField[];
  lines: LineageLine[];
  accepted_findings: AcceptedFinding[];
  /** This bill and its other versions, the oldest first. */
  versions: BillVersion[];
}

/** The file that a bill was read from. */
export interface BillSource {
  /** File format. */
  format: string;
  /** Opens the original file without other credentials, for 7 days. */
  expiring_link: string;
  expiresIn: "7d";
}

/** A bill as one row of a list; the bill itself is at `/utility_bills/:id`. */
export interface BillSummary {
  id: Id;
  svc_object_type: "BillSummary";
  /** The property with the lowest id of its meters. */
  property_id: Id | null;
  /** Its name. */
  property_name: string | null;
  /** Of how many properties it has meters. */
  property_count: number;
  utility_account_id: Id;
  /** Account number. */
  acct_num: string;
  /** Name of the utility. */
  utility_company_name: string;
  /** The services on it, in alphabetical order. */
  energy_types: Word<"ELECTRIC" | "GAS" | "STEAM" | "CHILLED_WATER" | "HOT_WATER" | "FUEL_OIL" | "PROPANE" | "DIESEL" | "WATER" | "SEWER" | "IRRIGATION" | "STORMWATER" | "WASTE" | "SOLAR" | "OTHER">[];
  /** Number of the bill, as printed. */
  invoice_number: string | null;
  /** Date of the bill. */
  invoice_date: DayTimestamp;
  /** The days of its usage, else of its charges; the last day is not covered. Null for a bill without lines. */
  period: {
    start_date: DayTimestamp;
    end_date: DayTimestamp;
  } | null;
  /** The current charges as printed; null when the bill prints no such figure. */
  total_charges: number | null;
  /** The total amount to pay; null when only the usage is known. */
  amount_due: number | null;
  /** Code of ISO 4217; null when neither the bill nor its template states one. */
  currency: string | null;
  /** The day until which it is to be paid. */
  due_date: DayTimestamp | null;
  /** The bill states that it is estimated. */
  estimated: boolean;
  /** True when it no longer counts. */
  archived: boolean;
  /** Why it no longer counts; null while it does. */
  archive_reason: Word<"edited" | "rebilled" | "cancelled" | "duplicate" | "voided"> | null;
  /** Other bills cover all of its days, as when the same bill came twice: it counts in no month and is not to be paid. Its `counted_days` are then empty. */
  covered: boolean;
  /** On an edited bill: the first original, which is archived. */
  original_utility_bill_id: Id | null;
  /** The source of the bill: the utility's website, an uploaded file, manual entry, or a spreadsheet. Where bills of several origins cover the same days of a meter, the first of these counts. */
  origin: Word<"portal" | "upload" | "keyed_in" | "import">;
  /** How its values were read: by a template of its layout, by labels and tables without one (`generic`), by a language model that the operator named (`model`), from a file that states them as data, from rows of a spreadsheet, or by a person. Null when it is not known. */
  read_by: Word<"template" | "generic" | "model" | "data_file" | "spreadsheet" | "person"> | null;
  /** Open findings about it. */
  findings_open: number;
  /** When the record was created, in UTC. */
  created_at: Timestamp;
  /** When it last changed, in UTC. */
  updated_at: Timestamp;
}

/** A version of a bill: as first read, as sent again by the utility, or as corrected. */
export interface BillVersion {
  utility_bill_id: Id;
  invoice_date: DayTimestamp;
  archived: boolean;
  archive_reason: Word<"edited" | "rebilled" | "cancelled" | "duplicate" | "voided"> | null;
  /** The document it was read from. */
  document_id: Id | null;
  created_at: Timestamp;
}

/** What a bill prints of a meter. */
export interface BilledService {
  utility_meter_id: Id;
  /** As printed. */
  tariff: string | null;
  /** As printed on this bill. */
  service_address: string | null;
}

/** What a service of a property is expected to cost in a month. */
export interface BudgetAmount {
  /** The service; null: all services together. */
  energy_type: Word<"ELECTRIC" | "GAS" | "STEAM" | "CHILLED_WATER" | "HOT_WATER" | "FUEL_OIL" | "PROPANE" | "DIESEL" | "WATER" | "SEWER" | "IRRIGATION" | "STORMWATER" | "WASTE" | "SOLAR" | "OTHER"> | null;
  /** First day of the month. */
  effective_month: DayTimestamp;
  /** In the currency of the bills. */
  amount: number;
}

/** What a table of budgets has changed. */
export interface BudgetImport {
  svc_object_type: "BudgetImport";
  /** Properties whose budget has changed. */
  properties: number;
  /** Amounts that are new or differ from before. */
  amounts_set: number;
  /** Amounts that were there before and are empty in the file. */
  amounts_removed: number;
  /** Amounts that were the same before. */
  amounts_same: number;
}

/** Amounts of a budget, of a year or a range at once. */
export interface BudgetInput {
  /** Each replaces the amount of its service and month. Those that are not named stay as they are. */
  amounts: {
    /** The service; null: all services together. */
    energy_type: "ELECTRIC" | "GAS" | "STEAM" | "CHILLED_WATER" | "HOT_WATER" | "FUEL_OIL" | "PROPANE" | "DIESEL" | "WATER" | "SEWER" | "IRRIGATION" | "STORMWATER" | "WASTE" | "SOLAR" | "OTHER" | null;
    /** The month, such as 2027-01. */
    effective_month: string;
    /** At most two decimals; null removes it. */
    amount: number | null;
  }[];
}

/** The months so far. */
export interface BudgetToDate {
  /** The budget of months that have ended or are wholly billed, as far as their cost is known. */
  budget: number | null;
  /** What is billed in them. */
  actual: number | null;
  /** What is accrued in them. */
  accrued: number | null;
  /** `actual` and `accrued` less `budget`: the sum of the differences of months that have a budget for the service. */
  difference: number | null;
  /** `difference` as a fraction of the budget: 0.05 is five percent over it. Null where the budget is not positive. */
  share: number | null;
}

/** The whole range, by forecast. */
export interface BudgetTotal {
  /** The budget of all months of the range. */
  budget: number | null;
  /** The sum of their forecasts: what is billed, accrued and still budgeted. */
  forecast: number | null;
  /** `forecast` less `budget`, of months that have a budget for the service. */
  difference: number | null;
  /** `difference` as a fraction of the budget: 0.05 is five percent over it. Null where the budget is not positive. */
  share: number | null;
}

/** Budget and cost of a month and a service. */
export interface BudgetVarianceMonth {
  /** The service; null: all services together. */
  energy_type: Word<"ELECTRIC" | "GAS" | "STEAM" | "CHILLED_WATER" | "HOT_WATER" | "FUEL_OIL" | "PROPANE" | "DIESEL" | "WATER" | "SEWER" | "IRRIGATION" | "STORMWATER" | "WASTE" | "SOLAR" | "OTHER"> | null;
  effective_month: DayTimestamp;
  /** The budget; null where there is none. */
  budget: number | null;
  /** What is billed for days of the month; null without a bill. */
  actual: number | null;
  /** What its unbilled days up to `as_of` probably cost; 0 where nothing is unbilled, null where that is not known and for months to come. */
  accrued: number | null;
  /** `actual` and `accrued` of a month that has ended or is wholly billed; of others, and where neither is known, the budget. */
  forecast: number | null;
  /** `actual` and `accrued` less `budget`; null while the month is open. Of several properties, the sum of the differences that are known. */
  difference: number | null;
  /** `difference` as a fraction of the budget: 0.05 is five percent over it. Null where the budget is not positive. */
  share: number | null;
  /** Every day of the month is billed for every meter in service. False: it is not, or not yet. */
  complete: boolean;
  /** The month has ended by `as_of`. */
  ended: boolean;
  /** A bill or a read of it is estimated by the utility. */
  estimated: boolean;
}

/** All services of one property together. */
export interface BudgetVarianceProperty {
  /** How many months are in `to_date`; of several properties the months of each. */
  months: number;
  /** Months that have ended and are neither wholly billed nor accrued. */
  incomplete_months: number;
  to_date: BudgetToDate;
  total: BudgetTotal;
  /** The property. */
  property_id: Id;
  /** Name of the property. */
  name: string | null;
}

/** The months for which a property has a budget, together. */
export interface BudgetVarianceSums {
  /** The service; null: all services together. */
  energy_type: Word<"ELECTRIC" | "GAS" | "STEAM" | "CHILLED_WATER" | "HOT_WATER" | "FUEL_OIL" | "PROPANE" | "DIESEL" | "WATER" | "SEWER" | "IRRIGATION" | "STORMWATER" | "WASTE" | "SOLAR" | "OTHER"> | null;
  /** How many months are in `to_date`; of several properties the months of each. */
  months: number;
  /** Months that have ended and are neither wholly billed nor accrued. */
  incomplete_months: number;
  to_date: BudgetToDate;
  total: BudgetTotal;
}

/** What a utility asks after the password. */
export interface Challenge {
  id: Id;
  /** `code`: a code that was sent or that an app shows. `question`: a security question. `choice`: one of the options. `approval`: approved by the person in the utility's own app; the answer is `approved`. */
  kind: Word<"code" | "question" | "choice" | "approval">;
  /** The text of the utility. */
  prompt: string;
  /** The options of a choice; null when the answer is typed. */
  options: string[] | null;
  /** After this a new sign-in is needed, and the utility asks again. */
  expires_at: Timestamp;
  /** How many answers can still be tried. */
  tries_left: number;
  /** waiting: the service waits for the mail with the code, and answers by itself; a person who has the code may be faster. not_found: no mail with a code came in time. mailbox_failing: the mailbox cannot be read. Null: the code is not read from a mailbox. */
  code_mail: Word<"waiting" | "not_found" | "mailbox_failing"> | null;
}

/** A user's answer to a challenge. */
export interface ChallengeAnswer {
  /** The code, the answer, or the exact text of one of the options; of an approval, `approved`. Tried once, then deleted. */
  answer: string;
}

/** One record was created, edited or archived. */
export interface Change {
  id: Id;
  /** The event type of webhooks; some types are only in this feed. */
  event_type: string;
  svc_object_type: string;
  record_id: Id;
  occurred_at: Timestamp;
}

/** What a website showed last when it was not as its recipe says. It belongs to no company and has no value of a customer. */
export interface ChangedPage {
  id: Id;
  svc_object_type: "ChangedPage";
  /** Key of the utility in GET /v1/utilities. */
  utility: string;
  /** Of the recipe that was used. */
  recipe_version: number | null;
  /** The step that could not be done, and why. */
  detail: string;
  /** The path that was shown. */
  place: string;
  /** The status of the answer. */
  http_status: number;
  /** As the answer says. */
  media_type: string | null;
  /** The page or the JSON with its structure, names and the words of sign-in pages. Of everything else letters are x and digits 0. */
  content: string;
  created_at: Timestamp;
}

/** The new password is set, and a new session has begun. */
export interface ChangedPassword {
  message: string;
  /** For the Authorization header; null where the request came with the cookie, which then holds the new token. */
  token: string | null;
}

/** A page of the change feed. */
export interface Changes {
  changes: Change[];
  /** Use it for the next request, now or later: no change is missed. */
  next_cursor: string;
  /** True when there are more changes after this page. */
  has_more: boolean;
}

/** A customer of the service. Every record belongs to one company. */
export interface Company {
  id: Id;
  uuid: string;
  name: string;
  created_at: Timestamp;
  updated_at: Timestamp;
}

/** Only the given fields change. */
export interface CompanyEdit {
  /** Name of the company. */
  name?: string;
  /** Its colour, as #rrggbb. Null: that of the service. */
  colour?: string | null;
  /** Whom tenants can ask. */
  contact_name?: string | null;
  /** Where tenants can write. */
  contact_email?: string | null;
  /** Where tenants can call. */
  contact_phone?: string | null;
  /** Its postal address. */
  address?: string | null;
  /** Its privacy notice. */
  privacy_url?: string | null;
  /** Why the company asks for a login, for whom and for how long, in its own words: plain text on the first page of the form. */
  consent_text?: {
    /** In English. */
    en?: string | null;
    /** In Spanish. */
    es?: string | null;
  };
  /** In which units pages show use: us (kWh, therms, gallons) or metric (kWh, kWh, m3). Answers of the API do not change. */
  units?: "us" | "metric";
  /** Month in which its fiscal year begins. */
  fiscal_year_start?: number;
  /** Language of its form, unless its reader chooses another. Null: that of the reader's browser. */
  language?: "en" | "es" | null;
  /** The mailbox from which codes that utilities send by mail are read, for authorizations that name none and did not come by a form. Null: none. */
  code_mailbox_id?: Id | null;
}

/** The company of the caller, and what it says of itself. */
export interface CompanyProfile {
  id: Id;
  uuid: string;
  created_at: Timestamp;
  updated_at: Timestamp;
  /** Name of the company. */
  name: string;
  /** Its colour, as #rrggbb. Null: that of the service. */
  colour: string | null;
  /** The colour of text on it: the one that is read better, with a contrast of at least 4.5 to 1. */
  text_colour: Word<"black" | "white"> | null;
  /** Its logo, if one was uploaded. */
  logo: {
    /** In pixels. */
    width: number;
    /** In pixels. */
    height: number;
    /** When it was uploaded. */
    updated_at: Timestamp;
  } | null;
  /** Whom tenants can ask. */
  contact_name: string | null;
  /** Where tenants can write. */
  contact_email: string | null;
  /** Where tenants can call. */
  contact_phone: string | null;
  /** Its postal address. */
  address: string | null;
  /** Its privacy notice. */
  privacy_url: string | null;
  /** Why the company asks for a login, for whom and for how long, in its own words: plain text on the first page of the form. */
  consent_text: {
    /** In English. */
    en: string | null;
    /** In Spanish. */
    es: string | null;
  };
  /** In which units pages show use: us (kWh, therms, gallons) or metric (kWh, kWh, m3). Answers of the API do not change. */
  units: Word<"us" | "metric">;
  /** Month in which its fiscal year begins. */
  fiscal_year_start: number;
  /** Language of its form, unless its reader chooses another. Null: that of the reader's browser. */
  language: Word<"en" | "es"> | null;
  /** The mailbox from which codes that utilities send by mail are read, for authorizations that name none and did not come by a form. Null: none. */
  code_mailbox_id: Id | null;
  /** Of all amounts. */
  currency: "USD";
}

/** Calendar months in a row. */
export interface ComparedMonths {
  /** First day of the first month. */
  first_month: DayTimestamp;
  /** How many months. */
  months: number;
  /** Every meter in service is billed for all of them. Otherwise the figures are of what is billed. */
  month_complete: boolean;
}

/** The parts of a change of cost, in the currency of the bills. They sum to the change to the cent. */
export interface CostChange {
  /** More or fewer billed days, at the use per day and the price of before. */
  days: number;
  /** The use that colder or warmer weather explains, by the model of the meter, at the price of before. */
  weather: number;
  /** The rest of the change of use per day, at the price of before; and all of the change where a use is not known or 0. */
  use: number;
  /** More or less demand, at the price of before. */
  demand: number;
  /** Another price per unit of use or demand. */
  price: number;
  /** Charges that follow neither use nor demand. */
  fixed: number;
  /** Taxes and fees of public bodies. */
  taxes: number;
  /** Other charges and credits. */
  other: number;
  /** Meters that have charges in one of the two periods only. */
  meters: number;
}

/** Days of a meter for which a bill counts in months and reports. */
export interface CountedDays {
  utility_meter_id: Id;
  /** First day that counts. */
  start_date: DayTimestamp;
  /** First day that does not count. */
  end_date: DayTimestamp;
}

/** Whether the days of one month of a meter are billed. */
export interface CoverageMonth {
  /** First day of the month. */
  effective_month: DayTimestamp;
  /** complete: each day is billed once. estimated: complete, by an estimated read. overlap: days are billed twice. gap: days before a later bill are not billed. late: the bill of days is overdue. partial: the first bill begins or the last one ends in the month, and nothing is late. not_due: no bill of the month is expected yet, or none at all. */
  state: Word<"overlap" | "gap" | "late" | "partial" | "estimated" | "complete" | "not_due">;
  /** Why the month is not complete; null when it is. The guide to coverage says what each means. */
  cause: Word<"two_bills" | "no_bill" | "no_use_on_bill" | "document_in_review" | "bill_late" | "not_on_newer_bill" | "sign_in_refused" | "estimated_read" | "before_first_bill" | "no_bill_yet" | "next_bill_not_due" | "rhythm_unknown" | "not_collected" | "service_ended"> | null;
  /** The days of the month that the cause is about. */
  periods: PeriodOfDays[];
  /** The live bills with days in the month, also those that do not count for it. */
  utility_bill_ids: Id[];
}

/** How many months of meters are in each state of coverage. */
export interface CoverageSummary {
  svc_object_type: "CoverageSummary";
  /** Meters with at least one of these months. */
  meters: number;
  /** How many months of meters are in each state. */
  months: {
    overlap: number;
    gap: number;
    late: number;
    partial: number;
    estimated: number;
    complete: number;
    not_due: number;
  };
}

/** The fields to update; null clears an optional one. */
export interface CredentialEdit {
  /** User name at the utility's website. */
  online_access_username?: string;
  /** Encrypted when it is received; shown masked. */
  online_access_password?: string;
  /** The sign-in page of the utility's website. */
  online_access_url?: string;
  /** How to pass the second factor of the sign-in: the secret of an authenticator app, or lines of `question: answer`. */
  twoFactorInstructions?: string | null;
  /** Any other information that helps to find and read the accounts. */
  other_details?: string | null;
  /** The mailbox from which codes that the utility sends by mail are read: one whose `reads_codes` is true. Null: that of the company, `code_mailbox_id` of GET /v1/company; a login that came by a form then has none. */
  code_mailbox_id?: Id | null;
}

/** Credentials for a utility's website. */
export interface CredentialInput {
  /** User name at the utility's website. */
  online_access_username: string;
  /** Encrypted when it is received; shown masked. */
  online_access_password: string;
  /** The sign-in page of the utility's website. */
  online_access_url: string;
  /** How to pass the second factor of the sign-in: the secret of an authenticator app, or lines of `question: answer`. */
  twoFactorInstructions?: string | null;
  /** Any other information that helps to find and read the accounts. */
  other_details?: string | null;
  /** The mailbox from which codes that the utility sends by mail are read: one whose `reads_codes` is true. Null: that of the company, `code_mailbox_id` of GET /v1/company; a login that came by a form then has none. */
  code_mailbox_id?: Id | null;
}

/** Files of records that are sent on a schedule. */
export interface DataDelivery {
  id: Id;
  /** The name, also used in file names. */
  name: string;
  /** html and pdf are for reports of both kinds, xml (Green Button) is for bills. */
  format: Word<"csv" | "xlsx" | "json" | "xml" | "html" | "pdf">;
  /** How often it is made. */
  schedule: Word<"daily" | "weekly" | "monthly">;
  /** Hour of the day, in the delivery's time zone. */
  hour: number;
  /** Day of a weekly delivery; monday by default. */
  weekday: Word<"monday" | "tuesday" | "wednesday" | "thursday" | "friday" | "saturday" | "sunday"> | null;
  /** Day of the month of a monthly delivery; the first by default. */
  day: number | null;
  /** IANA time zone name. */
  time_zone: string;
  content: DeliveryContent;
  destination: DeliveryDestination;
  /** True: it is made when it is due. */
  active: boolean;
  /** It was deleted. */
  archived: boolean;
  /** When something was last delivered. A mail that was not sent because there was nothing new does not count. */
  last_delivered_at: Timestamp | null;
  /** Null while it is not active. */
  next_delivery_at: Timestamp | null;
  /** The state of the last run; null: there was none. */
  state: Word<"waiting" | "running" | "blocked" | "delivered" | "failed" | "replaced"> | null;
  /** A code for that error. */
  status_detail: Word<"unreachable" | "refused_address" | "wrong_credentials" | "host_key_changed" | "not_allowed" | "no_such_place" | "refused" | "busy" | "too_large" | "pdf_too_long" | "store_away" | "quota_exceeded" | "too_slow" | "cut_off" | "fault" | "mail_off" | "mail_setup" | "mail_refused" | "mail_limit" | "recipient_refused" | "no_recipients" | "too_many_files"> | null;
  /** The error of the last run. */
  errors: string | null;
  /** What the error is about: an address, a property or the key of a server. Null: nothing in particular. */
  error_about: string | null;
  /** Who must act before it can continue. */
  action_required_by: Word<"customer" | "service" | "none">;
  /** Who gets it by mail, in the order of the destination; empty for other destinations. */
  recipients: DeliveryRecipient[];
  /** Newest first; in a list of deliveries the newest 50. Older files are deleted: docs/deliveries.md states how many are kept. */
  files: DeliveredFile[];
  created_at: Timestamp;
  updated_at: Timestamp;
}

/** The fields to change. */
export interface DataDeliveryEdit {
  /** The name, also used in file names. */
  name?: string;
  /** html and pdf are for reports of both kinds, xml (Green Button) is for bills. */
  format?: "csv" | "xlsx" | "json" | "xml" | "html" | "pdf";
  /** How often it is made. */
  schedule?: "daily" | "weekly" | "monthly";
  /** Hour of the day, in the delivery's time zone. */
  hour?: number;
  /** Day of a weekly delivery; monday by default. */
  weekday?: "monday" | "tuesday" | "wednesday" | "thursday" | "friday" | "saturday" | "sunday" | null;
  /** Day of the month of a monthly delivery; the first by default. */
  day?: number | null;
  /** IANA time zone name. */
  time_zone?: string;
  content?: DeliveryContent;
  destination?: NewDeliveryDestination;
  /** True: it is made when it is due. */
  active?: boolean;
}

/** One run of a delivery and its outcome. */
export interface DataDeliveryRun {
  id: Id;
  data_delivery_id: Id;
  /** Why the run was created. */
  reason: Word<"schedule" | "request">;
  /** waiting: for its first or next try. running: under way. blocked: until a person acts. delivered: all files were sent. failed: not tried again. replaced: a later run delivers its content, or the delivery was paused, changed or deleted. */
  state: Word<"waiting" | "running" | "blocked" | "delivered" | "failed" | "replaced">;
  due_at: Timestamp;
  /** How often it was tried. */
  attempts: number;
  /** Null when no automatic attempt follows. */
  next_attempt_at: Timestamp | null;
  /** Rows in its files so far. A delivered run of what is `new` with 0 rows had nothing new: no mail was sent. */
  rows_written: number;
  /** A code for the error. */
  status_detail: Word<"unreachable" | "refused_address" | "wrong_credentials" | "host_key_changed" | "not_allowed" | "no_such_place" | "refused" | "busy" | "too_large" | "pdf_too_long" | "store_away" | "quota_exceeded" | "too_slow" | "cut_off" | "fault" | "mail_off" | "mail_setup" | "mail_refused" | "mail_limit" | "recipient_refused" | "no_recipients" | "too_many_files"> | null;
  /** Who must act before it can continue. */
  action_required_by: Word<"customer" | "service" | "none">;
  /** The error in a sentence. */
  errors: string | null;
  /** What the error is about: an address, a property or the key of a server. Null: nothing in particular. */
  error_about: string | null;
  delivered_at: Timestamp | null;
  created_at: Timestamp;
  updated_at: Timestamp;
}

/** A delivery with its latest runs. */
export interface DataDeliveryWithRuns {
  id: Id;
  /** The name, also used in file names. */
  name: string;
  /** html and pdf are for reports of both kinds, xml (Green Button) is for bills. */
  format: Word<"csv" | "xlsx" | "json" | "xml" | "html" | "pdf">;
  /** How often it is made. */
  schedule: Word<"daily" | "weekly" | "monthly">;
  /** Hour of the day, in the delivery's time zone. */
  hour: number;
  /** Day of a weekly delivery; monday by default. */
  weekday: Word<"monday" | "tuesday" | "wednesday" | "thursday" | "friday" | "saturday" | "sunday"> | null;
  /** Day of the month of a monthly delivery; the first by default. */
  day: number | null;
  /** IANA time zone name. */
  time_zone: string;
  content: DeliveryContent;
  destination: DeliveryDestination;
  /** True: it is made when it is due. */
  active: boolean;
  /** It was deleted. */
  archived: boolean;
  /** When something was last delivered. A mail that was not sent because there was nothing new does not count. */
  last_delivered_at: Timestamp | null;
  /** Null while it is not active. */
  next_delivery_at: Timestamp | null;
  /** The state of the last run; null: there was none. */
  state: Word<"waiting" | "running" | "blocked" | "delivered" | "failed" | "replaced"> | null;
  /** A code for that error. */
  status_detail: Word<"unreachable" | "refused_address" | "wrong_credentials" | "host_key_changed" | "not_allowed" | "no_such_place" | "refused" | "busy" | "too_large" | "pdf_too_long" | "store_away" | "quota_exceeded" | "too_slow" | "cut_off" | "fault" | "mail_off" | "mail_setup" | "mail_refused" | "mail_limit" | "recipient_refused" | "no_recipients" | "too_many_files"> | null;
  /** The error of the last run. */
  errors: string | null;
  /** What the error is about: an address, a property or the key of a server. Null: nothing in particular. */
  error_about: string | null;
  /** Who must act before it can continue. */
  action_required_by: Word<"customer" | "service" | "none">;
  /** Who gets it by mail, in the order of the destination; empty for other destinations. */
  recipients: DeliveryRecipient[];
  /** Newest first; in a list of deliveries the newest 50. Older files are deleted: docs/deliveries.md states how many are kept. */
  files: DeliveredFile[];
  created_at: Timestamp;
  updated_at: Timestamp;
  /** The last 30, newest first. */
  runs: DataDeliveryRun[];
}

/** A calendar day, written as midnight UTC. The day has no time zone. */
export type DayTimestamp = string;

/** Degree days of a month by the rule of the National Weather Service, to the base of 65 degrees. */
export interface DegreeDay {
  svc_object_type: "DegreeDay";
  property_id: Id;
  weather_station_alpha_id: string;
  /** First day of the month. */
  effective_month: DayTimestamp;
  heating_degree_days: number | null;
  cooling_degree_days: number | null;
  /** In degrees Fahrenheit. */
  base_temperature_f: number;
  /** Days of the month with a temperature. Missing days are not estimated. */
  days_present: number;
  /** True when no day is missing. */
  month_complete: boolean;
  created_at: Timestamp;
  updated_at: Timestamp;
}

/** A file that was made for a delivery. */
export interface DeliveredFile {
  name: string;
  bytes: number;
  /** SHA-256 of the content, as 64 hexadecimal digits. */
  sha256: string;
  /** Opens the file without other credentials, for 7 days. */
  expiring_link: string;
  expiresIn: "7d";
}

/** The content of the files: one of `records`, `report_type` and `portfolio_report`, and the period. */
export interface DeliveryContent {
  /** Rows of these records. */
  records?: "bills" | "charges" | "usages" | "meter_months" | "property_months" | "energy_type_months" | "snapshots" | "properties" | "meters" | "accounts";
  /** This report: one file for each property. */
  report_type?: "utility_meter_history" | "utility_meter_demand_history" | "monthly_meter_history" | "energy_history_detail_report" | "cost_avoidance_summary" | "cost_avoidance_detail" | "cost_avoidance_expanded" | "property_energy_journal";
  /** This report over all properties: one file. */
  portfolio_report?: "portfolio_performance" | "accounts_payable" | "general_ledger";
  /** Only these properties; left out: all properties that exist when it is made. Not for `portfolio_report`. */
  property_ids?: Id[];
  /** `new`: records that were created, edited or archived since the last delivery, or that moved to one of `property_ids` with their meter; of the reports `accounts_payable` and `general_ledger`, the bills that were saved or taken back since then. The other periods contain live records: of the previous calendar month, of the previous twelve months, or all; `portfolio_performance` with `all` is of the latest twelve months that most properties have. */
  period: "new" | "last_month" | "last_12_months" | "all";
}

/** Where the files go, without passwords and keys. */
export type DeliveryDestination = Record<string, unknown>;

/** A person who gets a delivery by mail. */
export interface DeliveryRecipient {
  address: string;
  /** active: gets the mails. stopped: the person does not want them, and gets none. refused: the mail server refused the address at the last try. */
  state: Word<"active" | "stopped" | "refused">;
  /** Since when, for `stopped` and `refused`. */
  since: Timestamp | null;
  /** When the mail server last took a mail to it. */
  last_mailed_at: Timestamp | null;
}

/** The result of sending a small file, or a test mail, to the destination. */
export interface DeliveryTest {
  /** True when a file was written there and removed again, or the mail server took a mail to each person. */
  success: boolean;
  /** A code for the error. */
  status_detail: Word<"unreachable" | "refused_address" | "wrong_credentials" | "host_key_changed" | "not_allowed" | "no_such_place" | "refused" | "busy" | "too_large" | "pdf_too_long" | "store_away" | "quota_exceeded" | "too_slow" | "cut_off" | "fault" | "mail_off" | "mail_setup" | "mail_refused" | "mail_limit" | "recipient_refused" | "no_recipients" | "too_many_files"> | null;
  /** Who must act. */
  action_required_by: Word<"customer" | "service" | "none">;
  /** The error in a sentence. */
  errors: string | null;
  /** What the error is about: an address, a property or the key of a server. Null: nothing in particular. */
  error_about: string | null;
  duration_ms: number;
}

/** What the company has from utilities for trying the service. */
export interface DemoData {
  svc_object_type: "DemoData";
  /** Its utilities run beside the service, so POST /v1/demo_data can collect some. */
  available: boolean;
  /** The company has some. */
  present: boolean;
  /** It is being deleted now. */
  deleting: boolean;
  /** Its authorizations. */
  authorizations: number;
  /** Its accounts. */
  accounts: number;
  /** Its live bills. */
  bills: number;
}

/** The file of a bill, and the result of reading it. */
export interface Document {
  id: Id;
  svc_object_type: "Document";
  /** Null for an uploaded file whose account is not known yet. */
  utility_account_id: Id | null;
  /** Its name on the utility's website, or of the uploaded file. */
  name: string;
  /** Which bill of its file it is, from 1. */
  part: number;
  /** Id of the user who uploaded the file. */
  uploaded_by: Id | null;
  /** File format, by its content. */
  format: string;
  /** The date the utility's website lists it under, or of the upload. */
  listed_date: DayTimestamp;
  /** waiting: not read yet. known: an existing bill already has the same content. review: the findings say why. rejected: a user decided that it is no bill to keep. unpacked: an archive, whose files are documents of their own. */
  state: Word<"waiting" | "accepted" | "known" | "review" | "rejected" | "unpacked">;
  findings: Finding[];
  utility_bill_id: Id | null;
  /** What a user decided about the document in review: its reading was accepted with its findings, the document was rejected, or its bill was keyed in. Null: no user decided. */
  decision: Word<"accepted" | "rejected" | "keyed_in"> | null;
  /** Id of that user. */
  decided_by: Id | null;
  decided_at: Timestamp | null;
  /** The reason that the user gave. */
  decision_note: string | null;
  /** Opens the file without other credentials, for 7 days. */
  expiring_link: string;
  fetched_at: Timestamp;
  updated_at: Timestamp;
}

export interface DocumentAcceptance {
  /** The names of all findings with the severity `error`: each must be named. */
  findings: string[];
  /** Why, kept with the document. */
  note?: string;
}

/** The account that a document belongs to. */
export interface DocumentAssignment {
  utility_account_id: Id;
}

export interface DocumentRejection {
  /** Why, kept with the document. */
  reason: string;
}

/** A document with its reading. */
export interface DocumentWithReading {
  id: Id;
  svc_object_type: "Document";
  /** Null for an uploaded file whose account is not known yet. */
  utility_account_id: Id | null;
  /** Its name on the utility's website, or of the uploaded file. */
  name: string;
  /** Which bill of its file it is, from 1. */
  part: number;
  /** Id of the user who uploaded the file. */
  uploaded_by: Id | null;
  /** File format, by its content. */
  format: string;
  /** The date the utility's website lists it under, or of the upload. */
  listed_date: DayTimestamp;
  /** waiting: not read yet. known: an existing bill already has the same content. review: the findings say why. rejected: a user decided that it is no bill to keep. unpacked: an archive, whose files are documents of their own. */
  state: Word<"waiting" | "accepted" | "known" | "review" | "rejected" | "unpacked">;
  findings: Finding[];
  utility_bill_id: Id | null;
  /** What a user decided about the document in review: its reading was accepted with its findings, the document was rejected, or its bill was keyed in. Null: no user decided. */
  decision: Word<"accepted" | "rejected" | "keyed_in"> | null;
  /** Id of that user. */
  decided_by: Id | null;
  decided_at: Timestamp | null;
  /** The reason that the user gave. */
  decision_note: string | null;
  /** Opens the file without other credentials, for 7 days. */
  expiring_link: string;
  fetched_at: Timestamp;
  updated_at: Timestamp;
  /** The bill as it was read, also when findings keep it in review: correct it and send it with `document_id` to `POST /v1/utility_bills`. Null when no bill was recognised. */
  reading: Reading | null;
  /** The template that read it. */
  template_id: string | null;
  template_version: number | null;
  /** What asking a language model about it took. Null when none was asked. */
  model_question: ModelQuestion | null;
  /** The files of an archive in its order, 200 at most. Empty for any other document. */
  entries: ArchiveEntry[];
}

/** Confirms the action. */
export interface Done {
  /** What was done, in a sentence. */
  message: string;
  success: true;
}

/** Confirms the action on this record. */
export interface DoneWithId {
  /** What was done, in a sentence. */
  message: string;
  success: true;
  id: Id;
}

/** Mails from this service to up to 20 people. */
export interface EmailDestination {
  kind: "email";
  /** E-mail addresses. Each person gets a mail of their own and can stop these mails. */
  to: string[];
  /** Language of the mail and of the reports in it. */
  language?: "en" | "es";
  /** Words of yours at the beginning of the mail, as plain text. Addresses in it do not become links. */
  message?: string | null;
  /** True: the mail has links to the files, which work for 7 days, and never the files themselves. False: files are attached up to a size that docs/deliveries.md states. */
  links_only?: boolean;
}

/** Use per day against the outdoor temperature, with the model of it. */
export interface EnergySignature {
  svc_object_type: "EnergySignature";
  /** Null for a meter without a property. */
  property_id: Id | null;
  /** Null for all meters of a service. */
  utility_meter_id: Id | null;
  /** The type of energy. */
  energy_type: Word<"ELECTRIC" | "GAS" | "STEAM" | "CHILLED_WATER" | "HOT_WATER" | "FUEL_OIL" | "PROPANE" | "DIESEL" | "WATER" | "SEWER" | "IRRIGATION" | "STORMWATER" | "WASTE" | "SOLAR" | "OTHER">;
  /** The unit of all figures of use. */
  usage_unit: string | null;
  /** Whose temperatures these are; null without a station. */
  weather_station_alpha_id: string | null;
  /** Of how many years typical weather is the mean, at least; null when there is none. */
  typical_weather_years: number | null;
  /** Ascending. */
  points: SignaturePoint[];
  /** Null where `reason` says why. */
  model: SignatureModel | null;
  /** Null without a model. */
  facts: SignatureFacts | null;
  /** The model to draw: straight from point to point, by ascending temperature. Empty without a model. */
  line: SignatureLinePoint[];
  /** Why there is no model; null with one. */
  reason: Word<"service_not_modelled" | "delivered_fuel" | "no_weather_station" | "too_few_months" | "no_model"> | null;
  /** The same as a sentence. */
  reason_sentence: string | null;
}

/** One calendar month of all meters of a property with the same energy type. */
export interface EnergyTypeMonth {
  id: Id;
  svc_object_type: "MonthlyConsumptionData";
  /** Null for a month of a property or of an energy type. */
  utility_meter_id: Id | null;
  /** First day of the month. */
  effective_month: DayTimestamp;
  /** Energy delivered, in kBtu; counted once when supply is billed separately. */
  distribution_kbtus: number | null;
  /** Its CO2 equivalent in pounds. */
  distribution_lbs_co2: number | null;
  /** Energy supplied by another company, in kBtu. */
  supply_kbtus: number | null;
  /** CO2 equivalent of the energy supplied by another company, in pounds. */
  supply_lbs_co2: number | null;
  /** The highest demand of the month, never split over months. */
  demand_consumption: number | null;
  /** Charges for use. */
  usage_cost: number | null;
  /** Charges for the highest demand. */
  demand_cost: number | null;
  /** Charges that do not depend on use. */
  service_cost: number | null;
  /** Charges and credits of interim rates. */
  interim_rate_cost: number | null;
  /** Other charges and credits. */
  other_applied_cost: number | null;
  /** Taxes and fees of public bodies. */
  tax_cost: number | null;
  /** The sum of the six costs. */
  total_cost: number | null;
  /** Water, in gallons. */
  gallons: number | null;
  /** True when a read or bill of the month was estimated. */
  estimated: boolean;
  /** True when every day of service in the month is billed exactly once. */
  month_complete: boolean;
  /** When the record was created, in UTC. */
  created_at: Timestamp;
  /** When it last changed, in UTC. */
  updated_at: Timestamp;
  property_id: Id;
  /** The energy of the month in kBtu. Each service counts once: as delivered where that is known, else as supplied. */
  kbtus: number | null;
  /** Its CO2 equivalent in pounds. */
  lbs_co2: number | null;
  /** Only when requested. */
  explain?: PropertyMonthExplanation;
  /** The energy type. */
  energy_type: Word<"ELECTRIC" | "GAS" | "STEAM" | "CHILLED_WATER" | "HOT_WATER" | "FUEL_OIL" | "PROPANE" | "DIESEL" | "WATER" | "SEWER" | "IRRIGATION" | "STORMWATER" | "WASTE" | "SOLAR" | "OTHER">;
  /** The use in `usage_unit`, made from the energy (delivered, else supplied) or from the water of the month; null when not known. */
  usage: number | null;
  /** The unit in which most bills state the service, the same for all meters of it: kWh, therm, gal, klb, MMBtu or ton-hour. Null for a service without use, such as sewer. */
  usage_unit: string | null;
  /** Days of the month that bills cover; for several meters, those of the meter with the fewest. Null when not known. */
  days_billed: number | null;
}

/** Why the meters of one service cost more or less. */
export interface EnergyTypeVariance {
  energy_type: Word<"ELECTRIC" | "GAS" | "STEAM" | "CHILLED_WATER" | "HOT_WATER" | "FUEL_OIL" | "PROPANE" | "DIESEL" | "WATER" | "SEWER" | "IRRIGATION" | "STORMWATER" | "WASTE" | "SOLAR" | "OTHER">;
  /** The cost in the period; null without a charge in it. */
  cost: number | null;
  /** The cost in the months that it is compared with; null likewise. */
  cost_against: number | null;
  /** The difference of the two, with none for null. */
  change: number;
  parts: CostChange;
}

/** The contribution of one bill line to a month. */
export interface ExplainedLine {
  utility_bill_id: Id;
  /** Id of the charge or usage, depending on the figure. */
  line_id: Id;
  /** First day covered by the line. */
  start_date: DayTimestamp;
  /** First day not covered by the line. */
  end_date: DayTimestamp;
  /** Days of the line in the month. */
  days: number;
  /** The share of the month, in the unit of the figure. */
  amount: number | null;
  /** What the bill calls the line. */
  description: string;
  /** Date of the bill. */
  invoice_date: DayTimestamp;
}

/** The contribution of one bill line to a month, with its meter. */
export interface ExplainedMeterLine {
  utility_bill_id: Id;
  /** Id of the charge or usage, depending on the figure. */
  line_id: Id;
  /** First day covered by the line. */
  start_date: DayTimestamp;
  /** First day not covered by the line. */
  end_date: DayTimestamp;
  /** Days of the line in the month. */
  days: number;
  /** The share of the month, in the unit of the figure. */
  amount: number | null;
  /** What the bill calls the line. */
  description: string;
  /** Date of the bill. */
  invoice_date: DayTimestamp;
  utility_meter_id: Id;
}

/** Files are only kept by the service and downloaded by the links of the delivery. */
export interface FilesDestination {
  kind: "files";
}

/** A finding about a file. */
export interface Finding {
  /** Stable name of the finding. */
  name: string;
  /** error: the document is kept out of the bills. */
  severity: Word<"error" | "warning">;
  detail: string;
  /** Page from 1, and the box [left, top, right, bottom] on it in points from the top left corner. In a file without pages, the line of a feed or the segment of an EDI file, from 1. */
  place?: {
    page: number;
    box: number[];
  } | {
    row: number;
  };
}

export interface FindingClosing {
  /** Why, kept with the finding. */
  note: string;
}

/** A rule about saved bills, with what the company set for it. */
export interface FindingRule {
  /** Stable name of the rule. */
  id: Word<"gap" | "overlap" | "duplicate" | "missing_meter" | "future_days" | "unusual_use" | "unusual_cost" | "zero_use" | "repeated_use" | "rate_change" | "unit_change">;
  svc_object_type: "FindingRule";
  severity: Word<"warning" | "notice">;
  description: string;
  /** False: the company turned it off. */
  active: boolean;
  thresholds: RuleThreshold[];
}

export interface FindingRuleEdit {
  /** Name of the rule. */
  id: "gap" | "overlap" | "duplicate" | "missing_meter" | "future_days" | "unusual_use" | "unusual_cost" | "zero_use" | "repeated_use" | "rate_change" | "unit_change";
  /** False turns it off. */
  active?: boolean;
  /** Thresholds by name; null restores the default, those that are not given stay. */
  thresholds?: Record<string, number | null>;
}

export interface FindingRulesEdit {
  /** The rules to change; the others stay. */
  rules: FindingRuleEdit[];
}

/** Whose password was forgotten. */
export interface ForgottenPassword {
  email: string;
  /** The language of the mail. */
  language?: "en" | "es";
}

/** A form that can be sent to the person who has the credentials. */
export interface FormLink {
  /** Each submission makes an authorization. */
  authorizationFormLink: string;
}

/** Where to send the link. Left out: to the address that it has. */
export interface FormLinkMail {
  /** Where the service sends the link by mail, if mail is set up. Null: you send it yourself. */
  email?: string;
}

/** When the new link expires. Left out: as before, or never if that time is over. */
export interface FormLinkRenewal {
  /** From then on it opens nothing. Null: it does not expire. */
  expires_at?: string | null;
}

/** A customer who is asked for a permission, and what came of it. */
export interface GreenButtonRequest {
  id: Id;
  svc_object_type: "GreenButtonRequest";
  company_id: Id;
  /** Key of a utility of GET /v1/utilities whose `supported` has `green_button_connect`. */
  utility: string;
  /** waiting: the customer has not decided. authorized: `authorization_id` names the authorization. refused: see `reason`; the address still works for another try until it expires. expired: the address opens nothing any more. */
  status: Word<"waiting" | "authorized" | "refused" | "expired">;
  /** denied: the customer did not permit it. not_accepted: the utility did not accept the answer that it had given. interrupted: the service was stopped in the middle. utility_away: the utility did not answer. misconfigured: the utility does not accept the operator's registration. stopped: the authorization to be renewed was stopped. Null: it was not refused. */
  reason: Word<"denied" | "not_accepted" | "interrupted" | "utility_away" | "misconfigured" | "stopped"> | null;
  /** The authorization that it became or renews; null until then. */
  authorization_id: Id | null;
  /** Where the customer's browser goes afterwards, with `green_button` (authorized or refused) and `authorization_id` added to its query: an https address, or one of this service. Null: a page of the service. */
  return_url: string | null;
  /** From then on the address opens nothing. */
  expires_at: Timestamp;
  /** When the record was created, in UTC. */
  created_at: Timestamp;
  /** When it last changed, in UTC. */
  updated_at: Timestamp;
}

/** The request, with the address for the customer. */
export interface GreenButtonRequestCreated {
  id: Id;
  svc_object_type: "GreenButtonRequest";
  company_id: Id;
  /** Key of a utility of GET /v1/utilities whose `supported` has `green_button_connect`. */
  utility: string;
  /** waiting: the customer has not decided. authorized: `authorization_id` names the authorization. refused: see `reason`; the address still works for another try until it expires. expired: the address opens nothing any more. */
  status: Word<"waiting" | "authorized" | "refused" | "expired">;
  /** denied: the customer did not permit it. not_accepted: the utility did not accept the answer that it had given. interrupted: the service was stopped in the middle. utility_away: the utility did not answer. misconfigured: the utility does not accept the operator's registration. stopped: the authorization to be renewed was stopped. Null: it was not refused. */
  reason: Word<"denied" | "not_accepted" | "interrupted" | "utility_away" | "misconfigured" | "stopped"> | null;
  /** The authorization that it became or renews; null until then. */
  authorization_id: Id | null;
  /** Where the customer's browser goes afterwards, with `green_button` (authorized or refused) and `authorization_id` added to its query: an https address, or one of this service. Null: a page of the service. */
  return_url: string | null;
  /** From then on the address opens nothing. */
  expires_at: Timestamp;
  /** When the record was created, in UTC. */
  created_at: Timestamp;
  /** When it last changed, in UTC. */
  updated_at: Timestamp;
  /** Open it in the customer's browser. It says who asks and leads to the utility. Shown only here: it works for a day. */
  authorize_url: string;
}

/** A version of a bill. */
export interface HistoricVersion {
  utility_bill_id: Id;
  /** `live`: it counts. */
  state: Word<"live" | "archived">;
  /** Why it no longer counts; null while it does. */
  archive_reason: Word<"edited" | "rebilled" | "cancelled" | "duplicate" | "voided"> | null;
  /** How the bill arrived. */
  origin: Word<"portal" | "upload" | "keyed_in" | "import">;
  /** Who corrected or entered it; null for a version that was read, and when it is not known. */
  made_by: BillEditor | null;
  /** When it was saved. */
  made_at: Timestamp;
  /** Why there is this version, as a sentence. */
  why: string;
  /** What the user wrote who corrected or entered it, or decided about its document; null without. */
  note: string | null;
  /** Who voided it; null otherwise, and when it is not known. */
  voided_by: BillEditor | null;
  /** When it was voided. */
  voided_at: Timestamp | null;
  /** What that user wrote; null without. */
  voided_note: string | null;
  /** The document it was read from. */
  document_id: Id | null;
  /** Date of the bill. */
  invoice_date: DayTimestamp;
  /** Empty for the first version. */
  changes: BillFieldChange[];
  /** Empty for the first version. */
  line_changes: BillLineChange[];
}

/** Unique id of a record. */
export type Id = number;

/** The meaning of a spreadsheet's columns, under a name. */
export interface ImportProfile {
  name: string;
  /** Built in: it cannot be edited. */
  built_in: boolean;
  /** For people. */
  title: string;
  fields: {
    /** Name of the utility. */
    utility_company?: ImportSource;
    /** Number of the account at the utility. */
    acct_num?: ImportSource;
    /** Name of the account holder. */
    account_holder_name?: ImportSource;
    /** Name of the property; an existing property of that name is used. */
    property_name?: ImportSource;
    /** Number of the meter. */
    meter_num?: ImportSource;
    /** Where the energy is used; its property is found or created by this address. */
    service_address?: ImportSource;
    /** The utility's name for the service. */
    service_name?: ImportSource;
    /** The utility's number for the premises. */
    premise_num?: ImportSource;
    /** ELECTRIC, GAS and so on, or a common name for it. */
    energy_type?: ImportSource;
    /** STANDARD, SUPPLY or DISTRIBUTION. */
    association_type?: ImportSource;
    /** Rows with the same number are one bill. */
    invoice_number?: ImportSource;
    /** Date of the bill; by default the last day of the period. */
    invoice_date?: ImportSource;
    /** First day of the period. Without `period_end` in the profile, the next row of the same meter begins where this one ends. */
    period_start?: ImportSource;
    /** End date of the period; `period_end_is` defines whether that day counts. Without `period_start` in the profile, the previous row of the same meter ends where this one begins. */
    period_end?: ImportSource;
    /** Date of the read, when a row has no period; `read_date_is` defines which end of the period it is. */
    read_date?: ImportSource;
    /** Date of a fuel delivery, when a row has no period. */
    delivery_date?: ImportSource;
    /** Number of days of the period: shows whether the end date counts, or that the row is wrong. */
    days?: ImportSource;
    /** Yes when the read or the bill was estimated. */
    estimated?: ImportSource;
    /** Total of the row's charges. Without charges it becomes one charge. */
    row_total?: ImportSource;
    /** Total of the whole bill's charges. */
    bill_total?: ImportSource;
  };
  /** When no profile is chosen, a file whose header row has all of these columns is read by this profile. */
  recognised_by: string[];
  /** Each with an amount becomes a line. */
  usages: {
    amount: ImportSource;
    unit: ImportSource;
    /** usage_amount by default; demand and reactive amounts are not summed. */
    type?: ImportSource;
    description?: ImportSource;
  }[];
  /** Each with an amount becomes a line. */
  charges: {
    amount: ImportSource;
    /** The charge type, by a fixed value or mapped from texts. */
    type: ImportSource;
    description?: ImportSource;
  }[];
  /** The charge type of a total without charges. */
  total_alone_is: Word<"usage_cost" | "demand_cost" | "service_cost" | "interim_rate_cost" | "other_applied_cost" | "tax_cost">;
  /** Whether the end date of a period counts; `detect`: decided by the adjacent periods of the same meter. */
  period_end_is: Word<"inclusive" | "exclusive" | "detect">;
  /** The fallback of `detect` when no adjacent period decides. */
  period_end_default: Word<"inclusive" | "exclusive">;
  /** Which end of its period a `read_date` is. `period_end`: the amounts are those since the previous read of the same meter, which is usual. `period_start`: they are those until the next read. Needed with `read_date`. */
  read_date_is: Word<"period_end" | "period_start"> | null;
  /** Which rows without an invoice number and a bill date are one bill: those of a `meter` with the same period, or those of an `account` with the same period, such as electricity and gas on one bill. */
  bill_of: Word<"meter" | "account">;
  /** The first that matches counts. Date cells need none. */
  date_formats: Word<"YYYY-MM-DD" | "YYYY/M/D" | "YYYYMMDD" | "M/D/YYYY" | "M/D/YY" | "M-D-YYYY" | "D/M/YYYY" | "D/M/YY" | "D-M-YYYY" | "D.M.YYYY" | "D.M.YY" | "MMM D, YYYY" | "D MMM YYYY" | "D-MMM-YYYY" | "D-MMM-YY">[];
  /** For text cells; number cells are read as they are. */
  decimal_mark: Word<"." | ",">;
  /** Texts that count as an empty cell. */
  empty_words: string[];
  /** Only rows that match all of these are read. */
  rows: {
    /** The header of the column, or several: the first existing column whose cell is not empty counts. */
    column: string | string[];
    is?: string[];
    /** An empty text leaves out rows without a value. */
    is_not?: string[];
  }[];
  /** Null for a built-in profile. */
  created_at: Timestamp | null;
  /** Null for a built-in profile. */
  updated_at: Timestamp | null;
}

/** The meaning of a spreadsheet's columns. */
export interface ImportProfileEdit {
  /** For people. */
  title: string;
  fields: {
    /** Name of the utility. */
    utility_company?: ImportSource;
    /** Number of the account at the utility. */
    acct_num?: ImportSource;
    /** Name of the account holder. */
    account_holder_name?: ImportSource;
    /** Name of the property; an existing property of that name is used. */
    property_name?: ImportSource;
    /** Number of the meter. */
    meter_num?: ImportSource;
    /** Where the energy is used; its property is found or created by this address. */
    service_address?: ImportSource;
    /** The utility's name for the service. */
    service_name?: ImportSource;
    /** The utility's number for the premises. */
    premise_num?: ImportSource;
    /** ELECTRIC, GAS and so on, or a common name for it. */
    energy_type?: ImportSource;
    /** STANDARD, SUPPLY or DISTRIBUTION. */
    association_type?: ImportSource;
    /** Rows with the same number are one bill. */
    invoice_number?: ImportSource;
    /** Date of the bill; by default the last day of the period. */
    invoice_date?: ImportSource;
    /** First day of the period. Without `period_end` in the profile, the next row of the same meter begins where this one ends. */
    period_start?: ImportSource;
    /** End date of the period; `period_end_is` defines whether that day counts. Without `period_start` in the profile, the previous row of the same meter ends where this one begins. */
    period_end?: ImportSource;
    /** Date of the read, when a row has no period; `read_date_is` defines which end of the period it is. */
    read_date?: ImportSource;
    /** Date of a fuel delivery, when a row has no period. */
    delivery_date?: ImportSource;
    /** Number of days of the period: shows whether the end date counts, or that the row is wrong. */
    days?: ImportSource;
    /** Yes when the read or the bill was estimated. */
    estimated?: ImportSource;
    /** Total of the row's charges. Without charges it becomes one charge. */
    row_total?: ImportSource;
    /** Total of the whole bill's charges. */
    bill_total?: ImportSource;
  };
  /** When no profile is chosen, a file whose header row has all of these columns is read by this profile. */
  recognised_by?: string[];
  /** Each with an amount becomes a line. */
  usages?: {
    amount: ImportSource;
    unit: ImportSource;
    /** usage_amount by default; demand and reactive amounts are not summed. */
    type?: ImportSource;
    description?: ImportSource;
  }[];
  /** Each with an amount becomes a line. */
  charges?: {
    amount: ImportSource;
    /** The charge type, by a fixed value or mapped from texts. */
    type: ImportSource;
    description?: ImportSource;
  }[];
  /** The charge type of a total without charges. */
  total_alone_is?: "usage_cost" | "demand_cost" | "service_cost" | "interim_rate_cost" | "other_applied_cost" | "tax_cost";
  /** Whether the end date of a period counts; `detect`: decided by the adjacent periods of the same meter. */
  period_end_is?: "inclusive" | "exclusive" | "detect";
  /** The fallback of `detect` when no adjacent period decides. */
  period_end_default?: "inclusive" | "exclusive";
  /** Which end of its period a `read_date` is. `period_end`: the amounts are those since the previous read of the same meter, which is usual. `period_start`: they are those until the next read. Needed with `read_date`. */
  read_date_is?: "period_end" | "period_start" | null;
  /** Which rows without an invoice number and a bill date are one bill: those of a `meter` with the same period, or those of an `account` with the same period, such as electricity and gas on one bill. */
  bill_of?: "meter" | "account";
  /** The first that matches counts. Date cells need none. */
  date_formats?: ("YYYY-MM-DD" | "YYYY/M/D" | "YYYYMMDD" | "M/D/YYYY" | "M/D/YY" | "M-D-YYYY" | "D/M/YYYY" | "D/M/YY" | "D-M-YYYY" | "D.M.YYYY" | "D.M.YY" | "MMM D, YYYY" | "D MMM YYYY" | "D-MMM-YYYY" | "D-MMM-YY")[];
  /** For text cells; number cells are read as they are. */
  decimal_mark?: "." | ",";
  /** Texts that count as an empty cell. */
  empty_words?: string[];
  /** Only rows that match all of these are read. */
  rows?: {
    /** The header of the column, or several: the first existing column whose cell is not empty counts. */
    column: string | string[];
    is?: string[];
    /** An empty text leaves out rows without a value. */
    is_not?: string[];
  }[];
}

/** The months of a property that the bills of a file change. */
export interface ImportPropertyMonths {
  /** Null: it would be created. */
  property_id: Id | null;
  property_name: string;
  /** The first month that the bills change, as its first day. */
  first_month: string;
  /** The last month that the bills change. */
  last_month: string;
  /** The number of its meters with bills in the file. */
  meters: number;
  /** Energy types without a meter at the property so far. As nothing is known before their first bill, earlier months of the property become incomplete, and have no snapshot. */
  new_energy_types: Word<"ELECTRIC" | "GAS" | "STEAM" | "CHILLED_WATER" | "HOT_WATER" | "FUEL_OIL" | "PROPANE" | "DIESEL" | "WATER" | "SEWER" | "IRRIGATION" | "STORMWATER" | "WASTE" | "SOLAR" | "OTHER">[];
  /** First or last months of new meters that are billed in part, each as its first day: they are incomplete. At most 24. */
  partial_months: string[];
  /** How many of these meters belong to an account that is not collected: they count as ended with their last bill, and later months do not wait for them. */
  meters_ending: number;
}

/** The periods that were made of the dates of reads, to be checked before the import is confirmed. */
export interface ImportReadPeriods {
  /** Which end of its period the date of a read is, as the profile says. */
  read_date_is: Word<"period_end" | "period_start">;
  /** The number of rows whose period was made of reads. */
  rows: number;
  /** The first 24 of them, in the order of the file. */
  periods: {
    /** As of a refused row. */
    sheet: string | null;
    /** Number of the row; the first of the sheet is 1. */
    row: number;
    first_day: string;
    /** The last day that the period covers. */
    last_day: string;
  }[];
}

/** One thing wrong with one row. */
export interface ImportRefusal {
  /** Number of the refusal within its import. */
  id: Id;
  /** Name of the sheet, when several sheets of the workbook were read; otherwise null. */
  sheet: string | null;
  /** Number of the row; the first of the sheet is 1. */
  row: number;
  /** Header of the column; null when the row as a whole is refused. */
  column: string | null;
  /** The content of the cell, cut to 100 characters. */
  value: string | null;
  /** A stable code. */
  reason: Word<"required" | "unreadable_number" | "unreadable_date" | "unknown_energy_type" | "unknown_unit" | "unknown_charge_type" | "unknown_usage_type" | "unknown_word" | "nothing_to_import" | "text_too_long" | "no_read_before" | "no_read_after" | "end_before_start" | "zero_days" | "days_do_not_match" | "future_date" | "negative_usage" | "number_too_large" | "rows_disagree" | "duplicate_row" | "overlaps_other_row" | "overlaps_imported_bill" | "total_does_not_match" | "bill_does_not_add_up" | "other_row_of_bill">;
  /** A message for people. */
  detail: string;
}

/** A sheet of a workbook. */
export interface ImportSheet {
  /** Name of the sheet. */
  name: string;
  /** Rows below its header row; null for a sheet without rows under a header row, which is not read. */
  rows_read: number | null;
}

/** The source of a value: the name of a column, or an object. */
export type ImportSource = string | {
  /** The header of the column, or several: the first existing column whose cell is not empty counts. */
  column?: string | string[];
  /** A fixed value for every row, when no column has it. */
  value?: string;
  /** Maps texts of the column to values. `*` matches any text, and upper and lower case are ignored. An exact match takes precedence, then the pattern with most letters. A text without a match is not changed. */
  words?: Record<string, string>;
};

/** A column of the file that the profile does not read. */
export interface ImportUnreadColumn {
  /** Its header, cut to 100 characters. */
  column: string;
  /** A missing column of the profile that may be meant. */
  similar_to: string | null;
}

/** An invitation to become a user of the company. Its link is not shown again. */
export interface Invitation {
  id: Id;
  company_id: Id;
  /** The user name of the future user. */
  email: string;
  /** A suggestion for the name. */
  name: string | null;
  /** What the user may do in the company. viewer: read. editor: change its data too. owner: also manage its users, tokens and audit log. */
  company_role: Word<"viewer" | "editor" | "owner">;
  /** sent: the link works. accepted: there is a user. expired: the link ended after seven days and can be renewed. withdrawn: the link ended at once. */
  state: Word<"sent" | "accepted" | "expired" | "withdrawn">;
  /** The user who made the invitation, or renewed it last. It is withdrawn when that user no longer manages users. */
  invited_by: Id;
  /** When the link ends. */
  expires_at: Timestamp;
  /** When the mail server took the mail with the link; null until then, and where no mail is set up. */
  mailed_at: Timestamp | null;
  /** Null until it is accepted. */
  accepted_at: Timestamp | null;
  /** The user who was made by it. */
  user_id: Id | null;
  /** When the record was created, in UTC. */
  created_at: Timestamp;
  /** When it last changed, in UTC. */
  updated_at: Timestamp;
}

/** The name and the password of the new user. */
export interface InvitationAcceptance {
  /** What follows `#` in the link. */
  token: string;
  name: string;
  /** At least 12 characters; a long sentence is best. */
  password: string;
}

/** How to change the key. */
export interface KeyRotation {
  /** After a leak: every session ends at once. */
  revoke_previous?: boolean;
}

/** A bill that a user enters. */
export interface KeyedInBill {
  /** The printed account number. */
  acct_num?: string | null;
  /** The printed number of the bill. */
  invoice_number?: string | null;
  /** Date of the bill. */
  invoice_date: string;
  /** The day until which it is to be paid. */
  due_date?: string | null;
  /** The day from which a late fee is added. */
  late_fee_date?: string | null;
  /** As printed. */
  account_holder_name?: string | null;
  /** As printed; a meter may have another. */
  service_address?: string | null;
  /** The total amount to pay. */
  amount_due?: number | null;
  /** The amount due before this bill. */
  previous_balance?: number | null;
  /** Payments since the previous bill, as a positive number. */
  amount_paid?: number | null;
  /** The fixed amount of budget billing; the charges are the actual ones. */
  budget_amount?: number | null;
  /** The part of the charges that a later bill will ask for, as a positive number. */
  deferred_amount?: number | null;
  /** What changes the earlier balance besides payments, such as a late fee; a credit is negative. */
  adjustments?: number | null;
  /** Code of ISO 4217, where the bill or its template states it. */
  currency?: string | null;
  /** The printed sum of the charges, with which they are compared. */
  current_charges?: number | null;
  /** The bill states that it is estimated. */
  estimated?: boolean;
  /** It replaces an earlier bill of its days. */
  corrected?: boolean;
  meters: ReadingMeter[];
  /** The document in review that the bill is for; its file becomes the source of the bill. */
  document_id?: Id;
  /** The account of a bill without a document. With a document, its account. */
  utility_account_id?: Id;
  /** The utility of a bill whose account does not exist yet: it is created from `acct_num`. */
  utility_company?: string;
  /** Names of findings that the user accepts, as the error `does-not-add-up` lists them. */
  accept?: string[];
  /** Why, kept with the document. */
  note?: string;
}

/** A value of the head of a bill, and where it comes from. */
export interface LineageField {
  /** The name of the field of the bill. */
  name: string;
  /** The value of the bill. */
  value: string | number | null;
  /** The printed text it was read from. */
  text: string | null;
  /** Where it is printed; null when that is not known. */
  place: PagePlace | null;
  /** Null for a value that the bill does not have. */
  source: Word<"file" | "corrected" | "entered"> | null;
}

/** A charge or usage of a bill, and where it comes from. */
export interface LineageLine {
  /** Id of the charge or usage. */
  id: Id;
  svc_object_type: Word<"UtilityCharge" | "UtilityUsage">;
  utility_meter_id: Id;
  /** Where it is printed; null when that is not known. */
  place: PagePlace | null;
  /** file: the value is as it was read. corrected: a user changed what was read. entered: the reading of the file has no such value. */
  source: Word<"file" | "corrected" | "entered">;
  /** The read at the beginning of the period. */
  previous_read: number | null;
  /** The read at its end. */
  current_read: number | null;
  /** Use = (current read - previous read) x multiplier. */
  multiplier: number | null;
}

export interface LinkGiven {
  /** What follows `#` in the link. */
  token: string;
}

/** The token of the link. A user with an authenticator app sends its code too. */
export interface LinkSignIn {
  /** What follows `#` in the link. */
  token: string;
  /** Six digits of the authenticator app, or a recovery code. */
  code?: string;
}

export interface Login {
  email: string;
  password: string;
  /** Six digits of the authenticator app, or a recovery code. */
  code?: string;
}

/** The new token, shown only once. */
export interface MadeApiToken {
  id: Id;
  company_id: Id;
  /** The owner: the token may do what this user may do, and is revoked when the user is deactivated. */
  user_id: Id;
  /** What it is for. */
  name: string;
  /** `read`: every GET. `write`: all other requests too. `admin`: also tokens, passwords, users and the endpoints for administrators. Never more than its user may do: a viewer makes tokens with `read` alone. */
  scopes: Word<"read" | "write" | "admin">[];
  /** The role of the user when the token was created. The token never has a higher role, even if the user gets one. */
  role_ceiling: Word<"user" | "admin">;
  /** The same for the role in the company. */
  company_role_ceiling: Word<"viewer" | "editor" | "owner">;
  /** To the minute; null: never used. */
  last_used_at: Timestamp | null;
  /** Null: valid until it is revoked. */
  expires_at: Timestamp | null;
  /** Null while it is valid. */
  revoked_at: Timestamp | null;
  created_at: Timestamp;
  updated_at: Timestamp;
  /** For the Authorization header. It is not shown again. */
  token: string;
}

/** The invitation with its link, shown only once. */
export interface MadeInvitation {
  id: Id;
  company_id: Id;
  /** The user name of the future user. */
  email: string;
  /** A suggestion for the name. */
  name: string | null;
  /** What the user may do in the company. viewer: read. editor: change its data too. owner: also manage its users, tokens and audit log. */
  company_role: Word<"viewer" | "editor" | "owner">;
  /** sent: the link works. accepted: there is a user. expired: the link ended after seven days and can be renewed. withdrawn: the link ended at once. */
  state: Word<"sent" | "accepted" | "expired" | "withdrawn">;
  /** The user who made the invitation, or renewed it last. It is withdrawn when that user no longer manages users. */
  invited_by: Id;
  /** When the link ends. */
  expires_at: Timestamp;
  /** When the mail server took the mail with the link; null until then, and where no mail is set up. */
  mailed_at: Timestamp | null;
  /** Null until it is accepted. */
  accepted_at: Timestamp | null;
  /** The user who was made by it. */
  user_id: Id | null;
  /** When the record was created, in UTC. */
  created_at: Timestamp;
  /** When it last changed, in UTC. */
  updated_at: Timestamp;
  /** The page on which the invited person chooses a password. Give it to that person; it is not shown again. */
  link: string;
}

/** A file of a mail, and what became of it. */
export interface MailFile {
  /** Its name in the mail. */
  name: string;
  /** The document it became; null: it was not taken. */
  document_id: Id | null;
  /** Why it was not taken, or that it was known already. */
  reason: string | null;
}

/** A mailbox whose bill files become documents, or from which codes are read. */
export interface Mailbox {
  id: Id;
  svc_object_type: "Mailbox";
  /** Name or address of the IMAP server. */
  host: string;
  /** 993 with `tls`, 143 with `starttls`, or from 1024. */
  port: number;
  /** tls: encrypted from the beginning. starttls: encrypted before the login is sent. There is no unencrypted way. */
  security: Word<"tls" | "starttls">;
  /** The login, mostly the address of the mailbox. */
  username: string;
  /** The folder of the mailbox that is read. */
  folder: string;
  /** Only mails from these addresses, or from any address of these domains; empty: from everybody. A sender can be forged: this keeps out what is not a bill, not an attacker. */
  senders: string[];
  /** The account of all its bills. Null: found by the printed number. */
  utility_account_id: Id | null;
  /** The property of new meters. Null: by the printed service address. */
  property_id: Id | null;
  /** Only mails that arrived on this day or later, by the server's date. Null: all mails of the folder. */
  since: DayTimestamp | null;
  /** What becomes of a mail that was handled. leave: nothing. mark_seen: it is marked as read. move: it is moved to the folder `move_to`. Mails without a bill are left alone. */
  after_reading: Word<"leave" | "mark_seen" | "move">;
  /** With `move`: an existing folder. */
  move_to: string | null;
  /** False: it is paused. */
  active: boolean;
  /** Files of its mails become documents. */
  reads_bills: boolean;
  /** Codes that utilities send by mail during a sign-in may be read from it, for authorizations that name it and, when it is the `code_mailbox_id` of the company, for those that users submit without a mailbox. Only an owner sets it to true. */
  reads_codes: boolean;
  /** It was deleted. */
  archived: boolean;
  /** active: it is looked at regularly. paused: `active` is false. login_refused: the server did not accept the login, which is not tried again before it is changed. unreachable: the server did not answer, and is tried again. blocked: something else must be corrected; `errors` says what. */
  state: Word<"active" | "paused" | "login_refused" | "unreachable" | "blocked">;
  /** Why it cannot be read; null: it can. */
  status_detail: Word<"login_refused" | "unreachable" | "not_secure" | "refused_address" | "no_such_folder" | "cannot_move" | "cannot_mark" | "odd_answer" | "quota_exceeded" | "fault"> | null;
  /** Who must act. */
  action_required_by: Word<"customer" | "service" | "none">;
  /** The same as a sentence. */
  errors: string | null;
  /** When it was last looked at. */
  last_checked_at: Timestamp | null;
  /** When it is looked at next; null: not by itself. */
  next_check_at: Timestamp | null;
  /** Mails that were handled. */
  mails_read: number;
  /** Documents that came from it, without files that were there already. */
  documents_made: number;
  /** When the record was created, in UTC. */
  created_at: Timestamp;
  /** When it last changed, in UTC. */
  updated_at: Timestamp;
}

/** The fields to change. */
export interface MailboxEdit {
  /** Name or address of the IMAP server. */
  host?: string;
  /** The login, mostly the address of the mailbox. */
  username?: string;
  /** Kept sealed and never shown. */
  password?: string;
  /** tls: encrypted from the beginning. starttls: encrypted before the login is sent. There is no unencrypted way. */
  security?: "tls" | "starttls";
  /** 993 with `tls`, 143 with `starttls`, or from 1024. */
  port?: number;
  /** The folder of the mailbox that is read. */
  folder?: string;
  /** Only mails from these addresses, or from any address of these domains; empty: from everybody. A sender can be forged: this keeps out what is not a bill, not an attacker. */
  senders?: string[];
  /** The account of all its bills. Null: found by the printed number. */
  utility_account_id?: Id | null;
  /** The property of new meters. Null: by the printed service address. */
  property_id?: Id | null;
  /** What becomes of a mail that was handled. leave: nothing. mark_seen: it is marked as read. move: it is moved to the folder `move_to`. Mails without a bill are left alone. */
  after_reading?: "leave" | "mark_seen" | "move";
  /** With `move`: an existing folder. */
  move_to?: string | null;
  /** False: it is paused. */
  active?: boolean;
  /** Files of its mails become documents. */
  reads_bills?: boolean;
  /** Codes that utilities send by mail during a sign-in may be read from it, for authorizations that name it and, when it is the `code_mailbox_id` of the company, for those that users submit without a mailbox. Only an owner sets it to true. */
  reads_codes?: boolean;
  /** Only mails that arrived on this day or later, by the server's date. Null: all mails of the folder. */
  since?: string | null;
}

/** A mail of a mailbox, and what became of it. */
export interface MailboxMail {
  id: Id;
  svc_object_type: "MailboxMail";
  mailbox_id: Id;
  /** When the server received it. */
  received_at: Timestamp | null;
  /** The address in its From. Null for a mail without a file, of which it is not kept. */
  sender: string | null;
  /** The first 200 characters of its subject. Null for a mail without a file. */
  subject: string | null;
  /** Its size, by the server. */
  bytes: number | null;
  /** reading: it is being read. taken: at least one file became a document. no_bill: it has no file that could be a bill. sender_not_listed: it is not from one of the `senders`. refused: it has files, and none could be taken. failed: it could not be read; `note` says why. */
  state: Word<"reading" | "taken" | "no_bill" | "sender_not_listed" | "refused" | "failed">;
  /** What became of it, as a sentence. */
  note: string | null;
  /** Its files, 50 at most. */
  files: MailFile[];
  /** When the record was created, in UTC. */
  created_at: Timestamp;
  /** When it last changed, in UTC. */
  updated_at: Timestamp;
}

/** The signed-in user, with what pages need to know of the company and the service. */
export interface Me {
  id: Id;
  company_id: Id;
  /** The user name for signing in. */
  email: string;
  name: string;
  /** user: the own company. admin: the operator of the service, across companies. */
  role: Word<"user" | "admin">;
  /** What the user may do in the company. viewer: read. editor: change its data too. owner: also manage its users, tokens and audit log. */
  company_role: Word<"viewer" | "editor" | "owner">;
  /** False: can no longer sign in. */
  active: boolean;
  created_at: Timestamp;
  updated_at: Timestamp;
  company: Company;
  /** In which units pages show use: us (kWh, therms, gallons) or metric (kWh, kWh, m3). Answers of the API do not change. */
  units: Word<"us" | "metric">;
  /** Month in which its fiscal year begins. */
  fiscal_year_start: number;
  /** The service sends mails: invitations, form links, receipts, deliveries. Otherwise people pass on the links, and no delivery goes by mail. */
  sends_mail: boolean;
}

export interface MeEdit {
  /** As colleagues know you. */
  name: string;
}

/** Free-form object of the client: 64 KB and 16 levels at most. */
export type Metadata = Record<string, unknown>;

/** Which months of a meter are billed. */
export interface MeterCoverage {
  svc_object_type: "MeterCoverage";
  utility_meter_id: Id;
  /** Meter number at the utility. */
  meter_num: string | null;
  energy_type: Word<"ELECTRIC" | "GAS" | "STEAM" | "CHILLED_WATER" | "HOT_WATER" | "FUEL_OIL" | "PROPANE" | "DIESEL" | "WATER" | "SEWER" | "IRRIGATION" | "STORMWATER" | "WASTE" | "SOLAR" | "OTHER">;
  /** Null: the meter belongs to no property yet. */
  property_id: Id | null;
  utility_account_id: Id;
  /** The next bill of its account. Null when none is expected: fewer than three bills, periods of no usual length, bills that are not collected, or a service that has ended. */
  next_bill: NextBill | null;
  /** Ascending, without gaps unless `state` chooses among them. */
  months: CoverageMonth[];
}

/** Why a meter cost more or less. */
export interface MeterVariance {
  utility_meter_id: Id;
  /** Meter number at the utility. */
  meter_num: string | null;
  energy_type: Word<"ELECTRIC" | "GAS" | "STEAM" | "CHILLED_WATER" | "HOT_WATER" | "FUEL_OIL" | "PROPANE" | "DIESEL" | "WATER" | "SEWER" | "IRRIGATION" | "STORMWATER" | "WASTE" | "SOLAR" | "OTHER">;
  /** The cost in the period; null without a charge in it. */
  cost: number | null;
  /** The cost in the months that it is compared with; null likewise. */
  cost_against: number | null;
  /** The difference of the two, with none for null. */
  change: number;
  parts: CostChange;
  /** Made of the complete months of the three years before the period. Null with fewer than twelve, without weather, or when it explains less than half; then `weather` is 0. */
  weather_model: WeatherModel | null;
}

/** The latest question to a language model about a document. */
export interface ModelQuestion {
  /** The name of the model. */
  model: string;
  asked_at: Timestamp;
  /** As its server counts them. */
  input_tokens: number | null;
  output_tokens: number | null;
  /** By the prices that the operator set, in the currency of these. Null when none are set. */
  cost: number | null;
}

/** The bill lines of each figure; they sum to the figure. */
export interface MonthExplanation {
  distribution_kbtus: ExplainedLine[];
  distribution_lbs_co2: ExplainedLine[];
  supply_kbtus: ExplainedLine[];
  supply_lbs_co2: ExplainedLine[];
  demand_consumption: ExplainedLine[];
  usage_cost: ExplainedLine[];
  demand_cost: ExplainedLine[];
  service_cost: ExplainedLine[];
  interim_rate_cost: ExplainedLine[];
  other_applied_cost: ExplainedLine[];
  tax_cost: ExplainedLine[];
  total_cost: ExplainedLine[];
  gallons: ExplainedLine[];
}

/** Use and cost of one calendar month. Null: not known. */
export interface MonthlyConsumptionData {
  id: Id;
  svc_object_type: "MonthlyConsumptionData";
  /** Null for a month of a property or of an energy type. */
  utility_meter_id: Id | null;
  /** First day of the month. */
  effective_month: DayTimestamp;
  /** Energy delivered, in kBtu; counted once when supply is billed separately. */
  distribution_kbtus: number | null;
  /** Its CO2 equivalent in pounds. */
  distribution_lbs_co2: number | null;
  /** Energy supplied by another company, in kBtu. */
  supply_kbtus: number | null;
  /** CO2 equivalent of the energy supplied by another company, in pounds. */
  supply_lbs_co2: number | null;
  /** The highest demand of the month, never split over months. */
  demand_consumption: number | null;
  /** Charges for use. */
  usage_cost: number | null;
  /** Charges for the highest demand. */
  demand_cost: number | null;
  /** Charges that do not depend on use. */
  service_cost: number | null;
  /** Charges and credits of interim rates. */
  interim_rate_cost: number | null;
  /** Other charges and credits. */
  other_applied_cost: number | null;
  /** Taxes and fees of public bodies. */
  tax_cost: number | null;
  /** The sum of the six costs. */
  total_cost: number | null;
  /** Water, in gallons. */
  gallons: number | null;
  /** True when a read or bill of the month was estimated. */
  estimated: boolean;
  /** True when every day of service in the month is billed exactly once. */
  month_complete: boolean;
  /** The use in `usage_unit`, made from the energy (delivered, else supplied) or from the water of the month; null when not known. */
  usage: number | null;
  /** The unit in which most bills state the service, the same for all meters of it: kWh, therm, gal, klb, MMBtu or ton-hour. Null for a service without use, such as sewer. */
  usage_unit: string | null;
  /** Days of the month that bills cover; for several meters, those of the meter with the fewest. Null when not known. */
  days_billed: number | null;
  /** Only when requested. */
  explain?: MonthExplanation;
  /** When the record was created, in UTC. */
  created_at: Timestamp;
  /** When it last changed, in UTC. */
  updated_at: Timestamp;
}

/** A token to create. */
export interface NewApiToken {
  /** What it is for. */
  name: string;
  /** `read`: every GET. `write`: all other requests too. `admin`: also tokens, passwords, users and the endpoints for administrators. Never more than its user may do: a viewer makes tokens with `read` alone. */
  scopes?: ("read" | "write" | "admin")[];
  /** Absent: valid until it is revoked. */
  expires_at?: string | null;
}

export interface NewCompany {
  name: string;
}

/** A delivery to create. */
export interface NewDataDelivery {
  /** The name, also used in file names. */
  name: string;
  /** html and pdf are for reports of both kinds, xml (Green Button) is for bills. */
  format: "csv" | "xlsx" | "json" | "xml" | "html" | "pdf";
  /** How often it is made. */
  schedule: "daily" | "weekly" | "monthly";
  /** Hour of the day, in the delivery's time zone. */
  hour?: number;
  /** Day of a weekly delivery; monday by default. */
  weekday?: "monday" | "tuesday" | "wednesday" | "thursday" | "friday" | "saturday" | "sunday" | null;
  /** Day of the month of a monthly delivery; the first by default. */
  day?: number | null;
  /** IANA time zone name. */
  time_zone?: string;
  content: DeliveryContent;
  destination?: NewDeliveryDestination;
  /** True: it is made when it is due. */
  active?: boolean;
}

/** Where the files go. */
export type NewDeliveryDestination = FilesDestination | EmailDestination | S3Destination | SftpDestination;

/** A form link to make. */
export interface NewFormLink {
  /** Your name for whom it is sent to, such as the number of a tenant or unit. Several links may have it. */
  reference: string;
  /** The property of the meters found with it. Null: by the printed service address. */
  property_id?: Id | null;
  /** Key of the utility whose login the form asks for. Null: the person chooses. */
  utility?: string | null;
  /** Language of its pages, unless the person chooses another. Null: that of the company. */
  language?: "en" | "es" | null;
  /** From then on it opens nothing. Null: it does not expire. */
  expires_at?: string | null;
  /** A note for your own use; the person does not see it. */
  note?: string | null;
  /** Where the service sends the link by mail, if mail is set up. Null: you send it yourself. */
  email?: string | null;
}

/** Up to 500 form links to make: all or none. */
export interface NewFormLinks {
  form_links: NewFormLink[];
}

/** Asks a customer for the permission to read their bills. */
export interface NewGreenButtonRequest {
  /** Key of a utility of GET /v1/utilities whose `supported` has `green_button_connect`. Absent: that of authorization_id. */
  utility?: string;
  /** The property of the meters found with it. Null: by the service address. */
  property_id?: Id | null;
  /** Whether its accounts are collected as soon as they are found. Absent: false. */
  activates_accounts?: boolean;
  /** An authorization of Green Button Connect at this utility, whose permission is to be renewed. Null: a new one. */
  authorization_id?: Id | null;
  /** Where the customer's browser goes afterwards, with `green_button` (authorized or refused) and `authorization_id` added to its query: an https address, or one of this service. Null: a page of the service. */
  return_url?: string | null;
}

/** Whom to invite, and as what. */
export interface NewInvitation {
  email: string;
  name?: string | null;
  /** What the user may do in the company. viewer: read. editor: change its data too. owner: also manage its users, tokens and audit log. */
  company_role: "viewer" | "editor" | "owner";
  /** The language of the mail. */
  language?: "en" | "es";
}

/** A mailbox to read. */
export interface NewMailbox {
  /** Name or address of the IMAP server. */
  host: string;
  /** The login, mostly the address of the mailbox. */
  username: string;
  /** Kept sealed and never shown. */
  password: string;
  /** tls: encrypted from the beginning. starttls: encrypted before the login is sent. There is no unencrypted way. */
  security?: "tls" | "starttls";
  /** 993 with `tls`, 143 with `starttls`, or from 1024. */
  port?: number;
  /** The folder of the mailbox that is read. */
  folder?: string;
  /** Only mails from these addresses, or from any address of these domains; empty: from everybody. A sender can be forged: this keeps out what is not a bill, not an attacker. */
  senders?: string[];
  /** The account of all its bills. Null: found by the printed number. */
  utility_account_id?: Id | null;
  /** The property of new meters. Null: by the printed service address. */
  property_id?: Id | null;
  /** What becomes of a mail that was handled. leave: nothing. mark_seen: it is marked as read. move: it is moved to the folder `move_to`. Mails without a bill are left alone. */
  after_reading?: "leave" | "mark_seen" | "move";
  /** With `move`: an existing folder. */
  move_to?: string | null;
  /** False: it is paused. */
  active?: boolean;
  /** Files of its mails become documents. */
  reads_bills?: boolean;
  /** Codes that utilities send by mail during a sign-in may be read from it, for authorizations that name it and, when it is the `code_mailbox_id` of the company, for those that users submit without a mailbox. Only an owner sets it to true. */
  reads_codes?: boolean;
  /** Only mails that arrived on this day or later, by the server's date. Null: all mails of the folder. Left out: from today on. */
  since?: string | null;
}

/** Bills with the same service address are assigned to it automatically. */
export interface NewProperty {
  /** Name of the property. */
  name: string;
  /** Floor area in square feet. */
  sq_ft?: number | null;
  /** Active while a meter of it is in service. */
  status?: "Active" | "Inactive";
  /** The weather station of its degree days. When not given: the nearest within 200 km of its location, if there is one. */
  weather_station_alpha_id?: string | null;
  /** Street and number. */
  street1?: string | null;
  /** Second line of the address. */
  street2?: string | null;
  /** City. */
  city?: string | null;
  /** State. */
  state?: string | null;
  /** Two letters, ISO 3166-1. */
  country?: string;
  /** ZIP code. */
  zip_code?: string | null;
  /** Degrees, east is positive. */
  longitude?: number | null;
  /** Degrees, north is positive. */
  latitude?: number | null;
  /** Year in which it was built. */
  year_built?: number | null;
  /** Construction type. */
  construction_type?: string | null;
  /** Its use. */
  primary_use?: string | null;
  /** How many stories it has. */
  story_type?: string | null;
  /** Energy used for cooling. */
  cooling_energy_type?: "ELECTRIC" | "GAS" | "STEAM" | "CHILLED_WATER" | "HOT_WATER" | "FUEL_OIL" | "PROPANE" | "DIESEL" | "WATER" | "SEWER" | "IRRIGATION" | "STORMWATER" | "WASTE" | "SOLAR" | "OTHER" | null;
  /** Energy used for heating. */
  heating_energy_type?: "ELECTRIC" | "GAS" | "STEAM" | "CHILLED_WATER" | "HOT_WATER" | "FUEL_OIL" | "PROPANE" | "DIESEL" | "WATER" | "SEWER" | "IRRIGATION" | "STORMWATER" | "WASTE" | "SOLAR" | "OTHER" | null;
  /** It is ENERGY STAR certified. */
  star_certified?: boolean;
  /** The cost center that its charges are booked to. That of the meter wins, else that of its account, else that of its property. */
  cost_center?: string | null;
  /** The account of the general ledger that its charges are booked to. That of the meter wins, else that of its account, else that of its property. */
  gl_account?: string | null;
}

/** A report to share. */
export interface NewReportLink {
  property_id: Id;
  /** What is reported. */
  report_type: "utility_meter_history" | "utility_meter_demand_history" | "monthly_meter_history" | "energy_history_detail_report" | "cost_avoidance_summary" | "cost_avoidance_detail" | "cost_avoidance_expanded" | "property_energy_journal";
  /** The first day; without it, the first bill begins the report. */
  from?: string | null;
  /** The first day not covered. */
  to?: string | null;
  /** Whom it is for. */
  note?: string | null;
  /** How many days it opens: 30 when nothing is said. */
  days?: number;
}

export interface NewUser {
  company_id: Id;
  email: string;
  /** At least 12 characters; a long sentence is best. */
  password: string;
  name: string;
  role: "user" | "admin";
  /** `editor` unless given. The first user of a company is its `owner`. */
  company_role?: "viewer" | "editor" | "owner";
}

/** A utility that is wanted. */
export interface NewUtilityWish {
  /** The key of a utility of GET /v1/utilities whose bills are not collected. */
  utility: string;
}

/** A webhook to create. */
export interface NewWebhook {
  /** The events to send. `all`: `bill.created`, `property.created`, `property.updated`, `utility_account.updated`, `utility_meter.created`, `utility_meter.updated`. These are sent only when subscribed to by name: `authorization.updated`, `authorization.action_required`, `utility_bill.archived`, `bill.late`, `bill.flagged`. */
  event_type: "bill.created" | "property.created" | "property.updated" | "utility_account.updated" | "utility_meter.created" | "utility_meter.updated" | "authorization.updated" | "authorization.action_required" | "utility_bill.archived" | "bill.late" | "bill.flagged" | "all";
  /** Where the notifications go, by http or https. */
  endpoint_url: string;
  /** `envelope`: data, nonce and signature. `simple`: event_type and ids only. `both`: one body with all of it. */
  payload_format?: "both" | "envelope" | "simple";
  /** How many notifications may be under way at once. With 1 they arrive in the order of `GET /v1/changes`, except for retries; more is faster, but without a fixed order. */
  max_in_flight?: number;
}

/** The next bill of an account, by the account's own rhythm. */
export interface NextBill {
  /** First day of its period. */
  start_date: DayTimestamp;
  /** First day after it. */
  end_date: DayTimestamp;
  /** When it usually arrives. */
  expected_on: DayTimestamp;
  /** From this day on it is late. */
  late_on: DayTimestamp;
}

/** What the invited person is asked to accept. */
export interface OpenedInvitation {
  company_name: string;
  email: string;
  /** A suggestion. */
  name: string | null;
  /** What the user may do in the company. viewer: read. editor: change its data too. owner: also manage its users, tokens and audit log. */
  company_role: Word<"viewer" | "editor" | "owner">;
  expires_at: Timestamp;
}

/** A position on a page of the bill's file. */
export interface PagePlace {
  /** From 1. */
  page: number;
  /** [left, top, right, bottom] in points from the top left corner of the page. */
  box: number[];
}

/** The words of a page of a file. */
export interface PageWords {
  /** From 1. */
  page: number;
  /** How many pages the file has. */
  pages: number;
  /** Of the page as displayed, in points: 1/72 inch. */
  width: number;
  /** Of the page as displayed, in points. */
  height: number;
  /** From top to bottom, and from left to right. */
  words: {
    text: string;
    /** [left, top, right, bottom] in points from the top left corner of the page as displayed. */
    box: number[];
    /** How surely the word was recognised in a picture, from 0 to 100. Null: it is text of the file itself. */
    confidence: number | null;
  }[];
  /** Words beyond the first 20,000 of the page. */
  words_left_out: number;
}

/** The current password and the new one. */
export interface PasswordChange {
  current_password: string;
  /** At least 12 characters; a long sentence is best. */
  new_password: string;
  /** Six digits of the authenticator app, or a recovery code. */
  code?: string;
}

/** The new password. A user with an authenticator app sends its code too. */
export interface PasswordReset {
  /** What follows `#` in the link. */
  token: string;
  /** At least 12 characters; a long sentence is best. */
  password: string;
  /** Six digits of the authenticator app, or a recovery code. */
  code?: string;
}

/** Some days: half-open. */
export interface PeriodOfDays {
  /** First of the days. */
  start_date: DayTimestamp;
  /** First day after them. */
  end_date: DayTimestamp;
}

/** The budgets of all properties in a range of months. */
export interface PortfolioBudget {
  svc_object_type: "PortfolioBudget";
  /** First day of the first month. */
  from: DayTimestamp;
  /** First day after the last month. */
  to: DayTimestamp;
  /** All properties, by id. */
  properties: PortfolioBudgetProperty[];
}

/** The budget of one of the properties. */
export interface PortfolioBudgetProperty {
  /** The property. */
  property_id: Id;
  /** Name of the property. */
  name: string | null;
  /** As of one property; none without a budget. */
  amounts: BudgetAmount[];
}

/** Budget against actual of all properties. */
export interface PortfolioBudgetVariance {
  svc_object_type: "PortfolioBudgetVariance";
  /** How many properties there are. */
  properties_total: number;
  /** How many of them have a budget in the range. Only these are in the sums. */
  properties_budgeted: number;
  /** First day of the first month. */
  from: DayTimestamp;
  /** First day after the last month. */
  to: DayTimestamp;
  /** The last day up to which unbilled days are accrued. */
  as_of: DayTimestamp;
  /** Meters of whose unbilled days nothing is known: they are in no sum. */
  meters_unknown: number;
  /** All services together first, then each. */
  sums: BudgetVarianceSums[];
  /** In the same order, then by month. */
  months: BudgetVarianceMonth[];
  /** Those with a budget in the range, by id. */
  properties: BudgetVarianceProperty[];
}

/** The figures of one service. */
export interface PortfolioEnergyType {
  energy_type: Word<"ELECTRIC" | "GAS" | "STEAM" | "CHILLED_WATER" | "HOT_WATER" | "FUEL_OIL" | "PROPANE" | "DIESEL" | "WATER" | "SEWER" | "IRRIGATION" | "STORMWATER" | "WASTE" | "SOLAR" | "OTHER">;
  now: PortfolioFigures;
  against: PortfolioFigures;
}

/** Cost, energy, CO2 and water of some months. */
export interface PortfolioFigures {
  /** Cost, in the currency of the bills; null without a charge. */
  total_cost: number | null;
  /** Energy delivered, else supplied, in kBtu. Null when a part of it is unknown. */
  kbtus: number | null;
  /** Its CO2 equivalent in pounds; null likewise. */
  lbs_co2: number | null;
  /** Water, in gallons; null without a water meter. */
  gallons: number | null;
}

/** Compared properties that are not in the sums of a figure, because it is unknown on at least one side. */
export interface PortfolioLeftOut {
  /** Compared properties whose cost is known on one side only. */
  total_cost: number;
  /** Those that use energy, of which it is unknown on one side or on both. */
  kbtus: number;
  /** The same for their CO2. */
  lbs_co2: number;
  /** The same for those that use water. */
  gallons: number;
}

/** A calendar month of all properties, of one, or of a type of energy. */
export interface PortfolioMonth {
  svc_object_type: "PortfolioMonth";
  /** First day of the month. */
  effective_month: DayTimestamp;
  /** Only with `group_by=energy_type`; else null. */
  energy_type: Word<"ELECTRIC" | "GAS" | "STEAM" | "CHILLED_WATER" | "HOT_WATER" | "FUEL_OIL" | "PROPANE" | "DIESEL" | "WATER" | "SEWER" | "IRRIGATION" | "STORMWATER" | "WASTE" | "SOLAR" | "OTHER"> | null;
  /** Only with `group_by=property`; else null. */
  property_id: Id | null;
  /** Properties that are in service in the month, also those whose bill is missing. */
  properties: number;
  /** Those of them that are billed for every meter in service. */
  properties_complete: number;
  /** All of them are complete. */
  complete: boolean;
  /** A bill or a read of the month was estimated. */
  estimated: boolean;
  /** Cost, in the currency of the bills: the sum of what is known; null when nothing is. */
  total_cost: number | null;
  /** Energy delivered, else supplied, in kBtu; likewise. */
  kbtus: number | null;
  /** Its CO2 equivalent in pounds; likewise. */
  lbs_co2: number | null;
  /** Water, in gallons; likewise. */
  gallons: number | null;
  /** With `group_by=energy_type`: the use in `usage_unit`; likewise. */
  usage: number | null;
  /** With `group_by=energy_type`: the unit in which most bills state the service, as in months of meters. */
  usage_unit: string | null;
  left_out: PortfolioMonthLeftOut;
}

/** How many services (a property with gas and power has two) are in service in the month but in no sum of a figure, because their bill is missing or their figure is not known. Nothing is counted as 0 for them. */
export interface PortfolioMonthLeftOut {
  /** Without a known cost. */
  total_cost: number;
  /** Of those that are energy: without known energy. */
  kbtus: number;
  /** Of those that are energy: without known CO2. */
  lbs_co2: number;
  /** Of those that are water: without a known amount. */
  gallons: number;
}

/** Calendar months in a row. */
export interface PortfolioPeriod {
  /** First day of the first month. */
  first_month: DayTimestamp;
  /** How many months. */
  months: number;
}

/** A property among the others. */
export interface PortfolioProperty {
  property_id: Id;
  /** Name of the property. */
  name: string | null;
  /** Floor area in square feet. */
  sq_ft: number | null;
  /** Every month of both periods is billed for every meter in service; only then it is in the summary. */
  complete: boolean;
  /** Months of the period with an estimated bill or read. */
  estimated_months: number;
  now: PortfolioPropertyFigures;
  against: PortfolioPropertyFigures;
  /** The difference of the cost; null without a cost on both sides. */
  change: number | null;
  /** The same in percent; null also when the cost before is not positive. */
  change_percent: number | null;
}

/** The figures of a property, also by floor area. */
export interface PortfolioPropertyFigures {
  /** Cost, in the currency of the bills; null without a charge. */
  total_cost: number | null;
  /** Energy delivered, else supplied, in kBtu. Null when a part of it is unknown. */
  kbtus: number | null;
  /** Its CO2 equivalent in pounds; null likewise. */
  lbs_co2: number | null;
  /** Water, in gallons; null without a water meter. */
  gallons: number | null;
  /** Energy per square foot of floor area; null without one of the two. */
  kbtus_per_sq_ft: number | null;
}

/** The properties, ranked. */
export interface PortfolioRanking {
  svc_object_type: "PortfolioRanking";
  period: PortfolioPeriod;
  against_period: PortfolioPeriod;
  /** How many properties there are; `limit` says how many are listed. */
  total: number;
  /** In the order asked for; those without the figure last. */
  properties: PortfolioProperty[];
}

/** A table about all properties of the company. */
export interface PortfolioReport {
  /** The title of the report. */
  title: string;
  /** The answer of the report in a sentence. Where the data does not allow one, it says what is missing and what to do. */
  answer: string;
  /** The few figures behind the answer, the most important first. */
  tiles: {
    /** Stable across releases. */
    key: string;
    /** The readable name. */
    label: string;
    /** The figure; a month as 2026-03, a day as 2026-03-14. Null: not known. */
    value: number | string | null;
    /** How the value is written, as for columns. */
    type: Word<"text" | "date" | "month" | "instant" | "integer" | "number" | "money" | "percent">;
    /** Its unit; null: none. */
    unit: string | null;
    /** Decimal places that people are shown. */
    digits: number;
    /** In percent; null: nothing to compare with. */
    change: number | null;
    /** What the change is against; null without a change. */
    comparison: string | null;
    /** Estimated: a part of it was estimated by a utility. Partial: it is not of the whole time. */
    mark: Word<"estimated" | "partial"> | null;
  }[];
  /** The basis of the figures; null when none of these applies. */
  basis: Word<"as billed" | "calendar months" | "weather adjusted"> | null;
  /** How the figures are calculated, in sentences. */
  rule: string;
  /** What the report is about. */
  subject: {
    kind: Word<"property" | "portfolio">;
    /** Name of the property. */
    name: string;
    /** Name of the company. */
    company: string | null;
  };
  /** Of the title, the answer, the names of tiles and columns, the rule and the notes. */
  language: Word<"en" | "es">;
  generated_at: Timestamp;
  /** The period covered; null when there is no data. */
  period: {
    start_date: DayTimestamp;
    /** The first day not covered. */
    end_date: DayTimestamp;
  } | null;
  columns: {
    /** Stable across releases. */
    key: string;
    /** The readable name in English; the key in the rows. */
    label: string;
    /** The readable name in the language of the report. */
    name: string;
    /** The unit of the column; null: no unit, or the unit has its own column. */
    unit: string | null;
    /** How its cells are written: `month` 2026-03, `date` 2026-03-14, `instant` ISO 8601 in UTC, `percent` 12.5 for 12.5 %, `flag` true or false, `bills` a list of bill ids. */
    type: Word<"text" | "integer" | "number" | "money" | "percent" | "month" | "date" | "instant" | "flag" | "bills">;
    /** Decimal places that people are shown; rows have the full number. */
    digits: number;
    /** How the figure is calculated, in a sentence. */
    meaning: string;
    /** `key`: it identifies the rows. `answer`: it answers what the report asks. Null for other columns. */
    role: Word<"key" | "answer"> | null;
    /** For a column of codes: their words in the language of the report. A cell may have several codes, separated by a comma and a space; a code may contain these itself, so look up the whole cell first. Null for other columns. */
    words: Record<string, string> | null;
  }[];
  /** Keyed by the labels of the columns. */
  rows: Record<string, string | number | boolean | null | Id[]>[];
  /** Keyed like the rows; columns that cannot be summed are null or absent. */
  totals: Record<string, string | number | boolean | null | Id[]>;
  /** How many of the months (of the bills, where rows are bills) are estimated; null when it does not apply. */
  estimated: number | null;
  /** How many of them are missing, or lack bills for some of their days; the partial first and last month of a service do not count. Null when it does not apply. */
  missing: number | null;
  /** Notes needed to interpret the figures. */
  notes: string[];
  report_type: Word<"portfolio_performance" | "accounts_payable" | "general_ledger">;
  /** `since` of the next export, which then has what is saved after this one. Only of reports of bills. */
  next_since?: string;
}

/** The available reports over all properties. */
export interface PortfolioReportTypes {
  report_types: Word<"portfolio_performance" | "accounts_payable" | "general_ledger">[];
  /** The same types, each with what it is called, what it answers, and how it is asked for. */
  reports: {
    report_type: Word<"portfolio_performance" | "accounts_payable" | "general_ledger">;
    /** What it is called. */
    title: string;
    /** What it answers, in one line. */
    description: string;
    formats: Word<"json" | "csv" | "xlsx" | "html" | "pdf">[];
    /** What can be asked for in the query of the report. */
    parameters: {
      /** Of the query. */
      name: string;
      description: string;
    }[];
  }[];
}

/** All properties together, like with like. */
export interface PortfolioSummary {
  svc_object_type: "PortfolioSummary";
  period: PortfolioPeriod;
  against_period: PortfolioPeriod;
  /** Properties with a bill in one of the two periods. */
  properties: number;
  /** Those of them that are in the sums: every month of both periods is billed for every meter in service. */
  compared: number;
  /** The sums of the period. */
  now: PortfolioPropertyFigures;
  /** The sums of the months that it is compared with. */
  against: PortfolioPropertyFigures;
  left_out: PortfolioLeftOut;
  /** The sums of each service over the same properties. */
  energy_types: PortfolioEnergyType[];
}

/** A refusal, after RFC 9457. */
export interface Problem {
  /** A page that explains the problem. */
  type: string;
  /** The same for every case of the type. */
  title: string;
  /** The status code of the answer. */
  status: number;
  /** A sentence about this case, for people. */
  detail: string;
  /** Path of the request. */
  instance: string;
  /** For the operator: the log entries of this request carry this id. */
  request_id: string;
  errors: {
    /** JSON pointer into the body, or the name of a parameter. */
    pointer: string;
    /** What it must be. */
    detail: string;
  }[];
  /** Only for `does-not-add-up`: what is wrong with the bill. */
  findings?: {
    /** A stable name, which can be given in `accept`. */
    name: string;
    /** What is wrong, with the figures. */
    detail: string;
  }[];
  success: false;
}

/** A place where energy or water is used. */
export interface Property {
  id: Id;
  svc_object_type: "Property";
  /** Name of the property. */
  name: string;
  /** Floor area in square feet. */
  sq_ft: number | null;
  /** Active while a meter of it is in service. */
  status: Word<"Active" | "Inactive">;
  /** Name of the company that it belongs to. */
  company_name: string;
  /** Weather station of its degree days. */
  weather_station_alpha_id: string | null;
  /** Street and number. */
  street1: string | null;
  /** Second line of the address. */
  street2: string | null;
  /** City. */
  city: string | null;
  /** State. */
  state: string | null;
  /** Two letters, ISO 3166-1. */
  country: string;
  /** ZIP code. */
  zip_code: string | null;
  /** Degrees, east is positive. */
  longitude: number | null;
  /** Degrees, north is positive. */
  latitude: number | null;
  /** Year in which it was built. */
  year_built: number | null;
  /** Construction type. */
  construction_type: string | null;
  /** Its use. */
  primary_use: string | null;
  /** How many stories it has. */
  story_type: string | null;
  /** Energy used for cooling. */
  cooling_energy_type: string | null;
  /** Energy used for heating. */
  heating_energy_type: string | null;
  /** It is ENERGY STAR certified. */
  star_certified: boolean;
  /** Latest month that is complete for every meter in service; null when there is none. */
  data_current_through: DayTimestamp | null;
  /** Set by the client; contains native_property_id from the start. */
  metadata: Metadata;
  /** When the record was created, in UTC. */
  created_at: Timestamp;
  /** When it last changed, in UTC. */
  updated_at: Timestamp;
  /** The cost center that its charges are booked to. That of the meter wins, else that of its account, else that of its property. */
  cost_center: string | null;
  /** The account of the general ledger that its charges are booked to. That of the meter wins, else that of its account, else that of its property. */
  gl_account: string | null;
}

/** The budget of a property in a range of months. */
export interface PropertyBudget {
  svc_object_type: "PropertyBudget";
  /** The property. */
  property_id: Id;
  /** First day of the first month. */
  from: DayTimestamp;
  /** First day after the last month. */
  to: DayTimestamp;
  /** Ordered by service and month, all services together first; a month without one has no budget. */
  amounts: BudgetAmount[];
}

/** Budget against actual of a property. */
export interface PropertyBudgetVariance {
  svc_object_type: "PropertyBudgetVariance";
  /** The property. */
  property_id: Id;
  /** First day of the first month. */
  from: DayTimestamp;
  /** First day after the last month. */
  to: DayTimestamp;
  /** The last day up to which unbilled days are accrued. */
  as_of: DayTimestamp;
  /** Meters of whose unbilled days nothing is known: they are in no sum. */
  meters_unknown: number;
  /** All services together first, then each. */
  sums: BudgetVarianceSums[];
  /** In the same order, then by month. */
  months: BudgetVarianceMonth[];
}

/** Only the given fields change. */
export interface PropertyEdit {
  /** Name of the property. */
  name?: string;
  /** Floor area in square feet. */
  sq_ft?: number | null;
  /** Active while a meter of it is in service. */
  status?: "Active" | "Inactive";
  /** The weather station of its degree days. When not given: the nearest within 200 km of its location, if there is one. */
  weather_station_alpha_id?: string | null;
  /** Street and number. */
  street1?: string | null;
  /** Second line of the address. */
  street2?: string | null;
  /** City. */
  city?: string | null;
  /** State. */
  state?: string | null;
  /** Two letters, ISO 3166-1. */
  country?: string;
  /** ZIP code. */
  zip_code?: string | null;
  /** Degrees, east is positive. */
  longitude?: number | null;
  /** Degrees, north is positive. */
  latitude?: number | null;
  /** Year in which it was built. */
  year_built?: number | null;
  /** Construction type. */
  construction_type?: string | null;
  /** Its use. */
  primary_use?: string | null;
  /** How many stories it has. */
  story_type?: string | null;
  /** Energy used for cooling. */
  cooling_energy_type?: "ELECTRIC" | "GAS" | "STEAM" | "CHILLED_WATER" | "HOT_WATER" | "FUEL_OIL" | "PROPANE" | "DIESEL" | "WATER" | "SEWER" | "IRRIGATION" | "STORMWATER" | "WASTE" | "SOLAR" | "OTHER" | null;
  /** Energy used for heating. */
  heating_energy_type?: "ELECTRIC" | "GAS" | "STEAM" | "CHILLED_WATER" | "HOT_WATER" | "FUEL_OIL" | "PROPANE" | "DIESEL" | "WATER" | "SEWER" | "IRRIGATION" | "STORMWATER" | "WASTE" | "SOLAR" | "OTHER" | null;
  /** It is ENERGY STAR certified. */
  star_certified?: boolean;
  /** Merged with the existing metadata (RFC 7396): null removes a key, keys that are not given stay. The values of keys that the service reads, on properties and meters, are checked: `savings_start_date` (meters and properties: cost avoidance): a day such as "2024-07-01"; `floor_area_share` (meters and properties: cost avoidance): a number from 0 to 1; `floor_area_changes` (properties: cost avoidance): a list of {"date": "2024-07-01", "sq_ft": 12000}; `special_adjustments` (meters: cost avoidance): a list of {"start_date", "end_date", "amount" or "percent", "note"}, in which end_date is the first day not covered; `notes` (properties and meters: the journal): a list of {"date": "2024-07-01", "text": "Chiller replaced."}; `property_use` (properties: the ENERGY STAR score): an object with a "property_type", numbers of at least 0, and shares named percent_... from 0 to 1. All other keys are free. */
  metadata?: Record<string, unknown>;
  /** The cost center that its charges are booked to. That of the meter wins, else that of its account, else that of its property. */
  cost_center?: string | null;
  /** The account of the general ledger that its charges are booked to. That of the meter wins, else that of its account, else that of its property. */
  gl_account?: string | null;
}

/** One calendar month of a whole property. */
export interface PropertyMonth {
  id: Id;
  svc_object_type: "MonthlyConsumptionData";
  /** Null for a month of a property or of an energy type. */
  utility_meter_id: Id | null;
  /** First day of the month. */
  effective_month: DayTimestamp;
  /** Energy delivered, in kBtu; counted once when supply is billed separately. */
  distribution_kbtus: number | null;
  /** Its CO2 equivalent in pounds. */
  distribution_lbs_co2: number | null;
  /** Energy supplied by another company, in kBtu. */
  supply_kbtus: number | null;
  /** CO2 equivalent of the energy supplied by another company, in pounds. */
  supply_lbs_co2: number | null;
  /** The highest demand of the month, never split over months. */
  demand_consumption: number | null;
  /** Charges for use. */
  usage_cost: number | null;
  /** Charges for the highest demand. */
  demand_cost: number | null;
  /** Charges that do not depend on use. */
  service_cost: number | null;
  /** Charges and credits of interim rates. */
  interim_rate_cost: number | null;
  /** Other charges and credits. */
  other_applied_cost: number | null;
  /** Taxes and fees of public bodies. */
  tax_cost: number | null;
  /** The sum of the six costs. */
  total_cost: number | null;
  /** Water, in gallons. */
  gallons: number | null;
  /** True when a read or bill of the month was estimated. */
  estimated: boolean;
  /** True when every day of service in the month is billed exactly once. */
  month_complete: boolean;
  /** When the record was created, in UTC. */
  created_at: Timestamp;
  /** When it last changed, in UTC. */
  updated_at: Timestamp;
  property_id: Id;
  /** The energy of the month in kBtu. Each service counts once: as delivered where that is known, else as supplied. */
  kbtus: number | null;
  /** Its CO2 equivalent in pounds. */
  lbs_co2: number | null;
  /** Only when requested. */
  explain?: PropertyMonthExplanation;
}

/** The bill lines of each figure with their meters; they sum to the figure. */
export interface PropertyMonthExplanation {
  distribution_kbtus: ExplainedMeterLine[];
  distribution_lbs_co2: ExplainedMeterLine[];
  supply_kbtus: ExplainedMeterLine[];
  supply_lbs_co2: ExplainedMeterLine[];
  demand_consumption: ExplainedMeterLine[];
  usage_cost: ExplainedMeterLine[];
  demand_cost: ExplainedMeterLine[];
  service_cost: ExplainedMeterLine[];
  interim_rate_cost: ExplainedMeterLine[];
  other_applied_cost: ExplainedMeterLine[];
  tax_cost: ExplainedMeterLine[];
  total_cost: ExplainedMeterLine[];
  gallons: ExplainedMeterLine[];
  kbtus: ExplainedMeterLine[];
  lbs_co2: ExplainedMeterLine[];
}

/** The ENERGY STAR score of a property, or why there is none. */
export interface PropertyScore {
  svc_object_type: "PropertyScore";
  property_id: Id;
  /** The score is of the twelve months before this one; null without twelve complete months. */
  effective_month: DayTimestamp | null;
  /** 1 to 100; null where `reason` says why. */
  STAR_rating: number | null;
  /** Why there is no score; null with one. use_not_entered: `metadata.property_use` is missing. type_not_scored: EPA has no model of the type. inputs_missing: `inputs` names them. floor_area_not_known: `sq_ft` is missing. year_not_complete: fewer than twelve complete months in a row. energy_not_known: the energy of a bill is not known. weather_not_known: the property has no weather station, or its temperatures are missing. out_of_range: `inputs` are outside the range of the model. */
  reason: Word<"use_not_entered" | "type_not_scored" | "inputs_missing" | "floor_area_not_known" | "year_not_complete" | "energy_not_known" | "weather_not_known" | "out_of_range"> | null;
  /** The names of the inputs that the reason is about. */
  inputs: string[];
  /** All types that have a score, with what each needs. */
  property_types: ScoredType[];
}

/** Why a property cost more or less in some months than in others. */
export interface PropertyVariance {
  svc_object_type: "PropertyVariance";
  property_id: Id;
  period: ComparedMonths;
  against: ComparedMonths;
  /** The cost in the period; null without a charge in it. */
  cost: number | null;
  /** The cost in the months that it is compared with; null likewise. */
  cost_against: number | null;
  /** The difference of the two, with none for null. */
  change: number;
  parts: CostChange;
  /** The same for each service. */
  energy_types: EnergyTypeVariance[];
  /** The same for each meter. */
  meters: MeterVariance[];
}

/** The property with the bills of its meters. */
export interface PropertyWithBills {
  id: Id;
  svc_object_type: "Property";
  /** Name of the property. */
  name: string;
  /** Floor area in square feet. */
  sq_ft: number | null;
  /** Active while a meter of it is in service. */
  status: Word<"Active" | "Inactive">;
  /** Name of the company that it belongs to. */
  company_name: string;
  /** Weather station of its degree days. */
  weather_station_alpha_id: string | null;
  /** Street and number. */
  street1: string | null;
  /** Second line of the address. */
  street2: string | null;
  /** City. */
  city: string | null;
  /** State. */
  state: string | null;
  /** Two letters, ISO 3166-1. */
  country: string;
  /** ZIP code. */
  zip_code: string | null;
  /** Degrees, east is positive. */
  longitude: number | null;
  /** Degrees, north is positive. */
  latitude: number | null;
  /** Year in which it was built. */
  year_built: number | null;
  /** Construction type. */
  construction_type: string | null;
  /** Its use. */
  primary_use: string | null;
  /** How many stories it has. */
  story_type: string | null;
  /** Energy used for cooling. */
  cooling_energy_type: string | null;
  /** Energy used for heating. */
  heating_energy_type: string | null;
  /** It is ENERGY STAR certified. */
  star_certified: boolean;
  /** Latest month that is complete for every meter in service; null when there is none. */
  data_current_through: DayTimestamp | null;
  /** Set by the client; contains native_property_id from the start. */
  metadata: Metadata;
  /** When the record was created, in UTC. */
  created_at: Timestamp;
  /** When it last changed, in UTC. */
  updated_at: Timestamp;
  /** The cost center that its charges are booked to. That of the meter wins, else that of its account, else that of its property. */
  cost_center: string | null;
  /** The account of the general ledger that its charges are booked to. That of the meter wins, else that of its account, else that of its property. */
  gl_account: string | null;
  bills: UtilityBill[];
}

/** One property with the degree days at its weather station */
export interface PropertyWithDegreeDays {
  id: Id;
  svc_object_type: "Property";
  /** Name of the property. */
  name: string;
  /** Floor area in square feet. */
  sq_ft: number | null;
  /** Active while a meter of it is in service. */
  status: Word<"Active" | "Inactive">;
  /** Name of the company that it belongs to. */
  company_name: string;
  /** Weather station of its degree days. */
  weather_station_alpha_id: string | null;
  /** Street and number. */
  street1: string | null;
  /** Second line of the address. */
  street2: string | null;
  /** City. */
  city: string | null;
  /** State. */
  state: string | null;
  /** Two letters, ISO 3166-1. */
  country: string;
  /** ZIP code. */
  zip_code: string | null;
  /** Degrees, east is positive. */
  longitude: number | null;
  /** Degrees, north is positive. */
  latitude: number | null;
  /** Year in which it was built. */
  year_built: number | null;
  /** Construction type. */
  construction_type: string | null;
  /** Its use. */
  primary_use: string | null;
  /** How many stories it has. */
  story_type: string | null;
  /** Energy used for cooling. */
  cooling_energy_type: string | null;
  /** Energy used for heating. */
  heating_energy_type: string | null;
  /** It is ENERGY STAR certified. */
  star_certified: boolean;
  /** Latest month that is complete for every meter in service; null when there is none. */
  data_current_through: DayTimestamp | null;
  /** Set by the client; contains native_property_id from the start. */
  metadata: Metadata;
  /** When the record was created, in UTC. */
  created_at: Timestamp;
  /** When it last changed, in UTC. */
  updated_at: Timestamp;
  /** The cost center that its charges are booked to. That of the meter wins, else that of its account, else that of its property. */
  cost_center: string | null;
  /** The account of the general ledger that its charges are booked to. That of the meter wins, else that of its account, else that of its property. */
  gl_account: string | null;
  degree_days: DegreeDay[];
}

/** One property with its calendar months by type of energy */
export interface PropertyWithEnergyTypeMonths {
  id: Id;
  svc_object_type: "Property";
  /** Name of the property. */
  name: string;
  /** Floor area in square feet. */
  sq_ft: number | null;
  /** Active while a meter of it is in service. */
  status: Word<"Active" | "Inactive">;
  /** Name of the company that it belongs to. */
  company_name: string;
  /** Weather station of its degree days. */
  weather_station_alpha_id: string | null;
  /** Street and number. */
  street1: string | null;
  /** Second line of the address. */
  street2: string | null;
  /** City. */
  city: string | null;
  /** State. */
  state: string | null;
  /** Two letters, ISO 3166-1. */
  country: string;
  /** ZIP code. */
  zip_code: string | null;
  /** Degrees, east is positive. */
  longitude: number | null;
  /** Degrees, north is positive. */
  latitude: number | null;
  /** Year in which it was built. */
  year_built: number | null;
  /** Construction type. */
  construction_type: string | null;
  /** Its use. */
  primary_use: string | null;
  /** How many stories it has. */
  story_type: string | null;
  /** Energy used for cooling. */
  cooling_energy_type: string | null;
  /** Energy used for heating. */
  heating_energy_type: string | null;
  /** It is ENERGY STAR certified. */
  star_certified: boolean;
  /** Latest month that is complete for every meter in service; null when there is none. */
  data_current_through: DayTimestamp | null;
  /** Set by the client; contains native_property_id from the start. */
  metadata: Metadata;
  /** When the record was created, in UTC. */
  created_at: Timestamp;
  /** When it last changed, in UTC. */
  updated_at: Timestamp;
  /** The cost center that its charges are booked to. That of the meter wins, else that of its account, else that of its property. */
  cost_center: string | null;
  /** The account of the general ledger that its charges are booked to. That of the meter wins, else that of its account, else that of its property. */
  gl_account: string | null;
  energy_type_aggregated_monthly_data: EnergyTypeMonth[];
}

/** One property with the calendar months of each meter */
export interface PropertyWithMeterMonths {
  id: Id;
  svc_object_type: "Property";
  /** Name of the property. */
  name: string;
  /** Floor area in square feet. */
  sq_ft: number | null;
  /** Active while a meter of it is in service. */
  status: Word<"Active" | "Inactive">;
  /** Name of the company that it belongs to. */
  company_name: string;
  /** Weather station of its degree days. */
  weather_station_alpha_id: string | null;
  /** Street and number. */
  street1: string | null;
  /** Second line of the address. */
  street2: string | null;
  /** City. */
  city: string | null;
  /** State. */
  state: string | null;
  /** Two letters, ISO 3166-1. */
  country: string;
  /** ZIP code. */
  zip_code: string | null;
  /** Degrees, east is positive. */
  longitude: number | null;
  /** Degrees, north is positive. */
  latitude: number | null;
  /** Year in which it was built. */
  year_built: number | null;
  /** Construction type. */
  construction_type: string | null;
  /** Its use. */
  primary_use: string | null;
  /** How many stories it has. */
  story_type: string | null;
  /** Energy used for cooling. */
  cooling_energy_type: string | null;
  /** Energy used for heating. */
  heating_energy_type: string | null;
  /** It is ENERGY STAR certified. */
  star_certified: boolean;
  /** Latest month that is complete for every meter in service; null when there is none. */
  data_current_through: DayTimestamp | null;
  /** Set by the client; contains native_property_id from the start. */
  metadata: Metadata;
  /** When the record was created, in UTC. */
  created_at: Timestamp;
  /** When it last changed, in UTC. */
  updated_at: Timestamp;
  /** The cost center that its charges are booked to. That of the meter wins, else that of its account, else that of its property. */
  cost_center: string | null;
  /** The account of the general ledger that its charges are booked to. That of the meter wins, else that of its account, else that of its property. */
  gl_account: string | null;
  monthly_meter_data: MonthlyConsumptionData[];
}

/** The property with its meters. */
export interface PropertyWithMeters {
  id: Id;
  svc_object_type: "Property";
  /** Name of the property. */
  name: string;
  /** Floor area in square feet. */
  sq_ft: number | null;
  /** Active while a meter of it is in service. */
  status: Word<"Active" | "Inactive">;
  /** Name of the company that it belongs to. */
  company_name: string;
  /** Weather station of its degree days. */
  weather_station_alpha_id: string | null;
  /** Street and number. */
  street1: string | null;
  /** Second line of the address. */
  street2: string | null;
  /** City. */
  city: string | null;
  /** State. */
  state: string | null;
  /** Two letters, ISO 3166-1. */
  country: string;
  /** ZIP code. */
  zip_code: string | null;
  /** Degrees, east is positive. */
  longitude: number | null;
  /** Degrees, north is positive. */
  latitude: number | null;
  /** Year in which it was built. */
  year_built: number | null;
  /** Construction type. */
  construction_type: string | null;
  /** Its use. */
  primary_use: string | null;
  /** How many stories it has. */
  story_type: string | null;
  /** Energy used for cooling. */
  cooling_energy_type: string | null;
  /** Energy used for heating. */
  heating_energy_type: string | null;
  /** It is ENERGY STAR certified. */
  star_certified: boolean;
  /** Latest month that is complete for every meter in service; null when there is none. */
  data_current_through: DayTimestamp | null;
  /** Set by the client; contains native_property_id from the start. */
  metadata: Metadata;
  /** When the record was created, in UTC. */
  created_at: Timestamp;
  /** When it last changed, in UTC. */
  updated_at: Timestamp;
  /** The cost center that its charges are booked to. That of the meter wins, else that of its account, else that of its property. */
  cost_center: string | null;
  /** The account of the general ledger that its charges are booked to. That of the meter wins, else that of its account, else that of its property. */
  gl_account: string | null;
  utility_meters: UtilityMeter[];
}

/** One property with its calendar months */
export interface PropertyWithMonths {
  id: Id;
  svc_object_type: "Property";
  /** Name of the property. */
  name: string;
  /** Floor area in square feet. */
  sq_ft: number | null;
  /** Active while a meter of it is in service. */
  status: Word<"Active" | "Inactive">;
  /** Name of the company that it belongs to. */
  company_name: string;
  /** Weather station of its degree days. */
  weather_station_alpha_id: string | null;
  /** Street and number. */
  street1: string | null;
  /** Second line of the address. */
  street2: string | null;
  /** City. */
  city: string | null;
  /** State. */
  state: string | null;
  /** Two letters, ISO 3166-1. */
  country: string;
  /** ZIP code. */
  zip_code: string | null;
  /** Degrees, east is positive. */
  longitude: number | null;
  /** Degrees, north is positive. */
  latitude: number | null;
  /** Year in which it was built. */
  year_built: number | null;
  /** Construction type. */
  construction_type: string | null;
  /** Its use. */
  primary_use: string | null;
  /** How many stories it has. */
  story_type: string | null;
  /** Energy used for cooling. */
  cooling_energy_type: string | null;
  /** Energy used for heating. */
  heating_energy_type: string | null;
  /** It is ENERGY STAR certified. */
  star_certified: boolean;
  /** Latest month that is complete for every meter in service; null when there is none. */
  data_current_through: DayTimestamp | null;
  /** Set by the client; contains native_property_id from the start. */
  metadata: Metadata;
  /** When the record was created, in UTC. */
  created_at: Timestamp;
  /** When it last changed, in UTC. */
  updated_at: Timestamp;
  /** The cost center that its charges are booked to. That of the meter wins, else that of its account, else that of its property. */
  cost_center: string | null;
  /** The account of the general ledger that its charges are booked to. That of the meter wins, else that of its account, else that of its property. */
  gl_account: string | null;
  property_aggregated_monthly_data: PropertyMonth[];
}

/** One property with its year-over-year snapshots */
export interface PropertyWithSnapshots {
  id: Id;
  svc_object_type: "Property";
  /** Name of the property. */
  name: string;
  /** Floor area in square feet. */
  sq_ft: number | null;
  /** Active while a meter of it is in service. */
  status: Word<"Active" | "Inactive">;
  /** Name of the company that it belongs to. */
  company_name: string;
  /** Weather station of its degree days. */
  weather_station_alpha_id: string | null;
  /** Street and number. */
  street1: string | null;
  /** Second line of the address. */
  street2: string | null;
  /** City. */
  city: string | null;
  /** State. */
  state: string | null;
  /** Two letters, ISO 3166-1. */
  country: string;
  /** ZIP code. */
  zip_code: string | null;
  /** Degrees, east is positive. */
  longitude: number | null;
  /** Degrees, north is positive. */
  latitude: number | null;
  /** Year in which it was built. */
  year_built: number | null;
  /** Construction type. */
  construction_type: string | null;
  /** Its use. */
  primary_use: string | null;
  /** How many stories it has. */
  story_type: string | null;
  /** Energy used for cooling. */
  cooling_energy_type: string | null;
  /** Energy used for heating. */
  heating_energy_type: string | null;
  /** It is ENERGY STAR certified. */
  star_certified: boolean;
  /** Latest month that is complete for every meter in service; null when there is none. */
  data_current_through: DayTimestamp | null;
  /** Set by the client; contains native_property_id from the start. */
  metadata: Metadata;
  /** When the record was created, in UTC. */
  created_at: Timestamp;
  /** When it last changed, in UTC. */
  updated_at: Timestamp;
  /** The cost center that its charges are booked to. That of the meter wins, else that of its account, else that of its property. */
  cost_center: string | null;
  /** The account of the general ledger that its charges are booked to. That of the meter wins, else that of its account, else that of its property. */
  gl_account: string | null;
  snapshot_data: SnapshotInfo[];
}

/** A proposal for a budget. Nothing is saved until it is sent. */
export interface ProposedBudget {
  svc_object_type: "ProposedBudget";
  /** The property. */
  property_id: Id;
  /** First day of the first month. */
  from: DayTimestamp;
  /** First day after the last month. */
  to: DayTimestamp;
  /** The change against the months before. */
  percent: number;
  /** Ordered by service and month. */
  amounts: ProposedBudgetAmount[];
}

/** A proposed amount, with the month that it rests on. */
export interface ProposedBudgetAmount {
  /** The service; null: all services together. */
  energy_type: Word<"ELECTRIC" | "GAS" | "STEAM" | "CHILLED_WATER" | "HOT_WATER" | "FUEL_OIL" | "PROPANE" | "DIESEL" | "WATER" | "SEWER" | "IRRIGATION" | "STORMWATER" | "WASTE" | "SOLAR" | "OTHER"> | null;
  /** First day of the month. */
  effective_month: DayTimestamp;
  /** The proposed amount; null where no complete month of the two years before is known. */
  amount: number | null;
  /** The month that it rests on: the same month of the latest year in which it is completely billed. */
  basis_month: DayTimestamp | null;
  /** What that month cost. */
  basis_cost: number | null;
}

/** The use and the limit of one quota. */
export interface Quota {
  svc_object_type: "Quota";
  /** What is counted. `lines` are charges and usages, archived bills count too. */
  quota: Word<"file_bytes" | "bills" | "lines" | "open_imports">;
  /** Current use of the company. */
  used: number;
  /** The limit. Null: unlimited. */
  limit: number | null;
  unit: Word<"bytes" | "records">;
  /** The setting with which the operator changes the limit. */
  setting: string;
}

export interface Readiness {
  ready: boolean;
  parts: {
    /** `full`: reading works, but there is no room to write. */
    database: Word<"ok" | "full" | "failed">;
    /** `full`: reading works, but there is no room to write. */
    migrations: Word<"ok" | "full" | "failed">;
    /** `full`: reading works, but there is no room to write. */
    root_key: Word<"ok" | "full" | "failed">;
    /** `full`: reading works, but there is no room to write. */
    files: Word<"ok" | "full" | "failed">;
  };
}

/** A bill as read from a file. */
export interface Reading {
  /** The printed account number. */
  acct_num: string | null;
  /** The printed number of the bill. */
  invoice_number: string | null;
  /** Date of the bill; null when it was not found. */
  invoice_date: string | null;
  /** The day until which it is to be paid. */
  due_date: string | null;
  /** The day from which a late fee is added. */
  late_fee_date: string | null;
  /** As printed. */
  account_holder_name: string | null;
  /** As printed; a meter may have another. */
  service_address: string | null;
  /** The total amount to pay. */
  amount_due: number | null;
  /** The amount due before this bill. */
  previous_balance: number | null;
  /** Payments since the previous bill, as a positive number. */
  amount_paid: number | null;
  /** The fixed amount of budget billing; the charges are the actual ones. */
  budget_amount: number | null;
  /** The part of the charges that a later bill will ask for, as a positive number. */
  deferred_amount: number | null;
  /** What changes the earlier balance besides payments, such as a late fee; a credit is negative. */
  adjustments: number | null;
  /** Code of ISO 4217, where the bill or its template states it. */
  currency: string | null;
  /** The printed sum of the charges, with which they are compared. */
  current_charges: number | null;
  /** The bill states that it is estimated. */
  estimated: boolean;
  /** It replaces an earlier bill of its days. */
  corrected: boolean;
  meters: ReadingMeter[];
}

/** A charge as printed. */
export interface ReadingCharge {
  /** As printed. */
  description: string;
  /** First day covered. */
  start_date: string;
  /** First day not covered: days = end_date - start_date. */
  end_date: string;
  /** Lines of a meter with the same group belong together: a usage and the charges priced on it. */
  group?: string | null;
  /** Where the value is printed; null when that is not known. */
  place?: {
    /** From 1. */
    page: number;
    /** [left, top, right, bottom] in points from the top left corner. */
    box: number[];
  } | null;
  /** Money, in the currency of the bill; a credit is negative. */
  amount: number;
  utility_charge_type: "usage_cost" | "demand_cost" | "service_cost" | "interim_rate_cost" | "other_applied_cost" | "tax_cost";
  /** What was multiplied by the rate. */
  quantity?: number | null;
  /** The price of one unit. */
  rate?: number | null;
  /** The whole amount of a charge that is printed for the account: this is the meter's part of it. */
  part_of?: number | null;
}

/** A meter or service on a bill. */
export interface ReadingMeter {
  /** Number of the meter. */
  meter_num?: string | null;
  /** Where the energy is used; its property is found or created by this address. */
  service_address?: string | null;
  /** The utility's name for the service. */
  service_name?: string | null;
  /** The utility's number for the premises. */
  premise_num?: string | null;
  energy_type: "ELECTRIC" | "GAS" | "STEAM" | "CHILLED_WATER" | "HOT_WATER" | "FUEL_OIL" | "PROPANE" | "DIESEL" | "WATER" | "SEWER" | "IRRIGATION" | "STORMWATER" | "WASTE" | "SOLAR" | "OTHER";
  association_type?: "STANDARD" | "DISTRIBUTION" | "SUPPLY";
  /** The tariff by which the meter is billed, as printed. */
  tariff?: string | null;
  /** The printed total of the meter's charges. */
  printed_total?: number | null;
  charges: ReadingCharge[];
  usages: ReadingUsage[];
  /** Registers whose use other lines have, such as a total beside on-peak and off-peak. */
  registers?: ReadingRegister[];
}

/** A register whose use other lines have, kept with its reads. */
export interface ReadingRegister {
  /** As printed. */
  description: string;
  /** First day covered. */
  start_date: string;
  /** First day not covered: days = end_date - start_date. */
  end_date: string;
  /** Lines of a meter with the same group belong together: a usage and the charges priced on it. */
  group?: string | null;
  /** Where the value is printed; null when that is not known. */
  place?: {
    /** From 1. */
    page: number;
    /** [left, top, right, bottom] in points from the top left corner. */
    box: number[];
  } | null;
  /** In the measurement unit. */
  amount: number;
  /** As printed. */
  measurement_unit: string;
  utility_usage_type: "usage_amount" | "demand_amount" | "billed_demand_amount" | "reactive_amount";
  /** The utility estimated the read. */
  estimated_meter_read?: boolean;
  /** The read at the beginning of the period. */
  previous_read?: number | null;
  /** The read at its end. */
  current_read?: number | null;
  /** Energy given to the grid: the amount is negative, its reads count upwards. */
  exported?: boolean;
  /** Use = (current read - previous read) x multiplier. */
  multiplier?: number | null;
  /** kBtu per measurement unit by the heat factor on the bill; null: by the table of the service. */
  kbtu_per_unit?: number | null;
  /** total: the sum of the uses beside it. part: it is within one of them. Its amount is in no sum. */
  not_added: "total" | "part";
}

/** A measured quantity as printed. */
export interface ReadingUsage {
  /** As printed. */
  description: string;
  /** First day covered. */
  start_date: string;
  /** First day not covered: days = end_date - start_date. */
  end_date: string;
  /** Lines of a meter with the same group belong together: a usage and the charges priced on it. */
  group?: string | null;
  /** Where the value is printed; null when that is not known. */
  place?: {
    /** From 1. */
    page: number;
    /** [left, top, right, bottom] in points from the top left corner. */
    box: number[];
  } | null;
  /** In the measurement unit. */
  amount: number;
  /** As printed. */
  measurement_unit: string;
  utility_usage_type: "usage_amount" | "demand_amount" | "billed_demand_amount" | "reactive_amount";
  /** The utility estimated the read. */
  estimated_meter_read?: boolean;
  /** The read at the beginning of the period. */
  previous_read?: number | null;
  /** The read at its end. */
  current_read?: number | null;
  /** Energy given to the grid: the amount is negative, its reads count upwards. */
  exported?: boolean;
  /** Use = (current read - previous read) x multiplier. */
  multiplier?: number | null;
  /** kBtu per measurement unit by the heat factor on the bill; null: by the table of the service. */
  kbtu_per_unit?: number | null;
}

/** Each can be used once instead of a code. They are not shown again. */
export interface RecoveryCodes {
  recovery_codes: string[];
}

/** A table of utility data of one property with readable column names. */
export interface Report {
  report_type: Word<"utility_meter_history" | "utility_meter_demand_history" | "monthly_meter_history" | "energy_history_detail_report" | "cost_avoidance_summary" | "cost_avoidance_detail" | "cost_avoidance_expanded" | "property_energy_journal">;
  /** The title of the report. */
  title: string;
  /** The answer of the report in a sentence. Where the data does not allow one, it says what is missing and what to do. */
  answer: string;
  /** The few figures behind the answer, the most important first. */
  tiles: {
    /** Stable across releases. */
    key: string;
    /** The readable name. */
    label: string;
    /** The figure; a month as 2026-03, a day as 2026-03-14. Null: not known. */
    value: number | string | null;
    /** How the value is written, as for columns. */
    type: Word<"text" | "date" | "month" | "instant" | "integer" | "number" | "money" | "percent">;
    /** Its unit; null: none. */
    unit: string | null;
    /** Decimal places that people are shown. */
    digits: number;
    /** In percent; null: nothing to compare with. */
    change: number | null;
    /** What the change is against; null without a change. */
    comparison: string | null;
    /** Estimated: a part of it was estimated by a utility. Partial: it is not of the whole time. */
    mark: Word<"estimated" | "partial"> | null;
  }[];
  /** The basis of the figures; null when none of these applies. */
  basis: Word<"as billed" | "calendar months" | "weather adjusted"> | null;
  /** How the figures are calculated, in sentences. */
  rule: string;
  property: {
    id: Id;
    name: string;
  };
  /** What the report is about. */
  subject: {
    kind: Word<"property" | "portfolio">;
    /** Name of the property. */
    name: string;
    /** Name of the company. */
    company: string | null;
  };
  /** Of the title, the answer, the names of tiles and columns, the rule and the notes. */
  language: Word<"en" | "es">;
  generated_at: Timestamp;
  /** The period covered; null when there is no data. */
  period: {
    start_date: DayTimestamp;
    /** The first day not covered. */
    end_date: DayTimestamp;
  } | null;
  columns: {
    /** Stable across releases. */
    key: string;
    /** The readable name in English; the key in the rows. */
    label: string;
    /** The readable name in the language of the report. */
    name: string;
    /** The unit of the column; null: no unit, or the unit has its own column. */
    unit: string | null;
    /** How its cells are written: `month` 2026-03, `date` 2026-03-14, `instant` ISO 8601 in UTC, `percent` 12.5 for 12.5 %, `flag` true or false, `bills` a list of bill ids. */
    type: Word<"text" | "integer" | "number" | "money" | "percent" | "month" | "date" | "instant" | "flag" | "bills">;
    /** Decimal places that people are shown; rows have the full number. */
    digits: number;
    /** How the figure is calculated, in a sentence. */
    meaning: string;
    /** `key`: it identifies the rows. `answer`: it answers what the report asks. Null for other columns. */
    role: Word<"key" | "answer"> | null;
    /** For a column of codes: their words in the language of the report. A cell may have several codes, separated by a comma and a space; a code may contain these itself, so look up the whole cell first. Null for other columns. */
    words: Record<string, string> | null;
  }[];
  /** Keyed by the labels of the columns. */
  rows: Record<string, string | number | boolean | null | Id[]>[];
  /** Keyed like the rows; columns that cannot be summed are null or absent. */
  totals: Record<string, string | number | boolean | null | Id[]>;
  /** How many of the months (of the bills, where rows are bills) are estimated; null when it does not apply. */
  estimated: number | null;
  /** How many of them are missing, or lack bills for some of their days; the partial first and last month of a service do not count. Null when it does not apply. */
  missing: number | null;
  /** Notes needed to interpret the figures. */
  notes: string[];
}

/** An address at which anyone who has it reads one report. */
export interface ReportLink {
  id: Id;
  svc_object_type: "ReportLink";
  property_id: Id;
  /** Name of the property. */
  property_name: string;
  /** What is reported. */
  report_type: Word<"utility_meter_history" | "utility_meter_demand_history" | "monthly_meter_history" | "energy_history_detail_report" | "cost_avoidance_summary" | "cost_avoidance_detail" | "cost_avoidance_expanded" | "property_energy_journal">;
  /** The report begins here; null: with the first bill. */
  from: DayTimestamp | null;
  /** The report ends before this day; null: with the last bill. */
  to: DayTimestamp | null;
  /** Whom it is for. */
  note: string | null;
  /** The address. It opens as a page; `?format=pdf`, `xlsx`, `csv` or `json` gives the file. Null once it has ended or expired. */
  link: string | null;
  /** Only an active link opens. */
  state: Word<"ended" | "expired" | "active">;
  expires_at: Timestamp;
  /** When a user ended it; null otherwise. */
  ended_at: Timestamp | null;
  /** To the minute; null: never. */
  last_opened_at: Timestamp | null;
  /** When the record was created, in UTC. */
  created_at: Timestamp;
  /** When it last changed, in UTC. */
  updated_at: Timestamp;
}

/** The available reports. */
export interface ReportTypes {
  reports_types: Word<"utility_meter_history" | "utility_meter_demand_history" | "monthly_meter_history" | "energy_history_detail_report" | "cost_avoidance_summary" | "cost_avoidance_detail" | "cost_avoidance_expanded" | "property_energy_journal">[];
  /** The same types, each with what it is called, what it answers, and how it is asked for. */
  reports: {
    report_type: Word<"utility_meter_history" | "utility_meter_demand_history" | "monthly_meter_history" | "energy_history_detail_report" | "cost_avoidance_summary" | "cost_avoidance_detail" | "cost_avoidance_expanded" | "property_energy_journal">;
    /** What it is called. */
    title: string;
    /** What it answers, in one line. */
    description: string;
    formats: Word<"json" | "csv" | "xlsx" | "html" | "pdf">[];
    /** What can be asked for in the query of the report. */
    parameters: {
      /** Of the query. */
      name: string;
      description: string;
    }[];
  }[];
}

/** A link to set a new password, shown only once. */
export interface ResetLink {
  /** The page on which the user sets a new password. Give it to that user alone; it is not shown again. */
  link: string;
  /** In an hour. */
  expires_at: Timestamp;
}

/** A link to the page on which a document is decided about. */
export interface ReviewLink {
  /** Opens the page for this document without other credentials. */
  review_link: string;
  expires_at: Timestamp;
}

/** A number of a rule that a company can set. */
export interface RuleThreshold {
  name: string;
  description: string;
  /** units: of the use on the bill. */
  unit: Word<"days" | "bills" | "percent" | "deviations" | "units">;
  default: number;
  /** What the company set; null: the default applies. */
  own: number | null;
  /** The lowest value that can be set. */
  min: number;
  /** The highest value that can be set. */
  max: number;
}

/** A bucket of an S3 store. */
export interface S3Destination {
  kind: "s3";
  /** The endpoint without the bucket, which is added to the path. */
  endpoint: string;
  region: string;
  bucket: string;
  access_key_id: string;
  /** Put before the name of each file. */
  prefix?: string | null;
  /** Never shown. Left out in an edit: unchanged. */
  secret_access_key?: string;
}

/** What a score needs to know about a building. */
export interface ScoreInput {
  /** Key of `metadata.property_use`. */
  name: string;
  /** number: at least 0. share: from 0 to 1. yes_no: true or false. */
  kind: Word<"number" | "share" | "yes_no">;
  /** The lowest value with which there is a score; null without one. */
  least: number | null;
}

/** A type of property that has a score. */
export interface ScoredType {
  /** As `metadata.property_use` names it. */
  property_type: string;
  /** All of them are needed. */
  inputs: ScoreInput[];
}

/** The state of the whole service. */
export interface ServiceState {
  svc_object_type: "ServiceState";
  /** Of the process that answers. */
  version: string;
  /** When this was counted. */
  at: Timestamp;
  /** Processes that live: seen within 15 seconds. */
  processes: {
    host: string;
    /** Number of the process on its host. */
    pid: number;
    /** What it does. */
    roles: string[];
  }[];
  /** By kind, those with jobs. */
  queues: {
    /** Kind of job. */
    kind: string;
    /** Jobs that are due and not yet started. */
    due: number;
    /** Jobs whose time has not come. */
    later: number;
    /** Jobs that a worker runs now. */
    running: number;
    /** Of all these, jobs whose last run failed. */
    failing: number;
    /** How long the longest waiting due job waits; null when none does. */
    oldest_due_seconds: number | null;
  }[];
  /** By utility, those with logins. */
  utilities: {
    /** Name of the utility. */
    utility_company: string;
    /** Authorizations that are not stopped. */
    logins: number;
    /** Of these, how many a visit succeeded for within the last day. */
    visited: number;
    /** How many do not work, by `status_detail`. */
    trouble: Record<string, number>;
  }[];
  /** What is stored. */
  storage: {
    /** Size of the database. */
    database_bytes: number;
    /** Kept files of all companies. */
    file_bytes: number;
  };
  /** Temperatures of the stations of properties. */
  weather: {
    /** Stations of properties. */
    stations: number;
    /** Of these, how many have temperatures of the last five days. */
    current: number;
    /** The newest day with a temperature; null: none. */
    last_day: Timestamp | null;
  };
  /** Notifications of all companies. */
  webhooks: {
    /** Deliveries that wait. */
    waiting: number;
    /** Webhooks that fail now. */
    failing: number;
  };
  /** Where the root key comes from. */
  root_key: {
    source: Word<"file" | "setting">;
    /** Of the file; null for the setting. */
    changed_at: Timestamp | null;
  };
  /** When the file `last-backup` of the data folder was changed last, which a backup touches; null: never. */
  last_backup_at: Timestamp | null;
}

/** An active sign-in with e-mail and password. */
export interface Session {
  id: Id;
  /** True for the session of this request. */
  current: boolean;
  /** The IP address of the sign-in. */
  address: string;
  /** The browser or program that signed in. */
  user_agent: string | null;
  created_at: Timestamp;
  /** To the minute. */
  last_used_at: Timestamp;
  expires_at: Timestamp;
}

/** A folder on an SFTP server. */
export interface SftpDestination {
  kind: "sftp";
  host: string;
  port?: number;
  /** An existing folder on the server. */
  path: string;
  username: string;
  /** Fingerprint of the server's key. Null: the key of the first connection is stored. */
  host_key_sha256?: string | null;
  /** Never shown. Left out in an edit: unchanged. */
  password?: string;
  /** Instead of a password: OpenSSH or PEM, without a passphrase. Never shown. */
  private_key?: string;
}

/** What can be said in a sentence. */
export interface SignatureFacts {
  /** The base of a month of mean length, 30.4 days, in `usage_unit`. */
  base_load_per_month: number;
  /** Of the modelled use of these months: the share that does not depend on the weather. */
  base_share: number | null;
  /** The share that the cold explains. The three shares sum to 1; null without use. */
  heating_share: number | null;
  /** The share that the heat explains. */
  cooling_share: number | null;
}

/** A corner of the line. */
export interface SignatureLinePoint {
  /** Mean outdoor temperature in °F. */
  temperature_f: number;
  /** What the model expects per day. */
  usage_per_day: number;
}

/** Use per day as a base and an amount per degree day (CalTRACK 2.0). */
export interface SignatureModel {
  /** The form that fits best: `intercept_only` (a base alone), `hdd_only` (more use when it is cold), `cdd_only` (when it is warm) or `cdd_hdd` (both). */
  type: string;
  /** Use per day that does not depend on the weather, in `usage_unit`. */
  base_per_day: number;
  /** Use for each degree F below the heating balance point and day; null without. */
  per_heating_degree_day: number | null;
  /** Below this mean temperature in °F use rises with the cold; null without. */
  heating_balance_f: number | null;
  /** Use for each degree F above the cooling balance point and day; null without. */
  per_cooling_degree_day: number | null;
  /** Above this mean temperature in °F use rises with the heat; null without. */
  cooling_balance_f: number | null;
  /** The share of the variation that it explains, 0 to 1; null when the use never changes. */
  r2: number | null;
  /** The same, adjusted for the number of slopes; the form is chosen by it. */
  adjusted_r2: number;
  /** CV(RMSE): the typical miss as a share of the mean use. */
  cvrmse: number | null;
  /** How many months it is made of. */
  months: number;
  /** What a reader should know before trusting it, such as `weak_fit`. */
  flags: {
    rule: string;
    sentence: string;
  }[];
}

/** A calendar month. */
export interface SignaturePoint {
  /** First day of the month. */
  effective_month: DayTimestamp;
  /** The use of the month in `usage_unit`; null when not known. */
  usage: number | null;
  /** Days of the month that bills cover. */
  days_billed: number | null;
  /** The use per billed day; null when not known. */
  usage_per_day: number | null;
  /** Mean outdoor temperature of the month in °F; null when more than a tenth of its days are not known. */
  mean_temperature_f: number | null;
  /** What the model expects per day in the weather of the month; null without one. */
  modelled_per_day: number | null;
  /** What the use would have been in typical weather: the mean of the same calendar month over ten years at most. Null without a model that explains at least half of the variation, without two years of temperatures, or where the use is not known. */
  usage_in_typical_weather: number | null;
  /** The cost with that use at the price per unit of the month, and all other charges as they are; null likewise. */
  cost_in_typical_weather: number | null;
  /** Every day of service is billed exactly once. */
  month_complete: boolean;
  /** A bill or a read of the month was estimated. */
  estimated: boolean;
  /** The model is made of this month. */
  in_model: boolean;
}

/** Twelve months of a property compared with the twelve before. */
export interface SnapshotInfo {
  property_id: Id;
  svc_object_type: "SnapshotInfo";
  /** The month after the twelve. */
  effective_month: DayTimestamp;
  /** From 1 to 100; null when it cannot be calculated. */
  STAR_rating: number | null;
  /** Cost per square foot, of the 12 months before effective_month. */
  current_cost_per_sq_ft: number | null;
  /** The same for the 12 months before those; null while they are not complete. */
  previous_cost_per_sq_ft: number | null;
  /** (current - previous) / previous: a fraction, negative for a decrease. */
  yoy_percent_change_cost_per_sq_ft: number | null;
  /** Energy per square foot, of the 12 months before effective_month. */
  current_kbtus_per_sq_ft: number | null;
  /** The same for the 12 months before those; null while they are not complete. */
  previous_kbtus_per_sq_ft: number | null;
  /** (current - previous) / previous: a fraction, negative for a decrease. */
  yoy_percent_change_kbtus_per_sq_ft: number | null;
  /** CO2 equivalent per square foot, of the 12 months before effective_month. */
  current_co2_per_sq_ft: number | null;
  /** The same for the 12 months before those; null while they are not complete. */
  previous_co2_per_sq_ft: number | null;
  /** (current - previous) / previous: a fraction, negative for a decrease. */
  yoy_percent_change_co2_per_sq_ft: number | null;
  /** When the record was created, in UTC. */
  created_at: Timestamp;
  /** When it last changed, in UTC. */
  updated_at: Timestamp;
}

/** Something that waits for someone. */
export interface Task {
  svc_object_type: "Task";
  /** What kind of task it is. */
  kind: Word<"second_factor" | "sign_in_refused" | "login_lost" | "sign_in_failing" | "document_unreadable" | "document_in_review" | "bill_late" | "meter_without_bill" | "finding_open" | "mailbox_failing" | "delivery_failing" | "webhook_failing" | "import_to_confirm">;
  /** Who must act. customer: a user of the company or the account holder. operator: who runs the service. utility: the utility, and there is nothing to do here but ask it. */
  who: Word<"customer" | "operator" | "utility">;
  /** error: data is missing until it is done. warning: data may be missing. */
  severity: Word<"error" | "warning">;
  /** Since when it waits. */
  since: Timestamp;
  /** What is the matter, in a sentence. */
  what: string;
  /** How it is done, in a sentence. */
  how: string;
  /** The request to begin with. */
  method: Word<"GET" | "POST" | "PATCH" | "PUT">;
  /** The path of that request. */
  path: string;
  /** Type of the record it is about. */
  record_type: Word<"Authorization" | "Document" | "UtilityAccount" | "UtilityMeter" | "BillFinding" | "Mailbox" | "DataDelivery" | "Webhook" | "BillImport">;
  /** Id of that record. */
  record_id: Id;
  /** The account it is about; null if it is about none. */
  utility_account_id: Id | null;
  /** The authorization it is about. */
  authorization_id: Id | null;
  /** The property where it is done or seen; null if it is about none. */
  property_id: Id | null;
  /** The bill it is about. */
  utility_bill_id: Id | null;
  /** What `what` names, for a client that writes the sentence itself; null where it is not known. */
  facts: Record<string, string | null>;
}

/** What waits for someone. */
export interface TaskList {
  svc_object_type: "TaskList";
  /** How many tasks there are on all pages. */
  total: number;
  /** How many of each kind. */
  counts: {
    second_factor: number;
    sign_in_refused: number;
    login_lost: number;
    sign_in_failing: number;
    document_unreadable: number;
    document_in_review: number;
    bill_late: number;
    meter_without_bill: number;
    finding_open: number;
    mailbox_failing: number;
    delivery_failing: number;
    webhook_failing: number;
    import_to_confirm: number;
  };
  /** By kind, in the order of `counts`; of one kind by the id of the record. */
  tasks: Task[];
}

/** The credential form for one person. */
export interface TenantFormLink {
  id: Id;
  svc_object_type: "FormLink";
  /** Your name for whom it is sent to, such as the number of a tenant or unit. Several links may have it. */
  reference: string;
  /** The property of the meters found with it. Null: by the printed service address. */
  property_id: Id | null;
  /** Key of the utility whose login the form asks for. Null: the person chooses. */
  utility: string | null;
  /** Language of its pages, unless the person chooses another. Null: that of the company. */
  language: Word<"en" | "es"> | null;
  /** A note for your own use; the person does not see it. */
  note: string | null;
  /** Where the service sends the link by mail, if mail is set up. Null: you send it yourself. */
  email: string | null;
  /** Of the mail with this link. waiting: it is being sent. sent: the mail server took it. failed: it did not take it, the address got several such mails within a day, or the link ended or expired before the mail was sent. Null: no mail was asked for, or no mail is set up. */
  mail_state: Word<"waiting" | "sent" | "failed"> | null;
  /** When the mail server took the mail. */
  mailed_at: Timestamp | null;
  /** The address to send. Null for a token that may only read, and once it opens nothing any more. */
  link: string | null;
  /** sent: not opened yet. opened: opened, but not used yet. done: a form was sent. broken: an authorization made through it needs the person again. expired: it was not used in time. ended: you ended it. */
  state: Word<"sent" | "opened" | "done" | "broken" | "expired" | "ended">;
  /** From then on it opens nothing. Null: it does not expire. */
  expires_at: Timestamp | null;
  /** When it was first opened. */
  opened_at: Timestamp | null;
  /** When a form was last sent through it. */
  submitted_at: Timestamp | null;
  /** When you ended it. */
  ended_at: Timestamp | null;
  /** The authorizations made through it, 50 at most. */
  authorization_ids: Id[];
  /** When the record was created, in UTC. */
  created_at: Timestamp;
  /** When it last changed, in UTC. */
  updated_at: Timestamp;
}

/** A timestamp in UTC: ISO 8601 with milliseconds and a trailing Z. */
export type Timestamp = string;

/** Signed in. */
export interface Token {
  message: string;
  /** For the Authorization header; good for 7 days, or until it is revoked. */
  token: string;
}

/** A person who signs in. */
export interface User {
  id: Id;
  company_id: Id;
  /** The user name for signing in. */
  email: string;
  name: string;
  /** user: the own company. admin: the operator of the service, across companies. */
  role: Word<"user" | "admin">;
  /** What the user may do in the company. viewer: read. editor: change its data too. owner: also manage its users, tokens and audit log. */
  company_role: Word<"viewer" | "editor" | "owner">;
  /** False: can no longer sign in. */
  active: boolean;
  created_at: Timestamp;
  updated_at: Timestamp;
}

export interface UserEdit {
  name?: string;
  /** For administrators. */
  role?: "user" | "admin";
  /** What the user may do in the company. viewer: read. editor: change its data too. owner: also manage its users, tokens and audit log. */
  company_role?: "viewer" | "editor" | "owner";
  /** `false` ends the sessions and the API tokens of the user. */
  active?: boolean;
  /** For administrators. */
  password?: string;
}

/** A utility that the service knows. */
export interface Utility {
  svc_object_type: "Utility";
  /** Names the utility and never changes. */
  key: string;
  /** Its name. */
  name: string;
  /** Its website. Where `supported` has `login` it is the address where customers sign in: `online_access_url` of an authorization. Null: none is known. */
  website: string | null;
  /** What it bills. */
  energy_types: Word<"ELECTRIC" | "GAS" | "STEAM" | "CHILLED_WATER" | "HOT_WATER" | "FUEL_OIL" | "PROPANE" | "DIESEL" | "WATER" | "SEWER" | "IRRIGATION" | "STORMWATER" | "WASTE" | "SOLAR" | "OTHER">[];
  /** Of its service territory. Null: unknown. */
  time_zone: string | null;
  /** Short names, former names and brands, by which it is found, too. */
  aliases: string[];
  /** Codes of the states that it serves. Null: unknown. */
  states: string[] | null;
  /** What works. `login`: the service signs in and collects the bills. `green_button_connect`: the customer permits it at the utility, without giving a password, and the bills are collected: POST /v1/green_button_requests. Without either they are not collected. `green_button`: usage files in the Green Button format are read, where the utility offers them. `upload`: its bill files are read. */
  supported: Word<"login" | "green_button_connect" | "green_button" | "upload">[];
  /** Since when. Null: unknown, or its bills are not collected. */
  supported_since: string | null;
  /** Whether what is known of its website is from public sources alone: the service signs in, and it has not been confirmed to work. */
  unproven: boolean;
  /** What the customer gives. `consent`: a permission at the website of the utility. `login`: user name and password. `second_step`: an answer at sign-in. `bill_files`: the bills themselves; no password is asked for. */
  asked_for: Word<"consent" | "login" | "second_step" | "bill_files">[];
  /** `portal`: the service signs in and fetches its bills. `green_button_connect`: it reads them with the permission of the customer. `templates`: layouts of its bills are described. `uploads`: its bill files can be uploaded, as those of any utility. */
  ways_in: Word<"portal" | "green_button_connect" | "templates" | "uploads">[];
  /** What its website can ask for after the password; empty when nothing is known of it. */
  second_factors: Word<"code" | "question" | "choice" | "approval">[];
}

/** An account at a utility. */
export interface UtilityAccount {
  id: Id;
  svc_object_type: "UtilityAccount";
  /** Name of the utility. */
  utility_company_name: string;
  /** Active: its bills are collected. */
  status: Word<"Active" | "Inactive">;
  /** Account number at the utility. */
  acct_num: string;
  /** Date of its newest bill. */
  latest_invoice_date: DayTimestamp | null;
  /** How the data arrives. */
  delivery_method: string;
  /** To whom the utility sends the bill. */
  delivery_name: string | null;
  /** Where the utility sends the bill. */
  delivery_email: string | null;
  /** Account that this one is billed under. */
  master_acct_num: string | null;
  /** The sign-in page of the utility's website. */
  online_access_url: string | null;
  /** Set by the client; contains native_account_id and account_active from the start. */
  metadata: Metadata;
  /** When the record was created, in UTC. */
  created_at: Timestamp;
  /** When it last changed, in UTC. */
  updated_at: Timestamp;
  /** The cost center that its charges are booked to. That of the meter wins, else that of its account, else that of its property. */
  cost_center: string | null;
  /** The account of the general ledger that its charges are booked to. That of the meter wins, else that of its account, else that of its property. */
  gl_account: string | null;
}

/** Only the given fields change. */
export interface UtilityAccountEdit {
  /** To whom the utility sends the bill. */
  delivery_name?: string | null;
  /** Where the utility sends the bill. */
  delivery_email?: string | null;
  /** Account that this one is billed under. */
  master_acct_num?: string | null;
  /** Merged with the existing metadata (RFC 7396): null removes a key, keys that are not given stay. The values of keys that the service reads, on properties and meters, are checked: `savings_start_date` (meters and properties: cost avoidance): a day such as "2024-07-01"; `floor_area_share` (meters and properties: cost avoidance): a number from 0 to 1; `floor_area_changes` (properties: cost avoidance): a list of {"date": "2024-07-01", "sq_ft": 12000}; `special_adjustments` (meters: cost avoidance): a list of {"start_date", "end_date", "amount" or "percent", "note"}, in which end_date is the first day not covered; `notes` (properties and meters: the journal): a list of {"date": "2024-07-01", "text": "Chiller replaced."}; `property_use` (properties: the ENERGY STAR score): an object with a "property_type", numbers of at least 0, and shares named percent_... from 0 to 1. All other keys are free. */
  metadata?: Record<string, unknown>;
  /** The cost center that its charges are booked to. That of the meter wins, else that of its account, else that of its property. */
  cost_center?: string | null;
  /** The account of the general ledger that its charges are booked to. That of the meter wins, else that of its account, else that of its property. */
  gl_account?: string | null;
}

/** The account with its bills. */
export interface UtilityAccountWithBills {
  id: Id;
  svc_object_type: "UtilityAccount";
  /** Name of the utility. */
  utility_company_name: string;
  /** Active: its bills are collected. */
  status: Word<"Active" | "Inactive">;
  /** Account number at the utility. */
  acct_num: string;
  /** Date of its newest bill. */
  latest_invoice_date: DayTimestamp | null;
  /** How the data arrives. */
  delivery_method: string;
  /** To whom the utility sends the bill. */
  delivery_name: string | null;
  /** Where the utility sends the bill. */
  delivery_email: string | null;
  /** Account that this one is billed under. */
  master_acct_num: string | null;
  /** The sign-in page of the utility's website. */
  online_access_url: string | null;
  /** Set by the client; contains native_account_id and account_active from the start. */
  metadata: Metadata;
  /** When the record was created, in UTC. */
  created_at: Timestamp;
  /** When it last changed, in UTC. */
  updated_at: Timestamp;
  /** The cost center that its charges are booked to. That of the meter wins, else that of its account, else that of its property. */
  cost_center: string | null;
  /** The account of the general ledger that its charges are booked to. That of the meter wins, else that of its account, else that of its property. */
  gl_account: string | null;
  bills: UtilityBill[];
}

/** The account with its next bill and its meters. */
export interface UtilityAccountWithMeters {
  id: Id;
  svc_object_type: "UtilityAccount";
  /** Name of the utility. */
  utility_company_name: string;
  /** Active: its bills are collected. */
  status: Word<"Active" | "Inactive">;
  /** Account number at the utility. */
  acct_num: string;
  /** Date of its newest bill. */
  latest_invoice_date: DayTimestamp | null;
  /** How the data arrives. */
  delivery_method: string;
  /** To whom the utility sends the bill. */
  delivery_name: string | null;
  /** Where the utility sends the bill. */
  delivery_email: string | null;
  /** Account that this one is billed under. */
  master_acct_num: string | null;
  /** The sign-in page of the utility's website. */
  online_access_url: string | null;
  /** Set by the client; contains native_account_id and account_active from the start. */
  metadata: Metadata;
  /** When the record was created, in UTC. */
  created_at: Timestamp;
  /** When it last changed, in UTC. */
  updated_at: Timestamp;
  /** The cost center that its charges are booked to. That of the meter wins, else that of its account, else that of its property. */
  cost_center: string | null;
  /** The account of the general ledger that its charges are booked to. That of the meter wins, else that of its account, else that of its property. */
  gl_account: string | null;
  /** The next bill, by the account's own rhythm; `next_bill` of its meters in coverage. Null when none is expected: fewer than three bills, periods of no usual length, bills that are not collected, or no meter in service. */
  next_bill_expected: NextBill | null;
  utility_meters: UtilityMeter[];
}

/** One bill of one account; its lines may be of several meters. */
export interface UtilityBill {
  id: Id;
  svc_object_type: "UtilityBill";
  utility_account_id: Id;
  /** On an edited bill: the first original, which is archived. */
  original_utility_bill_id: Id | null;
  /** Date of the bill. */
  invoice_date: DayTimestamp;
  /** The bill states that it is estimated. */
  estimated: boolean;
  /** As printed. */
  account_holder_name: string | null;
  /** The total amount to pay; null when only the usage is known. */
  amount_due: number | null;
  /** The amount due before this bill. */
  previous_balance: number | null;
  /** Payments since the previous bill, as a positive number. */
  amount_paid: number | null;
  /** The printed figure that the charges were compared with: the current charges, the totals of the meters, the amount due with balances, or the amount due only. `nothing`: the bill prints no such figure. Null for a bill that a user corrected, and when it is not known. */
  checked_by: Word<"current_charges" | "meter_totals" | "balance" | "amount_due" | "nothing"> | null;
  /** True when it no longer counts. */
  archived: boolean;
  /** Why it no longer counts; null while it does. */
  archive_reason: Word<"edited" | "rebilled" | "cancelled" | "duplicate" | "voided"> | null;
  /** The source of the bill: the utility's website, an uploaded file, manual entry, or a spreadsheet. Where bills of several origins cover the same days of a meter, the first of these counts. */
  origin: Word<"portal" | "upload" | "keyed_in" | "import">;
  /** The days for which the bill counts in months and reports, when a bill of a higher-ranking origin covers its other days; empty when no day counts. Null: it counts for all its days. */
  counted_days: CountedDays[] | null;
  /** The findings that a user accepted by name when correcting or entering the bill, or accepting its document; otherwise empty. */
  accepted_findings: AcceptedFinding[];
  metadata: Metadata;
  /** Null for a bill without a file. */
  source: BillSource | null;
  charges: UtilityCharge[];
  usages: UtilityUsage[];
  /** When the record was created, in UTC. */
  created_at: Timestamp;
  /** When it last changed, in UTC. */
  updated_at: Timestamp;
  /** Number of the bill, as printed. */
  invoice_number: string | null;
  /** The day until which it is to be paid. */
  due_date: DayTimestamp | null;
  /** The day from which a late fee is added. */
  late_fee_date: DayTimestamp | null;
  /** The days of its usage, else of its charges; the last day is not covered. Null for a bill without lines. */
  period: {
    start_date: DayTimestamp;
    end_date: DayTimestamp;
  } | null;
  /** The current charges as printed; null when the bill prints no such figure. */
  total_charges: number | null;
  /** Code of ISO 4217; null when neither the bill nor its template states one. */
  currency: string | null;
  /** What the bill prints of each of its meters. */
  services: BilledService[];
  /** How its values were read: by a template of its layout, by labels and tables without one (`generic`), by a language model that the operator named (`model`), from a file that states them as data, from rows of a spreadsheet, or by a person. Null when it is not known. */
  read_by: Word<"template" | "generic" | "model" | "data_file" | "spreadsheet" | "person"> | null;
  /** How surely the least sure of its values was recognised in a scan or picture, from 0 to 100; null for a file with text. */
  confidence: number | null;
  /** The template and its version; null when no template read it. For `model`, `model:` and the name of the language model. */
  template: {
    id: string;
    version: number;
  } | null;
}

/** Only the given fields change. A list of lines must be complete. */
export interface UtilityBillEdit {
  /** Date of the bill. */
  invoice_date?: string;
  /** The bill states that it is estimated. */
  estimated?: boolean;
  /** As printed. */
  account_holder_name?: string | null;
  /** The total amount to pay; null when only the usage is known. */
  amount_due?: number;
  /** The amount due before this bill. */
  previous_balance?: number | null;
  /** Payments since the previous bill, as a positive number. */
  amount_paid?: number | null;
  /** Merged with the existing metadata (RFC 7396): null removes a key, keys that are not given stay. The values of keys that the service reads, on properties and meters, are checked: `savings_start_date` (meters and properties: cost avoidance): a day such as "2024-07-01"; `floor_area_share` (meters and properties: cost avoidance): a number from 0 to 1; `floor_area_changes` (properties: cost avoidance): a list of {"date": "2024-07-01", "sq_ft": 12000}; `special_adjustments` (meters: cost avoidance): a list of {"start_date", "end_date", "amount" or "percent", "note"}, in which end_date is the first day not covered; `notes` (properties and meters: the journal): a list of {"date": "2024-07-01", "text": "Chiller replaced."}; `property_use` (properties: the ENERGY STAR score): an object with a "property_type", numbers of at least 0, and shares named percent_... from 0 to 1. All other keys are free. */
  metadata?: Record<string, unknown>;
  /** All charges of the edited bill; those left out are removed. */
  charges?: UtilityChargeEdit[];
  /** All usages of the edited bill; those left out are removed. */
  usages?: UtilityUsageEdit[];
  /** The day until which it is to be paid. */
  due_date?: string | null;
  /** The day from which a late fee is added. */
  late_fee_date?: string | null;
  /** Names of findings on the corrected bill that the user accepts, as the error `does-not-add-up` lists them. A name that is not among them is ignored; an unknown name is refused. */
  accept?: ("account_number_differs" | "balance_does_not_add_up" | "charges_do_not_add_up" | "day_out_of_range" | "heat_factor_unusual" | "meter_charges_do_not_add_up" | "not_a_day" | "not_a_number" | "nothing_to_bill" | "number_too_large" | "period_far_from_invoice" | "period_has_no_days" | "period_is_backwards" | "period_too_long" | "reads_do_not_give_usage" | "registers_do_not_add_up" | "too_many_decimals" | "too_many_lines" | "unit_does_not_fit" | "use_outside_charges")[];
  /** Why, kept with the new version and shown in its history. */
  note?: string;
  /** Read-only: leave it out, or send it unchanged. */
  id?: unknown;
  /** Read-only: leave it out, or send it unchanged. */
  svc_object_type?: unknown;
  /** Read-only: leave it out, or send it unchanged. */
  utility_account_id?: unknown;
  /** Read-only: leave it out, or send it unchanged. */
  original_utility_bill_id?: unknown;
  /** Read-only: leave it out, or send it unchanged. */
  checked_by?: unknown;
  /** Read-only: leave it out, or send it unchanged. */
  archived?: unknown;
  /** Read-only: leave it out, or send it unchanged. */
  archive_reason?: unknown;
  /** Read-only: leave it out, or send it unchanged. */
  origin?: unknown;
  /** Read-only: leave it out, or send it unchanged. */
  counted_days?: unknown;
  /** Read-only: leave it out, or send it unchanged. */
  accepted_findings?: unknown;
  /** Read-only: leave it out, or send it unchanged. */
  source?: unknown;
  /** Read-only: leave it out, or send it unchanged. */
  created_at?: unknown;
  /** Read-only: leave it out, or send it unchanged. */
  updated_at?: unknown;
  /** Read-only: leave it out, or send it unchanged. */
  invoice_number?: unknown;
  /** Read-only: leave it out, or send it unchanged. */
  period?: unknown;
  /** Read-only: leave it out, or send it unchanged. */
  total_charges?: unknown;
  /** Read-only: leave it out, or send it unchanged. */
  currency?: unknown;
  /** Read-only: leave it out, or send it unchanged. */
  services?: unknown;
  /** Read-only: leave it out, or send it unchanged. */
  read_by?: unknown;
  /** Read-only: leave it out, or send it unchanged. */
  confidence?: unknown;
  /** Read-only: leave it out, or send it unchanged. */
  template?: unknown;
}

/** May be left out. */
export interface UtilityBillVoiding {
  /** Why, kept with the bill and shown in its history. */
  note?: string;
}

/** A charge on a bill. Payments and balances are not charges. */
export interface UtilityCharge {
  /** Unique id of a record. */
  id: Id;
  svc_object_type: "UtilityCharge";
  utility_bill_id: Id;
  utility_account_id: Id;
  utility_meter_id: Id;
  /** Money, in the currency of the bill; a credit is negative. */
  amount: number;
  /** As printed. */
  description: string;
  /** The type of charge, which decides the cost field of the calendar month. */
  utility_charge_type: Word<"usage_cost" | "demand_cost" | "service_cost" | "interim_rate_cost" | "other_applied_cost" | "tax_cost">;
  /** First day covered. */
  start_date: DayTimestamp | null;
  /** First day not covered: days = end_date - start_date. */
  end_date: DayTimestamp | null;
  /** Shared by a usage and the charges priced on it. */
  line_item_group_id: string;
  /** Where the line is printed; null when that is not known, as for a spreadsheet. */
  place: PagePlace | null;
}

export interface UtilityChargeEdit {
  /** Read-only: leave it out, or send it unchanged. */
  svc_object_type?: unknown;
  /** Read-only: leave it out, or send it unchanged. */
  utility_bill_id?: unknown;
  /** Read-only: leave it out, or send it unchanged. */
  utility_account_id?: unknown;
  /** Read-only: leave it out, or send it unchanged. */
  place?: unknown;
  /** Id of an existing line of the bill; fields that are not given stay unchanged. */
  id?: Id;
  utility_meter_id?: Id;
  /** Money, in the currency of the bill; a credit is negative. */
  amount?: number;
  /** As printed. */
  description?: string;
  /** The type of charge, which decides the cost field of the calendar month. */
  utility_charge_type?: "usage_cost" | "demand_cost" | "service_cost" | "interim_rate_cost" | "other_applied_cost" | "tax_cost";
  /** First day covered. */
  start_date?: string | null;
  /** First day not covered: days = end_date - start_date. */
  end_date?: string | null;
  /** Shared by a usage and the charges priced on it. */
  line_item_group_id?: string;
}

/** Whether the website of a utility works, by the visits of all companies. Users see whether it works; the figures are for administrators of the service. */
export interface UtilityHealth {
  svc_object_type: "UtilityHealth";
  /** Key of the utility in GET /v1/utilities. */
  utility: string;
  /** Its name. */
  name: string;
  /** login: visits to its website with logins. green_button: visits to its server with permissions (Green Button Connect), which is another one. */
  access: Word<"login" | "green_button">;
  /** As in GET /v1/utilities: what is known of its website is from public sources alone. What becomes of visits to it is worth telling the project, with the masked pages of a changed one. */
  unproven: boolean;
  /** `works`: a visit of the last week succeeded. `trouble`: since the last success the website refused three different logins in a row, whatever the login. `unknown`: neither. */
  state: Word<"works" | "trouble" | "unknown">;
  /** The first of these refusals; null without trouble. */
  trouble_since: Timestamp | null;
  /** The latest of them; null without trouble. */
  trouble_kind: Word<"invalid_credentials" | "mfa_required" | "mfa_failed" | "account_locked" | "password_expired" | "terms_pending" | "portal_changed" | "portal_down" | "rate_limited" | "unsupported_portal" | "no_accounts" | "quota_exceeded"> | null;
  /** Of the recipe that the latest visit used; null for all but administrators. */
  recipe_version: number | null;
  /** Since when visits use it. For administrators. */
  recipe_changed_at: Timestamp | null;
  /** For administrators. */
  last_visit_at: Timestamp | null;
  /** For administrators; null: none yet. */
  last_success_at: Timestamp | null;
  /** How long a successful visit takes: the median of the last 50. For administrators. */
  median_seconds: number | null;
  /** Of the last 24 hours. For administrators. */
  last_day: VisitCounts | null;
  /** Of the last seven days. For administrators. */
  last_week: VisitCounts | null;
  /** How many GET /v1/utilities/changed_pages lists. For administrators. */
  changed_pages: number | null;
}

/** A meter of one energy type or water at one place. */
export interface UtilityMeter {
  id: Id;
  svc_object_type: "UtilityMeter";
  /** Joins the supply and the distribution meter of one service point. */
  meter_wrapper_id: Id;
  property_id: Id | null;
  /** Name of the property. */
  property_name: string | null;
  /** Inactive once a user sets it out of service. It does not show whether bills still arrive: that is the status of its account, which is Inactive when it is not collected, as an imported account is. */
  status: Word<"Active" | "Inactive">;
  /** Number on the meter. */
  meter_num: string | null;
  /** As printed on the bill. */
  service_address: string | null;
  /** As printed on the bill. */
  service_name: string | null;
  /** The utility's number for the premises. */
  premise_num: string | null;
  /** SUPPLY: bought energy. DISTRIBUTION: its transport. STANDARD: both in one. */
  association_type: Word<"STANDARD" | "DISTRIBUTION" | "SUPPLY">;
  /** Last day covered by a usage. */
  latest_usage_date: DayTimestamp | null;
  /** The first day on which it was out of service. */
  deactivation_date: DayTimestamp | null;
  /** What it measures. */
  energy_type: Word<"ELECTRIC" | "GAS" | "STEAM" | "CHILLED_WATER" | "HOT_WATER" | "FUEL_OIL" | "PROPANE" | "DIESEL" | "WATER" | "SEWER" | "IRRIGATION" | "STORMWATER" | "WASTE" | "SOLAR" | "OTHER">;
  /** Unit of its usage. */
  measurement_unit: string | null;
  /** Unit of its demand. */
  demand_measurement_unit: string | null;
  /** How often it is billed. */
  billing_frequency: Word<"MONTHLY" | "QUARTERLY" | "YEARLY">;
  /** Earliest month with complete data. */
  eligibility_start_month: DayTimestamp | null;
  /** Latest month with complete data. */
  eligibility_end_month: DayTimestamp | null;
  /** True: it measures supply only. */
  supply_only: boolean;
  /** Set by the client; contains native_meter_id from the start. */
  metadata: Metadata;
  utility_account: UtilityAccount;
  /** When the record was created, in UTC. */
  created_at: Timestamp;
  /** When it last changed, in UTC. */
  updated_at: Timestamp;
  /** The cost center that its charges are booked to. That of the meter wins, else that of its account, else that of its property. */
  cost_center: string | null;
  /** The account of the general ledger that its charges are booked to. That of the meter wins, else that of its account, else that of its property. */
  gl_account: string | null;
}

/** Only the given fields change. */
export interface UtilityMeterEdit {
  /** Give a supply meter the wrapper of its distribution meter to join the two. */
  meter_wrapper_id?: Id;
  property_id?: Id | null;
  /** Inactive once a user sets it out of service. It does not show whether bills still arrive: that is the status of its account, which is Inactive when it is not collected, as an imported account is. */
  status?: "Active" | "Inactive";
  /** As printed on the bill. */
  service_address?: string | null;
  /** As printed on the bill. */
  service_name?: string | null;
  /** The utility's number for the premises. */
  premise_num?: string | null;
  /** What it measures. The energy of its bills follows from it: SUPPLY energy is supplied, all other is distributed. */
  association_type?: "STANDARD" | "DISTRIBUTION" | "SUPPLY";
  /** The first day on which it was out of service. */
  deactivation_date?: string | null;
  /** How often it is billed. */
  billing_frequency?: "MONTHLY" | "QUARTERLY" | "YEARLY";
  /** Merged with the existing metadata (RFC 7396): null removes a key, keys that are not given stay. The values of keys that the service reads, on properties and meters, are checked: `savings_start_date` (meters and properties: cost avoidance): a day such as "2024-07-01"; `floor_area_share` (meters and properties: cost avoidance): a number from 0 to 1; `floor_area_changes` (properties: cost avoidance): a list of {"date": "2024-07-01", "sq_ft": 12000}; `special_adjustments` (meters: cost avoidance): a list of {"start_date", "end_date", "amount" or "percent", "note"}, in which end_date is the first day not covered; `notes` (properties and meters: the journal): a list of {"date": "2024-07-01", "text": "Chiller replaced."}; `property_use` (properties: the ENERGY STAR score): an object with a "property_type", numbers of at least 0, and shares named percent_... from 0 to 1. All other keys are free. */
  metadata?: Record<string, unknown>;
  /** The cost center that its charges are booked to. That of the meter wins, else that of its account, else that of its property. */
  cost_center?: string | null;
  /** The account of the general ledger that its charges are booked to. That of the meter wins, else that of its account, else that of its property. */
  gl_account?: string | null;
}

/** The meter with the bills it appears on. */
export interface UtilityMeterWithBills {
  id: Id;
  svc_object_type: "UtilityMeter";
  /** Joins the supply and the distribution meter of one service point. */
  meter_wrapper_id: Id;
  property_id: Id | null;
  /** Name of the property. */
  property_name: string | null;
  /** Inactive once a user sets it out of service. It does not show whether bills still arrive: that is the status of its account, which is Inactive when it is not collected, as an imported account is. */
  status: Word<"Active" | "Inactive">;
  /** Number on the meter. */
  meter_num: string | null;
  /** As printed on the bill. */
  service_address: string | null;
  /** As printed on the bill. */
  service_name: string | null;
  /** The utility's number for the premises. */
  premise_num: string | null;
  /** SUPPLY: bought energy. DISTRIBUTION: its transport. STANDARD: both in one. */
  association_type: Word<"STANDARD" | "DISTRIBUTION" | "SUPPLY">;
  /** Last day covered by a usage. */
  latest_usage_date: DayTimestamp | null;
  /** The first day on which it was out of service. */
  deactivation_date: DayTimestamp | null;
  /** What it measures. */
  energy_type: Word<"ELECTRIC" | "GAS" | "STEAM" | "CHILLED_WATER" | "HOT_WATER" | "FUEL_OIL" | "PROPANE" | "DIESEL" | "WATER" | "SEWER" | "IRRIGATION" | "STORMWATER" | "WASTE" | "SOLAR" | "OTHER">;
  /** Unit of its usage. */
  measurement_unit: string | null;
  /** Unit of its demand. */
  demand_measurement_unit: string | null;
  /** How often it is billed. */
  billing_frequency: Word<"MONTHLY" | "QUARTERLY" | "YEARLY">;
  /** Earliest month with complete data. */
  eligibility_start_month: DayTimestamp | null;
  /** Latest month with complete data. */
  eligibility_end_month: DayTimestamp | null;
  /** True: it measures supply only. */
  supply_only: boolean;
  /** Set by the client; contains native_meter_id from the start. */
  metadata: Metadata;
  utility_account: UtilityAccount;
  /** When the record was created, in UTC. */
  created_at: Timestamp;
  /** When it last changed, in UTC. */
  updated_at: Timestamp;
  /** The cost center that its charges are booked to. That of the meter wins, else that of its account, else that of its property. */
  cost_center: string | null;
  /** The account of the general ledger that its charges are booked to. That of the meter wins, else that of its account, else that of its property. */
  gl_account: string | null;
  bills: UtilityBill[];
}

/** The meter with its calendar months. */
export interface UtilityMeterWithMonths {
  id: Id;
  svc_object_type: "UtilityMeter";
  /** Joins the supply and the distribution meter of one service point. */
  meter_wrapper_id: Id;
  property_id: Id | null;
  /** Name of the property. */
  property_name: string | null;
  /** Inactive once a user sets it out of service. It does not show whether bills still arrive: that is the status of its account, which is Inactive when it is not collected, as an imported account is. */
  status: Word<"Active" | "Inactive">;
  /** Number on the meter. */
  meter_num: string | null;
  /** As printed on the bill. */
  service_address: string | null;
  /** As printed on the bill. */
  service_name: string | null;
  /** The utility's number for the premises. */
  premise_num: string | null;
  /** SUPPLY: bought energy. DISTRIBUTION: its transport. STANDARD: both in one. */
  association_type: Word<"STANDARD" | "DISTRIBUTION" | "SUPPLY">;
  /** Last day covered by a usage. */
  latest_usage_date: DayTimestamp | null;
  /** The first day on which it was out of service. */
  deactivation_date: DayTimestamp | null;
  /** What it measures. */
  energy_type: Word<"ELECTRIC" | "GAS" | "STEAM" | "CHILLED_WATER" | "HOT_WATER" | "FUEL_OIL" | "PROPANE" | "DIESEL" | "WATER" | "SEWER" | "IRRIGATION" | "STORMWATER" | "WASTE" | "SOLAR" | "OTHER">;
  /** Unit of its usage. */
  measurement_unit: string | null;
  /** Unit of its demand. */
  demand_measurement_unit: string | null;
  /** How often it is billed. */
  billing_frequency: Word<"MONTHLY" | "QUARTERLY" | "YEARLY">;
  /** Earliest month with complete data. */
  eligibility_start_month: DayTimestamp | null;
  /** Latest month with complete data. */
  eligibility_end_month: DayTimestamp | null;
  /** True: it measures supply only. */
  supply_only: boolean;
  /** Set by the client; contains native_meter_id from the start. */
  metadata: Metadata;
  utility_account: UtilityAccount;
  /** When the record was created, in UTC. */
  created_at: Timestamp;
  /** When it last changed, in UTC. */
  updated_at: Timestamp;
  /** The cost center that its charges are booked to. That of the meter wins, else that of its account, else that of its property. */
  cost_center: string | null;
  /** The account of the general ledger that its charges are booked to. That of the meter wins, else that of its account, else that of its property. */
  gl_account: string | null;
  monthly_meter_data: MonthlyConsumptionData[];
}

/** One measured quantity on a bill. */
export interface UtilityUsage {
  /** Unique id of a record. */
  id: Id;
  svc_object_type: "UtilityUsage";
  utility_bill_id: Id;
  utility_account_id: Id;
  utility_meter_id: Id;
  /** In the measurement unit. */
  amount: number;
  /** The utility estimated the read. */
  estimated_meter_read: boolean;
  /** As printed. */
  description: string;
  /** usage_amount is summed; of demand the highest value counts; reactive is shown but not summed. */
  utility_usage_type: Word<"usage_amount" | "demand_amount" | "billed_demand_amount" | "reactive_amount">;
  /** As printed. */
  measurement_unit: string;
  /** First day covered. */
  start_date: DayTimestamp;
  /** First day not covered: days = end_date - start_date. */
  end_date: DayTimestamp;
  /** The same energy in kBtu; null for water. */
  kbtus: number | null;
  /** Pounds of CO2 equivalent; null where no factor is known. */
  lbs_co2: number | null;
  /** The same water in gallons; null for energy. */
  gallons: number | null;
  /** Measured for a supplier, not for the distribution company. */
  supply: boolean;
  /** Shared by a usage and the charges priced on it. */
  line_item_group_id: string;
  /** Where the line is printed; null when that is not known, as for a spreadsheet. */
  place: PagePlace | null;
}

export interface UtilityUsageEdit {
  /** Read-only: leave it out, or send it unchanged. */
  svc_object_type?: unknown;
  /** Read-only: leave it out, or send it unchanged. */
  utility_bill_id?: unknown;
  /** Read-only: leave it out, or send it unchanged. */
  utility_account_id?: unknown;
  /** Read-only: leave it out, or send it unchanged. */
  kbtus?: unknown;
  /** Read-only: leave it out, or send it unchanged. */
  lbs_co2?: unknown;
  /** Read-only: leave it out, or send it unchanged. */
  gallons?: unknown;
  /** Read-only: leave it out, or send it unchanged. */
  supply?: unknown;
  /** Read-only: leave it out, or send it unchanged. */
  place?: unknown;
  /** Id of an existing line of the bill; fields that are not given stay unchanged. */
  id?: Id;
  utility_meter_id?: Id;
  /** In the measurement unit. */
  amount?: number;
  /** The utility estimated the read. */
  estimated_meter_read?: boolean;
  /** As printed. */
  description?: string;
  /** usage_amount is summed; of demand the highest value counts; reactive is shown but not summed. */
  utility_usage_type?: "usage_amount" | "demand_amount" | "billed_demand_amount" | "reactive_amount";
  /** As printed. */
  measurement_unit?: string;
  /** First day covered. */
  start_date?: string;
  /** First day not covered: days = end_date - start_date. */
  end_date?: string;
  /** Shared by a usage and the charges priced on it. */
  line_item_group_id?: string;
}

/** A utility whose bills are not collected, and how often that was wanted. Nothing is stored of who asked. */
export interface UtilityWish {
  id: Id;
  svc_object_type: "UtilityWish";
  /** The company whose users or account holders want it. */
  company_id: Id;
  /** Key of the utility in GET /v1/utilities. Null: only its website is known. */
  utility: string | null;
  /** Its name, or the host of its website. */
  name: string;
  /** Null: none is known. */
  website: string | null;
  /** What works now; `login` or `green_button_connect` once its bills can be collected. */
  supported: Word<"login" | "green_button_connect" | "green_button" | "upload">[];
  /** How often it was asked for: through a form, in the dashboard, or by an authorization. A form link or user counts once a day for a utility. */
  wishes: number;
  /** When the record was created, in UTC. */
  created_at: Timestamp;
  /** When it last changed, in UTC. */
  updated_at: Timestamp;
}

/** Visits of some time. */
export interface VisitCounts {
  /** Visits that ended. */
  visits: number;
  /** Those that did what they were for. */
  successes: number;
  /** The others, by their `status_detail`. */
  refusals: Record<string, number>;
  /** Successes among the visits that succeeded or failed because of the website, from 0 to 1; null: there were none. */
  share: number | null;
}

/** How the use of a meter depends on the weather, by its months before. */
export interface WeatherModel {
  /** Use per day that does not depend on the weather: kBtu, of water gallons. */
  base_per_day: number;
  /** Use per heating degree day (65 °F). */
  per_heating_degree_day: number;
  /** Use per cooling degree day (65 °F). */
  per_cooling_degree_day: number;
  /** The share of the variation that it explains. */
  adjusted_r2: number;
}

/** A station of the public weather archive; it belongs to no company. */
export interface WeatherStation {
  svc_object_type: "WeatherStation";
  weather_station_alpha_id: string;
  name: string;
  latitude: number;
  longitude: number;
  /** Null in a state with two time zones. */
  time_zone: string | null;
  /** Distance from the requested location. */
  distance_km: number;
}

/** An endpoint that receives events by POST. */
export interface Webhook {
  id: Id;
  company_id: Id;
  /** The events to send. `all`: `bill.created`, `property.created`, `property.updated`, `utility_account.updated`, `utility_meter.created`, `utility_meter.updated`. These are sent only when subscribed to by name: `authorization.updated`, `authorization.action_required`, `utility_bill.archived`, `bill.late`, `bill.flagged`. */
  event_type: Word<"bill.created" | "property.created" | "property.updated" | "utility_account.updated" | "utility_meter.created" | "utility_meter.updated" | "authorization.updated" | "authorization.action_required" | "utility_bill.archived" | "bill.late" | "bill.flagged" | "all">;
  /** Where the notifications go, by http or https. */
  endpoint_url: string;
  /** `envelope`: data, nonce and signature. `simple`: event_type and ids only. `both`: one body with all of it. */
  payload_format: Word<"both" | "envelope" | "simple">;
  /** How many notifications may be under way at once. With 1 they arrive in the order of `GET /v1/changes`, except for retries; more is faster, but without a fixed order. */
  max_in_flight: number;
  /** True: it receives events. */
  active: boolean;
  /** It was deleted. */
  archived: boolean;
  /** Why the service disabled it; null if it did not. */
  disabled_reason: string | null;
  created_at: Timestamp;
  updated_at: Timestamp;
}

/** One request of a delivery, and what the endpoint answered. */
export interface WebhookAttempt {
  /** 1 for the first. */
  attempt: number;
  /** When it began. */
  attempted_at: Timestamp;
  /** How long it took, in milliseconds. */
  duration_ms: number;
  /** HTTP status; null when none was received. */
  status: number | null;
  /** A code for the failure, as in a delivery; null if it did not fail. */
  failure: string | null;
  /** The body that was sent, at most its first 8 KB; null for attempts before this was kept. */
  request_body: string | null;
  /** Of the answer: content-type, content-length, date, location, retry-after, server and x-request-id, those that it has; null when none was received. */
  response_headers: Record<string, string> | null;
  /** The answer of the endpoint, at most 4 KB of text; null when none was received. */
  response_excerpt: string | null;
}

/** The delivery of one event to one webhook. */
export interface WebhookDelivery {
  id: Id;
  webhook_id: Id;
  /** The type of the event. */
  event_type: string;
  /** pending: it will be tried. delivered: a 2xx was received. failed: all attempts failed. skipped: the service had disabled the webhook, or it was deleted. */
  state: Word<"pending" | "delivered" | "failed" | "skipped">;
  /** How often it was tried. */
  attempts: number;
  /** Null when no further attempt follows. */
  next_attempt_at: Timestamp | null;
  /** HTTP status of the last attempt; null when none was received. */
  status: number | null;
  /** A code for the failure of the last attempt; null if it did not fail. */
  failure: string | null;
  delivered_at: Timestamp | null;
  created_at: Timestamp;
  updated_at: Timestamp;
}

/** The fields to change. */
export interface WebhookEdit {
  /** The events to send. `all`: `bill.created`, `property.created`, `property.updated`, `utility_account.updated`, `utility_meter.created`, `utility_meter.updated`. These are sent only when subscribed to by name: `authorization.updated`, `authorization.action_required`, `utility_bill.archived`, `bill.late`, `bill.flagged`. */
  event_type?: "bill.created" | "property.created" | "property.updated" | "utility_account.updated" | "utility_meter.created" | "utility_meter.updated" | "authorization.updated" | "authorization.action_required" | "utility_bill.archived" | "bill.late" | "bill.flagged" | "all";
  /** Where the notifications go, by http or https. */
  endpoint_url?: string;
  /** True: it receives events. */
  active?: boolean;
  /** `envelope`: data, nonce and signature. `simple`: event_type and ids only. `both`: one body with all of it. */
  payload_format?: "both" | "envelope" | "simple";
  /** How many notifications may be under way at once. With 1 they arrive in the order of `GET /v1/changes`, except for retries; more is faster, but without a fixed order. */
  max_in_flight?: number;
}

/** The shared secret of the company's webhooks. */
export interface WebhookSecret {
  /** Signs every notification to the company. Keep it secret, like a password. */
  secret: string;
  /** Until then the previous secret also signs; null: there is none. */
  previous_secret_expires_at: Timestamp | null;
}

/** The answer of an endpoint to a test. */
export interface WebhookTest {
  /** The endpoint answered 2xx in time. */
  success: boolean;
  /** The event that was sent. */
  event_type: Word<"bill.created" | "property.created" | "property.updated" | "utility_account.updated" | "utility_meter.created" | "utility_meter.updated" | "authorization.updated" | "authorization.action_required" | "utility_bill.archived" | "bill.late" | "bill.flagged">;
  /** HTTP status; null when none was received. */
  status: number | null;
  /** A code for the failure, as in a delivery; null if it did not fail. */
  failure: string | null;
  /** How long it took, in milliseconds. */
  duration_ms: number;
  /** The answer of the endpoint, at most 4 KB of text; null when none was received. */
  response_excerpt: string | null;
  /** The sent request, to check a signature by hand. */
  request: {
    /** The headers of the signature. */
    headers: Record<string, string>;
    /** The exact body. */
    body: string;
  };
}
