/** The rules of `decimal` on plain numbers that hold whole units: exact below 2^53, and fast enough for millions of lines. */
import { roundDecimal, toScaled } from "./decimal.ts";

/** Powers of ten by exponent: no figure has more places than a number has digits. */
const TENS = Float64Array.from({ length: 16 }, (_, power) => 10 ** power);
const unitsPerOne = (scale: number): number => TENS[scale] ?? 10 ** scale;

/**
 * The nearest whole number of 10^-`scale`, a half away from zero: `toUnits(1.005, 2)` is 101. Exact below 2^53 units,
 * above it to 16 digits.
 */
export function toUnits(value: number, scale: number): number {
  const scaled = Math.abs(value) * unitsPerOne(scale);
  const below = Math.floor(scaled);
  const rest = scaled - below;
  // Binary noise matters only next to a half; there the decimal text of the value decides.
  const noise = scaled * 2 ** -50 + 1e-9;
  if (Math.abs(rest - 0.5) < noise) return Number(toScaled(roundDecimal(String(value), scale), scale));
  const units = rest < 0.5 ? below : below + 1;
  return value < 0 ? 0 - units : units;
}

/** The value of whole units of 10^-`scale`. */
export function fromUnits(units: number, scale: number): number {
  return units / unitsPerOne(scale);
}

/**
 * How many of `total` whole units belong to the first `part` of `whole`, a half rounded away from zero. The share of a stretch
 * is the difference at its two ends, so consecutive stretches sum to the total exactly. NaN, an unknown total, stays NaN.
 */
export function shareUntil(total: number, part: number, whole: number): number {
  const size = Math.abs(total);
  // In two steps, because total times part may exceed 2^53.
  const each = Math.floor(size / whole);
  const rest = size - each * whole;
  const share = each * part + Math.floor((2 * rest * part + whole) / (2 * whole));
  return total < 0 ? 0 - share : share;
}
