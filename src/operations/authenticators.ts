/** Authenticator apps of users (TOTP, RFC 6238): setup, confirmation by a first code, check at sign-in, removal. Each code works once, and guesses are limited. */
import { createHash, randomBytes } from "node:crypto";
import { Secret, TOTP } from "otpauth";
import type { App } from "../app.ts";
import { companyVault } from "../safeguards/root-keys.ts";
import { totpStep } from "../domain/portals/second-factor-answers.ts";
import { Problem } from "../errors.ts";
import { countAttempt, giveAttemptBack } from "../store/users/attempts.ts";
import {
  beginAuthenticator,
  confirmAuthenticator,
  deleteAuthenticator,
  useRecoveryCode,
  useStep,
} from "../store/users/authenticators.ts";
import type { Sql, Trx } from "../store/db.ts";
import { deleteSecret, findSecret, putSecret } from "../store/secrets.ts";
import { endOtherSessions } from "../store/users/sessions.ts";
import { instantOf } from "../domain/instant.ts";

const ISSUER = "Meterbook";
/** RFC 4226 recommends 160 bits. */
const SECRET_BYTES = 20;
/** The previous and the next code are accepted too, because clocks differ. */
const WINDOW = 1;
const RECOVERY_CODES = 10;
const RECOVERY_BYTES = 10;
/** Wrong codes per user and day. As three codes are valid at a time, the chance to guess one is 1 in 16,000 a day. */
const GUESSES = { scope: "login.code", max: 20, windowSeconds: 24 * 3600 };

interface Owner {
  company_id: number;
  user_id: number;
}

const place = (recordId: number) => ({ recordType: "user", recordId, field: "authenticator" });

const totpOf = (secret: Secret, label: string): TOTP => new TOTP({ issuer: ISSUER, label, secret });

async function openTotp(db: Sql, { vault }: Pick<App, "vault">, { company_id, user_id }: Owner): Promise<TOTP | null> {
  const sealed = await findSecret(db, company_id, place(user_id));
  if (sealed === undefined) return null;
  const company = await companyVault(db, vault, company_id);
  return totpOf(Secret.fromBase32(company.open(place(user_id), sealed).reveal()), "");
}

/** Stores a new secret and returns it this one time. It cannot be used before it is confirmed. Null when the user already has a confirmed authenticator. */
export async function setUpAuthenticator(
  trx: Trx,
  { vault }: Pick<App, "vault">,
  { company_id, user_id, email }: Owner & { email: string },
): Promise<{ secret: string; otpauth_uri: string } | null> {
  if (!(await beginAuthenticator(trx, company_id, user_id))) return null;
  const totp = totpOf(new Secret({ size: SECRET_BYTES }), email);
  const company = await companyVault(trx, vault, company_id);
  const at = place(user_id);
  await putSecret(trx, company_id, at, company.seal(at, totp.secret.base32));
  return { secret: totp.secret.base32, otpauth_uri: totp.toString() };
}

/**
 * Activates the authenticator after its first code, ends the user's sessions except `session_id`, and returns the recovery codes
 * this one time. Null when no authenticator waits for its first code.
 */
export async function startUsingAuthenticator(
  trx: Trx,
  { now }: Pick<App, "now">,
  { company_id, user_id, session_id }: Owner & { session_id: number | null },
): Promise<string[] | null> {
  const codes = Array.from({ length: RECOVERY_CODES }, newRecoveryCode);
  const confirmed_at = instantOf(now());
  const recovery_sha256 = codes.map(recoveryHash);
  if (!(await confirmAuthenticator(trx, company_id, user_id, { confirmed_at, recovery_sha256 }))) return null;
  await endOtherSessions(trx, company_id, user_id, session_id);
  return codes;
}

/**
 * True for an unused code of the app, or for an unused recovery code; the code is then used up.
 * @throws Problem too-many-requests after too many wrong codes; recovery codes are still accepted
 */
export async function isGoodCode(
  app: Pick<App, "db" | "vault" | "now">,
  owner: Owner,
  given: string,
): Promise<boolean> {
  const { db, now } = app;
  const code = given.replace(/[\s-]/g, "");
  if (!/^\d{6}$/.test(code)) return useRecoveryCode(db, owner.company_id, owner.user_id, recoveryHash(code));
  const attempt = { ...GUESSES, key: String(owner.user_id), now: now() };
  const retryAfterSeconds = await countAttempt(db, attempt);
  if (retryAfterSeconds !== null)
    throw new Problem("too-many-requests", "Too many wrong authenticator codes.", { retryAfterSeconds });
  if (!(await useCode(app, owner, code))) return false;
  await giveAttemptBack(db, attempt);
  return true;
}

async function useCode(app: Pick<App, "db" | "vault" | "now">, owner: Owner, code: string): Promise<boolean> {
  const totp = await openTotp(app.db, app, owner);
  const timestamp = app.now();
  const offset = totp?.validate({ token: code, timestamp, window: WINDOW }) ?? null;
  if (totp === null || offset === null) return false;
  return useStep(app.db, owner.company_id, owner.user_id, totpStep(totp, timestamp) + offset);
}

/** After this the user signs in with the password only. False when there was no authenticator. */
export async function removeAuthenticator(trx: Trx, { company_id, user_id }: Owner): Promise<boolean> {
  await deleteSecret(trx, company_id, place(user_id));
  return deleteAuthenticator(trx, company_id, user_id);
}

/** 80 random bits in groups of four characters. */
const newRecoveryCode = (): string =>
  new Secret({ buffer: new Uint8Array(randomBytes(RECOVERY_BYTES)).buffer }).base32.match(/.{4}/g)?.join("-") ?? "";

const recoveryHash = (code: string): string =>
  createHash("sha256").update(code.replaceAll("-", "").toUpperCase()).digest("base64");
