/** The words of files of tables in each language, and how numbers, money and days are written in it. */
import { ENERGY_TYPES, type EnergyType } from "../../records/codes.ts";
import type { PageLanguage } from "../../records/company.ts";
import { MONEY } from "../../records/report.ts";
import type { Period } from "../../records/scalars.ts";
import { lastDayOf } from "../../domain/day-range.ts";
import { en } from "./en.ts";
import { es } from "./es.ts";
import { createSay, type SayOf } from "./say.ts";

/** In American Spanish, numbers are written as in American English. */
const LOCALES: Record<PageLanguage, string> = { en: "en-US", es: "es-US" };

export interface Words {
  language: PageLanguage;
  say: SayOf<typeof en>;
  /** With at least and at most so many decimals; without `least`, exactly `digits`. */
  number(value: number, digits: number, least?: number): string;
  /** $12,340.50; without cents when `digits` is 0. */
  money(value: number, digits?: number): string;
  /** "Mar 14, 2026" for 2026-03-14. */
  day(day: string): string;
  /** "Mar 2026" for 2026-03 or 2026-03-01. */
  month(month: string): string;
  /** "Mar" for 3. */
  monthOfYear(month: number): string;
  /** "March 2026", for sentences. */
  longMonth(month: string): string;
  /** "Mar 1, 2026 to Mar 31, 2026": readers take the last day as covered. A single day alone. */
  days(period: Period): string;
  /** To the minute, in UTC. */
  instant(instant: string): string;
  energy(type: EnergyType): string;
  /** The word of each type of energy by its code. */
  energyWords: Readonly<Record<string, string>>;
  /** "$" for USD, "$/kWh" for USD/kWh, "therms" for the unit therm; others as they are. */
  unit(unit: string): string;
  /** "Electricity, gas and water". */
  list(texts: readonly string[]): string;
}

/** Units that are words, and how they are written. */
const UNITS: Record<PageLanguage, Readonly<Record<string, string>>> = {
  en: { therm: "therms" },
  es: {
    therm: "therms",
    days: "días",
    months: "meses",
    "metric tons": "toneladas métricas",
    "°F days": "°F días",
    "kBtu/sq ft": "kBtu/pie²",
    "USD/sq ft": "$/pie²",
  },
};

const SAY = createSay(en, es);

/** Formats are slow to make, and a table uses the same one for each cell. */
function createWords(language: PageLanguage): Words {
  const locale = LOCALES[language];
  const say = SAY[language];
  const numbers = new Map<string, Intl.NumberFormat>();
  const numberOf = (options: Intl.NumberFormatOptions) => {
    const key = JSON.stringify(options);
    const format = numbers.get(key) ?? new Intl.NumberFormat(locale, options);
    numbers.set(key, format);
    return format;
  };
  const dates = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, { ...options, timeZone: "UTC" });
  const [dayFormat, monthFormat, monthOfYearFormat, longMonthFormat, timeFormat] = [
    dates({ dateStyle: "medium" }),
    dates({ month: "short", year: "numeric" }),
    dates({ month: "short" }),
    dates({ month: "long", year: "numeric" }),
    dates({ dateStyle: "medium", timeStyle: "short" }),
  ];
  const list = new Intl.ListFormat(locale);
  const at = (day: string) => new Date(`${day.slice(0, 7)}${day.slice(7) || "-01"}T00:00:00Z`);
  const day = (text: string) => dayFormat.format(at(text));
  return {
    language,
    say,
    number: (value, digits, least = digits) =>
      withoutMinusZero(numberOf({ minimumFractionDigits: least, maximumFractionDigits: digits }).format(value)),
    money: (value, digits = 2) =>
      withoutMinusZero(
        numberOf({
          style: "currency",
          currency: MONEY,
          minimumFractionDigits: digits,
          maximumFractionDigits: digits,
        }).format(value),
      ),
    day,
    month: (month) => monthFormat.format(at(month)),
    monthOfYear: (month) => monthOfYearFormat.format(new Date(Date.UTC(2000, month - 1))),
    longMonth: (month) => longMonthFormat.format(at(month)),
    days(period) {
      const last = lastDayOf(period);
      return last === period.start_date
        ? day(last)
        : say("period.days", { first: day(period.start_date), last: day(last) });
    },
    instant: (instant) => `${timeFormat.format(new Date(instant))} UTC`,
    energy: (type) => say(`energy.${type}`),
    energyWords: Object.fromEntries(ENERGY_TYPES.map((type) => [type, say(`energy.${type}`)])),
    unit: (unit) => UNITS[language][unit] ?? unit.replace(/^USD\b/, "$"),
    list: (texts) => list.format(texts),
  };
}

const withoutMinusZero = (text: string): string => text.replace(/^-(?=[$0.,]*$)/, "");

const WORDS: Record<PageLanguage, Words> = { en: createWords("en"), es: createWords("es") };

export const wordsOf = (language: PageLanguage): Words => WORDS[language];
