/** What PostgreSQL knows of its tables follows a bulk import at once: by itself it looks a minute later, and until then plans as if they were empty. */
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
