/** What the dashboard calculates from months: an unknown figure stays unknown, and no use counts twice. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { EnergyTypeMonth } from "../../client/src/meterbook.ts";
import { knownSum } from "../../web/src/pages/home/known-sum.ts";
import { usedBy } from "../../web/src/pages/why/span-lines.ts";
import { linesOfUse } from "../../web/src/parts/use-lines.ts";

const line = (line_id: number, utility_meter_id: number, amount: number) => ({
  line_id,
  utility_meter_id,
  amount,
  days: 20,
});
/** One service is delivered and supplied by two companies: its 100 kBtu are in both figures. Another one is only supplied. */
const month = {
  distribution_kbtus: 100,
  supply_kbtus: 300,
  kbtus: 300,
  gallons: null,
  usage: 100,
  usage_unit: "kWh",
  days_billed: 20,
  explain: {
    distribution_kbtus: [line(1, 1, 100)],
    supply_kbtus: [line(2, 2, 200), line(3, 3, 100)],
    kbtus: [line(1, 1, 100), line(2, 2, 200)],
  },
  // No more is read.
} as unknown as EnergyTypeMonth;

test("the cost of several services is unknown when that of one is", () => {
  assert.equal(knownSum([0.1, 0.2]), 0.3);
  assert.equal(knownSum([12, null]), null);
  assert.equal(knownSum([]), null);
});

test("the lines of a use are those that count, so that their shares are the whole use", () => {
  assert.deepEqual(
    linesOfUse(month).map(({ line_id }) => line_id),
    [1, 2],
  );
});

test("the billed days of some meters of a service are unknown, because those of the month are of the meter with the fewest", () => {
  const [some, all] = [usedBy([month], new Set([1])), usedBy([month, month], new Set([1, 2]))];
  assert.equal(some?.days, null);
  assert.equal(Math.round(some?.use ?? 0), 33);
  assert.equal(all?.days, 40);
});
