/** Idempotency keys: which request claims a key, and its sealed answer. Kept for a day. */
import type { Sql } from "./db.ts";
import { instantOf } from "../domain/instant.ts";

/** How long a key refers to its request. */
export const KEPT_MS = 24 * 3600 * 1000;

export interface KeyPlace {
  company_id: number;
  key: string;
}

/** A claim of one request on a key; it expires, so that a crash does not block the key forever. */
export interface Claim extends KeyPlace {
  claim: string;
  claimed_until: string;
}

/** Claims an unused key; false when it was used. A use before `forgottenBefore` does not count. */
export async function claimKey(
  db: Sql,
  claim: Claim & { request_sealed: Buffer; created_at: string },
  forgottenBefore: string,
): Promise<boolean> {
  const row = await db
    .insertInto("idempotency_keys")
    .values(claim)
    .onConflict((conflict) =>
      conflict
        .columns(["company_id", "key"])
        .doUpdateSet((eb) => ({
          claim: eb.ref("excluded.claim"),
          claimed_until: eb.ref("excluded.claimed_until"),
          request_sealed: eb.ref("excluded.request_sealed"),
          created_at: eb.ref("excluded.created_at"),
          status: null,
          answer_sealed: null,
        }))
        .where("idempotency_keys.created_at", "<", forgottenBefore),
    )
    .returning("key")
    .executeTakeFirst();
  return row !== undefined;
}

export function findKey(db: Sql, { company_id, key }: KeyPlace) {
  return db
    .selectFrom("idempotency_keys")
    .select(["claim", "claimed_until", "request_sealed", "status", "answer_sealed"])
    .where("company_id", "=", company_id)
    .where("key", "=", key)
    .executeTakeFirst();
}

/** Takes the key over from the claim `ended`, which has expired. False when another request did it first. */
export async function takeOverKey(db: Sql, { company_id, key, claim, claimed_until }: Claim, ended: string) {
  const row = await db
    .updateTable("idempotency_keys")
    .set({ claim, claimed_until })
    .where("company_id", "=", company_id)
    .where("key", "=", key)
    .where("claim", "=", ended)
    .where("status", "is", null)
    .returning("key")
    .executeTakeFirst();
  return row !== undefined;
}

/** False when another request has taken over the claim: the work must then be rolled back. */
export async function keepAnswer(
  db: Sql,
  { company_id, key, claim }: Claim,
  answer: { status: number; answer_sealed: Buffer },
): Promise<boolean> {
  const row = await db
    .updateTable("idempotency_keys")
    .set(answer)
    .where("company_id", "=", company_id)
    .where("key", "=", key)
    .where("claim", "=", claim)
    .where("status", "is", null)
    .returning("key")
    .executeTakeFirst();
  return row !== undefined;
}

/** Releases the key after work that was not done. */
export function releaseKey(db: Sql, { company_id, key, claim }: Claim) {
  return db
    .deleteFrom("idempotency_keys")
    .where("company_id", "=", company_id)
    .where("key", "=", key)
    .where("claim", "=", claim)
    .where("status", "is", null)
    .execute();
}

/** Ends the claim of work that may have been done in part: the key stays in use, without an answer. */
export function endClaim(db: Sql, { company_id, key, claim }: Claim, now: string) {
  return db
    .updateTable("idempotency_keys")
    .set({ claimed_until: now })
    .where("company_id", "=", company_id)
    .where("key", "=", key)
    .where("claim", "=", claim)
    .where("status", "is", null)
    .execute();
}

export function deleteOldKeys(db: Sql, now: number) {
  const before = instantOf(now - KEPT_MS);
  return db.deleteFrom("idempotency_keys").where("created_at", "<", before).execute();
}
