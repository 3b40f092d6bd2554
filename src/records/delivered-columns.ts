/** The columns of delivered records, named like the fields of the API and made from them, with the description and the source of each. */
import { z } from "zod";
import { UtilityAccount } from "./account.ts";
import { UtilityBill, UtilityCharge, UtilityUsage } from "./bill.ts";
import type { DeliveredRecords } from "./data-delivery.ts";
import { typeOfField, writtenAs } from "./fields.ts";
import { UtilityMeter } from "./meter.ts";
import { EnergyTypeMonth, MONTH_USAGE, MonthlyConsumptionData, PropertyMonth } from "./month.ts";
import { Property } from "./property.ts";
import { MONEY } from "./report.ts";
import type { ColumnType } from "./codes.ts";
import { SnapshotInfo } from "./snapshot.ts";
import type { Column } from "./table.ts";

export interface DeliveredColumn extends Column {
  /** The database column, with the table alias of `store/deliveries/record-sources`. */
  from: string;
}

/** Null for fields that have no column in files: constants, and fields of several values. */
function typeOf(field: z.core.$ZodType): ColumnType | null {
  const type = typeOfField(field);
  if (type instanceof z.ZodNumber) return type.isInt ? "integer" : "number";
  if (type instanceof z.ZodBoolean) return "flag";
  return type instanceof z.ZodEnum || type instanceof z.ZodString || type instanceof z.ZodUUID ? "text" : null;
}

/** The column of a field; `from` is the table alias of the record. */
function columnOfField(from: string, record: z.ZodObject, name: string): DeliveredColumn[] {
  const field = record.shape[name];
  if (field === undefined) throw new Error(`no field ${name}`);
  const { type = typeOf(field), unit = type === "money" ? MONEY : null, column: own = name } = writtenAs(field);
  if (type === null) return [];
  // Every schema of a field is one of the classic ones.
  const meaning = (field as z.ZodType).description ?? "";
  return [newColumn(type, own.includes(".") ? own : `${from}.${own}`, { key: name, unit, meaning })];
}

const newColumn = (
  type: ColumnType,
  from: string,
  { key, unit = null, meaning }: { key: string; unit?: string | null; meaning: string },
): DeliveredColumn => ({ key, label: key, unit, type, meaning, ...(type === "money" ? { digits: 2 } : {}), from });

const some = (from: string, record: z.ZodObject, ...names: string[]): DeliveredColumn[] =>
  names.flatMap((name) => columnOfField(from, record, name));
const id = (from: string, key: string, of: string): DeliveredColumn =>
  newColumn("integer", from, { key, meaning: `Id of the ${of}.` });

const ACCOUNT = [
  id("account.id", "utility_account_id", "utility account"),
  ...some("account", UtilityAccount, "acct_num", "utility_company_name"),
];
const PROPERTY = [id("property.id", "property_id", "property"), ...some("property", UtilityMeter, "property_name")];
const METER = [id("meter.id", "utility_meter_id", "meter"), ...some("meter", UtilityMeter, "meter_num", "energy_type")];
const ARCHIVED = some("bill", UtilityBill, "archived", "archive_reason");
const COUNTED = newColumn("text", "bill.counted_days::text", {
  key: "counted_days",
  meaning: "The days for which the bill counts, by meter, as JSON; empty when it counts for all its days.",
});
/** Fields that came after the others. */
const ENERGY_COUNTED_ONCE = some("month", PropertyMonth, "kbtus", "lbs_co2");
const PRINTED = ["due_date", "late_fee_date", "total_charges", "currency", "read_by", "confidence"];
const line = (record: z.ZodObject, of: string) => [
  id("line.id", "id", of),
  id("bill.id", "utility_bill_id", "bill"),
  ...some("bill", UtilityBill, "invoice_date"),
  ...ACCOUNT,
  ...METER,
  ...PROPERTY,
  ...some("line", record, "description"),
];

/** These columns first, then all other fields of the record in their order. Programs may read columns by position, so a new one is added at the end. */
function columns(
  first: readonly DeliveredColumn[],
  from: string,
  record: z.ZodObject,
  { without = [] }: { without?: readonly string[] } = {},
): DeliveredColumn[] {
  const known = new Set([...first.map(({ key }) => key), ...without]);
  return [...first, ...some(from, record, ...Object.keys(record.shape).filter((name) => !known.has(name)))];
}

/** Fields that are made when a month is read. */
const MADE_WHEN_READ = Object.keys(MONTH_USAGE);

export const DELIVERED_COLUMNS: Record<DeliveredRecords, readonly DeliveredColumn[]> = {
  bills: columns(
    [
      id("bill.id", "id", "bill"),
      ...some("bill", UtilityBill, "original_utility_bill_id"),
      ...ACCOUNT,
      newColumn("text", "bill.invoice_number", {
        key: "invoice_number",
        meaning: "Number of the bill, if it has one.",
      }),
      ...some("bill", UtilityBill, "invoice_date"),
      newColumn("date", "bill.period_start", { key: "period_start", meaning: "First day covered." }),
      newColumn("date", "bill.period_end", { key: "period_end", meaning: "First day not covered." }),
    ],
    "bill",
    UtilityBill,
    { without: PRINTED },
  ).concat(COUNTED, ...some("bill", UtilityBill, ...PRINTED)),
  charges: [
    ...columns(
      [...line(UtilityCharge, "charge"), ...some("line", UtilityCharge, "utility_charge_type", "amount")],
      "line",
      UtilityCharge,
    ),
    ...ARCHIVED,
    COUNTED,
  ],
  usages: [
    ...columns(
      [
        ...line(UtilityUsage, "usage"),
        ...some("line", UtilityUsage, "utility_usage_type", "amount", "measurement_unit", "start_date", "end_date"),
      ],
      "line",
      UtilityUsage,
    ),
    ...ARCHIVED,
    COUNTED,
  ],
  meter_months: columns([id("month.id", "id", "month"), ...METER, ...PROPERTY], "month", MonthlyConsumptionData, {
    without: MADE_WHEN_READ,
  }),
  property_months: columns([id("month.id", "id", "month"), ...PROPERTY], "month", MonthlyConsumptionData, {
    without: ["utility_meter_id", ...MADE_WHEN_READ],
  }).concat(ENERGY_COUNTED_ONCE),
  energy_type_months: columns(
    [id("month.id", "id", "month"), ...PROPERTY, ...some("month", EnergyTypeMonth, "energy_type")],
    "month",
    MonthlyConsumptionData,
    { without: ["utility_meter_id", ...MADE_WHEN_READ] },
  ).concat(ENERGY_COUNTED_ONCE),
  snapshots: columns(PROPERTY, "snapshot", SnapshotInfo),
  properties: columns(
    [
      id("property.id", "id", "property"),
      ...some("property", Property, "name", "status", "sq_ft", "street1", "street2", "city", "state", "country"),
      ...some("property", Property, "zip_code", "longitude", "latitude", "weather_station_alpha_id"),
    ],
    "property",
    Property,
    { without: ["company_name"] },
  ),
  meters: columns(
    [
      id("meter.id", "id", "meter"),
      ...some("meter", UtilityMeter, "meter_wrapper_id"),
      ...PROPERTY,
      ...ACCOUNT,
      ...some("meter", UtilityMeter, "status", "meter_num", "service_address", "service_name", "premise_num"),
      ...some("meter", UtilityMeter, "association_type", "energy_type", "measurement_unit", "demand_measurement_unit"),
      ...some("meter", UtilityMeter, "billing_frequency"),
    ],
    "meter",
    UtilityMeter,
  ),
  accounts: columns(
    [id("account.id", "id", "utility account"), ...some("account", UtilityAccount, "utility_company_name", "acct_num")],
    "account",
    UtilityAccount,
  ),
};
