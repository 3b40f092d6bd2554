/** What the page keeps of a user ends with the session. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Me } from "../../client/src/meterbook.ts";
import { changeUser, endUnlessOver, newUserCache, onUserChange, SESSION_KEY } from "../../web/src/data/user-cache.ts";

class Status extends Error {
  readonly status: number;
  constructor(status: number) {
    super(`status ${status}`);
    this.status = status;
  }
}
const isSignedOut = (error: unknown): boolean => error instanceof Status && error.status === 401;
// Of a user the cache reads nothing.
const user = (name: string) => ({ name }) as Me;

test("a user who signs in after another sees nothing that was read for the other", async () => {
  const cache = newUserCache(isSignedOut);
  changeUser(cache, user("Ann"));
  const properties = { queryKey: ["properties", "list"], queryFn: () => Promise.resolve(["Ann's tower"]) };
  await cache.fetchQuery(properties);
  // The session of Ann is revoked: the next answer says so.
  const refused = { queryKey: ["bills"], queryFn: () => Promise.reject(new Status(401)) };
  await assert.rejects(cache.fetchQuery(refused));
  assert.equal(cache.getQueryData(SESSION_KEY), null);
  changeUser(cache, user("Bob"));
  assert.equal(cache.getQueryData(properties.queryKey), undefined);
  assert.deepEqual(cache.getQueryData(SESSION_KEY), user("Bob"));
  cache.clear();
});

test("what is kept of a user outside the cache is left out before the next one is there", () => {
  const cache = newUserCache(isSignedOut);
  const seen: unknown[] = [];
  onUserChange(() => seen.push(cache.getQueryData(SESSION_KEY)));
  changeUser(cache, user("Ann"));
  changeUser(cache, null);
  assert.deepEqual(seen, [undefined, user("Ann")]);
  cache.clear();
});

test("a sign-out is done when the session is over already, and fails when the service did not end it", async () => {
  await endUnlessOver(() => Promise.resolve(), isSignedOut);
  await endUnlessOver(() => Promise.reject(new Status(401)), isSignedOut);
  await assert.rejects(
    endUnlessOver(() => Promise.reject(new Status(503)), isSignedOut),
    new Status(503),
  );
});
