/** Utilities that are wanted: per company how often each was asked for, and nothing of who asked. */
import { sql } from "kysely";
import type { Caller } from "../../records/caller.ts";
import type { Db, Trx } from "../db.ts";
import { inWindow, readRows, versionOf, type ListWindow } from "../list-window.ts";

const columns = ["id", "company_id", "utility", "wishes", "created_at", "updated_at"] as const;

export type UtilityWishRow = Awaited<ReturnType<typeof listUtilityWishes>>[number];

/** Counts one more. Nothing is written for a further utility of a company that has `most` of them. */
export async function countUtilityWish(
  trx: Trx,
  { company_id, utility }: { company_id: number; utility: string },
  now: string,
  most: number,
): Promise<void> {
  await sql`
    insert into utility_wishes as wish (company_id, utility, created_at, updated_at)
    select ${company_id}, ${utility}, ${now}::timestamptz, ${now}::timestamptz
    where (select count(*) from utility_wishes where company_id = ${company_id}) < ${most}
      or exists (select from utility_wishes where company_id = ${company_id} and utility = ${utility})
    on conflict (company_id, utility) do update set wishes = wish.wishes + 1, updated_at = excluded.updated_at
  `.execute(trx);
}

/** Those of the company; an admin sees those of all companies. */
const wishesFor = (db: Db, caller: Caller) =>
  db
    .selectFrom("utility_wishes")
    .select(columns)
    .$if(caller.role !== "admin", (query) => query.where("company_id", "=", caller.company_id));

export function listUtilityWishes(db: Db, caller: Caller, window: ListWindow) {
  return readRows(db, inWindow(wishesFor(db, caller), "utility_wishes", window));
}

export const versionOfUtilityWishes = (db: Db, caller: Caller): Promise<string> => versionOf(db, wishesFor(db, caller));
