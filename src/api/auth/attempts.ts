/**
 * Limits that all processes share, on counted attempts: on password guesses, enough for a user who mistypes and too few for an attacker
 * (docs/decisions/0007), and on what could be a burden to others, such as mails and test events.
 */
import { createHash } from "node:crypto";
import type { App } from "../../app.ts";
import { networkOf } from "../../domain/network-of.ts";
import { Problem } from "../../errors.ts";
import type { Sql, Trx } from "../../store/db.ts";
import {
  countAttempt,
  countedAttempts,
  countTogether,
  giveAttemptBack,
  type Attempt,
} from "../../store/users/attempts.ts";

const QUARTER_SECONDS = 15 * 60;
const HOUR_SECONDS = 3600;

/** Guesses in any 15 minutes. */
const GUESSES = {
  /** For one e-mail, from all addresses it has never signed in from. */
  email: { scope: "login.account", max: 10, windowSeconds: QUARTER_SECONDS },
  /** How many of these may come from one address, so that one attacker leaves some to an owner on a new network. */
  emailAndAddress: { scope: "login.account_address", max: 5, windowSeconds: QUARTER_SECONDS },
  /** From one address, for all e-mails together. */
  address: { scope: "login.address", max: 100, windowSeconds: QUARTER_SECONDS },
  /**
   * For one e-mail from an address it has signed in from before: counted separately, so that others cannot use them up. The
   * same number as for any address, so that it does not reveal which users exist.
   */
  knownAddress: { scope: "login.known_address", max: 5, windowSeconds: QUARTER_SECONDS },
};

/** Passwords shown in clear, per admin. */
const REVEALS = { scope: "password.read", max: 30, windowSeconds: HOUR_SECONDS };

/** Test events to webhooks, per company: each is a request to a third party's server. */
const TEST_EVENTS = { scope: "webhook.test", max: 20, windowSeconds: 60 };

/** Invitations and their new links, per company: each may be a mail to a stranger. */
const INVITATIONS = { scope: "invitation", max: 50, windowSeconds: HOUR_SECONDS };

/** One-time links that do not work, per address. A token cannot be guessed, but each try asks the database. */
const LINK_TRIES = { scope: "link.address", max: 30, windowSeconds: QUARTER_SECONDS };

/** Requests for a mail with a link for a new password, per address and per e-mail, whether a user has it or not. */
const RESET_REQUESTS = {
  address: { scope: "reset.address", max: 20, windowSeconds: QUARTER_SECONDS },
  email: { scope: "reset.email", max: 3, windowSeconds: HOUR_SECONDS },
};

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
  refuseAgain(guesser: Guesser): void;
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
    refuseAgain(guesser) {
      const refusal = refusals.get(keyOf(guesser));
      const at = now();
      if (refusal === undefined || at - refusal.atMs >= BELIEVED_MS || refusal.untilMs <= at) return;
      throw refusedFor((refusal.untilMs - at) / 1000);
    },
    async count(guesser) {
      const both = keyOf(guesser);
      const email = { ...GUESSES.email, key: guesser.email.toLowerCase() };
      const address = { ...GUESSES.address, key: networkOf(guesser.ip) };
      const limits = guesser.isKnownAddress
        ? [{ ...GUESSES.knownAddress, key: both }]
        : [{ ...GUESSES.emailAndAddress, key: both }, email, address];
      const at = now();
      const counted = await countTogether(
        db,
        limits.map((limit) => ({ ...limit, now: at })),
      );
      if (counted.waitSeconds === null) return counted;
      refusals.delete(both);
      refusals.set(both, { atMs: at, untilMs: at + counted.waitSeconds * 1000 });
      if (refusals.size > REFUSALS_MAX) refusals.delete(refusals.keys().next().value ?? both);
      throw refusedFor(counted.waitSeconds);
    },
  };
}

const refusedFor = (seconds: number): Problem =>
  new Problem("too-many-requests", "Too many failed logins.", { retryAfterSeconds: Math.ceil(seconds) });

/** What is left of a limit after one use was counted. */
export interface Remainder {
  /** False: the limit was already used up. */
  isCounted: boolean;
  max: number;
  left: number;
  windowSeconds: number;
  /** Until one more use is left than now. */
  resetSeconds: number;
}

/** Counts one reading of a password by an admin, unless the hourly limit is reached. */
export async function countReveal({ db, now }: Pick<App, "db" | "now">, userId: number): Promise<Remainder> {
  const { max, windowSeconds } = REVEALS;
  const attempt = { ...REVEALS, key: String(userId), now: now() };
  const waitSeconds = await countAttempt(db, attempt);
  if (waitSeconds !== null) return { isCounted: false, max, left: 0, windowSeconds, resetSeconds: waitSeconds };
  const { count, oldestMs } = await countedAttempts(db, attempt);
  const resetSeconds = Math.max(1, Math.ceil((oldestMs + windowSeconds * 1000 - attempt.now) / 1000));
  return { isCounted: true, max, left: Math.max(0, max - count), windowSeconds, resetSeconds };
}

/** Counts an attempt. @throws Problem too-many-requests beyond its limit, in which case it is not counted */
async function requireAttempt(db: Sql, attempt: Attempt, { detail }: { detail: string }): Promise<void> {
  const retryAfterSeconds = await countAttempt(db, attempt);
  if (retryAfterSeconds !== null) throw new Problem("too-many-requests", detail, { retryAfterSeconds });
}

/** Counts a test event of a company. @throws Problem too-many-requests at the limit per minute, in which case nothing is counted */
export async function countTestEvent({ db, now }: Pick<App, "db" | "now">, companyId: number): Promise<void> {
  const attempt = { ...TEST_EVENTS, key: String(companyId), now: now() };
  await requireAttempt(db, attempt, { detail: `At most ${TEST_EVENTS.max} test events can be sent in a minute.` });
}

/**
 * Counts an invitation of a company, in the transaction that makes it. @throws Problem too-many-requests, which undoes the
 * invitation
 */
export async function countInvitation(trx: Trx, { now }: Pick<App, "now">, companyId: number): Promise<void> {
  const attempt = { ...INVITATIONS, key: String(companyId), now: now() };
  await requireAttempt(trx, attempt, {
    detail: `At most ${INVITATIONS.max} invitations can be made or renewed in an hour.`,
  });
}

/** Counts the use of a one-time link before it is looked up. @throws Problem too-many-requests, in which case nothing is counted */
export async function countLinkTry({ db, now }: Pick<App, "db" | "now">, ip: string): Promise<Guess> {
  const attempt = { ...LINK_TRIES, key: networkOf(ip), now: now() };
  await requireAttempt(db, attempt, { detail: "Too many links that do not work." });
  return { giveBack: () => giveAttemptBack(db, attempt) };
}

/** Counts a request for a mail. @throws Problem too-many-requests */
export async function countResetRequest({ db, now }: Pick<App, "db" | "now">, { email, ip }: Guesser): Promise<void> {
  const limits = [
    { ...RESET_REQUESTS.address, key: networkOf(ip) },
    { ...RESET_REQUESTS.email, key: email.toLowerCase() },
  ];
  for (const limit of limits)
    await requireAttempt(db, { ...limit, now: now() }, { detail: "Too many requests for a new password." });
}

/** Only this hash of the address of a sign-in is stored. */
export const addressHash = (ip: string): Buffer => createHash("sha256").update(networkOf(ip)).digest();
