/** Limits on password guesses: enough attempts for a user who mistypes, too few for an attacker (docs/decisions/0007). Also other limits that all processes share. */
import { createHash } from "node:crypto";
import type { App } from "../../app.ts";
import { networkOf } from "../../outbound/network-of.ts";
import { Problem } from "../../errors.ts";
import { countAttempt, countedAttempts, giveAttemptBack, type Attempt } from "../../store/users/attempts.ts";

const QUARTER_SECONDS = 15 * 60;
const HOUR_SECONDS = 3600;

/** Guesses compared with the password in any 15 minutes. */
const LIMITS = {
  /** For one account, from all addresses it has never signed in from. */
  account: { scope: "login.account", max: 10, windowSeconds: QUARTER_SECONDS },
  /** How many of these may come from one address, so that one attacker leaves some to an owner on a new network. */
  accountAndAddress: { scope: "login.account_address", max: 5, windowSeconds: QUARTER_SECONDS },
  /** From one address, for all accounts together. */
  address: { scope: "login.address", max: 100, windowSeconds: QUARTER_SECONDS },
  /**
   * For one account from an address it has signed in from before: counted separately, so that others cannot use them up. The
   * same number as for any address, so that it does not reveal which accounts exist.
   */
  knownAddress: { scope: "login.known_address", max: 5, windowSeconds: QUARTER_SECONDS },
};

/** Passwords shown in clear, per admin. */
const REVEALS = { scope: "password.read", max: 30, windowSeconds: HOUR_SECONDS };

/** Test events to webhooks, per company: each is a request to a third party's server. */
const TESTS = { scope: "webhook.test", max: 20, windowSeconds: 60 };

/** How long a refusal is remembered without asking the database again, so that a flood of guesses costs almost nothing. */
const BELIEVED_MS = 5000;
const REFUSALS_MAX = 10_000;

/** Who guesses, and whose password. */
interface Guesser {
  email: string;
  ip: string;
}

export interface GuessLimit {
  /** @throws Problem too-many-requests when this caller was refused a moment ago */
  requireRoom(guesser: Guesser): void;
  /** Counts one guess before it is compared. @throws Problem too-many-requests, in which case nothing is counted */
  count(guesser: Guesser & { isKnownAddress: boolean }): Promise<Guess>;
}

export interface Guess {
  /** Takes the guess back: it was right, or was not compared. */
  giveBack(): Promise<void>;
}

export function createGuessLimit({ db, now }: Pick<App, "db" | "now">): GuessLimit {
  const refusals = new Map<string, { atMs: number; untilMs: number }>();
  const keyOf = ({ email, ip }: Guesser) => `${email.toLowerCase()}\n${networkOf(ip)}`;

  return {
    requireRoom(guesser) {
      const refusal = refusals.get(keyOf(guesser));
      const at = now();
      if (refusal === undefined || at - refusal.atMs >= BELIEVED_MS || refusal.untilMs <= at) return;
      throw refusedFor((refusal.untilMs - at) / 1000);
    },
    async count(guesser) {
      const both = keyOf(guesser);
      const account = { ...LIMITS.account, key: guesser.email.toLowerCase() };
      const address = { ...LIMITS.address, key: networkOf(guesser.ip) };
      const limits = guesser.isKnownAddress
        ? [{ ...LIMITS.knownAddress, key: both }]
        : [{ ...LIMITS.accountAndAddress, key: both }, account, address];
      const at = now();
      const counted: Attempt[] = [];
      const giveBack = async () => {
        for (const attempt of counted) await giveAttemptBack(db, attempt);
      };
      for (const limit of limits) {
        const attempt = { ...limit, now: at };
        const seconds = await countAttempt(db, attempt);
        if (seconds !== null) {
          await giveBack();
          refusals.delete(both);
          refusals.set(both, { atMs: at, untilMs: at + seconds * 1000 });
          if (refusals.size > REFUSALS_MAX) refusals.delete(refusals.keys().next().value ?? both);
          throw refusedFor(seconds);
        }
        counted.push(attempt);
      }
      return { giveBack };
    },
  };
}

const refusedFor = (seconds: number): Problem =>
  new Problem("too-many-requests", "Too many failed logins.", { retryAfterSeconds: Math.ceil(seconds) });

/** What is left of a limit after one use was counted. */
export interface Room {
  /** False: the limit was already used up. */
  isCounted: boolean;
  max: number;
  left: number;
  windowSeconds: number;
  /** Until there is room for one more use than now. */
  resetSeconds: number;
}

/** Counts one reading of a password by an admin, unless the hourly limit is reached. */
export async function countReveal({ db, now }: Pick<App, "db" | "now">, userId: number): Promise<Room> {
  const { max, windowSeconds } = REVEALS;
  const attempt = { ...REVEALS, key: String(userId), now: now() };
  const waitSeconds = await countAttempt(db, attempt);
  if (waitSeconds !== null) return { isCounted: false, max, left: 0, windowSeconds, resetSeconds: waitSeconds };
  const { count, oldestMs } = await countedAttempts(db, attempt);
  const resetSeconds = Math.max(1, Math.ceil((oldestMs + windowSeconds * 1000 - attempt.now) / 1000));
  return { isCounted: true, max, left: Math.max(0, max - count), windowSeconds, resetSeconds };
}

/** @throws Problem too-many-requests when the company has reached the limit of test events per minute */
export async function requireTestRoom({ db, now }: Pick<App, "db" | "now">, companyId: number): Promise<void> {
  const retryAfterSeconds = await countAttempt(db, { ...TESTS, key: String(companyId), now: now() });
  if (retryAfterSeconds === null) return;
  throw new Problem("too-many-requests", `At most ${TESTS.max} test events can be sent in a minute.`, {
    retryAfterSeconds,
  });
}

/** Only this hash of the address of a sign-in is stored. */
export const addressHash = (ip: string): Buffer => createHash("sha256").update(networkOf(ip)).digest();
