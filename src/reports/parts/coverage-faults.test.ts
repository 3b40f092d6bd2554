import assert from "node:assert/strict";
import { test } from "node:test";
import { usageLine } from "../../domain/months/meter-bill.fixtures.ts";
import { monthsBefore } from "./billed-demand.ts";
import { coverageFaultsOf } from "./coverage-faults.ts";
import { meterOf, partOf, type BillFixture } from "./reports.fixtures.ts";

const bill = (id: number, start: string, end: string): BillFixture => ({ id, start, end, usage: 1 });
const coverageFaults = (...bills: BillFixture[]) =>
  coverageFaultsOf(partOf(meterOf(), ...bills)).map(({ kind, start_date, end_date, days, bills: ids }) => [
    kind,
    start_date,
    end_date,
    days,
    ...ids,
  ]);

test("bills that follow each other have no gaps, in any order", () => {
  assert.deepEqual(coverageFaults(bill(2, "2025-02-01", "2025-03-01"), bill(1, "2025-01-01", "2025-02-01")), []);
});

test("days between two bills are a gap", () => {
  assert.deepEqual(coverageFaults(bill(1, "2025-01-01", "2025-02-01"), bill(2, "2025-02-03", "2025-03-01")), [
    ["gap", "2025-02-01", "2025-02-03", 2, 1, 2],
  ]);
});

test("one day that two bills share is the day of the read, two are an overlap", () => {
  assert.deepEqual(coverageFaults(bill(1, "2025-01-01", "2025-02-01"), bill(2, "2025-01-31", "2025-03-01")), []);
  assert.deepEqual(coverageFaults(bill(1, "2025-01-01", "2025-02-01"), bill(2, "2025-01-30", "2025-03-01")), [
    ["overlap", "2025-01-30", "2025-02-01", 2, 1, 2],
  ]);
});

test("a bill within another overlaps it, and the next bill is compared with the longer one", () => {
  assert.deepEqual(
    coverageFaults(
      bill(1, "2025-01-01", "2025-04-01"),
      bill(2, "2025-02-01", "2025-03-01"),
      bill(3, "2025-04-01", "2025-05-01"),
    ),
    [["overlap", "2025-02-01", "2025-03-01", 28, 1, 2]],
  );
});

test("a bill that was taken back covers no days", () => {
  const period = { start_date: "2025-02-01", end_date: "2025-03-01" };
  const cancelled: BillFixture = {
    id: 3,
    start: "2025-02-01",
    end: "2025-03-01",
    usages: [usageLine({ ...period, amount: -1 })],
  };
  assert.deepEqual(
    coverageFaults(
      bill(1, "2025-01-01", "2025-02-01"),
      bill(2, "2025-02-01", "2025-03-01"),
      cancelled,
      bill(4, "2025-03-01", "2025-04-01"),
    ),
    [["gap", "2025-02-01", "2025-03-01", 28, 1, 4]],
  );
});

test("days after a meter went out of service are not a gap", () => {
  const bills = [bill(1, "2025-01-01", "2025-02-01"), bill(2, "2025-03-01", "2025-04-01")];
  const until = (deactivation_date: string) =>
    coverageFaultsOf(partOf(meterOf({ deactivation_date }), ...bills)).map(({ days }) => days);
  assert.deepEqual([until("2025-02-11"), until("2025-02-01"), until("2025-06-01")], [[10], [], [28]]);
});

test("deliveries cover no days, and make no gaps", () => {
  assert.deepEqual(coverageFaults(bill(1, "2025-01-20", "2025-01-20"), bill(2, "2025-04-03", "2025-04-03")), []);
});

test("a year before the 29th of February is the 28th", () => {
  assert.deepEqual(
    [
      monthsBefore("2024-02-29", 12),
      monthsBefore("2024-03-31", 1),
      monthsBefore("2024-01-15", 1),
      monthsBefore("2025-01-01", 12),
    ],
    ["2023-02-28", "2024-02-29", "2023-12-15", "2024-01-01"],
  );
});
