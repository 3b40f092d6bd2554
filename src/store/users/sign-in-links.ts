/** Links that sign in a user once, each as a hash. One works while its user has the version with which it was made. */
import type { Db, Trx } from "../db.ts";
import { userVersion } from "./users.ts";
import { instantOf } from "../../domain/instant.ts";

export async function insertSignInLink(
  trx: Trx,
  link: {
    company_id: number;
    user_id: number;
    version: number;
    token_sha256: Buffer;
    expires_at: string;
    created_at: string;
  },
): Promise<void> {
  await trx.insertInto("sign_in_links").values(link).execute();
}

/** The user whom the link signs in. Not bound to a company: the holder of the link is not signed in. */
export function findUserOfSignInLink(db: Db, tokenSha256: Buffer, now: string) {
  return db
    .selectFrom("sign_in_links")
    .innerJoin("users", (join) =>
      join.onRef("users.company_id", "=", "sign_in_links.company_id").onRef("users.id", "=", "sign_in_links.user_id"),
    )
    .innerJoin("companies", "companies.id", "users.company_id")
    .select(["sign_in_links.company_id", "sign_in_links.user_id", "email"])
    .where("token_sha256", "=", tokenSha256)
    .where("expires_at", ">", now)
    .where("active", "=", true)
    .where("sign_in_links.version", "=", userVersion)
    .executeTakeFirst();
}

/** Uses the link up. False when another request was quicker. */
export async function takeSignInLink(trx: Trx, tokenSha256: Buffer): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom("sign_in_links")
    .where("token_sha256", "=", tokenSha256)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Deletes expired links. */
export function deleteExpiredSignInLinks(db: Db, now: number) {
  return db.deleteFrom("sign_in_links").where("expires_at", "<=", instantOf(now)).execute();
}
