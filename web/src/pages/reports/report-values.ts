/** How the cells and tiles of a report are written: in words, with the unit that the column has. */
import type { Report } from "@meterbook/client";
import { language, type Language } from "../../app/language.ts";
import { day, money, month, moment, number, roundMoney, UNKNOWN } from "../../parts/format.ts";

export type Column = Report["columns"][number];
export type CellValue = Report["rows"][number][string];
export type Tile = Report["tiles"][number];

/** Units that are words, and how they are written. */
const UNITS: Record<Language, Readonly<Record<string, string>>> = {
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

/** "$/kWh" for USD/kWh: the code of the currency is for programs. */
export const unitText = (unit: string): string => UNITS[language()][unit] ?? unit.replace(/^USD\b/, "$");

/** The unit below the name of a column, unless the name or the cells say it. */
export function columnUnit({ unit, name }: Column): string | null {
  if (unit === null || unit === "USD") return null;
  const shown = unitText(unit);
  return name.toLowerCase().includes(shown.toLowerCase()) ? null : shown;
}

function figureText({ type, digits, unit }: Pick<Column, "type" | "digits" | "unit">, value: number): string {
  if (type === "percent") return `${number(value, digits)} %`;
  return unit === "USD" && digits <= 2 ? (digits === 0 ? roundMoney(value) : money(value)) : number(value, digits);
}

/** A cell is one code, which may contain ", ", several codes separated by it, or a text without any. */
function inWords(text: string, words: NonNullable<Column["words"]>): string {
  const codes = text.split(", ");
  const hasCode = codes.some((code) => words[code] !== undefined);
  return words[text] ?? (hasCode ? codes.map((code) => words[code] ?? code).join("; ") : text);
}

/** Days within a text, such as the two of a period. */
const withDays = (text: string): string =>
  /^\d{4}-\d\d-\d\d to \d{4}-\d\d-\d\d$/.test(text)
    ? text
        .split(" to ")
        .map(dayText)
        .join(language() === "es" ? " a " : " to ")
    : text;
const dayText = (value: string): string => day(`${value}T00:00:00.000Z`);

type Typed = Pick<Column, "type" | "digits" | "unit"> & Partial<Pick<Column, "words">>;

export function valueText({ type, words = null, ...of }: Typed, value: CellValue | undefined): string {
  if (value === null || value === undefined) return UNKNOWN;
  if (typeof value === "number") return figureText({ type, ...of }, value);
  if (typeof value === "boolean") return value ? "✓" : "";
  if (Array.isArray(value)) return value.length === 0 ? UNKNOWN : String(value.length);
  if (type === "month") return month(`${value}-01T00:00:00.000Z`);
  if (type === "date") return dayText(value);
  if (type === "instant") return moment(value);
  return words === null ? unitText(withDays(value)) : inWords(value, words);
}

export const isNumeric = ({ type }: Column): boolean => ["money", "number", "integer", "percent"].includes(type);
