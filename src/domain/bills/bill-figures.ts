/** The figures that reports read from the bills of one meter: only that meter's lines, as billed. */
import { CHARGE_TYPES, type ArchiveReason, type ChargeType } from "../../records/codes.ts";
import type { Day, Period } from "../../records/scalars.ts";
import { daysBetween } from "../calendar.ts";
import { spanOfLines } from "./line-periods.ts";
import type { MeterBill, MeterCharge, MeterUsage } from "../months/meter-bill.ts";
import type { ServedMeter } from "../property/service-points.ts";
import { normaliseUnit } from "../units.ts";
import { isInRange, lastDayOf, type DayRange } from "../day-range.ts";
import { addUp, CENTS, MILLIONTHS } from "../exact.ts";

export interface ReportMeter extends ServedMeter {
  meter_num: string | null;
  acct_num: string;
  demand_measurement_unit: string | null;
  utility_company_name: string;
}

/** A live bill, with the lines of one meter. */
export interface ReportBill extends MeterBill {
  invoice_date: Day;
}

/**
 * The number on the meter, else that of its account in brackets. A supply meter has the same number as the distribution meter, so
 * its name says "(supply)".
 */
export function meterName({
  meter_num,
  acct_num,
  association_type,
}: Pick<ReportMeter, "meter_num" | "acct_num" | "association_type">): string {
  const name = meter_num ?? `(${acct_num})`;
  return association_type === "SUPPLY" ? `${name} (supply)` : name;
}

/** One part of a report: a meter with all its bills, not only those in the requested days. */
export interface MeterBills {
  meter: ReportMeter;
  bills: readonly ReportBill[];
}

/** A bill with lines of the meter, live or archived. */
export interface BillVersion {
  id: number;
  /** The first bill of those that replaced each other. */
  first_id: number;
  archive_reason: ArchiveReason | null;
  /** In UTC. */
  received_on: Day;
  changed_on: Day;
  invoice_date: Day;
  /** What the bill charges for the meter; null when it has no charge for it. */
  total_cost: number | null;
  /** Equal for two versions whose lines for the meter are equal. */
  lines: string;
  /** Names of the findings that were accepted with the bill. */
  accepted: readonly string[];
}

export type Costs = { [type in ChargeType | "total_cost"]: number | null };

/** Null means unknown. */
export interface BillFigures extends Costs {
  bill: ReportBill;
  period: Period | null;
  days: number | null;
  usage: number | null;
  /** As printed; null when no usage is stated, or usages have different units. */
  unit: string | null;
  isBilled: boolean;
  isMixed: boolean;
  kbtus: number | null;
  lbs_co2: number | null;
  estimated: boolean;
}

/** A bill belongs to the date range that contains its last day, so it is in one year only. */
export const isAskedFor = ({ bill, period }: BillFigures, range: DayRange): boolean =>
  isInRange(period === null ? bill.invoice_date : lastDayOf(period), range);

/** The bills of the meter in the range, ordered by period. */
export const billsInRange = ({ bills }: MeterBills, range: DayRange): BillFigures[] =>
  bills
    .map(figuresOf)
    .filter((figures) => isAskedFor(figures, range))
    .sort(byPeriod);

function byPeriod(a: BillFigures, b: BillFigures): number {
  const [dayA, dayB] = [a, b].map(({ bill, period }) => period?.start_date ?? bill.invoice_date);
  return dayA === dayB ? a.bill.id - b.bill.id : (dayA ?? "") < (dayB ?? "") ? -1 : 1;
}

export function figuresOf(bill: ReportBill): BillFigures {
  const uses = bill.usages.filter(({ utility_usage_type }) => utility_usage_type === "usage_amount");
  const period = spanOfLines(bill) ?? bill.period ?? null;
  return {
    bill,
    period,
    days: period === null ? null : daysBetween(period.start_date, period.end_date),
    ...usageOf(uses),
    kbtus: sumOfKnown(uses.map(({ kbtus }) => kbtus)),
    lbs_co2: sumOfKnown(uses.map(({ lbs_co2 }) => lbs_co2)),
    ...costsOf(bill.charges),
    estimated: bill.estimated || bill.usages.some(({ estimated_meter_read }) => estimated_meter_read),
  };
}

/** The same key for different spellings of one unit. */
export const unitKey = (unit: string): string => normaliseUnit(unit) ?? unit.trim().toLowerCase();

export const isSameUnit = (one: string, other: string): boolean => one === other || unitKey(one) === unitKey(other);

/** Amounts in different units are never added. */
function usageOf(uses: readonly MeterUsage[]): Pick<BillFigures, "usage" | "unit" | "isBilled" | "isMixed"> {
  const [first] = uses;
  if (first === undefined) return { usage: null, unit: null, isBilled: false, isMixed: false };
  const isMixed = uses.some(({ measurement_unit }) => !isSameUnit(measurement_unit, first.measurement_unit));
  if (isMixed) return { usage: null, unit: null, isBilled: true, isMixed };
  return {
    usage: sumOfKnown(uses.map(({ amount }) => amount)),
    unit: first.measurement_unit,
    isBilled: true,
    isMixed,
  };
}

/** When the bill has any charge, all costs are known: a class without a charge is 0. */
function costsOf(charges: readonly MeterCharge[]): Costs {
  const isCharged = charges.length > 0;
  const cost = (of: readonly MeterCharge[]) => {
    const amounts = of.map(({ amount }) => amount);
    return isCharged ? (addUp(amounts, CENTS) ?? 0) : null;
  };
  const byType = CHARGE_TYPES.map((type) => [
    type,
    cost(charges.filter(({ utility_charge_type }) => utility_charge_type === type)),
  ]);
  // The keys are those of the closed list.
  return { ...Object.fromEntries(byType), total_cost: cost(charges) } as Costs;
}

/** Null for an empty list, and when any value is unknown. */
const sumOfKnown = (values: readonly (number | null)[]): number | null =>
  values.includes(null) ? null : addUp(values, MILLIONTHS);
