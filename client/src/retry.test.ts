import assert from "node:assert/strict";
import { test } from "node:test";
import { retryWaitMs } from "./retry.ts";

const limits = { maxRetries: 10, maxWaitMs: 60_000 };
const failure = (verb: string, status: number | null, retryAfterMs: number | null = null, isRepeatable = true) => ({
  verb,
  isRepeatable,
  status,
  retryAfterMs,
});

test("waits double from half a second to twenty, and are spread over their upper half", () => {
  const waits = (random: number) =>
    Array.from({ length: 8 }, (_, attempt) => retryWaitMs(failure("GET", 503), attempt, limits, random));
  assert.deepEqual(waits(0), [250, 500, 1000, 2000, 4000, 8000, 10_000, 10_000]);
  assert.deepEqual(waits(1), [500, 1000, 2000, 4000, 8000, 16_000, 20_000, 20_000]);
});

test("a wait that the service asks for is kept, and one that is too long ends the call", () => {
  assert.equal(retryWaitMs(failure("GET", 429, 7000), 0, limits, 0.5), 7000);
  assert.equal(retryWaitMs(failure("GET", 429, 1), 3, limits, 0), 2000);
  assert.equal(retryWaitMs(failure("GET", 429, 60_000), 0, limits, 0), 60_000);
  assert.equal(retryWaitMs(failure("GET", 429, 60_001), 0, limits, 0), null);
});

test("only what may pass and can do no harm is tried again", () => {
  const verbs = ["GET", "PUT", "DELETE", "POST", "PATCH"];
  const isRetried = (status: number | null, retryAfterMs: number | null = null) =>
    verbs.filter((verb) => retryWaitMs(failure(verb, status, retryAfterMs), 0, limits, 0) !== null);
  assert.deepEqual(isRetried(429), verbs);
  for (const status of [502, 503, 504, null]) assert.deepEqual(isRetried(status), ["GET", "PUT", "DELETE", "POST"]);
  for (const status of [301, 400, 401, 403, 404, 409, 412, 422, 500, 501]) assert.deepEqual(isRetried(status), []);
  assert.deepEqual(isRetried(409, 1000), ["GET", "PUT", "DELETE", "POST"]);
});

test("a POST that sent twice does more than once is tried again only when it was not processed", () => {
  const isRetried = (status: number | null, retryAfterMs: number | null = null) =>
    retryWaitMs(failure("POST", status, retryAfterMs, false), 0, limits, 0) !== null;
  assert.equal(isRetried(429), true);
  for (const status of [502, 503, 504, null]) assert.equal(isRetried(status), false);
  assert.equal(isRetried(409, 1000), false);
});

test("after the last retry there is none", () => {
  assert.notEqual(retryWaitMs(failure("GET", 503), 1, { ...limits, maxRetries: 2 }, 0), null);
  assert.equal(retryWaitMs(failure("GET", 503), 2, { ...limits, maxRetries: 2 }, 0), null);
});
