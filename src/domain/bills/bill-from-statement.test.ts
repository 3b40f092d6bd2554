import assert from "node:assert/strict";
import { test } from "node:test";
import { planBill } from "./bill-from-statement.ts";
import { goodStatement } from "./statement.fixtures.ts";

test("a statement becomes a bill with numbers and a period, and nothing else", () => {
  const { meters, ...bill } = planBill(goodStatement());
  assert.deepEqual(bill, {
    invoice_number: "77120",
    invoice_date: "2026-04-06",
    corrected: false,
    period_start: "2026-03-04",
    period_end: "2026-04-02",
    estimated: false,
    account_holder_name: "Sample Holdings",
    amount_due: 8706.98,
    previous_balance: 7511.2,
    amount_paid: 7000,
    checked_by: "current_charges",
    due_date: null,
    late_fee_date: null,
    total_charges: 8195.78,
    currency: null,
    read_by: "template",
    confidence: null,
    template_id: "sample-utility",
    template_version: 1,
  });
  assert.deepEqual(
    meters.map(({ meter_num, charges, usages }) => [meter_num, charges.length, usages.length]),
    [
      ["E100", 6, 4],
      ["G7", 4, 1],
    ],
  );
});

test("each line keeps its description, days, group and place; usage gets its energy, demand does not", () => {
  const [electric, gas] = planBill(goodStatement()).meters;
  const place = { page: 1, box: [60, 300, 540, 312] };
  const days = { start_date: "2026-03-04", end_date: "2026-04-02" };
  assert.deepEqual(electric?.charges[4], {
    ...days,
    amount: -174.32,
    description: "Fuel rider",
    utility_charge_type: "interim_rate_cost",
    quantity: 81080,
    rate: -0.00215,
    group: null,
    is_part: false,
    place,
  });
  assert.deepEqual(gas?.usages, [
    {
      ...days,
      amount: 117.181,
      estimated_meter_read: false,
      description: "Gas",
      utility_usage_type: "usage_amount",
      measurement_unit: "therms",
      kbtus: 11718.1,
      lbs_co2: null,
      gallons: null,
      supply: false,
      group: "gas",
      place,
    },
  ]);
  assert.deepEqual(
    electric?.usages.map(({ kbtus }) => kbtus),
    [91032.16, 185612.8, null, null],
  );
});

test("what is not printed stays unknown", () => {
  const statement = goodStatement();
  Object.assign(statement, { previous_balance: null, amount_paid: null, meters: [] });
  const bill = planBill(statement);
  assert.deepEqual(
    [bill.previous_balance, bill.amount_paid, bill.period_start, bill.period_end],
    [null, null, null, null],
  );
});

test("a bill is estimated when one of its reads is", () => {
  const statement = goodStatement();
  Object.assign(statement.meters[1]?.usages[0] ?? {}, { estimated_meter_read: true });
  assert.equal(planBill(statement).estimated, true);
  assert.equal(planBill({ ...goodStatement(), estimated: true }).estimated, true);
});

test("a supply meter's usage is supply, and units come from the lines when the meter states no unit", () => {
  const statement = goodStatement();
  Object.assign(statement.meters[0] ?? {}, {
    association_type: "SUPPLY",
    measurement_unit: null,
    demand_measurement_unit: null,
  });
  const [meter] = planBill(statement).meters;
  assert.ok(meter?.usages.every(({ supply }) => supply));
  assert.deepEqual([meter?.measurement_unit, meter?.demand_measurement_unit], ["kWh", "kW"]);
});

test("the charges give the period when there is no usage", () => {
  const statement = goodStatement();
  for (const meter of statement.meters) meter.usages = [];
  const { period_start, period_end } = planBill(statement);
  assert.deepEqual([period_start, period_end], ["2026-03-04", "2026-04-02"]);
});
