import assert from "node:assert/strict";
import { after, test } from "node:test";
import { startFakePortal } from "../../../test/conformance/fake-portal.ts";
import { createOutbound, type Outbound } from "../../outbound/outbound.ts";
import { watchOutbound } from "./watched-outbound.ts";

const portal = await startFakePortal({});
const outbound = createOutbound({ allowedPrivateOrigins: [portal.origin] });
after(async () => {
  await outbound.close();
  await portal.close();
});

const SECRET = `r&ght "w<rd"`;

/** How many requests are said to carry the secret, after this one. */
async function timesIn(headers: Record<string, string>, body: string | null): Promise<number> {
  const watched = watchOutbound(outbound);
  const request: Parameters<Outbound["fetch"]>[1] = {
    method: "POST",
    timeoutMs: 10_000,
    maxBytes: 10_000,
    headers,
    ...(body !== null && { body: Buffer.from(body) }),
  };
  await watched.fetch(new URL("/in", portal.origin), request);
  return watched.timesSent(SECRET);
}

test("a secret is seen in a form, in JSON, in XML, in plain text and in a header, once for each request", async () => {
  const form = { "content-type": "application/x-www-form-urlencoded" };
  assert.equal(await timesIn(form, new URLSearchParams({ user: "ann", secret: SECRET }).toString()), 1);
  assert.equal(await timesIn({ "content-type": "application/json" }, JSON.stringify({ secret: SECRET })), 1);
  const soap = { "content-type": "text/xml; charset=utf-8" };
  assert.equal(await timesIn(soap, "<in><secret>r&amp;ght &quot;w&lt;rd&quot;</secret></in>"), 1);
  assert.equal(await timesIn(soap, '<in><secret>r&amp;ght "w&lt;rd"</secret></in>'), 1);
  assert.equal(await timesIn({ "content-type": "text/plain" }, `ann\n${SECRET}`), 1);
  assert.equal(await timesIn({ authorization: `Proof ${SECRET}` }, null), 1);
  assert.equal(await timesIn({ authorization: `Proof ${SECRET}`, "content-type": "text/plain" }, SECRET), 1);
});

test("a text that only begins as the secret, or a cookie of the portal, is no secret that was sent", async () => {
  const form = { "content-type": "application/x-www-form-urlencoded" };
  assert.equal(await timesIn(form, new URLSearchParams({ secret: `${SECRET}s` }).toString()), 0);
  assert.equal(await timesIn({ "content-type": "text/plain" }, `${SECRET}s`), 0);
  assert.equal(await timesIn({ cookie: `last=${SECRET}` }, null), 0);
});
