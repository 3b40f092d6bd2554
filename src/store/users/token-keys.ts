/** The keys that sign tokens: one that signs, and those before it that only verify until their last token has ended. */
import { sql } from "kysely";
import type { Sql, Trx } from "../db.ts";

/** The first key; those after it have their own names behind this one. */
export const FIRST_TOKEN_KEY = "jwt";

const isTokenKey = sql<boolean>`(name = ${FIRST_TOKEN_KEY} or name like ${`${FIRST_TOKEN_KEY} %`})`;

/** Oldest first; of those that are not retired the newest signs. */
export function listTokenKeys(db: Sql) {
  return db
    .selectFrom("service_secrets")
    .select(["name", "sealed", "retired_at"])
    .where(isTokenKey)
    .orderBy("created_at")
    .orderBy("name")
    .execute();
}

/** From here on the keys there are only verify. One rotation at a time. */
export async function retireTokenKeys(trx: Trx, now: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('token_keys'))`.execute(trx);
  await trx
    .updateTable("service_secrets")
    .set({ retired_at: now })
    .where(isTokenKey)
    .where("retired_at", "is", null)
    .execute();
}

/** Forgets keys that were retired before then. */
export async function deleteRetiredTokenKeys(db: Sql, before: string): Promise<void> {
  await db.deleteFrom("service_secrets").where(isTokenKey).where("retired_at", "<", before).execute();
}
