/** Finds tables of meter reads by the words of their headers, and reads their rows by the columns these words stand over. */
import { compareDecimals, multiplyDecimals, subtractDecimals } from "../../domain/decimal.ts";
import { splitByColumns, type Columns } from "../template/columns.ts";
import type { Cell } from "../template/lines.ts";
import type { Decimal } from "../../records/statement.ts";
import { numberFrom } from "./amounts.ts";
import { foundWords, type BillWords } from "./bill-words.ts";
import { foldWord, wordsOf, type WordLine } from "./labels.ts";
import { meterLabels } from "./read-fields.ts";
import { scanDays, type DaySpan } from "./scan-days.ts";
import { normaliseUnit, type UnitOfText } from "./units.ts";
import type { Found } from "../template/lines.ts";
import { ACTUAL_WORDS, ESTIMATED_WORDS, FROM_WORDS, type MeterLabel } from "./vocabulary.ts";

export interface UseRow {
  line: WordLine;
  meter_num: string | null;
  description: string | null;
  previous_read: Decimal | null;
  current_read: Decimal | null;
  multiplier: Decimal | null;
  /** Null where it is not printed, or not readable. */
  amount: Decimal | null;
  unit: UnitOfText;
  isEstimated: boolean;
  period: { start: DaySpan; end: DaySpan } | null;
  days: number | null;
  found: Found;
}

interface Column {
  name: MeterLabel | null;
  unit: UnitOfText;
  left: number;
  right: number;
}

interface Header {
  columns: Column[];
  length: number;
}

const HEADER_LINES_MAX = 3;
/** More cells on a line are no header. */
const COLUMNS_MAX = 40;
/** Lines without numbers between the rows of a table, such as a heading of registers. */
const GAP_LINES_MAX = 6;

/** The rows of all tables, and the lines that they and their headers take. `charged` are the lines with amounts of money. */
export function useTablesOf(bill: BillWords, charged: ReadonlySet<number>): { rows: UseRow[]; taken: Set<number> } {
  const rows: UseRow[] = [];
  const taken = new Set<number>();
  for (let at = 0; at < bill.lines.length; at++) {
    const header = taken.has(at) ? null : headerAt(bill.lines, at);
    if (header === null) continue;
    for (let line = at; line < at + header.length; line++) taken.add(line);
    let gap = 0;
    for (let next = at + header.length; next < bill.lines.length; next++) {
      const line = bill.lines[next];
      if (line === undefined) break;
      const row = headerAt(bill.lines, line.at) === null ? rowOf(bill, line, header) : null;
      // The rows of charges that follow may stand under the same columns.
      if (charged.has(line.at) && !(row !== null && isMetered(row))) break;
      if (row !== null) {
        rows.push(row);
        taken.add(line.at);
      }
      gap = row === null ? gap + 1 : 0;
      if (gap > GAP_LINES_MAX) break;
    }
  }
  return { rows, taken };
}

/** The reads of the row give its use. */
export function isMetered(row: Pick<UseRow, "previous_read" | "current_read" | "multiplier" | "amount">): boolean {
  const { previous_read, current_read, multiplier, amount } = row;
  if (previous_read === null || current_read === null || amount === null) return false;
  const metered = multiplyDecimals(subtractDecimals(current_read, previous_read), multiplier ?? "1");
  return compareDecimals(metered, amount) === 0;
}

function headerAt(lines: readonly WordLine[], at: number): Header | null {
  let cells: { words: Cell["words"]; left: number; right: number }[] = [];
  for (let length = 1; length <= HEADER_LINES_MAX; length++) {
    const line = lines[at + length - 1];
    if (line === undefined || line.line.page !== lines[at]?.line.page) return null;
    if (line.line.cells.length > COLUMNS_MAX) return null;
    if (length > 1 && line.line.cells.every(({ text }) => /\d/.test(text))) return null;
    cells = length === 1 ? line.line.cells : stacked(cells, line.line.cells);
    const columns = cells.flatMap((cell) => columnsIn(cell, length === 1));
    if (isHeader(columns)) return { columns: columns.toSorted((one, other) => one.left - other.left), length };
    if (length === 1 && !columns.some(({ name }) => name !== null) && !mayBegin(line)) return null;
  }
  return null;
}

/** A first line of a stacked header has at least two cells of words. */
const mayBegin = ({ line }: WordLine): boolean => line.cells.filter(({ text }) => !/\d/.test(text)).length > 1;

function isHeader(columns: Column[]): boolean {
  const names = columns.flatMap(({ name }) => name ?? []);
  const has = (name: MeterLabel) => names.includes(name);
  if (new Set(names).size < names.length) return false;
  return (has("previous_read") && has("current_read")) || (has("use") && (has("meter") || has("from") || has("unit")));
}

function stacked(above: { words: Cell["words"]; left: number; right: number }[], below: Cell[]) {
  const cells = above.map((cell) => ({ ...cell }));
  for (const { words, left, right } of below) {
    const over = cells.find((cell) => cell.left < right && cell.right > left);
    if (over === undefined) cells.push({ words, left, right });
    else {
      over.words = [...over.words, ...words];
      over.left = Math.min(over.left, left);
      over.right = Math.max(over.right, right);
    }
  }
  return cells;
}

/** The column of a cell; cells of close headers may hold several. */
function columnsIn({ words, left, right }: Pick<Cell, "words" | "left" | "right">, mayHoldSeveral: boolean): Column[] {
  const folded = words.map(({ text }) => foldWord(text));
  const columns: Column[] = [];
  for (let at = 0; at < folded.length;) {
    const label = meterLabels(folded, at);
    if (label === null) {
      const unit = at > 0 ? null : unitOfHeader(folded);
      return [{ name: unit === null ? null : "use", unit, left, right }];
    }
    const end = at + label.length;
    const unit = normaliseUnit(folded[end] ?? "") ?? unitOfLabel(label.name, folded.slice(at, end));
    const to = normaliseUnit(folded[end] ?? "") === null ? end : end + 1;
    const own = words.slice(at, to);
    columns.push({
      name: label.name,
      unit,
      left: own[0]?.left ?? left,
      right: own.at(-1)?.right ?? right,
    });
    at = to;
  }
  const [only] = columns;
  if (columns.length === 1 && only !== undefined) return [{ ...only, left, right }];
  return mayHoldSeveral ? columns : [{ name: null, unit: null, left, right }];
}

/** A header that is only a unit: "1000 gal (kgal)". */
const unitOfHeader = (folded: string[]): UnitOfText =>
  folded.every((word) => /^\d/.test(word) || normaliseUnit(word) !== null)
    ? (normaliseUnit(folded.at(-1) ?? "") ?? null)
    : null;

/** "kWh used" names its unit. */
const unitOfLabel = (name: MeterLabel, words: string[]): UnitOfText =>
  name === "use" ? (words.map(normaliseUnit).find((unit) => unit !== null) ?? null) : null;

/** Null for a line without numbers under the columns of reads or use. */
function rowOf(bill: BillWords, line: WordLine, { columns }: Header): UseRow | null {
  const cells = splitByColumns(line.line, { columns, stated: {} } satisfies Columns);
  const read = (name: MeterLabel) => {
    const column = columns.find((one) => one.name === name);
    const cell = cells[name];
    return cell !== undefined && column !== undefined && isUnder(cell, column) ? readCell(bill, cell) : null;
  };
  const [previous, current, use, difference] = (["previous_read", "current_read", "use", "difference"] as const).map(
    read,
  );
  const hasReads = previous?.value != null && current?.value != null;
  // A row without reads among rows with reads, such as one of demand, says its unit.
  const isUse = use?.value != null && (use.unit !== null || !columns.some(({ name }) => name === "previous_read"));
  if (!hasReads && !isUse) return null;
  const multiplier = read("multiplier");
  const amount = use ?? (multiplier === null ? difference : null);
  const unitCell = cells["unit"];
  const unitOfColumn = columns.find(({ name }) => name === "use")?.unit ?? null;
  const meter = cells["meter"]?.text;
  const isMeter = meter !== undefined && (meter.match(/\d/g)?.length ?? 0) > 1;
  const from = dayIn(bill, line, cells["from"]);
  const to = dayIn(bill, line, cells["to"]);
  const days = read("days")?.value ?? null;
  const numbers = [cells["previous_read"], cells["current_read"], cells["use"]].flatMap((cell) => cell?.left ?? []);
  const first = Math.min(...numbers);
  const named = line.line.cells.findLast(
    ({ text, left }) => left < first && /\p{L}{2}/u.test(text) && !/\d/.test(text) && !isReadType(text),
  );
  const types = [previous, current, readTypeOf(cells["read_type"])];
  return {
    line,
    meter_num: isMeter ? meter : null,
    description: named?.text ?? null,
    previous_read: previous?.value ?? null,
    current_read: current?.value ?? null,
    multiplier: multiplier?.value ?? null,
    amount: amount?.value ?? null,
    unit: amount?.unit ?? unitOfColumn ?? normaliseUnit(unitCell?.text ?? ""),
    isEstimated: types.some((type) => type?.isEstimated === true),
    period: from === null || to === null ? null : { start: from, end: to },
    days: days === null ? null : Number(days),
    found: foundWords(line, 0, line.folded.length),
  };
}

/** A number may begin or end a little beside its header. */
const BESIDE_PT = 6;

const isUnder = (cell: Cell, { left, right }: Column): boolean =>
  cell.left < right + BESIDE_PT && cell.right > left - BESIDE_PT;

const estimated = wordsOf(ESTIMATED_WORDS);
const actual = wordsOf(ACTUAL_WORDS);

const isReadType = (text: string): boolean => estimated.has(foldWord(text)) || actual.has(foldWord(text));

export interface ReadCell {
  value: Decimal | null;
  unit: UnitOfText;
  isEstimated: boolean;
}

/** A number, then its unit or the kind of read. Other words make it unreadable. */
export function readNumber(bill: BillWords, texts: string[]): ReadCell {
  const number = numberFrom(texts, 0, bill.mark);
  if (number === null) return { value: null, unit: null, isEstimated: false };
  const rest = withoutDays(texts.slice(number.to));
  const unit = rest.map(normaliseUnit).find((found) => found !== null) ?? null;
  const others = rest.filter((word) => normaliseUnit(word) === null).map(foldWord);
  const isEstimated = others.some((word) => estimated.has(word));
  const isKnown = others.every((word) => estimated.has(word) || actual.has(word));
  return { value: isKnown ? number.value : null, unit, isEstimated };
}

const beforeDay = wordsOf(FROM_WORDS);

/** "8719 le 28/11/2020": the day of the read beside it. */
function withoutDays(texts: string[]): string[] {
  const folded = texts.map(foldWord);
  const spans = scanDays(folded);
  const isOfDay = (at: number) =>
    spans.some(({ from, to }) => (from <= at && at < to) || (at === from - 1 && beforeDay.has(folded[at] ?? "")));
  return texts.filter((_, at) => !isOfDay(at));
}

function readCell(bill: BillWords, cell: Cell | undefined): ReadCell | null {
  return cell === undefined
    ? null
    : readNumber(
        bill,
        cell.words.map(({ text }) => text),
      );
}

const readTypeOf = (cell: Cell | undefined): { isEstimated: boolean } => ({
  isEstimated: cell !== undefined && cell.words.some(({ text }) => estimated.has(foldWord(text))),
});

function dayIn(bill: BillWords, line: WordLine, cell: Cell | undefined): DaySpan | null {
  const [first] = cell?.words ?? [];
  if (cell === undefined || first === undefined) return null;
  const from = line.line.row.words.indexOf(first);
  return bill.days[line.at]?.find((span) => span.from >= from && span.to <= from + cell.words.length) ?? null;
}
