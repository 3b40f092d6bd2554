import assert from "node:assert/strict";
import { test } from "node:test";
import { isTimeZone, latestDue, nextDelivery, type Schedule } from "./schedule.ts";

const at = (given: Partial<Schedule>): Schedule => ({
  schedule: "daily",
  hour: 6,
  weekday: null,
  day: null,
  time_zone: "UTC",
  ...given,
});

/** The next `count` times after an instant. */
function nextOf(schedule: Schedule, after: string, count: number): string[] {
  const found: string[] = [];
  for (let ms = Date.parse(after); found.length < count; found.push(new Date(ms).toISOString()))
    ms = nextDelivery(schedule, ms);
  return found;
}

test("a daily delivery comes at its hour, today if that hour is still ahead, never at the given instant itself", () => {
  assert.deepEqual(nextOf(at({}), "2026-03-01T05:59:59.999Z", 2), [
    "2026-03-01T06:00:00.000Z",
    "2026-03-02T06:00:00.000Z",
  ]);
  assert.deepEqual(nextOf(at({}), "2026-03-01T06:00:00.000Z", 1), ["2026-03-02T06:00:00.000Z"]);
});

test("a weekly delivery comes on its weekday, Monday by default", () => {
  // 2026-03-01 is a Sunday.
  assert.deepEqual(nextOf(at({ schedule: "weekly" }), "2026-03-01T00:00:00Z", 2), [
    "2026-03-02T06:00:00.000Z",
    "2026-03-09T06:00:00.000Z",
  ]);
  assert.deepEqual(nextOf(at({ schedule: "weekly", weekday: "sunday" }), "2026-03-01T07:00:00Z", 1), [
    "2026-03-08T06:00:00.000Z",
  ]);
});

test("a monthly delivery comes on its day, over the end of the year too", () => {
  assert.deepEqual(nextOf(at({ schedule: "monthly", day: 28 }), "2026-11-28T06:00:00Z", 3), [
    "2026-12-28T06:00:00.000Z",
    "2027-01-28T06:00:00.000Z",
    "2027-02-28T06:00:00.000Z",
  ]);
  assert.deepEqual(nextOf(at({ schedule: "monthly" }), "2026-01-31T06:00:00Z", 1), ["2026-02-01T06:00:00.000Z"]);
});

test("the hour is local time: in summer it is an hour earlier in UTC", () => {
  const chicago = at({ time_zone: "America/Chicago" });
  // Clocks go from UTC-6 to UTC-5 on 2026-03-08, and back on 2026-11-01.
  assert.deepEqual(nextOf(chicago, "2026-03-07T00:00:00Z", 3), [
    "2026-03-07T12:00:00.000Z",
    "2026-03-08T11:00:00.000Z",
    "2026-03-09T11:00:00.000Z",
  ]);
  assert.deepEqual(nextOf(chicago, "2026-10-31T00:00:00Z", 3), [
    "2026-10-31T11:00:00.000Z",
    "2026-11-01T12:00:00.000Z",
    "2026-11-02T12:00:00.000Z",
  ]);
});

test("an hour that the clocks skip is taken after the change, and an hour that they repeat is taken once", () => {
  // 02:00 does not exist on 2026-03-08: 03:00 CDT is 08:00 UTC.
  assert.deepEqual(nextOf(at({ time_zone: "America/Chicago", hour: 2 }), "2026-03-07T12:00:00Z", 2), [
    "2026-03-08T08:00:00.000Z",
    "2026-03-09T07:00:00.000Z",
  ]);
  // 01:00 exists twice on 2026-11-01: at 06:00 and at 07:00 UTC.
  assert.deepEqual(nextOf(at({ time_zone: "America/Chicago", hour: 1 }), "2026-10-31T12:00:00Z", 2), [
    "2026-11-01T06:00:00.000Z",
    "2026-11-02T07:00:00.000Z",
  ]);
});

test("a place that skips a whole day has no delivery on it", () => {
  // Samoa went from 2011-12-29 to 2011-12-31.
  assert.deepEqual(nextOf(at({ time_zone: "Pacific/Apia" }), "2011-12-29T15:00:00Z", 2), [
    "2011-12-29T16:00:00.000Z",
    "2011-12-30T16:00:00.000Z",
  ]);
});

test("of several missed times only the last is made", () => {
  const due = Date.parse("2026-03-01T06:00:00Z");
  const iso = (now: string) => new Date(latestDue(at({}), due, Date.parse(now))).toISOString();
  assert.equal(iso("2026-03-01T06:00:30Z"), "2026-03-01T06:00:00.000Z");
  assert.equal(iso("2026-03-04T05:59:00Z"), "2026-03-03T06:00:00.000Z");
});

test("time zones are accepted by their names", () => {
  // Temporal extracts the zone from these texts, but they are not names.
  const timesInAZone = ["2020-01-01T00:00Z", "2020-01-01T00:00+05:00", "2020-01-01T00:00[America/Chicago]"];
  for (const name of ["UTC", "europe/berlin", "US/Central", "America/Chicago", "Europe/Berlin", "Asia/Kolkata"])
    assert.equal(isTimeZone(name), true);
  for (const name of ["", "Chicago", "+02:00", "America/Nowhere", "__proto__", ...timesInAZone])
    assert.equal(isTimeZone(name), false);
});
