import assert from "node:assert/strict";
import { test } from "node:test";
import { unknownNotes } from "./unknown-notes.ts";
import { ENGLISH_REPORT } from "../words/report-words.ts";

const KNOWN = { isBilled: true, kbtus: 3412, lbs_co2: 430 };

test("there is no note when all is known, nothing is billed or no energy is measured", () => {
  const unknown = unknownNotes("bill", ENGLISH_REPORT);
  unknown.add("ELECTRIC", KNOWN);
  unknown.add("ELECTRIC", { isBilled: false, kbtus: null, lbs_co2: null });
  unknown.add("WATER", { isBilled: true, kbtus: null, lbs_co2: null });
  unknown.add("SOLAR", { isBilled: true, kbtus: 3412, lbs_co2: 0 });
  assert.deepEqual(unknown.notes(), []);
});

test("rows with unknown energy or CO2 are counted by reason", () => {
  const unknown = unknownNotes("month", ENGLISH_REPORT);
  for (let row = 0; row < 3; row += 1) unknown.add("ELECTRIC", { ...KNOWN, lbs_co2: null });
  unknown.add("CHILLED_WATER", { ...KNOWN, lbs_co2: null });
  unknown.add("GAS", { isBilled: true, kbtus: null, lbs_co2: null });
  assert.deepEqual(unknown.notes(), [
    "kBtu and CO2 are not known: the energy content of the billed unit is unknown (1 month).",
    "CO2 of electricity is not known: the place of the meter has no ZIP or state that names its grid (3 months).",
    "CO2 is not known: there is no factor for this kind of energy (1 month).",
  ]);
});
