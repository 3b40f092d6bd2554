/** What a manager reads first: saved, nothing measurable, more than expected, or why it cannot be said. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { byEnergy } from "../../domain/cost-avoidance/by-energy.ts";
import { avoidOn, drawMeter, SAVINGS_START, withBill } from "../../domain/cost-avoidance/cost-avoidance.fixtures.ts";
import { reportWordsOf } from "../words/report-words.ts";
import { avoidanceAnswer } from "./avoidance-answer.ts";

const ASKED = { property: "14 Example Lane", range: {}, words: reportWordsOf("en") };
/** Use that the weather does not explain wholly: up to 3 % more or less. */
function noisy(of: Parameters<typeof drawMeter>[0]) {
  const meter = drawMeter(of);
  const bills = meter.bills.map((bill, index) => {
    const factor = 1 + 0.03 * Math.sin(index * 7);
    return { ...bill, usages: bill.usages.map((line) => ({ ...line, amount: line.amount * factor })) };
  });
  return { ...meter, bills };
}
const answerTo = (...meters: Parameters<typeof avoidOn>[0][]) =>
  avoidanceAnswer(byEnergy(meters.map((meter) => avoidOn(meter))), ASKED);

test("a fifth less use is a saving, with its uncertainty and since when", () => {
  const { answer, tiles } = answerTo(noisy({ share: 0.8 }));
  assert.match(
    answer,
    /^14 Example Lane saved \$[\d,]+ of \$[\d,]+ \(\d\d\.\d%\) since \w+ \d+, 2022, give or take \$[\d,]+\./,
  );
  const [saved, percent, band] = tiles.map(({ value }) => Number(value));
  assert.ok(saved !== undefined && band !== undefined && saved > band && band > 0);
  assert.ok(Math.abs(Number(percent) - 20) < 3, String(percent));
});

test("what is less than its uncertainty is called nothing measurable, and more use a cost", () => {
  assert.match(
    answerTo(noisy({ share: 1.015 })).answer,
    /^Nothing measurable was saved at 14 Example Lane since .*, less than the uncertainty of \$/,
  );
  assert.match(answerTo(noisy({ share: 1.3 })).answer, /^14 Example Lane cost \$[\d,]+ more than expected since /);
});

test("without a model the answer says why, and what to do", () => {
  const { answer, tiles } = answerTo(drawMeter({ energy_type: "WATER", unit: "kgal" }));
  assert.match(answer, /cannot be said: Use of this kind is not modelled by the weather.* Enter the day on which/);
  assert.deepEqual(tiles, []);
  assert.match(avoidanceAnswer([], ASKED).answer, /^There is no bill of 14 Example Lane yet/);
});

test("a saving counts since the first bill whose cost is known, as its sums do", () => {
  const meter = noisy({ share: 0.8 });
  const first = meter.bills.findIndex(({ usages }) => usages.some(({ start_date }) => start_date >= SAVINGS_START));
  const { answer } = answerTo(withBill(meter, first, (bill) => ({ ...bill, charges: [] })));
  const since = (text: string): string | undefined => /since (\w+ \d+, 2022)/.exec(text)?.[1];
  assert.ok(since(answer));
  assert.notEqual(since(answer), since(answerTo(meter).answer));
});

test("a share of an expected cost that is not above 0 is unknown, not 0", () => {
  const { tiles } = answerTo(noisy({ share: 0.8, price: -0.2, fixed: 0 }));
  assert.equal(tiles.find(({ key }) => key === "cost_avoidance_percent")?.value, null);
});
