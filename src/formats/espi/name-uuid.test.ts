/** UUIDs from names, against the RFC's example and the SHA-1 of Node. */
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import * as fc from "fast-check";
import { uuidOfUrl } from "./name-uuid.ts";

const URL_NAMESPACE = Buffer.from("6ba7b8119dad11d180b400c04fd430c8", "hex");

function expected(url: string): string {
  const hash = createHash("sha1").update(URL_NAMESPACE).update(url, "utf8").digest().subarray(0, 16);
  hash[6] = ((hash[6] ?? 0) & 0x0f) | 0x50;
  hash[8] = ((hash[8] ?? 0) & 0x3f) | 0x80;
  return hash.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

test("an address has the UUID that other programs give it", () => {
  // Python: uuid.uuid5(uuid.NAMESPACE_URL, "http://www.example.com/")
  assert.equal(uuidOfUrl("http://www.example.com/"), "fcde3c85-2270-590f-9e7c-ee003d65e0e2");
});

test("the hash is right at every length, also where padding needs a block of its own", () => {
  for (let length = 0; length < 200; length++)
    assert.equal(uuidOfUrl("x".repeat(length)), expected("x".repeat(length)));
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), (name) => assert.equal(uuidOfUrl(name), expected(name))),
    { numRuns: 200 },
  );
});
