/** Every model reproduces the worked example that EPA prints with it. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { SCORE_MODELS } from "../data/star-models.ts";
import { STAR_EXAMPLES } from "./star-examples.fixtures.ts";
import { scoreOf } from "./star-score.ts";

const near = (actual: number, expected: number, what: string) =>
  assert.ok(Math.abs(actual - expected) < 1e-5 * expected, `${what}: ${actual} is ${expected}`);

for (const { example, printed, ...year } of STAR_EXAMPLES) {
  test(`${example}: ${printed.score}`, () => {
    const rating = scoreOf(year);
    assert.equal(rating?.score, printed.score);
    if (printed.predicted === undefined || printed.key === undefined) {
      assert.equal(rating.actual.toFixed(1), printed.actual.toFixed(1));
      return;
    }
    near(rating.actual, printed.actual, "actual");
    near(rating.predicted, printed.predicted, "predicted");
    near(rating.key, printed.key, "key");
  });
}

test("there is an example for each model, and three for deducted energy", () => {
  assert.equal(Object.keys(SCORE_MODELS).length, 13);
  assert.equal(STAR_EXAMPLES.length, 16);
});
