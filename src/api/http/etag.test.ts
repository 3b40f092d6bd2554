/** A client that has an answer already gets 304; what must not be kept is not tagged. */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { newMember, sharedApp } from "../../../test/app.ts";

const running = await sharedApp();
const member = await newMember(running, { name: "Tags" });

describe("entity tags", () => {
  test("an unchanged answer is 304 without a body, a changed one is sent whole", async () => {
    const first = await member.send("GET", "/v1/webhooks");
    const tag = String(first.headers["etag"]);
    assert.match(tag, /^"[\w-]{43}"$/);
    assert.equal(first.headers["cache-control"], "private, no-cache");
    for (const known of [tag, `W/${tag}`, `"other", ${tag}`, "*"]) {
      const again = await member.send("GET", "/v1/webhooks", undefined, { "if-none-match": known });
      assert.equal(again.statusCode, 304, known);
      assert.equal(again.body, "");
      assert.equal(again.headers["etag"], tag);
    }
    await member.send("POST", "/v1/webhooks", { event_type: "all", endpoint_url: "https://example.com/" });
    const changed = await member.send("GET", "/v1/webhooks", undefined, { "if-none-match": tag });
    assert.equal(changed.statusCode, 200);
    assert.notEqual(changed.headers["etag"], tag);
  });

  test("secrets, refusals and writes are not tagged", async () => {
    for (const answer of [
      await member.send("GET", "/v1/webhooks/validate"),
      await member.send("GET", "/v1/webhooks/999"),
      await member.send("POST", "/v1/webhooks", { event_type: "all", endpoint_url: "https://example.com/" }),
    ]) {
      assert.equal(answer.headers["etag"], undefined);
    }
  });
});
