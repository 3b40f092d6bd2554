/** The enumerations of the records. In the API they are open: clients must accept unknown values. */

export const ENERGY_TYPES = [
  "ELECTRIC",
  "GAS",
  "STEAM",
  "CHILLED_WATER",
  "HOT_WATER",
  "FUEL_OIL",
  "PROPANE",
  "DIESEL",
  "WATER",
  "SEWER",
  "IRRIGATION",
  "STORMWATER",
  "WASTE",
  "SOLAR",
  "OTHER",
] as const;
export type EnergyType = (typeof ENERGY_TYPES)[number];

/** One type per cost field of a month, so that each charge belongs to exactly one. */
export const CHARGE_TYPES = [
  "usage_cost",
  "demand_cost",
  "service_cost",
  "interim_rate_cost",
  "other_applied_cost",
  "tax_cost",
] as const;
export type ChargeType = (typeof CHARGE_TYPES)[number];

/** `usage_amount` is summed; of demand the highest value counts; reactive is shown, never converted. */
export const USAGE_TYPES = ["usage_amount", "demand_amount", "billed_demand_amount", "reactive_amount"] as const;
export type UsageType = (typeof USAGE_TYPES)[number];

/** Why a register is kept and not added to the use: it is the sum of the uses beside it, or it is within one of them. */
export const REGISTER_PARTS = ["total", "part"] as const;
export type RegisterPart = (typeof REGISTER_PARTS)[number];

export const ASSOCIATION_TYPES = ["STANDARD", "DISTRIBUTION", "SUPPLY"] as const;
export type AssociationType = (typeof ASSOCIATION_TYPES)[number];

export const SERVICE_STATUSES = ["Active", "Inactive"] as const;
export type ServiceStatus = (typeof SERVICE_STATUSES)[number];

export const AUTHORIZATION_STATUSES = ["Inventory Pending", "Inventory Complete", "Pending"] as const;
export type AuthorizationStatus = (typeof AUTHORIZATION_STATUSES)[number];

/** Why a visit to a portal fails. A recipe may name each of them. */
export const PORTAL_DETAILS = [
  "invalid_credentials",
  "mfa_required",
  "mfa_failed",
  "account_locked",
  "password_expired",
  "terms_pending",
  "portal_changed",
  "portal_down",
  "rate_limited",
  "unsupported_portal",
  "no_accounts",
  "quota_exceeded",
] as const;
/** The same, and the refusal by the service itself when the daily limit of sign-ins is reached. */
export const STATUS_DETAILS = [...PORTAL_DETAILS, "login_limit"] as const;
export type StatusDetail = (typeof STATUS_DETAILS)[number];
/** Why an authorization cannot continue: the same, or permanently because it was stopped. */
export const AUTHORIZATION_DETAILS = [...STATUS_DETAILS, "revoked"] as const;

/** How a challenge is answered. */
export const CHALLENGE_KINDS = ["code", "question", "choice", "approval"] as const;
export type ChallengeKind = (typeof CHALLENGE_KINDS)[number];

/** By what the service reads at a utility. */
export const ACCESSES = ["login", "green_button"] as const;
export type Access = (typeof ACCESSES)[number];

/** Who must act before an authorization or a delivery can continue. */
export const ACTORS = ["customer", "service", "none"] as const;
export type Actor = (typeof ACTORS)[number];

/** Who stopped an authorization. Unknown: its key was missing after a restore. */
export const REVOKERS = ["account_holder", "company", "operator", "unknown"] as const;
export type Revoker = (typeof REVOKERS)[number];

/** Why an answer does not show a password in clear. */
export const PASSWORD_MASK_REASONS = ["not_admin", "not_asked", "switched_off", "limit_reached", "revoked"] as const;
export type PasswordMaskReason = (typeof PASSWORD_MASK_REASONS)[number];

export const ARCHIVE_REASONS = ["edited", "rebilled", "cancelled", "duplicate", "voided"] as const;
export type ArchiveReason = (typeof ARCHIVE_REASONS)[number];

/** The names of the findings of bill rules. A user who corrects a bill may accept each of them. */
export const BILL_FAULTS = [
  "account_number_differs",
  "balance_does_not_add_up",
  "charges_do_not_add_up",
  "day_out_of_range",
  "heat_factor_unusual",
  "meter_charges_do_not_add_up",
  "not_a_day",
  "not_a_number",
  "nothing_to_bill",
  "number_too_large",
  "period_far_from_invoice",
  "period_has_no_days",
  "period_is_backwards",
  "period_too_long",
  "reads_do_not_give_usage",
  "registers_do_not_add_up",
  "too_many_decimals",
  "too_many_lines",
  "unit_does_not_fit",
  "use_outside_charges",
] as const;
export type BillFault = (typeof BILL_FAULTS)[number];

/** The rules about saved bills, in the order in which they are listed. */
export const FINDING_RULES = [
  "gap",
  "overlap",
  "duplicate",
  "missing_meter",
  "future_days",
  "unusual_use",
  "unusual_cost",
  "zero_use",
  "repeated_use",
  "rate_change",
  "unit_change",
] as const;
export type FindingRule = (typeof FINDING_RULES)[number];

/** `warning`: the bill or the data around it is probably wrong or incomplete. `notice`: unusual, and often right. */
export const FINDING_SEVERITIES = ["warning", "notice"] as const;
export type FindingSeverity = (typeof FINDING_SEVERITIES)[number];

/** `closed`: a user closed it. `resolved`: the rule no longer holds. */
export const FINDING_STATES = ["open", "closed", "resolved"] as const;
export type FindingState = (typeof FINDING_STATES)[number];

/** The printed figure that the charges of a bill were compared with; `nothing` when its layout prints no such figure. */
export const CHECKED_BY = ["current_charges", "meter_totals", "balance", "amount_due", "nothing"] as const;
export type CheckedBy = (typeof CHECKED_BY)[number];

/**
 * The origins of bills, the highest-ranking first: fetched from the utility's website, an uploaded file of the utility, entered
 * by a user, read from a spreadsheet.
 */
export const BILL_ORIGINS = ["portal", "upload", "keyed_in", "import"] as const;
export type BillOrigin = (typeof BILL_ORIGINS)[number];

/** How the values of a bill were read: by a template of its layout, by labels and tables without one, by a language model, from a file that states them as data, from rows of a spreadsheet, or by a person. */
export const READERS = ["template", "generic", "model", "data_file", "spreadsheet", "person"] as const;
export type Reader = (typeof READERS)[number];

/** Why the cost of a period differs from that of another, in the order in which they are shown. */
export const CHANGE_CAUSES = [
  "days",
  "weather",
  "use",
  "demand",
  "price",
  "fixed",
  "taxes",
  "other",
  "meters",
] as const;
export type ChangeCause = (typeof CHANGE_CAUSES)[number];

/** How the cost of unbilled days is estimated. */
export const ACCRUAL_METHODS = ["same_days_year_before", "last_bill_per_day"] as const;
export type AccrualMethod = (typeof ACCRUAL_METHODS)[number];

/** Why it is not known. */
export const ACCRUAL_REASONS = ["no_bill", "delivered_fuel", "no_cost_on_bill"] as const;
export type AccrualReason = (typeof ACCRUAL_REASONS)[number];

/** What a bill is to an accrual: the days that are estimated by it, or one of the two sides of the change of the price. */
export const ACCRUAL_BASIS_ROLES = ["same_days", "recent_price", "price_before", "last_bill"] as const;
export type AccrualBasisRole = (typeof ACCRUAL_BASIS_ROLES)[number];

/** Why a meter or a service has no model of its weather. */
export const SIGNATURE_REASONS = [
  "service_not_modelled",
  "delivered_fuel",
  "no_weather_station",
  "too_few_months",
  "no_model",
] as const;
export type SignatureReason = (typeof SIGNATURE_REASONS)[number];

/** Why a property has no ENERGY STAR score: what a person can enter comes first. */
export const SCORE_REASONS = [
  "use_not_entered",
  "type_not_scored",
  "inputs_missing",
  "floor_area_not_known",
  "year_not_complete",
  "energy_not_known",
  "weather_not_known",
  "out_of_range",
] as const;
export type ScoreReason = (typeof SCORE_REASONS)[number];

export const BILLING_FREQUENCIES = ["MONTHLY", "QUARTERLY", "YEARLY"] as const;

/** The roles; each has the permissions of those before it. */
export const ROLES = ["user", "admin"] as const;
export type Role = (typeof ROLES)[number];
/** The lowest of the given roles. */
export const leastRole = (...roles: Role[]): Role => ROLES.find((role) => roles.includes(role)) ?? ROLES[0];

/** What a user may do within the company, lowest first: a viewer reads, an editor changes its data, an owner also manages its people. */
export const COMPANY_ROLES = ["viewer", "editor", "owner"] as const;
export type CompanyRole = (typeof COMPANY_ROLES)[number];
export const leastCompanyRole = (...roles: CompanyRole[]): CompanyRole =>
  COMPANY_ROLES.find((role) => roles.includes(role)) ?? COMPANY_ROLES[0];

/** The languages of mails. */
export const MAIL_LANGUAGES = ["en", "es"] as const;
export type MailLanguage = (typeof MAIL_LANGUAGES)[number];

/** Events of the specification (section 6): a webhook for `all` is sent each of them. */
export const EVENT_TYPES_OF_ALL = [
  "bill.created",
  "property.created",
  "property.updated",
  "utility_account.updated",
  "utility_meter.created",
  "utility_meter.updated",
] as const;
/** All events. Those not in the specification are sent only to webhooks that subscribe to them by name. */
export const EVENT_TYPES = [
  ...EVENT_TYPES_OF_ALL,
  "authorization.updated",
  "authorization.action_required",
  "utility_bill.archived",
  "bill.late",
  "bill.flagged",
] as const;
export type EventType = (typeof EVENT_TYPES)[number];
/** What a webhook can subscribe to. `all` is a subscription, never the type of an event. */
export const WEBHOOK_EVENT_TYPES = [...EVENT_TYPES, "all"] as const;
export type WebhookEventType = (typeof WEBHOOK_EVENT_TYPES)[number];

export const PAYLOAD_FORMATS = ["both", "envelope", "simple"] as const;
export type PayloadFormat = (typeof PAYLOAD_FORMATS)[number];

/** Types of columns in tables. `bills`: ids of the bills of a row; each format makes links of them in its own way. */
export const COLUMN_TYPES = [
  "text",
  "integer",
  "number",
  "money",
  "percent",
  "month",
  "date",
  "instant",
  "flag",
  "bills",
] as const;
export type ColumnType = (typeof COLUMN_TYPES)[number];
