/** Checks an answer of a language model against everything that the bill prints: what it leaves out, or calls by another name. */
import { inWords } from "../../domain/bills/in-words.ts";
import { absoluteDecimal, subtractDecimals, toScaled } from "../../domain/decimal.ts";
import type { Decimal, Finding } from "../../records/statement.ts";
import { moneyBefore } from "../generic/amounts.ts";
import { foundWords, textsOf, type BillWords } from "../generic/bill-words.ts";
import { labelledOf, type Labelled } from "../generic/meter-labels.ts";
import { moneyRowsOf, type MoneyRow } from "../generic/money-rows.ts";
import { printedDays, type PrintedDays } from "../generic/read-days.ts";
import type { Field, Fields } from "../generic/read-fields.ts";
import { isMetered, useTablesOf, type UseRow } from "../generic/use-tables.ts";
import { error } from "../template/findings.ts";
import type { Span } from "./pointed.ts";

/** What our own reader sees on the bill, whatever a model says. */
export interface Seen {
  /** Rows of tables whose reads give their use. */
  metered: UseRow[];
  labelled: Labelled[];
  /** The numbers of meters, and on how many places each stands beside its label. */
  meters: Map<string, number>;
  /** Pairs of days that could be the period. */
  periods: PrintedDays[];
}

export function seenOn(words: BillWords, fields: Fields): Seen {
  // Its findings are not those of the model's reading.
  const bill: BillWords = { ...words, findings: [], printed: {} };
  const printed = moneyRowsOf(bill);
  const charged = new Set(printed.map(({ line }) => line.at));
  const tables = useTablesOf(bill, charged);
  const money = printed.filter(({ line }) => !tables.taken.has(line.at));
  const labelled = labelledOf(bill, tables.taken, money);
  const numbers = [
    ...tables.rows.flatMap(({ meter_num }) => meter_num ?? []),
    ...labelled.flatMap(({ name, value }) => (name === "meter" ? [value] : [])),
  ];
  const meters = new Map<string, number>();
  for (const number of numbers) meters.set(number, (meters.get(number) ?? 0) + 1);
  const invoiceDate = fields.invoice_date?.value ?? null;
  const sources = { lines: bill.lines, all: bill.lines, rows: tables.rows, labelled, charged: new Set<number>() };
  return {
    metered: tables.rows.filter(isMetered),
    labelled,
    meters,
    periods: printedDays(bill, { ...sources, invoiceDate }),
  };
}

/** Every meter and every metered use that our reader sees is in the reading: a model may not leave one out. */
export function leftOut(
  { meters, metered }: Seen,
  read: { numbers: ReadonlySet<string>; uses: readonly UseRow[] },
): Finding[] {
  const missing = [...meters.keys()].filter((number) => !read.numbers.has(number));
  const ofMeters =
    missing.length === 0
      ? []
      : [
          error(
            "meters_not_told_apart",
            `The bill prints the meter ${missing.slice(0, NAMED_MAX).join(", ")}, which the reading leaves out.`,
          ),
        ];
  const amounts = new Set(read.uses.flatMap(({ amount, unit }) => (amount === null ? [] : [`${amount} ${unit}`])));
  const uses = metered.filter(({ amount, unit }) => unit !== null && !amounts.has(`${amount} ${unit}`));
  return [
    ...ofMeters,
    ...uses
      .slice(0, 1)
      .map(({ amount, unit, found }) =>
        error(
          "uses_not_told_apart",
          `The bill prints reads of ${amount} ${unit}, which the reading leaves out.`,
          found,
        ),
      ),
  ];
}

const NAMED_MAX = 5;
const cents = (amount: Decimal): bigint => toScaled(absoluteDecimal(amount), 2);

type MoneyFields = Pick<Fields, "amount_due" | "previous_balance" | "amount_paid" | "current_charges">;

const moneyOf = ({ amount_due, previous_balance, amount_paid, current_charges }: MoneyFields): Field<Decimal>[] =>
  [amount_due, previous_balance, amount_paid, current_charges].filter((field) => field !== null);

/**
 * Sums fit by chance, or by design, when a part of a bill is called the whole. A figure without a known label therefore counts only
 * when every amount of the bill is in the reading, or follows from it: as a sum of neighboring charges, or as the balance after
 * payments.
 */
export function amountsLeftOut(
  bill: BillWords,
  fields: MoneyFields,
  read: { rows: readonly MoneyRow[]; totals: readonly Decimal[]; used: readonly Span[] },
): Finding[] {
  const figures = moneyOf(fields);
  if (figures.every(({ times }) => times > 0)) return [];
  const known = new Set<bigint>([0n, ...figures.map(({ value }) => cents(value)), ...read.totals.map(cents)]);
  const rows = read.rows.map(({ amount }) => toScaled(amount, 2));
  for (let from = 0; from < rows.length; from++) {
    let sum = 0n;
    for (const amount of rows.slice(from)) {
      sum += amount;
      known.add(sum < 0n ? -sum : sum);
    }
  }
  const { previous_balance, amount_paid } = fields;
  if (previous_balance !== null && amount_paid !== null)
    known.add(cents(subtractDecimals(previous_balance.value, absoluteDecimal(amount_paid.value))));
  const left = moneyOn(bill, read.used).filter((value) => !known.has(cents(value)));
  if (left.length === 0) return [];
  const named = [...new Set(left)].slice(0, NAMED_MAX).join(", ");
  const detail = `Not every figure stands beside a label that is known, and the bill prints other amounts that do not follow from the reading: ${named}.`;
  return [error("amounts_left_out", detail)];
}

/** All amounts of money on words that the reading does not use. */
function moneyOn(bill: BillWords, used: readonly Span[]): Decimal[] {
  const usedOf = Map.groupBy(used, ({ line }) => line.at);
  return bill.lines.flatMap((line) => {
    const texts = textsOf(line);
    const spans = usedOf.get(line.at) ?? [];
    const amounts: Decimal[] = [];
    for (let to = texts.length; to > 0;) {
      const money = moneyBefore(texts, to, bill.mark);
      const from = money?.from ?? to - 1;
      if (money !== null && !spans.some((span) => span.from < to && span.to > from)) amounts.push(money.value);
      to = from;
    }
    return amounts;
  });
}

/** The words that figures of a reading are read from. */
export interface Claims {
  /** False, with a finding, when another figure is read from the same words: one of them would be invented. */
  claim(name: string, span: Span): boolean;
  used: Span[];
}

/** A bill often prints these once. */
const MAY_BE_ONE = new Set(["amount_due", "current_charges", "printed_total"]);
const mayBeOne = (name: string): boolean => MAY_BE_ONE.has(name.slice(name.lastIndexOf(".") + 1));

export function createClaims(bill: BillWords): Claims {
  const claimed = new Map<string, string>();
  const used: Span[] = [];
  return {
    used,
    claim(name, span) {
      const { line, from, to } = span;
      const keys = Array.from({ length: to - from }, (_, at) => `${line.at} ${from + at}`);
      const other = keys.map((key) => claimed.get(key)).find((found) => found !== undefined);
      for (const key of keys) claimed.set(key, name);
      used.push(span);
      if (other === undefined || (mayBeOne(name) && mayBeOne(other))) return true;
      const detail = `The language model read the ${inWords(name)} and the ${inWords(other)} from the same words.`;
      bill.findings.push(error("read_twice", detail, foundWords(line, from, to)));
      return false;
    },
  };
}
