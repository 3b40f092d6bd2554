/** Invariants of every meter, whatever its bills say. */
import assert from "node:assert/strict";
import { test } from "node:test";
import * as fc from "fast-check";
import { avoidanceRows, AVOIDANCE_EXPANDED } from "../../reports/cost-avoidance/detail.ts";
import { avoidanceSummaryRows } from "../../reports/cost-avoidance/summary.ts";
import type { Row } from "../../records/table.ts";
import { toUnits } from "../whole-units.ts";
import { byEnergy } from "./by-energy.ts";
import { avoidOn, drawMeter, NO_SETTINGS, SAVINGS_START } from "./cost-avoidance.fixtures.ts";
import type { MeterWithBills } from "./meter-groups.ts";
import { ENGLISH_REPORT } from "../../reports/words/report-words.ts";

const bills = fc.array(
  fc.record({
    factor: fc.oneof(
      { weight: 8, arbitrary: fc.double({ min: 0.5, max: 1.5, noNaN: true }) },
      fc.constantFrom(0, -0.2),
    ),
    cents: fc.option(fc.integer({ min: -5_000, max: 500_000 }), { freq: 12 }),
    estimated: fc.integer({ min: 0, max: 9 }).map((draw) => draw === 0),
  }),
  { minLength: 29, maxLength: 29 },
);
const meters = fc
  .array(fc.record({ bills, isGas: fc.boolean(), days: fc.constantFrom(28, 30, 33, 60) }), {
    minLength: 1,
    maxLength: 3,
  })
  .map((list) => list.map(changedMeter));
const adjustment = fc.record({
  start_date: fc.constantFrom("2022-02-10", "2022-05-17"),
  end_date: fc.constantFrom("2022-06-01", "2023-03-09"),
  amount: fc.option(fc.double({ min: -500, max: 500, noNaN: true })),
  percent: fc.option(fc.double({ min: -50, max: 50, noNaN: true })),
});

type Drawn = { bills: { factor: number; cents: number | null; estimated: boolean }[]; isGas: boolean; days: number };

/** A meter whose use follows the weather, with random irregularities in its bills. */
function changedMeter({ bills: whims, isGas, days }: Drawn, index: number): MeterWithBills {
  const kind = isGas ? ({ energy_type: "GAS", unit: "therms" } as const) : {};
  const meter = drawMeter({ ...kind, id: index + 1, days });
  const changed = meter.bills.map((bill, at) => {
    const { factor, cents, estimated } = whims[at] ?? { factor: 1, cents: 100, estimated: false };
    return {
      ...bill,
      estimated,
      usages: bill.usages.map((usage) => ({ ...usage, amount: usage.amount * factor })),
      charges: cents === null ? [] : bill.charges.slice(0, 1).map((charge) => ({ ...charge, amount: cents / 100 })),
    };
  });
  return { ...meter, bills: changed };
}

function isSplit(row: Row, [whole, part, rest]: readonly [string, string, string], scale: number): boolean {
  const units = (key: string) => toUnits(Number(row[key] ?? Number.NaN), scale);
  const isKnown = [whole, part, rest].every((key) => typeof row[key] === "number");
  if (!isKnown) return (row[rest] ?? null) === null;
  return units(part) + units(rest) === units(whole);
}
const CONTEXT = { names: new Map<number, string>(), remarks: [], words: ENGLISH_REPORT };
const USE = ["baseline_adjusted_use", "actual_use", "avoided_use"] as const;
const MONEY = ["adjusted_cost", "actual_cost", "cost_avoidance"] as const;

const avoidanceFor = (list: MeterWithBills[], adjustments: NonNullable<typeof NO_SETTINGS.adjustments>) =>
  list.map((meter) => avoidOn(meter, { settings: { ...NO_SETTINGS, savingsStart: SAVINGS_START, adjustments } }));

test("avoided plus actual equals the adjusted baseline on every row and in the totals, to the millionth and to the cent", () => {
  fc.assert(
    fc.property(meters, fc.array(adjustment, { maxLength: 2 }), (list, adjustments) => {
      const groups = avoidanceFor(list, adjustments);
      const teller = avoidanceRows(AVOIDANCE_EXPANDED.columns, CONTEXT);
      const rows = groups.flatMap((group) => teller.rowsOf(group));
      const { totals } = teller.tail();
      for (const row of [...rows, totals])
        assert.ok(isSplit(row, USE, 6) && isSplit(row, MONEY, 2), JSON.stringify(row));
      const known = rows.filter((row) => row["cost_avoidance"] !== null);
      const cents = known.reduce((sum, row) => sum + toUnits(Number(row["cost_avoidance"]), 2), 0);
      assert.equal(toUnits(Number(totals["cost_avoidance"] ?? 0), 2), cents);
    }),
    { numRuns: 60 },
  );
});

test("the summary has the same sums as the rows of the detail", () => {
  fc.assert(
    fc.property(meters, (list) => {
      const groups = avoidanceFor(list, []);
      const detail = avoidanceRows(AVOIDANCE_EXPANDED.columns, CONTEXT);
      for (const group of groups) detail.rowsOf(group);
      const summary = avoidanceSummaryRows(CONTEXT);
      const rows = byEnergy(groups).flatMap((each) => summary.rowsOf(each));
      for (const row of rows) assert.ok(isSplit(row, USE, 6) && isSplit(row, MONEY, 2), JSON.stringify(row));
      for (const key of MONEY) assert.equal(summary.tail().totals[key] ?? null, detail.tail().totals[key] ?? null);
    }),
    { numRuns: 40 },
  );
});

test("the order of the bills does not matter", () => {
  fc.assert(
    fc.property(meters, (list) => {
      const [meter] = list;
      if (meter === undefined) return;
      assert.deepEqual(avoidOn({ ...meter, bills: meter.bills.toReversed() }).periods, avoidOn(meter).periods);
    }),
    { numRuns: 20 },
  );
});
