import assert from "node:assert/strict";
import { test } from "node:test";
import { kbtuPerUnit, kbtuPerUnitOf, type HeatFactor } from "./heat-factor.ts";
import { reconcile } from "./bills/reconcile.ts";
import { goodStatement } from "./bills/statement.fixtures.ts";
import { usageFigures } from "./units.ts";

const THERMS_PER_CCF: HeatFactor = { factor: "1.037", energy: "therm", per: "CCF" };
const BTU_PER_CUBIC_FOOT: HeatFactor = { factor: "1031", energy: "Btu", per: "cf" };

const CASES: [HeatFactor, unit: string, kbtu: number | null][] = [
  [THERMS_PER_CCF, "CCF", 103.7],
  [THERMS_PER_CCF, "ccf", 103.7],
  [THERMS_PER_CCF, "MCF", 1037],
  [THERMS_PER_CCF, "cf", 1.037],
  [BTU_PER_CUBIC_FOOT, "CCF", 103.1],
  [BTU_PER_CUBIC_FOOT, "MMCF", 1_031_000],
  [{ factor: "38.7", energy: "MJ", per: "m3" }, "m3", 36.6805179],
  [{ factor: "1.19", energy: "MMBtu", per: "klb" }, "klb", 1190],
  [THERMS_PER_CCF, "therms", null],
  [THERMS_PER_CCF, "MMBtu", null],
  [THERMS_PER_CCF, "m3", null],
  [THERMS_PER_CCF, "furlong", null],
];
for (const [factor, unit, kbtu] of CASES) {
  const printed = `${factor.factor} ${factor.energy} per ${factor.per}`;
  test(`${printed}: a ${unit} holds ${kbtu ?? "nothing of its own"}`, () => {
    const found = kbtuPerUnit(factor, unit);
    assert.equal(found === null ? null : Number(found), kbtu);
  });
}

test("a heat factor on the bill takes precedence over the table, for its gas only", () => {
  const gas = {
    energy_type: "GAS",
    measurement_unit: "CCF",
    utility_usage_type: "usage_amount",
    amount: "33",
  } as const;
  assert.equal(usageFigures(gas).kbtus, 3385.8);
  assert.equal(usageFigures({ ...gas, kbtu_per_unit: "103.7" }).kbtus, 3422.1);
  const water = { ...gas, energy_type: "WATER" } as const;
  assert.deepEqual(usageFigures({ ...water, kbtu_per_unit: "103.7" }), usageFigures(water));
  const unknown = { ...gas, measurement_unit: "furlong" };
  assert.deepEqual(usageFigures({ ...unknown, kbtu_per_unit: "103.7" }), { kbtus: null, gallons: null });
});

test("a line that was converted by a factor of its bill returns it, one that was converted by the table does not", () => {
  const line = { amount: 33, measurement_unit: "CCF" };
  assert.equal(Number(kbtuPerUnitOf({ ...line, kbtus: 3422.1 }, "GAS")), 103.7);
  assert.equal(kbtuPerUnitOf({ ...line, kbtus: 3385.8 }, "GAS"), null);
  assert.equal(kbtuPerUnitOf({ ...line, kbtus: null }, "GAS"), null);
  assert.equal(kbtuPerUnitOf({ ...line, amount: 0, kbtus: 0 }, "GAS"), null);
});

test("a factor far from the usual heat content keeps the bill out", () => {
  const findings = (kbtu_per_unit: string) => {
    const statement = goodStatement();
    const gas = statement.meters.find(({ energy_type }) => energy_type === "GAS")?.usages[0];
    assert.ok(gas);
    Object.assign(gas, { measurement_unit: "CCF", kbtu_per_unit });
    return reconcile(statement).map(({ name, severity }) => `${severity} ${name}`);
  };
  assert.deepEqual(findings("103.7"), []);
  assert.deepEqual(findings("83.1"), [], "gas at high altitude");
  assert.deepEqual(findings("10.37"), ["error heat_factor_unusual"]);
});
