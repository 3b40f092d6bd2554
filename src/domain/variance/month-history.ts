/** The months of a meter, newest first, with what a comparison of two periods reads of each: in a form that is stored, and read no further back than a comparison looks. */
import { CENTS } from "../exact.ts";
import { monthNumber } from "../calendar.ts";
import type { MeterMonthFigures } from "../months/calendarize.ts";
import { energyOfMeter } from "../usage-unit.ts";
import { toUnits } from "../whole-units.ts";
import type { Costs } from "./explain-change.ts";

/** A month of a meter, as a model of its use reads it. */
export interface MonthOfUse {
  /** By its number. */
  month: number;
  /** How many of its days are billed. */
  days: number;
  isComplete: boolean;
  /** In one unit for a meter, which measures energy that is delivered, or that is supplied, or water. Null: unknown. */
  use: number | null;
}

/** A month with a charge, and its costs. */
export interface CostedMonth extends MonthOfUse, Costs {}

/** Months of a meter, newest first. */
export interface MonthsOfMeter {
  months: MonthOfUse[];
  /** Those of them whose costs were asked for and are known: a month without a charge is not among them. */
  costed: CostedMonth[];
}

export interface MonthHistory {
  recent: string;
  older: string;
  /** The number of the oldest of the recent months; null when there are no older ones. */
  recentFrom: number | null;
}

/** A year, the three years before of which a model is made, and one more for a period that ended a while ago. */
const RECENT_MONTHS = 60;

/**
 * A line for each month, with its figures in the order of `CostedMonth`; completeness is 1 or 0, and nothing stands for null, or
 * for all costs of a month without a charge.
 * `months` are ascending.
 */
export function writeMonthHistory(months: readonly MeterMonthFigures[]): MonthHistory {
  const lines = months.map(lineOf).toReversed();
  const older = lines.slice(RECENT_MONTHS);
  const oldest = months.at(-RECENT_MONTHS);
  return {
    recent: lines.slice(0, RECENT_MONTHS).join(""),
    older: older.join(""),
    recentFrom: older.length === 0 || oldest === undefined ? null : monthNumber(oldest.effective_month),
  };
}

/** Its figures have at most six decimal places, as stored months do: `readNumber` reads no others. */
function lineOf(month: MeterMonthFigures): string {
  const { effective_month, days_covered, month_complete, demand_consumption } = month;
  const use = energyOfMeter(month) ?? month.gallons;
  return `${monthNumber(effective_month)} ${days_covered} ${month_complete ? 1 : 0} ${use ?? ""} ${demand_consumption ?? ""} ${costsOf(month)}\n`;
}

function costsOf(month: MeterMonthFigures): string {
  const { usage_cost, interim_rate_cost, demand_cost, service_cost, tax_cost, other_applied_cost } = month;
  const costs = [usage_cost, interim_rate_cost, demand_cost, service_cost, tax_cost, other_applied_cost];
  if (costs.every((cost) => cost === null)) return "";
  return [
    centsOf(usage_cost) + centsOf(interim_rate_cost),
    centsOf(demand_cost),
    centsOf(service_cost),
    centsOf(tax_cost),
    centsOf(other_applied_cost),
  ].join(" ");
}

/** Beside a cost that is known, one of which nothing is known adds nothing. */
const centsOf = (cost: number | null): number => (cost === null ? 0 : toUnits(cost, CENTS));

/**
 * The months from the one with the number `from` on, with their costs from `costsFrom` on. Histories of thousands of meters are
 * read for one answer, so they are read number by number, without a text for each. @throws Error for a text that
 * `writeMonthHistory` did not write
 */
export function readMonthHistory(
  text: string,
  { from, costsFrom }: { from: number; costsFrom: number },
): MonthsOfMeter {
  const months: MonthOfUse[] = [];
  const costed: CostedMonth[] = [];
  const cursor = { text, at: 0 };
  while (cursor.at < text.length) {
    const month = readWhole(cursor);
    if (month < from) break;
    const read = { month, days: readWhole(cursor), isComplete: readWhole(cursor) === 1, use: readNumber(cursor) };
    if (month < costsFrom) skipLine(cursor);
    else {
      const withCosts = readCosts(read, cursor);
      if (withCosts !== null) costed.push(withCosts);
    }
    months.push(read);
  }
  return { months, costed };
}

/** Null for a month without a charge, whose line ends after its demand. */
function readCosts({ month, days, isComplete, use }: MonthOfUse, cursor: Cursor): CostedMonth | null {
  const demand = readNumber(cursor);
  const useCost = readNumber(cursor);
  if (useCost === null) {
    if (cursor.text.charCodeAt(cursor.at - 1) === LINE_END) return null;
    throw new Error(MISSING);
  }
  return {
    month,
    days,
    isComplete,
    use,
    demand,
    useCost,
    demandCost: readWhole(cursor),
    fixedCost: readWhole(cursor),
    taxCost: readWhole(cursor),
    otherCost: readWhole(cursor),
  };
}

function skipLine(cursor: Cursor): void {
  const end = cursor.text.indexOf("\n", cursor.at);
  if (end === -1) throw new Error("a history of months ends within a line");
  cursor.at = end + 1;
}

/** Where the next number begins. */
interface Cursor {
  readonly text: string;
  at: number;
}

const MISSING = "a number is missing in a history of months";

function readWhole(cursor: Cursor): number {
  const number = readNumber(cursor);
  if (number === null) throw new Error(MISSING);
  return number;
}

const [SPACE, LINE_END, MINUS, POINT, ZERO, NINE] = [32, 10, 45, 46, 48, 57];

/** The number up to the next space or end of a line, which is passed; null for none. Up to fifteen digits it is exact. */
function readNumber(cursor: Cursor): number | null {
  const { text } = cursor;
  let at = cursor.at;
  let [digits, divisor] = [0, 0];
  const isNegative = text.charCodeAt(at) === MINUS;
  if (isNegative) at += 1;
  const begin = at;
  for (; ; at += 1) {
    const code = text.charCodeAt(at);
    if (code >= ZERO && code <= NINE) {
      digits = digits * 10 + code - ZERO;
      divisor *= 10;
    } else if (code === POINT) divisor = 1;
    else if (code === SPACE || code === LINE_END) break;
    else throw new Error("a history of months has a character that is of no number, or ends within a line");
  }
  cursor.at = at + 1;
  if (at === begin) return null;
  const value = divisor === 0 ? digits : digits / divisor;
  return isNegative ? -value : value;
}
