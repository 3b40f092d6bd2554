/** Fiscal years begin in the month that the company chose, and are named by the year in which they end. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { fiscalYearOf, fiscalYearStart, spanAsked, whyAsked } from "../../web/src/data/fiscal-year.ts";

const month = (text: string) => `${text}-01T00:00:00.000Z`;

test("a fiscal year begins in its month, and has the number of the year in which it ends", () => {
  for (const [of, start, first, year] of [
    ["2026-09", 7, "2026-07", 2027],
    ["2026-06", 7, "2025-07", 2026],
    ["2026-07", 7, "2026-07", 2027],
    ["2026-01", 1, "2026-01", 2026],
    ["2026-12", 1, "2026-01", 2026],
    ["2026-11", 12, "2025-12", 2026],
  ] as const) {
    assert.equal(fiscalYearStart(month(of), start), month(first), of);
    assert.equal(fiscalYearOf(month(of), start), year, of);
  }
});

test("the year so far goes to the last billed month, and the year before is whole", () => {
  assert.equal(spanAsked("twelve", month("2026-09"), 7), undefined);
  assert.deepEqual(spanAsked("fiscal", month("2026-09"), 7), { month: "2026-09", months: 3 });
  assert.deepEqual(spanAsked("fiscal", month("2026-06"), 7), { month: "2026-06", months: 12 });
  assert.deepEqual(spanAsked("fiscal", month("2026-01"), 10), { month: "2026-01", months: 4 });
  assert.deepEqual(spanAsked("before", month("2026-09"), 7), { month: "2026-06", months: 12 });
  assert.deepEqual(spanAsked("before", month("2026-09"), 1), { month: "2025-12", months: 12 });
});

test("the reason of a change leads to the comparison of the same months, where there is one", () => {
  assert.deepEqual(whyAsked(undefined), { months: 12 });
  assert.deepEqual(whyAsked({ month: "2026-06", months: 12 }), { month: "2026-06", months: 12 });
  assert.deepEqual(whyAsked({ month: "2026-07", months: 1 }), { month: "2026-07" });
  assert.equal(whyAsked({ month: "2026-09", months: 3 }), null);
});
