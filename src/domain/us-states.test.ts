/** The state of a ZIP code. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { stateOfPlace, stateOfZip, US_STATES } from "./us-states.ts";

test("there are the fifty states, the District of Columbia and Puerto Rico", () => {
  assert.equal(US_STATES.size, 52);
});

test("capitals and border towns are in their states", () => {
  const places: Record<string, string> = {
    "00901": "PR",
    "02108": "MA",
    "02903": "RI",
    "03301": "NH",
    "04330": "ME",
    "05401": "VT",
    "06103": "CT",
    "10001": "NY",
    "19901": "DE",
    "20001": "DC",
    "20147": "VA",
    "25301": "WV",
    "31401": "GA",
    "39901": "GA",
    "62701": "IL",
    "66101": "KS",
    "79901": "TX",
    "88510": "TX",
    "73301": "TX",
    "83001": "WY",
    "83702": "ID",
    "89501": "NV",
    "96813": "HI",
    "99501": "AK",
  };
  for (const [zip, state] of Object.entries(places)) assert.equal(stateOfZip(zip), state, zip);
});

test("military mail, and what is no ZIP code, is in no state", () => {
  for (const zip of ["09012", "34001", "96201", "00000", "1234", "123456", "1000a", ""])
    assert.equal(stateOfZip(zip), null, zip);
});

test("a place is a state in any case, or a ZIP code with or without its four more digits", () => {
  for (const place of ["NY", "ny", " ny ", "10001", "10001-0001"]) assert.equal(stateOfPlace(place), "NY", place);
  for (const place of ["XX", "New York", "9", "09012"]) assert.equal(stateOfPlace(place), null, place);
});
