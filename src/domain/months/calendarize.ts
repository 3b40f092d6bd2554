/**
 * Turns the bills of a meter into calendar months, by whole days and exact to the cent, and lists the bill lines behind each
 * figure.
 */
import { CHARGE_TYPES, type ChargeType } from "../../records/codes.ts";
import {
  eachFigure,
  POSTED_FIGURES,
  USAGE_FIGURES,
  type MonthFigure,
  type PostedFigure,
} from "../../records/month-figures.ts";
import type { Month } from "../../records/scalars.ts";
import { monthFromNumber, monthNumber } from "../calendar.ts";
import { CENTS } from "../exact.ts";
import { daysCovered, type ServicePeriod } from "./days-covered.ts";
import { coveredByDeliveries, deliveredMonths } from "./fuel-deliveries.ts";
import { dateLines, type Dated, type DatedLines, type MeterBill, type MeterUsage } from "./meter-bill.ts";
import { explainPeak, peaksOf } from "./month-demand.ts";
import {
  countMissingAsZero,
  figureOf,
  linesOf,
  openLedger,
  post,
  rangeOf,
  unitsOf,
  type ExplainedLine,
  type IsExplained,
  type Ledger,
  type MonthRange,
} from "./month-ledger.ts";
import { fromUnits } from "../whole-units.ts";
import { withdrawnUsages } from "./withdrawn-usages.ts";

export type MonthExplanation = { [figure in MonthFigure]: ExplainedLine[] };

/** A calendar month of a meter. Null means unknown. */
export type MeterMonthFigures = { [figure in MonthFigure]: number | null } & {
  effective_month: Month;
  estimated: boolean;
  month_complete: boolean;
  /** Days of the month that at least one bill covers. */
  days_covered: number;
};

/** The same, with the lines behind each figure when requested. */
export type MeterMonth = MeterMonthFigures & { explain?: MonthExplanation };

/**
 * The months from the first to the last that a line of the live bills touches, ascending; a month between them without a bill
 * has no figures; between deliveries of a fuel they are 0. Money is exact to the cent; kBtu, pounds of CO2e and gallons are exact to the millionth: the parts of a line
 * sum to the line. Demand is in kW when the bills state kW or MW. The order of the bills does not matter. The months of
 * `explain` (`true`: all) include the lines behind their figures.
 */
export function calendarize(meter: {
  bills: MeterBill[];
  /** The lines of the bills, when the caller has dated them. */
  dated?: DatedLines;
  service: ServicePeriod;
  explain?: MonthsAsked | true;
}): MeterMonth[] {
  const { usages, charges } = meter.dated ?? dateLines(meter.bills);
  const range = rangeOf([...usages, ...charges]);
  if (range === null) return [];
  const isExplained = explainedMonths(range, meter.explain);
  const ledger = openLedger(range, isExplained);
  const uses = usages.filter(({ line }) => line.utility_usage_type === "usage_amount");
  for (const usage of uses) postUsage(ledger, usage);
  for (const charge of charges) post(ledger, charge.line.utility_charge_type, charge, charge.line.amount);
  const withdrawn = withdrawnUsages(usages);
  const remaining = usages.filter(({ line }) => !withdrawn.has(line));
  const remainingUses = remaining.filter(({ line }) => line.utility_usage_type === "usage_amount");
  const delivered = deliveredMonths(remainingUses);
  if (delivered !== null) countMissingAsZero(ledger, delivered);
  const covering = delivered === null ? remainingUses : [coveredByDeliveries(delivered)];
  const days = daysCovered(covering, meter.service, range);
  const peaks = peaksOf(remaining, range);
  const estimated = estimatedMonths(remaining, charges, range);
  return days.map((covered, month) => {
    const peak = peaks[month] ?? null;
    const total_cost = totalCostOf(ledger, month);
    // When any charge touches a month its costs are known: a class without a charge is 0.
    const costOf = (type: ChargeType) => figureOf(ledger, type, month) ?? (total_cost === null ? null : 0);
    const closed: MeterMonth = {
      ...eachFigure(USAGE_FIGURES, (figure) => figureOf(ledger, figure, month)),
      ...eachFigure(CHARGE_TYPES, costOf),
      effective_month: monthFromNumber(range.first + month),
      demand_consumption: peak === null ? null : peak.amount,
      total_cost,
      estimated: estimated[month] === 1,
      month_complete: covered.month_complete,
      days_covered: covered.days_covered,
    };
    if (isExplained === null || !isExplained(month)) return closed;
    return { ...closed, explain: explanationOf(ledger, month, peak && explainPeak(peak, month, range)) };
  });
}

/** Months from `from` up to, but not including, `to`. */
interface MonthsAsked {
  from: Month;
  to: Month;
}

function explainedMonths(range: MonthRange, explain: MonthsAsked | true | undefined): IsExplained {
  if (explain === undefined) return null;
  if (explain === true) return () => true;
  const [first, end] = [monthNumber(explain.from) - range.first, monthNumber(explain.to) - range.first];
  return (month) => month >= first && month < end;
}

/** The first and the last complete month; null when there is none. */
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

/** Null when no charge touches the month. */
function totalCostOf(ledger: Ledger, month: number): number | null {
  let cents: number | null = null;
  for (const type of CHARGE_TYPES) {
    const cost = unitsOf(ledger, type, month);
    if (cost !== null) cents = (cents ?? 0) + cost;
  }
  return cents === null ? null : fromUnits(cents, CENTS);
}

/**
 * Months with an estimated read, or with use of an estimated bill. For an estimated bill without usages, the months of its
 * charges.
 */
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
  const lines = (figure: PostedFigure) => linesOf(ledger, figure, month);
  return {
    ...eachFigure(POSTED_FIGURES, lines),
    demand_consumption: peak === null ? [] : [peak],
    total_cost: CHARGE_TYPES.flatMap(lines),
  };
}
