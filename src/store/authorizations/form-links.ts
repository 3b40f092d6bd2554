/** Form links: which shareable forms a company has out. Only a hash of the link is kept; a revoked one opens nothing. */
import type { Sql, Trx } from "../db.ts";

const columns = ["id", "company_id", "created_at"] as const;

export function insertFormLink(trx: Trx, link: { company_id: number; key_sha256: Buffer; created_at: string }) {
  return trx.insertInto("form_links").values(link).returning(columns).executeTakeFirstOrThrow();
}

/** The company's newest link that works, until it is renewed. */
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

/** When the newest link was made, working or not: a link made in the same millisecond would be the same. */
export function findNewestFormLink(db: Sql, companyId: number) {
  return db
    .selectFrom("form_links")
    .select(columns)
    .where("company_id", "=", companyId)
    .orderBy("created_at", "desc")
    .limit(1)
    .executeTakeFirst();
}

/** A link, working or not, with who asks by it. `company_has_admin`: an administrator of the service is one of them. */
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

/** Every link of the company that works is dead from here on. Gives their ids. */
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
