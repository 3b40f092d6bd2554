/** The signing keys of tokens: the newest signs, and earlier ones only verify until their last token has expired. */
import { sql } from "kysely";
import type { Sql, Trx } from "../db.ts";

/** The name of the first key, and the prefix of later ones. */
export const FIRST_TOKEN_KEY = "jwt";

const isTokenKey = sql<boolean>`(name = ${FIRST_TOKEN_KEY} or name like ${`${FIRST_TOKEN_KEY} %`})`;

/** Oldest first; the newest key that is not retired signs. */
export function listTokenKeys(db: Sql) {
  return db
    .selectFrom("service_secrets")
    .select(["name", "sealed", "retired_at"])
    .where(isTokenKey)
    .orderBy("created_at")
    .orderBy("name")
    .execute();
}

/** Retires the existing keys, which then only verify. One rotation at a time. */
export async function retireTokenKeys(trx: Trx, now: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('token_keys'))`.execute(trx);
  await trx
    .updateTable("service_secrets")
    .set({ retired_at: now })
    .where(isTokenKey)
    .where("retired_at", "is", null)
    .execute();
}

/** Deletes keys that were retired before an instant. */
export async function deleteRetiredTokenKeys(db: Sql, before: string): Promise<void> {
  await db.deleteFrom("service_secrets").where(isTokenKey).where("retired_at", "<", before).execute();
}
