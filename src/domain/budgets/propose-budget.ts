/** Proposes a budget: what each month cost when it was last billed completely, changed by a percentage. */
import type { Months } from "../coverage/coverage.ts";
import { shareUntil } from "../whole-units.ts";
import type { ActualMonth, Service } from "./budget-variance.ts";

export interface ProposedMonth {
  energy_type: Service;
  month: number;
  /** Null: the month was not billed completely in the years that are looked at. */
  cents: number | null;
  /** The month that it rests on, and what that cost. */
  basisMonth: number | null;
  basisCents: number | null;
}

const MONTHS_OF_YEAR = 12;
/** A budget is mostly made before the year has ended: its last months then rest on the year before. */
export const YEARS_LOOKED_AT = 2;

/**
 * `percent` has at most two decimals; -5 proposes a twentieth less. A service is proposed while it is in use: one whose last
 * billed month is a year or more before that of the property has ended. The whole property is proposed as the service null.
 */
export function proposeBudget(
  actuals: readonly ActualMonth[],
  { months, percent, by }: { months: Months; percent: number; by: "service" | "property" },
): ProposedMonth[] {
  const before = actuals.filter(({ month, cents }) => month < months.first && cents !== null);
  const lastOf = (rows: readonly ActualMonth[]) => rows.reduce((last, { month }) => Math.max(last, month), -Infinity);
  const last = lastOf(before);
  const services = [...Map.groupBy(before, ({ energy_type }) => energy_type)]
    .filter(([service, rows]) => (service === null) === (by === "property") && lastOf(rows) > last - MONTHS_OF_YEAR)
    .toSorted(([a], [b]) => (String(a) < String(b) ? -1 : 1));
  return services.flatMap(([energy_type, rows]) => {
    const complete = new Map(rows.flatMap((row) => (row.isComplete ? [[row.month, row.cents]] : [])));
    return Array.from({ length: months.end - months.first }, (_, at) => {
      const month = months.first + at;
      const basisMonth = basisOf(month, months.first, (each) => complete.has(each));
      const basisCents = basisMonth === null ? null : (complete.get(basisMonth) ?? null);
      return {
        energy_type,
        month,
        cents: basisCents === null ? null : changed(basisCents, percent),
        basisMonth,
        basisCents,
      };
    });
  });
}

/** The same month of the latest year before the budget in which it is complete. */
function basisOf(month: number, first: number, isComplete: (month: number) => boolean): number | null {
  const yearsAhead = Math.floor((month - first) / MONTHS_OF_YEAR);
  for (let year = yearsAhead + 1; year <= yearsAhead + YEARS_LOOKED_AT; year += 1) {
    const basis = month - year * MONTHS_OF_YEAR;
    if (isComplete(basis)) return basis;
  }
  return null;
}

const HUNDREDTHS = 100;
const WHOLE = 100 * HUNDREDTHS;

/** Rounded to the cent, a half away from zero. */
const changed = (cents: number, percent: number): number =>
  shareUntil(cents, WHOLE + Math.round(percent * HUNDREDTHS), WHOLE);
