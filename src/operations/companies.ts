/** How companies and users come to be: with everything they need from the first moment, or not at all. */
import { createHash } from "node:crypto";
import type { App } from "../app.ts";
import { makeCompanyKey } from "./credentials.ts";
import { Problem } from "../errors.ts";
import type { Role } from "../records/codes.ts";
import { revokeApiTokens } from "../store/users/api-tokens.ts";
import { insertCompany, takeSetupLink, type CompanyRow } from "../store/records/companies.ts";
import { isTaken, type Trx } from "../store/db.ts";
import {
  countAdminsForUpdate,
  findAnyUserForUpdate,
  findPasswordHash,
  insertUser,
  updateUser,
  type UserRow,
} from "../store/users/users.ts";
import { hashPassword, isPassword } from "../vault/passwords.ts";
import { makeWebhookSecret } from "./webhook-secrets.ts";

type Parts = Pick<App, "db" | "vault">;

/** Name of the company that the first admin belongs to. */
const OPERATOR = "Operator";

export interface NewAdmin {
  email: string;
  name: string;
  password: string;
}

export interface NewUser extends NewAdmin {
  company_id: number;
  role: Role;
}

/** What must be true together with a new record, such as its line in the audit log: written in the same transaction. */
type Together<Row> = (trx: Trx, row: Row) => Promise<void>;
const nothingMore = () => Promise.resolve();

/** A company with its data key and its webhook secret. */
export function createCompany(
  { db, vault }: Parts,
  { name }: { name: string },
  together: Together<CompanyRow> = nothingMore,
): Promise<CompanyRow> {
  return db.transaction().execute(async (trx) => {
    const company = await insertWholeCompany(trx, { vault }, name);
    await together(trx, company);
    return company;
  });
}

/** @throws Problem `conflict` when the address is taken, in whatever company. */
export async function createUser(
  { db }: Pick<App, "db">,
  { password, ...user }: NewUser,
  together: Together<UserRow> = nothingMore,
): Promise<UserRow> {
  const password_hash = await hashPassword(password);
  return refuseTaken(() =>
    db.transaction().execute(async (trx) => {
      const row = await insertUser(trx, { ...user, password_hash });
      await together(trx, row);
      return row;
    }),
  );
}

export interface UserEdit {
  name?: string | undefined;
  role?: Role | undefined;
  active?: boolean | undefined;
  password?: string | undefined;
}

/**
 * Changes a user of any company: for admins. With a new password every session of the user ends; switched off, the API tokens
 * too. Undefined when there is no such user. @throws Problem `conflict` when no admin would be left.
 */
export async function editUser(
  { db, now }: Pick<App, "db" | "now">,
  id: number,
  { password, ...edit }: UserEdit,
  together: Together<UserRow> = nothingMore,
): Promise<UserRow | undefined> {
  const password_hash = password === undefined ? undefined : await hashPassword(password);
  return db.transaction().execute(async (trx) => {
    // Before the user's own row: everybody takes the locks in this order.
    const admins = await countAdminsForUpdate(trx);
    const user = await findAnyUserForUpdate(trx, id);
    if (user === undefined) return undefined;
    const staysAdmin = (edit.role ?? user.role) === "admin" && (edit.active ?? user.active);
    if (user.role === "admin" && user.active && !staysAdmin && admins === 1)
      throw new Problem("conflict", "This is the last admin: make another one first.");
    if (edit.active === false)
      await revokeApiTokens(trx, user.company_id, { user_id: id }, new Date(now()).toISOString());
    const edited = await updateUser(trx, user.company_id, id, { ...edit, password_hash });
    if (edited !== undefined) await together(trx, edited);
    return edited;
  });
}

/** Gives the user with the new password, or undefined when the current one is wrong. Every session of the user ends. */
export async function changePassword(
  { db }: Pick<App, "db">,
  { company_id, user_id }: { company_id: number; user_id: number },
  { current, next }: { current: string; next: string },
  together: Together<UserRow> = nothingMore,
): Promise<UserRow | undefined> {
  const stored = await findPasswordHash(db, company_id, user_id);
  if (!(await isPassword(current, stored, "known"))) return undefined;
  const password_hash = await hashPassword(next);
  return db.transaction().execute(async (trx) => {
    // Two at once: the second finds that what it compared with is no more.
    if ((await findPasswordHash(trx, company_id, user_id, { lock: true })) !== stored) return undefined;
    const user = await updateUser(trx, company_id, user_id, { password_hash });
    if (user !== undefined) await together(trx, user);
    return user;
  });
}

/** The company of the operator and its admin. @throws Problem `conflict` when the address is taken. */
export async function createFirstAdmin({ db, vault }: Parts, admin: NewAdmin): Promise<UserRow> {
  const password_hash = await hashPassword(admin.password);
  return refuseTaken(() => db.transaction().execute((trx) => insertAdmin(trx, { vault }, admin, password_hash)));
}

/** The same by a one-time link, which is used up with it. Undefined when the link is unknown, used or expired. */
export async function createFirstAdminByLink(
  { db, vault, now }: Parts & Pick<App, "now">,
  linkToken: string,
  admin: NewAdmin,
): Promise<UserRow | undefined> {
  const password_hash = await hashPassword(admin.password);
  return refuseTaken(() =>
    db.transaction().execute(async (trx) => {
      const isGood = await takeSetupLink(trx, setupLinkHash(linkToken), new Date(now()).toISOString());
      return isGood ? insertAdmin(trx, { vault }, admin, password_hash) : undefined;
    }),
  );
}

/** Of a one-time link only this is kept. */
export const setupLinkHash = (token: string): Buffer => createHash("sha256").update(token).digest();

async function insertAdmin(
  trx: Trx,
  parts: Pick<App, "vault">,
  { email, name }: NewAdmin,
  password_hash: string,
): Promise<UserRow> {
  const company = await insertWholeCompany(trx, parts, OPERATOR);
  return insertUser(trx, { company_id: company.id, email, name, role: "admin", password_hash });
}

async function insertWholeCompany(trx: Trx, { vault }: Pick<App, "vault">, name: string): Promise<CompanyRow> {
  const company = await insertCompany(trx, { name });
  await makeCompanyKey(trx, vault, company.id);
  await makeWebhookSecret(trx, vault, company.id);
  return company;
}

async function refuseTaken<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (!isTaken(error, "user_email_unique")) throw error;
    throw new Problem("conflict", "A user with this e-mail address exists already.", { cause: error });
  }
}
