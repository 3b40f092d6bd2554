/** Sums of the known figures, and quotients: exact to the cent or the millionth; null where nothing is known or the divisor is not positive. */
import { fromUnits, toUnits } from "./whole-units.ts";

export const CENTS = 2;
/** Usage, energy, CO2 and quotients are rounded to the millionth. */
export const MILLIONTHS = 6;

/** An exact sum of the known values; null values are left out. */
export interface RunningSum {
  add(value: number | null): void;
  /** Null when no value is known. */
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

/** The sum of the known values; null when there is none. */
export function addUp(values: readonly (number | null)[], scale: number): number | null {
  const sum = runningSum(scale);
  for (const value of values) sum.add(value);
  return sum.total();
}

/** Null when a part is unknown, or when the divisor is not positive. */
export function quotient(of: number | null, by: number | null): number | null {
  return of === null || by === null || by <= 0 ? null : rounded(of / by);
}

/** The increase from `before` to `now` in percent; null when `before` is not positive. */
export function changePercent(now: number | null, before: number | null): number | null {
  return now === null || before === null ? null : quotient(100 * (now - before), before);
}

export const rounded = (value: number): number => fromUnits(toUnits(value, MILLIONTHS), MILLIONTHS);
