/** What moves in companies without a change of the feed: files that are read, and spreadsheets that are imported. */
import { sql } from "kysely";
import type { Db } from "../db.ts";

/** By kind of record, when one of them moved last; null: there is none. Equal while nothing moves. */
export type Movement = Record<MovingType, string | null>;
export type MovingType = "BillImport" | "Document";

/** By company. Each figure is the end of an index, however many records there are. */
export async function readMovements(db: Db, companyIds: readonly number[]): Promise<Map<number, Movement>> {
  const { rows } = await sql<Movement & { id: number }>`
    select id,
      (select max(updated_at) from imports where company_id = asked.id) as "BillImport",
      (select max(updated_at) from documents where company_id = asked.id) as "Document"
    from unnest(${companyIds}::bigint[]) asked (id)`.execute(db);
  return new Map(rows.map(({ id, ...movement }) => [id, movement]));
}

/** The kinds that moved between two looks. */
export const movedSince = (before: Movement | undefined, now: Movement): MovingType[] =>
  // The keys are the kinds.
  before === undefined ? [] : (Object.keys(now) as MovingType[]).filter((type) => before[type] !== now[type]);
