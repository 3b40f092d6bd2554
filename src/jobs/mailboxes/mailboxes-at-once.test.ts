/** A process looks at as many mailboxes at once as its setting says. */
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { setTimeout as delay } from "node:timers/promises";
import { openMailboxes } from "../../../test/mailboxes.ts";
import { startWorker } from "../worker.ts";

const { running, mailbox } = await openMailboxes({ after }, { METERBOOK_MAILBOXES_AT_ONCE: "3" });

test("three mailboxes of other companies are looked at while their servers are silent, and a fourth waits", async () => {
  const boxes = await Promise.all(["One", "Two", "Three", "Four"].map((name) => mailbox(name)));
  for (const { server } of boxes) server.faults.silentAt = "UID SEARCH";
  const worker = startWorker(running.app);
  const looks = () => boxes.filter(({ server }) => server.signIns.accepted > 0).length;
  try {
    for (const end = Date.now() + 10_000; looks() < 3 && Date.now() < end;) await delay(50);
    await delay(500);
    assert.equal(looks(), 3);
  } finally {
    await worker.stop(0);
  }
});
