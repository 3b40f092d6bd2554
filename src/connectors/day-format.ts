/** Reads a date in a declared format, such as `MMM D, YYYY`, into a day; a text that does not match exactly is rejected. */
import type { Day } from "../records/scalars.ts";

const MONTHS = [
  "january",
  "february",
  "march",
  "april",
  "may",
  "june",
  "july",
  "august",
  "september",
  "october",
  "november",
  "december",
];

type Part = "year" | "month" | "day";

interface Token {
  part: Part;
  pattern: string;
  read: (text: string) => number;
}

const monthByName = (text: string): number =>
  1 + MONTHS.findIndex((name) => name.startsWith(text.toLowerCase().slice(0, 3)));

/** `MMM` accepts the short forms that portals use (`Sep`, `Sept.`); two-digit years are in this century: no bill is older. */
const TOKENS: Record<string, Token> = {
  YYYY: { part: "year", pattern: String.raw`\d{4}`, read: Number },
  YY: { part: "year", pattern: String.raw`\d{2}`, read: (text) => 2000 + Number(text) },
  MMMM: { part: "month", pattern: MONTHS.join("|"), read: monthByName },
  MMM: {
    part: "month",
    pattern: String.raw`(?:${MONTHS.map((name) => name.slice(0, 3)).join("|")}|sept)\.?`,
    read: monthByName,
  },
  MM: { part: "month", pattern: String.raw`\d{2}`, read: Number },
  M: { part: "month", pattern: String.raw`\d{1,2}`, read: Number },
  DD: { part: "day", pattern: String.raw`\d{2}`, read: Number },
  D: { part: "day", pattern: String.raw`\d{1,2}`, read: Number },
};

const TOKEN = /YYYY|YY|MMMM|MMM|MM|M|DD|D/g;

const literal = (text: string): string => RegExp.escape(text).replaceAll(/(?:\\x20)+/g, String.raw`\s+`);

/** Longer than a date in any format. */
const TEXT_MAX = 80;

export type DayReader = (text: string) => Day | null;

/** Moments since 1970, as JSON answers write them: milliseconds of one unit. */
const MOMENTS: Record<string, number> = { unix: 1000, unix_ms: 1 };
const MOMENT_TEXT = /^-?\d{1,14}$/;

/**
 * A reader of the format; null when the format does not name year, month and day once each. Tokens: `YYYY YY MMMM MMM MM M DD
 * D`; other letters are not allowed, everything else matches itself. `unix` and `unix_ms` are moments in seconds and milliseconds,
 * whose day is that of the zone.
 */
export function compileDayFormat(format: string, zone = "UTC"): DayReader | null {
  const unitMs = MOMENTS[format];
  if (unitMs !== undefined) return (text) => (MOMENT_TEXT.test(text) ? dayOfMoment(Number(text) * unitMs, zone) : null);
  const names = format.match(TOKEN) ?? [];
  const tokens = names.flatMap((name) => TOKENS[name] ?? []);
  if (tokens.length !== 3 || new Set(tokens.map(({ part }) => part)).size !== 3) return null;
  const between = format.split(TOKEN);
  if (between.some((text) => /\p{L}/u.test(text))) return null;
  const pattern = between.map((text, at) => literal(text) + (tokens[at] ? `(${tokens[at].pattern})` : "")).join("");
  const whole = new RegExp(`^${pattern}$`, "i");
  return (text) => {
    const found = text.length > TEXT_MAX ? null : whole.exec(text.trim());
    return found ? toDay(tokens, found.slice(1)) : null;
  };
}

function dayOfMoment(ms: number, zone: string): Day | null {
  try {
    return Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(zone).toPlainDate().toString();
  } catch {
    return null; // beyond the range of dates
  }
}

function toDay(tokens: Token[], texts: string[]): Day | null {
  const parts = { year: 0, month: 0, day: 0 };
  for (const [at, token] of tokens.entries()) parts[token.part] = token.read(texts[at] ?? "");
  try {
    return Temporal.PlainDate.from(parts, { overflow: "reject" }).toString();
  } catch {
    return null; // such as the 30th of February
  }
}
