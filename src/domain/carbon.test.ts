/** Emissions of a usage: places, fuels, and EPA's own list of ZIP codes. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { oraclePath } from "../../test/shared.ts";
import { ENERGY_TYPES } from "../records/codes.ts";
import { carbonOf, subregionOf, type UsePlace } from "./carbon.ts";
import { POUNDS_PER_MWH } from "./data/egrid.ts";
import { KG_PER_MMBTU } from "./data/fuel-carbon.ts";

const place = (address: Partial<UsePlace>): UsePlace => ({ country: "US", state: null, zip_code: null, ...address });
const OAKLAND = place({ state: "CA", zip_code: "94607" });
const rounded = (value: number | null | undefined, scale: number) => Number(value?.toFixed(scale));

test("1,000 kWh in California are 429.983 pounds, and the row says by which factor", () => {
  const { lbs_co2, co2_factor } = carbonOf({ energy_type: "ELECTRIC", kbtus: 3412 }, OAKLAND);
  assert.equal(rounded(lbs_co2, 9), 429.983);
  assert.equal(co2_factor, "eGRID2023 rev2 CAMX");
});

test("100 therms are 1,170.88 pounds in every place", () => {
  for (const where of [OAKLAND, place({ country: "CA" })]) {
    const { lbs_co2, co2_factor } = carbonOf({ energy_type: "GAS", kbtus: 10_000 }, where);
    assert.equal(rounded(lbs_co2, 2), 1170.88);
    assert.equal(co2_factor, "EPA Portfolio Manager 2018-08");
  }
});

test("energy returned to the grid is deducted", () => {
  assert.equal(rounded(carbonOf({ energy_type: "ELECTRIC", kbtus: -3412 }, OAKLAND).lbs_co2, 9), -429.983);
});

test("solar energy produced on site has known emissions of 0", () => {
  assert.equal(carbonOf({ energy_type: "SOLAR", kbtus: 3412 }, place({})).lbs_co2, 0);
});

test("unknown energy, an unknown place and a service without a factor give null, and no factor", () => {
  const unknown = { lbs_co2: null, co2_factor: null };
  assert.deepEqual(carbonOf({ energy_type: "ELECTRIC", kbtus: null }, OAKLAND), unknown);
  assert.deepEqual(carbonOf({ energy_type: "ELECTRIC", kbtus: 3412 }, place({})), unknown);
  assert.deepEqual(carbonOf({ energy_type: "ELECTRIC", kbtus: 3412 }, place({ country: "CA", state: "CA" })), unknown);
  assert.deepEqual(carbonOf({ energy_type: "CHILLED_WATER", kbtus: 12 }, OAKLAND), unknown);
  for (const energy_type of ENERGY_TYPES)
    assert.deepEqual(carbonOf({ energy_type, kbtus: null }, OAKLAND), unknown, energy_type);
});

test("the ZIP decides in any spelling; the state decides when EPA does not know the ZIP", () => {
  assert.equal(subregionOf(place({ zip_code: "10001", state: "NY" })), "NYCW");
  assert.equal(subregionOf(place({ zip_code: "10001-1234" })), "NYCW");
  assert.equal(subregionOf(place({ zip_code: " 00501 " })), "NYLI");
  assert.equal(subregionOf(place({ zip_code: "00000", state: "NY" })), "NYUP");
  assert.equal(subregionOf(place({ zip_code: "1234", state: "ny" })), "NYUP");
  assert.equal(subregionOf(place({ state: "Massachusetts" })), "NEWE");
  assert.equal(subregionOf(place({ country: "PR", state: "PR" })), "PRMS");
  assert.equal(subregionOf(place({ state: "Nowhere" })), null);
  assert.equal(subregionOf(place({ zip_code: "99999" })), null);
});

test("a ZIP that EPA does not list has the subregion of its neighbors when they agree", () => {
  // 94600 is not assigned; 94599 and 94601 are Californian.
  assert.equal(subregionOf(place({ zip_code: "94600" })), "CAMX");
});

function rowsOf(file: string): string[][] {
  const lines = readFileSync(oraclePath(file), "utf8").split(/\r?\n/);
  return lines.filter((line) => line !== "" && !line.startsWith("#")).map((line) => line.split(","));
}

test("every ZIP of EPA's list has the subregion of the list", () => {
  const [, ...zips] = rowsOf("zip_to_egrid_subregion.csv");
  assert.equal(zips.length, 41_588);
  const wrong = zips.filter(([zip = "", , subregion]) => subregionOf(place({ zip_code: zip })) !== subregion);
  assert.deepEqual(wrong, []);
});

test("every state and every rate is as the tables say", () => {
  const [, ...states] = rowsOf("state_to_egrid_subregion.csv");
  for (const [state = "", subregion] of states) assert.equal(subregionOf(place({ state })), subregion);
  const rates = rowsOf("egrid_subregion_co2.csv").filter(([year, , name]) => year === "2023" && name !== "US");
  // Names of subregions have no comma.
  assert.deepEqual(POUNDS_PER_MWH, Object.fromEntries(rates.map(([, , name, , , co2e]) => [name, Number(co2e)])));
});

test("every fuel is as the table says", () => {
  const printed = new Map(rowsOf("fuel_combustion_co2.csv").map(([fuel, co2e]) => [fuel, Number(co2e)]));
  const { SOLAR, ...fuels } = KG_PER_MMBTU;
  assert.equal(SOLAR, 0);
  assert.deepEqual(fuels, {
    GAS: printed.get("Natural Gas"),
    PROPANE: printed.get("Propane"),
    FUEL_OIL: printed.get("Fuel Oil (No. 2)"),
    DIESEL: printed.get("Diesel"),
    STEAM: printed.get("District Steam"),
    HOT_WATER: printed.get("District Hot Water"),
  });
});
