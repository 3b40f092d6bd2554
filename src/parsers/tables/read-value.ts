/** Numbers and days out of cells: a cell that holds one is taken as it is, a text is read as the profile says. */
import { FIRST_DAY } from "../../records/bill-limits.ts";
import type { RefusalReason } from "../../records/import.ts";
import type { Day } from "../../records/scalars.ts";
import type { Decimal } from "../../records/statement.ts";
import type { DayReader } from "../template/dates.ts";
import { readDecimal, type DecimalMark } from "../template/numbers.ts";
import { decimalOf } from "./cells.ts";
import type { Taken } from "./take.ts";

export interface CellReaders {
  decimalMark: DecimalMark;
  days: DayReader;
  /** The day of the import: no bill is of a later one. */
  today: Day;
  /** `1,500` may be one and a half: it is not guessed. */
  mayHaveComma: boolean;
  /** The same copy for the same text. */
  once: (text: string) => string;
}

/** Refuses the row for what stands in one cell. */
export type Refuse = (reason: RefusalReason, taken: Taken | null, detail?: string) => void;

/** Ten billion: above it no bill goes, and the columns of the store end. */
const NUMBER_MAX = 10_000_000_000;

/** As most are written; any reader of numbers gives it back as it is. */
const PLAIN = /^\d{1,15}(?:\.\d{1,9})?$/;

/** One group of three behind a comma, and nothing that tells whether it is one of thousands. */
const THOUSANDS_OR_DECIMALS = /^[^\d.,]*\d{1,3},\d{3}[^\d.,]*$/;

export function readNumber(taken: Taken | null, readers: CellReaders, say: Refuse): Decimal | null {
  const { decimalMark, mayHaveComma, once } = readers;
  if (taken === null) return null;
  const { cell, text } = taken;
  const isPlain = decimalMark === "." && PLAIN.test(text);
  const number = typeof cell === "number" ? decimalOf(cell) : isPlain ? text : readDecimal(text, decimalMark);
  if (number === null || number === "") {
    say("unreadable_number", taken, unreadable(text, decimalMark));
    return null;
  }
  if (mayHaveComma && typeof cell !== "number" && THOUSANDS_OR_DECIMALS.test(text)) {
    say("unreadable_number", taken, ambiguous(text));
    return null;
  }
  if (Math.abs(Number(number)) < NUMBER_MAX) return once(number);
  say("number_too_large", taken);
  return null;
}

const ambiguous = (text: string): string =>
  `${JSON.stringify(text)} may be thousands or have decimals: semicolons separate the fields, as where decimals stand behind a comma. ${wayOut(",")}`;

const wayOut = (mark: DecimalMark): string =>
  `Where ${JSON.stringify(mark)} stands before decimals, a profile of your own says so: "decimal_mark": ${JSON.stringify(mark)}.`;

/** With the way out, where the number is only written otherwise than the profile says. */
function unreadable(text: string, mark: DecimalMark): string {
  const said = `${JSON.stringify(text.slice(0, 100))} is no number with ${JSON.stringify(mark)} before its decimals.`;
  const other = mark === "." ? "," : ".";
  if (readDecimal(text, other) === null) return said;
  return `${said} ${wayOut(other)}`;
}

/** What stands behind a day, such as a time, is not part of it. */
const TIME = /^(\d{4}-\d\d-\d\d)[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)?$/;

export function readDay(taken: Taken | null, { days, today, once }: CellReaders, say: Refuse): Day | null {
  if (taken === null) return null;
  const text = TIME.exec(taken.text)?.[1] ?? taken.text;
  const day = days.read(text);
  if (day === null)
    say(
      "unreadable_date",
      taken,
      `${JSON.stringify(taken.shown.slice(0, 100))} is no date in a format of the profile.`,
    );
  else if (day < FIRST_DAY) say("unreadable_date", taken, `${day} lies before ${FIRST_DAY}.`);
  else if (day > today) say("future_date", taken, `${day} lies in the future: today is ${today}.`);
  return day && once(day);
}
