/** The rows of the audit log, in one chain per company with a head. `safeguards/audit.ts` calculates their hashes. */
import { sql } from "kysely";
import type { Caller } from "../../records/caller.ts";
import type { Json } from "../../records/scalars.ts";
import type { Db, Sql, Trx } from "../db.ts";
import { inWindow, type ListWindow } from "../list-window.ts";

export interface AuditEntry {
  company_id: number;
  occurred_at: string;
  actor: string;
  action: string;
  record_type: string | null;
  record_id: number | null;
  request_id: string | null;
  address: string | null;
  /** Further details in a few words; never a secret. */
  detail?: Record<string, Json>;
}

const columns = [
  "id",
  "company_id",
  "position",
  "occurred_at",
  "actor",
  "action",
  "record_type",
  "record_id",
  "request_id",
  "address",
  "detail",
  "before_keying",
  "hash",
] as const;

const headColumns = [
  "company_id",
  "position",
  "hash",
  "anchor_position",
  "anchor_hash",
  "broken_position",
  "seal",
] as const;

/** Locks the head of a company's chain until the transaction ends, so that a chain has one writer at a time. Creates it when there is none. */
export async function lockAuditHead(trx: Trx, companyId: number) {
  return trx
    .insertInto("audit_heads")
    .values({ company_id: companyId })
    .onConflict((conflict) => conflict.column("company_id").doUpdateSet({ company_id: companyId }))
    .returning([...headColumns, sql<number>`nextval(pg_get_serial_sequence('audit_log', 'id'))`.as("next_id")])
    .executeTakeFirstOrThrow();
}

export type AuditHeadRow = Omit<Awaited<ReturnType<typeof lockAuditHead>>, "next_id">;

export function findAuditHead(db: Sql, companyId: number): Promise<AuditHeadRow | undefined> {
  return db.selectFrom("audit_heads").select(headColumns).where("company_id", "=", companyId).executeTakeFirst();
}

export async function insertAuditRow(
  trx: Trx,
  row: Required<AuditEntry> & { id: number; position: number; hash: Buffer },
): Promise<void> {
  const { id, company_id, position, occurred_at, actor, action, record_type, record_id, request_id, address, hash } =
    row;
  await sql`
    insert into audit_log (id, company_id, position, occurred_at, actor, action, record_type, record_id, request_id,
      address, detail, hash) overriding system value
    values (${id}, ${company_id}, ${position}, ${occurred_at}, ${actor}, ${action}, ${record_type}, ${record_id},
      ${request_id}, ${address}, ${JSON.stringify(row.detail)}, ${hash})`.execute(trx);
}

export function updateAuditHead(trx: Trx, { company_id, ...head }: AuditHeadRow) {
  return trx.updateTable("audit_heads").set(head).where("company_id", "=", company_id).execute();
}

/** Rows of a company's chain, in order. */
export function listAuditChain(db: Sql, companyId: number, afterPosition: number, limit: number) {
  return db
    .selectFrom("audit_log")
    .select(columns)
    .where("company_id", "=", companyId)
    .where("position", ">", afterPosition)
    .orderBy("position")
    .limit(limit)
    .execute();
}

export async function findAuditHash(db: Sql, companyId: number, position: number): Promise<Buffer | undefined> {
  const row = await db
    .selectFrom("audit_log")
    .select("hash")
    .where("company_id", "=", companyId)
    .where("position", "=", position)
    .executeTakeFirst();
  return row?.hash;
}

/** The highest position of a company's rows; 0 when it has none. */
export async function lastAuditPosition(db: Sql, companyId: number): Promise<number> {
  const row = await db
    .selectFrom("audit_log")
    .select((eb) => eb.fn.max("position").as("last"))
    .where("company_id", "=", companyId)
    .executeTakeFirst();
  return row?.last ?? 0;
}

/** The heads of companies with rows or a head, with ids above `afterId`. */
export async function listAuditHeads(db: Sql, afterId: number, limit: number): Promise<AuditHeadRow[]> {
  const { rows } = await sql<AuditHeadRow>`
    select c.company_id, coalesce(h.position, 0) as position, coalesce(h.hash, '') as hash,
      coalesce(h.anchor_position, 0) as anchor_position, coalesce(h.anchor_hash, '') as anchor_hash, h.broken_position,
      coalesce(h.seal, '') as seal
    from (select company_id from audit_heads union select distinct company_id from audit_log) c
    left join audit_heads h on h.company_id = c.company_id
    where c.company_id > ${afterId} order by c.company_id limit ${limit}`.execute(db);
  return rows;
}

/** Companies with rows from before the chain was keyed, without hashes yet. */
export async function listCompaniesWithoutHashes(db: Sql): Promise<number[]> {
  const rows = await db
    .selectFrom("audit_log")
    .select("company_id")
    .distinct()
    .where("before_keying", "=", true)
    .where("hash", "=", Buffer.alloc(0))
    .execute();
  return rows.map(({ company_id }) => company_id);
}

export function setAuditHash(trx: Trx, companyId: number, position: number, hash: Buffer) {
  return trx
    .updateTable("audit_log")
    .set({ hash })
    .where("company_id", "=", companyId)
    .where("position", "=", position)
    .execute();
}

/** Companies with rows from before an instant. */
export async function listCompaniesWithOldAudit(db: Sql, before: string): Promise<number[]> {
  const rows = await db
    .selectFrom("audit_log")
    .select("company_id")
    .distinct()
    .where("occurred_at", "<", before)
    .execute();
  return rows.map(({ company_id }) => company_id);
}

/** The last row that may be pruned: all rows up to it are older than the instant. 0 when there is none. */
export async function lastOldAuditPosition(trx: Trx, companyId: number, before: string): Promise<number> {
  const kept = await trx
    .selectFrom("audit_log")
    .select((eb) => eb.fn.min("position").as("first"))
    .where("company_id", "=", companyId)
    .where("occurred_at", ">=", before)
    .executeTakeFirst();
  return kept?.first === null || kept === undefined ? lastAuditPosition(trx, companyId) : Math.max(0, kept.first - 1);
}

export function deleteAuditUpTo(trx: Trx, companyId: number, position: number) {
  return trx.deleteFrom("audit_log").where("company_id", "=", companyId).where("position", "<=", position).execute();
}

/** Claims heads that changed since they were last logged, each at most once an hour and by one process. */
export function takeHeadsToLog(db: Db, now: string, loggedBefore: string, limit: number) {
  return db
    .updateTable("audit_heads")
    .set((eb) => ({ logged_position: eb.ref("position"), logged_at: now }))
    .where("company_id", "in", (eb) =>
      eb
        .selectFrom("audit_heads")
        .select("company_id")
        .whereRef("position", ">", "logged_position")
        .where((where) => where.or([where("logged_at", "is", null), where("logged_at", "<=", loggedBefore)]))
        .orderBy("company_id")
        .limit(limit)
        .forUpdate()
        .skipLocked(),
    )
    .returning(["company_id", "position", "hash"])
    .execute();
}

export interface AuditFilter {
  company_id?: number | undefined;
  action?: string | undefined;
  record_type?: string | undefined;
  record_id?: number | undefined;
  /** A half-open time range. */
  from?: string | undefined;
  to?: string | undefined;
}

/** Rows that the caller may see, by id: those of the own company, for an admin of all companies. */
export function listAudit(db: Db, caller: Caller, filter: AuditFilter, window: ListWindow) {
  const { company_id, action, record_type, record_id, from, to } = filter;
  const query = db
    .selectFrom("audit_log")
    .select(columns)
    .$if(caller.role !== "admin", (q) => q.where("company_id", "=", caller.company_id))
    .$if(company_id !== undefined, (q) => q.where("company_id", "=", company_id ?? 0))
    .$if(action !== undefined, (q) => q.where("action", "=", action ?? ""))
    .$if(record_type !== undefined, (q) => q.where("record_type", "=", record_type ?? ""))
    .$if(record_id !== undefined, (q) => q.where("record_id", "=", record_id ?? 0))
    .$if(from !== undefined, (q) => q.where("occurred_at", ">=", from ?? ""))
    .$if(to !== undefined, (q) => q.where("occurred_at", "<", to ?? ""));
  return inWindow(query, "audit_log", window).execute();
}
