/** Exact decimal numbers: whole units and a count of decimal places, and how they are printed. */

/** `units` / 10^`places`: `{units: 11842, places: 5}` is 0.11842. */
export interface Fixed {
  units: number;
  places: number;
}

export function fixed(units: number, places: number): Fixed {
  return { units, places };
}

export function toNumber(value: Fixed): number {
  return value.units / 10 ** value.places;
}

/** Quantity times rate in whole cents, a half cent away from zero. */
export function productCents(quantity: Fixed, rate: Fixed): number {
  const places = quantity.places + rate.places - 2;
  const product = BigInt(quantity.units) * BigInt(rate.units);
  if (places <= 0) return Number(product * 10n ** BigInt(-places));
  const divisor = 10n ** BigInt(places);
  const size = product < 0n ? -product : product;
  const cents = Number((size + divisor / 2n) / divisor);
  return product < 0n ? 0 - cents : cents;
}

function inThousands(whole: string): string {
  const first = whole.length % 3 || 3;
  return [whole.slice(0, first), ...(whole.slice(first).match(/\d{3}/g) ?? [])].join(",");
}

/** The digits without a sign: `1,234.50`, or `1234.50` when not grouped. */
export function digits(value: Fixed, grouped = true): string {
  const text = String(Math.abs(value.units)).padStart(value.places + 1, "0");
  const whole = text.slice(0, text.length - value.places);
  const fraction = text.slice(text.length - value.places);
  const shown = grouped ? inThousands(whole) : whole;
  return value.places === 0 ? shown : `${shown}.${fraction}`;
}

/** `1,234.50` or `-1,234.50`. */
export function signed(value: Fixed): string {
  return `${value.units < 0 ? "-" : ""}${digits(value)}`;
}
