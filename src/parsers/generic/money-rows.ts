/** Finds the lines that end with an amount of money, and says what each is: a charge, a total, or a value of the whole bill. */
import {
  absoluteDecimal,
  compareDecimals,
  multiplyDecimals,
  roundDecimal,
  subtractDecimals,
} from "../../domain/decimal.ts";
import { normaliseUnit, type UnitOfText } from "./units.ts";
import type { Decimal } from "../../records/statement.ts";
import type { Found } from "../template/lines.ts";
import { readRate } from "../template/numbers.ts";
import { cutEnd } from "../../domain/text.ts";
import { moneyBefore, numberFrom, readMoney, withoutTaxBasis } from "./amounts.ts";
import { foundWords, rangeOf, textsOf, type BillWords } from "./bill-words.ts";
import { createLabels, wordsOf, type WordLine } from "./labels.ts";
import { fieldLabels } from "./read-fields.ts";
import { FROM_WORDS, TIME_WORDS, TOTAL_WORDS, UNTIL_WORDS } from "./vocabulary.ts";

export interface MoneyRow {
  kind: "charge" | "total" | "field";
  line: WordLine;
  /** Its words in the line. */
  from: number;
  to: number;
  description: string;
  amount: Decimal;
  /** Null where the row prints none, or nothing shows which number it is. */
  priced: { quantity: Decimal; rate: Decimal; unit: UnitOfText } | null;
  /** Numbers that are printed like a quantity and a rate, but do not give the amount. */
  isDoubtful: boolean;
  /** The words of the heading whose amount this row and its neighbors add up to. */
  under?: string;
  found: Found;
}

export const totalLabels = createLabels({ total: TOTAL_WORDS });

/** All rows in reading order; where two stand beside each other on a line, those on the left of the page come first. */
export function moneyRowsOf(bill: BillWords): MoneyRow[] {
  const rows = bill.lines.flatMap((line) => rowsOfLine(bill, line));
  const byPage = Map.groupBy(rows, ({ line }) => line.line.page);
  return [...byPage.values()].flatMap(inColumns);
}

function inColumns(rows: MoneyRow[]): MoneyRow[] {
  const byLine = Map.groupBy(rows, ({ line }) => line.at);
  const seconds = [...byLine.values()].flatMap(([, second]) => (second === undefined ? [] : [leftOf(second)]));
  if (seconds.length === 0) return rows;
  const gutter = Math.min(...seconds) - 1;
  return [...rows.filter((row) => leftOf(row) < gutter), ...rows.filter((row) => leftOf(row) >= gutter)];
}

const leftOf = ({ found, line }: MoneyRow): number => ("box" in found.place ? found.place.box[0] : line.at);

interface Segment {
  /** Cells with words. */
  texts: number[];
  /** Cells with numbers only. */
  numbers: number[];
  money: number | null;
}

function rowsOfLine(bill: BillWords, line: WordLine): MoneyRow[] {
  const segments: Segment[] = [];
  let open: Segment = { texts: [], numbers: [], money: null };
  const isNew = () => open.money !== null || open.numbers.length > 0;
  for (const cell of line.line.cells.keys()) {
    if (moneyIn(bill, line, cell) !== null) {
      if (open.money !== null) open.numbers.push(open.money);
      open.money = cell;
    } else if (isNumbers(bill, line, cell)) open.numbers.push(cell);
    else {
      if (isNew()) {
        segments.push(open);
        open = { texts: [], numbers: [], money: null };
      }
      open.texts.push(cell);
    }
  }
  return [...segments, open].flatMap((segment) => rowOf(bill, line, segment) ?? []);
}

const IS_SHARE = /^\d{1,3}(?:[.,]\d{1,3})? ?%$/;

/** The amount in a cell, also with words such as "incl. VAT" after it. */
const moneyIn = (bill: BillWords, line: WordLine, cell: number): Decimal | null => {
  const { from, to } = rangeOf(line, cell);
  return readMoney(
    textsOf(line)
      .slice(from, withoutTaxBasis(line.folded, from, to))
      .join(" "),
    bill.mark,
  );
};

/** A sentence that names amounts is no row of them. */
const SENTENCE_WORDS = 10;

/** Justified text has its words far apart: so many cells of one word each are one description. */
const JUSTIFIED_CELLS = 3;

/** The first cell of the description that ends with a cell. */
function firstCellOf(line: WordLine, texts: readonly number[], named: number): number {
  const isWord = (cell: number) => {
    const { from, to } = rangeOf(line, cell);
    return to === from + 1 && /^\p{L}+$/u.test(textsOf(line)[from] ?? "");
  };
  let first = named;
  while (isWord(first) && texts.includes(first - 1) && isWord(first - 1)) first -= 1;
  return named - first + 1 >= JUSTIFIED_CELLS ? first : named;
}

function rowOf(bill: BillWords, line: WordLine, { texts, numbers: all, money }: Segment): MoneyRow | null {
  // A share after the amount is the rate of a tax on it.
  const numbers = all.filter(
    (cell) => money === null || cell < money || !IS_SHARE.test(line.line.cells[cell]?.text ?? ""),
  );
  const words = textsOf(line);
  const named = texts.findLast((cell) => /^\p{L}/u.test(words[rangeOf(line, cell).from] ?? "")) ?? texts.at(-1);
  if (named === undefined) return null;
  const range = rangeOf(line, named);
  const own = money === null ? moneyBefore(words.slice(range.from, range.to), range.to - range.from, bill.mark) : null;
  if (money === null && (own === null || own.from === 0)) return null;
  const end = own === null ? range.to : range.from + own.from;
  const amount = own === null ? moneyIn(bill, line, money ?? 0) : own.value;
  if (amount === null) return null;
  // Where the numbers have cells of their own, those in the description belong to it: "first 6 CCF".
  const before = numbers.length > 0 ? end : startOfNumbers(bill, line, range.from, end);
  const last = money === null ? range.to : rangeOf(line, money).to;
  const numbersOf = [{ from: before, to: end }, ...numbers.map((cell) => rangeOf(line, cell))];
  const from = rangeOf(line, firstCellOf(line, texts, named)).from;
  const description = words.slice(from, before).join(" ");
  const isSentence = own !== null && before - from >= SENTENCE_WORDS;
  if (isSentence && words.slice(from, before).some((word) => readMoney(word, bill.mark) !== null)) return null;
  if (!/\p{L}/u.test(description)) return null;
  const starts = texts.map((cell) => rangeOf(line, cell).from);
  const kind = kindOf(line, starts);
  const found = foundWords(line, from, last);
  const printed = numbersOf.flatMap((part) => numbersIn(bill, words.slice(part.from, part.to)));
  const alone = pricedOf(printed, amount);
  // "VAT at 20%" states its rate in its name.
  const shares = numbersIn(bill, words.slice(from, before)).filter(({ isPercent }) => isPercent);
  const { priced } = alone.priced === null ? pricedOf([...printed, ...shares], amount) : alone;
  const ofNumbers = priced === null ? alone : { priced, isDoubtful: false };
  return { kind, line, from, to: last, description, amount, ...ofNumbers, found };
}

function kindOf(line: WordLine, starts: number[]): MoneyRow["kind"] {
  const fields = starts.flatMap((at) => fieldLabels(line.folded, at)?.name ?? []);
  if (fields.includes("current_charges")) return "total";
  if (fields.length > 0) return "field";
  return starts.some((at) => totalLabels(line.folded, at) !== null) ? "total" : "charge";
}

/** Between numbers: "550 kWh @ $0.08", "12 x 3". */
const SIGNS = new Set(
  "x × * @ = at of à a zu je per / - + € $ r$ eur usd % ct cents ¢ c€ month months mois monat monate mes meses".split(
    " ",
  ),
);

const MONEY_SIGNS = new Set("$ € £ r$ us$ eur usd ¢ ct cts cent cents c€".split(" "));

function isNumberWord(bill: BillWords, line: WordLine, at: number): boolean {
  const folded = line.folded[at] ?? "";
  if (SIGNS.has(folded) || isPerUnit(folded) || folded.split("/").every((part) => normaliseUnit(part) !== null))
    return true;
  const days = bill.days[line.at] ?? [];
  if (days.some(({ from, to }) => from <= at && at < to)) return true;
  if (days.length > 0 && periodWords.has(folded)) return true;
  return readRate(folded, bill.mark) !== null;
}

const periodWords = new Set([...wordsOf(FROM_WORDS), ...wordsOf(UNTIL_WORDS)]);
const timeWords = wordsOf(TIME_WORDS);

/** `€/kWh`, `$/therm`, `ct/kWh`, `€/mois`. */
function isPerUnit(folded: string): boolean {
  const slash = folded.indexOf("/");
  return (
    slash >= 0 &&
    (slash === 0 || MONEY_SIGNS.has(folded.slice(0, slash))) &&
    (normaliseUnit(folded.slice(slash + 1)) !== null || timeWords.has(folded.slice(slash + 1)))
  );
}

function isNumbers(bill: BillWords, line: WordLine, cell: number): boolean {
  const { from, to } = rangeOf(line, cell);
  for (let at = from; at < to; at++) if (!isNumberWord(bill, line, at)) return false;
  return true;
}

/** Where the numbers at the end of a description begin. */
function startOfNumbers(bill: BillWords, line: WordLine, from: number, to: number): number {
  let start = to;
  while (start > from + 1 && isNumberWord(bill, line, start - 1)) start -= 1;
  // A unit or a sign without a number before it belongs to the description.
  while (start < to && !/\d/.test(line.folded[start] ?? "")) start += 1;
  return start;
}

interface PrintedNumber {
  value: Decimal;
  unit: UnitOfText;
  isRate: boolean;
  isPercent: boolean;
}

function numbersIn(bill: BillWords, words: string[]): PrintedNumber[] {
  const numbers: PrintedNumber[] = [];
  for (let at = 0; at < words.length;) {
    const word = words[at]?.replace(/^\(|\)$/g, "") ?? "";
    const next = words[at + 1]?.replace(/\)$/, "") ?? "";
    if (word.endsWith("%") || next === "%") {
      const value = readRate(word.endsWith("%") ? word : `${word}%`, bill.mark);
      if (value !== null) numbers.push({ value, unit: null, isRate: true, isPercent: true });
      at += next === "%" ? 2 : 1;
      continue;
    }
    const plain = [word, ...words.slice(at + 1).map((text) => text.replace(/\)$/, ""))];
    const number = numberFrom(plain, 0, bill.mark) ?? asRate(word, bill);
    if (number === null) {
      at += 1;
      continue;
    }
    at += number.to;
    const after = cutEnd(words[at] ?? "", /[),;]/);
    const unit = normaliseUnit(after);
    const isRate = /[$€£]|\//.test(word) || MONEY_SIGNS.has(after.toLowerCase()) || isPerUnit(after.toLowerCase());
    const cents = /^(?:¢|ct|cents?|c€)(?:\/|$)/i.test(after) ? readRate(`${word} ct`, bill.mark) : null;
    numbers.push({ value: cents ?? number.value, unit, isRate: isRate && unit === null, isPercent: false });
    if (unit !== null || isRate) at += /\d/.test(after) ? 0 : 1;
  }
  return numbers;
}

function asRate(word: string, { mark }: BillWords): { value: Decimal; to: number } | null {
  const value = readRate(word, mark);
  return value === null ? null : { value, to: 1 };
}

/** Utilities round in different ways; two cents are normal. */
const TOLERANCE: Decimal = "0.02";

/** Quantity times rate is the amount, as utilities round it. */
export function gives(quantity: Decimal, rate: Decimal, amount: Decimal): boolean {
  const product = absoluteDecimal(roundDecimal(multiplyDecimals(quantity, rate), 2));
  return compareDecimals(absoluteDecimal(subtractDecimals(product, absoluteDecimal(amount))), TOLERANCE) <= 0;
}

/** Which two of the numbers are quantity and rate: only those that give the amount, and whose unit or sign tells them apart. */
function pricedOf(numbers: PrintedNumber[], amount: Decimal): Pick<MoneyRow, "priced" | "isDoubtful"> {
  const pairs = numbers.flatMap((quantity) =>
    numbers.filter((rate) => rate !== quantity && rate.unit === null).map((rate) => ({ quantity, rate })),
  );
  // A share is taken of an amount of money, a price of anything else.
  const fitting = pairs.filter(
    ({ quantity, rate }) => (rate.isPercent || !quantity.isRate) && gives(quantity.value, rate.value, amount),
  );
  const sure = fitting.find(({ quantity, rate }) => quantity.unit !== null || rate.isRate);
  if (sure !== undefined) {
    const { quantity, rate } = sure;
    return { priced: { quantity: quantity.value, rate: rate.value, unit: quantity.unit }, isDoubtful: false };
  }
  const isPriced = pairs.some(({ quantity, rate }) => quantity.unit !== null || rate.isRate);
  return { priced: null, isDoubtful: isPriced && fitting.length === 0 };
}
