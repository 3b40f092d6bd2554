/** Links to set a new password, each as a hash. One works while its user has the version with which it was made. */
import type { Db, Sql, Trx } from "../db.ts";
import { userVersion } from "./users.ts";

export async function insertPasswordReset(
  trx: Trx,
  reset: {
    company_id: number;
    user_id: number;
    version: number;
    token_sha256: Buffer;
    expires_at: string;
    created_at: string;
  },
): Promise<void> {
  await trx.insertInto("password_resets").values(reset).execute();
}

/** The user whose password the link sets. Not bound to a company: whoever holds the link is not signed in. */
export function findUserOfReset(db: Sql, tokenSha256: Buffer, now: string) {
  return db
    .selectFrom("password_resets")
    .innerJoin("users", (join) =>
      join
        .onRef("users.company_id", "=", "password_resets.company_id")
        .onRef("users.id", "=", "password_resets.user_id"),
    )
    .innerJoin("companies", "companies.id", "users.company_id")
    .select(["password_resets.company_id", "password_resets.user_id", "email"])
    .where("token_sha256", "=", tokenSha256)
    .where("expires_at", ">", now)
    .where("active", "=", true)
    .where("password_resets.version", "=", userVersion)
    .executeTakeFirst();
}

/** Deletes expired links. */
export function deleteExpiredResets(db: Db, now: number) {
  return db.deleteFrom("password_resets").where("expires_at", "<=", new Date(now).toISOString()).execute();
}
