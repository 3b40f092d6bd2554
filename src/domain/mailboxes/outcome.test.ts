/** What follows when a mailbox cannot be read, and whose mails are read. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { MAILBOX_DETAILS } from "../../records/mailbox.ts";
import { mailboxTrouble } from "./outcome.ts";
import { isFromListed } from "./senders.ts";

const place = { host: "imap.example.com", folder: "INBOX", move_to: null };
const troubleOf = (detail: (typeof MAILBOX_DETAILS)[number], failures = 1) =>
  mailboxTrouble({ detail, place, failures, random: () => 0.5 });

test("every cause has its sentence, and what a person must mend says so", () => {
  for (const detail of MAILBOX_DETAILS) {
    const { errors, status_detail, retryAfterMs, action_required_by } = troubleOf(detail);
    assert.equal(status_detail, detail);
    assert.match(errors, /^[A-Z“i].*\.$/s);
    assert.equal(errors.endsWith("It will be tried again."), retryAfterMs !== null);
    if (retryAfterMs === null) assert.equal(action_required_by, "customer");
  }
});

test("a refused login is not tried again; a server that is away is, in longer and longer steps, and becomes a task after five", () => {
  assert.equal(troubleOf("login_refused").retryAfterMs, null);
  const minutes = [1, 2, 3, 4, 5, 6, 7, 8, 100].map(
    (failures) => (troubleOf("unreachable", failures).retryAfterMs ?? 0) / 60_000,
  );
  assert.deepEqual(minutes, [5, 10, 20, 40, 80, 160, 360, 360, 360]);
  const actors = [1, 4, 5].map((failures) => troubleOf("unreachable", failures).action_required_by);
  assert.deepEqual(actors, ["none", "none", "customer"]);
});

test("a sender is listed by address or by domain, and all of several must be", () => {
  const senders = ["utility.example", "bills@water.example"];
  const isListed = (...from: string[]) => isFromListed(senders, from);
  assert.ok(isFromListed([], []) && isFromListed([], ["anybody@home.example"]));
  assert.ok(isListed("a@utility.example") && isListed("A@Mail.Utility.Example") && isListed("bills@water.example"));
  for (const from of [
    "a@notutility.example",
    "a@utility.example.evil.example",
    "other@water.example",
    "utility.example",
    "",
  ])
    assert.ok(!isListed(from), from);
  assert.ok(!isListed() && !isListed("a@utility.example", "b@evil.example"));
});
