/** Creates companies, and creates and edits their users: a company gets its key and its webhook secret, and its first user is an owner. */
import type { App } from "../app.ts";
import { makeCompanyKey } from "../safeguards/root-keys.ts";
import { invalid, Problem } from "../errors.ts";
import type { Caller } from "../records/caller.ts";
import type { CompanyRole, Role } from "../records/codes.ts";
import { revokeApiTokens } from "../store/users/api-tokens.ts";
import { insertCompany, takeSetupLink, type CompanyRow } from "../store/records/companies.ts";
import { isTaken, type Trx } from "../store/db.ts";
import { withdrawInvitationsBy } from "../store/users/invitations.ts";
import { deletePasswordResets } from "../store/users/password-resets.ts";
import {
  findCompanyIdOfUser,
  findPasswordHash,
  findUserForUpdate,
  insertUser,
  lockAdmins,
  lockOwners,
  updateUser,
  type UserRow,
} from "../store/users/users.ts";
import { hashPassword, isPassword } from "../vault/passwords.ts";
import { oneTimeHash } from "./one-time-links.ts";
import { makeWebhookSecret } from "./webhook-secrets.ts";
import { instantOf } from "../domain/instant.ts";

type Parts = Pick<App, "db" | "vault">;
type Hashing = Pick<App, "db" | "passwordCost">;

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
  /** Absent: owner for the first of the company, editor for the others. */
  company_role?: CompanyRole | undefined;
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

/**
 * A company always has an owner: its first user is one. @throws Problem `conflict` when a user of any company has the e-mail
 * address, `invalid` for a first user who is to be something else
 */
export async function createUser(
  { db, passwordCost }: Hashing,
  { password, ...user }: NewUser,
  alongside: Alongside<UserRow> = nothing,
): Promise<UserRow> {
  const password_hash = await hashPassword(password, passwordCost);
  return refuseTaken(() =>
    db.transaction().execute(async (trx) => {
      const hasOwner = (await lockOwners(trx, user.company_id)).length > 0;
      const { company_role = hasOwner ? "editor" : "owner" } = user;
      if (!hasOwner && company_role !== "owner")
        throw invalid([{ pointer: "/company_role", detail: "The company has no owner yet: its first user is one." }]);
      const row = await insertUser(trx, { ...user, company_role, password_hash });
      await alongside(trx, row);
      return row;
    }),
  );
}

export interface UserEdit {
  name?: string | undefined;
  role?: Role | undefined;
  company_role?: CompanyRole | undefined;
  active?: boolean | undefined;
  password?: string | undefined;
}

/**
 * Changes a user: an owner one of the own company, an admin one of any. A new password ends all sessions of the user; deactivation
 * also revokes the API tokens, and the links to users end with the right to make them. Undefined when there is no such user.
 * @throws Problem `conflict` when no admin, or no owner of the company, would be left; `forbidden` for an owner who would change an
 * admin
 */
export async function editUser(
  { db, passwordCost, now }: Hashing & Pick<App, "now">,
  by: Pick<Caller, "company_id" | "role">,
  id: number,
  { password, ...edit }: UserEdit,
  alongside: Alongside<UserRow> = nothing,
): Promise<UserRow | undefined> {
  const password_hash = password === undefined ? undefined : await hashPassword(password, passwordCost);
  return db.transaction().execute(async (trx) => {
    const isByAdmin = by.role === "admin";
    const company_id = isByAdmin ? await findCompanyIdOfUser(trx, id) : by.company_id;
    if (company_id === undefined) return undefined;
    // Before the user's own row: all callers take the locks in this order.
    const admins = await lockAdmins(trx);
    const owners = await lockOwners(trx, company_id);
    const user = await findUserForUpdate(trx, company_id, id);
    if (user === undefined) return undefined;
    if (!isByAdmin) refuseAdmin(user);
    const staysAdmin = (edit.role ?? user.role) === "admin" && (edit.active ?? user.active);
    if (user.role === "admin" && user.active && !staysAdmin && admins.length === 1)
      throw new Problem("conflict", "This is the last admin: make another one first.");
    const isLastOwner = user.company_role === "owner" && user.active && owners.length === 1;
    const losesRole = edit.company_role !== undefined && edit.company_role !== "owner";
    // An admin may still lock out a company, or the stolen login of its only owner.
    if (isLastOwner && (losesRole || (edit.active === false && !isByAdmin)))
      throw new Problem("conflict", "This is the last owner of the company: make another one first.");
    const at = instantOf(now());
    if (edit.active === false) await revokeApiTokens(trx, user.company_id, { user_id: id }, at);
    const edited = await updateUser(trx, user.company_id, id, { ...edit, password_hash });
    if (edited === undefined) return undefined;
    await endLinksToUsers(trx, user, edited, at);
    await alongside(trx, edited);
    return edited;
  });
}

const isAdmin = ({ role, active }: UserRow): boolean => active && role === "admin";
const managesUsers = (user: UserRow): boolean => isAdmin(user) || (user.active && user.company_role === "owner");

/**
 * Who no longer manages users keeps no link that makes one or takes one over. Links for new passwords do not say who made them, so
 * all that the user could have made end: they live for an hour, and another is asked for as quickly.
 */
async function endLinksToUsers(trx: Trx, before: UserRow, after: UserRow, at: string): Promise<void> {
  const { company_id, id } = before;
  if (managesUsers(before) && !managesUsers(after)) {
    await withdrawInvitationsBy(trx, company_id, id, at);
    await deletePasswordResets(trx, company_id);
  }
  if (isAdmin(before) && !isAdmin(after)) await deletePasswordResets(trx, null);
}

/**
 * The caller manages users still: other processes learn up to some seconds later that the right was lost. Locks as `editUser` does.
 * @throws Problem forbidden
 */
export async function requireManager(
  trx: Trx,
  { company_id, user_id }: Pick<Caller, "company_id" | "user_id">,
): Promise<void> {
  const managers = [...(await lockAdmins(trx)), ...(await lockOwners(trx, company_id))];
  if (!managers.includes(user_id)) throw new Problem("forbidden", "You no longer manage the users of the company.");
}

/** An owner of the operator's company is not above its admins. @throws Problem forbidden */
export function refuseAdmin({ role }: Pick<UserRow, "role">): void {
  if (role === "admin") throw new Problem("forbidden", "Only an administrator may change an administrator.");
}

/** Changes the password and ends all sessions of the user. Undefined when the current password is wrong. */
export async function changePassword(
  { db, passwordCost }: Hashing,
  { company_id, user_id }: { company_id: number; user_id: number },
  { current, next }: { current: string; next: string },
  alongside: Alongside<UserRow> = nothing,
): Promise<UserRow | undefined> {
  const stored = await findPasswordHash(db, company_id, user_id);
  if (!(await isPassword(current, stored, "known", passwordCost))) return undefined;
  const password_hash = await hashPassword(next, passwordCost);
  return db.transaction().execute(async (trx) => {
    // When two requests change the password at once, the second finds that its current password is no longer valid.
    if ((await findPasswordHash(trx, company_id, user_id, { lock: true })) !== stored) return undefined;
    const user = await updateUser(trx, company_id, user_id, { password_hash });
    if (user !== undefined) await alongside(trx, user);
    return user;
  });
}

/** Creates the company of the operator and its admin. @throws Problem `conflict` when the address is taken. */
export async function createFirstAdmin(
  { db, vault, passwordCost }: Parts & Hashing,
  admin: NewAdmin,
): Promise<UserRow> {
  const password_hash = await hashPassword(admin.password, passwordCost);
  return refuseTaken(() => db.transaction().execute((trx) => insertAdmin(trx, { vault }, admin, password_hash)));
}

/** Creates the first admin by a one-time link, and uses the link up. Undefined when the link is unknown, used or expired. */
export async function createFirstAdminByLink(
  { db, vault, passwordCost, now }: Parts & Hashing & Pick<App, "now">,
  linkToken: string,
  admin: NewAdmin,
): Promise<UserRow | undefined> {
  const password_hash = await hashPassword(admin.password, passwordCost);
  return refuseTaken(() =>
    db.transaction().execute(async (trx) => {
      const isGood = await takeSetupLink(trx, oneTimeHash(linkToken), instantOf(now()));
      return isGood ? insertAdmin(trx, { vault }, admin, password_hash) : undefined;
    }),
  );
}

async function insertAdmin(
  trx: Trx,
  parts: Pick<App, "vault">,
  { email, name }: NewAdmin,
  password_hash: string,
): Promise<UserRow> {
  const company = await insertWholeCompany(trx, parts, OPERATOR);
  return insertUser(trx, { company_id: company.id, email, name, role: "admin", company_role: "owner", password_hash });
}

async function insertWholeCompany(trx: Trx, { vault }: Pick<App, "vault">, name: string): Promise<CompanyRow> {
  const company = await insertCompany(trx, { name });
  await makeCompanyKey(trx, vault, company.id);
  await makeWebhookSecret(trx, vault, company.id);
  return company;
}

/** @throws Problem `conflict` instead of the violation when a user of any company has the e-mail address */
export async function refuseTaken<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (!isTaken(error, "user_email_unique")) throw error;
    throw new Problem("conflict", "A user with this e-mail address exists already.", { cause: error });
  }
}
