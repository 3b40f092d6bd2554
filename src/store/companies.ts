/** Companies and their users: who exists, who may sign in. */
import type { Sql, Trx } from "./db.ts";
import type { Role } from "../records/codes.ts";

const companyColumns = [
  "id",
  "uuid",
  "name",
  "token_version",
  "previous_webhook_secret_expires_at",
  "created_at",
  "updated_at",
] as const;
const userColumns = ["id", "company_id", "email", "name", "role", "created_at", "updated_at"] as const;

export type CompanyRow = NonNullable<Awaited<ReturnType<typeof findCompany>>>;
export type UserRow = NonNullable<Awaited<ReturnType<typeof findUser>>>;

export function insertCompany(db: Sql, company: { name: string }) {
  return db.insertInto("companies").values(company).returning(companyColumns).executeTakeFirstOrThrow();
}

export function findCompany(db: Sql, companyId: number) {
  return db.selectFrom("companies").select(companyColumns).where("id", "=", companyId).executeTakeFirst();
}

/** Every token of the company given out until now is dead from here on. */
export async function revokeTokens(db: Sql, companyId: number): Promise<void> {
  await db
    .updateTable("companies")
    .set((eb) => ({ token_version: eb("token_version", "+", 1) }))
    .where("id", "=", companyId)
    .execute();
  await db
    .updateTable("api_tokens")
    .set((eb) => ({ revoked_at: eb.fn<string>("now") }))
    .where("company_id", "=", companyId)
    .where("revoked_at", "is", null)
    .execute();
}

export function setPreviousWebhookSecretExpiry(db: Sql, companyId: number, expiresAt: string) {
  return db
    .updateTable("companies")
    .set({ previous_webhook_secret_expires_at: expiresAt })
    .where("id", "=", companyId)
    .execute();
}

/** @throws a unique violation on `user_email_unique` when the address is taken in any company. */
export function insertUser(
  db: Sql,
  user: { company_id: number; email: string; name: string; role: Role; password_hash: string | null },
) {
  return db.insertInto("users").values(user).returning(userColumns).executeTakeFirstOrThrow();
}

export function findUser(db: Sql, companyId: number, id: number) {
  return db
    .selectFrom("users")
    .select(userColumns)
    .where("company_id", "=", companyId)
    .where("id", "=", id)
    .where("active", "=", true)
    .executeTakeFirst();
}

/** For the login alone: the one read that is not bound to a company, because the company is not known yet. */
export function findUserForLogin(db: Sql, email: string) {
  return db
    .selectFrom("users")
    .innerJoin("companies", "companies.id", "users.company_id")
    .select(["users.id", "company_id", "email", "users.name", "role", "password_hash", "companies.token_version"])
    .where((eb) => eb(eb.fn<string>("lower", ["email"]), "=", email.toLowerCase()))
    .where("active", "=", true)
    .executeTakeFirst();
}

/** The user behind a token as they are now, with the version that tokens of the company must carry. */
export function findUserOfToken(db: Sql, companyId: number, userId: number) {
  return db
    .selectFrom("users")
    .innerJoin("companies", "companies.id", "users.company_id")
    .select(["users.id", "company_id", "email", "users.name", "role", "companies.token_version"])
    .where("company_id", "=", companyId)
    .where("users.id", "=", userId)
    .where("active", "=", true)
    .executeTakeFirst();
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

/** A new one-time link; those printed before it are dead. */
export async function replaceSetupLink(trx: Trx, link: { token_sha256: Buffer; expires_at: string }): Promise<void> {
  await trx.deleteFrom("setup_links").where("used_at", "is", null).execute();
  await trx.insertInto("setup_links").values(link).execute();
}

export function findSetupLink(db: Sql, tokenSha256: Buffer, now: string) {
  return db
    .selectFrom("setup_links")
    .select("expires_at")
    .where("token_sha256", "=", tokenSha256)
    .where("used_at", "is", null)
    .where("expires_at", ">", now)
    .executeTakeFirst();
}

/** Uses a one-time link up: true for the first call, false for every later one. */
export async function takeSetupLink(trx: Trx, tokenSha256: Buffer, now: string): Promise<boolean> {
  const row = await trx
    .updateTable("setup_links")
    .set({ used_at: now })
    .where("token_sha256", "=", tokenSha256)
    .where("used_at", "is", null)
    .where("expires_at", ">", now)
    .returning("expires_at")
    .executeTakeFirst();
  return row !== undefined;
}
