/** The last answers of portals that were not as their recipe says: masked, of no company, and few for each utility. */
import { sql } from "kysely";
import type { ChangedPage } from "../../records/utility-health.ts";
import type { Db, Trx } from "../db.ts";
import { inWindow, readRows, type ListWindow } from "../list-window.ts";

type NewPage = Omit<ChangedPage, "id" | "svc_object_type">;

/** Keeps it and the `most - 1` before it. */
export async function insertChangedPage(trx: Trx, page: NewPage, most: number): Promise<void> {
  await trx.insertInto("changed_pages").values(page).execute();
  await sql`
    delete from changed_pages where utility = ${page.utility} and id not in (
      select id from changed_pages where utility = ${page.utility} order by id desc limit ${most})`.execute(trx);
}

export function listChangedPages(db: Db, utility: string | undefined, window: ListWindow) {
  const query = db
    .selectFrom("changed_pages")
    .selectAll()
    .$if(utility !== undefined, (rows) => rows.where("utility", "=", utility ?? ""));
  return readRows(db, inWindow(query, "changed_pages", window));
}

export async function countChangedPages(db: Db, utilities: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ utility: string; count: number }>`
    select utility, count(*)::int as count from changed_pages where utility = any(${utilities}) group by utility`.execute(
    db,
  );
  return new Map(rows.map(({ utility, count }) => [utility, count]));
}

export async function deleteOldPages(db: Db, before: string, limit: number): Promise<number> {
  const { rows } = await sql`
    delete from changed_pages where id in (
      select id from changed_pages where created_at < ${before} order by created_at limit ${limit})
    returning id`.execute(db);
  return rows.length;
}
