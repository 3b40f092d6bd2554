/** What the lines of each bill of a meter are together: days, cost, energy and water. */
import { addUp, CENTS, MILLIONTHS } from "../exact.ts";
import { byBill, joined } from "../months/coverage.ts";
import { dateLines, type Dated, type DatedLines, type MeterBill } from "../months/meter-bill.ts";
import { toUnits } from "../whole-units.ts";

export interface BillSums {
  utility_bill_id: number;
  /** Days that its lines cover. */
  days: number;
  /** Null: it has no charge for the meter. */
  cents: number | null;
  /** Delivered, else supplied. Null where one of its uses is not known, and without a use. */
  kbtus: number | null;
  gallons: number | null;
}

/** `bills` are the live bills of a meter, cut to their counted days. */
export function billSumsOf(bills: readonly MeterBill[], dated: DatedLines = dateLines(bills)): BillSums[] {
  const used = daysByBill(dated.usages.filter(({ line }) => line.utility_usage_type === "usage_amount"));
  const charged = daysByBill(dated.charges.filter(({ bill }) => !used.has(bill.id)));
  return bills.map((bill) => ({
    utility_bill_id: bill.id,
    days: used.get(bill.id) ?? charged.get(bill.id) ?? 0,
    cents: centsOf(bill),
    ...usesOf(bill),
  }));
}

function daysByBill(lines: readonly Dated<unknown>[]): Map<number, number> {
  const days = new Map<number, number>();
  for (const own of byBill(lines)) {
    const [first] = own;
    if (first === undefined) continue;
    const stretches = joined(own.map(({ span }) => span));
    days.set(
      first.bill.id,
      stretches.reduce((sum, { start, end }) => sum + end - start, 0),
    );
  }
  return days;
}

function centsOf({ charges }: MeterBill): number | null {
  const cost = addUp(
    charges.map(({ amount }) => amount),
    CENTS,
  );
  return cost === null ? null : toUnits(cost, CENTS);
}

function usesOf({ usages }: MeterBill): Pick<BillSums, "kbtus" | "gallons"> {
  const uses = usages.filter(({ utility_usage_type }) => utility_usage_type === "usage_amount");
  const isKnown = uses.every(({ kbtus }) => kbtus !== null);
  const delivered = uses.filter(({ supply }) => !supply);
  const energy = delivered.length > 0 ? delivered : uses;
  return {
    kbtus: isKnown
      ? addUp(
          energy.map(({ kbtus }) => kbtus),
          MILLIONTHS,
        )
      : null,
    gallons: uses.some(({ gallons }) => gallons === null)
      ? null
      : addUp(
          uses.map(({ gallons }) => gallons),
          MILLIONTHS,
        ),
  };
}
