/** The last twelve complete months of a property in the days asked for, and the same months of the year before. */
import { ENERGY_TYPES, type EnergyType } from "../../records/codes.ts";
import type { Month } from "../../records/scalars.ts";
import { monthFromNumber, monthNumber } from "../../domain/calendar.ts";
import { isInRange, type DayRange } from "../../domain/day-range.ts";
import { addUp, CENTS, MILLIONTHS } from "../../domain/exact.ts";
import { isEnergy } from "../../domain/property/roll-up-sums.ts";
import { usageOf, usageUnitOf } from "../../domain/usage-unit.ts";

export const YEAR_MONTHS = 12;

/** A month of a type of energy of a property. Null: not known. */
export interface TypeFigures {
  energy_type: string;
  effective_month: Month;
  total_cost: number | null;
  demand_cost: number | null;
  kbtus: number | null;
  lbs_co2: number | null;
  gallons: number | null;
  estimated: boolean;
}

/** Null: unknown in at least one month, or there is none. */
export interface YearSums {
  cost: number | null;
  kbtus: number | null;
  lbs_co2: number | null;
  /** The use of each type that has a unit of its own, in the order of the types. */
  uses: { energy_type: EnergyType; usage: number | null; unit: string; cost: number | null }[];
}

export interface Year {
  first: Month;
  last: Month;
  /** Twelve, or fewer when there are not so many complete months in a row. */
  count: number;
  now: YearSums;
  /** Null unless all of these months are complete, too. */
  before: YearSums | null;
  /** Months with an estimated bill or read. */
  estimatedMonths: number;
}

/** Null without a complete month. `completeMonths` are those in which every meter in service is billed. */
export function latestYear(
  types: readonly TypeFigures[],
  completeMonths: ReadonlySet<Month>,
  range: DayRange,
): Year | null {
  const asked = [...completeMonths].filter((month) => isInRange(month, range)).map(monthNumber);
  if (asked.length === 0) return null;
  const last = Math.max(...asked);
  let count = 1;
  while (count < YEAR_MONTHS && asked.includes(last - count)) count += 1;
  const monthsUntil = (end: number) =>
    Array.from({ length: count }, (_, back) => monthFromNumber(end - count + 1 + back));
  const [months, earlier] = [monthsUntil(last), monthsUntil(last - YEAR_MONTHS)];
  const now = new Set(months);
  return {
    first: monthFromNumber(last - count + 1),
    last: monthFromNumber(last),
    count,
    now: sumsOf(types, now),
    before: earlier.every((month) => completeMonths.has(month)) ? sumsOf(types, new Set(earlier)) : null,
    estimatedMonths: new Set(
      types.flatMap(({ estimated, effective_month: month }) => (estimated && now.has(month) ? [month] : [])),
    ).size,
  };
}

/** How many months there are in the range, complete or not. */
export const countMonths = (types: readonly Pick<TypeFigures, "effective_month">[], range: DayRange): number =>
  new Set(types.flatMap(({ effective_month: month }) => (isInRange(month, range) ? [month] : []))).size;

function sumsOf(types: readonly TypeFigures[], months: ReadonlySet<Month>): YearSums {
  const rows = types.filter(({ effective_month }) => months.has(effective_month));
  const energy = rows.filter(({ energy_type }) => isEnergy(typeOf(energy_type)));
  return {
    cost: addUp(
      rows.map(({ total_cost }) => total_cost),
      CENTS,
    ),
    kbtus: wholeSum(energy.map(({ kbtus }) => kbtus)),
    lbs_co2: wholeSum(energy.map(({ lbs_co2 }) => lbs_co2)),
    uses: ENERGY_TYPES.flatMap((energy_type) => {
      const unit = usageUnitOf(energy_type);
      const of = rows.filter((row) => row.energy_type === energy_type);
      if (unit === null || of.length === 0) return [];
      const usage = wholeSum(of.map((row) => usageOf(energy_type, row)));
      const costs = of.map(({ total_cost }) => total_cost);
      return [{ energy_type, usage, unit, cost: addUp(costs, CENTS) }];
    }),
  };
}

/** An unknown type counts as no energy. */
const typeOf = (text: string): EnergyType => ENERGY_TYPES.find((type) => type === text) ?? "OTHER";

/** Null when one is unknown: a sum without it would look like a small use. */
const wholeSum = (values: readonly (number | null)[]): number | null =>
  values.includes(null) ? null : addUp(values, MILLIONTHS);
