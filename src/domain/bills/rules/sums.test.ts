/** What the charges of a bill are compared with, depending on what the bill prints. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Finding } from "../../../records/statement.ts";
import { reconcile } from "../reconcile.ts";
import { goodStatement } from "../statement.fixtures.ts";
import { checkedBy } from "./sums.ts";

const names = (findings: Finding[]) => findings.map(({ name, severity }) => `${severity} ${name}`);

test("a balance or a payment that is not printed counts as 0, and the amount due is still compared", () => {
  const unpaid = (amount_due: string) => names(reconcile({ ...goodStatement(), amount_paid: null, amount_due }));
  assert.deepEqual(unpaid("15706.98"), []);
  assert.deepEqual(unpaid("1.00"), ["error balance_does_not_add_up"]);
  const paidAhead = names(reconcile({ ...goodStatement(), previous_balance: null, amount_due: "1195.78" }));
  assert.deepEqual(paidAhead, []);
});

/** The statement without the named totals. */
const without = (...totals: ("current_charges" | "balances" | "meter_totals")[]) => {
  const statement = goodStatement();
  if (totals.includes("current_charges")) statement.current_charges = null;
  if (totals.includes("balances")) Object.assign(statement, { previous_balance: null, amount_paid: null });
  if (totals.includes("meter_totals")) for (const meter of statement.meters) meter.printed_total = null;
  return statement;
};

test("charges are compared with the best total that the bill prints", () => {
  assert.equal(checkedBy(goodStatement()), "current_charges");
  assert.equal(checkedBy(without("current_charges")), "meter_totals");
  assert.equal(checkedBy(without("current_charges", "meter_totals")), "balance");
  assert.equal(checkedBy(without("current_charges", "meter_totals", "balances")), "amount_due");
  assert.equal(checkedBy({ ...goodStatement(), nothing_to_compare: true }), "nothing");
});

test("when nothing else is printed, the amount due is the sum of the charges", () => {
  const dueAlone = (amount_due: string) =>
    reconcile({ ...without("current_charges", "meter_totals", "balances"), amount_due });
  assert.deepEqual(dueAlone("8195.78"), []);
  const findings = dueAlone("88.78");
  assert.deepEqual(names(findings), ["error charges_do_not_add_up"]);
  assert.match(findings[0]?.detail ?? "", /add up to 8195\.78, the bill asks for 88\.78/);
});

test("the amount due may include an older debt that is not printed, when a total confirms the charges", () => {
  assert.deepEqual(reconcile({ ...without("balances"), amount_due: "9000.00" }), []);
  assert.deepEqual(reconcile({ ...without("balances", "current_charges"), amount_due: "9000.00" }), []);
});

test("a bill whose layout prints nothing to compare says so", () => {
  const unchecked = without("current_charges", "meter_totals", "balances");
  const findings = reconcile({ ...unchecked, amount_due: "1.00", nothing_to_compare: true });
  assert.deepEqual(names(findings), ["warning no_total_printed"]);
});

test("a part that is put off is not asked for now", () => {
  const deferred = (amount_due: string) =>
    names(reconcile({ ...goodStatement(), amount_due, deferred_amount: "706.98" }));
  assert.deepEqual(deferred("8000.00"), []);
  assert.deepEqual(deferred("8706.98"), ["error balance_does_not_add_up"]);
  const dueAlone = { ...without("current_charges", "balances", "meter_totals"), deferred_amount: "8195.78" };
  assert.deepEqual(reconcile({ ...dueAlone, amount_due: "0.00" }), []);
});

test("a late fee or a credit beside the payment is a part of the balance, and a difference is named with its amount", () => {
  const adjusted = (adjustments: string, amount_due: string) =>
    reconcile({ ...goodStatement(), adjustments, amount_due });
  assert.deepEqual(adjusted("12.50", "8719.48"), []);
  assert.deepEqual(adjusted("-6.98", "8700.00"), []);
  const [late] = adjusted("12.50", "8706.98");
  assert.match(
    late?.detail ?? "",
    /paid plus 12\.50 adjustments plus 8195\.78 current charges .* 8706\.98: 12\.50 off\.$/,
  );
});

test("under budget billing the amount due is the budget amount, with or without the balance, and says nothing of the charges", () => {
  const budget = (amount_due: string, budget_amount = "5000.00") => ({ ...goodStatement(), amount_due, budget_amount });
  assert.deepEqual(reconcile(budget("5000.00")), []);
  assert.deepEqual(reconcile(budget("5511.20")), []);
  assert.deepEqual(names(reconcile(budget("8706.98"))), ["error balance_does_not_add_up"]);
  const unconfirmed = {
    ...without("current_charges", "meter_totals"),
    budget_amount: "5000.00",
    amount_due: "5000.00",
  };
  assert.equal(checkedBy(unconfirmed), "nothing");
  assert.deepEqual(names(reconcile(unconfirmed)), ["warning no_total_printed"]);
});

test("the totals of meters do not confirm charges for the account", () => {
  const statement = without("current_charges", "balances");
  const [meter] = statement.meters;
  const [charge] = meter?.charges ?? [];
  assert.ok(meter && charge);
  meter.charges.push({ ...charge, amount: "5.00", quantity: null, rate: null, part_of: "5.00" });
  assert.equal(checkedBy(statement), "amount_due");
  assert.deepEqual(reconcile({ ...statement, amount_due: "8200.78" }), []);
  assert.deepEqual(names(reconcile({ ...statement, amount_due: "8195.78" })), ["error charges_do_not_add_up"]);
});
