import assert from "node:assert/strict";
import { test } from "node:test";
import * as fc from "fast-check";
import { addDays } from "../calendar.ts";
import { conventionOf, withPeriodEnd, type AssumedPeriod } from "./period-ends.ts";
import { goodStatement } from "./statement.fixtures.ts";

/** A period that was read on the assumption that its printed end is included. */
const period = (start_date: string, printedEnd: string, meter_key = "1"): AssumedPeriod => ({
  meter_key,
  start_date,
  end_date: addDays(printedEnd, 1),
  assumed_period_end: "inclusive",
});
/** The same period, read on the opposite assumption. */
const otherwise = (read: AssumedPeriod): AssumedPeriod => ({
  ...read,
  end_date: addDays(read.end_date, -1),
  assumed_period_end: "exclusive",
});

test("when bills share a printed day, it belongs to the later one", () => {
  const bills = [period("2023-01-10", "2023-02-09"), period("2023-02-09", "2023-03-10")];
  assert.equal(conventionOf(bills, "inclusive"), "exclusive");
  assert.equal(conventionOf(bills.map(otherwise), "inclusive"), "exclusive", "however they were read");
});

test("when the next bill starts a day later, the last day counts", () => {
  const bills = [period("2023-01-10", "2023-02-08"), period("2023-02-09", "2023-03-09")];
  assert.equal(conventionOf(bills, "exclusive"), "inclusive");
});

test("a single bill, or bills of two meters, decide nothing", () => {
  const bills = [period("2023-01-10", "2023-02-09"), period("2023-02-09", "2023-03-10", "2")];
  assert.equal(conventionOf(bills, "inclusive"), "inclusive");
  assert.equal(conventionOf(bills, "exclusive"), "exclusive");
});

test("a statement that states the meaning of its ends is not changed", () => {
  const statement = goodStatement();
  assert.equal(withPeriodEnd(statement, "exclusive"), statement);
});

test("moving the ends there and back gives the same statement, and only the ends move", () => {
  const statement = { ...goodStatement(), assumed_period_end: "inclusive" as const };
  const moved = withPeriodEnd(statement, "exclusive");
  assert.equal(moved.assumed_period_end, "exclusive");
  assert.deepEqual(
    new Set(moved.meters.flatMap(({ usages, charges }) => [...usages, ...charges].map((l) => l.end_date))),
    new Set(["2026-04-01"]),
  );
  assert.deepEqual(withPeriodEnd(moved, "inclusive"), statement);
});

test("the convention of an account depends neither on the order of its bills nor on how each was read", () => {
  const days = fc.array(fc.tuple(fc.nat(60), fc.integer({ min: 1, max: 40 }), fc.boolean()), { maxLength: 8 });
  fc.assert(
    fc.property(days, fc.infiniteStream(fc.nat()), (list, order) => {
      const bills = list.map(([from, length]) => {
        const start = addDays("2023-01-01", from);
        return period(start, addDays(start, length));
      });
      const read = bills
        .map((bill, index) => (list[index]?.[2] ? otherwise(bill) : bill))
        .map((bill) => ({ bill, key: order.next().value ?? 0 }))
        .toSorted((a, b) => a.key - b.key)
        .map(({ bill }) => bill);
      assert.equal(conventionOf(read, "inclusive"), conventionOf(bills, "inclusive"));
    }),
  );
});
