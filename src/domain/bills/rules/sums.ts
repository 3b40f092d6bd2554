/** Checks the sums of a bill, to the cent: its charges against the printed totals, its balances against the amount due. */
import type { CheckedBy } from "../../../records/codes.ts";
import type { Decimal, Finding, Statement, StatementCharge, StatementMeter } from "../../../records/statement.ts";
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
    const sum = addDecimals(ownCharges(meter).map(({ amount }) => amount));
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
 * Previous balance - paid + adjustments + current charges - deferred = amount due; what is not printed counts as 0. When the bill prints neither
 * balance nor payment, the amount due is compared with the charges, unless a printed total has confirmed them already. Under
 * budget billing the budget amount takes the place of the charges; a bill may then also ask for the budget amount alone, because
 * its balance is that of the actual charges.
 */
export const balanceAddsUp: Rule = (statement) => {
  const {
    previous_balance,
    amount_paid,
    amount_due,
    budget_amount,
    adjustments = "0",
    deferred_amount = "0",
  } = statement;
  const by = checkedBy(statement);
  const isBalanced = previous_balance !== null || amount_paid !== null;
  if (amount_due === null) return [];
  if (budget_amount !== undefined) return budgetIsDue(statement, amount_due, budget_amount);
  if (by === "nothing" || (!isBalanced && by !== "amount_due")) return [];
  const current = statement.current_charges ?? sumOfCharges(statement.meters);
  const due = subtractDecimals(addDecimals([balanceOf(statement), current]), deferred_amount);
  if (compareDecimals(due, amount_due) === 0) return [];
  const place = statement.printed["amount_due"]?.place;
  const less = compareDecimals(deferred_amount, "0") === 0 ? "" : ` less ${deferred_amount} deferred`;
  if (!isBalanced) {
    const detail = `The charges add up to ${current}${less}, the bill asks for ${amount_due} and prints no other total.`;
    return [error("charges_do_not_add_up", detail, place)];
  }
  const adjusted = compareDecimals(adjustments, "0") === 0 ? "" : ` plus ${adjustments} adjustments`;
  const off = subtractDecimals(due, amount_due);
  return [
    error(
      "balance_does_not_add_up",
      `Balance ${previous_balance ?? "0"} less ${amount_paid ?? "0"} paid${adjusted} plus ${current} current charges${less} is ${due}, the bill asks for ${amount_due}: ${off} off.`,
      place,
    ),
  ];
};

/** What is left of the earlier bills. */
export const balanceOf = ({
  previous_balance,
  amount_paid,
  adjustments = "0",
}: Pick<Statement, "previous_balance" | "amount_paid" | "adjustments">): Decimal =>
  addDecimals([subtractDecimals(previous_balance ?? "0", amount_paid ?? "0"), adjustments]);

function budgetIsDue(statement: Statement, amount_due: Decimal, budget_amount: Decimal): Finding[] {
  const { printed } = statement;
  const asked = [budget_amount, addDecimals([balanceOf(statement), budget_amount])];
  if (asked.some((amount) => compareDecimals(amount, amount_due) === 0)) return [];
  const detail = `The budget amount is ${budget_amount}, with the balance ${asked[1]}, the bill asks for ${amount_due}.`;
  return [error("balance_does_not_add_up", detail, printed["amount_due"]?.place)];
}

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
  const billed = meters.filter((meter) => ownCharges(meter).length > 0);
  // Charges for the account are in no total of a meter.
  const isInMeters = meters.every((meter) => ownCharges(meter).length === meter.charges.length);
  if (isInMeters && billed.length > 0 && billed.every(({ printed_total }) => printed_total !== null))
    return "meter_totals";
  // Under budget billing the amount due says nothing about the charges.
  if (amount_due === null || statement.budget_amount !== undefined) return "nothing";
  return previous_balance !== null || amount_paid !== null ? "balance" : "amount_due";
}

/** The charges that are printed for the meter itself. */
const ownCharges = ({ charges }: StatementMeter): StatementCharge[] =>
  charges.filter(({ part_of }) => part_of === undefined);

function sumOfCharges(meters: readonly StatementMeter[]): Decimal {
  return addDecimals(meters.flatMap(({ charges }) => charges.map(({ amount }) => amount)));
}
