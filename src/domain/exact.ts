/** The arithmetic of reports: sums to the cent, and quotients that are not known rather than wrong. */
import { fromUnits, toUnits } from "./whole-units.ts";

export const CENTS = 2;
/** Usage, energy, CO2 and quotients are told to the millionth. */
export const MILLIONTHS = 6;

/** Adds up what comes, exactly; what is not known is left out. */
export interface RunningSum {
  add(value: number | null): void;
  /** Null while nothing is known. */
  total(): number | null;
}

export function runningSum(scale: number): RunningSum {
  let units: number | null = null;
  return {
    add(value) {
      if (value !== null) units = (units ?? 0) + toUnits(value, scale);
    },
    total: () => (units === null ? null : fromUnits(units, scale)),
  };
}

/** Null where a part is not known, or where the divisor is not positive and the quotient would say nothing. */
export function quotient(of: number | null, by: number | null): number | null {
  return of === null || by === null || by <= 0 ? null : rounded(of / by);
}

/** How much more `now` is than `before`, in per cent; null where that was not positive. */
export function changePercent(now: number | null, before: number | null): number | null {
  return now === null || before === null ? null : quotient(100 * (now - before), before);
}

export const rounded = (value: number): number => fromUnits(toUnits(value, MILLIONTHS), MILLIONTHS);
