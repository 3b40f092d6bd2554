import assert from "node:assert/strict";
import { test } from "node:test";
import { NO_CHANGE } from "./explain-change.ts";
import { mainCause } from "./main-cause.ts";

test("the main cause is the largest part in the direction of the change", () => {
  assert.deepEqual(mainCause({ ...NO_CHANGE, price: 500, weather: 700, use: -900 }), { cause: "weather", amount: 700 });
  assert.deepEqual(mainCause({ ...NO_CHANGE, price: 500, use: -900 }), { cause: "use", amount: -900 });
});

test("without a change there is none, even when parts cancel each other", () => {
  assert.equal(mainCause(NO_CHANGE), null);
  assert.equal(mainCause({ ...NO_CHANGE, price: 500, use: -500 }), null);
});
