/** Authenticator apps of users: confirmation, last used code, and remaining recovery codes. The secret is sealed in `secrets`. */
import { sql } from "kysely";
import type { Sql, Trx } from "../db.ts";

/** Undefined when the user has not started an enrolment. */
export function findAuthenticator(db: Sql, companyId: number, userId: number) {
  return db
    .selectFrom("authenticators")
    .select(["confirmed_at", "last_step", "created_at"])
    .select(sql<number>`cardinality(recovery_sha256)`.as("recovery_codes_left"))
    .where("company_id", "=", companyId)
    .where("user_id", "=", userId)
    .executeTakeFirst();
}

/** Starts an enrolment, or restarts it while it is not confirmed. False when the user has a confirmed one. */
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

/** False when it is already confirmed, or there is none. */
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

/** Marks the code of a time step as used. False when that code, or a later one, was used before. */
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

/** Uses up a recovery code. False when it is not one of the remaining codes. */
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
