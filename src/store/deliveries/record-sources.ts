/** Where the rows of each kind of records come from: constant SQL, one row of this table a kind. */
import type { DeliveredRecords } from "../../records/data-delivery.ts";
import { MONTH_FIGURES } from "../../records/month-figures.ts";

export interface RecordSource {
  /** Under the names of the columns. */
  select: string;
  from: string;
  /** The table whose company is asked for, and whose rows' own transactions tell what is new. */
  table: string;
  /** Its order, without ties: columns of its primary key. */
  keys: readonly string[];
  /** Where a row is of one of `properties`. */
  ofProperty: string;
  /**
   * The transaction by which a row came to one of `properties`: one that came after it was written is new there. Null: it is
   * written when it comes.
   */
  reached: string | null;
  /** A date that lies in the months of a delivery; null: it belongs to none. */
  date: string | null;
  /** True of what is in use; null: all is. */
  live: string | null;
  /** What of the change feed tells of it, and by which id; null: it is derived, and its rows tell themselves. */
  feed: { type: string; id: string } | null;
}

const ACCOUNT = `
  join utility_accounts account on account.company_id = bill.company_id and account.id = bill.utility_account_id
  join utility_companies utility on utility.id = account.utility_company_id`;
const METER = (of: string) => `
  join utility_meters meter on meter.company_id = ${of}.company_id and meter.id = ${of}.utility_meter_id
  left join properties property on property.company_id = meter.company_id and property.id = meter.property_id`;
const ACCOUNT_COLUMNS = "account.acct_num, utility.name as utility_company_name";
const LINE_COLUMNS = `line.id, line.utility_bill_id, bill.invoice_date, line.utility_account_id, ${ACCOUNT_COLUMNS},
  line.utility_meter_id, meter.meter_num, meter.energy_type, meter.property_id, property.name as property_name,
  line.description, line.amount, line.start_date, line.end_date, line.line_item_group_id, bill.archived, bill.archive_reason`;

const monthOf = (column: string, name: string) => `to_char(${column}, 'YYYY-MM') as ${name}`;
const MONTH_COLUMNS = `${monthOf("month.effective_month", "effective_month")},
  ${MONTH_FIGURES.map((figure) => `month.${figure}`).join(", ")},
  month.estimated, month.month_complete, month.created_at, month.updated_at`;

const line = (table: string, columns: string): RecordSource => ({
  select: `${LINE_COLUMNS}, ${columns}`,
  from: `${table} line join utility_bills bill on bill.company_id = line.company_id and bill.id = line.utility_bill_id
    ${ACCOUNT} ${METER("line")}`,
  table: "line",
  keys: ["line.id"],
  ofProperty: "meter.property_id = any(properties.ids)",
  reached: "meter.property_xid",
  date: "bill.invoice_date",
  live: "not bill.archived",
  feed: { type: "UtilityBill", id: "line.utility_bill_id" },
});

const propertyMonth = (columns: string, which: string): RecordSource => ({
  select: `month.id, month.property_id, property.name as property_name, ${columns} ${MONTH_COLUMNS}`,
  from: "property_months month join properties property on property.company_id = month.company_id and property.id = month.property_id",
  table: "month",
  keys: ["month.property_id", "month.energy_type", "month.effective_month"],
  ofProperty: "month.property_id = any(properties.ids)",
  reached: null,
  date: "month.effective_month",
  live: which,
  feed: null,
});

export const RECORD_SOURCES: Record<DeliveredRecords, RecordSource> = {
  bills: {
    select: `bill.id, bill.original_utility_bill_id, bill.utility_account_id, ${ACCOUNT_COLUMNS}, bill.invoice_number,
      bill.invoice_date, bill.period_start, bill.period_end, bill.estimated, bill.account_holder_name, bill.amount_due,
      bill.previous_balance, bill.amount_paid, bill.checked_by, bill.archived, bill.archive_reason, bill.created_at, bill.updated_at`,
    from: `utility_bills bill ${ACCOUNT}`,
    table: "bill",
    keys: ["bill.id"],
    ofProperty: `bill.id in (
      select billed.utility_bill_id from bill_meters billed
      join utility_meters meter on meter.company_id = billed.company_id and meter.id = billed.utility_meter_id
      where billed.company_id = bill.company_id and meter.property_id = any(properties.ids))`,
    reached: `(
      select meter.property_xid from bill_meters billed
      join utility_meters meter on meter.company_id = billed.company_id and meter.id = billed.utility_meter_id
      where billed.company_id = bill.company_id and billed.utility_bill_id = bill.id
        and meter.property_id = any(properties.ids) order by meter.property_xid limit 1)`,
    date: "bill.invoice_date",
    live: "not bill.archived",
    feed: { type: "UtilityBill", id: "bill.id" },
  },
  charges: line("utility_charges", "line.utility_charge_type"),
  usages: line(
    "utility_usages",
    `line.utility_usage_type, line.measurement_unit, line.estimated_meter_read, line.kbtus, line.lbs_co2, line.gallons, line.supply`,
  ),
  meter_months: {
    select: `month.id, month.utility_meter_id, meter.meter_num, meter.energy_type, meter.property_id,
      property.name as property_name, ${MONTH_COLUMNS}`,
    from: `meter_months month ${METER("month")}`,
    table: "month",
    keys: ["month.utility_meter_id", "month.effective_month"],
    ofProperty: "meter.property_id = any(properties.ids)",
    reached: "meter.property_xid",
    date: "month.effective_month",
    live: null,
    feed: null,
  },
  property_months: propertyMonth("", "month.energy_type = ''"),
  energy_type_months: propertyMonth("month.energy_type,", "month.energy_type <> ''"),
  snapshots: {
    select: `snapshot.property_id, property.name as property_name, ${monthOf("snapshot.effective_month", "effective_month")},
      snapshot.star_rating as "STAR_rating", snapshot.current_cost_per_sq_ft, snapshot.previous_cost_per_sq_ft,
      snapshot.yoy_percent_change_cost_per_sq_ft, snapshot.current_kbtus_per_sq_ft, snapshot.previous_kbtus_per_sq_ft,
      snapshot.yoy_percent_change_kbtus_per_sq_ft, snapshot.current_co2_per_sq_ft, snapshot.previous_co2_per_sq_ft,
      snapshot.yoy_percent_change_co2_per_sq_ft, snapshot.created_at, snapshot.updated_at`,
    from: "snapshots snapshot join properties property on property.company_id = snapshot.company_id and property.id = snapshot.property_id",
    table: "snapshot",
    keys: ["snapshot.property_id", "snapshot.effective_month"],
    ofProperty: "snapshot.property_id = any(properties.ids)",
    reached: null,
    date: "snapshot.effective_month",
    live: null,
    feed: null,
  },
  properties: {
    select: `property.id, property.name, property.status, property.sq_ft, property.street1, property.street2, property.city,
      property.state, property.country, property.zip_code, property.longitude, property.latitude,
      property.weather_station_alpha_id, property.year_built, property.construction_type, property.primary_use,
      property.story_type, property.cooling_energy_type, property.heating_energy_type, property.star_certified,
      ${monthOf("property.data_current_through", "data_current_through")}, property.created_at, property.updated_at`,
    from: "properties property",
    table: "property",
    keys: ["property.id"],
    ofProperty: "property.id = any(properties.ids)",
    reached: null,
    date: null,
    live: null,
    feed: { type: "Property", id: "property.id" },
  },
  meters: {
    select: `meter.id, meter.meter_wrapper_id, meter.property_id, property.name as property_name, meter.utility_account_id,
      ${ACCOUNT_COLUMNS}, meter.status, meter.meter_num, meter.service_address, meter.service_name, meter.premise_num,
      meter.association_type, meter.energy_type, meter.measurement_unit, meter.demand_measurement_unit,
      meter.billing_frequency, meter.latest_usage_date, meter.deactivation_date,
      ${monthOf("meter.eligibility_start_month", "eligibility_start_month")},
      ${monthOf("meter.eligibility_end_month", "eligibility_end_month")}, meter.supply_only, meter.created_at, meter.updated_at`,
    from: `utility_meters meter
      join utility_accounts account on account.company_id = meter.company_id and account.id = meter.utility_account_id
      join utility_companies utility on utility.id = account.utility_company_id
      left join properties property on property.company_id = meter.company_id and property.id = meter.property_id`,
    table: "meter",
    keys: ["meter.id"],
    ofProperty: "meter.property_id = any(properties.ids)",
    reached: null,
    date: null,
    live: null,
    feed: { type: "UtilityMeter", id: "meter.id" },
  },
  accounts: {
    select: `account.id, utility.name as utility_company_name, account.acct_num, account.status, account.latest_invoice_date,
      account.delivery_method, account.delivery_name, account.delivery_email, account.master_acct_num,
      account.online_access_url, account.created_at, account.updated_at`,
    from: "utility_accounts account join utility_companies utility on utility.id = account.utility_company_id",
    table: "account",
    keys: ["account.id"],
    ofProperty: `account.id in (
      select meter.utility_account_id from utility_meters meter
      where meter.company_id = account.company_id and meter.property_id = any(properties.ids))`,
    reached: `(
      select meter.property_xid from utility_meters meter
      where meter.company_id = account.company_id and meter.utility_account_id = account.id
        and meter.property_id = any(properties.ids) order by meter.property_xid limit 1)`,
    date: null,
    live: null,
    feed: { type: "UtilityAccount", id: "account.id" },
  },
};
