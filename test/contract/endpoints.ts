/** The specification's sections 4 to 8 as data: endpoints with the shape of their answers, reports, events and limits. */
import type { TypeWord } from "./resources.ts";

/** A type, an object of shapes, or a record that more is nested into. */
export type Shape = TypeWord | { [key: string]: Shape } | { record: string; nested: Record<string, Shape> };

export interface Endpoint {
  method: "GET" | "POST" | "PUT" | "DELETE";
  path: string;
  answer: Shape;
}

const nested = (record: string, key: string, shape: Shape): Shape => ({ record, nested: { [key]: shape } });

/** Section 4. `anything`: the specification does not show it. */
export const ENDPOINTS: Endpoint[] = [
  { method: "POST", path: "/authorizations", answer: { message: "string", success: "boolean" } },
  { method: "GET", path: "/authorizations", answer: { authorizations: "[Authorization]", companyUuid: "UUID" } },
  { method: "GET", path: "/authorizations/formlink", answer: { authorizationFormLink: "URL" } },
  { method: "GET", path: "/authorizations/:id", answer: "Authorization" },
  { method: "PUT", path: "/authorizations/:id/update_account_status", answer: "AuthorizationAccount" },

  { method: "GET", path: "/utility_accounts", answer: "[UtilityAccount]" },
  { method: "GET", path: "/utility_accounts/:id", answer: "UtilityAccount" },
  { method: "GET", path: "/utility_accounts/:id/bills", answer: "UtilityAccount" },
  { method: "PUT", path: "/utility_accounts/:id", answer: "UtilityAccount" },

  { method: "GET", path: "/utility_bills/:id", answer: "UtilityBill" },
  { method: "GET", path: "/days", answer: "[date]" },
  { method: "GET", path: "/days/:date", answer: "[UtilityBill]" },

  { method: "GET", path: "/properties", answer: "[Property]" },
  { method: "GET", path: "/properties/:id", answer: "Property" },
  { method: "GET", path: "/properties/:id/bills", answer: nested("Property", "bills", "[UtilityBill]") },
  {
    method: "GET",
    path: "/properties/:id/snapshots",
    answer: nested("Property", "snapshot_data", "[SnapshotInfo]"),
  },
  {
    method: "GET",
    path: "/properties/:id/monthly",
    answer: nested("Property", "property_aggregated_monthly_data", "[MonthlyConsumptionData]"),
  },
  {
    method: "GET",
    path: "/properties/:id/monthly/energytype",
    answer: nested("Property", "energy_type_aggregated_monthly_data", "[MonthlyConsumptionData]"),
  },
  {
    method: "GET",
    path: "/properties/:id/monthly/meters",
    answer: nested("Property", "monthly_meter_data", "[MonthlyConsumptionData]"),
  },
  { method: "GET", path: "/properties/:id/degreedays", answer: nested("Property", "degree_days", "[object]") },
  { method: "PUT", path: "/properties/:id", answer: "Property" },

  { method: "GET", path: "/meters", answer: "[UtilityMeter]" },
  { method: "GET", path: "/meters/:id", answer: "UtilityMeter" },
  { method: "PUT", path: "/meters/:id", answer: "UtilityMeter" },
  {
    method: "GET",
    path: "/meters/:id/monthly",
    answer: nested("UtilityMeter", "monthly_meter_data", "[MonthlyConsumptionData]"),
  },
  { method: "GET", path: "/meters/:id/bills", answer: nested("UtilityMeter", "bills", "[UtilityBill]") },

  { method: "GET", path: "/reports", answer: { reports_types: "[string]" } },
  { method: "GET", path: "/reports/:report_type/:property_id", answer: "object" },
  { method: "GET", path: "/delivery", answer: "[object]" },

  { method: "GET", path: "/webhooks", answer: "[Webhook]" },
  { method: "GET", path: "/webhooks/:id", answer: "Webhook" },
  { method: "POST", path: "/webhooks", answer: "[Webhook]" },
  { method: "PUT", path: "/webhooks/:id", answer: "Webhook" },
  { method: "DELETE", path: "/webhooks/:id", answer: "anything" },
  { method: "GET", path: "/webhooks/validate", answer: { secret: "string" } },
  { method: "POST", path: "/webhooks/validate/reset", answer: { secret: "string" } },
];

/** Section 2.11. */
export const REPORT_TYPES = [
  "utility_meter_history",
  "utility_meter_demand_history",
  "monthly_meter_history",
  "energy_history_detail_report",
  "cost_avoidance_summary",
  "cost_avoidance_detail",
  "cost_avoidance_expanded",
  "property_energy_journal",
];

/** Section 6; `all` is any of them. */
export const EVENT_TYPES = [
  "bill.created",
  "property.created",
  "property.updated",
  "utility_account.updated",
  "utility_meter.created",
  "utility_meter.updated",
];

/** Section 3. */
export const AUTHORIZATION_STATUSES = ["Inventory Pending", "Inventory Complete", "Pending"];

/** Section 8. */
export const LIMITS = { inventoryHours: 24, billHours: 24, linkDays: 7 };
