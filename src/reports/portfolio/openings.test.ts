/** What the reports over all properties say first, also where a figure is unknown. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { compareProperties, type TypeOfProperty } from "../../domain/portfolio/compare-properties.ts";
import { payableOpening } from "./payable.ts";
import { performanceOpening } from "./performance.ts";
import { portfolioWords } from "./words/words.ts";

const NONE = { bills: 0, amount: null, soon: 0, soon_amount: null, overdue: 0, overdue_amount: null, without_date: 0 };

test("bills to pay whose amount is unknown are not said to be of $0", () => {
  const sums = { ...NONE, bills: 2, soon: 1, overdue: 1 };
  const { answer } = payableOpening(sums, portfolioWords("en"));
  assert.equal(answer, "1 bill, –, is due within 14 days; the due date of 1 (–) has passed.");
});

const SUMS = { months: 1, kbtus: null, kbtusMonths: 0, lbs_co2: null, co2Months: 0, gallons: null, gallonsMonths: 0 };
const SPANS = { period: { first: "2026-03-01", count: 1 }, against: { first: "2025-03-01", count: 1 } };

function answerOf(cost: number, before: number, language: "en" | "es"): string {
  const electric: TypeOfProperty = {
    property_id: 1,
    energy_type: "ELECTRIC",
    now: { ...SUMS, total_cost: cost },
    against: { ...SUMS, total_cost: before },
  };
  const counts = [true, false].map((isNow) => ({ property_id: 1, isNow, completeMonths: 1, estimatedMonths: 0 }));
  const properties = compareProperties([{ id: 1, name: "Mill", sq_ft: null }], { types: [electric], counts }, 1);
  return performanceOpening(properties, SPANS, portfolioWords(language), new Map()).answer;
}

test("a change from a cost of 0 is said without a percentage", () => {
  assert.match(answerOf(110, 100, "en"), /^Your 1 property cost \$110 in March 2026: \$10 \(10\.0%\) more than/);
  assert.match(answerOf(100, 0, "en"), /^Your 1 property cost \$100 in March 2026: \$100 more than/);
  assert.match(answerOf(100, 0, "es"), /: \$100 más que/);
});
