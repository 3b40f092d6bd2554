/** Hundreds of password guesses: ten are compared, the owner can sign in, and other users hardly notice. */
import assert from "node:assert/strict";
import { availableParallelism, loadavg } from "node:os";
import { after, test } from "node:test";
import { hashPassword } from "../src/vault/passwords.ts";
import { newMember, openTestApp, tokenOf } from "./app.ts";
import { describeFlood, floodWithGuesses } from "./guessing.ts";
import { PASSWORD } from "./passwords.ts";

const running = await openTestApp({ after }, { METERBOOK_TRUST_PROXY: "true" });
const { server } = running;
const worker = await newMember(running, { name: "Worker" });
const token = await tokenOf(running, worker);
/** So many programs compete for each processor that measured times depend on them. */
const isOverloaded = () => (loadavg()[0] ?? 0) / availableParallelism() > 3;

/** The full number is 10,000, as in `bench/guessing.ts`. */
const GUESSES = Number(process.env["METERBOOK_TEST_GUESSES"] ?? 300);

for (const { addresses, max } of [
  { addresses: 1, max: 5 },
  { addresses: 100, max: 10 },
]) {
  test(`of ${GUESSES} guesses from ${addresses} addresses at most ${max} are compared, and others work on`, async (t) => {
    // Compared at what the service really spends on it.
    const began = performance.now();
    const password_hash = await hashPassword(PASSWORD);
    const hashMs = performance.now() - began;
    const victim = await newMember(running, { name: `Guessed from ${addresses}`, password_hash });
    const wasOverloaded = isOverloaded();
    const flood = await floodWithGuesses(running, {
      email: () => victim.email,
      addresses,
      token,
      guesses: GUESSES,
      concurrency: 8,
      pauseMs: 5,
    });
    t.diagnostic(describeFlood(flood));
    assert.equal(flood.others, 0);
    assert.ok(flood.compared > 0 && flood.compared <= max, `${flood.compared} compared`);
    assert.equal(flood.meanwhile.failed, 0);
    if (wasOverloaded || isOverloaded())
      t.diagnostic("others have this machine: how long requests took says nothing here");
    // Less than one comparison, which takes 0.2 s of a core, and more on a slow machine.
    else assert.ok(flood.meanwhile.p99Ms < Math.max(200, hashMs), `p99 ${flood.meanwhile.p99Ms} ms, hash ${hashMs} ms`);
    // From where the account was signed in before, as `newMember` did.
    const { email, password } = victim;
    const login = await server.inject({ method: "POST", url: "/v1/auth/login", payload: { email, password } });
    assert.equal(login.statusCode, 200);
  });
}
