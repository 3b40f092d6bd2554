import assert from "node:assert/strict";
import { test } from "node:test";
import { addDays } from "../calendar.ts";
import { joinReads } from "./periods.ts";

/** Consecutive reads; an estimated one is written with an "e". */
function chain(...lengths: (number | `${number}e`)[]) {
  let start_date = "2023-01-01";
  return lengths.map((length) => {
    const days = Number.parseInt(String(length), 10);
    const read = {
      start_date,
      end_date: addDays(start_date, days),
      usage: days,
      estimated: String(length).endsWith("e"),
    };
    start_date = read.end_date;
    return read;
  });
}
const shapes = (...args: Parameters<typeof joinReads>) =>
  joinReads(...args).map(({ days, usage, estimatedDays }) => [days, usage, estimatedDays]);

test("actual reads stay unchanged", () => {
  assert.deepEqual(shapes(chain(30, 31), "baseline"), [
    [30, 30, 0],
    [31, 31, 0],
  ]);
});

test("an estimate is settled by the next actual read", () => {
  assert.deepEqual(shapes(chain("33e", 28, 30), "baseline"), [
    [61, 61, 33],
    [30, 30, 0],
  ]);
  assert.deepEqual(shapes(chain("20e", "20e", 20), "baseline"), [[60, 60, 40]]);
});

test("an estimate that no actual read settles within 70 days has no known use", () => {
  assert.deepEqual(shapes(chain("40e", 40), "baseline"), [[80, null, 40]]);
  assert.deepEqual(shapes(chain(30, "30e"), "baseline"), [
    [30, 30, 0],
    [30, null, 30],
  ]);
});

test("reads with a gap between them are not joined", () => {
  const [first, second] = chain("30e", 30);
  assert.ok(first && second);
  const later = { ...second, start_date: addDays(second.start_date, 1) };
  assert.deepEqual(shapes([first, later], "baseline"), [
    [30, null, 30],
    [29, 30, 0],
  ]);
});

test("a read off the cycle is joined with the next one only after the savings began", () => {
  assert.deepEqual(shapes(chain(12, 17, 30), "reporting"), [
    [29, 29, 0],
    [30, 30, 0],
  ]);
  assert.deepEqual(shapes(chain(12, 17, 30), "baseline").length, 3);
});

test("nothing is joined beyond 70 days, and no use is lost", () => {
  assert.deepEqual(shapes(chain(24, 60), "reporting"), [
    [24, 24, 0],
    [60, 60, 0],
  ]);
});

test("a read without a known use leaves the use of the whole period unknown", () => {
  const [first, second] = chain("30e", 30);
  assert.ok(first && second);
  assert.deepEqual(shapes([{ ...first, usage: null }, second], "baseline"), [[60, null, 30]]);
});
