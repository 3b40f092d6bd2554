/** API tokens and their scopes. Only a hash of each token is stored. */
import { sql } from "kysely";
import type { Scope } from "../../records/api-token.ts";
import type { CompanyRole, Role } from "../../records/codes.ts";
import type { Db, Sql, Trx } from "../db.ts";
import { inWindow, readRows, versionOf, type ListWindow } from "../list-window.ts";
import { hasAuthenticator } from "./users.ts";

const columns = [
  "id",
  "company_id",
  "user_id",
  "name",
  "scopes",
  "role_ceiling",
  "company_role_ceiling",
  "last_used_at",
  "expires_at",
  "revoked_at",
  "created_at",
  "updated_at",
] as const;

export type ApiTokenRow = Awaited<ReturnType<typeof insertApiToken>>;

export function insertApiToken(
  trx: Trx,
  token: {
    company_id: number;
    user_id: number;
    name: string;
    scopes: Scope[];
    role_ceiling: Role;
    company_role_ceiling: CompanyRole;
    token_sha256: Buffer;
    expires_at: string | null;
  },
) {
  return trx.insertInto("api_tokens").values(token).returning(columns).executeTakeFirstOrThrow();
}

/** All tokens of the company, including expired and revoked ones. */
export const listApiTokens = (db: Db, companyId: number, window: ListWindow): Promise<ApiTokenRow[]> =>
  readRows(db, inWindow(apiTokens(db, companyId), "api_tokens", window));

export const versionOfApiTokens = (db: Db, companyId: number): Promise<string> =>
  versionOf(db, apiTokens(db, companyId));

const apiTokens = (db: Sql, companyId: number) =>
  db.selectFrom("api_tokens").select(columns).where("company_id", "=", companyId);

/** The user who made a token; undefined when the company has none with this id. */
export async function findUserIdOfApiToken(db: Sql, companyId: number, id: number): Promise<number | undefined> {
  const row = await db
    .selectFrom("api_tokens")
    .select("user_id")
    .where("company_id", "=", companyId)
    .where("id", "=", id)
    .executeTakeFirst();
  return row?.user_id;
}

/** Revokes a token. Undefined when the company has none with this id; a second call changes nothing. */
export function revokeApiToken(trx: Trx, companyId: number, id: number, now: string) {
  return (
    trx
      .updateTable("api_tokens")
      // A second revocation changes nothing.
      .set((eb) => ({
        revoked_at: eb.fn.coalesce("revoked_at", eb.val(now)),
        updated_at: sql<string>`case when revoked_at is null then ${now}::timestamptz else updated_at end`,
      }))
      .where("company_id", "=", companyId)
      .where("id", "=", id)
      .returning(columns)
      .executeTakeFirst()
  );
}

/** Revokes all live tokens, or those of one user. */
export async function revokeApiTokens(
  trx: Trx,
  companyId: number,
  { user_id }: { user_id: number | null },
  now: string,
): Promise<void> {
  // In id order, so that two revocations of the same tokens never deadlock.
  const live = await trx
    .selectFrom("api_tokens")
    .select("id")
    .where("company_id", "=", companyId)
    .where("revoked_at", "is", null)
    .$if(user_id !== null, (query) => query.where("user_id", "=", user_id))
    .orderBy("id")
    .forNoKeyUpdate()
    .execute();
  if (live.length === 0) return;
  const ids = live.map(({ id }) => id);
  await trx
    .updateTable("api_tokens")
    .set({ revoked_at: now, updated_at: now })
    .where("company_id", "=", companyId)
    .where("id", "=", sql<number>`any(${ids}::bigint[])`)
    .execute();
}

/** Finds a token by its hash. Undefined when it is unknown, revoked or expired, or its user is deactivated. */
export function findUserOfApiToken(db: Sql, tokenSha256: Buffer, now: string) {
  return db
    .selectFrom("api_tokens")
    .innerJoin("users", (join) =>
      join.onRef("users.company_id", "=", "api_tokens.company_id").onRef("users.id", "=", "api_tokens.user_id"),
    )
    .select(["api_tokens.id", "api_tokens.company_id", "api_tokens.user_id", "scopes", "expires_at", "last_used_at"])
    .select(["email", "users.name", "role", "role_ceiling", "company_role", "company_role_ceiling", hasAuthenticator])
    .where("token_sha256", "=", tokenSha256)
    .where("revoked_at", "is", null)
    .where((eb) => eb.or([eb("expires_at", "is", null), eb("expires_at", ">", now)]))
    .where("active", "=", true)
    .executeTakeFirst();
}

/** Records the use, unless one after `since` is already recorded. */
export function touchApiToken(db: Sql, companyId: number, id: number, { now, since }: { now: string; since: string }) {
  return db
    .updateTable("api_tokens")
    .set({ last_used_at: now })
    .where("company_id", "=", companyId)
    .where("id", "=", id)
    .where((eb) => eb.or([eb("last_used_at", "is", null), eb("last_used_at", "<=", since)]))
    .execute();
}
