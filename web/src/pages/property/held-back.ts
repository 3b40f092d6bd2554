/** Which meters keep the months of a property incomplete, because no more bills of them come while others are billed on. */
import type { UtilityMeter } from "@meterbook/client";

/** Meters that are billed every two or three months are as far behind. */
const MONTHS_LEAST = 4;

export interface HeldBack {
  meter: UtilityMeter;
  /** How many months the others are ahead. */
  months: number;
}

const monthNumber = (month: string): number => Number(month.slice(0, 4)) * 12 + Number(month.slice(5, 7));

/** Without an end, and with bills that are still expected: their missing bill makes the month of the property incomplete. */
const isExpected = ({ status, deactivation_date, utility_account }: UtilityMeter): boolean =>
  status === "Active" && deactivation_date === null && utility_account.status === "Active";

/** The meters that are at least four months behind the one with the latest complete month, the farthest first. */
export function heldBack(meters: readonly UtilityMeter[]): HeldBack[] {
  const known = meters
    .filter(isExpected)
    .flatMap((meter) =>
      meter.eligibility_end_month === null ? [] : [{ meter, last: monthNumber(meter.eligibility_end_month) }],
    );
  const latest = Math.max(...known.map(({ last }) => last));
  return known
    .map(({ meter, last }) => ({ meter, months: latest - last }))
    .filter(({ months }) => months >= MONTHS_LEAST)
    .toSorted((one, other) => other.months - one.months);
}

/** The day after the last one that a bill covers: from then on the meter was out of service. */
export function endAfterBills({ latest_usage_date }: UtilityMeter): string {
  if (latest_usage_date === null) return "";
  const day = new Date(latest_usage_date);
  day.setUTCDate(day.getUTCDate() + 1);
  return day.toISOString().slice(0, 10);
}
