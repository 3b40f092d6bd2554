/** What adds up on a bill: its charges to the totals it prints, its balances to what is due. To the cent. */
import type { Decimal, StatementMeter } from "../../records/statement.ts";
import { addDecimals, compareDecimals, subtractDecimals } from "../decimal.ts";
import { error, warning, type Rule } from "./finding.ts";
import { meterName } from "./form.ts";

export const somethingIsBilled: Rule = ({ meters }) => {
  if (meters.length === 0) return [error("nothing_to_bill", "The bill names no meter or service.")];
  if (meters.some(({ charges }) => charges.length > 0)) return [];
  return [error("nothing_to_bill", "The bill has no charge.")];
};

export const chargesAddUp: Rule = (statement) => {
  const { current_charges } = statement;
  const sum = sumOfCharges(statement.meters);
  if (current_charges === null || compareDecimals(sum, current_charges) === 0) return [];
  const off = subtractDecimals(sum, current_charges);
  return [
    error(
      "charges_do_not_add_up",
      `The charges add up to ${sum}, the bill prints ${current_charges} as current charges: ${off} off.`,
      statement.printed["current_charges"]?.place,
    ),
  ];
};

export const meterChargesAddUp: Rule = ({ meters }) =>
  meters.flatMap((meter) => {
    const sum = sumOfCharges([meter]);
    const { printed_total } = meter;
    if (printed_total === null || compareDecimals(sum, printed_total) === 0) return [];
    return [
      error(
        "meter_charges_do_not_add_up",
        `The charges of ${meterName(meter)} add up to ${sum}, the bill prints ${printed_total}.`,
      ),
    ];
  });

/** previous balance - paid + current charges = amount due. Not checked where one of them is not printed. */
export const balanceAddsUp: Rule = (statement) => {
  const { previous_balance, amount_paid, amount_due } = statement;
  if (previous_balance === null || amount_paid === null || amount_due === null) return [];
  const current = statement.current_charges ?? sumOfCharges(statement.meters);
  const due = addDecimals([subtractDecimals(previous_balance, amount_paid), current]);
  if (compareDecimals(due, amount_due) === 0) return [];
  return [
    error(
      "balance_does_not_add_up",
      `Balance ${previous_balance} less ${amount_paid} paid plus ${current} current charges is ${due}, the bill asks for ${amount_due}.`,
      statement.printed["amount_due"]?.place,
    ),
  ];
};

/** Says so where nothing on the bill can confirm its charges. */
export const aTotalIsPrinted: Rule = ({ meters, current_charges, previous_balance, amount_paid }) => {
  const isBalanced = previous_balance !== null && amount_paid !== null;
  const isTotalled = meters.every(({ charges, printed_total }) => charges.length === 0 || printed_total !== null);
  if (current_charges !== null || isBalanced || isTotalled) return [];
  return [warning("no_total_printed", "The bill prints no total that its charges could be checked against.")];
};

function sumOfCharges(meters: readonly StatementMeter[]): Decimal {
  return addDecimals(meters.flatMap(({ charges }) => charges.map(({ amount }) => amount)));
}
