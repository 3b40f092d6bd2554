import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { pagesOfText } from "./parsers.fixtures.ts";
import { runTemplate } from "./template/run-template.ts";
import { BILL, meterOf, summaryOf } from "./small-bill.fixtures.ts";
import { readTemplate } from "./template/template.ts";

const yaml = readFileSync(new URL("fixtures/small.yaml", import.meta.url), "utf8")
  .replace("energy_type: ELECTRIC", "energy_type: GAS")
  .replace("units: { kWh: kWh, MWh: MWh }", "units: { CCF: CCF, therms: therms }")
  .replace(
    "    usages:\n",
    "    heat: { factor: { label: Heat content, optional: true }, energy: Btu, per: cf }\n    usages:\n",
  );
const template = readTemplate(yaml, "gas.yaml");
const gas = (unit: string, heat: string) =>
  runTemplate(template, pagesOfText(BILL.replace("(kWh)", `(${unit})`).replace("Register ", `${heat}\nRegister `)));
const heats = (reading: ReturnType<typeof gas>) => meterOf(reading).usages.map(({ kbtu_per_unit }) => kbtu_per_unit);

test("a printed heat content applies to each use that is billed by volume, and keeps its place", () => {
  const reading = gas("CCF", "Heat content  1,031");
  assert.deepEqual(reading.findings, []);
  assert.deepEqual(heats(reading).map(Number), [103.1, 103.1]);
  assert.equal(reading.statement?.printed["meters.0.heat_factor"]?.text, "1,031");
});

test("therms do not depend on the heat content of the gas", () => {
  assert.deepEqual(heats(gas("therms", "Heat content  1,031")), [undefined, undefined]);
});

test("a bill without one is converted by the table", () => {
  const reading = gas("CCF", "");
  assert.deepEqual([summaryOf(reading), heats(reading)], [[], [undefined, undefined]]);
});

test("one that cannot be read is a warning, not a guess", () => {
  const reading = gas("CCF", "Heat content  warm");
  assert.deepEqual([summaryOf(reading), heats(reading)], [["warning field_missing"], [undefined, undefined]]);
});

test("a template with an unknown unit cannot be used", () => {
  assert.throws(() => readTemplate(yaml.replace("per: cf", "per: furlong"), "gas.yaml"), /meters\.0\.heat\.per/);
});
