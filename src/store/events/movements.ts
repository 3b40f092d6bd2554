/** What moves in companies without a change of the feed: files that are read, spreadsheets that are imported, and figures that are calculated. */
import { sql } from "kysely";
import type { Db } from "../db.ts";
import type { JobName } from "../job-kinds.ts";

/**
 * By kind of record: when one of them changed last, null without any. For months: `waiting` while some are to be calculated, else
 * null. Equal while nothing moves.
 */
export type Movement = Record<MovingType, string | null> & {
  /** The kinds that changed in the last seconds: a reader that begins now may have read them before. */
  recent: MovingType[];
};
export type MovingType = (typeof KINDS)[number];

/** Months, with the snapshots and findings that are calculated with them. */
const MONTHS = "MonthlyConsumptionData";
const KINDS = ["BillImport", "Document", MONTHS] as const;
const RECENT_SECONDS = 10;
const CALCULATING: JobName[] = ["derive", "roll-up", "rebuild"];

/**
 * By company. Each figure is one lookup in an index, however many records there are. A calculation that failed and waits for its next
 * try does not count: it may wait for hours.
 */
export async function readMovements(db: Db, companyIds: readonly number[]): Promise<Map<number, Movement>> {
  const { rows } = await sql<Movement & { id: number }>`
    select id, imports.latest as "BillImport", documents.latest as "Document",
      array_remove(array[
        case when imports.latest > now() - ${RECENT_SECONDS} * interval '1 second' then 'BillImport' end,
        case when documents.latest > now() - ${RECENT_SECONDS} * interval '1 second' then 'Document' end], null) as recent,
      (select 'waiting'
        where exists (select from jobs
            where kind = any(${CALCULATING}::text[]) and coalesce(company_id, 0) = asked.id and claimed_until is null
              and run_at <= now())
          or exists (select from jobs
            where kind = any(${CALCULATING}::text[]) and company_id = asked.id and claimed_until is not null)
      ) as "${sql.raw(MONTHS)}"
    from unnest(${companyIds}::bigint[]) asked (id),
      lateral (select max(updated_at) as latest from imports where company_id = asked.id) imports,
      lateral (select max(updated_at) as latest from documents where company_id = asked.id) documents`.execute(db);
  return new Map(rows.map(({ id, ...movement }) => [id, movement]));
}

/**
 * The kinds that moved between two looks. Months count once, when all are calculated: after an import of thousands of bills, readers
 * would otherwise read unfinished figures every second.
 */
export const movedSince = (before: Movement | undefined, now: Movement): MovingType[] =>
  before === undefined
    ? []
    : KINDS.filter((type) => before[type] !== now[type] && (type !== MONTHS || now[type] === null));
