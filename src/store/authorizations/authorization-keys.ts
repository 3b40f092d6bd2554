/** The key ids of authorizations, and the keys to destroy. The keys themselves are stored outside the database. */
import type { Db, Sql, Trx } from "../db.ts";

export interface KeyName {
  company_id: number;
  key_id: string;
}

/** From `due_at` on any process may destroy the key. */
export function insertKeyToDestroy(db: Sql, key: KeyName & { due_at: string }) {
  return db
    .insertInto("keys_to_destroy")
    .values(key)
    .onConflict((conflict) => conflict.columns(["company_id", "key_id"]).doUpdateSet({ due_at: key.due_at }))
    .execute();
}

/** Assigns a new key to its authorization. False when the key was destroyed meanwhile: then nothing may be sealed under it. */
export async function setAuthorizationKey(trx: Trx, { company_id, key_id }: KeyName, id: number): Promise<boolean> {
  const kept = await trx
    .deleteFrom("keys_to_destroy")
    .where("company_id", "=", company_id)
    .where("key_id", "=", key_id)
    .returning("key_id")
    .executeTakeFirst();
  if (kept === undefined) return false;
  await trx
    .updateTable("authorizations")
    .set({ key_id })
    .where("company_id", "=", company_id)
    .where("id", "=", id)
    .execute();
  return true;
}

/**
 * Destroys one due key and removes it from the list; each key by one process. False when none is due. The row is locked meanwhile,
 * or an authorization could take the key (`setAuthorizationKey`) while it is destroyed, and seal values that cannot be opened.
 * Therefore `destroy` must time out after seconds.
 */
export function takeKeyToDestroy(db: Db, now: string, destroy: (keyId: string) => Promise<void>): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const due = await trx
      .selectFrom("keys_to_destroy")
      .select(["company_id", "key_id"])
      .where("due_at", "<=", now)
      .orderBy("due_at")
      .limit(1)
      .forUpdate()
      .skipLocked()
      .executeTakeFirst();
    if (due === undefined) return false;
    await destroy(due.key_id);
    await trx
      .deleteFrom("keys_to_destroy")
      .where("company_id", "=", due.company_id)
      .where("key_id", "=", due.key_id)
      .execute();
    return true;
  });
}

/** The key ids of authorizations, by authorization id; null for one without a key. Unknown ids are left out. */
export async function listAuthorizationKeys(
  db: Sql,
  companyId: number,
  ids: number[],
): Promise<Map<number, string | null>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom("authorizations")
    .select(["id", "key_id"])
    .where("company_id", "=", companyId)
    .where("id", "in", ids)
    .execute();
  return new Map(rows.map(({ id, key_id }) => [id, key_id]));
}

/** Authorizations of all companies that are in use and have a key, in id order. */
export function listKeyedAuthorizations(db: Sql, afterId: number, limit: number) {
  return db
    .selectFrom("authorizations")
    .select(["company_id", "id", "key_id"])
    .where("id", ">", afterId)
    .where("revoked_at", "is", null)
    .where("key_id", "is not", null)
    .orderBy("id")
    .limit(limit)
    .$narrowType<{ key_id: string }>()
    .execute();
}

/** Authorizations whose secrets are sealed under the key of their company. */
export function listUnkeyedAuthorizations(db: Sql, limit: number) {
  return db
    .selectFrom("authorizations as a")
    .select(["a.company_id", "a.id"])
    .where("a.key_id", "is", null)
    .where("a.revoked_at", "is", null)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom("secrets as s")
          .whereRef("s.company_id", "=", "a.company_id")
          .where("s.record_type", "=", "authorization")
          .whereRef("s.record_id", "=", "a.id"),
      ),
    )
    .orderBy("a.id")
    .limit(limit)
    .execute();
}

/** All sealed values of an authorization, including those of its challenges. */
export async function listAuthorizationSecrets(trx: Trx, companyId: number, id: number) {
  return trx
    .selectFrom("secrets as s")
    .select(["s.record_type", "s.record_id", "s.field", "s.sealed"])
    .where("s.company_id", "=", companyId)
    .where((eb) =>
      eb.or([
        eb.and([eb("s.record_type", "=", "authorization"), eb("s.record_id", "=", id)]),
        eb.and([
          eb("s.record_type", "=", "challenge"),
          eb(
            "s.record_id",
            "in",
            eb
              .selectFrom("challenges as c")
              .select("c.id")
              .where("c.company_id", "=", companyId)
              .where("c.authorization_id", "=", id),
          ),
        ]),
      ]),
    )
    .execute();
}
