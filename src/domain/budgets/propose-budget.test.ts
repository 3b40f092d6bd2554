import assert from "node:assert/strict";
import { test } from "node:test";
import { monthFromNumber, monthNumber } from "../calendar.ts";
import type { ActualMonth, Service } from "./budget-variance.ts";
import { proposeBudget } from "./propose-budget.ts";

const JANUARY = monthNumber("2027-01-01");
const YEAR = { first: JANUARY, end: JANUARY + 12 };

/** Months in a row, each a dollar more than the one before. */
const costs = (energy_type: Service, first: string, count: number, change: Partial<ActualMonth> = {}): ActualMonth[] =>
  Array.from({ length: count }, (_, at) => ({
    energy_type,
    month: monthNumber(first) + at,
    cents: 100_00 + at * 100,
    isComplete: true,
    isEstimated: false,
    ...change,
  }));

const short = (actuals: ActualMonth[], percent: number, by: "service" | "property" = "service") =>
  proposeBudget(actuals, { months: YEAR, percent, by }).map(({ energy_type, month, cents, basisMonth }) => [
    energy_type,
    monthFromNumber(month).slice(0, 7),
    cents,
    basisMonth === null ? null : monthFromNumber(basisMonth).slice(0, 7),
  ]);

test("each month is what it cost the year before, changed by the percentage, to the cent", () => {
  const rows = short(costs("ELECTRIC", "2026-01-01", 12), 3);
  assert.equal(rows.length, 12);
  assert.deepEqual(rows[0], ["ELECTRIC", "2027-01", 103_00, "2026-01"]);
  assert.deepEqual(rows[1], ["ELECTRIC", "2027-02", 104_03, "2026-02"]);
  assert.deepEqual(short(costs("ELECTRIC", "2026-01-01", 12), -2.5)[0]?.[2], 97_50);
});

test("a month that is not billed yet rests on the year before that", () => {
  const rows = short([...costs("GAS", "2025-01-01", 22)], 0);
  assert.deepEqual(rows[9], ["GAS", "2027-10", 121_00, "2026-10"]);
  assert.deepEqual(rows[10], ["GAS", "2027-11", 110_00, "2025-11"]);
});

test("a month that was never complete is null", () => {
  const rows = short([...costs("GAS", "2026-01-01", 6), ...costs("GAS", "2026-07-01", 1, { isComplete: false })], 5);
  assert.deepEqual(rows[6], ["GAS", "2027-07", null, null]);
});

test("a service that has ended is not proposed, and the property is one amount on request", () => {
  const actuals = [
    ...costs("GAS", "2024-01-01", 12),
    ...costs("ELECTRIC", "2026-01-01", 12),
    ...costs(null, "2026-01-01", 12),
  ];
  assert.deepEqual([...new Set(short(actuals, 0).map(([type]) => type))], ["ELECTRIC"]);
  assert.deepEqual([...new Set(short(actuals, 0, "property").map(([type]) => type))], [null]);
});
