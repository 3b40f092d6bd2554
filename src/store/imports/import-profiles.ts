/** The import profiles of companies: the meaning of their spreadsheets' columns. */
import { sql } from "kysely";
import type { Sql, Trx } from "../db.ts";

export type ProfileRow = Awaited<ReturnType<typeof listOwnProfiles>>[number];

/** By name. The list is short: a company has few profiles. */
export function listOwnProfiles(db: Sql, companyId: number) {
  return db
    .selectFrom("import_profiles")
    .select(["name", "profile", "created_at", "updated_at"])
    .where("company_id", "=", companyId)
    .orderBy("name")
    .execute();
}

export async function replaceProfile(trx: Trx, companyId: number, name: string, profile: object): Promise<ProfileRow> {
  const text = JSON.stringify(profile);
  return trx
    .insertInto("import_profiles")
    .values({ company_id: companyId, name, profile: text })
    .onConflict((conflict) =>
      conflict.columns(["company_id", "name"]).doUpdateSet({ profile: text, updated_at: sql`now()` }),
    )
    .returning(["name", "profile", "created_at", "updated_at"])
    .executeTakeFirstOrThrow();
}

/** False when there was none. */
export async function deleteProfile(db: Sql, companyId: number, name: string): Promise<boolean> {
  const deleted = await db
    .deleteFrom("import_profiles")
    .where("company_id", "=", companyId)
    .where("name", "=", name)
    .returning("name")
    .executeTakeFirst();
  return deleted !== undefined;
}
