/** Short meters and bills for tests of accruals. */
import type { Day } from "../../records/scalars.ts";
import { dayNumber, daysBetween } from "../calendar.ts";
import type { BilledDays } from "../coverage/billed-days.ts";
import { isDelivered } from "../coverage/coverage.ts";
import { accrue, billsOfPlan, planAccrual, type Accrual, type AccrualBill } from "./accrue.ts";
import { unbilledDays, type MeterToAccrue } from "./unbilled-days.ts";

export interface ShortBill {
  id: number;
  start: Day;
  end: Day;
  /** Dollars; null without a charge. */
  cost: number | null;
  usage?: number | null;
}

export const billedOf = (bills: readonly ShortBill[]): BilledDays[] =>
  bills.map(({ id, start, end, usage = null }) => ({
    utility_bill_id: id,
    start: dayNumber(start),
    end: dayNumber(end),
    estimated: false,
    has_use: usage !== null,
  }));

export const sumsOf = (bills: readonly ShortBill[]): Map<number, AccrualBill> =>
  new Map(
    bills.map(({ id, start, end, cost, usage = null }) => [
      id,
      {
        utility_bill_id: id,
        days: daysBetween(start, end),
        cents: cost === null ? null : Math.round(cost * 100),
        usage,
      },
    ]),
  );

export const meterOf = (bills: readonly ShortBill[], change: Partial<MeterToAccrue> = {}): MeterToAccrue => ({
  id: 1,
  energy_type: "ELECTRIC",
  association_type: "STANDARD",
  meter_wrapper_id: 1,
  status: "Active",
  account_status: "Active",
  deactivation_date: null,
  has_login: true,
  billed: billedOf(bills),
  is_delivered: isDelivered(billedOf(bills)),
  ...change,
});

/** The accruals of one meter, from its bills to its amounts. @throws Error when an estimate uses a bill that it did not ask for */
export function accrualsOf(bills: readonly ShortBill[], asOf: Day, change: Partial<MeterToAccrue> = {}): Accrual[] {
  const meter = meterOf(bills, change);
  const unbilled = unbilledDays([meter], asOf).get(meter.id);
  if (unbilled?.state !== "known") return [];
  const sums = sumsOf(bills);
  return unbilled.stretches.map((stretch) => {
    const plan = planAccrual(meter.billed, stretch);
    const asked = new Map(billsOfPlan(plan).flatMap((id) => [[id, sums.get(id)] as const]));
    const known = new Map([...asked].flatMap(([id, sum]) => (sum === undefined ? [] : [[id, sum]])));
    return accrue(plan, known);
  });
}
