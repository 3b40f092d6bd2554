/** The records of the service as types. Written by `npm run client` from its OpenAPI document. */

/** A list of words that may grow: accept one you do not know. */
export type Word<Known extends string> = Known | (string & {});

/** Something that does not add up on a corrected bill and was accepted. */
export interface AcceptedFinding {
  name: string;
  /** What does not hold, with the figures. */
  detail: string;
  /** Id of the user who accepted it. */
  accepted_by: Id;
  accepted_at: Timestamp;
}

export interface AccountStatusChange {
  utility_account_id: Id;
  status: "Active" | "Inactive";
  /** Bills from this day on, YYYY-MM-DD; null: as far as the portal goes; absent: as it is. */
  data_start_date?: string | null;
}

/** What a program signs in with. */
export interface ApiToken {
  id: Id;
  company_id: Id;
  /** Whose token it is: it may do what this user may do, and ends with them. */
  user_id: Id;
  /** What it is for. */
  name: string;
  /** `read`: every GET. `write`: the rest too. `admin`: also tokens, passwords and the endpoints of administrators. Never more than its user may do. */
  scopes: Word<"read" | "write" | "admin">[];
  /** The role that its maker acted with. The token never acts with more, whatever the user's role is now. */
  role_ceiling: Word<"user" | "admin">;
  /** To the minute; null: never used. */
  last_used_at: Timestamp | null;
  /** Null: it lasts until it is revoked. */
  expires_at: Timestamp | null;
  /** Null while it is good. */
  revoked_at: Timestamp | null;
  created_at: Timestamp;
  updated_at: Timestamp;
}

/** A line of the audit log. */
export interface AuditRow {
  id: Id;
  /** The company whose record it was done to. */
  company_id: Id;
  /** Place in the chain of the company, without gaps. */
  position: Id;
  occurred_at: Timestamp;
  /** Who did it. */
  actor: string;
  /** What was done. */
  action: string;
  /** What it was done to. */
  record_type: string | null;
  record_id: Id | null;
  /** `x-request-id` of the answer. */
  request_id: string | null;
  /** Address it came from. */
  address: string | null;
  /** What else matters; never a secret. */
  detail: Record<string, unknown>;
  /** True: written before the log was sealed; vouched for since the upgrade, not since it was written. */
  before_keying: boolean;
  /** Seal of the row and of all before it, hexadecimal. */
  hash: string;
}

/** Whether the user has an authenticator app. */
export interface Authenticator {
  /** True: the sign-in asks for a code. */
  active: boolean;
  /** Since when; null while there is none. */
  confirmed_at: Timestamp | null;
  recovery_codes_left: number;
  /** True: an admin without one acts as a user. */
  required: boolean;
}

export interface AuthenticatorCode {
  /** Six digits of the authenticator app, or a recovery code. */
  code: string;
}

/** For the app, this once. */
export interface AuthenticatorSecret {
  /** Base32, to type into the app. */
  secret: string;
  /** The same to show as a QR code. */
  otpauth_uri: string;
}

export interface AuthenticatorSetup {
  current_password: string;
}

/** A customer's access to a utility's website. */
export interface Authorization {
  id: Id;
  /** User name at the utility's website. */
  online_access_username: string;
  /** Masked; in clear only for an admin, by GET /authorizations/:id, and within a limit: see `password_masked_because`. */
  online_access_password: string;
  /** Where one signs in to the utility's website. */
  online_access_url: string;
  /** Inventory Pending: the service is at work. Inventory Complete: the accounts are there, or it was stopped and no more come (`status_detail` is revoked). Pending: it cannot go on, `errors` says why. */
  status: Word<"Inventory Pending" | "Inventory Complete" | "Pending">;
  /** Why it does not go on; null while it does. revoked: it was stopped for ever. */
  status_detail: Word<"invalid_credentials" | "mfa_required" | "mfa_failed" | "account_locked" | "password_expired" | "terms_pending" | "portal_changed" | "portal_down" | "rate_limited" | "unsupported_portal" | "no_accounts" | "quota_exceeded" | "login_limit" | "revoked"> | null;
  /** Who must act before it can go on. */
  action_required_by: Word<"customer" | "service" | "none">;
  /** When the service tries again by itself; null if it does not. */
  retry_at: Timestamp | null;
  /** One sentence for the account holder; null if nothing is wrong. */
  errors: string | null;
  company_id: Id;
  /** When it was stopped and its login deleted; null while it is in use. `errors` says what happened. */
  revoked_at: Timestamp | null;
  /** Who stopped it: the account holder by the receipt, a user of the company, the operator of the service; unknown: its key was gone after a restore. Null while it is in use. */
  revoked_by: Word<"account_holder" | "company" | "operator" | "unknown"> | null;
  created_at: Timestamp;
  updated_at: Timestamp;
}

/** An account that the credentials reach. */
export interface AuthorizationAccount {
  id: Id;
  /** Account number at the utility. */
  acct_num: string;
  /** Active: its bills are collected. Inactive: found, and left alone. */
  status: Word<"Active" | "Inactive">;
  utility_company_id: Id;
  /** How the data comes in. */
  delivery_method: string;
  /** How far back bills are wanted; null: as far as the portal goes. */
  data_start_date: string | null;
  created_at: Timestamp;
  updated_at: Timestamp;
}

/** The authorizations, and the company that asks. */
export interface AuthorizationList {
  authorizations: Authorization[];
  companyUuid: string;
}

/** How far the data of an authorization has come. */
export interface AuthorizationProgress {
  authorization_id: Id;
  /** Accounts that the credentials reach. */
  accounts_found: number;
  /** Accounts that are switched on. */
  accounts_active: number;
  /** Active accounts whose documents were all looked at; one that is due again counts no more until it was. */
  accounts_fetched: number;
  /** Files that are kept. */
  documents_fetched: number;
  /** Files that are not read yet. */
  documents_waiting: number;
  /** Files kept out of the bills until they are understood. */
  documents_in_review: number;
  /** Bills in use. */
  bills_accepted: number;
  /** Meters whose months are not derived yet from their newest bill. */
  meters_waiting: number;
  /** Properties whose months and snapshots are still to be worked out. */
  properties_waiting: number;
  /** Calendar months of the meters. */
  months_derived: number;
  /** Everything that was asked for so far is done. */
  complete: boolean;
}

/** An authorization with the accounts it reaches. */
export interface AuthorizationWithAccounts {
  id: Id;
  /** User name at the utility's website. */
  online_access_username: string;
  /** Masked; in clear only for an admin, by GET /authorizations/:id, and within a limit: see `password_masked_because`. */
  online_access_password: string;
  /** Where one signs in to the utility's website. */
  online_access_url: string;
  /** Inventory Pending: the service is at work. Inventory Complete: the accounts are there, or it was stopped and no more come (`status_detail` is revoked). Pending: it cannot go on, `errors` says why. */
  status: Word<"Inventory Pending" | "Inventory Complete" | "Pending">;
  /** Why it does not go on; null while it does. revoked: it was stopped for ever. */
  status_detail: Word<"invalid_credentials" | "mfa_required" | "mfa_failed" | "account_locked" | "password_expired" | "terms_pending" | "portal_changed" | "portal_down" | "rate_limited" | "unsupported_portal" | "no_accounts" | "quota_exceeded" | "login_limit" | "revoked"> | null;
  /** Who must act before it can go on. */
  action_required_by: Word<"customer" | "service" | "none">;
  /** When the service tries again by itself; null if it does not. */
  retry_at: Timestamp | null;
  /** One sentence for the account holder; null if nothing is wrong. */
  errors: string | null;
  company_id: Id;
  /** When it was stopped and its login deleted; null while it is in use. `errors` says what happened. */
  revoked_at: Timestamp | null;
  /** Who stopped it: the account holder by the receipt, a user of the company, the operator of the service; unknown: its key was gone after a restore. Null while it is in use. */
  revoked_by: Word<"account_holder" | "company" | "operator" | "unknown"> | null;
  created_at: Timestamp;
  updated_at: Timestamp;
  /** Why `online_access_password` is masked. not_admin: only an admin with the scope admin may see it. not_asked: `reveal=false`. switched_off: the operator allows it to none. limit_reached: as many were read in this hour as may be; `RateLimit` says when the next may. revoked: it is deleted. Null: it is in clear. */
  password_masked_because: Word<"not_admin" | "not_asked" | "switched_off" | "limit_reached" | "revoked"> | null;
  accounts: {
    id: Id;
    /** Account number at the utility. */
    acct_num: string;
    /** Active: its bills are collected. Inactive: found, and left alone. */
    status: Word<"Active" | "Inactive">;
    utility_company_id: Id;
    /** How the data comes in. */
    delivery_method: string;
    /** How far back bills are wanted; null: as far as the portal goes. */
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

/** A spreadsheet of bill history on its way to bills. */
export interface BillImport {
  id: Id;
  svc_object_type: "BillImport";
  /** Of the file. */
  name: string;
  /** `checked`: the dry run is over, nothing is written, and it waits to be confirmed. */
  state: Word<"waiting" | "reading" | "checked" | "importing" | "done" | "failed" | "cancelled">;
  /** It waits after the dry run until it is confirmed. */
  dry_run: boolean;
  /** The profile it is read by; null until the header row has told. */
  profile: string | null;
  /** Columns of the file that the profile does not read, a second one of the same name among them. Empty until the header row was found. */
  columns_unread: ImportUnreadColumn[];
  /** Null until the file was read. */
  rows_total: number | null;
  /** Rows below the header that were looked at: those of bills, those refused and those skipped. */
  rows_read: number;
  /** Rows that are empty, or that the profile does not ask for. */
  rows_skipped: number;
  /** Rows that are not imported, each with its reasons. */
  rows_refused: number;
  /** Bills that the good rows make: those that are new, known and corrected together, once all are counted. */
  bills_found: number;
  /** Bills that are new. After a dry run: that would be, as the account now is. */
  bills_created: number;
  /** Bills that say what is known already, or that the portal gave itself. After a dry run: that would be found so. */
  bills_known: number;
  /** Bills that took the place of an earlier version. After a dry run: that would. */
  bills_edited: number;
  /** Accounts that were made for the bills, because there was none of the utility and number. After a dry run: that would be; a mistyped number shows here. */
  accounts_created: number;
  /** Meters that were made. After a dry run: that would be. */
  meters_created: number;
  /** Properties that were made for those meters. After a dry run: that would be. */
  properties_created: number;
  /** Of the dry run: which months of which properties the bills would change; the first 100 properties of the file. Meters without a property are not among them. Empty where there is no dry run. */
  property_months: ImportPropertyMonths[];
  /** Why it failed or was cancelled by itself, in a sentence; else null. */
  errors: string | null;
  /** When reading began. */
  started_at: Timestamp | null;
  /** When it was done, failed or was cancelled. */
  finished_at: Timestamp | null;
  created_at: Timestamp;
  updated_at: Timestamp;
}

/** The file that a bill was read from. */
export interface BillSource {
  /** Kind of the file. */
  format: string;
  /** Opens the original file without other credentials, for 7 days. */
  expiring_link: string;
  expiresIn: "7d";
}

/** What a utility asks for after the password. */
export interface Challenge {
  id: Id;
  /** `code`: one that was sent or that an app shows. `question`: a security question. `choice`: one of the options. */
  kind: Word<"code" | "question" | "choice">;
  /** What the utility says, in its own words. */
  prompt: string;
  /** What can be chosen; null where the answer is typed. */
  options: string[] | null;
  /** From then on a new sign-in is needed, and the utility asks anew. */
  expires_at: Timestamp;
  /** Answers that may still be given. */
  tries_left: number;
}

/** A person's answer to a challenge. */
export interface ChallengeAnswer {
  /** The code, the answer, or one of the options as it stands there. Tried once, then forgotten. */
  answer: string;
}

/** One record was created, edited or archived. */
export interface Change {
  id: Id;
  /** As webhooks call it; some changes only this feed tells. */
  event_type: string;
  svc_object_type: string;
  record_id: Id;
  occurred_at: Timestamp;
}

/** A page of the change feed. */
export interface Changes {
  changes: Change[];
  /** Ask again with it, now or later: nothing is missed between. */
  next_cursor: string;
  /** There are changes behind this page already. */
  has_more: boolean;
}

/** A customer of the service. Every record belongs to one. */
export interface Company {
  id: Id;
  uuid: string;
  name: string;
  created_at: Timestamp;
  updated_at: Timestamp;
}

/** Days of a meter for which a bill counts in months and reports. */
export interface CountedDays {
  utility_meter_id: Id;
  /** First day that counts. */
  start_date: DayTimestamp;
  /** First day that does not. */
  end_date: DayTimestamp;
}

/** The fields to mend; null forgets an optional one. */
export interface CredentialEdit {
  /** User name at the utility's website. */
  online_access_username?: string;
  /** Sealed at once; shown masked. */
  online_access_password?: string;
  /** Where one signs in to the utility's website. */
  online_access_url?: string;
  /** How to pass a second step of the sign-in: the secret of an authenticator, or lines of `question: answer`. */
  twoFactorInstructions?: string | null;
  /** Whatever else helps to find and to read the accounts. */
  other_details?: string | null;
}

/** What is needed to sign in at a utility's website. */
export interface CredentialInput {
  /** User name at the utility's website. */
  online_access_username: string;
  /** Sealed at once; shown masked. */
  online_access_password: string;
  /** Where one signs in to the utility's website. */
  online_access_url: string;
  /** How to pass a second step of the sign-in: the secret of an authenticator, or lines of `question: answer`. */
  twoFactorInstructions?: string | null;
  /** Whatever else helps to find and to read the accounts. */
  other_details?: string | null;
}

/** Files that a company asked to be given at set times. */
export interface DataDelivery {
  id: Id;
  /** Its files are called by it. */
  name: string;
  format: Word<"csv" | "xlsx" | "json" | "xml">;
  /** How often it is made. */
  schedule: Word<"daily" | "weekly" | "monthly">;
  /** Of the day, in its time zone. */
  hour: number;
  /** Of a weekly delivery; monday unless told. */
  weekday: Word<"monday" | "tuesday" | "wednesday" | "thursday" | "friday" | "saturday" | "sunday"> | null;
  /** Of the month, of a monthly delivery; the first unless told. */
  day: number | null;
  /** Name of a time zone as IANA has it. */
  time_zone: string;
  content: DeliveryContent;
  destination: DeliveryDestination;
  /** It is made when it is due. */
  active: boolean;
  /** It was deleted. */
  archived: boolean;
  last_delivered_at: Timestamp | null;
  /** Null while it is not active. */
  next_delivery_at: Timestamp | null;
  /** What became of the last run; null: there was none. */
  state: Word<"waiting" | "running" | "blocked" | "delivered" | "failed" | "replaced"> | null;
  /** What stands in the way of the last run. */
  errors: string | null;
  /** Who must act for it to go on. */
  action_required_by: Word<"customer" | "service" | "none">;
  /** Newest first; in a list of deliveries the newest 50. Older ones go: docs/deliveries.md has how many are kept. */
  files: DeliveredFile[];
  created_at: Timestamp;
  updated_at: Timestamp;
}

/** The fields to change. */
export interface DataDeliveryEdit {
  /** Its files are called by it. */
  name?: string;
  format?: "csv" | "xlsx" | "json" | "xml";
  /** How often it is made. */
  schedule?: "daily" | "weekly" | "monthly";
  /** Of the day, in its time zone. */
  hour?: number;
  /** Of a weekly delivery; monday unless told. */
  weekday?: "monday" | "tuesday" | "wednesday" | "thursday" | "friday" | "saturday" | "sunday" | null;
  /** Of the month, of a monthly delivery; the first unless told. */
  day?: number | null;
  /** Name of a time zone as IANA has it. */
  time_zone?: string;
  content?: DeliveryContent;
  destination?: NewDeliveryDestination;
  /** It is made when it is due. */
  active?: boolean;
}

/** One time that a delivery was due, and what became of it. */
export interface DataDeliveryRun {
  id: Id;
  data_delivery_id: Id;
  /** Why it was put in. */
  reason: Word<"schedule" | "request">;
  /** waiting: for its first or next try. running: under way. blocked: until a person acts. delivered. failed: given up. replaced: a later run delivers what this one should have, or the delivery was paused, changed or deleted. */
  state: Word<"waiting" | "running" | "blocked" | "delivered" | "failed" | "replaced">;
  due_at: Timestamp;
  /** How often it was tried. */
  attempts: number;
  /** Null when none follows by itself. */
  next_attempt_at: Timestamp | null;
  /** Rows in its files so far. */
  rows_written: number;
  /** A word for what went wrong. */
  status_detail: Word<"unreachable" | "refused_address" | "wrong_credentials" | "host_key_changed" | "not_allowed" | "no_such_place" | "refused" | "busy" | "too_large" | "store_away" | "quota_exceeded" | "too_slow" | "cut_off" | "fault"> | null;
  /** Who must act for it to go on. */
  action_required_by: Word<"customer" | "service" | "none">;
  /** The same in a sentence. */
  errors: string | null;
  delivered_at: Timestamp | null;
  created_at: Timestamp;
  updated_at: Timestamp;
}

/** A delivery with what became of each time it was due. */
export interface DataDeliveryWithRuns {
  id: Id;
  /** Its files are called by it. */
  name: string;
  format: Word<"csv" | "xlsx" | "json" | "xml">;
  /** How often it is made. */
  schedule: Word<"daily" | "weekly" | "monthly">;
  /** Of the day, in its time zone. */
  hour: number;
  /** Of a weekly delivery; monday unless told. */
  weekday: Word<"monday" | "tuesday" | "wednesday" | "thursday" | "friday" | "saturday" | "sunday"> | null;
  /** Of the month, of a monthly delivery; the first unless told. */
  day: number | null;
  /** Name of a time zone as IANA has it. */
  time_zone: string;
  content: DeliveryContent;
  destination: DeliveryDestination;
  /** It is made when it is due. */
  active: boolean;
  /** It was deleted. */
  archived: boolean;
  last_delivered_at: Timestamp | null;
  /** Null while it is not active. */
  next_delivery_at: Timestamp | null;
  /** What became of the last run; null: there was none. */
  state: Word<"waiting" | "running" | "blocked" | "delivered" | "failed" | "replaced"> | null;
  /** What stands in the way of the last run. */
  errors: string | null;
  /** Who must act for it to go on. */
  action_required_by: Word<"customer" | "service" | "none">;
  /** Newest first; in a list of deliveries the newest 50. Older ones go: docs/deliveries.md has how many are kept. */
  files: DeliveredFile[];
  created_at: Timestamp;
  updated_at: Timestamp;
  /** The last 30, newest first. */
  runs: DataDeliveryRun[];
}

/** A calendar day, written as its midnight in UTC. The day has no time zone. */
export type DayTimestamp = string;

/** By the rule of the National Weather Service, to the base of 65 degrees. */
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
  /** Days of the month with a temperature. Others are not guessed. */
  days_present: number;
  /** No day is missing. */
  month_complete: boolean;
  created_at: Timestamp;
  updated_at: Timestamp;
}

/** A file that was made for a delivery. */
export interface DeliveredFile {
  name: string;
  bytes: number;
  /** Of the content, as 64 hexadecimal digits. */
  sha256: string;
  /** Opens the file without other credentials, for 7 days. */
  expiring_link: string;
  expiresIn: "7d";
}

/** What goes into the files: either `records` or `report_type`, and of which time. */
export interface DeliveryContent {
  /** Rows of these records. */
  records?: "bills" | "charges" | "usages" | "meter_months" | "property_months" | "energy_type_months" | "snapshots" | "properties" | "meters" | "accounts";
  /** This report: one file for each property. */
  report_type?: "utility_meter_history" | "utility_meter_demand_history" | "monthly_meter_history" | "energy_history_detail_report" | "cost_avoidance_summary" | "cost_avoidance_detail" | "cost_avoidance_expanded" | "property_energy_journal";
  /** Of these properties alone; left out: of all that there are when it is made. */
  property_ids?: Id[];
  /** `new`: what was created or edited since the last delivery, or came to one of `property_ids` with its meter, archived records among it. The others hold what is in use: of the calendar month before, of the twelve before, or everything. */
  period: "new" | "last_month" | "last_12_months" | "all";
}

/** Where the files go, without passwords and keys. */
export type DeliveryDestination = Record<string, unknown>;

/** What came of a small file that was sent to the destination. */
export interface DeliveryTest {
  /** A file was written there and taken away again. */
  success: boolean;
  /** A word for what went wrong. */
  status_detail: Word<"unreachable" | "refused_address" | "wrong_credentials" | "host_key_changed" | "not_allowed" | "no_such_place" | "refused" | "busy" | "too_large" | "store_away" | "quota_exceeded" | "too_slow" | "cut_off" | "fault"> | null;
  /** Who must act. */
  action_required_by: Word<"customer" | "service" | "none">;
  /** The same in a sentence. */
  errors: string | null;
  duration_ms: number;
}

/** A file that the utility's website lists for an account. */
export interface Document {
  id: Id;
  svc_object_type: "Document";
  /** What the website calls it. */
  name: string;
  /** The date the utility's website lists it under. */
  listed_date: DayTimestamp;
  /** waiting: not read yet. known: says what a bill says already. review: the findings tell why. */
  state: Word<"waiting" | "accepted" | "known" | "review">;
  findings: Finding[];
  utility_bill_id: Id | null;
  /** Opens the file without other credentials, for 7 days. */
  expiring_link: string;
  fetched_at: Timestamp;
  updated_at: Timestamp;
}

/** It was done. */
export interface Done {
  /** What was done, in a sentence. */
  message: string;
  success: true;
}

/** It was done to this record. */
export interface DoneWithId {
  /** What was done, in a sentence. */
  message: string;
  success: true;
  id: Id;
}

/** One calendar month of all meters of a property that measure the same type of energy. */
export interface EnergyTypeMonth {
  id: Id;
  svc_object_type: "MonthlyConsumptionData";
  /** Null where the month is of a property or of an energy type. */
  utility_meter_id: Id | null;
  /** First day of the month. */
  effective_month: DayTimestamp;
  /** Energy delivered, in kBtu; counted once where supply is billed apart. */
  distribution_kbtus: number | null;
  /** Its CO2 equivalent in pounds. */
  distribution_lbs_co2: number | null;
  /** Energy supplied by another company, in kBtu. */
  supply_kbtus: number | null;
  /** CO2 equivalent of the energy supplied by another company, in pounds. */
  supply_lbs_co2: number | null;
  /** The highest demand of the month, never split over months. */
  demand_consumption: number | null;
  /** Charges for what was used. */
  usage_cost: number | null;
  /** Charges for the highest demand. */
  demand_cost: number | null;
  /** Charges that do not depend on use. */
  service_cost: number | null;
  /** Charges and credits of rates that are not final. */
  interim_rate_cost: number | null;
  /** Other charges and credits. */
  other_applied_cost: number | null;
  /** Taxes and fees of public bodies. */
  tax_cost: number | null;
  /** The six costs together. */
  total_cost: number | null;
  /** Water, in gallons. */
  gallons: number | null;
  /** A read or a bill that the month is made of was estimated. */
  estimated: boolean;
  /** Every day of service of the month is billed exactly once. */
  month_complete: boolean;
  /** When the record was made, in UTC. */
  created_at: Timestamp;
  /** When it last changed, in UTC. */
  updated_at: Timestamp;
  property_id: Id;
  /** Where it was asked for. */
  explain?: PropertyMonthExplanation;
  /** What was used. */
  energy_type: Word<"ELECTRIC" | "GAS" | "STEAM" | "CHILLED_WATER" | "HOT_WATER" | "FUEL_OIL" | "PROPANE" | "DIESEL" | "WATER" | "SEWER" | "IRRIGATION" | "STORMWATER" | "WASTE" | "SOLAR" | "OTHER">;
}

/** What one line of a bill gave to a month. */
export interface ExplainedLine {
  utility_bill_id: Id;
  /** Of the charge or usage, by what the figure is. */
  line_id: Id;
  /** First day that the line covers. */
  start_date: DayTimestamp;
  /** First day that the line does not cover. */
  end_date: DayTimestamp;
  /** Days of the line that fell into the month. */
  days: number;
  /** What fell into the month, in the unit of the figure. */
  amount: number | null;
}

/** What one line of a bill gave to a month, and the meter it is of. */
export interface ExplainedMeterLine {
  utility_bill_id: Id;
  /** Of the charge or usage, by what the figure is. */
  line_id: Id;
  /** First day that the line covers. */
  start_date: DayTimestamp;
  /** First day that the line does not cover. */
  end_date: DayTimestamp;
  /** Days of the line that fell into the month. */
  days: number;
  /** What fell into the month, in the unit of the figure. */
  amount: number | null;
  utility_meter_id: Id;
}

/** Kept by the service alone, behind the links of the delivery. */
export interface FilesDestination {
  kind: "files";
}

/** Something odd about a file. */
export interface Finding {
  /** Stable name of what was found odd. */
  name: string;
  /** error: it is kept out of the bills. */
  severity: Word<"error" | "warning">;
  detail: string;
  /** Page from 1, and the box [left, top, right, bottom] on it in points from the top left corner. */
  place?: {
    page: number;
    box: number[];
  };
}

/** A form that can be sent to whoever has the credentials. */
export interface FormLink {
  /** Each submission makes an authorization. */
  authorizationFormLink: string;
}

/** Unique id of a record. */
export type Id = number;

/** Which column of a spreadsheet says what, under a name. */
export interface ImportProfile {
  name: string;
  /** It comes with the service and cannot be edited. */
  built_in: boolean;
  /** For people. */
  title: string;
  fields: {
    /** Name of the utility. */
    utility_company?: ImportSource;
    /** Number of the account at the utility. */
    acct_num?: ImportSource;
    /** Who the bill is for. */
    account_holder_name?: ImportSource;
    /** Name of the property; one of the same name is used. */
    property_name?: ImportSource;
    /** Number of the meter. */
    meter_num?: ImportSource;
    /** Where the energy is used; a property is made of it. */
    service_address?: ImportSource;
    /** What the utility calls the service. */
    service_name?: ImportSource;
    /** Number of the place at the utility. */
    premise_num?: ImportSource;
    /** ELECTRIC, GAS and so on, or a usual name of it. */
    energy_type?: ImportSource;
    /** STANDARD, SUPPLY or DISTRIBUTION. */
    association_type?: ImportSource;
    /** Rows with the same number are one bill. */
    invoice_number?: ImportSource;
    /** Day of the bill; without it the last day of the period. */
    invoice_date?: ImportSource;
    /** First day of the period. */
    period_start?: ImportSource;
    /** Last day of the period; `period_end_is` says whether it counts. */
    period_end?: ImportSource;
    /** Day of the read, where a row has no more: the read before it begins the period. */
    read_date?: ImportSource;
    /** Day of a delivery of fuel, where a row has no period. */
    delivery_date?: ImportSource;
    /** Number of days of the period: it tells whether the end counts, or that the row is wrong. */
    days?: ImportSource;
    /** Yes where the read or the bill was estimated. */
    estimated?: ImportSource;
    /** What the charges of the row add up to. Alone, it is one charge. */
    row_total?: ImportSource;
    /** What the charges of the whole bill add up to. */
    bill_total?: ImportSource;
  };
  /** A file whose header row has all of these is read by this profile when none is named. */
  recognised_by: string[];
  /** A line for each that has an amount. */
  usages: {
    amount: ImportSource;
    unit: ImportSource;
    /** usage_amount unless told; demand and reactive amounts add up to nothing. */
    type?: ImportSource;
    description?: ImportSource;
  }[];
  /** A line for each that has an amount. */
  charges: {
    amount: ImportSource;
    /** One of the types of charges, by a value or by words. */
    type: ImportSource;
    description?: ImportSource;
  }[];
  /** The type of the charge that a total without charges becomes. */
  total_alone_is: Word<"usage_cost" | "demand_cost" | "service_cost" | "interim_rate_cost" | "other_applied_cost" | "tax_cost">;
  /** Whether the last day of a period counts; `detect`: the periods next to it on the same meter tell. */
  period_end_is: Word<"inclusive" | "exclusive" | "detect">;
  /** What `detect` falls back to where no neighbour tells. */
  period_end_default: Word<"inclusive" | "exclusive">;
  /** The first that fits counts. A cell that holds a date needs none. */
  date_formats: Word<"YYYY-MM-DD" | "YYYY/M/D" | "YYYYMMDD" | "M/D/YYYY" | "M/D/YY" | "M-D-YYYY" | "D/M/YYYY" | "D/M/YY" | "D-M-YYYY" | "D.M.YYYY" | "D.M.YY" | "MMM D, YYYY" | "D MMM YYYY" | "D-MMM-YYYY" | "D-MMM-YY">[];
  /** In texts; a cell that holds a number is one. */
  decimal_mark: Word<"." | ",">;
  /** Texts that mean that a cell is empty. */
  empty_words: string[];
  /** Only rows that fit all of these are read. */
  rows: {
    column: string;
    is?: string[];
    is_not?: string[];
  }[];
  /** Null for one that comes with the service. */
  created_at: Timestamp | null;
  /** Null for one that comes with the service. */
  updated_at: Timestamp | null;
}

/** Which column of a spreadsheet says what. */
export interface ImportProfileEdit {
  /** For people. */
  title: string;
  fields: {
    /** Name of the utility. */
    utility_company?: ImportSource;
    /** Number of the account at the utility. */
    acct_num?: ImportSource;
    /** Who the bill is for. */
    account_holder_name?: ImportSource;
    /** Name of the property; one of the same name is used. */
    property_name?: ImportSource;
    /** Number of the meter. */
    meter_num?: ImportSource;
    /** Where the energy is used; a property is made of it. */
    service_address?: ImportSource;
    /** What the utility calls the service. */
    service_name?: ImportSource;
    /** Number of the place at the utility. */
    premise_num?: ImportSource;
    /** ELECTRIC, GAS and so on, or a usual name of it. */
    energy_type?: ImportSource;
    /** STANDARD, SUPPLY or DISTRIBUTION. */
    association_type?: ImportSource;
    /** Rows with the same number are one bill. */
    invoice_number?: ImportSource;
    /** Day of the bill; without it the last day of the period. */
    invoice_date?: ImportSource;
    /** First day of the period. */
    period_start?: ImportSource;
    /** Last day of the period; `period_end_is` says whether it counts. */
    period_end?: ImportSource;
    /** Day of the read, where a row has no more: the read before it begins the period. */
    read_date?: ImportSource;
    /** Day of a delivery of fuel, where a row has no period. */
    delivery_date?: ImportSource;
    /** Number of days of the period: it tells whether the end counts, or that the row is wrong. */
    days?: ImportSource;
    /** Yes where the read or the bill was estimated. */
    estimated?: ImportSource;
    /** What the charges of the row add up to. Alone, it is one charge. */
    row_total?: ImportSource;
    /** What the charges of the whole bill add up to. */
    bill_total?: ImportSource;
  };
  /** A file whose header row has all of these is read by this profile when none is named. */
  recognised_by?: string[];
  /** A line for each that has an amount. */
  usages?: {
    amount: ImportSource;
    unit: ImportSource;
    /** usage_amount unless told; demand and reactive amounts add up to nothing. */
    type?: ImportSource;
    description?: ImportSource;
  }[];
  /** A line for each that has an amount. */
  charges?: {
    amount: ImportSource;
    /** One of the types of charges, by a value or by words. */
    type: ImportSource;
    description?: ImportSource;
  }[];
  /** The type of the charge that a total without charges becomes. */
  total_alone_is?: "usage_cost" | "demand_cost" | "service_cost" | "interim_rate_cost" | "other_applied_cost" | "tax_cost";
  /** Whether the last day of a period counts; `detect`: the periods next to it on the same meter tell. */
  period_end_is?: "inclusive" | "exclusive" | "detect";
  /** What `detect` falls back to where no neighbour tells. */
  period_end_default?: "inclusive" | "exclusive";
  /** The first that fits counts. A cell that holds a date needs none. */
  date_formats?: ("YYYY-MM-DD" | "YYYY/M/D" | "YYYYMMDD" | "M/D/YYYY" | "M/D/YY" | "M-D-YYYY" | "D/M/YYYY" | "D/M/YY" | "D-M-YYYY" | "D.M.YYYY" | "D.M.YY" | "MMM D, YYYY" | "D MMM YYYY" | "D-MMM-YYYY" | "D-MMM-YY")[];
  /** In texts; a cell that holds a number is one. */
  decimal_mark?: "." | ",";
  /** Texts that mean that a cell is empty. */
  empty_words?: string[];
  /** Only rows that fit all of these are read. */
  rows?: {
    column: string;
    is?: string[];
    is_not?: string[];
  }[];
}

/** Which months of a property the bills of a file change. */
export interface ImportPropertyMonths {
  /** Null: it would be made. */
  property_id: Id | null;
  property_name: string;
  /** The first month that the bills change, as its first day. */
  first_month: string;
  /** The last of them. */
  last_month: string;
  /** Its meters that the bills are of. */
  meters: number;
  /** Types of energy of which the property has no meter yet. Before their first bill nothing is known of them: earlier months of the property are incomplete then, and have no snapshot. */
  new_energy_types: Word<"ELECTRIC" | "GAS" | "STEAM" | "CHILLED_WATER" | "HOT_WATER" | "FUEL_OIL" | "PROPANE" | "DIESEL" | "WATER" | "SEWER" | "IRRIGATION" | "STORMWATER" | "WASTE" | "SOLAR" | "OTHER">[];
  /** Months that a new meter is billed for in part, its first or its last, as their first days: they are incomplete then. At most 24. */
  partial_months: string[];
  /** Those among them whose account is not collected: they count as ended with their last bill, and no later month waits for one of them. */
  meters_ending: number;
}

/** One thing wrong with one row. */
export interface ImportRefusal {
  /** Number of the refusal within its import. */
  id: Id;
  /** Number of the row; the first of the sheet is 1. */
  row: number;
  /** Header of the column; null: the row as a whole. */
  column: string | null;
  /** What stands there, cut to 100 characters. */
  value: string | null;
  /** A stable word. */
  reason: Word<"required" | "unreadable_number" | "unreadable_date" | "unknown_energy_type" | "unknown_unit" | "unknown_charge_type" | "unknown_usage_type" | "unknown_word" | "nothing_to_import" | "text_too_long" | "no_read_before" | "end_before_start" | "zero_days" | "days_do_not_match" | "future_date" | "negative_usage" | "number_too_large" | "rows_disagree" | "duplicate_row" | "overlaps_other_row" | "overlaps_imported_bill" | "total_does_not_match" | "bill_does_not_add_up" | "other_row_of_bill">;
  /** A sentence for people. */
  detail: string;
}

/** Where a value comes from: the name of a column, or more. */
export type ImportSource = string | {
  /** The header of the column, or several: of those that are there the first that is not empty counts. */
  column?: string | string[];
  /** The same for every row, where no column says it. */
  value?: string;
  /** What a text in the column stands for; `*` stands for any text and capitals do not matter; what fits exactly goes first, then what has most letters. A text that fits none stays as it is. */
  words?: Record<string, string>;
};

/** A column of the file that no field of the profile reads. */
export interface ImportUnreadColumn {
  /** Its header, cut to 100 characters. */
  column: string;
  /** A column of the profile that the file lacks and that may be meant. */
  similar_to: string | null;
}

/** How to change the key. */
export interface KeyRotation {
  /** After a leak: every session ends at once. */
  revoke_previous?: boolean;
}

export interface Login {
  email: string;
  password: string;
  /** Six digits of the authenticator app, or a recovery code. */
  code?: string;
}

/** The token, this once. */
export interface MadeApiToken {
  id: Id;
  company_id: Id;
  /** Whose token it is: it may do what this user may do, and ends with them. */
  user_id: Id;
  /** What it is for. */
  name: string;
  /** `read`: every GET. `write`: the rest too. `admin`: also tokens, passwords and the endpoints of administrators. Never more than its user may do. */
  scopes: Word<"read" | "write" | "admin">[];
  /** The role that its maker acted with. The token never acts with more, whatever the user's role is now. */
  role_ceiling: Word<"user" | "admin">;
  /** To the minute; null: never used. */
  last_used_at: Timestamp | null;
  /** Null: it lasts until it is revoked. */
  expires_at: Timestamp | null;
  /** Null while it is good. */
  revoked_at: Timestamp | null;
  created_at: Timestamp;
  updated_at: Timestamp;
  /** For the Authorization header. It is not shown again. */
  token: string;
}

/** Who is asking. */
export interface Me {
  id: Id;
  company_id: Id;
  /** What the user signs in with. */
  email: string;
  name: string;
  /** user: the own company. admin: the operator of the service, across companies. */
  role: Word<"user" | "admin">;
  /** False: may not sign in any more. */
  active: boolean;
  created_at: Timestamp;
  updated_at: Timestamp;
  company: Company;
}

/** Free-form object of the client: 64 KB and 16 levels at most. */
export type Metadata = Record<string, unknown>;

/** The lines of bills that each figure is made of. They sum to it. */
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

/** What was used and paid in one calendar month. Null: not known. */
export interface MonthlyConsumptionData {
  id: Id;
  svc_object_type: "MonthlyConsumptionData";
  /** Null where the month is of a property or of an energy type. */
  utility_meter_id: Id | null;
  /** First day of the month. */
  effective_month: DayTimestamp;
  /** Energy delivered, in kBtu; counted once where supply is billed apart. */
  distribution_kbtus: number | null;
  /** Its CO2 equivalent in pounds. */
  distribution_lbs_co2: number | null;
  /** Energy supplied by another company, in kBtu. */
  supply_kbtus: number | null;
  /** CO2 equivalent of the energy supplied by another company, in pounds. */
  supply_lbs_co2: number | null;
  /** The highest demand of the month, never split over months. */
  demand_consumption: number | null;
  /** Charges for what was used. */
  usage_cost: number | null;
  /** Charges for the highest demand. */
  demand_cost: number | null;
  /** Charges that do not depend on use. */
  service_cost: number | null;
  /** Charges and credits of rates that are not final. */
  interim_rate_cost: number | null;
  /** Other charges and credits. */
  other_applied_cost: number | null;
  /** Taxes and fees of public bodies. */
  tax_cost: number | null;
  /** The six costs together. */
  total_cost: number | null;
  /** Water, in gallons. */
  gallons: number | null;
  /** A read or a bill that the month is made of was estimated. */
  estimated: boolean;
  /** Every day of service of the month is billed exactly once. */
  month_complete: boolean;
  /** Where it was asked for. */
  explain?: MonthExplanation;
  /** When the record was made, in UTC. */
  created_at: Timestamp;
  /** When it last changed, in UTC. */
  updated_at: Timestamp;
}

/** A token to make. */
export interface NewApiToken {
  /** What it is for. */
  name: string;
  /** `read`: every GET. `write`: the rest too. `admin`: also tokens, passwords and the endpoints of administrators. Never more than its user may do. */
  scopes?: ("read" | "write" | "admin")[];
  /** Absent: it lasts until it is revoked. */
  expires_at?: string | null;
}

export interface NewCompany {
  name: string;
}

/** Files to be given at set times. */
export interface NewDataDelivery {
  /** Its files are called by it. */
  name: string;
  format: "csv" | "xlsx" | "json" | "xml";
  /** How often it is made. */
  schedule: "daily" | "weekly" | "monthly";
  /** Of the day, in its time zone. */
  hour?: number;
  /** Of a weekly delivery; monday unless told. */
  weekday?: "monday" | "tuesday" | "wednesday" | "thursday" | "friday" | "saturday" | "sunday" | null;
  /** Of the month, of a monthly delivery; the first unless told. */
  day?: number | null;
  /** Name of a time zone as IANA has it. */
  time_zone?: string;
  content: DeliveryContent;
  destination?: NewDeliveryDestination;
  /** It is made when it is due. */
  active?: boolean;
}

/** Where the files go. */
export type NewDeliveryDestination = FilesDestination | S3Destination | SftpDestination;

/** Bills with the same service address find it by themselves. */
export interface NewProperty {
  /** Name of the property. */
  name: string;
  /** Floor area in square feet. */
  sq_ft?: number | null;
  /** Whether a meter of it is in service. */
  status?: "Active" | "Inactive";
  /** Whose degree days the property has. Not given: the nearest within 200 km of its place, if it has one. */
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
  /** How it is built. */
  construction_type?: string | null;
  /** What it is used for. */
  primary_use?: string | null;
  /** How many stories it has. */
  story_type?: string | null;
  /** What it is cooled with. */
  cooling_energy_type?: "ELECTRIC" | "GAS" | "STEAM" | "CHILLED_WATER" | "HOT_WATER" | "FUEL_OIL" | "PROPANE" | "DIESEL" | "WATER" | "SEWER" | "IRRIGATION" | "STORMWATER" | "WASTE" | "SOLAR" | "OTHER" | null;
  /** What it is heated with. */
  heating_energy_type?: "ELECTRIC" | "GAS" | "STEAM" | "CHILLED_WATER" | "HOT_WATER" | "FUEL_OIL" | "PROPANE" | "DIESEL" | "WATER" | "SEWER" | "IRRIGATION" | "STORMWATER" | "WASTE" | "SOLAR" | "OTHER" | null;
  /** It has the certificate of ENERGY STAR. */
  star_certified?: boolean;
}

export interface NewUser {
  company_id: Id;
  email: string;
  /** At least 12 characters; a long sentence is best. */
  password: string;
  name: string;
  role: "user" | "admin";
}

/** An endpoint to tell of events. */
export interface NewWebhook {
  /** What it is sent. `all`: every type of bills, properties, accounts and meters created or edited; `authorization.updated`, `authorization.action_required` and `utility_bill.archived` are sent only when asked for by name. */
  event_type: "bill.created" | "property.created" | "property.updated" | "utility_account.updated" | "utility_meter.created" | "utility_meter.updated" | "authorization.updated" | "authorization.action_required" | "utility_bill.archived" | "all";
  /** Where the notifications go, by http or https. */
  endpoint_url: string;
  /** `envelope`: data, nonce and signature. `simple`: event_type and ids alone. `both`: one body with all of it. */
  payload_format?: "both" | "envelope" | "simple";
  /** How many notifications may be under way to it at once. With 1 they arrive in the order of `GET /v1/changes`, repeats apart; more is faster and gives up the order. */
  max_in_flight?: number;
}

/** The password in use, and the one to come. */
export interface PasswordChange {
  current_password: string;
  /** At least 12 characters; a long sentence is best. */
  new_password: string;
  /** Six digits of the authenticator app, or a recovery code. */
  code?: string;
}

/** A refusal, after RFC 9457. */
export interface Problem {
  /** A page that explains the problem. */
  type: string;
  /** The same for every case of the type. */
  title: string;
  /** As the status of the answer. */
  status: number;
  /** A sentence about this case, for people. */
  detail: string;
  /** Path of the request. */
  instance: string;
  /** For the operator: what was logged stands under it. */
  request_id: string;
  errors: {
    /** JSON pointer into the body, or the name of a parameter. */
    pointer: string;
    /** What it must be. */
    detail: string;
  }[];
  /** Of `does-not-add-up` alone: what does not hold of the bill. */
  findings?: {
    /** A stable word, to be given in `accept`. */
    name: string;
    /** What does not hold, with the figures. */
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
  /** Whether a meter of it is in service. */
  status: Word<"Active" | "Inactive">;
  /** Name of the company that it belongs to. */
  company_name: string;
  /** Weather station that its degree days come from. */
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
  /** How it is built. */
  construction_type: string | null;
  /** What it is used for. */
  primary_use: string | null;
  /** How many stories it has. */
  story_type: string | null;
  /** What it is cooled with. */
  cooling_energy_type: string | null;
  /** What it is heated with. */
  heating_energy_type: string | null;
  /** It has the certificate of ENERGY STAR. */
  star_certified: boolean;
  /** Latest month that is complete for every meter in service; null until there is one. */
  data_current_through: DayTimestamp | null;
  /** Of the client; native_property_id stands in it from the start. */
  metadata: Metadata;
  /** When the record was made, in UTC. */
  created_at: Timestamp;
  /** When it last changed, in UTC. */
  updated_at: Timestamp;
}

/** Only what is given changes. */
export interface PropertyEdit {
  /** Name of the property. */
  name?: string;
  /** Floor area in square feet. */
  sq_ft?: number | null;
  /** Whether a meter of it is in service. */
  status?: "Active" | "Inactive";
  /** Whose degree days the property has. Not given: the nearest within 200 km of its place, if it has one. */
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
  /** How it is built. */
  construction_type?: string | null;
  /** What it is used for. */
  primary_use?: string | null;
  /** How many stories it has. */
  story_type?: string | null;
  /** What it is cooled with. */
  cooling_energy_type?: "ELECTRIC" | "GAS" | "STEAM" | "CHILLED_WATER" | "HOT_WATER" | "FUEL_OIL" | "PROPANE" | "DIESEL" | "WATER" | "SEWER" | "IRRIGATION" | "STORMWATER" | "WASTE" | "SOLAR" | "OTHER" | null;
  /** What it is heated with. */
  heating_energy_type?: "ELECTRIC" | "GAS" | "STEAM" | "CHILLED_WATER" | "HOT_WATER" | "FUEL_OIL" | "PROPANE" | "DIESEL" | "WATER" | "SEWER" | "IRRIGATION" | "STORMWATER" | "WASTE" | "SOLAR" | "OTHER" | null;
  /** It has the certificate of ENERGY STAR. */
  star_certified?: boolean;
  /** Merged with what is there (RFC 7396): null removes a key, what is not named stays. Keys that the service reads, of properties and meters, are held to their form: `savings_start_date` (meters and properties: cost avoidance): a day such as "2024-07-01"; `floor_area_share` (meters and properties: cost avoidance): a number from 0 to 1; `floor_area_changes` (properties: cost avoidance): a list of {"date": "2024-07-01", "sq_ft": 12000}; `special_adjustments` (meters: cost avoidance): a list of {"start_date", "end_date", "amount" or "percent", "note"}, in which end_date is the first day that is not meant; `notes` (properties and meters: the journal): a list of {"date": "2024-07-01", "text": "Chiller replaced."}; `property_use` (properties: the ENERGY STAR score): an object with a "property_type", numbers of at least 0, and shares named percent_... from 0 to 1. All others are free. */
  metadata?: Record<string, unknown>;
}

/** One calendar month of a whole property. */
export interface PropertyMonth {
  id: Id;
  svc_object_type: "MonthlyConsumptionData";
  /** Null where the month is of a property or of an energy type. */
  utility_meter_id: Id | null;
  /** First day of the month. */
  effective_month: DayTimestamp;
  /** Energy delivered, in kBtu; counted once where supply is billed apart. */
  distribution_kbtus: number | null;
  /** Its CO2 equivalent in pounds. */
  distribution_lbs_co2: number | null;
  /** Energy supplied by another company, in kBtu. */
  supply_kbtus: number | null;
  /** CO2 equivalent of the energy supplied by another company, in pounds. */
  supply_lbs_co2: number | null;
  /** The highest demand of the month, never split over months. */
  demand_consumption: number | null;
  /** Charges for what was used. */
  usage_cost: number | null;
  /** Charges for the highest demand. */
  demand_cost: number | null;
  /** Charges that do not depend on use. */
  service_cost: number | null;
  /** Charges and credits of rates that are not final. */
  interim_rate_cost: number | null;
  /** Other charges and credits. */
  other_applied_cost: number | null;
  /** Taxes and fees of public bodies. */
  tax_cost: number | null;
  /** The six costs together. */
  total_cost: number | null;
  /** Water, in gallons. */
  gallons: number | null;
  /** A read or a bill that the month is made of was estimated. */
  estimated: boolean;
  /** Every day of service of the month is billed exactly once. */
  month_complete: boolean;
  /** When the record was made, in UTC. */
  created_at: Timestamp;
  /** When it last changed, in UTC. */
  updated_at: Timestamp;
  property_id: Id;
  /** Where it was asked for. */
  explain?: PropertyMonthExplanation;
}

/** The lines of bills that each figure is made of, with the meters they are of. They sum to it. */
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
}

/** The property with the bills of its meters. */
export interface PropertyWithBills {
  id: Id;
  svc_object_type: "Property";
  /** Name of the property. */
  name: string;
  /** Floor area in square feet. */
  sq_ft: number | null;
  /** Whether a meter of it is in service. */
  status: Word<"Active" | "Inactive">;
  /** Name of the company that it belongs to. */
  company_name: string;
  /** Weather station that its degree days come from. */
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
  /** How it is built. */
  construction_type: string | null;
  /** What it is used for. */
  primary_use: string | null;
  /** How many stories it has. */
  story_type: string | null;
  /** What it is cooled with. */
  cooling_energy_type: string | null;
  /** What it is heated with. */
  heating_energy_type: string | null;
  /** It has the certificate of ENERGY STAR. */
  star_certified: boolean;
  /** Latest month that is complete for every meter in service; null until there is one. */
  data_current_through: DayTimestamp | null;
  /** Of the client; native_property_id stands in it from the start. */
  metadata: Metadata;
  /** When the record was made, in UTC. */
  created_at: Timestamp;
  /** When it last changed, in UTC. */
  updated_at: Timestamp;
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
  /** Whether a meter of it is in service. */
  status: Word<"Active" | "Inactive">;
  /** Name of the company that it belongs to. */
  company_name: string;
  /** Weather station that its degree days come from. */
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
  /** How it is built. */
  construction_type: string | null;
  /** What it is used for. */
  primary_use: string | null;
  /** How many stories it has. */
  story_type: string | null;
  /** What it is cooled with. */
  cooling_energy_type: string | null;
  /** What it is heated with. */
  heating_energy_type: string | null;
  /** It has the certificate of ENERGY STAR. */
  star_certified: boolean;
  /** Latest month that is complete for every meter in service; null until there is one. */
  data_current_through: DayTimestamp | null;
  /** Of the client; native_property_id stands in it from the start. */
  metadata: Metadata;
  /** When the record was made, in UTC. */
  created_at: Timestamp;
  /** When it last changed, in UTC. */
  updated_at: Timestamp;
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
  /** Whether a meter of it is in service. */
  status: Word<"Active" | "Inactive">;
  /** Name of the company that it belongs to. */
  company_name: string;
  /** Weather station that its degree days come from. */
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
  /** How it is built. */
  construction_type: string | null;
  /** What it is used for. */
  primary_use: string | null;
  /** How many stories it has. */
  story_type: string | null;
  /** What it is cooled with. */
  cooling_energy_type: string | null;
  /** What it is heated with. */
  heating_energy_type: string | null;
  /** It has the certificate of ENERGY STAR. */
  star_certified: boolean;
  /** Latest month that is complete for every meter in service; null until there is one. */
  data_current_through: DayTimestamp | null;
  /** Of the client; native_property_id stands in it from the start. */
  metadata: Metadata;
  /** When the record was made, in UTC. */
  created_at: Timestamp;
  /** When it last changed, in UTC. */
  updated_at: Timestamp;
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
  /** Whether a meter of it is in service. */
  status: Word<"Active" | "Inactive">;
  /** Name of the company that it belongs to. */
  company_name: string;
  /** Weather station that its degree days come from. */
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
  /** How it is built. */
  construction_type: string | null;
  /** What it is used for. */
  primary_use: string | null;
  /** How many stories it has. */
  story_type: string | null;
  /** What it is cooled with. */
  cooling_energy_type: string | null;
  /** What it is heated with. */
  heating_energy_type: string | null;
  /** It has the certificate of ENERGY STAR. */
  star_certified: boolean;
  /** Latest month that is complete for every meter in service; null until there is one. */
  data_current_through: DayTimestamp | null;
  /** Of the client; native_property_id stands in it from the start. */
  metadata: Metadata;
  /** When the record was made, in UTC. */
  created_at: Timestamp;
  /** When it last changed, in UTC. */
  updated_at: Timestamp;
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
  /** Whether a meter of it is in service. */
  status: Word<"Active" | "Inactive">;
  /** Name of the company that it belongs to. */
  company_name: string;
  /** Weather station that its degree days come from. */
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
  /** How it is built. */
  construction_type: string | null;
  /** What it is used for. */
  primary_use: string | null;
  /** How many stories it has. */
  story_type: string | null;
  /** What it is cooled with. */
  cooling_energy_type: string | null;
  /** What it is heated with. */
  heating_energy_type: string | null;
  /** It has the certificate of ENERGY STAR. */
  star_certified: boolean;
  /** Latest month that is complete for every meter in service; null until there is one. */
  data_current_through: DayTimestamp | null;
  /** Of the client; native_property_id stands in it from the start. */
  metadata: Metadata;
  /** When the record was made, in UTC. */
  created_at: Timestamp;
  /** When it last changed, in UTC. */
  updated_at: Timestamp;
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
  /** Whether a meter of it is in service. */
  status: Word<"Active" | "Inactive">;
  /** Name of the company that it belongs to. */
  company_name: string;
  /** Weather station that its degree days come from. */
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
  /** How it is built. */
  construction_type: string | null;
  /** What it is used for. */
  primary_use: string | null;
  /** How many stories it has. */
  story_type: string | null;
  /** What it is cooled with. */
  cooling_energy_type: string | null;
  /** What it is heated with. */
  heating_energy_type: string | null;
  /** It has the certificate of ENERGY STAR. */
  star_certified: boolean;
  /** Latest month that is complete for every meter in service; null until there is one. */
  data_current_through: DayTimestamp | null;
  /** Of the client; native_property_id stands in it from the start. */
  metadata: Metadata;
  /** When the record was made, in UTC. */
  created_at: Timestamp;
  /** When it last changed, in UTC. */
  updated_at: Timestamp;
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
  /** Whether a meter of it is in service. */
  status: Word<"Active" | "Inactive">;
  /** Name of the company that it belongs to. */
  company_name: string;
  /** Weather station that its degree days come from. */
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
  /** How it is built. */
  construction_type: string | null;
  /** What it is used for. */
  primary_use: string | null;
  /** How many stories it has. */
  story_type: string | null;
  /** What it is cooled with. */
  cooling_energy_type: string | null;
  /** What it is heated with. */
  heating_energy_type: string | null;
  /** It has the certificate of ENERGY STAR. */
  star_certified: boolean;
  /** Latest month that is complete for every meter in service; null until there is one. */
  data_current_through: DayTimestamp | null;
  /** Of the client; native_property_id stands in it from the start. */
  metadata: Metadata;
  /** When the record was made, in UTC. */
  created_at: Timestamp;
  /** When it last changed, in UTC. */
  updated_at: Timestamp;
  snapshot_data: SnapshotInfo[];
}

/** How much of something a company holds, and how much it may. */
export interface Quota {
  svc_object_type: "Quota";
  /** What is counted. `lines` are charges and usages, archived bills count too. */
  quota: Word<"file_bytes" | "bills" | "lines" | "open_imports">;
  /** How much the company holds now. */
  used: number;
  /** How much it may. Null: as much as it likes. */
  limit: number | null;
  unit: Word<"bytes" | "records">;
  /** The setting by which the operator changes the limit. */
  setting: string;
}

export interface Readiness {
  ready: boolean;
  parts: {
    /** `full`: it can be read, and there is no room to write. */
    database: Word<"ok" | "full" | "failed">;
    /** `full`: it can be read, and there is no room to write. */
    migrations: Word<"ok" | "full" | "failed">;
    /** `full`: it can be read, and there is no room to write. */
    root_key: Word<"ok" | "full" | "failed">;
    /** `full`: it can be read, and there is no room to write. */
    files: Word<"ok" | "full" | "failed">;
  };
}

/** Each signs in once in place of a code. They are not shown again. */
export interface RecoveryCodes {
  recovery_codes: string[];
}

/** Utility data of one property under names that people read. */
export interface Report {
  report_type: Word<"utility_meter_history" | "utility_meter_demand_history" | "monthly_meter_history" | "energy_history_detail_report" | "cost_avoidance_summary" | "cost_avoidance_detail" | "cost_avoidance_expanded" | "property_energy_journal">;
  /** What people call it. */
  title: string;
  /** What the figures are of; null where they are of none of these. */
  basis: Word<"as billed" | "calendar months" | "weather adjusted"> | null;
  /** The rule the figures follow, in sentences. */
  rule: string;
  property: {
    id: Id;
    name: string;
  };
  generated_at: Timestamp;
  /** What is told of; null while there is nothing to tell. */
  period: {
    start_date: DayTimestamp;
    /** The first day not covered. */
    end_date: DayTimestamp;
  } | null;
  columns: {
    /** The same in every release. */
    key: string;
    /** What people read; the key of the rows. */
    label: string;
    /** Of every figure of the column; null: none, or it has a column of its own. */
    unit: string | null;
    /** How its cells are written: `month` 2026-03, `date` 2026-03-14, `instant` ISO 8601 in UTC, `percent` 12.5 for 12.5 %, `flag` true or false, `bills` a list of ids of bills. */
    type: Word<"text" | "integer" | "number" | "money" | "percent" | "month" | "date" | "instant" | "flag" | "bills">;
    /** How the figure comes about, in a sentence. */
    meaning: string;
  }[];
  /** Keyed by the labels of the columns. */
  rows: Record<string, string | number | boolean | null | Id[]>[];
  /** Keyed as the rows are; what cannot be added up is null or not there. */
  totals: Record<string, string | number | boolean | null | Id[]>;
  /** How many of the months (of the bills, where rows are bills) are estimated; null where that means nothing. */
  estimated: number | null;
  /** How many of them are missing, or lack bills for some of their days; the first and the last month of a service are partial, and not among them. Null where that means nothing. */
  missing: number | null;
  /** What a reader must know to use the figures. */
  notes: string[];
}

/** The reports that can be asked for. */
export interface ReportTypes {
  reports_types: Word<"utility_meter_history" | "utility_meter_demand_history" | "monthly_meter_history" | "energy_history_detail_report" | "cost_avoidance_summary" | "cost_avoidance_detail" | "cost_avoidance_expanded" | "property_energy_journal">[];
}

/** A bucket of an S3 store. */
export interface S3Destination {
  kind: "s3";
  /** The bucket follows in its path. */
  endpoint: string;
  region: string;
  bucket: string;
  access_key_id: string;
  /** Stands before the name of each file. */
  prefix?: string | null;
  /** Never shown. Left out in an edit: the one that is kept. */
  secret_access_key?: string;
}

/** A sign-in with e-mail and password that has not ended. */
export interface Session {
  id: Id;
  /** True for the session of this request. */
  current: boolean;
  /** From where it was signed in. */
  address: string;
  /** The browser or program that signed in. */
  user_agent: string | null;
  created_at: Timestamp;
  /** To the minute. */
  last_used_at: Timestamp;
  expires_at: Timestamp;
}

/** A folder of a server, by SFTP. */
export interface SftpDestination {
  kind: "sftp";
  host: string;
  port?: number;
  /** A folder that exists there. */
  path: string;
  username: string;
  /** Fingerprint of the server's key. Null: that of the first connection is kept. */
  host_key_sha256?: string | null;
  /** Never shown. Left out in an edit: what is kept. */
  password?: string;
  /** Instead of a password: OpenSSH or PEM, without a passphrase. Never shown. */
  private_key?: string;
}

/** A property in twelve months against the twelve before. */
export interface SnapshotInfo {
  property_id: Id;
  svc_object_type: "SnapshotInfo";
  /** The month after the twelve. */
  effective_month: DayTimestamp;
  /** From 1 to 100; null where it cannot be known. */
  STAR_rating: number | null;
  /** Cost per square foot, of the 12 months before effective_month. */
  current_cost_per_sq_ft: number | null;
  /** The same of the 12 months before those; null while they are not complete. */
  previous_cost_per_sq_ft: number | null;
  /** (current - previous) / previous: a fraction, negative for a decrease. */
  yoy_percent_change_cost_per_sq_ft: number | null;
  /** Energy per square foot, of the 12 months before effective_month. */
  current_kbtus_per_sq_ft: number | null;
  /** The same of the 12 months before those; null while they are not complete. */
  previous_kbtus_per_sq_ft: number | null;
  /** (current - previous) / previous: a fraction, negative for a decrease. */
  yoy_percent_change_kbtus_per_sq_ft: number | null;
  /** CO2 equivalent per square foot, of the 12 months before effective_month. */
  current_co2_per_sq_ft: number | null;
  /** The same of the 12 months before those; null while they are not complete. */
  previous_co2_per_sq_ft: number | null;
  /** (current - previous) / previous: a fraction, negative for a decrease. */
  yoy_percent_change_co2_per_sq_ft: number | null;
  /** When the record was made, in UTC. */
  created_at: Timestamp;
  /** When it last changed, in UTC. */
  updated_at: Timestamp;
}

/** A moment in UTC: ISO 8601 with milliseconds and a trailing Z. */
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
  /** What the user signs in with. */
  email: string;
  name: string;
  /** user: the own company. admin: the operator of the service, across companies. */
  role: Word<"user" | "admin">;
  /** False: may not sign in any more. */
  active: boolean;
  created_at: Timestamp;
  updated_at: Timestamp;
}

export interface UserEdit {
  name?: string;
  role?: "user" | "admin";
  /** False ends the sessions and the API tokens of the user. */
  active?: boolean;
  /** At least 12 characters; a long sentence is best. */
  password?: string;
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
  /** How the data comes in. */
  delivery_method: string;
  /** To whom the utility sends the bill. */
  delivery_name: string | null;
  /** Where the utility sends the bill. */
  delivery_email: string | null;
  /** Account that this one is billed under. */
  master_acct_num: string | null;
  /** Where one signs in to the utility's website. */
  online_access_url: string | null;
  /** Of the client; native_account_id and account_active stand in it from the start. */
  metadata: Metadata;
  /** When the record was made, in UTC. */
  created_at: Timestamp;
  /** When it last changed, in UTC. */
  updated_at: Timestamp;
}

/** Only what is given changes. */
export interface UtilityAccountEdit {
  /** To whom the utility sends the bill. */
  delivery_name?: string | null;
  /** Where the utility sends the bill. */
  delivery_email?: string | null;
  /** Account that this one is billed under. */
  master_acct_num?: string | null;
  /** Merged with what is there (RFC 7396): null removes a key, what is not named stays. Keys that the service reads, of properties and meters, are held to their form: `savings_start_date` (meters and properties: cost avoidance): a day such as "2024-07-01"; `floor_area_share` (meters and properties: cost avoidance): a number from 0 to 1; `floor_area_changes` (properties: cost avoidance): a list of {"date": "2024-07-01", "sq_ft": 12000}; `special_adjustments` (meters: cost avoidance): a list of {"start_date", "end_date", "amount" or "percent", "note"}, in which end_date is the first day that is not meant; `notes` (properties and meters: the journal): a list of {"date": "2024-07-01", "text": "Chiller replaced."}; `property_use` (properties: the ENERGY STAR score): an object with a "property_type", numbers of at least 0, and shares named percent_... from 0 to 1. All others are free. */
  metadata?: Record<string, unknown>;
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
  /** How the data comes in. */
  delivery_method: string;
  /** To whom the utility sends the bill. */
  delivery_name: string | null;
  /** Where the utility sends the bill. */
  delivery_email: string | null;
  /** Account that this one is billed under. */
  master_acct_num: string | null;
  /** Where one signs in to the utility's website. */
  online_access_url: string | null;
  /** Of the client; native_account_id and account_active stand in it from the start. */
  metadata: Metadata;
  /** When the record was made, in UTC. */
  created_at: Timestamp;
  /** When it last changed, in UTC. */
  updated_at: Timestamp;
  bills: UtilityBill[];
}

/** The account with its meters. */
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
  /** How the data comes in. */
  delivery_method: string;
  /** To whom the utility sends the bill. */
  delivery_name: string | null;
  /** Where the utility sends the bill. */
  delivery_email: string | null;
  /** Account that this one is billed under. */
  master_acct_num: string | null;
  /** Where one signs in to the utility's website. */
  online_access_url: string | null;
  /** Of the client; native_account_id and account_active stand in it from the start. */
  metadata: Metadata;
  /** When the record was made, in UTC. */
  created_at: Timestamp;
  /** When it last changed, in UTC. */
  updated_at: Timestamp;
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
  /** The bill says that it is estimated. */
  estimated: boolean;
  /** As printed. */
  account_holder_name: string | null;
  /** What is to be paid in all; null where only the usage is known. */
  amount_due: number | null;
  /** What was due before this bill. */
  previous_balance: number | null;
  /** Payments since the bill before, as a positive number. */
  amount_paid: number | null;
  /** What the bill prints that its charges were compared with: its current charges, the totals of its meters, the amount due with balances, or the amount due alone. `nothing`: it prints nothing of the kind. Null of a bill that a person corrected, and where it is not known. */
  checked_by: Word<"current_charges" | "meter_totals" | "balance" | "amount_due" | "nothing"> | null;
  /** It does not count any more. */
  archived: boolean;
  /** Why it does not count any more; null while it does. */
  archive_reason: Word<"edited" | "rebilled" | "cancelled" | "duplicate" | "voided"> | null;
  /** How the bill came in: from the utility's website, as an uploaded file, keyed in, or from a spreadsheet. Where bills of several origins cover the same days of a meter, the first of these counts. */
  origin: Word<"portal" | "upload" | "keyed_in" | "import">;
  /** The days for which the bill counts in months and reports, where a bill of a better origin covers the others; empty where it counts for none. Null: it counts for all its days. */
  counted_days: CountedDays[] | null;
  /** What does not add up on this corrected bill and was accepted by name; empty on any other bill. */
  accepted_findings: AcceptedFinding[];
  metadata: Metadata;
  /** Null for a bill without a file. */
  source: BillSource | null;
  charges: UtilityCharge[];
  usages: UtilityUsage[];
  /** When the record was made, in UTC. */
  created_at: Timestamp;
  /** When it last changed, in UTC. */
  updated_at: Timestamp;
}

/** Only what is given changes. A list of lines is given whole. */
export interface UtilityBillEdit {
  /** Date of the bill. */
  invoice_date?: string;
  /** The bill says that it is estimated. */
  estimated?: boolean;
  /** As printed. */
  account_holder_name?: string | null;
  /** What is to be paid in all; null where only the usage is known. */
  amount_due?: number;
  /** What was due before this bill. */
  previous_balance?: number | null;
  /** Payments since the bill before, as a positive number. */
  amount_paid?: number | null;
  /** Merged with what is there (RFC 7396): null removes a key, what is not named stays. Keys that the service reads, of properties and meters, are held to their form: `savings_start_date` (meters and properties: cost avoidance): a day such as "2024-07-01"; `floor_area_share` (meters and properties: cost avoidance): a number from 0 to 1; `floor_area_changes` (properties: cost avoidance): a list of {"date": "2024-07-01", "sq_ft": 12000}; `special_adjustments` (meters: cost avoidance): a list of {"start_date", "end_date", "amount" or "percent", "note"}, in which end_date is the first day that is not meant; `notes` (properties and meters: the journal): a list of {"date": "2024-07-01", "text": "Chiller replaced."}; `property_use` (properties: the ENERGY STAR score): an object with a "property_type", numbers of at least 0, and shares named percent_... from 0 to 1. All others are free. */
  metadata?: Record<string, unknown>;
  /** All charges of the edited bill; those left out are gone. */
  charges?: UtilityChargeEdit[];
  /** All usages of the edited bill; those left out are gone. */
  usages?: UtilityUsageEdit[];
  /** Names of findings that are accepted: of what does not add up on the corrected bill, as the refusal `does-not-add-up` lists it. A name that was not found is passed over; one that does not exist is refused. */
  accept?: ("account_number_differs" | "balance_does_not_add_up" | "charges_do_not_add_up" | "day_out_of_range" | "heat_factor_unusual" | "meter_charges_do_not_add_up" | "not_a_day" | "not_a_number" | "nothing_to_bill" | "number_too_large" | "period_far_from_invoice" | "period_has_no_days" | "period_is_backwards" | "period_too_long" | "reads_do_not_give_usage" | "too_many_decimals" | "too_many_lines" | "unit_does_not_fit")[];
  /** Not edited: left out, or as the bill has it. */
  id?: unknown;
  /** Not edited: left out, or as the bill has it. */
  svc_object_type?: unknown;
  /** Not edited: left out, or as the bill has it. */
  utility_account_id?: unknown;
  /** Not edited: left out, or as the bill has it. */
  original_utility_bill_id?: unknown;
  /** Not edited: left out, or as the bill has it. */
  checked_by?: unknown;
  /** Not edited: left out, or as the bill has it. */
  archived?: unknown;
  /** Not edited: left out, or as the bill has it. */
  archive_reason?: unknown;
  /** Not edited: left out, or as the bill has it. */
  origin?: unknown;
  /** Not edited: left out, or as the bill has it. */
  counted_days?: unknown;
  /** Not edited: left out, or as the bill has it. */
  accepted_findings?: unknown;
  /** Not edited: left out, or as the bill has it. */
  source?: unknown;
  /** Not edited: left out, or as the bill has it. */
  created_at?: unknown;
  /** Not edited: left out, or as the bill has it. */
  updated_at?: unknown;
}

/** One line of money on a bill. Payments and balances are none. */
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
  /** The cost of the calendar month that it goes to. */
  utility_charge_type: Word<"usage_cost" | "demand_cost" | "service_cost" | "interim_rate_cost" | "other_applied_cost" | "tax_cost">;
  /** First day covered. */
  start_date: DayTimestamp | null;
  /** First day not covered: days = end_date - start_date. */
  end_date: DayTimestamp | null;
  /** Shared by a usage and the charges priced on it. */
  line_item_group_id: string;
}

export interface UtilityChargeEdit {
  /** Not edited: left out, or as the bill has it. */
  svc_object_type?: unknown;
  /** Not edited: left out, or as the bill has it. */
  utility_bill_id?: unknown;
  /** Not edited: left out, or as the bill has it. */
  utility_account_id?: unknown;
  /** A line of the bill that is edited: what is not given stays as it is there. */
  id?: Id;
  utility_meter_id?: Id;
  /** Money, in the currency of the bill; a credit is negative. */
  amount?: number;
  /** As printed. */
  description?: string;
  /** The cost of the calendar month that it goes to. */
  utility_charge_type?: "usage_cost" | "demand_cost" | "service_cost" | "interim_rate_cost" | "other_applied_cost" | "tax_cost";
  /** First day covered. */
  start_date?: string | null;
  /** First day not covered: days = end_date - start_date. */
  end_date?: string | null;
  /** Shared by a usage and the charges priced on it. */
  line_item_group_id?: string;
}

/** What measures one kind of energy or water at one place. */
export interface UtilityMeter {
  id: Id;
  svc_object_type: "UtilityMeter";
  /** Joins the supply and the distribution meter of one service point. */
  meter_wrapper_id: Id;
  property_id: Id | null;
  /** Name of the property. */
  property_name: string | null;
  /** Inactive once a person says that it is out of service. It does not say whether bills still come: that is the status of its account, which is Inactive where it is not collected, as an imported one is. */
  status: Word<"Active" | "Inactive">;
  /** Number on the meter. */
  meter_num: string | null;
  /** As printed on the bill. */
  service_address: string | null;
  /** As printed on the bill. */
  service_name: string | null;
  /** The utility's number of the place. */
  premise_num: string | null;
  /** SUPPLY: bought energy. DISTRIBUTION: its transport. STANDARD: both in one. */
  association_type: Word<"STANDARD" | "DISTRIBUTION" | "SUPPLY">;
  /** Last day that a usage covers. */
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
  /** It measures supply alone. */
  supply_only: boolean;
  /** Of the client; native_meter_id stands in it from the start. */
  metadata: Metadata;
  utility_account: UtilityAccount;
  /** When the record was made, in UTC. */
  created_at: Timestamp;
  /** When it last changed, in UTC. */
  updated_at: Timestamp;
}

/** Only what is given changes. */
export interface UtilityMeterEdit {
  /** Give a supply meter the wrapper of its distribution meter to join the two. */
  meter_wrapper_id?: Id;
  property_id?: Id | null;
  /** Inactive once a person says that it is out of service. It does not say whether bills still come: that is the status of its account, which is Inactive where it is not collected, as an imported one is. */
  status?: "Active" | "Inactive";
  /** As printed on the bill. */
  service_address?: string | null;
  /** As printed on the bill. */
  service_name?: string | null;
  /** The utility's number of the place. */
  premise_num?: string | null;
  /** Whom it measures for. The energy of its bills follows: that of SUPPLY is supplied, all other distributed. */
  association_type?: "STANDARD" | "DISTRIBUTION" | "SUPPLY";
  /** The first day on which it was out of service. */
  deactivation_date?: string | null;
  /** How often it is billed. */
  billing_frequency?: "MONTHLY" | "QUARTERLY" | "YEARLY";
  /** Merged with what is there (RFC 7396): null removes a key, what is not named stays. Keys that the service reads, of properties and meters, are held to their form: `savings_start_date` (meters and properties: cost avoidance): a day such as "2024-07-01"; `floor_area_share` (meters and properties: cost avoidance): a number from 0 to 1; `floor_area_changes` (properties: cost avoidance): a list of {"date": "2024-07-01", "sq_ft": 12000}; `special_adjustments` (meters: cost avoidance): a list of {"start_date", "end_date", "amount" or "percent", "note"}, in which end_date is the first day that is not meant; `notes` (properties and meters: the journal): a list of {"date": "2024-07-01", "text": "Chiller replaced."}; `property_use` (properties: the ENERGY STAR score): an object with a "property_type", numbers of at least 0, and shares named percent_... from 0 to 1. All others are free. */
  metadata?: Record<string, unknown>;
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
  /** Inactive once a person says that it is out of service. It does not say whether bills still come: that is the status of its account, which is Inactive where it is not collected, as an imported one is. */
  status: Word<"Active" | "Inactive">;
  /** Number on the meter. */
  meter_num: string | null;
  /** As printed on the bill. */
  service_address: string | null;
  /** As printed on the bill. */
  service_name: string | null;
  /** The utility's number of the place. */
  premise_num: string | null;
  /** SUPPLY: bought energy. DISTRIBUTION: its transport. STANDARD: both in one. */
  association_type: Word<"STANDARD" | "DISTRIBUTION" | "SUPPLY">;
  /** Last day that a usage covers. */
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
  /** It measures supply alone. */
  supply_only: boolean;
  /** Of the client; native_meter_id stands in it from the start. */
  metadata: Metadata;
  utility_account: UtilityAccount;
  /** When the record was made, in UTC. */
  created_at: Timestamp;
  /** When it last changed, in UTC. */
  updated_at: Timestamp;
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
  /** Inactive once a person says that it is out of service. It does not say whether bills still come: that is the status of its account, which is Inactive where it is not collected, as an imported one is. */
  status: Word<"Active" | "Inactive">;
  /** Number on the meter. */
  meter_num: string | null;
  /** As printed on the bill. */
  service_address: string | null;
  /** As printed on the bill. */
  service_name: string | null;
  /** The utility's number of the place. */
  premise_num: string | null;
  /** SUPPLY: bought energy. DISTRIBUTION: its transport. STANDARD: both in one. */
  association_type: Word<"STANDARD" | "DISTRIBUTION" | "SUPPLY">;
  /** Last day that a usage covers. */
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
  /** It measures supply alone. */
  supply_only: boolean;
  /** Of the client; native_meter_id stands in it from the start. */
  metadata: Metadata;
  utility_account: UtilityAccount;
  /** When the record was made, in UTC. */
  created_at: Timestamp;
  /** When it last changed, in UTC. */
  updated_at: Timestamp;
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
  /** The utility guessed the read. */
  estimated_meter_read: boolean;
  /** As printed. */
  description: string;
  /** Only usage_amount adds up; of demand the highest counts; reactive is shown alone. */
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
  /** It was measured for a supplier, not for the grid. */
  supply: boolean;
  /** Shared by a usage and the charges priced on it. */
  line_item_group_id: string;
}

export interface UtilityUsageEdit {
  /** Not edited: left out, or as the bill has it. */
  svc_object_type?: unknown;
  /** Not edited: left out, or as the bill has it. */
  utility_bill_id?: unknown;
  /** Not edited: left out, or as the bill has it. */
  utility_account_id?: unknown;
  /** Not edited: left out, or as the bill has it. */
  kbtus?: unknown;
  /** Not edited: left out, or as the bill has it. */
  lbs_co2?: unknown;
  /** Not edited: left out, or as the bill has it. */
  gallons?: unknown;
  /** Not edited: left out, or as the bill has it. */
  supply?: unknown;
  /** A line of the bill that is edited: what is not given stays as it is there. */
  id?: Id;
  utility_meter_id?: Id;
  /** In the measurement unit. */
  amount?: number;
  /** The utility guessed the read. */
  estimated_meter_read?: boolean;
  /** As printed. */
  description?: string;
  /** Only usage_amount adds up; of demand the highest counts; reactive is shown alone. */
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

/** A station of the public weather archive; it belongs to no company. */
export interface WeatherStation {
  svc_object_type: "WeatherStation";
  weather_station_alpha_id: string;
  name: string;
  latitude: number;
  longitude: number;
  /** Null in a state that has two. */
  time_zone: string | null;
  /** From the place that was asked about. */
  distance_km: number;
}

/** An endpoint that is told of events by POST. */
export interface Webhook {
  id: Id;
  company_id: Id;
  /** What it is sent. `all`: every type of bills, properties, accounts and meters created or edited; `authorization.updated`, `authorization.action_required` and `utility_bill.archived` are sent only when asked for by name. */
  event_type: Word<"bill.created" | "property.created" | "property.updated" | "utility_account.updated" | "utility_meter.created" | "utility_meter.updated" | "authorization.updated" | "authorization.action_required" | "utility_bill.archived" | "all">;
  /** Where the notifications go, by http or https. */
  endpoint_url: string;
  /** `envelope`: data, nonce and signature. `simple`: event_type and ids alone. `both`: one body with all of it. */
  payload_format: Word<"both" | "envelope" | "simple">;
  /** How many notifications may be under way to it at once. With 1 they arrive in the order of `GET /v1/changes`, repeats apart; more is faster and gives up the order. */
  max_in_flight: number;
  /** It is told of events. */
  active: boolean;
  /** It was deleted. */
  archived: boolean;
  /** Why the service switched it off; null if it did not. */
  disabled_reason: string | null;
  created_at: Timestamp;
  updated_at: Timestamp;
}

/** One event on its way to one webhook. */
export interface WebhookDelivery {
  id: Id;
  webhook_id: Id;
  /** What it tells of. */
  event_type: string;
  /** pending: it will be tried. delivered: a 2xx came. failed: all attempts failed. skipped: the service had switched the webhook off, or it was deleted. */
  state: Word<"pending" | "delivered" | "failed" | "skipped">;
  /** How often it was tried. */
  attempts: number;
  /** Null when it is over. */
  next_attempt_at: Timestamp | null;
  /** HTTP status of the last attempt; null when none came. */
  status: number | null;
  /** A word for why the last attempt failed; null if it did not. */
  failure: string | null;
  delivered_at: Timestamp | null;
  created_at: Timestamp;
  updated_at: Timestamp;
}

/** The fields to change. */
export interface WebhookEdit {
  /** What it is sent. `all`: every type of bills, properties, accounts and meters created or edited; `authorization.updated`, `authorization.action_required` and `utility_bill.archived` are sent only when asked for by name. */
  event_type?: "bill.created" | "property.created" | "property.updated" | "utility_account.updated" | "utility_meter.created" | "utility_meter.updated" | "authorization.updated" | "authorization.action_required" | "utility_bill.archived" | "all";
  /** Where the notifications go, by http or https. */
  endpoint_url?: string;
  /** It is told of events. */
  active?: boolean;
  /** `envelope`: data, nonce and signature. `simple`: event_type and ids alone. `both`: one body with all of it. */
  payload_format?: "both" | "envelope" | "simple";
  /** How many notifications may be under way to it at once. With 1 they arrive in the order of `GET /v1/changes`, repeats apart; more is faster and gives up the order. */
  max_in_flight?: number;
}

/** The shared secret of the company's webhooks. */
export interface WebhookSecret {
  /** Signs every notification to the company. Keep it as a password is kept. */
  secret: string;
  /** Until then the secret before this one signs too; null: there is none. */
  previous_secret_expires_at: Timestamp | null;
}

/** What an endpoint answered to a test. */
export interface WebhookTest {
  /** The endpoint answered 2xx in time. */
  success: boolean;
  /** The event that was sent. */
  event_type: Word<"bill.created" | "property.created" | "property.updated" | "utility_account.updated" | "utility_meter.created" | "utility_meter.updated" | "authorization.updated" | "authorization.action_required" | "utility_bill.archived">;
  /** HTTP status; null when none came. */
  status: number | null;
  /** A word for why it failed, as in a delivery; null if it did not. */
  failure: string | null;
  /** How long it took, in milliseconds. */
  duration_ms: number;
  /** What the endpoint answered, at most 4 KB of text; null when nothing came. */
  response_excerpt: string | null;
  /** What was sent, to check a signature by hand. */
  request: {
    /** The headers of the signature. */
    headers: Record<string, string>;
    /** The body, letter for letter. */
    body: string;
  };
}
