/** Scores of buildings: EPA's printed examples, its tables, and buildings without a score. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { oraclePath } from "../../../test/shared.ts";
import * as fc from "fast-check";
import { SCORE_MODELS, type ModelName } from "../data/star-models.ts";
import { scoreOf, scoreOfKey, type ScoredYear } from "./star-score.ts";

/** EPA's worked example of an office: 200,000 square feet, 3,500,000 kWh and 4,000 therms, a score of 50. */
const USE = {
  property_type: "Office",
  weekly_operating_hours: 80,
  workers_on_main_shift: 300,
  computers: 300,
  percent_cooled: 1,
  months_in_use: 12,
};
const OFFICE: ScoredYear = {
  sq_ft: 200_000,
  property_use: USE,
  kbtusByType: { ELECTRIC: 3_500_000 * 3.412, GAS: 4000 * 100 },
  weather: { hdd65: 4937, cdd65: 1046 },
};
const office = (change: Partial<ScoredYear>) => scoreOf({ ...OFFICE, ...change });
const officeUsed = (change: object) => office({ property_use: { ...USE, ...change } });

test("the printed example of an office has the printed score", () => {
  const { actual, predicted, key, score } = scoreOf(OFFICE) ?? {};
  assert.equal(actual?.toFixed(1), "169.3");
  assert.equal(predicted?.toFixed(1), "196.8");
  assert.equal(key?.toFixed(3), "0.860");
  assert.equal(score, 50);
});

test("a missing or invalid input gives no score", () => {
  for (const name of Object.keys(USE)) assert.equal(officeUsed({ [name]: undefined }), null, name);
  for (const wrong of ["300", -1, null, Number.NaN]) assert.equal(officeUsed({ computers: wrong }), null);
  assert.equal(officeUsed({ percent_cooled: 100 }), null, "shares are of one");
  assert.equal(office({ sq_ft: null }), null);
  assert.equal(office({ weather: null }), null);
  assert.equal(office({ kbtusByType: { ELECTRIC: 1e7, GAS: null } }), null);
  assert.equal(office({ kbtusByType: {} }), null);
  for (const property_use of [undefined, null, "Office", [], {}]) assert.equal(office({ property_use }), null);
});

test("a kind of building without a model has no score, and the spelling of the type does not matter", () => {
  assert.equal(officeUsed({ property_type: "Museum" }), null);
  assert.equal(officeUsed({ property_type: " office " })?.score, 50);
});

test("a building outside the range of its model has no score", () => {
  assert.equal(officeUsed({ weekly_operating_hours: 29 }), null);
  assert.equal(officeUsed({ months_in_use: 9 }), null);
  assert.equal(officeUsed({ computers: 0 }), null);
  assert.equal(officeUsed({ workers_on_main_shift: 1700 }), null, "more than 8 on 1,000 square feet");
});

test("when nothing is cooled the weather does not matter", () => {
  assert.notEqual(office({ property_use: { ...USE, percent_cooled: 0 }, weather: null }), null);
});

test("a small bank is recognized by its type and size, not by a client's flag", () => {
  const small = (property_type: string) =>
    scoreOf({
      ...OFFICE,
      sq_ft: 40_000,
      property_use: { ...USE, property_type, workers_on_main_shift: 60, computers: 60, small_bank: true },
      kbtusByType: { ELECTRIC: 3_000_000 },
    });
  const more = (small("Bank Branch")?.predicted ?? 0) - (small("Office")?.predicted ?? 0);
  assert.equal(more.toFixed(6), "82.870000");
  assert.equal(officeUsed({ property_type: "Bank Branch", small_bank: true })?.score, 50);
});

test("energy used outside the building is deducted; for a heated garage this is impossible, so there is no score", () => {
  assert.ok((officeUsed({ data_center_sqft: 10_000 })?.score ?? 0) > 50);
  assert.equal(officeUsed({ data_center_sqft: 90_000 })?.actual, officeUsed({ data_center_sqft: 20_000 })?.actual);
  assert.equal(officeUsed({ parking_heated: true }), null);
  assert.equal(officeUsed({ pool: { location: "indoor", size: "huge" } }), null);
});

test("more energy never has a better score", () => {
  const kwh = fc.integer({ min: 1, max: 20_000_000 });
  fc.assert(
    fc.property(kwh, kwh, (a, b) => {
      const [less, more] = [a, b]
        .sort((x, y) => x - y)
        .map((amount) => office({ kbtusByType: { ELECTRIC: amount * 3.412 } })?.score ?? Number.NaN);
      assert.ok((less ?? 0) >= (more ?? 0));
    }),
  );
});

test("in every model a higher key never has a better score, and every score has its key", () => {
  // The keys of the table are the models.
  for (const model of Object.keys(SCORE_MODELS) as ModelName[]) {
    const key = fc.double({ min: 0, max: 20, noNaN: true });
    fc.assert(
      fc.property(key, key, (a, b) =>
        assert.ok(scoreOfKey(model, Math.min(a, b)) >= scoreOfKey(model, Math.max(a, b))),
      ),
    );
    assert.deepEqual([scoreOfKey(model, 0), scoreOfKey(model, 20)], [100, 1]);
  }
});

interface Example {
  inputs: Record<string, number | boolean>;
  actual: number;
  predicted: number;
  score: number;
  unrounded?: { actual: number; predicted: number; lookup_key: number };
}
interface Models {
  models: Record<ModelName, { property_types: string[]; example: Example }>;
  extra_examples: (Example & { name: string; model: ModelName })[];
}

/** Inputs that the examples do not state but their models require, and the pool of the pool example. */
const UNSAID: { [model in ModelName]?: object } = {
  office: { months_in_use: 12 },
  k12_school: { weekly_operating_hours: 40, months_in_use: 9 },
  hotel: { weekly_operating_hours: 168, months_in_use: 12 },
  retail_supermarket: { computers_and_cash_registers: 1, months_in_use: 12 },
  warehouse: { months_in_use: 12 },
  worship: { months_in_use: 12 },
  senior_care: { units_with_care: 200 },
  data_center: { it_energy_measured_at_ups: true },
};
const POOL = { pool: { location: "indoor", size: "short_course" } };

function yearOf(model: ModelName, property_type: string, { inputs }: Example, use: object = {}): ScoredYear {
  const amount = (name: string) => Number(inputs[name] ?? 0);
  return {
    sq_ft: inputs.gross_floor_area_sqft === undefined ? null : amount("gross_floor_area_sqft"),
    property_use: { property_type, ...inputs, ...UNSAID[model], ...use },
    kbtusByType: {
      ELECTRIC: amount("electricity_kwh") * 3.412,
      GAS: amount("natural_gas_therms") * 100,
      // The example converts fuel oil by this factor.
      FUEL_OIL: amount("fuel_oil_gallons") * 138.874,
    },
    weather: { hdd65: amount("hdd65"), cdd65: amount("cdd65") },
  };
}

const readModels = () =>
  // The header of the file states this form.
  JSON.parse(readFileSync(oraclePath("energy_star_score_models.json"), "utf8")) as Models;

test("every printed example has the printed score", () => {
  const { models, extra_examples } = readModels();
  const names = Object.keys(models) as ModelName[];
  assert.equal(names.length, 13);
  for (const name of names) {
    const { example, property_types } = models[name];
    assert.deepEqual(property_types, [...SCORE_MODELS[name].property_types]);
    const rating = scoreOf(yearOf(name, property_types[0] ?? "", example));
    assert.equal(rating?.score, example.score, name);
    const { actual = 0, predicted = 0, lookup_key = 0 } = example.unrounded ?? {};
    assert.ok(Math.abs(rating.actual - actual) < 1e-4 * actual, `${name}: ${rating.actual} is ${actual}`);
    assert.ok(Math.abs(rating.predicted - predicted) < 1e-4 * predicted, `${name}: ${rating.predicted}`);
    assert.ok(Math.abs(rating.key - lookup_key) < 1e-4 * lookup_key, `${name}: ${rating.key}`);
  }
  assert.equal(extra_examples.length, 3);
  for (const { name, model, ...example } of extra_examples) {
    const property_type = SCORE_MODELS[model].property_types[0] ?? "";
    const rating = scoreOf(yearOf(model, property_type, example, name.includes("pool") ? POOL : {}));
    assert.equal(rating?.score, example.score, name);
    assert.equal(rating.actual.toFixed(1), example.actual.toFixed(1), name);
  }
});

test("every row of the tables: the score begins at its key and ends before the next", () => {
  const lines = readFileSync(oraclePath("energy_star_score_lookup.csv"), "utf8").split(/\r?\n/);
  const [, ...rows] = lines.filter((line) => line !== "" && !line.startsWith("#")).map((line) => line.split(","));
  assert.equal(rows.length, 1300);
  for (const [model = "", score, , from, until] of rows) {
    // The column holds the names of the models.
    const scoreAt = (key: number) => scoreOfKey(model as ModelName, key);
    assert.equal(scoreAt(Number(from)), Number(score), `${model} ${score}`);
    const last = until === "" ? Number(from) + 5 : Number(until) - 1e-9;
    assert.equal(scoreAt(last), Number(score), `${model} ${score}`);
  }
});
