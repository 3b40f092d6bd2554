import assert from "node:assert/strict";
import { test } from "node:test";
import type { Month } from "../../records/scalars.ts";
import { monthFromNumber, monthNumber } from "../calendar.ts";
import { monthsReached, withEnds, type MonthDifference } from "./roll-up-span.ts";
import { servedMeter } from "./served-meter.fixtures.ts";
import type { ServedMeter } from "./service-points.ts";

const MAY = monthNumber("2024-05-01");
const monthsFrom = (first: number, count: number): Month[] =>
  Array.from({ length: count }, (_, index) => monthFromNumber(first + index));
const are = (kind: MonthDifference["kind"], months: Month[]) =>
  months.map((month): MonthDifference => ({ kind, month }));

/** A meter with a year of months until April 2024, unless given otherwise. */
const meter = (of: Partial<ServedMeter> = {}, months = monthsFrom(MAY - 12, 12)) =>
  withEnds(servedMeter(of), { first: months.at(0) ?? null, last: months.at(-1) ?? null });

test("a changed month reaches only that month of the property", () => {
  const months = monthsFrom(MAY - 12, 12);
  const differences = are("changed", monthsFrom(MAY - 6, 2));
  const reached = monthsReached({ meterId: 1, months, differences, wrapper: [meter()] });
  assert.deepEqual(reached, { first: MAY - 6, last: MAY - 5 });
});

test("a new month of a meter in service reaches no other month", () => {
  const months = monthsFrom(MAY - 12, 13);
  const differences = are("fresh", monthsFrom(MAY, 1));
  const reached = monthsReached({ meterId: 1, months, differences, wrapper: [meter({}, months)] });
  assert.deepEqual(reached, { first: MAY, last: MAY });
});

test("the first months of a meter, and the removal of its last ones, may reach any month", () => {
  const months = monthsFrom(MAY, 2);
  const other = meter({ id: 2, meter_wrapper_id: 1 });
  const fresh = { meterId: 1, months, differences: are("fresh", months), wrapper: [meter({}, months), other] };
  assert.equal(monthsReached(fresh), null);
  const gone = { meterId: 1, months: [], differences: are("gone", months), wrapper: [meter({}, []), other] };
  assert.equal(monthsReached(gone), null);
});

test("a month after the end of service moves the end, which may reach any month", () => {
  const months = monthsFrom(MAY - 12, 13);
  const inactive = meter({ status: "Inactive" }, months);
  assert.equal(
    monthsReached({ meterId: 1, months, differences: are("fresh", monthsFrom(MAY, 1)), wrapper: [inactive] }),
    null,
  );
});

test("a meter that is billed longer than its successor takes over its end", () => {
  const ended = servedMeter({ deactivation_date: monthFromNumber(MAY + 3) });
  const months = monthsFrom(MAY - 12, 13);
  const wrapper = [meter(ended, months), meter({ id: 2, meter_wrapper_id: 1 })];
  assert.equal(monthsReached({ meterId: 1, months, differences: are("fresh", monthsFrom(MAY, 1)), wrapper }), null);
});
