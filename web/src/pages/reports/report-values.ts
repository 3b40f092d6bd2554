/** How the cells and tiles of a report are written: in words, with the unit that the column has. */
import type { Report } from "@meterbook/client";
import { language } from "../../app/language.ts";
import { day, money, month, moment, number, roundMoney, UNKNOWN } from "../../parts/format.ts";

export type Column = Report["columns"][number];
export type CellValue = Report["rows"][number][string];
export type Tile = Report["tiles"][number];

const WRITERS: Record<string, (value: number) => string> = {
  money,
  percent: (value) => `${number(value, 1)} %`,
  integer: (value) => number(value),
};

/** "$/kWh" for USD/kWh: the code of the currency is for programs. */
export const unitText = (unit: string): string => (unit === "therm" ? "therms" : unit.replace(/^USD\b/, "$"));

/** Several codes in one cell are separated by ", ". */
const inWords = (text: string, words: NonNullable<Column["words"]>): string =>
  text
    .split(", ")
    .map((code) => words[code] ?? code)
    .join("; ");

/** Days within a text, such as the two of a period. */
const withDays = (text: string): string =>
  /^\d{4}-\d\d-\d\d to \d{4}-\d\d-\d\d$/.test(text)
    ? text.split(" to ").map(dayText).join(language() === "es" ? " a " : " to ")
    : text;
const dayText = (value: string): string => day(`${value}T00:00:00.000Z`);

type Typed = Pick<Column, "type"> & Partial<Pick<Column, "words">>;

export function valueText({ type, words = null }: Typed, value: CellValue | undefined): string {
  if (value === null || value === undefined) return UNKNOWN;
  if (typeof value === "number") return (WRITERS[type] ?? ((known) => number(known, 2)))(value);
  if (typeof value === "boolean") return value ? "✓" : "";
  if (Array.isArray(value)) return value.length === 0 ? UNKNOWN : String(value.length);
  if (type === "month") return month(`${value}-01T00:00:00.000Z`);
  if (type === "date") return dayText(value);
  if (type === "instant") return moment(value);
  return words === null ? unitText(withDays(value)) : inWords(value, words);
}

/** Whole dollars, and as many decimals as a figure of a tile needs. */
export function tileText({ type, value, unit }: Tile): string {
  if (typeof value !== "number" || type === "percent") return valueText({ type }, value);
  if (unit === "USD") return Math.abs(value) < 1000 ? money(value) : roundMoney(value);
  return number(value, Math.abs(value) < 1000 ? 1 : 0);
}

export const isNumeric = ({ type }: Column): boolean => ["money", "number", "integer", "percent"].includes(type);
