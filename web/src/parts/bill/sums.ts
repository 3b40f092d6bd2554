/** The sums that the service checks of a bill, for people who change it: what does not add up is named before it is sent. */

export interface SummedMeter {
  charges: (number | null)[];
  /** What the bill prints as the total of the meter. */
  printed_total: number | null;
}

export interface SummedBill {
  meters: SummedMeter[];
  /** The printed sum of the charges. */
  current_charges: number | null;
  previous_balance: number | null;
  amount_paid: number | null;
  deferred_amount: number | null;
  /** What changes the earlier balance besides payments; a credit is negative. */
  adjustments: number | null;
  amount_due: number | null;
}

export interface Difference {
  name: "charges" | "meter" | "balance";
  /** From 0, of a meter. */
  meter?: number;
  sum: number;
  printed: number;
  off: number;
}

export interface Sums {
  charges: number;
  /** What the charges are compared with; null when the bill has nothing to compare. */
  against: "current_charges" | "balance" | null;
  differences: Difference[];
}

/** In cents, so that 0.1 and 0.2 make 0.3. */
const cents = (amount: number | null): number => Math.round((amount ?? 0) * 100);
const sumOf = (amounts: (number | null)[]): number => amounts.reduce<number>((sum, amount) => sum + cents(amount), 0);

function difference(name: Difference["name"], sum: number, printed: number, meter?: number): Difference[] {
  if (sum === printed) return [];
  const off = { sum: sum / 100, printed: printed / 100, off: (sum - printed) / 100 };
  return [{ name, ...off, ...(meter === undefined ? {} : { meter }) }];
}

export function sumsOf(bill: SummedBill): Sums {
  const { meters, current_charges, previous_balance, amount_paid, deferred_amount, adjustments, amount_due } = bill;
  const charges = sumOf(meters.flatMap((meter) => meter.charges));
  const hasBalance = previous_balance !== null || amount_paid !== null;
  const current = current_charges === null ? charges : cents(current_charges);
  const due = cents(previous_balance) - cents(amount_paid) + cents(adjustments) + current - cents(deferred_amount);
  // Without a balance the amount due says something only where no total of the charges is printed.
  const isDueChecked = amount_due !== null && (hasBalance || current_charges === null);
  return {
    charges: charges / 100,
    against: current_charges !== null ? "current_charges" : isDueChecked ? "balance" : null,
    differences: [
      ...(current_charges === null ? [] : difference("charges", charges, cents(current_charges))),
      ...meters.flatMap(({ charges: own, printed_total }, at) =>
        printed_total === null ? [] : difference("meter", sumOf(own), cents(printed_total), at),
      ),
      ...(isDueChecked ? difference("balance", due, cents(amount_due)) : []),
    ],
  };
}
