/** How a row is written on the wire: every field picked by name, days as midnight UTC, nothing that was not asked for. */
import type { z } from "zod";
import type { ApiToken } from "../../records/api-token.ts";
import { MASK, type AuthorizationAccount, type Authorization } from "../../records/authorization.ts";
import type { Company, User } from "../../records/caller.ts";
import type { Property, UtilityAccount, UtilityMeter } from "../../records/meter.ts";
import { type MonthlyConsumptionData } from "../../records/month.ts";
import { eachFigure, MONTH_FIGURES } from "../../records/month-figures.ts";
import type { Json } from "../../records/scalars.ts";
import type { Session } from "../../records/sign-in.ts";
import type { Webhook, WebhookDelivery } from "../../records/webhook.ts";
import { wireDay } from "../../records/wire.ts";
import type { AccountRow } from "../../store/records/accounts.ts";
import type { ApiTokenRow } from "../../store/users/api-tokens.ts";
import type { AuthorizationRow, listAuthorizationAccounts } from "../../store/authorizations/authorizations.ts";
import type { CompanyRow } from "../../store/records/companies.ts";
import type { MeterRow } from "../../store/records/meters.ts";
import type { MonthRow } from "../../store/derived/months.ts";
import type { PropertyRow } from "../../store/records/properties.ts";
import type { SessionRow } from "../../store/users/sessions.ts";
import type { UserRow } from "../../store/users/users.ts";
import type { listDeliveries } from "../../store/webhooks/webhook-deliveries.ts";
import type { WebhookRow } from "../../store/webhooks/webhooks.ts";

type Rows<F extends (...given: never[]) => Promise<unknown[]>> = Awaited<ReturnType<F>>[number];

/** A word of a closed list. The database refuses every other (check constraints), so the text is one of them. */
export const word = <T extends string | null>(text: T extends null ? string | null : string): T => text as T;

/** Ours first, so that the client's own keys win. The column holds objects alone (check constraint). */
const metadata = (own: Record<string, Json>, row: { metadata: Json }): Record<string, Json> => ({
  ...own,
  ...(row.metadata as Record<string, Json>),
});

export const wireCompany = ({ id, uuid, name, created_at, updated_at }: CompanyRow): z.infer<typeof Company> => ({
  id,
  uuid,
  name,
  created_at,
  updated_at,
});

export const wireUser = (row: UserRow): z.infer<typeof User> => ({
  id: row.id,
  company_id: row.company_id,
  email: row.email,
  name: row.name,
  role: word(row.role),
  active: row.active,
  created_at: row.created_at,
  updated_at: row.updated_at,
});

export const wireApiToken = (row: ApiTokenRow): z.infer<typeof ApiToken> => ({
  id: row.id,
  company_id: row.company_id,
  user_id: row.user_id,
  name: row.name,
  scopes: row.scopes.map((scope) => word(scope)),
  role_ceiling: word(row.role_ceiling),
  last_used_at: row.last_used_at,
  expires_at: row.expires_at,
  revoked_at: row.revoked_at,
  created_at: row.created_at,
  updated_at: row.updated_at,
});

export const wireSession = (row: SessionRow, currentId: number | null): z.infer<typeof Session> => ({
  id: row.id,
  current: row.id === currentId,
  address: row.address,
  user_agent: row.user_agent,
  created_at: row.created_at,
  last_used_at: row.last_used_at,
  expires_at: row.expires_at,
});

/** Masked unless a password is given. */
export const wireAuthorization = (
  row: AuthorizationRow,
  credential: { username: string; password?: string | undefined },
): z.infer<typeof Authorization> => ({
  id: row.id,
  online_access_username: credential.username,
  online_access_password: credential.password ?? MASK,
  online_access_url: row.online_access_url,
  status: word(row.status),
  status_detail: word(row.status_detail),
  action_required_by: word(row.action_required_by),
  retry_at: row.retry_at,
  errors: row.errors,
  company_id: row.company_id,
  revoked_at: row.revoked_at,
  revoked_by: word(row.revoked_by),
  created_at: row.created_at,
  updated_at: row.updated_at,
});

export const wireAuthorizationAccount = (
  row: Omit<Rows<typeof listAuthorizationAccounts>, "utility_company_name">,
): z.infer<typeof AuthorizationAccount> => ({
  id: row.id,
  acct_num: row.acct_num,
  status: word(row.status),
  utility_company_id: row.utility_company_id,
  delivery_method: row.delivery_method,
  data_start_date: row.data_start_date,
  created_at: row.created_at,
  updated_at: row.updated_at,
});

export const wireAccount = (row: AccountRow): z.infer<typeof UtilityAccount> => ({
  id: row.id,
  svc_object_type: "UtilityAccount",
  utility_company_name: row.utility_company_name,
  status: word(row.status),
  acct_num: row.acct_num,
  latest_invoice_date: wireDay(row.latest_invoice_date),
  delivery_method: row.delivery_method,
  delivery_name: row.delivery_name,
  delivery_email: row.delivery_email,
  master_acct_num: row.master_acct_num,
  online_access_url: row.online_access_url,
  metadata: metadata({ native_account_id: row.id, account_active: row.status === "Active" }, row),
  created_at: row.created_at,
  updated_at: row.updated_at,
});

export const wireMeter = (row: MeterRow, account: AccountRow): z.infer<typeof UtilityMeter> => ({
  id: row.id,
  svc_object_type: "UtilityMeter",
  meter_wrapper_id: row.meter_wrapper_id,
  property_id: row.property_id,
  property_name: row.property_name,
  status: word(row.status),
  meter_num: row.meter_num,
  service_address: row.service_address,
  service_name: row.service_name,
  premise_num: row.premise_num,
  association_type: word(row.association_type),
  latest_usage_date: wireDay(row.latest_usage_date),
  deactivation_date: wireDay(row.deactivation_date),
  energy_type: word(row.energy_type),
  measurement_unit: row.measurement_unit,
  demand_measurement_unit: row.demand_measurement_unit,
  billing_frequency: word(row.billing_frequency),
  eligibility_start_month: wireDay(row.eligibility_start_month),
  eligibility_end_month: wireDay(row.eligibility_end_month),
  supply_only: row.association_type === "SUPPLY",
  metadata: metadata({ native_meter_id: row.id }, row),
  utility_account: wireAccount(account),
  created_at: row.created_at,
  updated_at: row.updated_at,
});

export const wireProperty = (row: PropertyRow): z.infer<typeof Property> => ({
  id: row.id,
  svc_object_type: "Property",
  name: row.name,
  sq_ft: row.sq_ft,
  status: word(row.status),
  company_name: row.company_name,
  weather_station_alpha_id: row.weather_station_alpha_id,
  street1: row.street1,
  street2: row.street2,
  city: row.city,
  state: row.state,
  country: row.country,
  zip_code: row.zip_code,
  longitude: row.longitude,
  latitude: row.latitude,
  year_built: row.year_built,
  construction_type: row.construction_type,
  primary_use: row.primary_use,
  story_type: row.story_type,
  cooling_energy_type: row.cooling_energy_type,
  heating_energy_type: row.heating_energy_type,
  star_certified: row.star_certified,
  data_current_through: wireDay(row.data_current_through),
  metadata: metadata({ native_property_id: row.id }, row),
  created_at: row.created_at,
  updated_at: row.updated_at,
});

export function wireMonth(
  row: Omit<MonthRow, "utility_meter_id" | "days_covered"> & { utility_meter_id: number | null },
): Omit<z.infer<typeof MonthlyConsumptionData>, "explain"> {
  return {
    id: row.id,
    svc_object_type: "MonthlyConsumptionData",
    utility_meter_id: row.utility_meter_id,
    effective_month: wireDay(row.effective_month),
    ...eachFigure(MONTH_FIGURES, (figure) => row[figure]),
    estimated: row.estimated,
    month_complete: row.month_complete,
    created_at: row.created_at,
    updated_at: row.updated_at,
  };
}

export const wireWebhook = (row: WebhookRow): z.infer<typeof Webhook> => ({
  id: row.id,
  company_id: row.company_id,
  event_type: word(row.event_type),
  endpoint_url: row.endpoint_url,
  payload_format: word(row.payload_format),
  max_in_flight: row.max_in_flight,
  active: row.active,
  archived: row.archived,
  disabled_reason: row.disabled_reason,
  created_at: row.created_at,
  updated_at: row.updated_at,
});

/** A delivery that is over has no next attempt, whatever the row still says. */
export const wireDelivery = (row: Rows<typeof listDeliveries>): z.infer<typeof WebhookDelivery> => ({
  id: row.id,
  webhook_id: row.webhook_id,
  event_type: row.event_type,
  state: word(row.state),
  attempts: row.attempts,
  next_attempt_at: row.state === "pending" ? row.next_attempt_at : null,
  status: row.status,
  failure: row.failure,
  delivered_at: row.delivered_at,
  created_at: row.created_at,
  updated_at: row.updated_at,
});
