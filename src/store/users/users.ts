/** Users of companies, with their roles and the addresses of their earlier sign-ins. */
import { sql } from "kysely";
import type { Caller } from "../../records/caller.ts";
import type { CompanyRole, Role } from "../../records/codes.ts";
import type { Db, Sql, Trx } from "../db.ts";
import { inWindow, readRows, versionOf, type ListWindow } from "../list-window.ts";
import { instantOf } from "../../domain/instant.ts";

const columns = [
  "id",
  "company_id",
  "email",
  "name",
  "role",
  "company_role",
  "active",
  "created_at",
  "updated_at",
] as const;

export type UserRow = NonNullable<Awaited<ReturnType<typeof findUser>>>;

/** @throws a unique violation on `user_email_unique` when the address is taken in any company. */
export function insertUser(
  db: Sql,
  user: {
    company_id: number;
    email: string;
    name: string;
    role: Role;
    company_role: CompanyRole;
    password_hash: string | null;
  },
) {
  return db.insertInto("users").values(user).returning(columns).executeTakeFirstOrThrow();
}

export function findUser(db: Sql, companyId: number, id: number) {
  return db
    .selectFrom("users")
    .select(columns)
    .where("company_id", "=", companyId)
    .where("id", "=", id)
    .where("active", "=", true)
    .executeTakeFirst();
}

/** The active user of a company who has been there the longest; undefined when there is none. */
export const findFirstUser = (db: Sql, companyId: number) =>
  db
    .selectFrom("users")
    .select("id")
    .where("company_id", "=", companyId)
    .where("active", "=", true)
    .orderBy("id")
    .executeTakeFirst();

/** Locks an active user until the transaction ends. False when the user is deactivated. */
export async function holdActiveUser(trx: Trx, companyId: number, id: number): Promise<boolean> {
  const row = await trx
    .selectFrom("users")
    .select("active")
    .where("company_id", "=", companyId)
    .where("id", "=", id)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row?.active === true;
}

/** The users of the caller's company, for an admin those of all companies; including deactivated ones. */
const usersFor = (db: Sql, { role, company_id }: Caller) =>
  db
    .selectFrom("users")
    .select(columns)
    .$if(role !== "admin", (query) => query.where("company_id", "=", company_id));

export const listUsers = (db: Db, caller: Caller, window: ListWindow): Promise<UserRow[]> =>
  readRows(db, inWindow(usersFor(db, caller), "users", window));

export const versionOfUsers = (db: Db, caller: Caller): Promise<string> => versionOf(db, usersFor(db, caller));

/** For admins, who know a user by its id alone. */
export async function findCompanyIdOfUser(db: Sql, id: number): Promise<number | undefined> {
  const row = await db.selectFrom("users").select("company_id").where("id", "=", id).executeTakeFirst();
  return row?.company_id;
}

/** A user of the company, active or not, locked until the transaction ends. */
export function findUserForUpdate(trx: Trx, companyId: number, id: number) {
  return trx
    .selectFrom("users")
    .select(columns)
    .where("company_id", "=", companyId)
    .where("id", "=", id)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

/** For admins: any user of any company, active or not, locked until the transaction ends. */
export function findAnyUserForUpdate(trx: Trx, id: number) {
  return trx.selectFrom("users").select(columns).where("id", "=", id).forNoKeyUpdate().executeTakeFirst();
}

interface UserEdit {
  name?: string | undefined;
  role?: Role | undefined;
  company_role?: CompanyRole | undefined;
  active?: boolean | undefined;
  password_hash?: string | undefined;
}

/** Changes the given fields. A new password or a deactivation ends all sessions of the user. */
export function updateUser(trx: Trx, companyId: number, id: number, edit: UserEdit) {
  const ends = edit.password_hash !== undefined || edit.active === false;
  return trx
    .updateTable("users")
    .set((eb) => ({
      ...edit,
      ...(ends ? { token_version: eb("token_version", "+", 1) } : {}),
      updated_at: eb.fn<string>("now"),
    }))
    .where("company_id", "=", companyId)
    .where("id", "=", id)
    .returning(columns)
    .executeTakeFirst();
}

/** The version that a token must have: the sum of the versions of company and user, both of which only rise. */
export const userVersion = sql<number>`companies.token_version + users.token_version`;
const version = userVersion.as("version");

/** The version of an active user; undefined for one who is not. */
export async function findUserVersion(db: Sql, companyId: number, id: number): Promise<number | undefined> {
  const row = await db
    .selectFrom("users")
    .innerJoin("companies", "companies.id", "users.company_id")
    .select(version)
    .where("users.company_id", "=", companyId)
    .where("users.id", "=", id)
    .where("users.active", "=", true)
    .executeTakeFirst();
  return row?.version;
}

/** Whether the user has an authenticator app that was confirmed. */
export const hasAuthenticator = sql<boolean>`exists (select from authenticators f
  where f.company_id = users.company_id and f.user_id = users.id and f.confirmed_at is not null)`.as(
  "has_authenticator",
);

/** Only for the login: not bound to a company, because the company is not known yet. */
export function findUserForLogin(db: Sql, email: string, addressSha256: Buffer) {
  return db
    .selectFrom("users")
    .innerJoin("companies", "companies.id", "users.company_id")
    .leftJoin("known_addresses", (join) =>
      join
        .onRef("known_addresses.company_id", "=", "users.company_id")
        .onRef("known_addresses.user_id", "=", "users.id")
        .on("address_sha256", "=", addressSha256),
    )
    .select(["users.id", "users.company_id", "email", "users.name", "role", "password_hash", version, hasAuthenticator])
    .select((eb) => eb("address_sha256", "is not", null).as("is_known_address"))
    .where((eb) => eb(eb.fn<string>("lower", ["email"]), "=", email.toLowerCase()))
    .where("active", "=", true)
    .executeTakeFirst();
}

/** The current user with the e-mail address that the company's identity provider confirms. */
export function findUserOfEmail(db: Sql, companyId: number, email: string) {
  return usersOfTokens(db)
    .where("users.company_id", "=", companyId)
    .where((eb) => eb(eb.fn<string>("lower", ["email"]), "=", email.toLowerCase()))
    .executeTakeFirst();
}

/** Whether a user of the company has the address. */
export async function isUserOfCompany(db: Sql, companyId: number, email: string): Promise<boolean> {
  const row = await db
    .selectFrom("users")
    .select("id")
    .where("company_id", "=", companyId)
    .where((eb) => eb(eb.fn<string>("lower", ["email"]), "=", email.toLowerCase()))
    .executeTakeFirst();
  return row !== undefined;
}

/** The active user with this address, of whichever company: for the operator. */
export function findUserByEmail(db: Sql, email: string) {
  return db
    .selectFrom("users")
    .select(["company_id", "id as user_id", "email"])
    .where((eb) => eb(eb.fn<string>("lower", ["email"]), "=", email.toLowerCase()))
    .where("active", "=", true)
    .executeTakeFirst();
}

/** The active users, with what decides whether a token of theirs is valid. */
export const usersOfTokens = (db: Sql) =>
  db
    .selectFrom("users")
    .innerJoin("companies", "companies.id", "users.company_id")
    .select([
      "users.id",
      "users.company_id",
      "email",
      "users.name",
      "role",
      "company_role",
      "tokens_revoked_at",
      version,
    ])
    .select(hasAuthenticator)
    .where("active", "=", true);

/** With `lock` the row is locked until the transaction ends. */
export async function findPasswordHash(
  db: Sql,
  companyId: number,
  id: number,
  { lock = false } = {},
): Promise<string | null> {
  const row = await db
    .selectFrom("users")
    .select("password_hash")
    .where("company_id", "=", companyId)
    .where("id", "=", id)
    .$if(lock, (query) => query.forNoKeyUpdate())
    .executeTakeFirst();
  return row?.password_hash ?? null;
}

export async function hasAdmin(db: Sql): Promise<boolean> {
  const row = await db
    .selectFrom("users")
    .select("id")
    .where("role", "=", "admin")
    .where("active", "=", true)
    .executeTakeFirst();
  return row !== undefined;
}

/** The ids of the active admins, locked until the transaction ends, so that two admins cannot demote each other at once. */
export async function lockAdmins(trx: Trx): Promise<number[]> {
  const rows = await trx
    .selectFrom("users")
    .select("id")
    .where("role", "=", "admin")
    .where("active", "=", true)
    .orderBy("id")
    .forNoKeyUpdate()
    .execute();
  return rows.map(({ id }) => id);
}

/** The ids of the active owners of a company, locked until the transaction ends, so that two owners cannot demote each other at once. */
export async function lockOwners(trx: Trx, companyId: number): Promise<number[]> {
  const rows = await trx
    .selectFrom("users")
    .select("id")
    .where("company_id", "=", companyId)
    .where("company_role", "=", "owner")
    .where("active", "=", true)
    .orderBy("id")
    .forNoKeyUpdate()
    .execute();
  return rows.map(({ id }) => id);
}

/** Records a successful sign-in from this address. */
export async function rememberAddress(
  db: Sql,
  known: { company_id: number; user_id: number; address_sha256: Buffer; last_login_at: string },
): Promise<void> {
  await db
    .insertInto("known_addresses")
    .values(known)
    .onConflict((conflict) =>
      conflict.columns(["company_id", "user_id", "address_sha256"]).doUpdateSet({ last_login_at: known.last_login_at }),
    )
    .execute();
}

/** How long the address of a sign-in is known. */
const KNOWN_MS = 90 * 24 * 3600 * 1000;

/** Deletes old addresses: a sign-in from one of them counts as from a new place again. */
export function deleteOldAddresses(db: Db, now: number) {
  const before = instantOf(now - KNOWN_MS);
  return db.deleteFrom("known_addresses").where("last_login_at", "<", before).execute();
}
