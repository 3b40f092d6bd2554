import assert from "node:assert/strict";
import { test } from "node:test";
import { readRows, sheetRow } from "./imports.fixtures.ts";
import { onKnownMeters, type KnownMeter } from "./known-meters.ts";

const numberOf = (meter_num: string | null, known: KnownMeter[]) => {
  const [bill] = readRows([sheetRow(2, "2023-01-01..2023-01-31", { meter_num })]).bills;
  assert.ok(bill);
  return onKnownMeters(bill.statement, known).meters[0]?.meter_num;
};
const electric = (meter_num: string | null): KnownMeter => ({
  meter_num,
  energy_type: "ELECTRIC",
  association_type: "STANDARD",
});

test("a meter without a number matches the only meter of its kind", () => {
  assert.equal(numberOf(null, [electric("M7"), { ...electric("G1"), energy_type: "GAS" }]), "M7");
  assert.equal(numberOf(null, [electric("M7"), electric("M8")]), null);
  assert.equal(numberOf(null, []), null);
});

test("another spelling of a number is the same meter, another number is another", () => {
  assert.equal(numberOf("m 7-1", [electric("M71"), electric("M8")]), "M71");
  assert.equal(numberOf("M9", [electric("M7")]), "M9");
});
