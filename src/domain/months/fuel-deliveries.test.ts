/** A property heated by delivered oil, from its bills to its snapshot: what counts as known, and from when. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { calendarize, eligibility } from "./calendarize.ts";
import { shortBill } from "./meter-bill.fixtures.ts";
import { energyMonths } from "../property/roll-up-energy.ts";
import { rolledMeter } from "../property/roll-up.fixtures.ts";
import { rollUp } from "../property/roll-up.ts";
import { snapshots } from "../property/snapshots.ts";

const OPEN = { start_date: null, end_date: null };

const delivery = (day: string, kbtus: number | null, index: number) =>
  shortBill({ id: index + 1, start: day, end: day, kbtus, cost: 100 });

const electric = rolledMeter({
  id: 1,
  months: calendarize({
    bills: [shortBill({ start: "2023-01-01", end: "2024-01-01", kbtus: 3650, cost: 365 })],
    service: OPEN,
  }),
});
const oil = (deliveries: [day: string, kbtus: number | null][]) =>
  rolledMeter({
    id: 2,
    energy_type: "FUEL_OIL",
    months: calendarize({
      bills: deliveries.map(([day, kbtus], index) => delivery(day, kbtus, index)),
      service: OPEN,
    }),
  });
const snapshotsOf = (...meters: ReturnType<typeof rolledMeter>[]) =>
  snapshots({ months: energyMonths(meters), sq_ft: 100 }).map(
    ({ effective_month, current_kbtus_per_sq_ft, current_cost_per_sq_ft }) =>
      [effective_month, current_kbtus_per_sq_ft, current_cost_per_sq_ft] as const,
  );

test("a year from delivery to delivery has a snapshot, also when some of its months have no delivery", () => {
  const tank = oil([
    ["2023-01-20", 1000],
    ["2023-04-03", 500],
    ["2023-12-11", 2000],
  ]);
  assert.deepEqual(snapshotsOf(electric, tank), [["2024-01-01", 71.5, 6.65]]);
  assert.deepEqual(
    rollUp([electric, tank])
      .filter(({ energy_type }) => energy_type === null)
      .map(({ month_complete }) => month_complete),
    Array.from({ length: 12 }, () => true),
  );
});

test("a year whose last months have no delivery has no snapshot yet: a bill may still arrive", () => {
  const tank = oil([
    ["2023-01-20", 1000],
    ["2023-04-03", 500],
  ]);
  assert.deepEqual(snapshotsOf(electric, tank), []);
  assert.deepEqual(eligibility(tank.months), {
    eligibility_start_month: "2023-01-01",
    eligibility_end_month: "2023-04-01",
  });
});

test("a year that began before the first delivery has no snapshot", () => {
  const tank = oil([
    ["2023-02-01", 1000],
    ["2023-12-31", 500],
  ]);
  assert.deepEqual(snapshotsOf(electric, tank), []);
});

test("a delivery of oil with unknown energy leaves the property's energy unknown, and its cost known", () => {
  const tank = oil([
    ["2023-01-20", null],
    ["2023-12-11", 2000],
  ]);
  assert.deepEqual(snapshotsOf(electric, tank), [["2024-01-01", null, 5.65]]);
});

test("a delivery on the last day of a month belongs to that month", () => {
  const tank = oil([["2023-03-31", 1000]]);
  assert.deepEqual(
    tank.months.map(({ effective_month, distribution_kbtus, month_complete }) => [
      effective_month,
      distribution_kbtus,
      month_complete,
    ]),
    [["2023-03-01", 1000, true]],
  );
});
