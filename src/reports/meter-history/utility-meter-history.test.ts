import assert from "node:assert/strict";
import { test } from "node:test";
import * as fc from "fast-check";
import { usageLine } from "../../domain/months/meter-bill.fixtures.ts";
import { toUnits } from "../../domain/whole-units.ts";
import { billOf, meterOf, partOf, readRows, type BillFixture } from "../parts/reports.fixtures.ts";
import { METER_HISTORY, meterHistoryRows } from "./utility-meter-history.ts";
import { ENGLISH_REPORT } from "../words/report-words.ts";

const MARCH: BillFixture = {
  id: 7,
  start: "2025-03-01",
  end: "2025-04-01",
  usage: 620,
  kbtus: 2115.44,
  lbs_co2: 266.58946,
  costs: { usage_cost: 74.4, service_cost: 12, tax_cost: 6.91 },
};

test("a bill is shown as billed, with its figures per day and per unit", () => {
  const { rows } = readRows(meterHistoryRows({}, ENGLISH_REPORT), partOf(meterOf(), MARCH));
  assert.deepEqual(rows, [
    {
      meter_number: "M1",
      energy_type: "ELECTRIC",
      utility_company: "Sample Power",
      account_number: "100-200",
      invoice_date: "2025-04-01",
      bill_start: "2025-03-01",
      bill_end: "2025-04-01",
      days: 31,
      usage: 620,
      usage_unit: "kWh",
      usage_per_day: 20,
      kbtus: 2115.44,
      tons_co2: 0.120923,
      usage_cost: 74.4,
      demand_cost: 0,
      service_cost: 12,
      interim_rate_cost: 0,
      other_applied_cost: 0,
      tax_cost: 6.91,
      total_cost: 93.31,
      // 93.31 / 31, and 93.31 / 620.
      cost_per_day: 3.01,
      cost_per_unit: 0.1505,
      estimated: false,
      bills: [7],
    },
  ]);
});

test("every column has its cell in every row", () => {
  const { rows } = readRows(meterHistoryRows({}, ENGLISH_REPORT), partOf(meterOf(), MARCH));
  assert.deepEqual(Object.keys(rows[0] ?? {}).sort(), METER_HISTORY.columns.map(({ key }) => key).sort());
});

test("a bill without charges has no cost, one with any charge has each class", () => {
  const { rows } = readRows(meterHistoryRows({}, ENGLISH_REPORT), partOf(meterOf(), { ...MARCH, costs: {} }));
  assert.deepEqual([rows[0]?.usage_cost, rows[0]?.total_cost, rows[0]?.cost_per_day], [null, null, null]);
});

test("a non-positive usage has no cost per unit", () => {
  const bills = [
    { ...MARCH, id: 1, usage: 0 },
    { ...MARCH, id: 2, usage: -5 },
  ];
  const { rows } = readRows(meterHistoryRows({}, ENGLISH_REPORT), partOf(meterOf(), ...bills));
  assert.deepEqual(
    rows.map(({ usage, cost_per_unit }) => [usage, cost_per_unit]),
    [
      [0, null],
      [-5, null],
    ],
  );
});

test("registers of one bill add up; spellings of one unit are one unit", () => {
  const period = { start_date: "2025-03-01", end_date: "2025-04-01" };
  const usages = [
    usageLine({ ...period, amount: 400.25, measurement_unit: "kWh", kbtus: 1365.653 }),
    usageLine({ ...period, amount: 220.5, measurement_unit: "KWH", kbtus: 752.346 }),
    usageLine({ ...period, amount: 9, measurement_unit: "kW", utility_usage_type: "demand_amount" }),
  ];
  const { rows } = readRows(
    meterHistoryRows({}, ENGLISH_REPORT),
    partOf(meterOf(), { id: 1, start: "2025-03-01", end: "2025-04-01", usages }),
  );
  assert.deepEqual([rows[0]?.usage, rows[0]?.usage_unit, rows[0]?.kbtus], [620.75, "kWh", 2117.999]);
});

test("rows without a charge are not in any cost, and a note counts them", () => {
  const part = partOf(
    meterOf(),
    { ...MARCH, id: 1, costs: { usage_cost: 62 } },
    { ...MARCH, id: 2, start: "2025-04-01", end: "2025-05-01", costs: {} },
  );
  const { totals, notes } = readRows(meterHistoryRows({}, ENGLISH_REPORT), part);
  assert.equal(totals.total_cost, 62);
  assert.deepEqual(notes, ["Without a charge of their own, so not in any cost: 1 row."]);
});

test("a bill in two units has no single usage, and a note says so", () => {
  const usages = [usageLine({ start_date: "2025-03-01", end_date: "2025-04-01", amount: 1, measurement_unit: "MWh" })];
  const { rows, totals, notes } = readRows(
    meterHistoryRows({}, ENGLISH_REPORT),
    partOf(meterOf(), { ...MARCH, usages }),
  );
  assert.deepEqual([rows[0]?.usage, rows[0]?.usage_unit, rows[0]?.usage_per_day], [null, null, null]);
  assert.equal(totals.usage, null);
  assert.match(notes.join(" "), /more than one unit.*: 1 bill\./);
});

test("a meter that changes its unit keeps each bill's own, and has no total of usage", () => {
  const part = partOf(
    meterOf({ energy_type: "GAS" }),
    { id: 1, start: "2025-01-01", end: "2025-02-01", usage: 80, unit: "therms", kbtus: 8000, lbs_co2: 936.7 },
    { id: 2, start: "2025-02-01", end: "2025-03-01", usage: 75, unit: "CCF", kbtus: 7695, lbs_co2: 900 },
  );
  const { rows, totals, notes } = readRows(meterHistoryRows({}, ENGLISH_REPORT), part);
  assert.deepEqual(
    rows.map(({ usage, usage_unit }) => [usage, usage_unit]),
    [
      [80, "therms"],
      [75, "CCF"],
    ],
  );
  assert.deepEqual([totals.usage, totals.usage_unit, totals.kbtus], [null, null, 15_695]);
  assert.match(notes.join(" "), /no total/);
});

test("usage of one unit and one type of energy has a total", () => {
  const { totals, notes } = readRows(
    meterHistoryRows({}, ENGLISH_REPORT),
    partOf(meterOf(), MARCH),
    partOf(meterOf({ id: 2 }), { ...MARCH, id: 8, usage: 0.5 }),
  );
  assert.deepEqual([totals.usage, totals.usage_unit, totals.total_cost], [620.5, "kWh", 186.62]);
  assert.deepEqual(notes, []);
});

test("gallons of water and gallons of oil are not added", () => {
  const water = partOf(meterOf({ energy_type: "WATER" }), {
    ...MARCH,
    usage: 3000,
    unit: "gal",
    kbtus: null,
    lbs_co2: null,
  });
  const oil = partOf(meterOf({ id: 2, energy_type: "FUEL_OIL" }), {
    ...MARCH,
    id: 8,
    usage: 100,
    unit: "gal",
    kbtus: 13_800,
  });
  const { totals } = readRows(meterHistoryRows({}, ENGLISH_REPORT), water, oil);
  assert.deepEqual([totals.usage, totals.kbtus], [null, 13_800]);
});

test("energy of a wrapper with distribution and supply bills counts once, both costs count", () => {
  const grid = meterOf({ id: 1, meter_wrapper_id: 5, association_type: "DISTRIBUTION" });
  const supplier = meterOf({ id: 2, meter_wrapper_id: 5, association_type: "SUPPLY" });
  const { rows, totals } = readRows(
    meterHistoryRows({}, ENGLISH_REPORT),
    partOf(grid, MARCH),
    partOf(supplier, { ...MARCH, id: 8 }),
  );
  assert.deepEqual(
    rows.map(({ meter_number }) => meter_number),
    ["M1", "M2 (supply)"],
  );
  assert.deepEqual([totals.usage, totals.kbtus, totals.tons_co2, totals.total_cost], [620, 2115.44, 0.120923, 186.62]);
});

test("energy without a conversion factor leaves the total empty: it never counts as zero", () => {
  const { totals, notes } = readRows(
    meterHistoryRows({}, ENGLISH_REPORT),
    partOf(meterOf(), MARCH),
    partOf(meterOf({ id: 2, energy_type: "STEAM" }), { ...MARCH, id: 8, unit: "heads", kbtus: null, lbs_co2: null }),
  );
  assert.deepEqual([totals.kbtus, totals.tons_co2], [null, null]);
  assert.match(notes.join(" "), /kBtu and CO2 are not known: .+ \(1 bill\)\./);
});

test("uncovered days between two bills are counted and named; a shared read day is not a gap", () => {
  const part = partOf(
    meterOf(),
    { id: 1, start: "2025-01-01", end: "2025-02-01", usage: 1 },
    { id: 2, start: "2025-01-31", end: "2025-03-01", usage: 1 },
    { id: 3, start: "2025-03-11", end: "2025-04-01", usage: 1 },
  );
  const { missing, notes } = readRows(meterHistoryRows({}, ENGLISH_REPORT), part);
  assert.equal(missing, 1);
  assert.deepEqual(notes.slice(-1), ["Meter M1: no bill covers Mar 1, 2025 to Mar 10, 2025 (10 days)."]);
});

test("a bill or a read that was estimated is counted", () => {
  const read = { start_date: "2025-04-01", end_date: "2025-05-01", estimated_meter_read: true, amount: 5 };
  const part = partOf(
    meterOf(),
    MARCH,
    { id: 8, start: "2025-04-01", end: "2025-05-01", usages: [usageLine(read)] },
    { ...MARCH, id: 9, start: "2025-05-01", end: "2025-06-01", estimated: true },
  );
  const { rows, estimated } = readRows(meterHistoryRows({}, ENGLISH_REPORT), part);
  assert.deepEqual([rows.map((row) => row.estimated), estimated], [[false, true, true], 2]);
});

test("a bill belongs to the range that contains its last day, so consecutive years list each bill once", () => {
  const bills: BillFixture[] = [
    { id: 1, start: "2024-11-20", end: "2024-12-20", usage: 1 },
    { id: 2, start: "2024-12-20", end: "2025-01-01", usage: 1 },
    { id: 3, start: "2025-01-01", end: "2025-01-20", usage: 1 },
  ];
  const idsOf = (range: { from?: string; to?: string }) =>
    readRows(meterHistoryRows(range, ENGLISH_REPORT), partOf(meterOf(), ...bills)).rows.map((row) => row.bills);
  assert.deepEqual(idsOf({ to: "2025-01-01" }), [[1], [2]]);
  assert.deepEqual(idsOf({ from: "2025-01-01" }), [[3]]);
});

test("a bill without a period is placed by its date", () => {
  const bill = {
    ...billOf({ id: 4, start: "2025-03-01", end: "2025-04-01", costs: { service_cost: 5 } }),
    period: null,
  };
  const { rows } = readRows(meterHistoryRows({}, ENGLISH_REPORT), { meter: meterOf(), bills: [bill] });
  assert.deepEqual(
    [rows[0]?.bill_start, rows[0]?.bill_end, rows[0]?.days, rows[0]?.total_cost, rows[0]?.cost_per_day],
    [null, null, null, 5, null],
  );
});

test("a meter without a number is named by that of its account", () => {
  const { rows } = readRows(meterHistoryRows({}, ENGLISH_REPORT), partOf(meterOf({ id: 48, meter_num: null }), MARCH));
  assert.equal(rows[0]?.meter_number, "(100-200)");
});

const money = fc.integer({ min: -1_000_000, max: 1_000_000 }).map((cents) => cents / 100);
const anyBills = fc.array(
  fc.record({ month: fc.integer({ min: 1, max: 12 }), cost: money, tax: money, usage: money }),
  {
    maxLength: 20,
  },
);

test("totals are the sum of the rows to the cent, in any order of bills", () => {
  fc.assert(
    fc.property(anyBills, fc.infiniteStream(fc.nat()), (list, keys) => {
      const bills = list.map(({ month, cost, tax, usage }, index): BillFixture => {
        const start = `2024-${String(month).padStart(2, "0")}-01`;
        return {
          id: index + 1,
          start,
          end: `${start.slice(0, 8)}28`,
          usage,
          costs: { usage_cost: cost, tax_cost: tax },
        };
      });
      const shuffled = bills.map((bill) => ({ bill, key: keys.next().value ?? 0 })).sort((a, b) => a.key - b.key);
      const one = readRows(meterHistoryRows({}, ENGLISH_REPORT), partOf(meterOf(), ...bills));
      const other = readRows(
        meterHistoryRows({}, ENGLISH_REPORT),
        partOf(meterOf(), ...shuffled.map(({ bill }) => bill)),
      );
      assert.deepEqual(one, other);
      for (const key of ["usage_cost", "tax_cost", "total_cost"]) {
        const cents = one.rows.reduce((sum, row) => sum + toUnits(Number(row[key]), 2), 0);
        assert.equal(toUnits(Number(one.totals[key]), 2), cents);
      }
    }),
  );
});
