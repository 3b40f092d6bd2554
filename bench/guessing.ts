/**
 * The effect and cost of password guessing: 10,000 guesses over HTTP from one and from a hundred addresses, on one account and
 * on a hundred, with how many were compared and how long other users waited meanwhile; and whether the response time reveals which
 * accounts exist. Everything runs in this one process, including the attacker.
 */
import { hashPassword } from "../src/vault/passwords.ts";
import { newMember, openTestApp, tokenOf } from "../test/app.ts";
import { PASSWORD } from "../test/passwords.ts";
import { describeFlood, floodWithGuesses } from "../test/guessing.ts";
import { median } from "./timing.ts";

const GUESSES = Number(process.argv[2] ?? 10_000);
const PAIRS = Math.min(60, GUESSES / 10);

const endings: (() => Promise<unknown>)[] = [];
const running = await openTestApp({ after: (work) => void endings.unshift(work) }, { METERBOOK_TRUST_PROXY: "true" });
const { server, passMs } = running;
const worker = await newMember(running, { name: "Worker" });
const token = await tokenOf(running, worker);

for (const { addresses, accounts } of [
  { addresses: 1, accounts: 1 },
  { addresses: 100, accounts: 1 },
  { addresses: 1, accounts: 100 },
]) {
  const victim = await newMember(running, { name: `Guessed from ${addresses}` });
  const email = (guess: number) => (accounts === 1 ? victim.email : `account-${guess % accounts}@example.com`);
  const flood = await floodWithGuesses(running, { email, addresses, guesses: GUESSES, concurrency: 16, token });
  console.log(`${addresses} addresses, ${accounts} accounts: ${describeFlood(flood)}`);
  // The next begins with budgets that are whole; the session of the worker outlives it.
  passMs(15 * 60 * 1000);
}

/** Milliseconds of one login with a wrong password. */
async function timeOf(email: string, guess: number): Promise<number> {
  const headers = { "x-forwarded-for": `203.0.113.${guess % 250}` };
  const started = performance.now();
  await server.inject({ method: "POST", url: "/v1/auth/login", payload: { email, password: "wrong" }, headers });
  return performance.now() - started;
}

const known: number[] = [];
const unknown: number[] = [];
// Hashed as the service does: those of other test members are quick.
const somebody = await newMember(running, { name: "Known", password_hash: await hashPassword(PASSWORD) });
for (let pair = 0; pair < PAIRS; pair += 1) {
  // One after the other, so that both are measured under the same load.
  known.push(await timeOf(somebody.email, pair));
  unknown.push(await timeOf(`nobody-${pair}@example.com`, pair));
  passMs(15 * 60 * 1000);
}
const [a, b] = [median(known), median(unknown)];
console.log(
  `a wrong password: known account ${a.toFixed(1)} ms, unknown ${b.toFixed(1)} ms, ` +
    `${((Math.abs(a - b) / b) * 100).toFixed(1)} % apart (medians of ${PAIRS})`,
);
for (const end of endings) await end();
