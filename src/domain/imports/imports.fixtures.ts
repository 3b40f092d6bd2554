/** Rows of a spreadsheet for tests: a plain monthly electric row, with the fields that a test sets. */
import { eachMeterText } from "../../records/meter-texts.ts";
import type { Refusal } from "../../records/import-refusals.ts";
import { billsOfRows } from "./bills-of-rows.ts";
import { accountKey, type Row } from "./row.ts";
import type { GroupRules } from "./group-rows.ts";
import { conventionOfRows, printedOf, type ConventionRules, type PeriodRules } from "./periods.ts";
import type { StatementRules } from "./statement-of-rows.ts";

const RULES = {
  period_end_is: "detect",
  period_end_default: "inclusive",
  read_date_is: "period_end",
  bill_of: "meter",
  today: "2026-11-21",
  profile: "sample",
  total_alone_is: "usage_cost",
} as const;

/** The results for all rows of a file; `refusals` are those that were found when the rows were read. */
export function readRows(
  rows: readonly Row[],
  over: Partial<ConventionRules & StatementRules & GroupRules & Pick<PeriodRules, "today" | "read_date_is">> = {},
  refusals: readonly Refusal[] = [],
) {
  const given = { ...RULES, ...over };
  const conventionOf = conventionOfRows(
    rows.flatMap((row) => printedOf(row) ?? []),
    given,
  );
  const accounts = [...Map.groupBy(rows, accountKey)].sort(([a], [b]) => (a < b ? -1 : 1));
  const found = accounts.flatMap(([, account]) => [...billsOfRows(account, { ...given, conventionOf })]);
  const refused = found.flatMap((each) => ("refusals" in each ? each.refusals : []));
  return {
    bills: found.flatMap((each) => ("bill" in each ? [each.bill] : [])),
    refusals: [...refusals, ...refused].sort((a, b) => a.row - b.row),
  };
}

/** `period` is as printed: `2023-01-01..2023-01-31`. */
export function sheetRow(row: number, period: string | null, over: Partial<Row> = {}): Row {
  const [start = "", end = ""] = period?.split("..") ?? [];
  return {
    ...eachMeterText(() => null),
    row,
    utility_company: "Hillside Power",
    acct_num: "A-100",
    account_holder_name: null,
    property_name: null,
    meter_num: "M7",
    energy_type: "ELECTRIC",
    association_type: "STANDARD",
    invoice_number: null,
    invoice_date: null,
    printed: period === null ? null : { start, end },
    read_date: null,
    isBoundary: false,
    delivery_date: null,
    days: null,
    estimated: false,
    usages: [{ amount: "100", unit: "kWh", type: "usage_amount", description: "Usage", column: "usage" }],
    charges: [{ amount: "20.00", type: "usage_cost", description: "Usage cost" }],
    row_total: null,
    bill_total: null,
    isRefused: false,
    ...over,
  };
}
