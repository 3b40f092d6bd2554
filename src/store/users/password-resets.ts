/** Links to set a new password, each as a hash. One works while its user has the version with which it was made. And requests for such a link by mail. */
import type { MailLanguage } from "../../records/codes.ts";
import type { Db, Sql, Trx } from "../db.ts";
import { userVersion } from "./users.ts";
import { instantOf } from "../../domain/instant.ts";

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

/** The user whose password the link sets. Not bound to a company: the holder of the link is not signed in. */
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

/** Deletes the links for users of a company, or of every company. */
export async function deletePasswordResets(trx: Trx, companyId: number | null): Promise<void> {
  await trx
    .deleteFrom("password_resets")
    .$if(companyId !== null, (query) => query.where("company_id", "=", companyId))
    .execute();
}

/** Deletes expired links. */
export function deleteExpiredResets(db: Db, now: number) {
  return db.deleteFrom("password_resets").where("expires_at", "<=", instantOf(now)).execute();
}

/** Its id. */
export async function insertResetRequest(
  trx: Trx,
  request: { email: string; language: MailLanguage; address: string; created_at: string },
): Promise<number> {
  const { id } = await trx.insertInto("reset_requests").values(request).returning("id").executeTakeFirstOrThrow();
  return id;
}

export const findResetRequest = (db: Sql, id: number) =>
  db.selectFrom("reset_requests").select(["email", "language", "address"]).where("id", "=", id).executeTakeFirst();

export async function deleteResetRequest(db: Sql, id: number): Promise<void> {
  await db.deleteFrom("reset_requests").where("id", "=", id).execute();
}
