/** Makes amounts with more than two decimals whole cents that together are the rounded sum. */
import type { Decimal } from "../records/statement.ts";
import { addDecimals, roundDecimal, subtractDecimals } from "./decimal.ts";

/**
 * Bills are in cents, but calculated spreadsheets and feeds may have more decimals. The rounding error of one amount is carried to
 * the next, so that together they are the rounded total: 0.333 + 0.333 + 0.334 is 1.00.
 */
export function inCents(amounts: readonly Decimal[]): Decimal[] {
  // Most amounts are already in cents, so nothing is rounded.
  if (amounts.every((amount) => /^-?\d+(\.\d\d?)?$/.test(amount)))
    return amounts.map((amount) => roundDecimal(amount, 2));
  let [exact, rounded] = ["0", "0"];
  return amounts.map((amount) => {
    exact = addDecimals([exact, amount]);
    const cents = roundDecimal(subtractDecimals(exact, rounded), 2);
    rounded = addDecimals([rounded, cents]);
    return cents;
  });
}
