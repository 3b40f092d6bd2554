/** What PostgreSQL knows of its tables follows bills that come in at once: by itself it looks a minute later, and until then plans as if they were empty. */
import { sql } from "kysely";
import type { Db } from "./db.ts";

/** Those that grow with bills. */
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
 * Looks at those that have at least doubled since they were looked at. A plan that was made for an empty table and kept,
 * as those of foreign keys are, finds a bill by a walk through all bills of its company.
 */
export async function analyzeGrown(db: Db): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class
    where oid = any(${TABLES}::regclass[])
      and pg_relation_size(oid) / current_setting('block_size')::integer >= 2 * greatest(relpages, 1)`.execute(db);
  if (rows.length === 0) return;
  const names = rows.map(({ name }) => sql.table(name));
  // What somebody else looks at or cleans up at this moment is left to them.
  await sql`analyze (skip_locked) ${sql.join(names)}`.execute(db);
}

/** How many writes of bills this process has made, by database. */
const writes = new WeakMap<Db, number>();
/** Others may write too: so many writes of ours are the most between two looks. */
const LOOK_EVERY = 256;

/**
 * Called after each transaction that wrote bills. Looks after the first, the second, the fourth, the eighth: what doubles a table is
 * seen soon, and seldom looked for.
 */
export async function analyzeAfterBills(db: Db): Promise<void> {
  const count = (writes.get(db) ?? 0) + 1;
  writes.set(db, count);
  if ((count & (count - 1)) === 0 || count % LOOK_EVERY === 0) await analyzeGrown(db);
}
