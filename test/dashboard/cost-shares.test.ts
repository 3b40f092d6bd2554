/** What the cost of a property is made of: a month whose cost is unknown is no month without cost. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { costShares } from "../../web/src/pages/property/cost-shares.ts";

const month = (total_cost: number | null, month_complete = true) => ({
  total_cost,
  month_complete,
  usage_cost: total_cost === null ? null : total_cost * 0.75,
  service_cost: total_cost === null ? null : total_cost * 0.25,
});

test("the shares are of the latest twelve months that are fully billed and have a known cost", () => {
  const months = [...Array.from({ length: 12 }, () => month(1000)), ...Array.from({ length: 12 }, () => month(100))];
  assert.deepEqual(costShares([...months, month(null), month(500, false)]), { months: 12, use: 0.75, fixed: 0.25 });
});

test("fewer months are said to be fewer", () => {
  assert.equal(costShares([month(100), month(null), month(200)])?.months, 2);
});

test("there are no shares without a fully billed month, or of a cost that is zero or a credit", () => {
  assert.equal(costShares([month(100, false), month(null)]), null);
  assert.equal(costShares([month(0), month(-20)]), null);
});
