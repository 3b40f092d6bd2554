/** Reads printed dates in the formats of a template; a date without a year is the latest one before a known day. */
import { isDay } from "../../domain/calendar.ts";
import type { Day } from "../../records/scalars.ts";
import { ORDINALS, monthOfName, withoutWeekday, type Language } from "./month-names.ts";

type Part = "year" | "month" | "day";

interface Token {
  part: Part;
  pattern: string;
  /** Null when the text is invalid. */
  read: (text: string, language: Language) => number | null;
}

const NAME = String.raw`[\p{L}]{3,}\.?`;

/** The day of a month in figures may have the ending of an ordinal: 5th, 1er. */
const ORDINAL = String.raw`(?:${ORDINALS})?`;

/** The tokens of a format. Two-digit years are in this century: no bill is older. */
const TOKENS: Record<string, Token> = {
  YYYY: { part: "year", pattern: String.raw`\d{4}`, read: Number },
  YY: { part: "year", pattern: String.raw`\d{2}`, read: (text) => 2000 + Number(text) },
  MMMM: { part: "month", pattern: NAME, read: (text, language) => monthOfName(text, language, true) },
  MMM: { part: "month", pattern: NAME, read: (text, language) => monthOfName(text, language, false) },
  MM: { part: "month", pattern: String.raw`\d{2}`, read: Number },
  M: { part: "month", pattern: String.raw`\d{1,2}`, read: Number },
  DD: { part: "day", pattern: String.raw`\d{2}`, read: Number },
  D: { part: "day", pattern: String.raw`\d{1,2}${ORDINAL}`, read: (text) => Number.parseInt(text, 10) },
};
export const DATE_TOKENS = Object.keys(TOKENS);
const TOKEN = /YYYY|YY|MMMM|MMM|MM|M|DD|D/g;

/** Words between the parts of a date: "5 de marzo de 2026", "5th of March". */
export const DATE_WORDS = ["de", "del", "do", "of", "the", "den"];

/** Longer than a date in any format. */
const TEXT_MAX = 80;

interface DayFormat {
  tokens: Token[];
  whole: RegExp;
}

export interface DayReader {
  /** The day; null when the text matches no format or is not a calendar day, such as the 30th of February. */
  read(text: string): Day | null;
  /** Also accepts formats without a year: then the latest such day that is not after the given one. */
  readBefore(text: string, latest: Day): Day | null;
}

/** True when a format names month and day once each and the year at most once, with only punctuation and `DATE_WORDS` between them. */
export function isDayFormat(format: string): boolean {
  return compile(format) !== null;
}

/** A reader of these formats; the first that matches decides. @throws RangeError for a format that `isDayFormat` rejects. */
export function createDayReader(formats: readonly string[], language: Language): DayReader {
  const compiled = formats.map((format) => {
    const found = compile(format);
    if (found === null) throw new RangeError(`"${format}" is not a date format`);
    return found;
  });

  function readWhole(text: string): Partial<Record<Part, number>> | null {
    for (const { tokens, whole } of compiled) {
      const found = whole.exec(text);
      if (found === null) continue;
      const values = tokens.map((token, at) => [token.part, token.read(found[at + 1] ?? "", language)] as const);
      if (values.every(([, value]) => value !== null)) return Object.fromEntries(values);
    }
    return null;
  }

  function readParts(text: string): Partial<Record<Part, number>> | null {
    if (text.length > TEXT_MAX) return null;
    const whole = text.trim();
    // The whole first: "mar." is a weekday and a month in French.
    return readWhole(whole) ?? readWhole(withoutWeekday(whole, language));
  }

  return {
    read(text) {
      const parts = readParts(text);
      return parts?.year === undefined ? null : toDay(parts.year, parts);
    },
    readBefore(text, latest) {
      const parts = readParts(text);
      if (parts === null) return null;
      if (parts.year !== undefined) return toDay(parts.year, parts);
      const year = Number(latest.slice(0, 4));
      // The 29th of February may be four years back, but then it is not on a bill of this period.
      return [year, year - 1].map((tried) => toDay(tried, parts)).find((day) => day !== null && day <= latest) ?? null;
    },
  };
}

function compile(format: string): DayFormat | null {
  const tokens = (format.match(TOKEN) ?? []).flatMap((name) => TOKENS[name] ?? []);
  const parts = tokens.map(({ part }) => part).sort();
  if (!["day,month", "day,month,year"].includes(parts.join(","))) return null;
  const between = format.split(TOKEN);
  const words = between.flatMap((text) => text.match(/\p{L}+/gu) ?? []);
  if (words.some((word) => !DATE_WORDS.includes(word))) return null;
  const pattern = between.map((text, at) => literal(text) + (tokens[at] ? `(${tokens[at].pattern})` : "")).join("");
  return { tokens, whole: new RegExp(`^${pattern}$`, "iu") };
}

/** Punctuation matches itself, a space any number of spaces. */
function literal(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`).replace(/\s+/g, String.raw`\s+`);
}

function toDay(year: number, { month = 0, day = 0 }: Partial<Record<Part, number>>): Day | null {
  const [yyyy, mm, dd] = [String(year).padStart(4, "0"), String(month).padStart(2, "0"), String(day).padStart(2, "0")];
  const text = `${yyyy}-${mm}-${dd}`;
  return isDay(text) ? text : null;
}
