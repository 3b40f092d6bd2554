import assert from "node:assert/strict";
import { test } from "node:test";
import { STATUS_DETAILS } from "../../records/codes.ts";
import { outcomeOf, unansweredOutcome, type Asked } from "./authorization-outcome.ts";

const refusal = { utility: "Lakeside Power", url: "https://my.lake.example/in", failures: 0, retryAfterMs: null };
const asked: Asked = { kind: "code", prompt: "We sent a code to ***00.", tries_left: 2 };

test("every cause has a sentence that names the utility or its site, and an actor", () => {
  for (const kind of STATUS_DETAILS) {
    const { status, status_detail, action_required_by, errors, retryAfterSeconds } = outcomeOf({ ...refusal, kind });
    assert.deepEqual([status, status_detail], ["Pending", kind]);
    assert.match(errors, /Lakeside Power|my\.lake\.example/);
    assert.match(errors, /[.?]$/);
    // The operator raises a quota without notifying us, so collection is retried anyway.
    assert.equal(retryAfterSeconds !== null, action_required_by === "none" || kind === "quota_exceeded", kind);
  }
});

test("a second step is described in the portal's words, with what to do and the time limit", () => {
  const says = (change: Partial<Asked>) =>
    outcomeOf({ ...refusal, kind: "mfa_required", asked: { ...asked, ...change } }).errors;
  assert.equal(says({}), "Lakeside Power asks for a code: “We sent a code to ***00.” Give it within 10 minutes.");
  assert.equal(
    says({ kind: "question", prompt: "First pet?" }),
    "Lakeside Power asks a security question: “First pet?” Answer it within 10 minutes.",
  );
  assert.equal(
    says({ kind: "choice", prompt: "Where to?" }),
    "Lakeside Power wants you to choose: “Where to?” Choose within 10 minutes.",
  );
});

test("a wrong answer says how many tries are left, and when none is left what to do", () => {
  const says = (tries_left: number) =>
    outcomeOf({ ...refusal, kind: "mfa_failed", asked: { ...asked, tries_left } }).errors;
  assert.match(
    says(2),
    /^Lakeside Power did not accept that answer\. You have 2 tries left\. Lakeside Power asks for a code/,
  );
  assert.match(says(1), /You have one try left\./);
  assert.match(outcomeOf({ ...refusal, kind: "mfa_failed" }).errors, /Start the sign-in again/);
  assert.match(unansweredOutcome(null, refusal.url).errors, /my\.lake\.example was not answered within 10 minutes/);
});

test("retries double from half a minute to six hours, and a longer wait that the portal asked for is kept", () => {
  const seconds = (failures: number, retryAfterMs: number | null = null) =>
    outcomeOf({ ...refusal, kind: "portal_down", failures, retryAfterMs }).retryAfterSeconds;
  assert.deepEqual([seconds(0), seconds(1), seconds(5), seconds(50)], [30, 60, 960, 6 * 3600]);
  assert.deepEqual([seconds(0, 90_500), seconds(50, 1000)], [91, 6 * 3600]);
});
