import assert from "node:assert/strict";
import { test } from "node:test";
import { sharedBuffers } from "./cluster.ts";

test("the server keeps a sixteenth of the memory, from 128 MB to 1 GB", () => {
  const GB = 2 ** 30;
  assert.equal(sharedBuffers(0.5 * GB), "128MB");
  assert.equal(sharedBuffers(2 * GB), "128MB");
  assert.equal(sharedBuffers(8 * GB), "512MB");
  assert.equal(sharedBuffers(64 * GB), "1024MB");
});
