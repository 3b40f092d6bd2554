/** The SQL sources of delivered records: one entry of constant SQL per kind. */
import type { DeliveredRecords } from "../../records/data-delivery.ts";
import { DELIVERED_COLUMNS } from "../../records/delivered-columns.ts";

export interface RecordSource {
  from: string;
  /** The main table, with the company and the row transactions that show what is new. */
  table: string;
  /** The strict order: columns of the primary key. */
  keys: readonly string[];
  /** Condition for rows of one of `properties`. */
  ofProperty: string;
  /**
   * The transaction that moved a row to its property: a row that moved after it was written is new there. Null: such a row is
   * written when it moves.
   */
  reached: string | null;
  /** The date that decides the month; null: the rows belong to no month. */
  date: string | null;
  /** Condition for live rows; null: all rows are live. */
  live: string | null;
  /** The record type and id in the change feed; null for derived rows, which use their own transactions. */
  feed: { type: string; id: string } | null;
}

const ACCOUNT = `
  join utility_accounts account on account.company_id = bill.company_id and account.id = bill.utility_account_id
  join utility_companies utility on utility.id = account.utility_company_id`;
const METER = (of: string) => `
  join utility_meters meter on meter.company_id = ${of}.company_id and meter.id = ${of}.utility_meter_id
  left join properties property on property.company_id = meter.company_id and property.id = meter.property_id`;
const line = (table: string): RecordSource => ({
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

const propertyMonth = (which: string): RecordSource => ({
  from: "property_months month join properties property on property.company_id = month.company_id and property.id = month.property_id",
  table: "month",
  keys: ["month.property_id", "month.energy_type", "month.effective_month"],
  ofProperty: "month.property_id = any(properties.ids)",
  reached: null,
  date: "month.effective_month",
  live: which,
  feed: null,
});

/** The columns of these records, under their names. */
export const selectOf = (records: DeliveredRecords): string =>
  DELIVERED_COLUMNS[records]
    .map(({ key, type, from }) => `${type === "month" ? `to_char(${from}, 'YYYY-MM')` : from} as "${key}"`)
    .join(", ");

export const RECORD_SOURCES: Record<DeliveredRecords, RecordSource> = {
  bills: {
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
  charges: line("utility_charges"),
  usages: line("utility_usages"),
  meter_months: {
    from: `meter_months month ${METER("month")}`,
    table: "month",
    keys: ["month.utility_meter_id", "month.effective_month"],
    ofProperty: "meter.property_id = any(properties.ids)",
    reached: "meter.property_xid",
    date: "month.effective_month",
    live: null,
    feed: null,
  },
  property_months: propertyMonth("month.energy_type = ''"),
  energy_type_months: propertyMonth("month.energy_type <> ''"),
  snapshots: {
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
