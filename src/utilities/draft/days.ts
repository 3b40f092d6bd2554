/** Chooses the language and the date formats in which a template reads the days that were read from a bill. */
import { halfOpen } from "../../domain/bills/period-convention.ts";
import type { Day, Period } from "../../records/scalars.ts";
import { createDayReader, type DayReader } from "../../parsers/template/dates.ts";
import type { Line } from "../../parsers/template/lines.ts";
import { LANGUAGES, type Language } from "../../parsers/template/month-names.ts";
import { findDayFormats, findLanguage } from "./formats.ts";
import { bareWords, runsOfWords } from "./forms.ts";

export interface ReadDay {
  /** As printed, with other words around it. */
  text: string;
  day: Day;
}

export interface DayForms {
  language: Language;
  isSureOfLanguage: boolean;
  formats: string[];
  /** Whether each day that was read is read so. */
  areConfirmed: boolean;
}

/** Formats that bills use, besides those seen on this one. */
const FORMATS =
  "YYYY-MM-DD;YYYY/MM/DD;D/M/YYYY;M/D/YYYY;D.M.YYYY;D-M-YYYY;M-D-YYYY;D/M/YY;M/D/YY;D.M.YY;D-MMM-YYYY;D-MMM-YY;D MMMM YYYY;D MMM YYYY;D. MMMM YYYY;D de MMMM de YYYY;MMMM D, YYYY;MMM D, YYYY;MMM D YYYY;MMM D;MMMM D;D MMM;D MMMM".split(
    ";",
  );

const isPart = (text: string, { text: own, day }: ReadDay, format: string, language: Language): boolean => {
  const reader = createDayReader([format], language);
  return text === own || own.includes(text) ? reader.readBefore(text, day) === day : false;
};

const wordsIn = (text: string): string[] =>
  runsOfWords(text).flatMap((words) => bareWords(words).map((bare) => bare.text));

/** @param read the days that the bill is known to print. Without any the forms are those that its lines look like. */
export function dayFormsOf(lines: readonly Line[], read: readonly ReadDay[]): DayForms {
  const found = findLanguage(lines);
  const languages = [found.language, ...LANGUAGES.filter((language) => language !== found.language)];
  for (const language of languages) {
    const seen = findDayFormats(lines, language);
    const needed = read.map((one) =>
      [...seen, ...FORMATS].find((format) => wordsIn(one.text).some((text) => isPart(text, one, format, language))),
    );
    if (read.length === 0 || needed.includes(undefined)) continue;
    const first = needed.filter((format) => format !== undefined);
    const others = seen.filter((format) => !first.includes(format) && !first.includes(turned(format)));
    const formats = [...new Set([...first, ...others])];
    const ordered = formats.filter((each) => each.includes("Y")).concat(formats.filter((each) => !each.includes("Y")));
    const isNamed = first.some((format) => format.includes("MMM"));
    const isSureOfLanguage =
      isNamed || (language === found.language && found.isSure) || !formats.join("").includes("MMM");
    return { language, isSureOfLanguage, formats: ordered, areConfirmed: true };
  }
  const { language, isSure: isSureOfLanguage } = found;
  return { language, isSureOfLanguage, formats: findDayFormats(lines, language), areConfirmed: false };
}

/** The same with day and month in the other order: one bill has one order. */
const turned = (format: string): string =>
  format.replace(
    /^([DM])([^\w])([DM])(?=\2)/,
    (_, first: string, mark: string, second: string) => `${second}${mark}${first}`,
  );

/** The letters of the first and the last day, and whether the last one counts. */
export function twoDays(text: string, { start_date, end_date }: Period, days: DayReader) {
  const runs = runsOfWords(text).flatMap(bareWords);
  const start = runs.find((words) => days.readBefore(words.text, end_date) === start_date);
  if (start === undefined) return null;
  for (const convention of ["inclusive", "exclusive"] as const) {
    const end = runs.findLast((words) => {
      const day = words.from < start.to ? null : days.readBefore(words.text, end_date);
      return day !== null && halfOpen({ start: start_date, end: day }, convention).end_date === end_date;
    });
    if (end !== undefined) return { start, end, convention };
  }
  return null;
}
