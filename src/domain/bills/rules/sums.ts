/** Checks the sums of a bill, to the cent: its charges against the printed totals, its balances against the amount due. */
import type { CheckedBy } from "../../../records/codes.ts";
import type { Decimal, Statement, StatementMeter } from "../../../records/statement.ts";
import { addDecimals, compareDecimals, subtractDecimals } from "../../decimal.ts";
import { error, meterPhrase, warning, type Rule } from "./finding.ts";

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
        `The charges of ${meterPhrase(meter)} add up to ${sum}, the bill prints ${printed_total}.`,
      ),
    ];
  });

/**
 * Previous balance - paid + current charges = amount due; a balance or a payment that is not printed counts as 0. When the bill
 * prints neither, the amount due is compared with the charges, unless a printed total has confirmed them already.
 */
export const balanceAddsUp: Rule = (statement) => {
  const { previous_balance, amount_paid, amount_due } = statement;
  const by = checkedBy(statement);
  const isBalanced = previous_balance !== null || amount_paid !== null;
  if (amount_due === null || by === "nothing" || (!isBalanced && by !== "amount_due")) return [];
  const current = statement.current_charges ?? sumOfCharges(statement.meters);
  const due = addDecimals([subtractDecimals(previous_balance ?? "0", amount_paid ?? "0"), current]);
  if (compareDecimals(due, amount_due) === 0) return [];
  const place = statement.printed["amount_due"]?.place;
  if (!isBalanced) {
    const detail = `The charges add up to ${current}, the bill asks for ${amount_due} and prints no other total.`;
    return [error("charges_do_not_add_up", detail, place)];
  }
  return [
    error(
      "balance_does_not_add_up",
      `Balance ${previous_balance ?? "0"} less ${amount_paid ?? "0"} paid plus ${current} current charges is ${due}, the bill asks for ${amount_due}.`,
      place,
    ),
  ];
};

/** A warning when nothing on the bill can confirm its charges. */
export const aTotalIsPrinted: Rule = (statement) =>
  checkedBy(statement) === "nothing"
    ? [warning("no_total_printed", "The bill prints no total that its charges could be checked against.")]
    : [];

/** What the rules above compare the charges with: the best of what the bill prints. */
export function checkedBy(statement: Statement): CheckedBy {
  const { meters, current_charges, previous_balance, amount_paid, amount_due, nothing_to_compare } = statement;
  if (nothing_to_compare === true) return "nothing";
  if (current_charges !== null) return "current_charges";
  const billed = meters.filter(({ charges }) => charges.length > 0);
  if (billed.length > 0 && billed.every(({ printed_total }) => printed_total !== null)) return "meter_totals";
  if (amount_due === null) return "nothing";
  return previous_balance !== null || amount_paid !== null ? "balance" : "amount_due";
}

function sumOfCharges(meters: readonly StatementMeter[]): Decimal {
  return addDecimals(meters.flatMap(({ charges }) => charges.map(({ amount }) => amount)));
}
