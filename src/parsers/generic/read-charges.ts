/** The charges of a bill: the rows that its printed totals sum up, each with its type and its meter. */
import { addDecimals, compareDecimals, toScaled } from "../../domain/decimal.ts";
import { halfOpen } from "../../domain/bills/period-convention.ts";
import type { AssociationType, ChargeType } from "../../records/codes.ts";
import type { Decimal, StatementCharge, StatementUsage } from "../../records/statement.ts";
import { error, quote, warning } from "../template/findings.ts";
import { dayIn, type BillWords } from "./bill-words.ts";
import type { MeterPart } from "./find-meters.ts";
import { foldWord, wordsOf } from "./labels.ts";
import type { MoneyRow } from "./money-rows.ts";
import type { Day } from "../../records/scalars.ts";
import type { DaySpan } from "./scan-days.ts";
import type { PeriodRead } from "./read-days.ts";
import type { Fields } from "./read-fields.ts";
import { rowsBelow, rowsOfSum, type SumNode } from "./sum-up.ts";
import { CHARGE_WORDS, DELIVERY_WORDS, SUPPLY_WORDS } from "./vocabulary.ts";

/** More rows are a list of something else, and each is compared with each. */
const ROWS_MAX = 300;

const cents = (amount: Decimal): bigint => toScaled(amount, 2);

export interface BilledRows {
  /** The rows of charges, in order. */
  rows: MoneyRow[];
  /** The printed totals among them with what each contains. */
  totals: { total: MoneyRow; rows: MoneyRow[] }[];
}

/** What the bill asks for this period: its printed current charges, else what is due without the older balance. */
function billedOf({ current_charges, amount_due, previous_balance, amount_paid }: Fields): Decimal | null {
  if (current_charges !== null) return current_charges.value;
  if (amount_due === null) return null;
  const paid = amount_paid?.value.replace("-", "") ?? "0";
  return addDecimals([amount_due.value, `-${previous_balance?.value ?? "0"}`.replace("--", ""), paid]);
}

/** The rows that make up the charges of the bill; when no printed total confirms them, all rows. */
export function billedRows(bill: BillWords, all: readonly MoneyRow[], fields: Fields): BilledRows {
  const billed = billedOf(fields);
  // The total is often printed again beside other words, such as the address on each page.
  const repeated = new Set(
    [billed, fields.amount_due?.value].flatMap((amount) => (amount == null ? [] : cents(amount))),
  );
  const isRepeated = ({ kind, amount, priced }: MoneyRow) =>
    kind === "charge" && priced === null && repeated.has(cents(amount));
  const rows = all.filter((row) => row.kind !== "field" && !isRepeated(row)).slice(0, ROWS_MAX);
  const items = rows.map(({ kind, amount, priced, line }) => ({
    isTotal: kind === "total",
    isDetailed: priced !== null || (bill.days[line.at] ?? []).length > 0,
    amount: cents(amount),
  }));
  const { nodes, unmatched, chosen, headings } = rowsOfSum(items, billed === null ? null : cents(billed));
  const known = new Set([
    ...Object.values(fields).flatMap((field) =>
      field !== null && /^-?\d+\.\d\d$/.test(field.value) ? [cents(field.value)] : [],
    ),
    ...nodes.filter(({ parts }) => parts.length > 0).map(({ amount }) => amount),
  ]);
  for (const at of unmatched) {
    const row = rows[at];
    if (row === undefined || known.has(cents(row.amount))) continue;
    const detail = `No rows above ${quote(row.found)} give its amount.`;
    bill.findings.push(error("total_not_confirmed", detail, row.found));
  }
  const used = chosen ?? nodes;
  if (chosen === null) {
    const sum = billed === null ? "an unknown amount" : billed;
    const place = fields.current_charges?.found ?? fields.amount_due?.found;
    bill.findings.push(error("charges_not_found", `No rows of the bill add up to ${sum}.`, place));
  }
  const read = rows.map((row, at): MoneyRow => {
    const under = rows[headings.get(at) ?? -1]?.description;
    return under === undefined ? row : { ...row, under };
  });
  // Beside headings with rows, one of 0.00 is a heading without any.
  const isEmpty = ({ amount, priced, under }: MoneyRow) =>
    headings.size > 0 && cents(amount) === 0n && priced === null && under === undefined;
  const rowOf = ({ at }: SumNode): MoneyRow[] => read.slice(at, at + 1).filter((row) => !isEmpty(row));
  const totalsIn = (node: SumNode): BilledRows["totals"] =>
    node.parts.length === 0
      ? []
      : [
          ...rowOf(node).flatMap((total) => ({ total, rows: rowsBelow(node).flatMap(rowOf) })),
          ...node.parts.flatMap(totalsIn),
        ];
  const inOrder = used.flatMap(rowsBelow).toSorted((one, other) => one.at - other.at);
  return { rows: inOrder.flatMap(rowOf), totals: used.flatMap(totalsIn) };
}

/** The rows of each meter. With several meters each needs its own total, so that no row is given to the wrong one. */
export function rowsOfParts(
  bill: BillWords,
  parts: readonly MeterPart[],
  billed: BilledRows,
): { rows: MoneyRow[]; total: MoneyRow | null }[] {
  const [only] = parts;
  if (parts.length === 1 && only !== undefined) {
    const whole = billed.totals.find(({ rows }) => rows.length === billed.rows.length);
    return [{ rows: billed.rows, total: whole?.total ?? null }];
  }
  const divided = parts.map(({ lines }) => {
    const own = new Set(lines.map(({ at }) => at));
    const rows = billed.rows.filter(({ line }) => own.has(line.at));
    const total = billed.totals.find(
      (one) => one.rows.length === rows.length && one.rows.every((row) => rows.includes(row)),
    );
    return { rows, total: total?.total ?? null };
  });
  const assigned = divided.flatMap(({ rows }) => rows).length;
  if (assigned < billed.rows.length || divided.some(({ rows, total }) => rows.length === 0 || total === null)) {
    const detail = `The bill has ${parts.length} meters, and not each has charges with a total of its own.`;
    bill.findings.push(error("charges_not_assigned", detail, billed.rows[0]?.found));
  }
  return divided;
}

const chargeWords = CHARGE_WORDS.map(([type, words]) => [type, wordsOf(words)] as const);

/** Types that a charge keeps although it is priced on a use. */
const KEPT_TYPES = new Set<ChargeType>(["tax_cost", "interim_rate_cost", "other_applied_cost"]);

function typesNamed(description: string): ChargeType[] {
  const words = description.split(" ").map(foldWord);
  return chargeWords.flatMap(([type, known]) => (words.some((word) => known.has(word)) ? [type] : []));
}

function typeOf({ description, priced, under }: MoneyRow, usages: readonly StatementUsage[]): ChargeType | null {
  const ofHeading = under === undefined ? [] : typesNamed(under);
  // What stands under a heading of taxes alone is a tax, whatever it is a tax on.
  if (ofHeading.length === 1 && ofHeading[0] === "tax_cost") return "tax_cost";
  const named = typesNamed(description)[0] ?? ofHeading[0] ?? null;
  const use = usages.find(({ measurement_unit }) => measurement_unit === priced?.unit);
  if (use === undefined || (named !== null && KEPT_TYPES.has(named))) return named;
  return use.utility_usage_type === "usage_amount" ? "usage_cost" : "demand_cost";
}

const deliveryWords = wordsOf(DELIVERY_WORDS);
const supplyWords = wordsOf(SUPPLY_WORDS);

/** Who bills the use: the owner of the wires or pipes alone, a supplier alone, or one company for both. */
export function associationOf(charges: readonly StatementCharge[]): AssociationType {
  const has = (words: Set<string>) => (charge: StatementCharge) =>
    charge.description.split(" ").some((word) => words.has(foldWord(word)));
  const ofUse = charges.filter(({ utility_charge_type }) => utility_charge_type === "usage_cost");
  if (ofUse.length === 0) return "STANDARD";
  if (ofUse.every(has(deliveryWords)) && !charges.some(has(supplyWords))) return "DISTRIBUTION";
  return ofUse.every(has(supplyWords)) && !charges.some(has(deliveryWords)) ? "SUPPLY" : "STANDARD";
}

/** The charges for the record. A quantity is kept when it gives the amount, a type that no word tells is a warning. */
export function chargesOf(
  bill: BillWords,
  rows: readonly MoneyRow[],
  { period, usages, name }: { period: PeriodRead; usages: readonly StatementUsage[]; name: string },
): StatementCharge[] {
  return rows.map((row, at) => {
    const { description, amount, priced, isDoubtful, found } = row;
    if (isDoubtful) {
      const detail = `The numbers in ${quote(found)} look like a quantity and a rate, but do not give its amount.`;
      bill.findings.push(error("row_not_understood", detail, found));
    }
    const type = typeOf(row, usages);
    if (type === null) {
      const detail = `No word of ${quote({ text: description })} tells its type; it counts as another cost.`;
      bill.findings.push(warning("unknown_charge", detail, found));
    }
    bill.printed[`${name}.charges.${at}`] = found;
    const use = usages.find(
      ({ measurement_unit, amount: used }) =>
        measurement_unit === priced?.unit && compareDecimals(used, priced.quantity) === 0,
    );
    return {
      description,
      amount,
      utility_charge_type: type ?? "other_applied_cost",
      group: use?.group ?? null,
      quantity: priced?.quantity ?? null,
      rate: priced?.rate ?? null,
      ...ownPeriod(bill, rows, row, period),
      place: found.place,
    };
  });
}

/** The two days that a row prints, else those of its meter. */
function ownPeriod(bill: BillWords, rows: readonly MoneyRow[], row: MoneyRow, period: PeriodRead) {
  const own = daysOn(bill, row, period.end_date);
  const { start_date, end_date } = period;
  return own === null || isWrapped(bill, rows, row) ? { start_date, end_date } : halfOpen(own, period.convention);
}

const spansOf = (bill: BillWords, { line, from, to }: MoneyRow): DaySpan[] =>
  (bill.days[line.at] ?? []).filter((span) => span.from >= from && span.to <= to);

/** The two days of a row that run forward; null for any other number of days. */
function daysOn(bill: BillWords, row: MoneyRow, latest: Day | null): { start: Day; end: Day } | null {
  const spans = spansOf(bill, row);
  const [start, end] = spans.map((span) => dayIn(bill, span, latest));
  return spans.length !== 2 || start == null || end == null || start > end ? null : { start, end };
}

/** The row above or below has one day, or two that do not run forward: the days go over several lines, and any two may not be a pair. */
const isWrapped = (bill: BillWords, rows: readonly MoneyRow[], row: MoneyRow): boolean =>
  rows.some(
    (other) =>
      Math.abs(other.line.at - row.line.at) === 1 &&
      other.line.line.page === row.line.line.page &&
      spansOf(bill, other).length > 0 &&
      daysOn(bill, other, null) === null,
  );

/** The lines of the rows that are priced on the largest quantity of a unit, which is the whole use, with days that can be trusted. */
export function linesOfWholeUse(bill: BillWords, rows: readonly MoneyRow[]): Set<number> {
  const ofUse = rows.filter(({ priced }) => priced !== null && priced.unit !== null);
  const isLargest = ({ priced }: MoneyRow) =>
    ofUse.every(
      (other) =>
        other.priced?.unit !== priced?.unit ||
        compareDecimals(other.priced?.quantity ?? "0", priced?.quantity ?? "0") <= 0,
    );
  return new Set(ofUse.flatMap((row) => (isLargest(row) && !isWrapped(bill, rows, row) ? [row.line.at] : [])));
}
