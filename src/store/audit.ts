/** The audit log: who did something that matters, each row chained to the one before it, so that a missing or altered row shows. */
import { createHash } from "node:crypto";
import { sql } from "kysely";
import type { Json } from "../records/scalars.ts";
import type { Trx } from "./db.ts";

export interface AuditEntry {
  company_id: number;
  occurred_at: string;
  actor: string;
  action: string;
  record_type: string | null;
  record_id: number | null;
  request_id: string | null;
  address: string | null;
  /** What else matters, in a few words: never a secret. */
  detail?: Record<string, Json>;
}

/** Adds a row. Commit it before whatever it speaks of leaves the service. */
export async function insertAudit(trx: Trx, entry: AuditEntry): Promise<void> {
  // One writer of a company's chain at a time.
  await sql`select pg_advisory_xact_lock(hashtext('audit_log'), ${entry.company_id}::int)`.execute(trx);
  const last = await trx
    .selectFrom("audit_log")
    .select("hash")
    .where("company_id", "=", entry.company_id)
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  const previous_hash = last?.hash ?? null;
  await trx
    .insertInto("audit_log")
    .values({
      ...entry,
      detail: JSON.stringify(entry.detail ?? {}),
      previous_hash,
      hash: chainHash(previous_hash, entry),
    })
    .execute();
}

/** SHA-256 over the hash before and the entry's values in a fixed order. */
function chainHash(previous: Buffer | null, entry: AuditEntry): Buffer {
  const values = [
    entry.company_id,
    entry.occurred_at,
    entry.actor,
    entry.action,
    entry.record_type,
    entry.record_id,
    entry.request_id,
    entry.address,
    ...(entry.detail === undefined ? [] : [entry.detail]),
  ];
  return createHash("sha256")
    .update(previous ?? Buffer.alloc(0))
    .update(JSON.stringify(values))
    .digest();
}
