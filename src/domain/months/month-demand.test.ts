import assert from "node:assert/strict";
import { test } from "node:test";
import { calendarize } from "./calendarize.ts";
import { usageLine } from "./meter-bill.fixtures.ts";

const OPEN = { start_date: null, end_date: null };
const JANUARY = { start_date: "2023-01-01", end_date: "2023-02-01" };

test("billed demand takes precedence over measured, kilowatts over kVA, and a megawatt is a thousand kilowatts", () => {
  const demand = (amount: number, measurement_unit: string, isBilled = false) =>
    usageLine({
      ...JANUARY,
      amount,
      measurement_unit,
      utility_usage_type: isBilled ? "billed_demand_amount" : "demand_amount",
    });
  const peak = (...bills: ReturnType<typeof demand>[][]) =>
    calendarize({
      bills: bills.map((usages, index) => ({ id: index + 1, estimated: false, charges: [], usages })),
      service: OPEN,
    })[0]?.demand_consumption;
  assert.equal(peak([demand(132, "kW"), demand(168, "kVA"), demand(151.2, "kW", true)]), 151.2);
  assert.equal(peak([demand(132, "kW"), demand(100, "kW", true)]), 100);
  assert.equal(peak([demand(132, "kW")], [demand(100, "kW", true)]), 132);
  assert.equal(peak([demand(132, "kW"), demand(168, "kVA")]), 132);
  assert.equal(peak([demand(168, "kVA")]), 168);
  assert.equal(peak([demand(1.005, "MW"), demand(900, "kW")]), 1005);
});

test("a month lists the line of its demand with its days in the month, the first of equal ones", () => {
  const demand = { amount: 90, measurement_unit: "kW", utility_usage_type: "demand_amount" } as const;
  const first = usageLine({ ...demand, id: 11, start_date: "2023-01-20", end_date: "2023-02-10" });
  const second = usageLine({ ...demand, id: 21, start_date: "2023-02-10", end_date: "2023-03-05" });
  const bills = [first, second].map((usage, index) => ({
    id: index + 1,
    estimated: false,
    charges: [],
    usages: [usage],
  }));
  const months = calendarize({ bills, service: OPEN, explain: true });
  assert.deepEqual(
    months.map(({ explain }) => explain?.demand_consumption.map(({ line_id, days }) => [line_id, days])),
    [[[11, 12]], [[11, 9]], [[21, 4]]],
  );
});
