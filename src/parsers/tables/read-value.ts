/** Reads numbers and days from cells: a numeric cell is used as it is, a text is read as the profile defines. */
import { FIRST_DAY } from "../../records/bill-limits.ts";
import type { RefusalReason } from "../../records/import-refusals.ts";
import type { Day } from "../../records/scalars.ts";
import type { Decimal } from "../../records/statement.ts";
import type { DayReader } from "../template/dates.ts";
import { readDecimal, type DecimalMark } from "../template/numbers.ts";
import { decimalOf } from "./cells.ts";
import type { Taken } from "./take.ts";

export interface CellReaders {
  decimalMark: DecimalMark;
  days: DayReader;
  /** The day of the import: no bill is later. */
  today: Day;
  /** `1,500` may mean one and a half, so it is not guessed. */
  mayHaveComma: boolean;
  /** Returns one shared copy of equal texts. */
  pooled: (text: string) => string;
}

/** Refuses the row because of one cell. */
export type Refuse = (reason: RefusalReason, taken: Taken | null, detail?: string) => void;

/** The limit of the database columns; no bill is so large. */
const NUMBER_MAX = 10_000_000_000;

/** The form of most numbers, which needs no reading. */
const PLAIN = /^\d{1,15}(?:\.\d{1,9})?$/;

/** One group of three digits after a comma: thousands or decimals. */
const THOUSANDS_OR_DECIMALS = /^[^\d.,]*\d{1,3},\d{3}[^\d.,]*$/;

export function readNumber(taken: Taken | null, readers: CellReaders, say: Refuse): Decimal | null {
  const { decimalMark, mayHaveComma, pooled } = readers;
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
  if (Math.abs(Number(number)) < NUMBER_MAX) return pooled(number);
  say("number_too_large", taken);
  return null;
}

const ambiguous = (text: string): string =>
  `${JSON.stringify(text)} may be thousands or have decimals: the fields are separated by semicolons, as in files with decimal commas. ${wayOut(",")}`;

const wayOut = (mark: DecimalMark): string =>
  `If ${JSON.stringify(mark)} is the decimal mark, set it in a profile of your own: "decimal_mark": ${JSON.stringify(mark)}.`;

/** Includes the solution when the number is valid with the other decimal mark. */
function unreadable(text: string, mark: DecimalMark): string {
  const said = `${JSON.stringify(text.slice(0, 100))} is not a number with the decimal mark ${JSON.stringify(mark)}.`;
  const other = mark === "." ? "," : ".";
  if (readDecimal(text, other) === null) return said;
  return `${said} ${wayOut(other)}`;
}

/** A time after the day is ignored. */
const TIME = /^(\d{4}-\d\d-\d\d)[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)?$/;

export function readDay(taken: Taken | null, { days, today, pooled }: CellReaders, say: Refuse): Day | null {
  if (taken === null) return null;
  const text = TIME.exec(taken.text)?.[1] ?? taken.text;
  const day = days.read(text);
  if (day === null)
    say(
      "unreadable_date",
      taken,
      `${JSON.stringify(taken.shown.slice(0, 100))} is not a date in a format of the profile.`,
    );
  else if (day < FIRST_DAY) say("unreadable_date", taken, `${day} is before ${FIRST_DAY}.`);
  else if (day > today) say("future_date", taken, `${day} is in the future: today is ${today}.`);
  return day && pooled(day);
}
