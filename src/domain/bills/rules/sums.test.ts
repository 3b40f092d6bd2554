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
