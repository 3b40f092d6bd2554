/** A stop lets an answer be read to its end, and does not wait for a reader that never reads. */
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { serveLongAnswers } from "../../../test/long-answers.ts";
import { countOwnMs } from "../../../test/time-limits.ts";
import { until } from "../../../test/callers.ts";

const { server, askUnread } = await serveLongAnswers({ after });
let answersBegun = 0;
server.server.on("request", () => (answersBegun += 1));

test("a stop lets answers that wait be read to their end, and does not wait for a reader that never reads", async () => {
  // More than the kernel holds for a reader: a part of it waits in the process.
  const slow = await askUnread("/v1/properties?limit=250", { header: "connection: close\r\n" });
  await askUnread("/v1/properties");
  await until("both answers are on their way", async () => (answersBegun === 2 ? true : null));
  const began = performance.now();
  const ownMs = countOwnMs();
  const closed = server.close();
  let text = "";
  for await (const chunk of slow.setEncoding("utf8")) text += String(chunk);
  const readMs = performance.now() - began;
  await closed;
  const closedMs = performance.now() - began;
  const waitedMs = ownMs();
  assert.equal(text.split('"svc_object_type":"Property"').length - 1, 250);
  assert.ok(text.endsWith("0\r\n\r\n"), "the last chunk came");
  assert.ok(readMs < closedMs && closedMs > 4000 && waitedMs < 9000, `${readMs} ms, ${closedMs} ms, ${waitedMs} ms`);
});
