/** A new password by a link: made by somebody who manages the user, or mailed on request, used once by the user. */
import type { App } from "../app.ts";
import { found, Problem } from "../errors.ts";
import { resetMail, type Mail } from "../mail/texts.ts";
import type { Caller } from "../records/caller.ts";
import type { MailLanguage } from "../records/codes.ts";
import type { Trx } from "../store/db.ts";
import {
  findResetRequest,
  findUserOfReset,
  insertPasswordReset,
  insertResetRequest,
} from "../store/users/password-resets.ts";
import {
  findCompanyIdOfUser,
  findUserForUpdate,
  findUserByEmail,
  findUserVersion,
  updateUser,
  type UserRow,
} from "../store/users/users.ts";
import { hashPassword } from "../vault/passwords.ts";
import { refuseAdmin, requireManager } from "./companies.ts";
import { makeOneTimeToken, oneTimeHash, pageLink } from "./one-time-links.ts";
import { instantOf } from "../domain/instant.ts";

const RESET_MS = 3600 * 1000;

export interface ResetLink {
  link: string;
  expires_at: string;
}

/** Undefined for a user who is switched off. */
export async function makeResetLink(
  trx: Trx,
  app: Pick<App, "now" | "publicUrl">,
  { company_id, user_id }: { company_id: number; user_id: number },
): Promise<ResetLink | undefined> {
  const version = await findUserVersion(trx, company_id, user_id);
  if (version === undefined) return undefined;
  const { token, token_sha256 } = makeOneTimeToken();
  const at = app.now();
  const expires_at = instantOf(at + RESET_MS);
  const created_at = instantOf(at);
  await insertPasswordReset(trx, { company_id, user_id, version, token_sha256, expires_at, created_at });
  return { link: pageLink(app, "reset", token), expires_at };
}

/**
 * A link for another user: of the own company for an owner, of any for an admin. @throws Problem `not-found`, `forbidden` for an
 * owner and an administrator, `conflict` for the own user, whose password is changed with the present one, or one switched off
 */
export async function makeResetLinkFor(
  trx: Trx,
  app: Pick<App, "now" | "publicUrl">,
  by: Pick<Caller, "company_id" | "user_id" | "role">,
  id: number,
): Promise<ResetLink & { user: UserRow }> {
  await requireManager(trx, by);
  const company_id = by.role === "admin" ? await found(findCompanyIdOfUser(trx, id)) : by.company_id;
  const user = await found(findUserForUpdate(trx, company_id, id));
  if (by.role !== "admin") refuseAdmin(user);
  if (id === by.user_id)
    throw new Problem("conflict", "Change your own password with the present one: POST /v1/me/password.");
  const made = await makeResetLink(trx, app, { company_id, user_id: id });
  if (made === undefined) throw new Problem("conflict", "The user is switched off: switch the user on first.");
  return { ...made, user };
}

/**
 * Asks for a mail with a link, without looking whether a user has the address: what is done, and how long it takes, is the same for
 * every address.
 */
export async function requestReset(
  { db, jobs, mailer, now }: Pick<App, "db" | "jobs" | "mailer" | "now">,
  request: { email: string; language: MailLanguage; address: string },
): Promise<void> {
  if (mailer === null) return;
  await db.transaction().execute(async (trx) => {
    const reset_request_id = await insertResetRequest(trx, { ...request, created_at: instantOf(now()) });
    await jobs.enqueue(trx, "mail-reset", { reset_request_id });
  });
}

/** The mail with its link; null when no user has the address. */
export async function makeResetMail(
  trx: Trx,
  app: Pick<App, "now" | "publicUrl" | "audit">,
  requestId: number,
): Promise<{ to: string; mail: Mail } | null> {
  const request = await findResetRequest(trx, requestId);
  const user = request && (await findUserByEmail(trx, request.email));
  if (request === undefined || user === undefined) return null;
  const made = await makeResetLink(trx, app, user);
  if (made === undefined) return null;
  const { company_id, user_id } = user;
  await app.audit.write(trx, {
    company_id,
    occurred_at: instantOf(app.now()),
    actor: "somebody who is not signed in",
    action: "user.reset_link_made",
    record_type: "User",
    record_id: user_id,
    request_id: null,
    address: request.address,
  });
  // The column accepts no other word. To the address of the user, not as it was typed.
  return { to: user.email, mail: resetMail(request.language as MailLanguage, made) };
}

/** Sets the password and ends all sessions of the user. Undefined when the link was used or ended in the meantime. */
export async function resetPassword(
  { db, passwordCost, now }: Pick<App, "db" | "passwordCost" | "now">,
  { token, password }: { token: string; password: string },
  alongside: (trx: Trx, user: UserRow) => Promise<void>,
): Promise<UserRow | undefined> {
  const password_hash = await hashPassword(password, passwordCost);
  const find = (sql: Trx | App["db"]) => findUserOfReset(sql, oneTimeHash(token), instantOf(now()));
  return db.transaction().execute(async (trx) => {
    const seen = await find(trx);
    if (seen === undefined) return undefined;
    // The version counts on the locked row: of two requests at once, the second finds another one.
    await findUserForUpdate(trx, seen.company_id, seen.user_id);
    if ((await find(trx)) === undefined) return undefined;
    const user = await updateUser(trx, seen.company_id, seen.user_id, { password_hash });
    if (user !== undefined) await alongside(trx, user);
    return user;
  });
}
