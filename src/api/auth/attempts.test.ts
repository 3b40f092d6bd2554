/** A password can be guessed ten times in 15 minutes, and its owner can still sign in. */
import assert from "node:assert/strict";
import { after, describe, test } from "node:test";
import { newMember, openTestApp } from "../../../test/app.ts";
import { Problem } from "../../errors.ts";
import { createGuessLimit } from "./attempts.ts";

const running = await openTestApp({ after });
const { app, server, passMs } = running;

const QUARTER_MS = 15 * 60 * 1000;
const guesses = createGuessLimit(app);
const login = (email: string, password: string, remoteAddress: string) =>
  server.inject({ method: "POST", url: "/v1/auth/login", payload: { email, password }, remoteAddress });

/** Counts guesses as a login does, without comparing, which takes its time. Gives how many would have been compared. */
async function guess(email: string, addresses: string[]): Promise<number> {
  let compared = 0;
  for (const ip of addresses) {
    try {
      await guesses.count({ email, ip, isKnownAddress: false });
      compared += 1;
    } catch (error) {
      assert.ok(error instanceof Problem && error.slug === "too-many-requests");
    }
  }
  return compared;
}
const times = <T>(count: number, value: T): T[] => Array<T>(count).fill(value);
const addresses = (count: number) => Array.from({ length: count }, (_, index) => `198.51.100.${index}`);

describe("guesses", () => {
  test("of one account are compared five times from one address, ten times from all addresses together", async () => {
    const victim = await newMember(running, { name: "Guessed" });
    assert.equal((await login(victim.email, "wrong", "203.0.113.1")).statusCode, 401);
    assert.equal(await guess(victim.email, times(7, "203.0.113.1")), 4);
    assert.equal(await guess(victim.email, addresses(8)), 5);
    const refused = await login(victim.email, victim.password, "203.0.113.77");
    assert.equal(refused.statusCode, 429, "not even the right password is compared");
    const wait = Number(refused.headers["retry-after"]);
    assert.ok(wait > 800 && wait <= 900, String(wait));
    passMs(QUARTER_MS);
    assert.equal((await login(victim.email, victim.password, "203.0.113.77")).statusCode, 200);
  });

  test("by others do not lock out a user who signed in from the same address before", async () => {
    const victim = await newMember(running, { name: "Owner" });
    assert.equal((await login(victim.email, victim.password, "192.0.2.9")).statusCode, 200);
    assert.equal(await guess(victim.email, addresses(20)), 10);
    assert.equal((await login(victim.email, victim.password, "192.0.2.10")).statusCode, 429);
    assert.equal((await login(victim.email, victim.password, "192.0.2.9")).statusCode, 200);
    assert.equal((await victim.send("GET", "/v1/me")).statusCode, 200, "an open session keeps working");
  });

  test("from a known address have a limit of their own", async () => {
    const victim = await newMember(running, { name: "Home" });
    await login(victim.email, victim.password, "192.0.2.20");
    const statuses = [];
    const unknown = [];
    for (const _ of times(6, null)) {
      statuses.push((await login(victim.email, "wrong", "192.0.2.20")).statusCode);
      unknown.push((await login("no-one@example.com", "wrong", "192.0.2.20")).statusCode);
    }
    assert.deepEqual(statuses, [...times(5, 401), 429]);
    assert.deepEqual(unknown, statuses, "the number of guesses does not reveal which accounts exist");
    assert.equal((await login(victim.email, victim.password, "192.0.2.21")).statusCode, 200);
  });

  test("from one address are compared a hundred times, whatever the accounts", async () => {
    const owner = await newMember(running, { name: "Beside" });
    for (let index = 0; index < 100; index += 1)
      assert.equal(await guess(`nobody-${index}@example.com`, ["203.0.113.200"]), 1);
    assert.equal((await login("somebody@example.com", "wrong", "203.0.113.200")).statusCode, 429);
    assert.equal(await guess("somebody@example.com", addresses(20)), 10, "what was refused is not counted");
    assert.equal((await login(owner.email, owner.password, "203.0.113.201")).statusCode, 200);
  });

  test("that are right are not counted", async () => {
    const { email, password } = await newMember(running, { name: "Often" });
    for (const _ of times(7, null)) assert.equal((await login(email, password, "203.0.113.30")).statusCode, 200);
    assert.equal(await guess(email, addresses(12)), 10);
  });

  test("of an unknown account are limited and answered like those of a known one", async () => {
    const known = await newMember(running, { name: "Known" });
    const said = async (email: string) => {
      const answers = [];
      for (const address of times(6, "203.0.113.40")) {
        const { statusCode, headers, body } = await login(email, "wrong", address);
        const { request_id, ...rest } = JSON.parse(body) as Record<string, unknown>;
        assert.equal(request_id, headers["x-request-id"]);
        answers.push({ statusCode, names: Object.keys(headers).sort(), rest });
      }
      return answers;
    };
    assert.deepEqual(await said(known.email), await said("nobody-at-all@example.com"));
  });
});
