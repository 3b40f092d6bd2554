/** Divides charges that a bill prints for its account over the meters of the bill, to the cent. */
import type { Decimal, StatementCharge, StatementMeter } from "../../records/statement.ts";
import { addDecimals, fromScaled, splitByLargestRemainder, toNumber, toScaled } from "../decimal.ts";

/**
 * The meters with their parts of the charges: in proportion to their usage costs, without any to all their charges, and without
 * those equally. Parts are whole cents by largest remainder and sum to the charge exactly; all parts of a charge have one group.
 * Meters without a part, because it is less than a cent, get no line. Without meters the charges are lost: the caller has one.
 */
export function withAccountCharges(
  meters: readonly StatementMeter[],
  charges: readonly StatementCharge[],
): StatementMeter[] {
  const weights = weightsOf(meters);
  const parts = charges.map((charge, at) => partsOf(charge, weights, `account ${at + 1}`));
  return meters.map((meter, at) => ({
    ...meter,
    charges: [...meter.charges, ...parts.flatMap((own) => own[at] ?? [])],
  }));
}

/** One part for each weight; null where it is 0. */
function partsOf(charge: StatementCharge, weights: readonly number[], group: string): (StatementCharge | null)[] {
  const scale = Math.max(2, charge.amount.split(".")[1]?.length ?? 0);
  return splitByLargestRemainder(toScaled(charge.amount, scale), weights).map((part) =>
    part === 0n
      ? null
      : { ...charge, amount: fromScaled(part, scale), group, quantity: null, rate: null, part_of: charge.amount },
  );
}

/** Whole cents of each meter; equal when no meter has a cost. */
function weightsOf(meters: readonly StatementMeter[]): number[] {
  const usage = meters.map(({ charges }) =>
    centsOf(charges.filter(({ utility_charge_type }) => utility_charge_type === "usage_cost")),
  );
  const all = meters.map(({ charges }) => centsOf(charges));
  return [usage, all].find((weights) => weights.some((weight) => weight > 0)) ?? meters.map(() => 1);
}

/** A meter with more credits than costs takes no part. */
function centsOf(charges: readonly StatementCharge[]): number {
  const sum: Decimal = addDecimals(charges.map(({ amount }) => amount));
  return Math.max(0, Math.round(toNumber(sum) * 100));
}
