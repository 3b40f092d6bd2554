/** Finds what is printed beside the labels of a meter: its number, reads, multiplier, use and number of days. */
import type { Decimal } from "../../records/statement.ts";
import type { Found } from "../template/lines.ts";
import { foundWords, rangeOf, textsOf, type BillWords } from "./bill-words.ts";
import type { WordLine } from "./labels.ts";
import type { MoneyRow } from "./money-rows.ts";
import { beginsLabel, fieldLabels, meterLabels, numberWords } from "./read-fields.ts";
import { normaliseUnit, type UnitOfText } from "./units.ts";
import { readNumber } from "./use-tables.ts";
import type { MeterLabel } from "./vocabulary.ts";

export interface Labelled {
  name: MeterLabel;
  /** As printed. */
  label: string;
  line: WordLine;
  /** The number of a meter, else a decimal. */
  value: Decimal;
  unit: UnitOfText;
  isEstimated: boolean;
  found: Found;
}

/** All values beside a label that begins a cell, outside the lines of tables and the rows with amounts of money. */
export function labelledOf(bill: BillWords, taken: ReadonlySet<number>, rows: readonly MoneyRow[]): Labelled[] {
  const charged = Map.groupBy(rows, ({ line }) => line.at);
  return bill.lines
    .filter(({ at }) => !taken.has(at))
    .flatMap((line) => labelledIn(bill, line, charged.get(line.at) ?? []));
}

function labelledIn(bill: BillWords, line: WordLine, rows: readonly MoneyRow[]): Labelled[] {
  return line.line.cells.flatMap((_, cell) => {
    const { from, to } = rangeOf(line, cell);
    const label = meterLabels(line.folded, from);
    const isOther = (fieldLabels(line.folded, from)?.length ?? 0) > (label?.length ?? 0);
    if (label === null || isOther || rows.some((row) => row.from <= from && from < row.to)) return [];
    const end = from + label.length;
    const inside = skipped(line, end, to);
    const next = rangeOf(line, cell + 1);
    const range = inside < to ? { from: inside, to } : next.from < 0 || beginsLabel(line, next.from) ? null : next;
    const read = range === null ? null : valueIn(bill, line, label.name, range);
    if (read === null || range === null) return [];
    const unit = read.unit ?? unitOf(line.folded.slice(from, to));
    const printed = textsOf(line).slice(from, end).join(" ");
    return [{ name: label.name, label: printed, line, ...read, unit, found: foundWords(line, from, range.to) }];
  });
}

function skipped(line: WordLine, from: number, to: number): number {
  let at = from;
  while (at < to && numberWords.has(line.folded[at] ?? "")) at += 1;
  // "Usage (kWh)": the unit belongs to the label.
  return at < to && normaliseUnit(line.folded[at] ?? "") !== null ? at + 1 : at;
}

const unitOf = (folded: string[]): UnitOfText => folded.map(normaliseUnit).find((unit) => unit !== null) ?? null;

const METER_NUMBER = /^[\p{L}\d][\p{L}\d./-]*$/u;
const DIGITS_MIN = 2;

function valueIn(
  bill: BillWords,
  line: WordLine,
  name: MeterLabel,
  { from, to }: { from: number; to: number },
): Pick<Labelled, "value" | "unit" | "isEstimated"> | null {
  const texts = textsOf(line);
  if (name === "meter") {
    const text = texts[from] ?? "";
    const isNumber = METER_NUMBER.test(text) && (text.match(/\d/g)?.length ?? 0) >= DIGITS_MIN;
    const isDay = bill.days[line.at]?.some((span) => span.from === from) === true;
    return isNumber && !isDay ? { value: text, unit: null, isEstimated: false } : null;
  }
  // A read may have its day before it.
  const day = bill.days[line.at]?.find((span) => span.from === from);
  const { value, unit, isEstimated } = readNumber(bill, texts.slice(day?.to ?? from, to));
  return value === null ? null : { value, unit, isEstimated };
}
