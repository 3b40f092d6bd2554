import assert from "node:assert/strict";
import { test } from "node:test";
import type { UtilitySlug } from "./model.ts";
import { truthOf } from "./truth.ts";
import { createWorld } from "./world.ts";

const world = createWorld();
const truth = (utility: UtilitySlug, username: string) => truthOf(world.accountsOf(utility, username) ?? []);
const DAY = /^\d{4}-\d\d-\d\d$/;
const inCents = (amount: number): number => Math.round(amount * 100);

test("money has at most two decimals, and charges and balances make the amount due", () => {
  for (const utility of ["northgate-electric", "clearwater-gas-water"] as const) {
    for (const { bills } of truth(utility, "demo_commercial").accounts) {
      for (const bill of bills) {
        const charges = bill.meters.flatMap((meter) => meter.charges);
        for (const { amount } of charges) assert.match(String(amount), /^-?\d+(\.\d\d?)?$/);
        const sum = charges.reduce((total, { amount }) => total + inCents(amount), 0);
        assert.equal(inCents(bill.amount_due), inCents(bill.previous_balance) - inCents(bill.amount_paid) + sum);
      }
    }
  }
});

test("days are half-open and the same on all charges and usages of a meter", () => {
  const [account] = truth("clearwater-gas-water", "demo_residential").accounts;
  for (const bill of account?.bills ?? []) {
    assert.match(bill.invoice_date, DAY);
    for (const { charges, usages } of bill.meters) {
      const spans = new Set([...charges, ...usages].map(({ start_date, end_date }) => `${start_date} ${end_date}`));
      assert.equal(spans.size, 1);
      assert.ok(usages.every(({ start_date, end_date }) => DAY.test(start_date) && start_date < end_date));
    }
  }
});

test("an electric meter has a usage for each register, and with demand two rows of kW; no total row", () => {
  const [business] = truth("northgate-electric", "demo_commercial").accounts;
  const rows = business?.bills[0]?.meters[0]?.usages.map(
    (usage) => `${usage.utility_usage_type} ${usage.measurement_unit}`,
  );
  assert.deepEqual(rows, ["usage_amount kWh", "usage_amount kWh", "demand_amount kW", "billed_demand_amount kW"]);
  const [home] = truth("northgate-electric", "demo_residential").accounts;
  assert.equal(home?.bills[0]?.meters[0]?.usages.length, 2);
});

test("gas is in therms, water in CCF for households and in kgal for businesses", () => {
  const units = (username: string) =>
    truth("clearwater-gas-water", username).accounts[0]?.bills[0]?.meters.map(
      ({ usages }) => usages[0]?.measurement_unit,
    );
  assert.deepEqual(units("demo_residential"), ["therms", "CCF"]);
  assert.deepEqual(units("demo_commercial"), ["therms", "kgal"]);
});

test("bills whose file is broken are left out", () => {
  const [account] = truth("northgate-electric", "demo_broken_files").accounts;
  assert.equal(account?.bills.length, 32);
});

test("a corrected bill says so", () => {
  const own = createWorld();
  own.issueCorrection("northgate-electric", true);
  const [account] = truthOf(own.accountsOf("northgate-electric", "demo_edited_bill") ?? []).accounts;
  assert.deepEqual(
    account?.bills.filter(({ corrected }) => corrected),
    account?.bills.slice(-1),
  );
});
