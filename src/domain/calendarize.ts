/** The bills of a meter become calendar months: by whole days, exact to the cent, each figure with the lines it is made of. */
import { CHARGE_TYPES, type ChargeType } from "../records/codes.ts";
import type { MonthFigure } from "../records/month.ts";
import type { Month } from "../records/scalars.ts";
import { monthFromNumber } from "./calendar.ts";
import { coverageOf, type ServicePeriod } from "./coverage.ts";
import { dateLines, type Dated, type MeterBill, type MeterUsage } from "./meter-bill.ts";
import { explainPeak, peaksOf } from "./month-demand.ts";
import {
  countMissingAsZero,
  figureOf,
  linesOf,
  openLedger,
  post,
  rangeOf,
  type ExplainedLine,
  type Ledger,
  type MonthRange,
} from "./month-ledger.ts";
import { fromUnits, toUnits } from "./whole-units.ts";
import { withdrawnUsages } from "./withdrawn-usages.ts";

export type { MeterBill } from "./meter-bill.ts";

export type MonthExplanation = { [figure in MonthFigure]: ExplainedLine[] };

/** A calendar month of a meter. Null is not known; `explain` is there when it was asked for. */
export type MeterMonth = { [figure in MonthFigure]: number | null } & {
  effective_month: Month;
  estimated: boolean;
  month_complete: boolean;
  /** Days of the month that a bill covers. */
  days_covered: number;
  explain?: MonthExplanation;
};

/**
 * The months from the first to the last that a line of the live bills touches, ascending; a month between them that no
 * bill touches has no figure. Money is exact to the cent, kBtu, pounds of CO2e and gallons to the millionth: the months
 * of a line sum to the line. Demand is in kW where the bills state kW or MW. The order of the bills does not matter.
 */
export function calendarize(meter: { bills: MeterBill[]; service: ServicePeriod; explain?: boolean }): MeterMonth[] {
  const { usages, charges } = dateLines(meter.bills);
  const range = rangeOf([...usages, ...charges]);
  if (range === null) return [];
  const ledger = openLedger(range, meter.explain === true);
  const uses = usages.filter(({ line }) => line.utility_usage_type === "usage_amount");
  for (const usage of uses) postUsage(ledger, usage);
  for (const charge of charges) post(ledger, charge.line.utility_charge_type, charge, charge.line.amount);
  // Fuel that comes by the truck: between two deliveries the figures are known, and nothing.
  if (uses.length > 0 && uses.every(({ span }) => span.start === span.end)) countMissingAsZero(ledger);
  const withdrawn = withdrawnUsages(usages);
  const standing = usages.filter(({ line }) => !withdrawn.has(line));
  const coverage = coverageOf(
    standing.filter(({ line }) => line.utility_usage_type === "usage_amount"),
    meter.service,
    range,
  );
  const peaks = peaksOf(standing, range);
  const estimated = estimatedMonths(standing, charges, range);
  return coverage.map((covered, month) => {
    const peak = peaks[month] ?? null;
    const closed: MeterMonth = {
      effective_month: monthFromNumber(range.first + month),
      distribution_kbtus: figureOf(ledger, "distribution_kbtus", month),
      distribution_lbs_co2: figureOf(ledger, "distribution_lbs_co2", month),
      supply_kbtus: figureOf(ledger, "supply_kbtus", month),
      supply_lbs_co2: figureOf(ledger, "supply_lbs_co2", month),
      demand_consumption: peak === null ? null : peak.amount,
      ...costsOf(ledger, month),
      gallons: figureOf(ledger, "gallons", month),
      estimated: estimated[month] === 1,
      ...covered,
    };
    if (meter.explain !== true) return closed;
    return { ...closed, explain: explanationOf(ledger, month, peak && explainPeak(peak, month, range)) };
  });
}

/** The first and the last complete month, null while there is none. */
export function eligibility(months: readonly Pick<MeterMonth, "effective_month" | "month_complete">[]): {
  eligibility_start_month: Month | null;
  eligibility_end_month: Month | null;
} {
  const isComplete = ({ month_complete }: Pick<MeterMonth, "month_complete">) => month_complete;
  return {
    eligibility_start_month: months.find(isComplete)?.effective_month ?? null,
    eligibility_end_month: months.findLast(isComplete)?.effective_month ?? null,
  };
}

function postUsage(ledger: Ledger, usage: Dated<MeterUsage>): void {
  const { supply, kbtus, lbs_co2, gallons } = usage.line;
  post(ledger, supply ? "supply_kbtus" : "distribution_kbtus", usage, kbtus);
  post(ledger, supply ? "supply_lbs_co2" : "distribution_lbs_co2", usage, lbs_co2);
  post(ledger, "gallons", usage, gallons);
}

/** Once any charge touches a month its costs are known: a class without one is 0. */
function costsOf(ledger: Ledger, month: number): { [figure in ChargeType | "total_cost"]: number | null } {
  const cost = (type: ChargeType) => figureOf(ledger, type, month);
  const isCharged = CHARGE_TYPES.some((type) => cost(type) !== null);
  const known = (type: ChargeType) => (isCharged ? (cost(type) ?? 0) : null);
  return {
    usage_cost: known("usage_cost"),
    demand_cost: known("demand_cost"),
    service_cost: known("service_cost"),
    interim_rate_cost: known("interim_rate_cost"),
    other_applied_cost: known("other_applied_cost"),
    tax_cost: known("tax_cost"),
    total_cost: isCharged ? fromUnits(sumOfCents(CHARGE_TYPES.map(cost)), 2) : null,
  };
}

function sumOfCents(costs: (number | null)[]): number {
  return costs.reduce<number>((sum, cost) => sum + toUnits(cost ?? 0, 2), 0);
}

/** Months with an estimated read, or with use of an estimated bill. A bill of charges alone brings its word with them. */
function estimatedMonths(
  usages: readonly Dated<MeterUsage>[],
  charges: readonly Dated<unknown>[],
  range: MonthRange,
): Uint8Array {
  const estimated = new Uint8Array(range.count);
  const mark = ({ span }: Dated<unknown>) =>
    estimated.fill(1, span.firstMonth - range.first, span.lastMonth - range.first + 1);
  for (const usage of usages) if (usage.line.estimated_meter_read || usage.bill.estimated) mark(usage);
  for (const charge of charges) if (charge.bill.estimated && charge.bill.usages.length === 0) mark(charge);
  return estimated;
}

function explanationOf(ledger: Ledger, month: number, peak: ExplainedLine | null): MonthExplanation {
  const lines = (figure: Parameters<typeof linesOf>[1]) => linesOf(ledger, figure, month);
  return {
    distribution_kbtus: lines("distribution_kbtus"),
    distribution_lbs_co2: lines("distribution_lbs_co2"),
    supply_kbtus: lines("supply_kbtus"),
    supply_lbs_co2: lines("supply_lbs_co2"),
    demand_consumption: peak === null ? [] : [peak],
    usage_cost: lines("usage_cost"),
    demand_cost: lines("demand_cost"),
    service_cost: lines("service_cost"),
    interim_rate_cost: lines("interim_rate_cost"),
    other_applied_cost: lines("other_applied_cost"),
    tax_cost: lines("tax_cost"),
    total_cost: CHARGE_TYPES.flatMap(lines),
    gallons: lines("gallons"),
  };
}
