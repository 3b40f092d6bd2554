/** The shareable form links of companies. Only a hash of each link is stored; a revoked one opens nothing. */
import type { Sql, Trx } from "../db.ts";

const columns = ["id", "company_id", "created_at"] as const;

export function insertFormLink(trx: Trx, link: { company_id: number; key_sha256: Buffer; created_at: string }) {
  return trx.insertInto("form_links").values(link).returning(columns).executeTakeFirstOrThrow();
}

/** The company's newest valid link. */
export function findCurrentFormLink(db: Sql, companyId: number, now: string) {
  return db
    .selectFrom("form_links")
    .select(columns)
    .where("company_id", "=", companyId)
    .where("revoked_at", "is", null)
    .where((eb) => eb.or([eb("expires_at", "is", null), eb("expires_at", ">", now)]))
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
}

/** The newest link, valid or not: a link created in the same millisecond would be identical. */
export function findNewestFormLink(db: Sql, companyId: number) {
  return db
    .selectFrom("form_links")
    .select(columns)
    .where("company_id", "=", companyId)
    .orderBy("created_at", "desc")
    .limit(1)
    .executeTakeFirst();
}

/** A link, valid or not, with its company. `company_has_admin`: the company has an administrator of the service. */
export function findFormLink(db: Sql, companyId: number, keySha256: Buffer) {
  return db
    .selectFrom("form_links as link")
    .innerJoin("companies as company", "company.id", "link.company_id")
    .select((eb) => [
      "link.id",
      "link.company_id",
      "link.revoked_at",
      "link.expires_at",
      "company.name as company_name",
      eb
        .exists(
          eb
            .selectFrom("users")
            .select("users.id")
            .whereRef("users.company_id", "=", "link.company_id")
            .where("users.role", "=", "admin")
            .where("users.active", "=", true),
        )
        .$castTo<boolean>()
        .as("company_has_admin"),
    ])
    .where("link.company_id", "=", companyId)
    .where("link.key_sha256", "=", keySha256)
    .executeTakeFirst();
}

/** Revokes all valid links of the company. Returns their ids. */
export async function revokeFormLinks(trx: Trx, companyId: number, now: string): Promise<number[]> {
  const rows = await trx
    .updateTable("form_links")
    .set({ revoked_at: now })
    .where("company_id", "=", companyId)
    .where("revoked_at", "is", null)
    .returning("id")
    .execute();
  return rows.map(({ id }) => id).sort((one, other) => one - other);
}
