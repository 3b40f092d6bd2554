/** How an unknown bill writes its days and numbers, and the period that it prints. */
import { conventionOfDays } from "../../domain/bills/period-convention.ts";
import { daysBetween } from "../../domain/calendar.ts";
import type { DayReader } from "../../parsers/template/dates.ts";
import type { Line } from "../../parsers/template/lines.ts";
import { LANGUAGES, type Language } from "../../parsers/template/month-names.ts";
import type { DecimalMark } from "../../parsers/template/numbers.ts";

/** Days as bills print them, with the format that reads each; those with a year first. */
const DAY_FORMS: { pattern: RegExp; formats: (text: string) => string[] }[] = [
  { pattern: /\d{4}-\d{2}-\d{2}/g, formats: () => ["YYYY-MM-DD"] },
  { pattern: /\d{1,2}\/\d{1,2}\/\d{4}/g, formats: (text) => numeric(text, "/", "YYYY") },
  { pattern: /\d{1,2}\/\d{1,2}\/\d{2}/g, formats: (text) => numeric(text, "/", "YY") },
  { pattern: /\d{1,2}\.\d{1,2}\.\d{4}/g, formats: () => ["D.M.YYYY"] },
  { pattern: /\d{1,2}-\d{1,2}-\d{4}/g, formats: (text) => numeric(text, "-", "YYYY") },
  { pattern: /[A-Z][A-Za-z]{2,8}\.? \d{1,2}, \d{4}/g, formats: (text) => [`${month(text)} D, YYYY`] },
  { pattern: /[A-Z][A-Za-z]{2,8}\.? \d{1,2} \d{4}/g, formats: (text) => [`${month(text)} D YYYY`] },
  { pattern: /\d{1,2} [A-Z][A-Za-z]{2,8}\.? \d{4}/g, formats: (text) => [`D ${month(text)} YYYY`] },
  { pattern: /\d{1,2} \p{Ll}{3,10}\.? \d{4}/gu, formats: (text) => [`D ${month(text)} YYYY`] },
  { pattern: /\d{1,2}\. \p{L}{3,10} \d{4}/gu, formats: (text) => [`D. ${month(text)} YYYY`] },
  { pattern: /\d{1,2} de \p{L}{4,10} de \d{4}/gu, formats: () => ["D de MMMM de YYYY"] },
  { pattern: /[A-Z][A-Za-z]{2,8}\.? \d{1,2}/g, formats: (text) => [`${month(text)} D`] },
];

/** Words that bills have in one of the languages, folded; those of several languages say nothing. */
const LANGUAGE_WORDS: Record<Language, string> = {
  en: "the your of and due bill account charges from to service amount days",
  fr: "du de la le les votre facture compte montant au jours consommation releve taxe",
  de: "der die das und ihr ihre rechnung betrag vom bis zum tage verbrauch steuer",
  es: "de la el los su factura cuenta importe del al dias consumo periodo impuesto",
  pt: "de da do sua fatura conta valor ate dias consumo periodo leitura tributos",
};

/** The language with the most of its own words on the bill; English when none has more than the others, with a doubt. */
export function findLanguage(lines: readonly Line[]): { language: Language; isSure: boolean } {
  const words = new Set(lines.flatMap(({ text }) => plainWords(text)));
  const counts = LANGUAGES.map((language) => {
    const own = LANGUAGE_WORDS[language].split(" ").filter((word) => words.has(word));
    return { language, count: own.length };
  }).toSorted((one, other) => other.count - one.count);
  const [best, next] = counts;
  if (best === undefined || next === undefined || best.count === next.count) return { language: "en", isSure: false };
  return { language: best.language, isSure: best.count >= 2 * next.count };
}

/** The words of a text without accents, in small letters. */
export const plainWords = (text: string): string[] =>
  text
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .match(/[a-z0-9]+/g) ?? [];

/** A number as bills print it: its groups of three digits may have spaces between them. */
export const NUMBER = String.raw`(?:\d{1,3}(?: \d{3})+(?:[.,]\d+)?|\d[\d.,]*)`;

/** The day comes first when one of the first numbers is no month. */
function numeric(text: string, mark: string, year: string): string[] {
  const [first = "0"] = text.split(mark);
  return [Number(first) > 12 ? ["D", "M", year].join(mark) : ["M", "D", year].join(mark)];
}

/** "May" is both; the full name reads it. */
const month = (text: string): string => (/\p{L}{4,}|May|mai/u.test(text) ? "MMMM" : "MMM");

/** Bills in English mostly write the month first: only a day beyond the twelfth shows the other order. Other languages write the day first. */
export function findDayFormats(lines: readonly Line[], language: Language = "en"): string[] {
  const found = lines.flatMap(({ text }) =>
    DAY_FORMS.flatMap(({ pattern, formats }) =>
      [...text.matchAll(pattern)]
        .filter(({ 0: day, index }) => isWhole(text, index, index + day.length))
        .flatMap(([day]) => formats(day)),
    ),
  );
  const names = new Set(found);
  // A first number over twelve shows what the others, which could be either, are.
  for (const name of found) if (name.startsWith("D")) names.delete(name.replace(/^D(.)M/, "M$1D"));
  const ordered = [...names].map((name) => (language === "en" ? name : name.replace(/^M([^M])D/, "D$1M")));
  return withYearFirst([...new Set(ordered)]);
}

const withYearFirst = (names: readonly string[]): string[] =>
  names.filter((name) => name.includes("Y")).concat(names.filter((name) => !name.includes("Y")));

/** Not a part of a longer number or word. */
const isWhole = (text: string, start: number, end: number): boolean =>
  !/[\w/.-]/.test(text.slice(Math.max(0, start - 1), start)) && !/[\w/-]/.test(text.slice(end, end + 1));

/** The mark before the last two digits of most amounts. */
export function findDecimalMark(lines: readonly Line[]): DecimalMark {
  const words = lines.flatMap(({ text }) => text.split(" "));
  const commas = words.filter((word) => /\d,\d\d$/.test(word)).length;
  return commas > words.filter((word) => /\d\.\d\d$/.test(word)).length ? "," : ".";
}

export interface DraftPeriod {
  /** Expressions with the group `value`. */
  start: string;
  end: string;
  days: string | null;
  convention: "inclusive" | "exclusive" | "detect";
  text: string;
}

/** Templates match whatever the case. */
const DAY_WORD = "(?:day|jour|tag|d[ií]a)";

/** The days of one bill: a month, two, a quarter. */
const PERIOD_DAYS = { min: 5, max: 125 };

/** The first line with two days as far apart as the days of a bill, else as those of a part of one. */
export const findPeriod = (lines: readonly Line[], days: DayReader): DraftPeriod | null =>
  periodWith(lines, days, PERIOD_DAYS.min) ?? periodWith(lines, days, 1);

function periodWith(lines: readonly Line[], days: DayReader, least: number): DraftPeriod | null {
  for (const { text } of lines) {
    for (const { pattern } of DAY_FORMS) {
      const found = [...text.matchAll(pattern)];
      for (const [at, one] of found.entries()) {
        const other = found[at + 1];
        if (other === undefined) break;
        const period = periodOf(text, { one, other, pattern }, { days, least });
        if (period !== null) return period;
      }
    }
  }
  return null;
}

function periodOf(
  text: string,
  { one, other, pattern }: { one: RegExpExecArray; other: RegExpExecArray; pattern: RegExp },
  { days, least }: { days: DayReader; least: number },
): DraftPeriod | null {
  const end = days.read(other[0]);
  const start = days.read(one[0]) ?? (end === null ? null : days.readBefore(one[0], end));
  if (start === null || end === null) return null;
  const length = daysBetween(start, end);
  if (length < least || length > PERIOD_DAYS.max) return null;
  const day = pattern.source.replaceAll(String.raw`\/`, "/");
  const between = escaped(text.slice(one.index + one[0].length, other.index));
  const printed = /(\d{1,3}) (?:days?|jours?|Tage?|d[ií]as?)\b/iu.exec(text);
  const count = Number(printed?.[1]);
  return {
    start: `(?<value>${day})${between}${day}`,
    end: `${day}${between}(?<value>${day})`,
    days: printed === null ? null : String.raw`(?<value>\d+) ${DAY_WORD}`,
    convention: (printed === null ? null : conventionOfDays({ start, end }, count)) ?? "detect",
    text,
  };
}

/** How many lines print two days as far apart as the days of a bill: more than one on a bill of several meters. */
export const countPeriods = (lines: readonly Line[], days: DayReader): number =>
  new Set(lines.filter((line) => periodWith([line], days, PERIOD_DAYS.min) !== null).map(({ text }) => text)).size;

/** A text as an expression that matches it with other figures too: those of the next bill are others. */
export const escapedButFigures = (text: string): string =>
  text
    .split(/(\d{1,3}(?: \d{3})+(?:[.,]\d+)?|\d[\d.,]*)/)
    .map((part, at) => (at % 2 === 1 ? NUMBER : escaped(part)))
    .join("");

/** A text as an expression that matches only it. */
export const escaped = (text: string): string => text.replace(/[\\^$.|?*+()[\]{}]/g, String.raw`\$&`);
