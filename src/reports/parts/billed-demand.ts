/** Finds the demand that each bill of a meter states, and the highest of the twelve months that end with it. */
import type { Day } from "../../records/scalars.ts";
import { daysInMonth, monthFromNumber, monthNumber } from "../../domain/calendar.ts";
import { dateLines, type MeterUsage } from "../../domain/months/meter-bill.ts";
import { kwPerUnit, normaliseUnit } from "../../domain/units.ts";
import { isDemand, withdrawnUsages } from "../../domain/months/withdrawn-usages.ts";
import { rounded } from "../../domain/exact.ts";
import { isSameUnit, type BillFigures } from "../../domain/bills/bill-figures.ts";

export interface Demand {
  amount: number;
  /** As printed. */
  unit: string;
}

/** A bill with its demand; null when it states none. */
export interface BilledDemand {
  figures: BillFigures;
  end: Day;
  /** The billed demand, else the measured one: a contractual minimum or an earlier peak may be billed. */
  demand: Demand | null;
  measured: Demand | null;
  /** A later bill took it back. */
  isWithdrawn: boolean;
}

/** In the order of the bills. */
export function billedDemands(bills: readonly BillFigures[]): BilledDemand[] {
  const withdrawn = withdrawnUsages(dateLines(bills.map(({ bill }) => bill)).usages);
  return bills.map((figures) => {
    const demands = figures.bill.usages.filter(isDemand);
    return {
      figures,
      end: figures.period?.end_date ?? figures.bill.invoice_date,
      demand: highestOf(linesOf(demands, "billed_demand_amount")) ?? highestOf(demands),
      measured: highestOf(linesOf(demands, "demand_amount")),
      isWithdrawn: demands.some((line) => withdrawn.has(line)),
    };
  });
}

const linesOf = (demands: readonly MeterUsage[], type: MeterUsage["utility_usage_type"]) =>
  demands.filter(({ utility_usage_type }) => utility_usage_type === type);

const highestOf = (demands: readonly MeterUsage[]): Demand | null =>
  demands
    .map(({ amount, measurement_unit }) => ({ amount, unit: measurement_unit }))
    .reduce<Demand | null>((high, next) => (high === null || isHigher(next, high) ? next : high), null);

const isHigher = (one: Demand, other: Demand) => (inUnit(one, other.unit) ?? -Infinity) > other.amount;

/** The demand in another unit: unchanged for the same unit, converted when both are real power, else null. */
export function inUnit({ amount, unit }: Demand, other: string): number | null {
  if (isSameUnit(unit, other)) return amount;
  const [from, to] = [kwPerUnit(unit), kwPerUnit(other)];
  return from === null || to === null ? null : rounded((amount * from) / to);
}

const YEAR_MONTHS = 12;

/**
 * In the unit of the demand, over the bills whose period ends in the twelve months up to the end of this one, including itself.
 */
export function highestOfYear({ end, demand }: BilledDemand, all: readonly BilledDemand[]): number | null {
  if (demand === null) return null;
  const after = monthsBefore(end, YEAR_MONTHS);
  const others = all.filter((other) => !other.isWithdrawn && other.end > after && other.end <= end);
  const amounts = others.flatMap((other) => (other.demand && inUnit(other.demand, demand.unit)) ?? []);
  return Math.max(demand.amount, ...amounts);
}

/** The same day of an earlier month; its last day when it has no such day: a year before 29 February is 28 February. */
export function monthsBefore(day: Day, count: number): Day {
  const month = monthFromNumber(monthNumber(day) - count);
  const dayOfMonth = Math.min(Number(day.slice(8)), daysInMonth(month));
  return `${month.slice(0, 8)}${String(dayOfMonth).padStart(2, "0")}`;
}

const KWH_PER_UNIT: { [unit: string]: number } = { kWh: 1, MWh: 1000, GWh: 1_000_000 };

/**
 * The usage as a percentage of the highest demand used all the time: by the measured demand, because a demand billed for an
 * earlier peak does not describe this bill's days. Null unless energy and power are electric.
 */
export function loadFactorPercent({ figures, demand, measured }: BilledDemand): number | null {
  const { usage, unit, days } = figures;
  const peak = measured ?? demand;
  const kwh = unit === null ? undefined : KWH_PER_UNIT[normaliseUnit(unit) ?? ""];
  const kw = peak && inUnit(peak, "kW");
  if (usage === null || kwh === undefined || kw === null || days === null) return null;
  const hours = days * 24;
  return kw > 0 && hours > 0 ? rounded((100 * usage * kwh) / (kw * hours)) : null;
}
