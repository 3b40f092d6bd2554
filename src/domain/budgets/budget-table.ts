/** A year of budgets as a table: one row for each property and service, one column for each month; written, and read back with the place of every mistake. */
import type { Decimal } from "../../records/statement.ts";
import { monthFromNumber } from "../calendar.ts";
import { toScaled } from "../decimal.ts";
import { CENTS } from "../exact.ts";
import { readEnergyType } from "../energy-type.ts";
import type { Service } from "./budget-variance.ts";

export interface TableLine {
  /** The first line of the file is 1. */
  line: number;
  cells: readonly string[];
}

/** A cell of the table: null removes the amount. */
export interface TableAmount {
  line: number;
  property_id: number;
  energy_type: Service;
  month: number;
  cents: number | null;
}

export interface TableFault {
  line: number;
  field: string;
  detail: string;
}

export interface ReadTable {
  amounts: TableAmount[];
  /** The first hundred. */
  faults: TableFault[];
}

/** More would not help anybody; the file is mended and sent again. */
export const FAULTS_MAX = 100;
/** As for other amounts of money. */
const AMOUNT_MAX = 999_999_999_999;

export const ID_COLUMN = "property_id";
export const NAME_COLUMN = "property";
export const SERVICE_COLUMN = "service";
/** In the column of the service: one amount for all services together. */
export const ALL_SERVICES = "all";

/** The header of a month, such as 2027-01. */
export const monthHeader = (month: number): string => monthFromNumber(month).slice(0, 7);

/** `readAmount` says which number a text means, null for none. The first line is the header. */
export function readBudgetTable(
  [header, ...lines]: readonly TableLine[],
  { readAmount, monthsMax }: { readAmount: (text: string) => Decimal | null; monthsMax: number },
): ReadTable {
  const faults: TableFault[] = [];
  const say = (line: number, field: string, detail: string) => void faults.push({ line, field, detail });
  const columns = columnsOf(header?.cells ?? []);
  for (const name of [ID_COLUMN, SERVICE_COLUMN])
    if (columns.named.get(name) === undefined)
      say(1, name, `The first line must have a column ${name}. Download the table to see its form.`);
  if (columns.months.length === 0)
    say(1, "months", "The first line must have a column for each month, such as 2027-01.");
  if (columns.months.length > monthsMax) say(1, "months", `At most ${monthsMax} months can be sent at once.`);
  for (const name of columns.repeated) say(1, name, "The first line names this column twice.");
  const amounts: TableAmount[] = [];
  if (faults.length > 0) return { amounts, faults };
  const seen = new Map<string, number>();
  for (const { line, cells } of lines) {
    if (faults.length >= FAULTS_MAX) break;
    if (cells.every((cell) => cell.trim() === "")) continue;
    const textOf = (name: string) => (cells[columns.named.get(name) ?? -1] ?? "").trim();
    const property_id = readId(textOf(ID_COLUMN));
    if (property_id === null) say(line, ID_COLUMN, "This must be the id of a property, such as 12.");
    const service = textOf(SERVICE_COLUMN);
    const energy_type = service.toLowerCase() === ALL_SERVICES ? null : readEnergyType(service);
    const isService = service.toLowerCase() === ALL_SERVICES || energy_type !== null;
    if (!isService) say(line, SERVICE_COLUMN, `This must be a service such as ELECTRIC, or ${ALL_SERVICES}.`);
    if (property_id === null || !isService) continue;
    const key = `${property_id} ${energy_type ?? ""}`;
    const before = seen.get(key);
    if (before !== undefined) say(line, SERVICE_COLUMN, `Line ${before} is about the same property and service.`);
    seen.set(key, line);
    for (const { at, month } of columns.months) {
      const text = (cells[at] ?? "").trim();
      const cents = text === "" ? null : centsOf(readAmount(text));
      if (text !== "" && cents === null)
        say(line, monthHeader(month), "This must be an amount with at most two decimals, such as 1250.00, or empty.");
      else amounts.push({ line, property_id, energy_type, month, cents });
    }
  }
  return { amounts: faults.length > 0 ? [] : amounts, faults: faults.slice(0, FAULTS_MAX) };
}

function columnsOf(header: readonly string[]) {
  const named = new Map<string, number>();
  const months: { at: number; month: number }[] = [];
  const repeated: string[] = [];
  header.forEach((cell, at) => {
    const text = cell.trim();
    const month = readMonth(text);
    const name = text.toLowerCase().replaceAll(" ", "_");
    if (month === null ? named.has(name) && name !== "" : months.some((each) => each.month === month))
      repeated.push(text);
    else if (month === null) named.set(name, at);
    else months.push({ at, month });
  });
  return { named, months, repeated };
}

const MONTH_NAMES = [
  ["jan", "ene"],
  ["feb"],
  ["mar"],
  ["apr", "abr"],
  ["may"],
  ["jun"],
  ["jul"],
  ["aug", "ago"],
  ["sep"],
  ["oct"],
  ["nov"],
  ["dec", "dic"],
];
const CENTURY = 2000;

/** Spreadsheets turn 2027-01 into Jan-27 or ene-27, and save it so. Null for what is no month of 1980 to 2079. */
export function readMonth(text: string): number | null {
  const [first = "", second = "", third = ""] = text
    .trim()
    .toLowerCase()
    .split(/[-/ .]+/);
  const isNumber = (part: string, digits: number) => part.length === digits && /^\d+$/.test(part);
  if (isNumber(first, 4) && isNumber(second, 2) && (third === "" || third.startsWith("01")))
    return monthNumberOf(Number(first), Number(second));
  const named = MONTH_NAMES.findIndex((names) => names.some((name) => first.startsWith(name)));
  if (named === -1 || third !== "") return null;
  if (isNumber(second, 4)) return monthNumberOf(Number(second), named + 1);
  return isNumber(second, 2) ? monthNumberOf(CENTURY + Number(second), named + 1) : null;
}

const [FIRST_YEAR, LAST_YEAR] = [1980, 2079];

const monthNumberOf = (year: number, month: number): number | null =>
  year >= FIRST_YEAR && year <= LAST_YEAR && month >= 1 && month <= 12 ? year * 12 + month - 1 : null;

const readId = (text: string): number | null => (/^[1-9]\d{0,14}$/.test(text) ? Number(text) : null);

/** Three decimals may be thousands of another country, so they are not guessed. */
function centsOf(amount: Decimal | null): number | null {
  if (amount === null || Math.abs(Number(amount)) > AMOUNT_MAX) return null;
  const [, decimals = ""] = amount.split(".");
  return decimals.length > CENTS ? null : Number(toScaled(amount, CENTS));
}
