/** Form links: which shareable forms a company has out. Only a hash of the link is kept; a revoked one opens nothing. */
import type { Sql, Trx } from "./db.ts";

const columns = ["id", "company_id", "created_at"] as const;

export function insertFormLink(trx: Trx, link: { company_id: number; key_sha256: Buffer; created_at: string }) {
  return trx.insertInto("form_links").values(link).returning(columns).executeTakeFirstOrThrow();
}

/** The company's newest link that works, until it is renewed. */
export function findCurrentFormLink(db: Sql, companyId: number, now: string) {
  return formLinks(db, now).where("company_id", "=", companyId).orderBy("id", "desc").limit(1).executeTakeFirst();
}

export function findFormLink(db: Sql, companyId: number, keySha256: Buffer, now: string) {
  return formLinks(db, now).where("company_id", "=", companyId).where("key_sha256", "=", keySha256).executeTakeFirst();
}

function formLinks(db: Sql, now: string) {
  return db
    .selectFrom("form_links")
    .select(columns)
    .where("revoked_at", "is", null)
    .where((eb) => eb.or([eb("expires_at", "is", null), eb("expires_at", ">", now)]));
}
