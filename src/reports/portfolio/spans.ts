/** The months that a report over all properties compares: those of its range, with the same months a year or more before. */
import { monthFromNumber, monthNumber, monthNumberFrom } from "../../domain/calendar.ts";
import type { DayRange } from "../../domain/day-range.ts";
import type { ComparedPeriods } from "../../domain/variance/property-variance.ts";
import { invalid } from "../../errors.ts";
import type { Month } from "../../records/scalars.ts";

const YEAR = 12;
/** More would compare decades. */
const MONTHS_MAX = 120;

/**
 * `last`: the month that counts without `to`. Without `from` there are twelve. Months are compared with as many a year before, or
 * more years when they are more than twelve.
 * @throws Problem invalid when no month begins in the range, or too many do
 */
export function comparedSpans({ from, to }: DayRange, last: Month): ComparedPeriods {
  const end = to === undefined ? monthNumber(last) + 1 : monthNumberFrom(to);
  const first = from === undefined ? end - YEAR : monthNumberFrom(from);
  const count = end - first;
  if (count < 1) throw invalid([{ pointer: "to", detail: "No month begins between `from` and `to`." }]);
  if (count > MONTHS_MAX) throw invalid([{ pointer: "from", detail: `At most ${MONTHS_MAX} months are compared.` }]);
  const before = first - Math.ceil(count / YEAR) * YEAR;
  return {
    period: { first: monthFromNumber(first), count },
    against: { first: monthFromNumber(before), count },
  };
}
