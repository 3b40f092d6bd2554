import assert from "node:assert/strict";
import { test } from "node:test";
import type { GroupAvoidance } from "../../domain/cost-avoidance/avoidance.ts";
import { byEnergy } from "../../domain/cost-avoidance/by-energy.ts";
import type { MeterWithBills } from "../../domain/cost-avoidance/meter-groups.ts";
import { avoidOn, drawMeter, GAS_HEAT, withNoise } from "../../domain/cost-avoidance/cost-avoidance.fixtures.ts";
import { AVOIDANCE_SUMMARY, avoidanceSummaryRows } from "./summary.ts";
import { cellText } from "../../formats/cell-text.ts";
import { ENGLISH_REPORT, reportWordsOf } from "../words/report-words.ts";
import { headIn } from "../words/static-words.ts";

const electric = drawMeter({ share: 0.8 });
const gas = drawMeter({ id: 2, energy_type: "GAS", unit: "therms", habit: GAS_HEAT, share: 0.8 });
const water = drawMeter({ id: 3, energy_type: "WATER", unit: "kgal" });

function readSummary(groups: GroupAvoidance[], words = ENGLISH_REPORT) {
  const teller = avoidanceSummaryRows({ names: new Map(), remarks: [], words });
  return { rows: byEnergy(groups).flatMap((each) => teller.rowsOf(each)), tail: teller.tail() };
}
const near = (actual: unknown, expected: number, within = 1e-3) =>
  assert.ok(Math.abs(Number(actual) - expected) < within, `${String(actual)}, not ${expected}`);

test("one row for each type of energy, and a total of the figures that can be added up", () => {
  const { rows, tail } = readSummary([avoidOn(water), avoidOn(gas), avoidOn(electric)]);
  assert.deepEqual(
    rows.map((row) => row["energy_type"]),
    ["ELECTRIC", "GAS", "WATER"],
  );
  const [first, second, third] = rows;
  near(tail.totals["cost_avoidance"], Number(first?.["cost_avoidance"]) + Number(second?.["cost_avoidance"]), 1e-9);
  near(tail.totals["avoided_kbtus"], Number(first?.["avoided_kbtus"]) + Number(second?.["avoided_kbtus"]));
  assert.equal(tail.totals["avoided_use"], undefined);
  assert.equal(readSummary([avoidOn(electric)]).tail.totals["use_unit"], "kWh");
  assert.deepEqual(
    [third?.["actual_use"], third?.["use_unit"], third?.["cost_avoidance"], third?.["flags"]],
    [null, null, null, "not_modelled"],
  );
});

test("a row has its days, its model and its fit", () => {
  const [row] = readSummary([avoidOn(electric)]).rows;
  assert.deepEqual(
    [row?.["baseline_period"], row?.["savings_period"], row?.["use_unit"], row?.["model"]],
    ["2021-01-31 to 2022-01-25", "2022-02-25 to 2023-05-20", "kWh", "Base, heating and cooling"],
  );
  near(row?.["months"], (15 * 30) / (365 / 12));
  near(row?.["r2"], 1);
  near(row?.["avoided_use"], Number(row?.["actual_use"]) / 4, 0.01);
  // A fifth less than the adjusted baseline, in money as in use.
  near(row?.["cost_avoidance_percent"], 20, 0.01);
  near(row?.["avoided_tons_co2"], Number(row?.["avoided_kbtus"]) * 0.25 * 0.00045359237);
});

test("the part of fixed charges is shown, in a column and in a sentence", () => {
  const { rows, tail } = readSummary([avoidOn(drawMeter({ share: 0.8, price: 0.2, fixed: 18 }))]);
  const [avoided, fixed] = [Number(rows[0]?.["cost_avoidance"]), Number(rows[0]?.["fixed_charge_avoidance"])];
  // 15 bills, with 18 x (1 / 0.8 - 1) each.
  near(fixed, 15 * 4.5, 0.1);
  assert.equal(tail.totals["fixed_charge_avoidance"], fixed);
  const share = ((100 * fixed) / avoided).toFixed(1);
  assert.ok(tail.notes[0]?.startsWith(`Fixed charges are ${share}% of the cost avoidance ($${fixed.toFixed(2)})`));
  assert.ok(tail.notes[0]?.endsWith(`Without them it is ${ENGLISH_REPORT.money(avoided - fixed)}.`));
  const none = readSummary([avoidOn(drawMeter({ share: 0.8, fixed: 0 }))]).tail;
  assert.ok(none.notes.every((note) => !note.startsWith("Fixed charges")));
});

test("meters of one unit add up in it, others in kBtu", () => {
  const second = drawMeter({ id: 4, share: 0.9 });
  const [same] = readSummary([avoidOn(electric), avoidOn(second)]).rows;
  const [one] = readSummary([avoidOn(electric)]).rows;
  const [other] = readSummary([avoidOn(second)]).rows;
  assert.equal(same?.["use_unit"], "kWh");
  near(same?.["avoided_use"], Number(one?.["avoided_use"]) + Number(other?.["avoided_use"]));
  near(
    Number(same?.["uncertainty_90"]) ** 2,
    Number(one?.["uncertainty_90"]) ** 2 + Number(other?.["uncertainty_90"]) ** 2,
  );
  assert.equal(same?.["model"], "2 models: Base, heating and cooling");
  near(same?.["r2"], 1);

  const cubic = drawMeter({ id: 5, energy_type: "GAS", unit: "CCF", habit: GAS_HEAT, share: 0.8 });
  const [mixed] = readSummary([avoidOn(gas), avoidOn(cubic)]).rows;
  assert.equal(mixed?.["use_unit"], "kBtu");
  near(mixed?.["avoided_use"], Number(mixed?.["avoided_kbtus"]));
  near(Number(mixed?.["avoided_use"]) + Number(mixed?.["actual_use"]), Number(mixed?.["baseline_adjusted_use"]), 1e-5);
});

test("the model is named in the language of the report, also one whose name has a comma", () => {
  const second = drawMeter({ id: 4, share: 0.9 });
  for (const [language, name, count] of [
    ["en", "Base, heating and cooling", "2 models: "],
    ["es", "Base, calefacción y refrigeración", "2 modelos: "],
  ] as const) {
    const column = headIn({ ...AVOIDANCE_SUMMARY, period: null, charts: [] }, language).columns.find(
      ({ key }) => key === "model",
    );
    assert.ok(column);
    const words = reportWordsOf(language);
    const shown = (groups: GroupAvoidance[]) => {
      const [row] = readSummary(groups, words).rows;
      return cellText(row?.["model"] ?? null, column, words);
    };
    assert.equal(shown([avoidOn(electric)]), name);
    assert.equal(shown([avoidOn(electric), avoidOn(second)]), `${count}${name}`);
  }
});

test("the fit of several meters is shown only when they have the same baseline", () => {
  const bimonthly = drawMeter({ id: 4, days: 60, until: "2023-06-30" });
  const [row] = readSummary([avoidOn(electric), avoidOn(bimonthly)]).rows;
  assert.deepEqual([row?.["r2"], row?.["cvrmse"]], [null, null]);
  assert.ok(Number(row?.["avoided_use"]) > 0);
});

test("the fit and the uncertainty of several meters are those of their sum", () => {
  const groups = [avoidOn(withNoise(electric, 0)), avoidOn(withNoise(drawMeter({ id: 4, share: 0.9 }), 1))];
  const [row] = readSummary(groups).rows;
  const [a, b] = groups;
  assert.ok(a !== undefined && b !== undefined);
  const used = a.modelled.map(({ observed }, index) => observed + (b.modelled[index]?.observed ?? NaN));
  const modelled = a.modelled.map((period, index) => period.modelled + (b.modelled[index]?.modelled ?? NaN));
  const squares = used.reduce((sum, use, index) => sum + (use - (modelled[index] ?? NaN)) ** 2, 0);
  const mean = used.reduce((sum, use) => sum + use, 0) / used.length;
  // Both have a slope for heating and one for cooling.
  near(row?.["cvrmse"], (100 * Math.sqrt(squares / (used.length - 2))) / mean);
  assert.ok(Number(row?.["cvrmse"]) > 0.5 && Number(row?.["r2"]) > 0.9 && Number(row?.["r2"]) < 1);
  near(row?.["uncertainty_90"], Math.hypot(a.band ?? NaN, b.band ?? NaN));
});

test("an uncertainty in kBtu is converted by each meter's unit", () => {
  const therms = avoidOn(withNoise(gas, 0));
  const cubic = avoidOn(withNoise(drawMeter({ id: 5, energy_type: "GAS", unit: "CCF", habit: GAS_HEAT }), 2));
  const [row] = readSummary([therms, cubic]).rows;
  near(row?.["uncertainty_90"], Math.hypot((therms.band ?? NaN) * 100, (cubic.band ?? NaN) * 102.6), 1);
});

test("a meter without a model leaves the others their sum, and says why", () => {
  const [row] = readSummary([avoidOn(electric), avoidOn(drawMeter({ id: 4, from: "2022-03-01" }))]).rows;
  const [alone] = readSummary([avoidOn(electric)]).rows;
  assert.equal(row?.["cost_avoidance"], alone?.["cost_avoidance"]);
  assert.equal(row?.["flags"], "no_baseline_bills");
  assert.equal(row?.["model"], "Base, heating and cooling");
});

test("partly unknown CO2 has no total, and a note names the types", () => {
  const unknown = (of: MeterWithBills): MeterWithBills => ({
    ...of,
    bills: of.bills.map((bill) => ({
      ...bill,
      usages: bill.usages.map((usage) => ({ ...usage, lbs_co2: null })),
    })),
  });
  const { rows, tail } = readSummary([avoidOn(unknown(electric)), avoidOn(gas)]);
  assert.deepEqual([rows[0]?.["avoided_tons_co2"], typeof rows[1]?.["avoided_tons_co2"]], [null, "number"]);
  assert.equal(tail.totals["avoided_tons_co2"], null);
  assert.ok(tail.notes.includes("Avoided CO2 has no total: that of Electricity is unknown."));
  const [both] = readSummary([avoidOn(electric), avoidOn(unknown(drawMeter({ id: 4, share: 0.9 })))]).rows;
  assert.deepEqual([both?.["avoided_tons_co2"], typeof both?.["avoided_kbtus"]], [null, "number"]);
});
