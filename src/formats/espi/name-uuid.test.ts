/** UUIDs from names, as Python's `uuid.uuid5(uuid.NAMESPACE_URL, name)` gives them. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { uuidOfUrl } from "./name-uuid.ts";

for (const [url, uuid] of [
  ["http://www.example.com/", "fcde3c85-2270-590f-9e7c-ee003d65e0e2"],
  ["https://example.com/v1/days/2026-03-01?format=xml", "f34a131d-9c56-55bd-8c0e-2028da99ca90"],
  [`https://example.com/Čerpadlo/${"x".repeat(200)}`, "c7c50f77-c5f1-5bb8-b765-8574b726ce6f"],
] as const)
  test(`an address of ${url.length} letters has the UUID that other programs give it`, () => {
    assert.equal(uuidOfUrl(url), uuid);
  });
