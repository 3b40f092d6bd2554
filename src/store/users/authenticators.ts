/** Authenticator apps of users: whether there is one, which code was used last, which recovery codes are left. The secret lies sealed in `secrets`. */
import { sql } from "kysely";
import type { Sql, Trx } from "../db.ts";

/** Undefined where the user has begun no enrolment. */
export function findAuthenticator(db: Sql, companyId: number, userId: number) {
  return db
    .selectFrom("authenticators")
    .select(["confirmed_at", "last_step", "created_at"])
    .select(sql<number>`cardinality(recovery_sha256)`.as("recovery_codes_left"))
    .where("company_id", "=", companyId)
    .where("user_id", "=", userId)
    .executeTakeFirst();
}

/** Begins an enrolment, or begins it anew while it is not confirmed. False when the user has a confirmed one. */
export async function beginAuthenticator(trx: Trx, companyId: number, userId: number): Promise<boolean> {
  const begun = await trx
    .insertInto("authenticators")
    .values({ company_id: companyId, user_id: userId })
    .onConflict((conflict) =>
      conflict
        .columns(["company_id", "user_id"])
        .doUpdateSet({ last_step: 0 })
        .where("authenticators.confirmed_at", "is", null),
    )
    .returning("user_id")
    .executeTakeFirst();
  return begun !== undefined;
}

/** False when it was confirmed before, or there is none. */
export async function confirmAuthenticator(
  trx: Trx,
  companyId: number,
  userId: number,
  confirmed: { confirmed_at: string; recovery_sha256: string[] },
): Promise<boolean> {
  const row = await trx
    .updateTable("authenticators")
    .set(confirmed)
    .where("company_id", "=", companyId)
    .where("user_id", "=", userId)
    .where("confirmed_at", "is", null)
    .returning("user_id")
    .executeTakeFirst();
  return row !== undefined;
}

/** Uses the code of a step up. False when that code, or a later one, was used before. */
export async function useStep(db: Sql, companyId: number, userId: number, step: number): Promise<boolean> {
  const used = await db
    .updateTable("authenticators")
    .set({ last_step: step })
    .where("company_id", "=", companyId)
    .where("user_id", "=", userId)
    .where("last_step", "<", step)
    .returning("user_id")
    .executeTakeFirst();
  return used !== undefined;
}

/** Uses a recovery code up. False when it is none of those that are left. */
export async function useRecoveryCode(db: Sql, companyId: number, userId: number, sha256: string): Promise<boolean> {
  const used = await db
    .updateTable("authenticators")
    .set({ recovery_sha256: sql`array_remove(recovery_sha256, ${sha256})` })
    .where("company_id", "=", companyId)
    .where("user_id", "=", userId)
    .where("confirmed_at", "is not", null)
    .where(sql<boolean>`${sha256} = any(recovery_sha256)`)
    .returning("user_id")
    .executeTakeFirst();
  return used !== undefined;
}

/** False when there was none. */
export async function deleteAuthenticator(trx: Trx, companyId: number, userId: number): Promise<boolean> {
  const row = await trx
    .deleteFrom("authenticators")
    .where("company_id", "=", companyId)
    .where("user_id", "=", userId)
    .returning("user_id")
    .executeTakeFirst();
  return row !== undefined;
}
