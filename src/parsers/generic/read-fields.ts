/** Finds the values of the whole bill beside, or below, their labels. Values that contradict each other are a finding. */
import { inWords } from "../../domain/bills/in-words.ts";
import { daysBetween } from "../../domain/calendar.ts";
import { subtractDecimals } from "../../domain/decimal.ts";
import type { Day } from "../../records/scalars.ts";
import type { Decimal } from "../../records/statement.ts";
import { error, quote } from "../template/findings.ts";
import { moneyBefore, readMoney, withoutTaxBasis } from "./amounts.ts";
import { dayIn, foundWords, rangeOf, textsOf, type BillWords, type Placed } from "./bill-words.ts";
import { createLabels, wordsOf, type Labels, type WordLine } from "./labels.ts";
import { FIELD_LABELS, METER_LABELS, NOT_NOW, NUMBER_WORDS, WEAK_LABELS, type FieldName } from "./vocabulary.ts";

export const fieldLabels = createLabels<FieldName>(FIELD_LABELS);
const weakLabels = createLabels<FieldName>(WEAK_LABELS);
export const meterLabels = createLabels(METER_LABELS);
export const numberWords = wordsOf(NUMBER_WORDS);
const notNow = wordsOf(NOT_NOW);

/** A field, and on how many places of the bill the same value is printed beside a label. */
export interface Field<Value> extends Placed<Value> {
  times: number;
}

export interface Fields {
  acct_num: Field<string> | null;
  invoice_number: Field<string> | null;
  invoice_date: Field<Day> | null;
  due_date: Field<Day> | null;
  amount_due: Field<Decimal> | null;
  previous_balance: Field<Decimal> | null;
  amount_paid: Field<Decimal> | null;
  current_charges: Field<Decimal> | null;
}

/** Reads a value within some words of a line; null when there is none. */
type ReadWords<Value> = (words: Words) => { value: Value; from: number; to: number } | null;

interface Words {
  line: WordLine;
  from: number;
  to: number;
}

export function readFields(bill: BillWords): Fields {
  const money = moneyIn(bill);
  const labels = [...labelsOn(bill, fieldLabels, 0), ...labelsOn(bill, weakLabels, WEAK_RANK)];
  const find = <Value extends string>(
    name: FieldName,
    read: ReadWords<Value>,
    rest: (value: Value) => string | null = () => null,
  ) => take(bill, name, { labels: labels.filter((label) => label.name === name), read, rest });
  const amount_paid = find("amount_paid", money);
  const invoice_date = find("invoice_date", firstDayIn(bill));
  // What is left of the balance after the payments is often printed, too.
  const afterPayments = (balance: Decimal) =>
    amount_paid === null ? null : subtractDecimals(balance, amount_paid.value.replace("-", ""));
  const fields = {
    acct_num: find("acct_num", numberIn(bill)),
    invoice_number: find("invoice_number", numberIn(bill)),
    invoice_date,
    due_date: find("due_date", dueDayIn(bill, invoice_date?.value ?? null)),
    amount_due: find("amount_due", money),
    previous_balance: find("previous_balance", money, afterPayments),
    amount_paid,
    current_charges: find("current_charges", money),
  };
  for (const [name, field] of Object.entries(fields)) if (field !== null) bill.printed[name] = field.found;
  return fields;
}

/** A label on a line, from its first word up to `end`. */
interface LabelOn {
  name: FieldName;
  line: WordLine;
  from: number;
  end: number;
  /** 0 for a label that begins a cell, 1 for one within a cell; more for weak labels, which begin a cell. */
  rank: number;
}

const WEAK_RANK = 2;

function labelsOn({ lines }: BillWords, labels: Labels<FieldName>, rank: number): LabelOn[] {
  return lines.flatMap((line) => {
    const found: LabelOn[] = [];
    for (let at = 0; at < line.folded.length;) {
      const label = labels(line.folded, at);
      const end = at + (label?.length ?? 1);
      const isFirst = line.cellOf[at] !== line.cellOf[at - 1];
      // Within a cell one word is mostly part of a sentence.
      const isMeant = isFirst || (rank === 0 && (label?.length ?? 0) > 1);
      const isLater = label?.name === "amount_due" && notNow.has(line.folded[end] ?? "");
      if (label !== null && isMeant && !isLater)
        found.push({ name: label.name, line, from: at, end, rank: rank + (isFirst ? 0 : 1) });
      at = end;
    }
    return found;
  });
}

function take<Value extends string>(
  bill: BillWords,
  name: FieldName,
  { labels, read, rest }: { labels: LabelOn[]; read: ReadWords<Value>; rest: (value: Value) => string | null },
): Field<Value> | null {
  const candidates = labels.flatMap((label) => {
    const value = valueBeside(label.line, label.end, read) ?? valueBelow(bill, label.line, label, read);
    return value === null ? [] : [{ ...value, rank: label.rank }];
  });
  const best = Math.min(...candidates.map(({ rank }) => rank));
  const [first, ...others] = candidates.filter(({ rank }) => rank === best);
  if (first === undefined) return null;
  const other = others.find(({ value }) => value !== first.value && value !== rest(first.value));
  if (other !== undefined) {
    const detail = `The ${inWords(name)} is printed as ${quote(first.found)} and as ${quote(other.found)}.`;
    bill.findings.push(error("values_differ", detail, other.found));
  }
  const places = candidates
    .filter(({ value }) => value === first.value)
    .map(({ found }) => JSON.stringify(found.place));
  return { ...first, times: new Set(places).size };
}

/** In the rest of the label's cell, else in the cells to the right, up to one that begins with another label. */
function valueBeside<Value>(line: WordLine, end: number, read: ReadWords<Value>): Placed<Value> | null {
  const cell = line.cellOf[end - 1] ?? 0;
  let from = end;
  while (line.cellOf[from] === cell && numberWords.has(line.folded[from] ?? "")) from += 1;
  const { to } = rangeOf(line, cell);
  const inside = from < to ? placed(line, read({ line, from, to })) : null;
  if (inside !== null) return inside;
  for (let next = cell + 1; next < line.line.cells.length; next++) {
    const range = rangeOf(line, next);
    if (beginsLabel(line, range.from)) return null;
    const value = placed(line, read({ line, ...range }));
    if (value !== null) return value;
  }
  return null;
}

export const beginsLabel = (line: WordLine, at: number): boolean =>
  fieldLabels(line.folded, at) !== null || meterLabels(line.folded, at) !== null;

const LINES_BELOW = 2;

/** In the cell below a label that fills its cell. */
function valueBelow<Value>(
  bill: BillWords,
  line: WordLine,
  label: { from: number; end: number },
  read: ReadWords<Value>,
): Placed<Value> | null {
  const index = line.cellOf[label.from] ?? 0;
  const cell = line.line.cells[index];
  const { from, to } = rangeOf(line, index);
  const rest = line.folded.slice(label.end, to);
  if (cell === undefined || from !== label.from || rest.some((word) => /\p{L}/u.test(word) && !/[$€]/.test(word)))
    return null;
  for (const below of bill.lines.slice(line.at + 1, line.at + 1 + LINES_BELOW)) {
    if (below.line.page !== line.line.page) return null;
    const under = below.line.cells.findIndex(({ left, right }) => left < cell.right && right > cell.left);
    if (under < 0) continue;
    const range = rangeOf(below, under);
    const value = read({ line: below, ...range });
    return value !== null && value.from === range.from && value.to === range.to ? placed(below, value) : null;
  }
  return null;
}

function placed<Value>(line: WordLine, read: { value: Value; from: number; to: number } | null): Placed<Value> | null {
  return read === null ? null : { value: read.value, found: foundWords(line, read.from, read.to) };
}

/** Letters and digits, as numbers of accounts, invoices and meters have. */
const NUMBER_WORD = /^[\p{L}\d][\p{L}\d./-]*$/u;
const DIGITS_MIN = 4;
const NUMBER_CHARACTERS_MAX = 40;

/** A number of an account or an invoice that begins the words: its parts may be apart. */
export function numberIn(bill: BillWords): ReadWords<string> {
  return ({ line, from, to }) => {
    const texts = textsOf(line);
    if (bill.days[line.at]?.some((span) => span.from === from) === true) return null;
    let end = from;
    while (end < to && NUMBER_WORD.test(texts[end] ?? "") && /\d/.test(texts[end] ?? "")) end += 1;
    const value = texts.slice(from, end).join(" ");
    const digits = value.replace(/\D/g, "").length;
    if (digits < DIGITS_MIN || value.length > NUMBER_CHARACTERS_MAX || readMoney(value, bill.mark) !== null)
      return null;
    return { value, from, to: end };
  };
}

/** How many words may stand before the day: "on", "from the". */
const WORDS_BEFORE_DAY = 1;

function firstDayIn(bill: BillWords): ReadWords<Day> {
  return ({ line, from, to }) => {
    const span = bill.days[line.at]?.find((found) => found.from >= from && found.to <= to);
    if (span === undefined || span.from > from + WORDS_BEFORE_DAY) return null;
    const value = dayIn(bill, span);
    return value === null ? null : { value, from: span.from, to: span.to };
  };
}

/** Bills are paid within so many days. */
const DUE_DAYS_MAX = 120;

/** A day from the date of the bill on; without that date none, because any day could be it. */
function dueDayIn(bill: BillWords, invoiceDate: Day | null): ReadWords<Day> {
  const read = firstDayIn(bill);
  return (words) => {
    const found = read(words);
    if (found === null || invoiceDate === null) return null;
    const days = daysBetween(invoiceDate, found.value);
    return days >= 0 && days <= DUE_DAYS_MAX ? found : null;
  };
}

function moneyIn(bill: BillWords): ReadWords<Decimal> {
  return ({ line, from, to: all }) => {
    const to = withoutTaxBasis(line.folded, from, all);
    const money = moneyBefore(textsOf(line).slice(from, to), to - from, bill.mark);
    return money === null ? null : { value: money.value, from: from + money.from, to };
  };
}
