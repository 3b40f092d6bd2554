/** Derives from a meter's live bills its months, its eligibility, its latest usage date, its billed days and the sums of its bills. */
import type { Day, Month } from "../../records/scalars.ts";
import { billSumsOf, type BillSums } from "../accruals/bill-sums.ts";
import { addDays } from "../calendar.ts";
import { billedDaysOf, type BilledDays } from "../coverage/billed-days.ts";
import { calendarize, eligibility, type MeterMonth } from "./calendarize.ts";
import { serviceOf } from "./days-covered.ts";
import { dateLines, type MeterBill } from "./meter-bill.ts";

/** Increase it whenever the rules for months, findings, roll-ups or snapshots change, or what is stored beside them: all of it is then derived again. */
export const DERIVATION_EDITION = 9;

export interface DerivedMeter {
  months: MeterMonth[];
  latest_usage_date: Day | null;
  eligibility_start_month: Month | null;
  eligibility_end_month: Month | null;
  /** What coverage and accruals read. */
  billed_days: BilledDays[];
  /** What accruals read. */
  bill_sums: BillSums[];
}

export function deriveMeter(meter: { bills: MeterBill[]; deactivation_date: Day | null }): DerivedMeter {
  const { bills } = meter;
  const dated = dateLines(bills);
  const months = calendarize({ bills, dated, service: serviceOf(meter) });
  return {
    months,
    ...eligibility(months),
    latest_usage_date: latestUsageDate(bills),
    billed_days: billedDaysOf(bills, dated),
    bill_sums: billSumsOf(bills),
  };
}

/** The last day that a usage covers. Periods end on the first day not covered; a delivery on one date covers that date. */
function latestUsageDate(bills: readonly MeterBill[]): Day | null {
  let end: Day = "";
  let delivery: Day = "";
  for (const { usages } of bills) {
    for (const { utility_usage_type, start_date, end_date } of usages) {
      if (utility_usage_type !== "usage_amount") continue;
      if (end_date <= start_date) delivery = start_date > delivery ? start_date : delivery;
      else if (end_date > end) end = end_date;
    }
  }
  const lastDay = end === "" ? "" : addDays(end, -1);
  return (lastDay > delivery ? lastDay : delivery) || null;
}
