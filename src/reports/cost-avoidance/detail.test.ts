import assert from "node:assert/strict";
import { test } from "node:test";
import { addDays } from "../../domain/calendar.ts";
import type { GroupAvoidance } from "../../domain/cost-avoidance/avoidance.ts";
import { avoidOn, drawMeter, GAS_HEAT, withBill } from "../../domain/cost-avoidance/cost-avoidance.fixtures.ts";
import { AVOIDANCE_DETAIL, AVOIDANCE_EXPANDED, avoidanceRows } from "./detail.ts";
import { ENGLISH_REPORT } from "../words/report-words.ts";

const NAMES = new Map([
  [1, "E-1"],
  [2, "G-2"],
]);
const electric = drawMeter({ share: 0.8 });
const gas = drawMeter({ id: 2, energy_type: "GAS", unit: "therms", habit: GAS_HEAT, share: 0.8 });

function readDetail(
  groups: GroupAvoidance[],
  report: typeof AVOIDANCE_DETAIL | typeof AVOIDANCE_EXPANDED = AVOIDANCE_DETAIL,
) {
  const teller = avoidanceRows(report.columns, { names: NAMES, remarks: ["A remark."], words: ENGLISH_REPORT });
  return { rows: groups.flatMap((group) => teller.rowsOf(group)), tail: teller.tail() };
}

test("a row is a bill with its model, its price and the cumulative avoidance", () => {
  const { rows } = readDetail([avoidOn(electric)]);
  const [first, second] = rows;
  const bill = electric.bills.find(({ id }) => id === 1014);
  assert.deepEqual(
    [first?.["meter_number"], first?.["energy_type"], first?.["bill_start"], first?.["days"], first?.["use_unit"]],
    ["E-1", "ELECTRIC", "2022-02-25", 30, "kWh"],
  );
  assert.deepEqual(
    [first?.["actual_use"], first?.["bills"], first?.["flags"]],
    [bill?.usages[0]?.amount, [1014], null],
  );
  assert.equal(first?.["cumulative_avoidance"], first?.["cost_avoidance"]);
  const sum = Number(first?.["cost_avoidance"]) + Number(second?.["cost_avoidance"]);
  assert.ok(Math.abs(Number(second?.["cumulative_avoidance"]) - sum) < 1e-9);
});

test("every row has a cell for every column, and no other", () => {
  for (const report of [AVOIDANCE_DETAIL, AVOIDANCE_EXPANDED]) {
    const keys = report.columns.map(({ key }) => key);
    assert.equal(new Set(report.columns.map(({ label }) => label)).size, keys.length);
    for (const row of readDetail([avoidOn(electric), avoidOn({ ...gas, bills: [] })], report).rows) {
      assert.deepEqual(Object.keys(row), keys);
    }
  }
});

test("the expanded report shows the model, and its parts add up to the adjusted use", () => {
  const [row] = readDetail([avoidOn(electric)], AVOIDANCE_EXPANDED).rows;
  const number = (key: string) => Number(row?.[key] ?? Number.NaN);
  const parts = number("base_load_use") + number("heating_use") + number("cooling_use");
  assert.ok(Math.abs(parts * number("floor_area_factor") - number("baseline_adjusted_use")) < 1e-4);
  assert.deepEqual(
    [row?.["model"], row?.["heating_balance_point"], row?.["cooling_balance_point"]],
    ["Base, heating and cooling", 58, 68],
  );
  assert.ok(Math.abs(number("base_per_day") - 12) < 1e-4 && Math.abs(number("slope_per_hdd") - 0.8) < 1e-4);
  assert.ok(number("r2") > 0.999 && number("cvrmse") < 0.01 && Math.abs(number("nmbe")) < 0.01);
  assert.deepEqual([row?.["baseline_end"], row?.["savings_start"]], ["2022-01-26", "2022-02-10"]);
  assert.ok(number("uncertainty_90") >= 0);
});

test("a meter without a result has one row with the reason", () => {
  const { rows, tail } = readDetail([avoidOn(drawMeter({ energy_type: "WATER", unit: "kgal" }))]);
  assert.deepEqual(
    rows.map((row) => [
      row["meter_number"],
      row["baseline_adjusted_use"],
      row["avoided_use"],
      row["cost_avoidance"],
      row["flags"],
    ]),
    [["E-1", null, null, null, "not_modelled"]],
  );
  assert.deepEqual(tail.totals, { adjusted_cost: null, actual_cost: null, cost_avoidance: null });
  assert.ok(tail.notes.some((note) => note.startsWith("Not modelled: ")));
  assert.ok(tail.notes.includes("Without a model: 1 of 1 meter; the flags say why."));
  assert.ok(tail.notes.includes("A remark."));
});

test("costs of all meters are added up, use only when it has one unit", () => {
  const groups = [avoidOn(electric), avoidOn(gas)];
  const { rows, tail } = readDetail(groups);
  const cents = rows.reduce((sum, row) => sum + Math.round(Number(row["cost_avoidance"]) * 100), 0);
  assert.equal(tail.totals["cost_avoidance"], cents / 100);
  assert.equal(tail.totals["avoided_use"], undefined);
  assert.ok(tail.notes.includes("Use has no total: meters are billed in different units."));
  assert.equal(readDetail([avoidOn(electric)]).tail.totals["use_unit"], "kWh");
});

test("a period without a cost is a gap in the running sum, and is counted", () => {
  const group = avoidOn(withBill(electric, 16, (bill) => ({ ...bill, charges: [] })));
  const { rows, tail } = readDetail([group]);
  const at = rows.findIndex((row) => row["cost_avoidance"] === null);
  assert.deepEqual(rows[at]?.["cumulative_avoidance"], null);
  assert.equal(rows[at]?.["flags"], "cost_unknown");
  const [before, after] = [rows[at - 1], rows[at + 1]];
  const expected = Number(before?.["cumulative_avoidance"]) + Number(after?.["cost_avoidance"]);
  assert.ok(Math.abs(Number(after?.["cumulative_avoidance"]) - expected) < 1e-9);
  assert.deepEqual([tail.missing, tail.estimated], [1, 0]);
});

test("days of the savings without a bill are missing, and a note names them", () => {
  const { rows, tail } = readDetail([
    avoidOn({ ...electric, bills: electric.bills.filter((_, index) => index !== 16) }),
  ]);
  const at = rows.findIndex((row, index) => index > 0 && row["bill_start"] !== rows[index - 1]?.["bill_end"]);
  assert.ok(at > 0);
  assert.equal(tail.missing, 1);
  const hole =
    /Meter E-1 \(Electricity\): no bill counts for (.+) to (.+) \((\d+) days\); these days are not in any total/.exec(
      tail.notes.join(" "),
    );
  assert.deepEqual([hole?.[1], hole?.[3]], [ENGLISH_REPORT.day(String(rows[at - 1]?.["bill_end"])), "30"]);
  assert.equal(hole?.[2], ENGLISH_REPORT.day(addDays(String(rows[at]?.["bill_start"]), -1)));
});
