import assert from "node:assert/strict";
import { test } from "node:test";
import { Problem } from "../../errors.ts";
import { comparedSpans } from "./spans.ts";

const spans = (range: Parameters<typeof comparedSpans>[0]) => {
  const { period, against } = comparedSpans(range, "2026-03-01");
  assert.equal(period.count, against.count);
  return [period.first, against.first, period.count];
};

test("without a range, the twelve months up to the last one are compared with the twelve before", () => {
  assert.deepEqual(spans({}), ["2025-04-01", "2024-04-01", 12]);
});

test("a range has the months that begin in it, and is compared with the same months of the year before", () => {
  assert.deepEqual(spans({ from: "2025-01-01", to: "2025-04-01" }), ["2025-01-01", "2024-01-01", 3]);
  assert.deepEqual(spans({ from: "2024-12-15", to: "2025-03-02" }), ["2025-01-01", "2024-01-01", 3]);
  assert.deepEqual(spans({ to: "2025-01-01" }), ["2024-01-01", "2023-01-01", 12]);
  assert.deepEqual(spans({ from: "2026-01-01" }), ["2026-01-01", "2025-01-01", 3]);
});

test("more than a year is compared with as many whole years before, so that the two never overlap", () => {
  assert.deepEqual(spans({ from: "2024-01-01", to: "2026-01-01" }), ["2024-01-01", "2022-01-01", 24]);
  assert.deepEqual(spans({ from: "2024-10-01", to: "2026-01-01" }), ["2024-10-01", "2022-10-01", 15]);
});

test("a range without a month, or of centuries, is refused", () => {
  assert.throws(() => spans({ from: "2025-01-02", to: "2025-01-31" }), Problem);
  assert.throws(() => spans({ from: "2026-05-01" }), Problem);
  assert.throws(() => spans({ from: "0001-01-01", to: "9999-12-31" }), Problem);
});
