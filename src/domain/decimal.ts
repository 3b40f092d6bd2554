/** Exact decimal arithmetic: values as whole numbers of a fixed scale, so that no cent is gained or lost. */
import type { Decimal } from "../records/statement.ts";
import { cutEnd } from "./text.ts";

/** `units` / 10^`places`. */
interface Exact {
  units: bigint;
  places: number;
}

/**
 * The value as a whole number of 10^-`scale`: `toScaled("1.5", 2)` is 150n. A number counts as its shortest decimal text.
 * @throws RangeError when digits would be lost or the text is not a decimal number
 */
export function toScaled(value: number | Decimal, scale: number): bigint {
  const { units, places } = readExact(value);
  if (places <= scale) return units * 10n ** BigInt(scale - places);
  const divisor = 10n ** BigInt(places - scale);
  if (units % divisor !== 0n) throw new RangeError(`${value} has more than ${scale} decimal places`);
  return units / divisor;
}

/** The text of a whole number of 10^-`scale`, with all its places: `fromScaled(150n, 2)` is "1.50". */
export function fromScaled(units: bigint, scale: number): Decimal {
  const digits = (units < 0n ? -units : units).toString().padStart(scale + 1, "0");
  const point = digits.length - scale;
  const text = scale === 0 ? digits : `${digits.slice(0, point)}.${digits.slice(point)}`;
  return units < 0n ? `-${text}` : text;
}

/** True for `-?\d+(\.\d+)?`. */
export function isDecimal(text: string): boolean {
  return /^-?\d+(\.\d+)?$/.test(text);
}

/** The sum, with as many places as the longest part; "0" for an empty list. */
export function addDecimals(parts: readonly Decimal[]): Decimal {
  const exact = parts.map(readExact);
  const scale = exact.reduce((most, { places }) => Math.max(most, places), 0);
  return fromScaled(
    exact.reduce((sum, part) => sum + unitsAt(part, scale), 0n),
    scale,
  );
}

export function subtractDecimals(from: Decimal, what: Decimal): Decimal {
  const { units, places } = difference(from, what);
  return fromScaled(units, places);
}

function difference(from: Decimal, what: Decimal): Exact {
  const [a, b] = [readExact(from), readExact(what)];
  const places = Math.max(a.places, b.places);
  return { units: unitsAt(a, places) - unitsAt(b, places), places };
}

/** `scale` must be at least the number of places. */
const unitsAt = ({ units, places }: Exact, scale: number): bigint =>
  places === scale ? units : units * 10n ** BigInt(scale - places);

/** The product with all its places. */
export function multiplyDecimals(a: number | Decimal, b: number | Decimal): Decimal {
  const [left, right] = [readExact(a), readExact(b)];
  return fromScaled(left.units * right.units, left.places + right.places);
}

/** Below 0 where `a` is less than `b`, 0 where they are equal, above 0 where it is more. */
export function compareDecimals(a: Decimal, b: Decimal): number {
  const { units } = difference(a, b);
  return units === 0n ? 0 : units < 0n ? -1 : 1;
}

export function absoluteDecimal(value: Decimal): Decimal {
  return value.replace(/^-/, "");
}

/** Rounded to `scale` places, a half away from zero. */
export function roundDecimal(value: Decimal, scale: number): Decimal {
  const { units, places } = readExact(value);
  if (places <= scale) return fromScaled(units * 10n ** BigInt(scale - places), scale);
  return fromScaled(divideRounded(units, 10n ** BigInt(places - scale)), scale);
}

/** The same text for equal values: no sign of zero, no leading or trailing zeros. */
export function canonicalDecimal(value: Decimal): Decimal {
  const { units, places } = readExact(value);
  const text = fromScaled(units, places);
  return text.includes(".") ? cutEnd(text, /0/).replace(/\.$/, "") : text;
}

/** The nearest number: it prints as the same decimal up to 15 digits. */
export function toNumber(value: Decimal): number {
  return Number(value);
}

/**
 * Parts of `total` in proportion to `weights`, whole numbers of at least 0: each part is the rounded share of the weights so
 * far less the previous parts, so the parts sum to the total exactly. Suitable for consecutive shares, such as the months of a
 * line: the sum of the first months is correct too. @throws RangeError when all weights are 0
 */
export function split(total: bigint, weights: readonly number[]): bigint[] {
  const whole = sumOfWeights(weights);
  let weightBefore = 0n;
  let before = 0n;
  return weights.map((weight) => {
    weightBefore += BigInt(weight);
    const until = divideRounded(total * weightBefore, whole);
    const part = until - before;
    before = until;
    return part;
  });
}

/**
 * Parts of `total` in proportion to `weights`, by largest remainder: each share is truncated to a whole number, and the
 * remaining units go one each to the largest remainders, earlier parts first. Suitable for shares without an order, such as a
 * charge of an account over its meters: the position in the list costs no part a whole unit. @throws RangeError when all
 * weights are 0
 */
export function splitByLargestRemainder(total: bigint, weights: readonly number[]): bigint[] {
  const whole = sumOfWeights(weights);
  const size = total < 0n ? -total : total;
  const shares = weights.map((weight, index) => ({
    index,
    units: (size * BigInt(weight)) / whole,
    rest: (size * BigInt(weight)) % whole,
  }));
  const left = size - shares.reduce((sum, { units }) => sum + units, 0n);
  const byRest = shares.toSorted((a, b) => (a.rest === b.rest ? a.index - b.index : a.rest > b.rest ? -1 : 1));
  for (const share of byRest.slice(0, Number(left))) share.units += 1n;
  return shares.map(({ units }) => (total < 0n ? -units : units));
}

function sumOfWeights(weights: readonly number[]): bigint {
  const whole = weights.reduce((sum, weight) => sum + BigInt(weight), 0n);
  if (whole <= 0n) throw new RangeError("nothing to split by: the weights sum to 0");
  return whole;
}

/** The quotient to the nearest whole number, a half away from zero; `divisor` is positive. */
function divideRounded(units: bigint, divisor: bigint): bigint {
  const size = units < 0n ? -units : units;
  const quotient = (2n * size + divisor) / (2n * divisor);
  return units < 0n ? -quotient : quotient;
}

/** Numbers may have an exponent: `String(1e-7)`. */
function readExact(value: number | Decimal): Exact {
  const match = /^(-?\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/.exec(String(value));
  if (match === null) throw new RangeError(`${JSON.stringify(value)} is not a decimal number`);
  const [, whole = "", fraction = "", exponent = "0"] = match;
  const places = fraction.length - Number(exponent);
  const units = BigInt(whole + fraction);
  return places >= 0 ? { units, places } : { units: units * 10n ** BigInt(-places), places: 0 };
}
