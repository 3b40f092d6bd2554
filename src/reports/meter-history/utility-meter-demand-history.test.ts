import assert from "node:assert/strict";
import { test } from "node:test";
import { usageLine } from "../../domain/months/meter-bill.fixtures.ts";
import { monthFromNumber, monthNumber, nextMonth } from "../../domain/calendar.ts";
import { demandAnswer } from "./demand-answer.ts";
import { comparableMonths, demandCharts } from "./demand-charts.ts";
import { meterOf, partOf, readRows, type BillFixture } from "../parts/reports.fixtures.ts";
import { METER_DEMAND_HISTORY, meterDemandHistoryRows } from "./utility-meter-demand-history.ts";
import { ENGLISH_REPORT, reportWordsOf } from "../words/report-words.ts";

const MARCH: BillFixture = {
  id: 7,
  start: "2025-03-01",
  end: "2025-04-01",
  usage: 37_200,
  demand: 100,
  costs: { usage_cost: 3720, demand_cost: 1250 },
};

/** Bills of whole months from January 2024 on, with these demands. */
const monthly = (...demands: number[]): BillFixture[] =>
  demands.map((demand, index) => {
    const start = monthFromNumber(monthNumber("2024-01-01") + index);
    return { id: index + 1, start, end: nextMonth(start), demand };
  });

const period = { start_date: "2025-03-01", end_date: "2025-04-01" };
const billed = (amount: number, measurement_unit = "kW") =>
  usageLine({ ...period, amount, measurement_unit, utility_usage_type: "billed_demand_amount" });

test("a bill with a demand has its load factor and the cost of a unit of demand", () => {
  const { rows } = readRows(meterDemandHistoryRows({}, ENGLISH_REPORT), partOf(meterOf(), MARCH));
  assert.deepEqual(rows, [
    {
      meter_number: "M1",
      bill_start: "2025-03-01",
      bill_end: "2025-04-01",
      days: 31,
      billed_demand: 100,
      measured_demand: 100,
      demand_unit: "kW",
      usage: 37_200,
      usage_unit: "kWh",
      // 37,200 / (100 x 24 x 31).
      load_factor: 50,
      demand_cost: 1250,
      cost_per_demand_unit: 12.5,
      highest_demand_12_months: 100,
      estimated: false,
      bills: [7],
    },
  ]);
  assert.deepEqual(Object.keys(rows[0] ?? {}).sort(), METER_DEMAND_HISTORY.columns.map(({ key }) => key).sort());
});

test("billed demand takes precedence over measured; the load factor uses measured demand", () => {
  const { rows } = readRows(
    meterDemandHistoryRows({}, ENGLISH_REPORT),
    partOf(meterOf(), { ...MARCH, usages: [billed(160), billed(125)] }),
  );
  assert.deepEqual(
    [rows[0]?.billed_demand, rows[0]?.measured_demand, rows[0]?.load_factor, rows[0]?.cost_per_demand_unit],
    [160, 100, 50, 7.8125],
  );
});

test("energy in MWh and demand in MW have a load factor; demand in kVA and use in therms do not", () => {
  const loadFactor = (bill: Partial<BillFixture>) =>
    readRows(meterDemandHistoryRows({}, ENGLISH_REPORT), partOf(meterOf(), { ...MARCH, ...bill })).rows[0]?.load_factor;
  assert.equal(loadFactor({ usage: 37.2, unit: "MWh" }), 50);
  assert.equal(loadFactor({ demand: 0.1, demandUnit: "MW" }), 50);
  assert.equal(loadFactor({ demandUnit: "kVA" }), null);
  assert.equal(loadFactor({ unit: "therms" }), null);
  assert.equal(loadFactor({ demand: 0 }), null);
});

test("the highest demand is that of the bills that end in the twelve months up to the end of this one", () => {
  const { rows } = readRows(
    meterDemandHistoryRows({}, ENGLISH_REPORT),
    partOf(meterOf(), ...monthly(90, 50, 60, 55, 55, 55, 55, 55, 55, 55, 55, 55, 55, 40)),
  );
  assert.deepEqual(
    rows.map(({ highest_demand_12_months }) => highest_demand_12_months),
    // The 90 of January 2024 ends on 1 February: it counts until the bill that ends on 1 January 2025.
    [...Array.from({ length: 12 }, () => 90), 60, 60],
  );
});

test("the highest demand is in the unit of the bill; other units are left out", () => {
  const [first, second, third] = monthly(0.2, 150, 120);
  assert.ok(first && second && third);
  const bills = [{ ...first, demandUnit: "MW" }, { ...second, demandUnit: "kVA" }, third];
  const { rows } = readRows(meterDemandHistoryRows({}, ENGLISH_REPORT), partOf(meterOf(), ...bills));
  assert.deepEqual(
    rows.map(({ highest_demand_12_months, demand_unit }) => [highest_demand_12_months, demand_unit]),
    [
      [0.2, "MW"],
      [150, "kVA"],
      [200, "kW"],
    ],
  );
});

test("a demand that a later bill took back does not count as the highest demand", () => {
  const [first, second] = monthly(0, 20);
  assert.ok(first && second);
  const january = { start_date: first.start, end_date: first.end };
  const lines = (sign: number) => [
    usageLine({ ...january, amount: sign * 500 }),
    usageLine({ ...january, amount: sign * 80, measurement_unit: "kW", utility_usage_type: "demand_amount" }),
  ];
  const part = partOf(
    meterOf(),
    { id: 1, start: first.start, end: first.end, usages: lines(1) },
    { id: 2, start: first.start, end: first.end, usages: lines(-1) },
    { ...second, id: 3 },
  );
  const { rows } = readRows(meterDemandHistoryRows({}, ENGLISH_REPORT), part);
  assert.equal(rows.at(-1)?.highest_demand_12_months, 20);
});

test("the highest demand includes bills before the requested days", () => {
  const { rows } = readRows(
    meterDemandHistoryRows({ from: "2024-03-01" }, ENGLISH_REPORT),
    partOf(meterOf(), ...monthly(90, 50, 60)),
  );
  assert.deepEqual(
    rows.map(({ bills, highest_demand_12_months }) => [bills, highest_demand_12_months]),
    [[[3], 90]],
  );
});

test("bills without a demand are left out and counted, meters without any are not listed", () => {
  const { rows, notes, totals } = readRows(
    meterDemandHistoryRows({}, ENGLISH_REPORT),
    partOf(meterOf(), MARCH, { id: 8, start: "2025-04-01", end: "2025-05-01", usage: 5, costs: { demand_cost: 3 } }),
    partOf(meterOf({ id: 2 }), { id: 9, start: "2025-04-01", end: "2025-05-01", usage: 5 }),
  );
  assert.deepEqual([rows.length, totals.demand_cost, totals.usage], [1, 1250, 37_200]);
  assert.match(notes.join(" "), /Left out: 1 bill of these meters without a demand\./);
  assert.ok(!("billed_demand" in totals));
});

test("demand is drawn against the highest of the twelve months up to it, when all meters are in real power", () => {
  const months = Array.from({ length: 14 }, (_, index) => ({
    energy_type: "ELECTRIC",
    effective_month: monthFromNumber(monthNumber("2024-01-01") + index),
    demand_consumption: index === 0 ? 90 : index === 5 ? null : 50,
    demand_cost: null,
    total_cost: null,
    estimated: index === 6,
    month_complete: index !== 13,
  }));
  const electric = meterOf({ demand_measurement_unit: "MW" });
  const options = { range: { from: "2024-06-01" }, words: ENGLISH_REPORT };
  const ofMeter = months.map((month) => ({ ...month, utility_meter_id: electric.id }));
  const [chart] = demandCharts(comparableMonths(months, [electric]), ofMeter, [electric], options);
  assert.deepEqual([chart?.unit, chart?.categories[0], chart?.categories.length], ["kW", "2024-06", 9]);
  assert.deepEqual(
    chart?.series.map(({ values }) => values),
    [
      [null, 50, 50, 50, 50, 50, 50, 50, 50],
      [90, 90, 90, 90, 90, 90, 90, 50, 50],
    ],
  );
  const [demand, highest] = chart?.series ?? [];
  assert.deepEqual([demand?.marks?.[1]?.isEstimated, demand?.marks?.[8]?.isIncomplete], [true, true]);
  assert.equal(highest?.marks, undefined);
  const second = { ...electric, id: 99, meter_num: "E-2" };
  const ofBoth = [...ofMeter, ...ofMeter.slice(6, 7).map((month) => ({ ...month, utility_meter_id: second.id }))];
  const both = demandCharts(months, ofBoth, [electric, second], options);
  assert.deepEqual(
    both[0]?.series.map(({ name }) => name),
    [`Meter ${electric.meter_num}`, "Meter E-2", "Highest of 12 months"],
    "each meter has a line of its own",
  );
  assert.equal(comparableMonths(months, [electric, { ...electric, demand_measurement_unit: "kVA" }]), null);
  assert.deepEqual(demandCharts(null, ofMeter, [electric], options), []);
});

test("when demand is known for other days than those asked for, the answer says so", () => {
  const month = {
    effective_month: "2024-01-01",
    demand_consumption: 90,
    demand_cost: null,
    total_cost: null,
    estimated: false,
    month_complete: true,
  };
  const asked = { property: "Offices", range: { from: "2025-01-01" } };
  const english = demandAnswer([month], { ...asked, words: ENGLISH_REPORT });
  assert.deepEqual(english, {
    answer: "No bill of Offices states a demand in kW for these days. Ask for other days.",
    tiles: [],
  });
  const spanish = demandAnswer([month], { ...asked, words: reportWordsOf("es") });
  assert.equal(spanish.answer, "Ninguna factura de Offices indica una demanda en kW para estos días. Pida otros días.");
  const unknown = demandAnswer([{ ...month, demand_consumption: null }], { ...asked, words: ENGLISH_REPORT });
  assert.match(unknown.answer, /^No bill of Offices states a demand in kW\. Its tariff may have none/);
});
