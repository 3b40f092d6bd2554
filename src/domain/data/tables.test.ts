/** The copied tables of figures are unchanged since they were compared with their sources. */
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import { ZIPS_BY_SUBREGION } from "./egrid-zips.ts";
import { EGRID_EDITION, POUNDS_PER_MWH, STATES_BY_SUBREGION } from "./egrid.ts";
import { FUEL_CARBON_EDITION, KG_PER_MMBTU, POUNDS_PER_KG } from "./fuel-carbon.ts";
import { LOWEST_KEYS } from "./star-lookup.ts";
import { SCORE_MODELS } from "./star-models.ts";
import { GALLONS_PER_UNIT, KBTU_PER_UNIT } from "./unit-factors.ts";

const TABLES: [name: string, table: unknown, digest: string][] = [
  ["what units hold", [KBTU_PER_UNIT, GALLONS_PER_UNIT], "5ded94586a6eaf1a"],
  ["CO2 of fuels", [FUEL_CARBON_EDITION, KG_PER_MMBTU, POUNDS_PER_KG], "aae265c9e91b4957"],
  ["CO2 of the grid", [EGRID_EDITION, POUNDS_PER_MWH, STATES_BY_SUBREGION], "6751efe917bcb5fa"],
  ["the grid of each ZIP", ZIPS_BY_SUBREGION, "320ca31fcbe46b31"],
  ["models of the score", SCORE_MODELS, "bbba1a75d7290742"],
  ["keys of the score", LOWEST_KEYS, "e4dc04908e5a7168"],
];

for (const [name, table, digest] of TABLES) {
  // Compare a new edition with its source first: the tests that read the sources next to the project do that.
  test(`${name}: unchanged`, () => {
    assert.equal(createHash("sha256").update(JSON.stringify(table)).digest("hex").slice(0, 16), digest);
  });
}
