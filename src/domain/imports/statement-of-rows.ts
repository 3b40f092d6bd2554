/** Makes the rows of one bill a statement, the form in which bills of files are saved. Nothing is checked here. */
import { eachMeterText, type MeterText } from "../../records/meter-texts.ts";
import type { ChargeType, UsageType } from "../../records/codes.ts";
import type { ImportedBill } from "../../records/imported-bill.ts";
import { addDecimals, roundDecimal } from "../decimal.ts";
import { inCents } from "../whole-cents.ts";
import { billDay } from "./group-rows.ts";
import { rowName } from "./row-number.ts";
import { rowMeterKey } from "./row.ts";
import type { DatedRow } from "./periods.ts";

type Meter = ImportedBill["statement"]["meters"][number];

/** The parts of the profile that are still needed. */
export interface StatementRules {
  profile: string;
  total_alone_is: ChargeType;
}

export function billOfRows(rows: readonly [DatedRow, ...DatedRow[]], rules: StatementRules): ImportedBill {
  const [first] = rows;
  const rowsOfMeters = [...Map.groupBy(rows, rowMeterKey).values()];
  const meters = rowsOfMeters.map((meter) => meterOf(meter, rules));
  const charges = meters.flatMap((meter) => meter.charges.map(({ amount }) => amount));
  const sum = addDecimals(charges);
  const total = rows.find(({ bill_total }) => bill_total !== null)?.bill_total ?? null;
  const charged = rows.filter((row) => row.charges.length > 0);
  // A total without charges is itself the charge, so it confirms nothing.
  const isCompared =
    charges.length > 0 && (total !== null || (charged.length > 0 && charged.every((row) => row.row_total !== null)));
  const hasTotal = total !== null || rows.every(({ row_total }) => row_total !== null);
  const known = <Field extends "account_holder_name" | "invoice_number">(field: Field) =>
    rows.find((row) => row[field] !== null)?.[field] ?? null;
  return {
    utility_company: first.utility_company,
    property_names: rowsOfMeters.map((meter) => meter.find((row) => row.property_name !== null)?.property_name ?? null),
    rows: rows.map(({ row }) => row).sort((a, b) => a - b),
    statement: {
      template: { id: `import:${rules.profile}`, version: 1 },
      acct_num: first.acct_num,
      invoice_number: known("invoice_number"),
      invoice_date: billDay(rows),
      account_holder_name: known("account_holder_name"),
      service_address: rows.find((row) => row.service_address !== null)?.service_address ?? null,
      amount_due: charges.length === 0 && total === null ? null : roundDecimal(total ?? sum, 2),
      previous_balance: null,
      amount_paid: null,
      current_charges: hasTotal && charges.length > 0 ? roundDecimal(total ?? sum, 2) : null,
      ...(isCompared ? {} : { nothing_to_compare: true }),
      estimated: rows.some(({ estimated }) => estimated),
      corrected: false,
      meters,
      printed: {},
    },
  };
}

function meterOf(rows: readonly DatedRow[], rules: StatementRules): Meter {
  const known = (field: MeterText) => rows.find((row) => row[field] !== null)?.[field] ?? null;
  const unitOf = (isSought: (type: UsageType) => boolean) =>
    rows.flatMap(({ usages }) => usages).find(({ type }) => isSought(type))?.unit ?? null;
  const [first] = rows;
  return {
    ...eachMeterText(known),
    // A group has at least one row.
    energy_type: first?.energy_type ?? "OTHER",
    association_type: first?.association_type ?? "STANDARD",
    measurement_unit: unitOf((type) => type === "usage_amount"),
    demand_measurement_unit: unitOf((type) => type.endsWith("demand_amount")),
    charges: rows.flatMap((row) => chargesOf(row, rules)),
    usages: rows.flatMap(usagesOf),
    printed_total: null,
  };
}

/** The usages and charges of one row form a group. */
const groupOf = ({ row }: DatedRow): string => rowName(row);

function chargesOf(row: DatedRow, { total_alone_is }: StatementRules): Meter["charges"] {
  const { charges, row_total, start_date, end_date } = row;
  const alone = row_total === null ? [] : [{ amount: row_total, type: total_alone_is, description: "Total cost" }];
  const all = charges.length > 0 ? charges : alone;
  const cents = inCents(all.map(({ amount }) => amount));
  return all.map(({ amount, type, description }, index) => ({
    description,
    amount: cents[index] ?? amount,
    utility_charge_type: type,
    start_date,
    end_date,
    group: groupOf(row),
    quantity: null,
    rate: null,
    place: { row: row.row },
  }));
}

function usagesOf(row: DatedRow): Meter["usages"] {
  const { usages, estimated, start_date, end_date } = row;
  return usages.map(({ amount, unit, type, description }) => ({
    description,
    amount: roundDecimal(amount, 6),
    measurement_unit: unit,
    utility_usage_type: type,
    estimated_meter_read: estimated,
    start_date,
    end_date,
    group: groupOf(row),
    previous_read: null,
    current_read: null,
    multiplier: null,
    place: { row: row.row },
  }));
}
