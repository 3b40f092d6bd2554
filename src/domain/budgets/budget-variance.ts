/** Budget against actual, month by month and service by service: what is billed, what is accrued, and what the months will cost in the end. All amounts are whole cents. */
import type { EnergyType } from "../../records/codes.ts";
import { rounded } from "../exact.ts";
import type { Months } from "../coverage/coverage.ts";

/** Null: all services together. */
export type Service = EnergyType | null;

/** A month by its number. */
interface OfMonth {
  energy_type: Service;
  month: number;
}

export interface BudgetedMonth extends OfMonth {
  cents: number;
}

export interface ActualMonth extends OfMonth {
  /** Null: nothing is billed. */
  cents: number | null;
  isComplete: boolean;
  isEstimated: boolean;
}

export interface AccruedMonth extends OfMonth {
  /** Null: there are unbilled days, and nothing says what they cost. */
  cents: number | null;
}

/** What is known of a property. */
export interface PropertyCosts {
  budgets: readonly BudgetedMonth[];
  actuals: readonly ActualMonth[];
  accruals: readonly AccruedMonth[];
}

export interface VarianceMonths extends Months {
  /** The first month that has not ended by the day up to which costs are accrued. */
  openFrom: number;
  /** The first of the months in which unbilled days are accrued. */
  accruedFrom: number;
}

/** One month of one service. */
export interface VarianceRow extends OfMonth {
  budget: number | null;
  actual: number | null;
  accrued: number | null;
  /** What the month costs in the end: `actual` and `accrued` once it has ended or is wholly billed, before that, and where nothing is known, its budget. */
  forecast: number | null;
  /** `actual` and `accrued` less `budget`; null while the month is open, without a budget, and where nothing is known. */
  difference: number | null;
  isComplete: boolean;
  isEstimated: boolean;
  isEnded: boolean;
}

/** Some months of one service together. */
export interface VarianceSums {
  energy_type: Service;
  /** Months that have ended or are wholly billed and whose cost is known; of several properties the months of each. */
  months: number;
  /** Months that have ended and are neither wholly billed nor accrued; where the unbilled days of only some meters are accrued, the month is not among them. */
  incompleteMonths: number;
  /** Of `months`. */
  toDate: { budget: number | null; actual: number | null; accrued: number | null; difference: number | null };
  /** Of all months in the sums. */
  total: { budget: number | null; forecast: number | null; difference: number | null };
}

export interface PropertyVariance {
  /** By service, all of them together first, then by month. */
  rows: VarianceRow[];
  /** In the same order; of the months for which the property has a budget, whatever its service. */
  sums: VarianceSums[];
}

const addKnown = (a: number | null, b: number | null): number | null => (a === null ? b : b === null ? a : a + b);
const subtract = (a: number | null, b: number | null): number | null => (a === null || b === null ? null : a - b);

/** A fraction of the budget; null where that is not positive. */
export const shareOf = (difference: number | null, budget: number | null): number | null =>
  difference === null || budget === null || budget <= 0 ? null : rounded(difference / budget);

/**
 * The budget of all services together is the amount given for all, else the sum of those of its services; their cost is that of
 * the property, whether or not each service has a budget.
 */
export function varianceOfProperty(costs: PropertyCosts, months: VarianceMonths): PropertyVariance {
  const services = new Map<Service, Known[]>();
  // By place in the range: of a portfolio there are a hundred thousand months.
  const knownOf = ({ energy_type, month }: OfMonth): Known | undefined => {
    if (month < months.first || month >= months.end) return undefined;
    const own = services.getOrInsertComputed(energy_type, () => emptyMonths(months));
    return own[month - months.first];
  };
  knownOf({ energy_type: null, month: months.first });
  const fill = <Cost extends OfMonth>(all: readonly Cost[], put: (known: Known, cost: Cost) => void) => {
    for (const each of all) {
      const known = knownOf(each);
      if (known !== undefined) put(known, each);
    }
  };
  fill(costs.budgets, (known, { cents }) => (known.budget = cents));
  fill(costs.actuals, (known, actual) => (known.actual = actual));
  fill(costs.accruals, (known, { cents }) => (known.accrued = addKnown(known.accrued ?? null, cents)));
  const ordered = [...services].toSorted(([a], [b]) => compare(a ?? "", b ?? ""));
  const whole = wholeBudgets(ordered);
  const ofServices = ordered.map(([energy_type, own]) => ({
    energy_type,
    rows: own.map((known, at) => {
      const budget = energy_type === null ? (whole[at] ?? null) : known.budget;
      return rowOf({ energy_type, month: months.first + at }, budget, known, months);
    }),
  }));
  return {
    rows: ofServices.flatMap(({ rows }) => rows),
    sums: ofServices.map(({ energy_type, rows }) =>
      sumRows(
        energy_type,
        rows.filter((_, at) => (whole[at] ?? null) !== null),
      ),
    ),
  };
}

const emptyMonths = ({ first, end }: VarianceMonths): Known[] =>
  Array.from({ length: end - first }, () => ({ budget: null, actual: undefined, accrued: undefined }));

/** Of all services together, month by month. */
function wholeBudgets(services: readonly (readonly [Service, readonly Known[]])[]): (number | null)[] {
  const sums: (number | null)[] = [];
  for (const [service, months] of services)
    months.forEach(({ budget }, at) => (sums[at] = service === null ? null : addKnown(sums[at] ?? null, budget)));
  const [, given = []] = services.find(([service]) => service === null) ?? [];
  return sums.map((sum, at) => given[at]?.budget ?? sum);
}

interface Known {
  budget: number | null;
  actual: ActualMonth | undefined;
  /** Undefined: no unbilled day of the month is known. */
  accrued: number | null | undefined;
}

function rowOf(of: OfMonth, budget: number | null, { actual, accrued }: Known, months: VarianceMonths): VarianceRow {
  const isEnded = of.month < months.openFrom;
  const isComplete = actual?.isComplete ?? false;
  // No unbilled day is nothing to accrue; where they were not looked for, or the month has not begun, it is not known.
  const isLookedAt = isEnded && of.month >= months.accruedFrom && actual !== undefined;
  const owed = accrued === undefined ? (isComplete || isLookedAt ? 0 : null) : accrued;
  return rowFrom(of, {
    budget,
    actual: actual?.cents ?? null,
    accrued: owed,
    isComplete,
    isEstimated: actual?.isEstimated ?? false,
    isEnded,
  });
}

type RowParts = Pick<VarianceRow, "budget" | "actual" | "accrued" | "isComplete" | "isEstimated" | "isEnded">;

/** Names each field instead of spreading objects, which shows in a profile: a portfolio has a hundred thousand rows. */
function rowFrom({ energy_type, month }: OfMonth, parts: RowParts): VarianceRow {
  const { budget, actual, accrued, isComplete, isEstimated, isEnded } = parts;
  const cost = isClosed(parts) ? costOf(parts) : null;
  const [forecast, difference] = [cost ?? budget, subtract(cost, budget)];
  return { energy_type, month, budget, actual, accrued, forecast, difference, isComplete, isEstimated, isEnded };
}

const isClosed = ({ isEnded, isComplete }: Pick<RowParts, "isEnded" | "isComplete">): boolean => isEnded || isComplete;

/** An accrual of 0 says that nothing more is owed, not that the month cost nothing. */
const costOf = ({ actual, accrued }: Pick<RowParts, "actual" | "accrued">): number | null =>
  actual === null && accrued === 0 ? null : addKnown(actual, accrued);

/** The rows must be of one service. */
function sumRows(energy_type: Service, rows: readonly VarianceRow[]): VarianceSums {
  const closed = rows.filter((row) => isClosed(row) && costOf(row) !== null);
  const sumOf = (of: readonly VarianceRow[], figure: "budget" | "actual" | "accrued" | "forecast" | "difference") =>
    of.reduce<number | null>((sum, row) => addKnown(sum, row[figure]), null);
  const expected = rows.reduce<number | null>((sum, row) => addKnown(sum, subtract(row.forecast, row.budget)), null);
  return {
    energy_type,
    months: closed.length,
    incompleteMonths: rows.filter((row) => row.isEnded && !isCovered(row)).length,
    toDate: {
      budget: sumOf(closed, "budget"),
      actual: sumOf(closed, "actual"),
      accrued: sumOf(closed, "accrued"),
      difference: sumOf(closed, "difference"),
    },
    total: { budget: sumOf(rows, "budget"), forecast: sumOf(rows, "forecast"), difference: expected },
  };
}

/** Every day of the month is billed, or some are accrued. */
export const isCovered = ({ isComplete, accrued }: Pick<VarianceRow, "isComplete" | "accrued">): boolean =>
  isComplete || (accrued !== null && accrued !== 0);

/** Properties together, over those of their months that have a budget: like is compared with like. */
export function sumProperties(properties: readonly PropertyVariance[]): PropertyVariance {
  const cells = new Map<Service, Map<number, VarianceRow>>();
  const sums = new Map<Service, VarianceSums>();
  for (const property of properties) {
    const budgeted = new Set(
      property.rows.flatMap((row) => (row.energy_type === null && row.budget !== null ? [row.month] : [])),
    );
    if (budgeted.size === 0) continue;
    for (const row of property.rows) {
      if (!budgeted.has(row.month)) continue;
      const own = cells.getOrInsertComputed(row.energy_type, () => new Map<number, VarianceRow>());
      const sum = own.get(row.month);
      if (sum === undefined) own.set(row.month, { ...row });
      else addRow(sum, row);
    }
    for (const own of property.sums) {
      const known = sums.get(own.energy_type);
      sums.set(own.energy_type, known === undefined ? own : addSums(known, own));
    }
  }
  const byService = (a: { energy_type: Service }, b: { energy_type: Service }): number =>
    compare(a.energy_type ?? "", b.energy_type ?? "");
  return {
    rows: [...cells.values()]
      .flatMap((own) => [...own.values()])
      .map((sum) => ({ ...sum, difference: isClosed(sum) ? sum.difference : null }))
      .toSorted((a, b) => byService(a, b) || a.month - b.month),
    sums: [...sums.values()].toSorted(byService),
  };
}

const compare = (a: string, b: string): number => (a === b ? 0 : a < b ? -1 : 1);

/**
 * Adds to `sum` what is known of both; complete where both are. The forecast of a property is its own, whether or not the others' month has ended.
 * The difference is the sum of theirs: a budget whose cost is unknown, or a cost without a budget, is in none.
 */
function addRow(sum: VarianceRow, row: VarianceRow): void {
  sum.budget = addKnown(sum.budget, row.budget);
  sum.actual = addKnown(sum.actual, row.actual);
  sum.accrued = addKnown(sum.accrued, row.accrued);
  sum.forecast = addKnown(sum.forecast, row.forecast);
  sum.difference = addKnown(sum.difference, row.difference);
  sum.isComplete &&= row.isComplete;
  sum.isEstimated ||= row.isEstimated;
}

function addSums(one: VarianceSums, other: VarianceSums): VarianceSums {
  return {
    energy_type: one.energy_type,
    months: one.months + other.months,
    incompleteMonths: one.incompleteMonths + other.incompleteMonths,
    toDate: {
      budget: addKnown(one.toDate.budget, other.toDate.budget),
      actual: addKnown(one.toDate.actual, other.toDate.actual),
      accrued: addKnown(one.toDate.accrued, other.toDate.accrued),
      difference: addKnown(one.toDate.difference, other.toDate.difference),
    },
    total: {
      budget: addKnown(one.total.budget, other.total.budget),
      forecast: addKnown(one.total.forecast, other.total.forecast),
      difference: addKnown(one.total.difference, other.total.difference),
    },
  };
}
