/** The default start of a group's savings when none is set: after its first twelve complete months. */
import type { Day } from "../../records/scalars.ts";
import { calendarize } from "../months/calendarize.ts";
import { monthFromNumber } from "../calendar.ts";
import { serviceOf } from "../months/coverage.ts";
import { servicePoints } from "../property/service-points.ts";
import type { MeterGroup } from "./meter-groups.ts";

const MONTHS_OF_BASELINE = 12;

/** The first day after the first twelve consecutive complete months; null when there are none. */
export function savingsStartOf({ readers }: MeterGroup): Day | null {
  const meters = readers.map((meter) => ({
    ...meter,
    months: calendarize({ bills: [...meter.bills], service: serviceOf(meter) }),
  }));
  for (const { complete } of servicePoints(meters)) {
    const numbers = [...complete].sort((a, b) => a - b);
    for (const [index, number] of numbers.entries()) {
      const last = numbers[index + MONTHS_OF_BASELINE - 1];
      if (last === number + MONTHS_OF_BASELINE - 1) return monthFromNumber(last + 1);
    }
  }
  return null;
}
