import assert from "node:assert/strict";
import { test } from "node:test";
import { afterVisit, medianSeconds, shareOf, stateOf, type HealthFacts, type VisitOutcome } from "./utility-health.ts";

const at = (hour: number): string => `2026-03-01T${String(hour).padStart(2, "0")}:00:00.000Z`;
let hour = 0;
const visits = (...seen: [outcome: VisitOutcome, login: number][]): HealthFacts => {
  hour = 0;
  let facts: HealthFacts | null = null;
  for (const [outcome, authorization_id] of seen)
    facts = afterVisit(facts, { outcome, authorization_id, recipe_version: 1, at: at((hour += 1)), tookMs: 1000 });
  assert.ok(facts);
  return facts;
};
const stateAfter = (...seen: Parameters<typeof visits>) => stateOf(visits(...seen), Date.parse(at(20)));

test("a website is in trouble once three different logins in a row were refused by it, since the first of them", () => {
  assert.equal(stateAfter(["success", 1], ["portal_changed", 1], ["portal_changed", 2]), "works");
  const facts = visits(
    ["success", 1],
    ["portal_changed", 2],
    ["portal_changed", 2],
    ["portal_changed", 3],
    ["portal_down", 1],
  );
  assert.deepEqual(
    [stateOf(facts, Date.parse(at(20))), facts.trouble_since, facts.failing_kind],
    ["trouble", at(2), "portal_down"],
  );
  assert.equal(afterVisit(facts, { ...VISIT, authorization_id: 9 }).trouble_since, at(2), "it keeps its beginning");
});
const VISIT = { outcome: "portal_changed", recipe_version: 1, at: at(12), tookMs: 10 } as const;

test("the same login again, a wrong password and a second step say nothing about the website; a success ends the trouble", () => {
  assert.equal(
    stateAfter(["success", 1], ["portal_changed", 2], ["portal_changed", 2], ["portal_changed", 2]),
    "works",
  );
  assert.equal(
    stateAfter(["success", 1], ["invalid_credentials", 2], ["mfa_required", 3], ["account_locked", 4]),
    "works",
  );
  assert.equal(stateAfter(["portal_down", 1], ["portal_down", 2], ["portal_down", 3], ["success", 1]), "works");
});

test("nothing is known of a website without a success within a week", () => {
  assert.equal(stateAfter(["invalid_credentials", 1]), "unknown");
  assert.equal(stateOf(visits(["success", 1]), Date.parse("2026-03-09T00:00:00.000Z")), "unknown");
});

test("a new version of the recipe is noted when it is first used", () => {
  const first = visits(["success", 1], ["success", 1]);
  assert.equal(first.recipe_changed_at, at(1));
  const next = afterVisit(first, { ...VISIT, authorization_id: 1, recipe_version: 2 });
  assert.deepEqual([next.recipe_version, next.recipe_changed_at], [2, at(12)]);
});

test("the share leaves out visits that the login itself caused; the median is of successful visits", () => {
  assert.equal(shareOf({ success: 2, portal_changed: 1, invalid_credentials: 40 }), 0.667);
  assert.equal(shareOf({ invalid_credentials: 4 }), null);
  assert.equal(medianSeconds([9000, 1240, 3000, 2000]), 2);
  assert.equal(medianSeconds([]), null);
});
