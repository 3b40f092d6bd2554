/** What the lines of each bill of a meter are together: cost, energy and water. */
import { CENTS, MILLIONTHS } from "../exact.ts";
import type { MeterBill } from "../months/meter-bill.ts";
import { fromUnits, toUnits } from "../whole-units.ts";

export interface BillSums {
  utility_bill_id: number;
  /** Null: it has no charge for the meter. */
  cents: number | null;
  /** Delivered, else supplied. Null where one of its uses is not known, and without a use. */
  kbtus: number | null;
  gallons: number | null;
}

/** `bills` are the live bills of a meter, cut to their counted days. */
export const billSumsOf = (bills: readonly MeterBill[]): BillSums[] =>
  bills.map((bill) => ({ utility_bill_id: bill.id, cents: centsOf(bill), ...usesOf(bill) }));

function centsOf({ charges }: MeterBill): number | null {
  if (charges.length === 0) return null;
  return charges.reduce((sum, { amount }) => sum + toUnits(amount, CENTS), 0);
}

function usesOf({ usages }: MeterBill): Pick<BillSums, "kbtus" | "gallons"> {
  const uses = usages.filter(({ utility_usage_type }) => utility_usage_type === "usage_amount");
  const delivered = uses.filter(({ supply }) => !supply);
  const isKnown = uses.every(({ kbtus }) => kbtus !== null);
  return {
    kbtus: isKnown ? sumOf(delivered.length > 0 ? delivered : uses, "kbtus") : null,
    gallons: sumOf(uses, "gallons"),
  };
}

/** Null where one is not known, and without uses. */
function sumOf(uses: MeterBill["usages"], figure: "kbtus" | "gallons"): number | null {
  if (uses.length === 0) return null;
  let units = 0;
  for (const { [figure]: amount } of uses) {
    if (amount === null) return null;
    units += toUnits(amount, MILLIONTHS);
  }
  return fromUnits(units, MILLIONTHS);
}
