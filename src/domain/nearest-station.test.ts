import assert from "node:assert/strict";
import { test } from "node:test";
import { byDistance, distanceKm, nearestStation } from "./nearest-station.ts";

const NEW_YORK = { latitude: 40.6413, longitude: -73.7781 };
const LONDON = { latitude: 51.47, longitude: -0.4543 };

test("a degree of a great circle is 111.195 km", () => {
  const degree = (latitude: number, longitude: number) =>
    distanceKm({ latitude: 0, longitude: 0 }, { latitude, longitude });
  assert.equal(degree(1, 0).toFixed(3), "111.195");
  assert.equal(degree(0, 1).toFixed(3), "111.195");
});

test("distance is the same both ways, zero to itself, and half the earth's circumference to the opposite point", () => {
  assert.equal(distanceKm(NEW_YORK, LONDON), distanceKm(LONDON, NEW_YORK));
  assert.equal(distanceKm(NEW_YORK, NEW_YORK), 0);
  const antipode = { latitude: -NEW_YORK.latitude, longitude: NEW_YORK.longitude + 180 };
  assert.equal(distanceKm(NEW_YORK, antipode).toFixed(0), (Math.PI * 6371.0088).toFixed(0));
});

test("the distance across the date line is short", () => {
  const km = distanceKm({ latitude: 0, longitude: 179.5 }, { latitude: 0, longitude: -179.5 });
  assert.equal(km.toFixed(3), "111.195");
});

test("the nearest station comes first", () => {
  const [first, second] = byDistance([LONDON, NEW_YORK], { latitude: 41, longitude: -74 });
  assert.equal(first?.station, NEW_YORK);
  assert.equal(second?.station, LONDON);
});

test("a station farther than 200 km is not chosen automatically", () => {
  assert.equal(nearestStation([NEW_YORK], { latitude: 41, longitude: -74 }), NEW_YORK);
  assert.equal(nearestStation([NEW_YORK], { latitude: 45, longitude: -74 }), null);
  assert.equal(nearestStation([], NEW_YORK), null);
});

test("a station 200 km to the north or to the south is near enough, one a little farther is not", () => {
  const north = (km: number) => ({ latitude: 40 + km / 111.195, longitude: -74 });
  const place = { latitude: 40, longitude: -74 };
  for (const km of [199.9, -199.9]) assert.deepEqual(nearestStation([north(km)], place), north(km));
  for (const km of [200.1, -200.1]) assert.equal(nearestStation([north(km)], place), null);
});
