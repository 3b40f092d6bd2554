/** Charge lines whose amount is always quantity times rate, and the taxes on them. */
import { fixed, productCents } from "./decimal.ts";
import type { Fixed } from "./decimal.ts";
import type { ChargeLine, ChargeType, QuantityUnit, Side } from "./model.ts";
import { createRandom } from "./random.ts";

/** The input of a tariff: one meter over one period. */
export interface Service {
  energyType: "ELECTRIC" | "GAS" | "WATER";
  business: boolean;
  /** Null when one company does both. */
  side: Side | null;
  startDay: string;
  endDay: string;
  /** Usage by register, in the order of the meter. */
  usages: Fixed[];
  usageUnit: QuantityUnit;
  billedKw: Fixed | null;
  /** Of the usual prices of energy. */
  priceShare: number;
}

export function chargeLine(
  description: string,
  type: ChargeType,
  priced: { quantity: Fixed; unit: QuantityUnit; rate: Fixed },
): ChargeLine {
  return { description, type, ...priced, cents: productCents(priced.quantity, priced.rate) };
}

/** A fixed charge: one month at this many cents. */
export function monthlyCharge(description: string, type: ChargeType, cents: number): ChargeLine {
  return chargeLine(description, type, { quantity: fixed(1, 0), unit: "month", rate: fixed(cents, 2) });
}

/** A share of an amount of money, for example 6.250 % as `{units: 6250, places: 5}`. */
export function shareOf(description: string, type: ChargeType, baseCents: number, rate: Fixed): ChargeLine {
  return chargeLine(description, type, { quantity: fixed(baseCents, 2), unit: "dollars", rate });
}

export function totalCents(lines: readonly ChargeLine[]): number {
  return lines.reduce((total, { cents }) => total + cents, 0);
}

/** Usages of one meter are written with the same number of places. */
export function totalUsage(usages: readonly Fixed[]): Fixed {
  const units = usages.reduce((total, usage) => total + usage.units, 0);
  return fixed(units, usages[0]?.places ?? 0);
}

/** A price with `places` decimals that changes every month and is the same for every customer. */
export function monthlyPrice(name: string, day: string, range: { low: number; high: number; places: number }): Fixed {
  const random = createRandom(`${name} ${day.slice(0, 7)}`);
  return fixed(range.low + Math.round(random() * (range.high - range.low)), range.places);
}

/** A price that rises by `step` with every year after 2023. */
export function yearlyPrice(day: string, price: { base: number; step: number; places: number }): Fixed {
  return fixed(price.base + price.step * (Number(day.slice(0, 4)) - 2023), price.places);
}
