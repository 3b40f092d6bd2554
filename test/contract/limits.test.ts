/** Limits of the specification's section 8 that need days to pass: the link to the file of a bill. */
import assert from "node:assert/strict";
import type { AddressInfo } from "node:net";
import { after, test } from "node:test";
import { newMember, openTestApp } from "../app.ts";
import { insertRecords } from "../records.ts";
import { LIMITS } from "./endpoints.ts";

const HOUR_MS = 3600 * 1000;

const running = await openTestApp({ after });
const { app, server, passMs } = running;
const member = await newMember(running, { name: "Limits" });
const { bill_id } = await insertRecords(app, { id: member.company_id, uuid: member.company_uuid });
await server.listen({ host: "127.0.0.1", port: 0 });
const { port } = server.server.address() as AddressInfo;

test("the link to the file of a bill works for 7 days and then no more", async () => {
  const bill = (await member.send("GET", `/v1/utility_bills/${bill_id}`)).json<{
    source: { expiring_link: string; expiresIn: string };
  }>();
  assert.equal(bill.source.expiresIn, `${LIMITS.linkDays}d`);
  const { pathname } = new URL(bill.source.expiring_link);
  const status = async () => {
    const response = await fetch(`http://127.0.0.1:${port}${pathname}`);
    await response.arrayBuffer();
    return response.status;
  };
  assert.equal(await status(), 200);
  passMs(LIMITS.linkDays * 24 * HOUR_MS - 1000);
  assert.equal(await status(), 200, "just before the end");
  // A link is good for up to an hour longer, so that the same bill has the same link for a while.
  passMs(HOUR_MS + 2000);
  assert.equal(await status(), 403, "after it");
});
