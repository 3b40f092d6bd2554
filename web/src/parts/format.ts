/** Numbers, money and dates as a reader writes them. Unknown is a dash, never 0. */
import { language, type Language } from "../app/language.ts";

export const UNKNOWN = "–";

const LOCALES: Record<Language, string> = { en: "en-US", es: "es-US" };
const locale = (): string => LOCALES[language()];

const made = new Map<string, Intl.NumberFormat | Intl.DateTimeFormat>();

/** Formats are slow to make, and a table uses the same one for each cell. */
function numberFormat(options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = `n ${locale()} ${JSON.stringify(options)}`;
  const format = made.get(key) ?? new Intl.NumberFormat(locale(), options);
  made.set(key, format);
  // Keys of numbers and dates differ.
  return format as Intl.NumberFormat;
}
function dateFormat(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `d ${locale()} ${JSON.stringify(options)}`;
  const format = made.get(key) ?? new Intl.DateTimeFormat(locale(), options);
  made.set(key, format);
  return format as Intl.DateTimeFormat;
}

const written = (value: number | null | undefined, format: (known: number) => string): string =>
  value === null || value === undefined ? UNKNOWN : format(value);

/** To the cent. */
export const money = (value: number | null | undefined): string =>
  written(value, (known) => numberFormat({ style: "currency", currency: "USD" }).format(known));

/** For tiles and axes: without cents. */
export const roundMoney = (value: number | null | undefined): string =>
  written(value, (known) =>
    numberFormat({ style: "currency", currency: "USD", maximumFractionDigits: 0 }).format(known),
  );

/** With its sign, for differences. */
export const moneyChange = (value: number | null | undefined): string =>
  written(value, (known) =>
    numberFormat({
      style: "currency",
      currency: "USD",
      maximumFractionDigits: Math.abs(known) < 10 ? 2 : 0,
      signDisplay: "exceptZero",
    }).format(known),
  );

/** A difference to the cent, for tables whose rows add up. */
export const exactChange = (value: number | null | undefined): string =>
  written(value, (known) =>
    numberFormat({ style: "currency", currency: "USD", signDisplay: "exceptZero" }).format(known),
  );

export const number = (value: number | null | undefined, digits = 0): string =>
  written(value, (known) => numberFormat({ maximumFractionDigits: digits }).format(known));

/** A unit as a reader writes it after a number. */
export const unitName = (unit: string | null | undefined): string => (unit === "therm" ? "therms" : (unit ?? ""));

/** In few letters, for axes and cells: 1.2M. */
export const shortNumber = (value: number | null | undefined, digits = 1): string =>
  written(value, (known) => numberFormat({ notation: "compact", maximumFractionDigits: digits }).format(known));

/** A percentage that is given as such: 4.2 is 4.2 %. */
export const percentChange = (value: number | null | undefined): string =>
  written(value, (known) =>
    numberFormat({ style: "percent", maximumFractionDigits: 1, signDisplay: "exceptZero" }).format(known / 100),
  );

/** How much more the first is than the second, in percent; null when either is not known or the second is not positive. */
export const changeInPercent = (now: number | null | undefined, before: number | null | undefined): number | null =>
  typeof now === "number" && typeof before === "number" && before > 0 ? ((now - before) / before) * 100 : null;

/** Days of the API are midnight UTC. */
export const day = (value: string | null | undefined): string =>
  value == null ? UNKNOWN : dateFormat({ dateStyle: "medium", timeZone: "UTC" }).format(new Date(value));

/** A sentence of the service, with its days as a reader writes them. */
export const withDays = (sentence: string): string => sentence.replace(/\b\d{4}-\d{2}-\d{2}\b/g, day);

export const month = (value: string | null | undefined): string =>
  value == null ? UNKNOWN : dateFormat({ month: "short", year: "numeric", timeZone: "UTC" }).format(new Date(value));

export const monthName = (value: string): string =>
  dateFormat({ month: "long", year: "numeric", timeZone: "UTC" }).format(new Date(value));

/** The month without its year. */
export const monthOfYear = (value: string): string =>
  dateFormat({ month: "short", timeZone: "UTC" }).format(new Date(value));

/** A moment, in the time zone of the reader. */
export const moment = (value: string | null | undefined): string =>
  value == null ? UNKNOWN : dateFormat({ dateStyle: "medium", timeStyle: "short" }).format(new Date(value));

/** For the beginning of a sentence: months are written small in Spanish. */
export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
