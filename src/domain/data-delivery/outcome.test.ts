import assert from "node:assert/strict";
import { test } from "node:test";
import { RUN_DETAILS, type RunDetail } from "../../records/data-delivery.ts";
import { runOutcome } from "./outcome.ts";

const of = (detail: RunDetail, attempt = 1) =>
  runOutcome({ detail, place: "sftp.example.com", seen: null, attempt, random: () => 0.5 });

test("a temporary failure is tried again seven times, over two days, and then ends with a sentence", () => {
  const waits = [1, 2, 3, 4, 5, 6, 7].map((attempt) => of("unreachable", attempt).retryAfterMs ?? 0);
  assert.deepEqual(
    waits.map((wait) => wait / 1000),
    [5, 300, 1800, 7200, 18_000, 36_000, 86_400],
  );
  assert.equal(of("unreachable", 1).state, "waiting");
  const last = of("unreachable", 8);
  assert.deepEqual([last.state, last.retryAfterMs, last.action_required_by], ["failed", null, "none"]);
  assert.match(last.errors, /No more tries/);
});

test("a failure that a person must fix waits for the person, however often it was tried", () => {
  for (const detail of [
    "wrong_credentials",
    "host_key_changed",
    "not_allowed",
    "no_such_place",
    "too_large",
    "pdf_too_long",
    "mail_refused",
    "recipient_refused",
    "no_recipients",
    "too_many_files",
  ] as const) {
    const { state, action_required_by, retryAfterMs } = of(detail, 3);
    assert.deepEqual([state, action_required_by, retryAfterMs], ["blocked", "customer", null], detail);
  }
});

test("a failure of the mail server is tried again, and the operator is named where the operator must act", () => {
  for (const [detail, actor] of [
    ["mail_off", "service"],
    ["mail_setup", "service"],
    ["mail_limit", "none"],
  ] as const) {
    const { state, action_required_by } = of(detail);
    assert.deepEqual([state, action_required_by], ["waiting", actor], detail);
  }
});

test("a fault of ours ends the run and requires no action of the customer", () => {
  const { state, action_required_by } = of("fault");
  assert.deepEqual([state, action_required_by], ["failed", "service"]);
});

test("every cause has a full sentence with its place, and the key that was seen", () => {
  for (const detail of RUN_DETAILS) assert.match(of(detail).errors, /^[A-Zs].+\.$/);
  const seen = runOutcome({
    detail: "host_key_changed",
    place: "h",
    seen: "SHA256:abc",
    attempt: 1,
    random: Math.random,
  });
  assert.match(seen.errors, /SHA256:abc/);
});
