import assert from "node:assert/strict";
import { test } from "node:test";
import { calendarize, eligibility, type MeterMonth } from "./calendarize.ts";
import { chargeLine, shortBill, usageLine } from "./meter-bill.fixtures.ts";

const OPEN = { start_date: null, end_date: null };

/** A month in one line: figure, cost, demand, then its coverage. */
const brief = (month: MeterMonth) =>
  [
    month.effective_month.slice(0, 7),
    month.distribution_kbtus ?? "-",
    month.total_cost ?? "-",
    month.demand_consumption ?? "-",
    `${month.days_covered}d`,
    month.month_complete ? "complete" : "open",
    ...(month.estimated ? ["estimated"] : []),
  ].join(" ");

test("a meter without lines has no months", () => {
  assert.deepEqual(calendarize({ bills: [{ id: 1, estimated: false, charges: [], usages: [] }], service: OPEN }), []);
});

const JANUARY = { start_date: "2023-01-01", end_date: "2023-02-01" };

test("registers of one bill add up and cover its days once", () => {
  const usages = [usageLine({ ...JANUARY, id: 1, kbtus: 200 }), usageLine({ ...JANUARY, id: 2, kbtus: 110 })];
  const [month] = calendarize({ bills: [{ id: 1, estimated: false, charges: [], usages }], service: OPEN });
  assert.equal(month && brief(month), "2023-01 310 - - 31d complete");
});

test("parts of a bill with days of their own cover their days, in any order", () => {
  const usages = [
    usageLine({ start_date: "2023-01-20", end_date: "2023-02-01", kbtus: 120 }),
    usageLine({ start_date: "2023-01-01", end_date: "2023-01-20", kbtus: 190 }),
    usageLine({ start_date: "2023-01-20", end_date: "2023-02-01", kbtus: 12 }),
    usageLine({ start_date: "2023-01-04", end_date: "2023-01-08", kbtus: 0 }),
  ];
  const [month] = calendarize({ bills: [{ id: 1, estimated: false, charges: [], usages }], service: OPEN });
  assert.equal(month && brief(month), "2023-01 322 - - 31d complete");
});

test("each charge class has its place, a class without a charge is 0, and the total is their sum", () => {
  const charges = [
    chargeLine({ amount: 20.1 }),
    chargeLine({ amount: 9.2, utility_charge_type: "demand_cost" }),
    chargeLine({ amount: -1.3, utility_charge_type: "interim_rate_cost" }),
    chargeLine({ amount: 0.1, utility_charge_type: "tax_cost" }),
  ];
  const [month] = calendarize({
    bills: [{ id: 1, estimated: false, charges, usages: [usageLine({ ...JANUARY, kbtus: 1 })] }],
    service: OPEN,
  });
  const { usage_cost, demand_cost, service_cost, interim_rate_cost, other_applied_cost, tax_cost, total_cost } =
    month ?? {};
  assert.deepEqual(
    [usage_cost, demand_cost, service_cost, interim_rate_cost, other_applied_cost, tax_cost, total_cost],
    [20.1, 9.2, 0, -1.3, 0, 0.1, 28.1],
  );
});

test("a charge without a period uses that of its bill's usage, else that of the bill, else it has no month", () => {
  const charges = [chargeLine({ amount: 31 })];
  const usages = [usageLine({ start_date: "2023-01-15", end_date: "2023-02-15", kbtus: 310 })];
  const cost = (bill: Parameters<typeof calendarize>[0]["bills"][number]) =>
    calendarize({ bills: [bill], service: OPEN }).map(({ total_cost }) => total_cost);
  assert.deepEqual(cost({ id: 1, estimated: false, charges, usages }), [17, 14]);
  assert.deepEqual(cost({ id: 1, estimated: false, charges, usages: [], period: JANUARY }), [31]);
  assert.deepEqual(cost({ id: 1, estimated: false, charges, usages: [] }), []);
});

test("a charge keeps its own days where it is billed ahead of the use", () => {
  const usages = [usageLine({ start_date: "2022-12-01", end_date: "2023-01-01", kbtus: 310 })];
  const charges = [chargeLine({ ...JANUARY, amount: 18 })];
  const months = calendarize({ bills: [{ id: 1, estimated: false, charges, usages }], service: OPEN });
  assert.deepEqual(months.map(brief), ["2022-12 310 - - 31d complete", "2023-01 - 18 - 0d open"]);
});

test("one estimated read makes a month estimated, but only the months of its use", () => {
  const usages = [
    usageLine({ ...JANUARY, kbtus: 310, estimated_meter_read: true }),
    usageLine({ start_date: "2023-02-01", end_date: "2023-03-01", kbtus: 280 }),
  ];
  const charges = [chargeLine({ start_date: "2023-03-05", end_date: "2023-03-05", amount: 5 })];
  const months = calendarize({ bills: [{ id: 1, estimated: false, charges, usages }], service: OPEN });
  assert.deepEqual(
    months.map(({ estimated }) => estimated),
    [true, false, false],
  );
  const [, , fee] = calendarize({ bills: [{ id: 1, estimated: true, charges, usages }], service: OPEN });
  assert.equal(fee?.estimated, false);
});

test("lines that share only one bound of their periods keep their own periods", () => {
  const charges = [
    chargeLine({ start_date: "2023-01-01", end_date: "2023-03-01", amount: 59 }),
    chargeLine({ start_date: "2023-02-01", end_date: "2023-03-01", amount: 7 }),
    chargeLine({ start_date: "2023-02-01", end_date: "2023-02-03", amount: 1 }),
    chargeLine({ start_date: "2023-02-01", end_date: "2023-04-01", amount: 59 }),
  ];
  const months = calendarize({ bills: [{ id: 1, estimated: false, charges, usages: [] }], service: OPEN });
  assert.deepEqual(
    months.map(({ total_cost }) => total_cost),
    [31, 28 + 7 + 1 + 28, 31],
  );
});

test("supply and distribution are kept apart, water has gallons and no energy, CO2 follows its energy", () => {
  const usages = [
    usageLine({ ...JANUARY, kbtus: 3412, lbs_co2: 767.2 }),
    usageLine({ ...JANUARY, kbtus: 3000, lbs_co2: 700, supply: true }),
  ];
  const [electric] = calendarize({ bills: [{ id: 1, estimated: false, charges: [], usages }], service: OPEN });
  assert.deepEqual(
    [electric?.distribution_kbtus, electric?.distribution_lbs_co2, electric?.supply_kbtus, electric?.supply_lbs_co2],
    [3412, 767.2, 3000, 700],
  );
  assert.equal(electric?.gallons, null);
  const water = [usageLine({ ...JANUARY, measurement_unit: "CCF", gallons: 7480.51948 })];
  const [month] = calendarize({ bills: [{ id: 1, estimated: false, charges: [], usages: water }], service: OPEN });
  assert.deepEqual([month?.gallons, month?.distribution_kbtus, month?.days_covered], [7480.51948, null, 31]);
});

test("every figure lists its lines, with the part that falls into the month", () => {
  const bills = [
    shortBill({ id: 7, start: "2023-01-10", end: "2023-02-09", kbtus: 300, cost: 100, demand: 100 }),
    shortBill({ id: 8, start: "2023-02-09", end: "2023-03-10", kbtus: 290, cost: 58, demand: 120 }),
  ];
  const february = calendarize({ bills, service: OPEN, explain: true })[1];
  const first = { utility_bill_id: 7, start_date: "2023-01-10", end_date: "2023-02-09", days: 8 };
  const second = { utility_bill_id: 8, start_date: "2023-02-09", end_date: "2023-03-10", days: 20 };
  const explain = february?.explain;
  assert.deepEqual(explain?.distribution_kbtus, [
    { ...first, line_id: 71, amount: 80 },
    { ...second, line_id: 81, amount: 200 },
  ]);
  assert.deepEqual(explain?.usage_cost, [
    { ...first, line_id: 73, amount: 26.67 },
    { ...second, line_id: 83, amount: 40 },
  ]);
  assert.deepEqual(explain?.total_cost, explain?.usage_cost);
  assert.deepEqual(explain?.demand_consumption, [{ ...second, line_id: 82, amount: 120 }]);
  assert.deepEqual(explain?.distribution_lbs_co2, [
    { ...first, line_id: 71, amount: null },
    { ...second, line_id: 81, amount: null },
  ]);
  assert.deepEqual(explain?.tax_cost, []);
  assert.equal(calendarize({ bills, service: OPEN })[1]?.explain, undefined);
});

test("eligibility runs from the first to the last complete month", () => {
  const bills = [
    shortBill({ id: 1, start: "2023-01-15", end: "2023-02-15", kbtus: 310 }),
    shortBill({ id: 2, start: "2023-02-15", end: "2023-04-15", kbtus: 590 }),
  ];
  const months = calendarize({ bills, service: OPEN });
  assert.deepEqual(eligibility(months), {
    eligibility_start_month: "2023-02-01",
    eligibility_end_month: "2023-03-01",
  });
  assert.deepEqual(eligibility([]), { eligibility_start_month: null, eligibility_end_month: null });
});
