/** What the lines of each bill of a meter are together: days, cost, energy and water. */
import { CENTS, MILLIONTHS } from "../exact.ts";
import { joined, type Stretch } from "../months/days-covered.ts";
import { dateLines, type Dated, type DatedLines, type MeterBill } from "../months/meter-bill.ts";
import { fromUnits, toUnits } from "../whole-units.ts";

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
  const used = daysByBill(dated.usages, ({ line }) => line.utility_usage_type === "usage_amount");
  const charged = daysByBill(dated.charges, ({ bill }) => !used.has(bill.id));
  return bills.map((bill) => ({
    utility_bill_id: bill.id,
    days: used.get(bill.id) ?? charged.get(bill.id) ?? 0,
    cents: centsOf(bill),
    ...usesOf(bill),
  }));
}

/** Of those lines that count; the lines of a bill follow each other. A company has millions of them, so nothing is copied. */
function daysByBill<Line>(lines: readonly Dated<Line>[], counts: (line: Dated<Line>) => boolean): Map<number, number> {
  const stretches = new Map<number, Stretch[]>();
  let last: Dated<Line> | null = null;
  for (const line of lines) {
    if (!counts(line) || (last?.bill === line.bill && last.span === line.span)) continue;
    const own = stretches.get(line.bill.id);
    if (own === undefined) stretches.set(line.bill.id, [line.span]);
    else own.push(line.span);
    last = line;
  }
  const days = new Map<number, number>();
  for (const [id, own] of stretches)
    days.set(
      id,
      joined(own).reduce((sum, { start, end }) => sum + end - start, 0),
    );
  return days;
}

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

/** Null where one is not known, and where there is none. */
function sumOf(uses: MeterBill["usages"], figure: "kbtus" | "gallons"): number | null {
  if (uses.length === 0) return null;
  let units = 0;
  for (const { [figure]: amount } of uses) {
    if (amount === null) return null;
    units += toUnits(amount, MILLIONTHS);
  }
  return fromUnits(units, MILLIONTHS);
}
