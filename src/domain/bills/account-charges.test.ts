import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { StatementCharge, StatementMeter } from "../../records/statement.ts";
import { addDecimals, compareDecimals } from "../decimal.ts";
import { withAccountCharges } from "./account-charges.ts";
import { newFaults } from "./check-edit.ts";
import { planBill } from "./bill-from-statement.ts";
import { goodStatement } from "./statement.fixtures.ts";

const [electric, gas] = goodStatement().meters;
assert.ok(electric && gas);
const [template] = gas.charges;
assert.ok(template);

const chargeOf = (amount: string, type: StatementCharge["utility_charge_type"] = "other_applied_cost") => ({
  ...template,
  amount,
  utility_charge_type: type,
});
const meterOf = (...charges: StatementCharge[]): StatementMeter => ({ ...gas, charges });
/** The amounts of the parts on each meter. */
const partsOf = (meters: StatementMeter[]) =>
  meters.map(({ charges }) => charges.flatMap(({ amount, part_of }) => (part_of === undefined ? [] : amount)));

test("a charge of the account is divided by usage cost, and all its parts have one group", () => {
  const meters = [
    meterOf(chargeOf("10.00", "usage_cost"), chargeOf("90.00")),
    meterOf(chargeOf("20.00", "usage_cost")),
  ];
  const divided = withAccountCharges(meters, [chargeOf("10.00"), chargeOf("-0.01")]);
  assert.deepEqual(partsOf(divided), [["3.33"], ["6.67", "-0.01"]]);
  const groups = divided.map(({ charges }) =>
    charges.filter(({ part_of }) => part_of === "10.00").map((each) => each.group),
  );
  assert.deepEqual(groups, [["account 1"], ["account 1"]]);
});

test("without usage costs all charges are the measure, and without charges the parts are equal", () => {
  const other = [meterOf(chargeOf("30.00")), meterOf(chargeOf("10.00"))];
  assert.deepEqual(partsOf(withAccountCharges(other, [chargeOf("4.00")])), [["3.00"], ["1.00"]]);
  const none = [meterOf(), meterOf(chargeOf("-5.00")), meterOf()];
  assert.deepEqual(partsOf(withAccountCharges(none, [chargeOf("1.00")])), [["0.34"], ["0.33"], ["0.33"]]);
});

test("the parts always sum to the charge", () => {
  const cents = fc.integer({ min: -1_000_000, max: 1_000_000 }).map((amount) => (amount / 100).toFixed(2));
  fc.assert(
    fc.property(fc.array(cents, { minLength: 1, maxLength: 12 }), cents, (costs, amount) => {
      const meters = withAccountCharges(
        costs.map((cost) => meterOf(chargeOf(cost, "usage_cost"))),
        [chargeOf(amount)],
      );
      assert.equal(compareDecimals(addDecimals(partsOf(meters).flat()), amount), 0);
    }),
  );
});

test("a part keeps its place, and its group is that of the account in the planned bill", () => {
  const meters = withAccountCharges([electric, gas], [chargeOf("9.00")]);
  const parts = planBill({ ...goodStatement(), meters }).meters.flatMap(({ charges }) =>
    charges.filter(({ is_part }) => is_part),
  );
  assert.deepEqual(
    parts.map(({ group, quantity, rate, place }) => [group, quantity, rate, place]),
    [electric, gas].map(() => ["account 1", null, null, template.place]),
  );
});

test("an edit of a bill with such parts is compared with the printed totals of its meters and the parts", () => {
  const [own] = withAccountCharges([meterOf(chargeOf("40.00"))], [chargeOf("9.00")]);
  assert.ok(own);
  const read = { current_charges: null, meters: [{ ...own, printed_total: "40.00" }] };
  const bill = (amount: number) => ({
    fields: {
      invoice_date: "2026-04-06",
      estimated: false,
      amount_due: null,
      previous_balance: null,
      amount_paid: null,
    },
    lines: {
      usages: [],
      period: null,
      charges: [amount, 9].map((each) => ({ ...lineOf, amount: each })),
    },
  });
  const meters = new Map([[1, { ...gas, meter_key: "G7|GAS|STANDARD" }]]);
  assert.deepEqual(newFaults(bill(39), bill(40), meters, read), { fresh: [], remaining: [] });
  assert.equal(newFaults(bill(40), bill(41), meters, read).fresh.length, 1);
});

const lineOf = {
  utility_meter_id: 1,
  description: "Charge",
  utility_charge_type: "usage_cost" as const,
  start_date: "2026-03-04",
  end_date: "2026-04-02",
  line_item_group_id: "a",
  quantity: null,
  rate: null,
  page: null,
  box: null,
};
