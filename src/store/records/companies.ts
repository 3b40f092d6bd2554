/** Companies, and the one-time link that creates the first one. */
import { sql, type Updateable } from "kysely";
import { DERIVATION_EDITION } from "../../domain/months/meter-derivation.ts";
import { revokeApiTokens } from "../users/api-tokens.ts";
import type { Db, Sql, Trx } from "../db.ts";
import type { Schema } from "../schema.ts";
import { inWindow, readRows, versionOf, type ListWindow } from "../list-window.ts";

const companyColumns = [
  "id",
  "uuid",
  "name",
  "token_version",
  "previous_webhook_secret_expires_at",
  "created_at",
  "updated_at",
] as const;

export type CompanyRow = NonNullable<Awaited<ReturnType<typeof findCompany>>>;

export function insertCompany(db: Sql, company: { name: string }) {
  const row = { ...company, derivation_edition: DERIVATION_EDITION };
  return db.insertInto("companies").values(row).returning(companyColumns).executeTakeFirstOrThrow();
}

export function findCompany(db: Sql, companyId: number) {
  return db.selectFrom("companies").select(companyColumns).where("id", "=", companyId).executeTakeFirst();
}

const profileColumns = [
  "colour",
  "contact_name",
  "contact_email",
  "contact_phone",
  "contact_address",
  "privacy_url",
  "consent_text_en",
  "consent_text_es",
  "units",
  "fiscal_year_start",
  "language",
  "code_mailbox_id",
] as const;

export type CompanyProfileRow = NonNullable<Awaited<ReturnType<typeof findCompanyProfile>>>;

/** With what it says of itself, and the size of its logo. */
export function findCompanyProfile(db: Sql, companyId: number) {
  return db
    .selectFrom("companies as company")
    .leftJoin("company_logos as logo", "logo.company_id", "company.id")
    .select(["company.id", "company.uuid", "company.name", "company.created_at", "company.updated_at"])
    .select(profileColumns)
    .select(["logo.width as logo_width", "logo.height as logo_height", "logo.updated_at as logo_updated_at"])
    .where("company.id", "=", companyId)
    .executeTakeFirst();
}

/** Changes the given columns. */
export async function updateCompany(
  trx: Trx,
  companyId: number,
  edit: Updateable<Pick<Schema["companies"], "name" | (typeof profileColumns)[number]>>,
): Promise<void> {
  await trx
    .updateTable("companies")
    .set({ ...edit, updated_at: sql`now()` })
    .where("id", "=", companyId)
    .execute();
}

/** The logo as a PNG. */
export function findCompanyLogo(db: Sql, companyId: number) {
  return db
    .selectFrom("company_logos")
    .select(["png", "updated_at"])
    .where("company_id", "=", companyId)
    .executeTakeFirst();
}

export async function putCompanyLogo(
  trx: Trx,
  companyId: number,
  logo: { png: Buffer; width: number; height: number },
): Promise<void> {
  await trx
    .insertInto("company_logos")
    .values({ company_id: companyId, ...logo })
    .onConflict((conflict) => conflict.column("company_id").doUpdateSet({ ...logo, updated_at: sql`now()` }))
    .execute();
}

/** False when there is none. */
export async function deleteCompanyLogo(trx: Trx, companyId: number): Promise<boolean> {
  const row = await trx
    .deleteFrom("company_logos")
    .where("company_id", "=", companyId)
    .returning("company_id")
    .executeTakeFirst();
  return row !== undefined;
}

/** Locks the company, and everything counted under this lock, until the transaction ends. */
export async function lockCompany(trx: Trx, companyId: number): Promise<void> {
  await sql`select 1 from companies where id = ${companyId} for no key update`.execute(trx);
}

const companies = (db: Sql) => db.selectFrom("companies").select(companyColumns);

export const listCompanies = (db: Db, window: ListWindow): Promise<CompanyRow[]> =>
  readRows(db, inWindow(companies(db), "companies", window));

export const versionOfCompanies = (db: Db): Promise<string> => versionOf(db, companies(db));

/** Companies whose months were derived by older rules. */
export function listCompaniesOfOldEdition(db: Sql) {
  return db.selectFrom("companies").select("id").where("derivation_edition", "<", DERIVATION_EDITION).execute();
}

/** Records that all months of the company are of the current edition. */
export async function setDerivationEdition(db: Sql, companyId: number): Promise<void> {
  const row = { derivation_edition: DERIVATION_EDITION };
  await db.updateTable("companies").set(row).where("id", "=", companyId).execute();
}

/** Invalidates all existing tokens of the company. */
export async function revokeTokens(trx: Trx, companyId: number, now: string): Promise<void> {
  await trx
    .updateTable("companies")
    .set((eb) => ({ token_version: eb("token_version", "+", 1), tokens_revoked_at: now }))
    .where("id", "=", companyId)
    .execute();
  await revokeApiTokens(trx, companyId, { user_id: null }, now);
}

export function setPreviousWebhookSecretExpiry(db: Sql, companyId: number, expiresAt: string) {
  return db
    .updateTable("companies")
    .set({ previous_webhook_secret_expires_at: expiresAt })
    .where("id", "=", companyId)
    .execute();
}

/** Stores a new one-time link and invalidates earlier ones. */
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
