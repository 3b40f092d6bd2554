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

test("reads are returned in order", () => {
  const { reads, findings } = tidyReads([read("2023-02-01", "2023-03-01", 2), read(...JANUARY, 1)], "gas");
  assert.deepEqual(
    reads.map(({ usage }) => usage),
    [1, 2],
  );
  assert.deepEqual(findings, []);
});

test("zero use of electricity is a missing read, zero use of gas is a summer", () => {
  assert.equal(tidyReads([read(...JANUARY, 0)], "electricity").reads[0]?.usage, null);
  assert.equal(tidyReads([read(...JANUARY, 0)], "gas").reads[0]?.usage, 0);
});

test("the same read twice counts once, and is reported only when the two differ", () => {
  assert.deepEqual(tidyReads([read(...JANUARY, 5), read(...JANUARY, 5)], "gas"), {
    reads: [read(...JANUARY, 5)],
    findings: [],
  });
  const { reads, findings } = tidyReads([read(...JANUARY, 5), read(...JANUARY, 6)], "gas");
  assert.equal(reads.length, 1);
  assert.deepEqual(findings, [{ rule: "conflicting_reads", count: 1 }]);
});

test("the earlier of overlapping reads is kept, and the longer of two with the same start", () => {
  const { reads, findings } = tidyReads(
    [read("2023-01-01", "2023-01-15", 5), read(...JANUARY, 9), read("2023-01-31", "2023-03-01", 7)],
    "gas",
  );
  assert.deepEqual(reads, [read(...JANUARY, 9)]);
  assert.deepEqual(findings, [{ rule: "overlapping_reads", count: 2 }]);
});

test("a read that ends before it begins is left out, a negative one is kept, and both are reported", () => {
  const { reads, findings } = tidyReads([read("2023-02-01", "2023-01-01", 5), read(...JANUARY, -3)], "electricity");
  assert.deepEqual(reads, [read(...JANUARY, -3)]);
  assert.deepEqual(findings, [
    { rule: "impossible_period", count: 1 },
    { rule: "negative_usage", count: 1 },
  ]);
});

test("the median length of reads gives the cycle of a meter", () => {
  const years = (days: string[]) =>
    days.slice(1).map((end_date, index) => ({ start_date: days[index] ?? "", end_date }));
  assert.equal(cycleOf(years(["2023-01-01", "2023-02-01", "2023-03-01", "2023-06-01"])), "monthly");
  assert.equal(cycleOf(years(["2023-01-01", "2023-03-01", "2023-05-01"])), "bimonthly");
  assert.equal(cycleOf(years(["2023-01-01", "2023-04-01", "2023-07-01"])), null);
  assert.equal(cycleOf([]), null);
});
