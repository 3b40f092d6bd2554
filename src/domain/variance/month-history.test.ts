/** What is written of the months of a meter is read back, from any month on. */
import assert from "node:assert/strict";
import { test } from "node:test";
import * as fc from "fast-check";
import { monthFromNumber, monthNumber } from "../calendar.ts";
import type { MeterMonthFigures } from "../months/calendarize.ts";
import { meterMonth } from "../property/roll-up.fixtures.ts";
import { readMonthHistory, writeMonthHistory, type CostedMonth } from "./month-history.ts";

const FIRST = monthNumber("2010-01-01");

const cents = fc.option(fc.integer({ min: -1e9, max: 1e9 }).map((units) => units / 100));
const millionths = fc.option(fc.integer({ min: -1e12, max: 1e12 }).map((units) => units / 1e6));
const measures = {
  distribution_kbtus: millionths,
  supply_kbtus: millionths,
  gallons: millionths,
  demand_consumption: millionths,
  month_complete: fc.boolean(),
  days_covered: fc.integer({ min: 0, max: 31 }),
};
const costs = {
  usage_cost: cents,
  interim_rate_cost: cents,
  demand_cost: cents,
  service_cost: cents,
  tax_cost: cents,
  other_applied_cost: cents,
};
/** Without a charge no cost is known. */
const figures = fc.oneof(
  { weight: 4, arbitrary: fc.record({ ...measures, ...costs }) },
  { weight: 1, arbitrary: fc.record(measures) },
);
const histories = fc
  .array(figures, { maxLength: 150, size: "max" })
  .map((drawn) =>
    drawn.map((month, at): MeterMonthFigures => meterMonth(monthFromNumber(FIRST + at).slice(0, 7), month)),
  );

const centsOf = (...amounts: (number | null)[]) =>
  amounts.reduce((sum: number, cost) => sum + Math.round((cost ?? 0) * 100), 0);

const expected = (month: MeterMonthFigures): CostedMonth => ({
  month: monthNumber(month.effective_month),
  days: month.days_covered,
  isComplete: month.month_complete,
  use: month.distribution_kbtus ?? month.supply_kbtus ?? month.gallons,
  demand: month.demand_consumption,
  useCost: centsOf(month.usage_cost, month.interim_rate_cost),
  demandCost: centsOf(month.demand_cost),
  fixedCost: centsOf(month.service_cost),
  taxCost: centsOf(month.tax_cost),
  otherCost: centsOf(month.other_applied_cost),
});
const hasCosts = (month: MeterMonthFigures) =>
  [
    month.usage_cost,
    month.interim_rate_cost,
    month.demand_cost,
    month.service_cost,
    month.tax_cost,
    month.other_applied_cost,
  ].some((cost) => cost !== null);
const ofUse = ({ month, days, isComplete, use }: CostedMonth) => ({ month, days, isComplete, use });
/** Without a sign of zero. */
const plain = (months: readonly CostedMonth[]) => JSON.parse(JSON.stringify(months)) as unknown;

test("months are read back newest first, from any month on, and the recent ones alone when they reach as far", () => {
  fc.assert(
    fc.property(histories, fc.nat(160), fc.nat(60), (drawn, skipped, uncosted) => {
      const months = drawn.map(expected);
      const { recent, older, recentFrom } = writeMonthHistory(drawn);
      const from = FIRST + skipped - 3;
      const costsFrom = from + uncosted;
      const needsOlder = recentFrom !== null && recentFrom > from;
      const read = readMonthHistory(needsOlder ? recent + older : recent, { from, costsFrom });
      const wanted = months.filter(({ month }) => month >= from).toReversed();
      assert.deepEqual(read.months, wanted.map(ofUse));
      const withCosts = new Set(drawn.filter(hasCosts).map(({ effective_month }) => monthNumber(effective_month)));
      assert.deepEqual(
        plain(read.costed),
        plain(wanted.filter(({ month }) => month >= costsFrom && withCosts.has(month))),
      );
      assert.deepEqual([older === "", recentFrom === null], [months.length <= 60, months.length <= 60]);
    }),
  );
});

test("a month without a charge has its use and no costs", () => {
  const { recent } = writeMonthHistory([
    meterMonth("2024-01", { total_cost: 10 }),
    meterMonth("2024-02", { distribution_kbtus: 7 }),
  ]);
  const { months, costed } = readMonthHistory(recent, { from: 0, costsFrom: 0 });
  const [january, february] = [monthNumber("2024-01-01"), monthNumber("2024-02-01")];
  assert.deepEqual(
    [months.map(({ month }) => month), costed.map(({ month }) => month)],
    [[february, january], [january]],
  );
});

test("a text that was not written as a history is refused, and never read as fewer months", () => {
  const { recent } = writeMonthHistory([meterMonth("2024-01", { usage_cost: 12.34, distribution_kbtus: 5.5 })]);
  assert.equal(recent, `${monthNumber("2024-01-01")} 31 1 5.5  1234 0 0 0 0\n`);
  for (const text of [
    recent.slice(0, -1),
    recent.slice(0, 5),
    recent.replace("5.5", "5e5"),
    recent.replace("1234", ""),
  ])
    assert.throws(() => readMonthHistory(text, { from: 0, costsFrom: 0 }), /history of months/);
});
