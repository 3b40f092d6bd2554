/** The scale of a waterfall begins at zero unless its steps would be lost there; then the page says where it begins. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { floorOf } from "../../web/src/charts/waterfall-floor.ts";

const floor = (from: number, ...steps: number[]) =>
  floorOf({
    from: { value: from },
    steps: steps.map((value) => ({ value })),
    to: { value: steps.reduce((level, value) => level + value, from) },
  });

test("the scale begins at zero where the change is large, or a cost is negative", () => {
  assert.equal(floor(100, 80), 0);
  assert.equal(floor(100, -150), -50);
  assert.equal(floor(0, 20), 0);
});

test("the scale begins below the lowest step where the change is small", () => {
  const begins = floor(1000, 30, -20);
  assert.ok(begins > 0 && begins < 1000, String(begins));
  assert.ok(floor(1000, -200, 210) < 800);
});
