import assert from "node:assert/strict";
import { test } from "node:test";
import * as fc from "fast-check";
import { addDays } from "../calendar.ts";
import { conventionOf, withPeriodEnd, type AssumedPeriod } from "./period-ends.ts";
import { goodStatement } from "./statement.fixtures.ts";

/** A period as it was read by the assumption that its printed end counts. */
const period = (start_date: string, printedEnd: string, meter_key = "1"): AssumedPeriod => ({
  meter_key,
  start_date,
  end_date: addDays(printedEnd, 1),
  assumed_period_end: "inclusive",
});
/** The same as it was read by the other. */
const otherwise = (read: AssumedPeriod): AssumedPeriod => ({
  ...read,
  end_date: addDays(read.end_date, -1),
  assumed_period_end: "exclusive",
});

test("bills that share a printed day tell that it belongs to the later one", () => {
  const bills = [period("2023-01-10", "2023-02-09"), period("2023-02-09", "2023-03-10")];
  assert.equal(conventionOf(bills, "inclusive"), "exclusive");
  assert.equal(conventionOf(bills.map(otherwise), "inclusive"), "exclusive", "however they were read");
});

test("bills that follow on the day after tell that the last day counts", () => {
  const bills = [period("2023-01-10", "2023-02-08"), period("2023-02-09", "2023-03-09")];
  assert.equal(conventionOf(bills, "exclusive"), "inclusive");
});

test("a bill alone, and bills of two meters, tell nothing", () => {
  const bills = [period("2023-01-10", "2023-02-09"), period("2023-02-09", "2023-03-10", "2")];
  assert.equal(conventionOf(bills, "inclusive"), "inclusive");
  assert.equal(conventionOf(bills, "exclusive"), "exclusive");
});

test("a statement that tells for itself is left alone", () => {
  const statement = goodStatement();
  assert.equal(withPeriodEnd(statement, "exclusive"), statement);
});

test("moving the ends there and back gives the same statement, and nothing but ends moves", () => {
  const statement = { ...goodStatement(), assumed_period_end: "inclusive" as const };
  const moved = withPeriodEnd(statement, "exclusive");
  assert.equal(moved.assumed_period_end, "exclusive");
  assert.deepEqual(
    new Set(moved.meters.flatMap(({ usages, charges }) => [...usages, ...charges].map((l) => l.end_date))),
    new Set(["2026-04-01"]),
  );
  assert.deepEqual(withPeriodEnd(moved, "inclusive"), statement);
});

test("what an account tells does not hang on the order of its bills, nor on how each was read", () => {
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
