/** Updates PostgreSQL's table statistics during large imports: autovacuum does so a minute later, and until then plans assume empty tables. */
import { sql } from "kysely";
import type { Db } from "./db.ts";

/** The tables that grow with bills. */
const TABLES = [
  "documents",
  "utility_bills",
  "utility_charges",
  "utility_usages",
  "bill_meters",
  "bill_texts",
  "utility_meters",
  "utility_accounts",
  "properties",
];

/**
 * Analyzes tables that have at least doubled since they were last analyzed. A cached plan that was made for an empty table, such
 * as those of foreign keys, finds a bill by scanning all bills of its company.
 */
export async function analyzeGrown(db: Db): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class
    where oid = any(${TABLES}::regclass[])
      and pg_relation_size(oid) / current_setting('block_size')::integer >= 2 * greatest(relpages, 1)`.execute(db);
  if (rows.length === 0) return;
  const names = rows.map(({ name }) => sql.table(name));
  // Tables that another session is analyzing or vacuuming are skipped.
  await sql`analyze (skip_locked) ${sql.join(names)}`.execute(db);
}

/** The number of bill transactions of this process, by database. */
const writes = new WeakMap<Db, number>();
/** The most transactions between two checks, because other processes may write too. */
const LOOK_EVERY = 256;

/**
 * Called after each transaction that wrote bills. Checks after the first, second, fourth, eighth and so on: a doubled table is
 * detected soon with few checks.
 */
export async function analyzeAfterBills(db: Db): Promise<void> {
  const count = (writes.get(db) ?? 0) + 1;
  writes.set(db, count);
  if ((count & (count - 1)) === 0 || count % LOOK_EVERY === 0) await analyzeGrown(db);
}
