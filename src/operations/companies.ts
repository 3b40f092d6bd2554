/** Creates and edits companies and users: each is created with everything it needs in one transaction. */
import { createHash } from "node:crypto";
import type { App } from "../app.ts";
import { makeCompanyKey } from "../safeguards/root-keys.ts";
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

/** The name of the company that the first admin belongs to. */
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

/** Writes what belongs to the new record, such as its audit log row, in the same transaction. */
type Alongside<Row> = (trx: Trx, row: Row) => Promise<void>;
const nothing = () => Promise.resolve();

/** A company with its key and its webhook secret. */
export function createCompany(
  { db, vault }: Parts,
  { name }: { name: string },
  alongside: Alongside<CompanyRow> = nothing,
): Promise<CompanyRow> {
  return db.transaction().execute(async (trx) => {
    const company = await insertWholeCompany(trx, { vault }, name);
    await alongside(trx, company);
    return company;
  });
}

/** @throws Problem `conflict` when a user of any company has the e-mail address. */
export async function createUser(
  { db }: Pick<App, "db">,
  { password, ...user }: NewUser,
  alongside: Alongside<UserRow> = nothing,
): Promise<UserRow> {
  const password_hash = await hashPassword(password);
  return refuseTaken(() =>
    db.transaction().execute(async (trx) => {
      const row = await insertUser(trx, { ...user, password_hash });
      await alongside(trx, row);
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
 * Changes a user of any company, for admins. A new password ends all sessions of the user; deactivation also revokes the API
 * tokens. Undefined when there is no such user. @throws Problem `conflict` when no admin would be left.
 */
export async function editUser(
  { db, now }: Pick<App, "db" | "now">,
  id: number,
  { password, ...edit }: UserEdit,
  alongside: Alongside<UserRow> = nothing,
): Promise<UserRow | undefined> {
  const password_hash = password === undefined ? undefined : await hashPassword(password);
  return db.transaction().execute(async (trx) => {
    // Before the user's own row: all callers take the locks in this order.
    const admins = await countAdminsForUpdate(trx);
    const user = await findAnyUserForUpdate(trx, id);
    if (user === undefined) return undefined;
    const staysAdmin = (edit.role ?? user.role) === "admin" && (edit.active ?? user.active);
    if (user.role === "admin" && user.active && !staysAdmin && admins === 1)
      throw new Problem("conflict", "This is the last admin: make another one first.");
    if (edit.active === false)
      await revokeApiTokens(trx, user.company_id, { user_id: id }, new Date(now()).toISOString());
    const edited = await updateUser(trx, user.company_id, id, { ...edit, password_hash });
    if (edited !== undefined) await alongside(trx, edited);
    return edited;
  });
}

/** Changes the password and ends all sessions of the user. Undefined when the current password is wrong. */
export async function changePassword(
  { db }: Pick<App, "db">,
  { company_id, user_id }: { company_id: number; user_id: number },
  { current, next }: { current: string; next: string },
  alongside: Alongside<UserRow> = nothing,
): Promise<UserRow | undefined> {
  const stored = await findPasswordHash(db, company_id, user_id);
  if (!(await isPassword(current, stored, "known"))) return undefined;
  const password_hash = await hashPassword(next);
  return db.transaction().execute(async (trx) => {
    // When two requests change the password at once, the second finds that its current password is no longer valid.
    if ((await findPasswordHash(trx, company_id, user_id, { lock: true })) !== stored) return undefined;
    const user = await updateUser(trx, company_id, user_id, { password_hash });
    if (user !== undefined) await alongside(trx, user);
    return user;
  });
}

/** Creates the company of the operator and its admin. @throws Problem `conflict` when the address is taken. */
export async function createFirstAdmin({ db, vault }: Parts, admin: NewAdmin): Promise<UserRow> {
  const password_hash = await hashPassword(admin.password);
  return refuseTaken(() => db.transaction().execute((trx) => insertAdmin(trx, { vault }, admin, password_hash)));
}

/** Creates the first admin by a one-time link, and uses the link up. Undefined when the link is unknown, used or expired. */
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

/** Only this hash of a one-time link is stored. */
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
