import assert from "node:assert/strict";
import { test } from "node:test";
import { cycleOf, tidyReads } from "./reads.ts";

const read = (start_date: string, end_date: string, usage: number | null, estimated = false) => ({
  start_date,
  end_date,
  usage,
  estimated,
});
const JANUARY = ["2023-01-01", "2023-02-01"] as const;

test("reads come out in order", () => {
  const { reads, findings } = tidyReads([read("2023-02-01", "2023-03-01", 2), read(...JANUARY, 1)], "gas");
  assert.deepEqual(
    reads.map(({ usage }) => usage),
    [1, 2],
  );
  assert.deepEqual(findings, []);
});

test("no electricity at all is a missing read, no gas at all is a summer", () => {
  assert.equal(tidyReads([read(...JANUARY, 0)], "electricity").reads[0]?.usage, null);
  assert.equal(tidyReads([read(...JANUARY, 0)], "gas").reads[0]?.usage, 0);
});

test("the same read twice counts once, and is told of only when the two differ", () => {
  assert.deepEqual(tidyReads([read(...JANUARY, 5), read(...JANUARY, 5)], "gas"), {
    reads: [read(...JANUARY, 5)],
    findings: [],
  });
  const { reads, findings } = tidyReads([read(...JANUARY, 5), read(...JANUARY, 6)], "gas");
  assert.equal(reads.length, 1);
  assert.deepEqual(findings, [{ rule: "conflicting_reads", count: 1 }]);
});

test("of reads that overlap the earlier is kept, and of two that begin together the longer", () => {
  const { reads, findings } = tidyReads(
    [read("2023-01-01", "2023-01-15", 5), read(...JANUARY, 9), read("2023-01-31", "2023-03-01", 7)],
    "gas",
  );
  assert.deepEqual(reads, [read(...JANUARY, 9)]);
  assert.deepEqual(findings, [{ rule: "overlapping_reads", count: 2 }]);
});

test("a read that ends before it begins is left out, a negative one is kept, and both are told of", () => {
  const { reads, findings } = tidyReads([read("2023-02-01", "2023-01-01", 5), read(...JANUARY, -3)], "electricity");
  assert.deepEqual(reads, [read(...JANUARY, -3)]);
  assert.deepEqual(findings, [
    { rule: "impossible_period", count: 1 },
    { rule: "negative_usage", count: 1 },
  ]);
});

test("the middle read tells how often a meter is read", () => {
  const years = (days: string[]) =>
    days.slice(1).map((end_date, index) => ({ start_date: days[index] ?? "", end_date }));
  assert.equal(cycleOf(years(["2023-01-01", "2023-02-01", "2023-03-01", "2023-06-01"])), "monthly");
  assert.equal(cycleOf(years(["2023-01-01", "2023-03-01", "2023-05-01"])), "bimonthly");
  assert.equal(cycleOf(years(["2023-01-01", "2023-04-01", "2023-07-01"])), null);
  assert.equal(cycleOf([]), null);
});
