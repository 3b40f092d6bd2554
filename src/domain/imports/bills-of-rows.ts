/** Makes bills from the rows of a spreadsheet and refuses bad rows: one bad row never stops the others. */
import { BILL_LINES_MAX } from "../../records/bill-limits.ts";
import type { Refusal } from "../../records/import-refusals.ts";
import type { ImportedBill } from "../../records/imported-bill.ts";
import type { Finding } from "../../records/statement.ts";
import { reconcile } from "../bills/reconcile.ts";
import { countOf, firstFew } from "../text.ts";
import { billTotalMatches, rowsAgree, rowTotalsMatch, type BillRule } from "./bill-rules.ts";
import { billDay, groupRows, invoiceKey, periodKey, type GroupRules } from "./group-rows.ts";
import type { Row } from "./row.ts";
import { datePeriods, type DatedRow, type PeriodRules, type ReadPeriod } from "./periods.ts";
import { refuse } from "./refuse.ts";
import { rowName } from "./row-number.ts";
import { noPeriodOverlaps, noRowTwice, type RowRule } from "./row-rules.ts";
import { billOfRows, type StatementRules } from "./statement-of-rows.ts";

const ROW_RULES: RowRule[] = [noRowTwice, noPeriodOverlaps];
const BILL_RULES: BillRule[] = [rowsAgree, rowTotalsMatch, billTotalMatches];

/** A bill, or refusals with the periods that were made of reads. */
export type Found = { bill: ImportedBill } | { refusals: Refusal[]; made?: ReadPeriod[] };

/**
 * The bills and refusals of the rows of one account, ordered by the days of the bills. A generator, so that the bills of a
 * large file are never all in memory.
 */
export function* billsOfRows(rows: readonly Row[], rules: PeriodRules & StatementRules & GroupRules): Generator<Found> {
  const dated = datePeriods(rows, rules);
  const bad = new Set(dated.rows.flatMap(({ row, isRefused }) => (isRefused ? row : [])));
  const beside = ROW_RULES.flatMap((rule) => rule(dated.rows.filter(({ row }) => !bad.has(row))));
  for (const { row } of beside) bad.add(row);
  yield { refusals: [...dated.refusals, ...beside], made: dated.made };
  // A row without a period can still name its bill: that bill is incomplete.
  const badRowOf = new Map(
    dated.undated.flatMap((row) => (invoiceKey(row) === null ? [] : [[invoiceKey(row), row.row] as const])),
  );
  // A row without a readable number and date belongs to the bill of its period.
  const badRowAt = new Map(
    dated.rows.flatMap((row) =>
      bad.has(row.row) && invoiceKey(row) === null ? [[periodKey(row, rules), row.row] as const] : [],
    ),
  );
  for (const group of inOrder(groupRows(dated.rows, rules))) {
    const [first] = group;
    const culprit =
      group.find(({ row }) => bad.has(row))?.row ??
      (first && badRowOf.get(invoiceKey(first))) ??
      group.map((row) => badRowAt.get(periodKey(row, rules))).find((row) => row !== undefined);
    yield culprit === undefined ? checkGroup(group, rules) : { refusals: refuseOthers(group, bad, culprit) };
  }
}

/** By the days of the bills, then by their first rows. */
function inOrder(groups: readonly DatedRow[][]): DatedRow[][] {
  return groups
    .map((group) => ({ group, day: billDay(group), row: firstRow(group) }))
    .sort((a, b) => (a.day === b.day ? a.row - b.row : a.day < b.day ? -1 : 1))
    .map(({ group }) => group);
}

const firstRow = (group: readonly DatedRow[]): number =>
  group.reduce((least, { row }) => Math.min(least, row), Infinity);

function checkGroup(group: readonly DatedRow[], rules: StatementRules): Found {
  const [first, ...others] = group;
  if (first === undefined) return { refusals: [] };
  const lines = group.reduce((sum, { usages, charges }) => sum + usages.length + charges.length, 0);
  // Rows that share a word in place of an invoice number are not a bill.
  if (lines > BILL_LINES_MAX) {
    const detail = `${group.length} rows claim to be one bill, with ${lines} lines; the limit is ${BILL_LINES_MAX}.`;
    return { refusals: group.map(({ row }) => refuse(row, "bill_does_not_add_up", { detail })) };
  }
  const refusals = BILL_RULES.flatMap((rule) => rule(group));
  if (refusals.length > 0) {
    const bad = new Set(refusals.map(({ row }) => row));
    return { refusals: [...refusals, ...refuseOthers(group, bad, refusals[0]?.row ?? first.row)] };
  }
  const bill = billOfRows([first, ...others], rules);
  const errors = reconcile(bill.statement).filter((finding) => isFatal(finding, bill));
  if (errors.length === 0) return { bill };
  const details = [...new Set(errors.map((error) => error.detail))];
  // A bill of many lines can have an error in each.
  const detail = firstFew(details, " ", (more) => `And ${countOf(more, "more error")}.`);
  return { refusals: group.map(({ row }) => refuse(row, "bill_does_not_add_up", { detail })) };
}

/** A spreadsheet may state the use without its cost. */
const isFatal = ({ name, severity }: Finding, { statement: { meters } }: ImportedBill): boolean =>
  severity === "error" && !(name === "nothing_to_bill" && meters.some(({ usages }) => usages.length > 0));

function refuseOthers(group: readonly DatedRow[], bad: ReadonlySet<number>, culprit: number): Refusal[] {
  return group
    .filter(({ row }) => !bad.has(row))
    .map(({ row }) =>
      refuse(row, "other_row_of_bill", { detail: `${rowName(culprit, "Row")} of the same bill is refused.` }),
    );
}
