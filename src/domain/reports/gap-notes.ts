/** What a report says about days that no bill covers: the first of them by name, the others by number. */
import type { MeterBill } from "../meter-bill.ts";
import { seamsOf } from "./billed-days.ts";
import { countOf } from "./count-of.ts";
import { daysText, isInRange, type DayRange } from "./day-range.ts";
import { meterName, type MeterBills } from "./meter-bills.ts";

/** More would not be read; the count is in the tail of the table in any case. */
const NAMED = 10;

/** Collects the gaps that begin in the range of days, meter by meter as these are told. */
export function gapNotes(range: DayRange) {
  let count = 0;
  const named: string[] = [];
  return {
    addOf(part: { meter: MeterBills["meter"]; bills: readonly MeterBill[] }): void {
      for (const seam of seamsOf(part)) {
        if (seam.kind !== "gap" || !isInRange(seam.start_date, range)) continue;
        count++;
        if (named.length < NAMED)
          named.push(
            `Meter ${meterName(part.meter)}: no bill covers ${daysText(seam)} (${countOf(seam.days, "day")}).`,
          );
      }
    },
    count: () => count,
    notes: (): string[] => (count > named.length ? [...named, `And ${count - named.length} more such gaps.`] : named),
  };
}
