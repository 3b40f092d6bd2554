import assert from "node:assert/strict";
import { test } from "node:test";
import * as fc from "fast-check";
import type { EnergyType } from "../../records/codes.ts";
import { monthFromNumber, monthNumber } from "../../domain/calendar.ts";
import { energyMonths } from "../../domain/property/roll-up-energy.ts";
import { meterMonth, rolledMeter } from "../../domain/property/roll-up.fixtures.ts";
import { toUnits } from "../../domain/whole-units.ts";
import { energyCharts } from "../parts/energy-charts.ts";
import {
  ENERGY_HISTORY_DETAIL,
  energyHistoryDetailRows,
  type PropertyContext,
  type TypeHistory,
} from "./energy-history-detail-report.ts";
import { monthUses } from "../parts/month-uses.ts";
import { billOf, meterOf, readRows } from "../parts/reports.fixtures.ts";
import { typeMonths, typeUses, type TypeMonth } from "./type-months.ts";
import { ENGLISH_REPORT } from "../words/report-words.ts";

const monthAt = (index: number) => monthFromNumber(monthNumber("2023-01-01") + index);

const PROPERTY: PropertyContext = { sq_ft: 1000, weather_station_alpha_id: "KTEST", degreeDays: new Map(), notes: [] };

/** Months from January 2023 on, complete unless given otherwise. */
const history = (energy_type: EnergyType, ...months: Partial<TypeMonth>[]): TypeHistory => ({
  energy_type,
  months: months.map((month, index) => ({
    effective_month: monthAt(index),
    usage: null,
    unit: null,
    isMixed: false,
    isPartial: false,
    kbtus: null,
    lbs_co2: null,
    cost: null,
    estimated: false,
    month_complete: true,
    bills: [index + 1],
    ...month,
  })),
});

const sameMonths = (count: number, month: Partial<TypeMonth>) => Array.from({ length: count }, () => month);

test("a month is shown with its area, its weather, the previous year and the twelve months that end with it", () => {
  const last = { usage: 1500, unit: "kWh", kbtus: 5118, lbs_co2: 645, cost: 180.5, estimated: true, bills: [40, 41] };
  const electric = history("ELECTRIC", ...sameMonths(12, { kbtus: 3412, cost: 100, bills: [1] }), last);
  const degreeDays = new Map([
    [monthAt(12), { heating_degree_days: 820, cooling_degree_days: 0, month_complete: true }],
  ]);
  const { rows } = readRows(energyHistoryDetailRows({ ...PROPERTY, degreeDays }, {}, ENGLISH_REPORT), electric);
  assert.deepEqual(rows[12], {
    month: "2024-01",
    energy_type: "ELECTRIC",
    usage: 1500,
    usage_unit: "kWh",
    kbtus: 5118,
    kbtus_per_sq_ft: 5.118,
    cost: 180.5,
    cost_per_sq_ft: 0.1805,
    tons_co2: 0.292567,
    hdd: 820,
    cdd: 0,
    last_year_kbtus: 3412,
    change: 50,
    // (11 x 3,412 + 5,118) / 1,000.
    rolling_kbtus_per_sq_ft: 42.65,
    estimated: true,
    month_complete: true,
    bills: [40, 41],
  });
  assert.deepEqual(Object.keys(rows[0] ?? {}).sort(), ENERGY_HISTORY_DETAIL.columns.map(({ key }) => key).sort());
});

test("twelve months are summed only when all of them are complete and known", () => {
  const rolling = (...months: Partial<TypeMonth>[]) =>
    readRows(energyHistoryDetailRows(PROPERTY, {}, ENGLISH_REPORT), history("ELECTRIC", ...months)).rows.at(-1)
      ?.rolling_kbtus_per_sq_ft;
  const whole = sameMonths(11, { kbtus: 1000 });
  assert.equal(rolling(...whole), null);
  assert.equal(rolling(...whole, { kbtus: 1000 }), 12);
  assert.equal(rolling(...whole, { kbtus: 1000, month_complete: false }), null);
  assert.equal(rolling(...whole, { kbtus: null }), null);
});

test("a change is shown only between two complete months, and not against zero", () => {
  const change = (before: Partial<TypeMonth>, now: Partial<TypeMonth>) =>
    readRows(
      energyHistoryDetailRows(PROPERTY, {}, ENGLISH_REPORT),
      history("ELECTRIC", before, ...sameMonths(11, {}), now),
    ).rows.at(-1);
  assert.deepEqual(change({ kbtus: 100 }, { kbtus: 80 })?.change, -20);
  assert.deepEqual(change({ kbtus: 100, month_complete: false }, { kbtus: 80 })?.change, null);
  assert.deepEqual(change({ kbtus: 100 }, { kbtus: 80, month_complete: false })?.change, null);
  assert.deepEqual(change({ kbtus: 0 }, { kbtus: 80 })?.change, null);
  assert.deepEqual(change({ kbtus: -5 }, { kbtus: 80 })?.change, null);
  assert.equal(change({ kbtus: 100, month_complete: false }, { kbtus: 80 })?.last_year_kbtus, null);
});

test("months with unknown energy or CO2 are counted in a note", () => {
  const { notes } = readRows(
    energyHistoryDetailRows({ ...PROPERTY, degreeDays: new Map() }, {}, ENGLISH_REPORT),
    history("ELECTRIC", ...sameMonths(3, { usage: 1000, unit: "kWh", kbtus: 3412 })),
    history("GAS", { usage: 10, unit: "heads" }),
  );
  assert.match(
    notes.join(" "),
    /energy content of the billed unit is unknown \(1 month\)\. CO2 of electricity .+ \(3 months\)\./,
  );
});

test("without an area there are no figures per square foot, and a note says why", () => {
  const { rows, notes } = readRows(
    energyHistoryDetailRows({ ...PROPERTY, sq_ft: null }, {}, ENGLISH_REPORT),
    history("GAS", ...sameMonths(12, { kbtus: 100, cost: 5 })),
  );
  assert.deepEqual(
    [rows[11]?.kbtus_per_sq_ft, rows[11]?.cost_per_sq_ft, rows[11]?.rolling_kbtus_per_sq_ft],
    [null, null, null],
  );
  assert.match(notes.join(" "), /no floor area/);
});

test("degree days of a month with a missing day are not shown, and the months are counted once", () => {
  const degreeDays = new Map([
    [monthAt(0), { heating_degree_days: 500, cooling_degree_days: 1, month_complete: false }],
    [monthAt(1), { heating_degree_days: 400, cooling_degree_days: 2, month_complete: true }],
  ]);
  const months = sameMonths(3, {});
  const { rows, notes } = readRows(
    energyHistoryDetailRows({ ...PROPERTY, degreeDays }, {}, ENGLISH_REPORT),
    history("ELECTRIC", ...months),
    history("GAS", ...months),
  );
  assert.deepEqual(
    rows.slice(0, 3).map(({ hdd, cdd }) => [hdd, cdd]),
    [
      [null, null],
      [400, 2],
      [null, null],
    ],
  );
  assert.deepEqual(notes, ["Degree days are not shown for 2 months: days are missing at KTEST."]);
  const none = readRows(
    energyHistoryDetailRows({ ...PROPERTY, weather_station_alpha_id: null }, {}, ENGLISH_REPORT),
    history("GAS", {}),
  );
  assert.deepEqual(none.notes, ["The property has no weather station: degree days are unknown."]);
});

test("totals add up the known figures of all types; billed but unknown energy leaves its total empty", () => {
  const electric = history("ELECTRIC", { kbtus: 3412, lbs_co2: 430, cost: 100, usage: 1000, unit: "kWh" });
  const water = history("WATER", { cost: 30.01, usage: 5, unit: "kgal" });
  const known = readRows(energyHistoryDetailRows(PROPERTY, {}, ENGLISH_REPORT), electric, water).totals;
  assert.deepEqual([known.kbtus, known.tons_co2, known.cost, known.usage], [3412, 0.195045, 130.01, null]);
  const steam = history("STEAM", { kbtus: null, usage: 4, unit: "heads" });
  assert.equal(readRows(energyHistoryDetailRows(PROPERTY, {}, ENGLISH_REPORT), electric, steam).totals.kbtus, null);
});

test("the requested days select the months, which are compared with earlier ones", () => {
  const electric = history("ELECTRIC", ...sameMonths(12, { kbtus: 100 }), { kbtus: 150 });
  const { rows, estimated, missing } = readRows(
    energyHistoryDetailRows(PROPERTY, { from: "2024-01-01" }, ENGLISH_REPORT),
    electric,
  );
  assert.deepEqual(
    rows.map(({ month, change, rolling_kbtus_per_sq_ft }) => [month, change, rolling_kbtus_per_sq_ft]),
    [["2024-01", 50, 1.25]],
  );
  assert.deepEqual([estimated, missing], [0, 0]);
});

test("estimated and incomplete months are counted", () => {
  const gas = history("GAS", { estimated: true }, { month_complete: false }, { month_complete: false, bills: [] });
  const { estimated, missing } = readRows(energyHistoryDetailRows(PROPERTY, {}, ENGLISH_REPORT), gas);
  assert.deepEqual([estimated, missing], [1, 2]);
});

test("a partial month is not missing, and no month is compared with an incomplete one", () => {
  const first = { kbtus: 10, month_complete: false, isPartial: true };
  const gas = history("GAS", first, ...sameMonths(12, { kbtus: 100 }));
  const { rows, missing, notes } = readRows(energyHistoryDetailRows(PROPERTY, {}, ENGLISH_REPORT), gas);
  assert.deepEqual([missing, rows[12]?.last_year_kbtus, rows[12]?.change], [0, null, null]);
  assert.match(
    notes.join(" "),
    /Partial, because the first bill of a meter begins or its last one ends in them: 1 month\./,
  );
});

test("usage of a type is that of its meters, counted once for each wrapper; its bills are those of all meters", () => {
  const bill = (id: number) => billOf({ id, start: "2024-01-01", end: "2024-02-01", usage: 100 });
  const uses = typeUses();
  uses.add(meterOf({ id: 1, meter_wrapper_id: 1, association_type: "DISTRIBUTION" }), monthUses([bill(11)]));
  uses.add(meterOf({ id: 2, meter_wrapper_id: 1, association_type: "SUPPLY" }), monthUses([bill(12)]));
  uses.add(meterOf({ id: 3 }), monthUses([bill(10)]));
  assert.deepEqual(uses.of("2024-01-01"), { usage: 200, unit: "kWh", isMixed: false, bills: [10, 11, 12] });
  assert.deepEqual(uses.of("2024-02-01"), { usage: null, unit: null, isMixed: false, bills: [] });
});

test("the energy of a type is that of its own meters, the cost that of the roll-up", () => {
  const meters = [
    rolledMeter({ id: 1, months: [meterMonth("2024-01", { distribution_kbtus: 500, total_cost: 10 })] }),
    rolledMeter({
      id: 2,
      energy_type: "GAS",
      months: [meterMonth("2024-01", { distribution_kbtus: 70, total_cost: 3 })],
    }),
  ];
  const rolled = [{ effective_month: "2024-01-01", total_cost: 3, estimated: false, month_complete: true }];
  const [month] = typeMonths("GAS", meters, rolled, typeUses(), () => false);
  assert.deepEqual([month?.kbtus, month?.cost, month?.lbs_co2], [70, 3, null]);
});

test("charts of one energy are in its own unit, mark incomplete and estimated months, and compare each complete month with that of the previous year", () => {
  const months = Array.from({ length: 14 }, (_, index) =>
    meterMonth(monthAt(index).slice(0, 7), {
      // As many kWh as the figures below.
      distribution_kbtus: 3.412 * (100 + index),
      month_complete: index !== 1,
      days_covered: 28,
    }),
  );
  const energy = energyMonths([rolledMeter({ months })]);
  const types = months.map(({ effective_month }) => ({
    energy_type: "ELECTRIC",
    effective_month,
    total_cost: 7,
    estimated: effective_month === "2023-03-01",
  }));
  const completeMonths = new Set(energy.filter((month) => month.month_complete).map((month) => month.effective_month));
  const charts = energyCharts(energy, { types, completeMonths }, { range: {}, words: ENGLISH_REPORT });
  assert.deepEqual(
    charts.map(({ title, kind, unit }) => [title, kind, unit]),
    [
      ["Electricity used", "stacked", "kWh"],
      ["Electricity year over year", "line", "kWh"],
      ["Cost by type", "stacked", "USD"],
    ],
  );
  const [stacked, years, cost] = charts;
  assert.deepEqual(stacked?.series[0]?.values.slice(0, 3), [100, 101, 102]);
  assert.deepEqual(cost?.series[0]?.values.slice(0, 3), [7, 7, 7]);
  const marks = [
    { isEstimated: false, isIncomplete: false },
    { isEstimated: false, isIncomplete: true },
    { isEstimated: true, isIncomplete: false },
  ];
  assert.deepEqual(stacked?.series[0]?.marks?.slice(0, 3), marks);
  assert.deepEqual(cost?.series[0]?.marks?.slice(0, 3), marks);
  // A year-over-year line leaves a gap for an incomplete month.
  assert.deepEqual(years?.series[0]?.marks?.slice(0, 3), [marks[0], marks[0], marks[2]]);
  assert.equal(years?.series[1]?.marks, undefined);
  assert.deepEqual(
    years?.series.map(({ name, values }) => [name, values.slice(0, 3)]),
    [
      ["2023", [100, null, 102]],
      ["2024", [112, 113, null]],
    ],
  );
});

test("a type of energy has the same position in the charts of energy and of costs, and non-energy types come last", () => {
  const month = { days_covered: 31, month_complete: true };
  const energy = energyMonths([
    rolledMeter({ months: [meterMonth("2025-01", { ...month, distribution_kbtus: 50 })], id: 2, energy_type: "GAS" }),
    rolledMeter({ months: [meterMonth("2025-01", { ...month, distribution_kbtus: 100 })], id: 1 }),
  ]);
  const types = ["WATER", "GAS", "ELECTRIC"].map((energy_type) => ({
    energy_type,
    effective_month: "2025-01-01",
    total_cost: 7,
    estimated: false,
  }));
  const charts = energyCharts(
    energy,
    { types, completeMonths: new Set(["2025-01-01"]) },
    { range: {}, words: ENGLISH_REPORT },
  );
  assert.deepEqual(
    charts.map(({ series }) => series.map(({ name }) => name)),
    [
      ["Electricity", "Natural gas"],
      ["Electricity", "Natural gas", "Water"],
    ],
  );
});

test("the total cost is the sum of the rows to the cent", () => {
  const cents = fc.option(fc.integer({ min: -(10 ** 7), max: 10 ** 7 }), { nil: null });
  fc.assert(
    fc.property(fc.array(cents, { minLength: 1, maxLength: 30 }), (costs) => {
      const months = costs.map((cost) => ({ cost: cost === null ? null : cost / 100 }));
      const { rows, totals } = readRows(
        energyHistoryDetailRows(PROPERTY, {}, ENGLISH_REPORT),
        history("WATER", ...months),
      );
      const sum = rows.reduce((all, { cost }) => all + (cost === null ? 0 : toUnits(Number(cost), 2)), 0);
      assert.equal(toUnits(Number(totals.cost), 2), sum);
    }),
  );
});
