/** Runs of deliveries: put in when they are due with all that fixes what they hold, tried under a lock, settled one by one. */
import { sql } from "kysely";
import type { RunOutcome } from "../../domain/data-delivery/outcome.ts";
import type { RunState } from "../../records/data-delivery.ts";
import type { Period } from "../../records/scalars.ts";
import type { Db, Sql, Trx } from "../db.ts";

const columns = [
  "company_id",
  "id",
  "data_delivery_id",
  "reason",
  "due_at",
  "state",
  "start_date",
  "end_date",
  "since_xid",
  "since_at",
  "until_xid",
  "until_at",
  "attempts",
  "unheard_tries",
  "next_attempt_at",
  "made_at",
  "rows_written",
  "status_detail",
  "action_required_by",
  "errors",
  "delivered_at",
  "created_at",
  "updated_at",
] as const;

export type RunRow = NonNullable<Awaited<ReturnType<typeof findRun>>>;

const runs = (db: Sql, companyId: number) =>
  db.selectFrom("data_delivery_runs").select(columns).where("company_id", "=", companyId);

/** An update of one run, to be told what it sets. */
const updateRun = (db: Sql, companyId: number, id: number) =>
  db.updateTable("data_delivery_runs").where("company_id", "=", companyId).where("id", "=", id);

export function findRun(db: Sql, companyId: number, id: number) {
  return runs(db, companyId).where("id", "=", id).executeTakeFirst();
}

/** The last runs of a delivery, newest first. */
export function listRuns(db: Sql, companyId: number, deliveryId: number, limit: number) {
  return runs(db, companyId).where("data_delivery_id", "=", deliveryId).orderBy("id", "desc").limit(limit).execute();
}

/** The last run of each delivery, by its id. */
export async function listLastRuns(db: Sql, companyId: number, deliveryIds: number[]): Promise<Map<number, RunRow>> {
  const rows = await runs(db, companyId)
    .distinctOn("data_delivery_id")
    .where("data_delivery_id", "=", sql<number>`any(${deliveryIds}::bigint[])`)
    .orderBy("data_delivery_id")
    .orderBy("id", "desc")
    .execute();
  return new Map(rows.map((row) => [row.data_delivery_id, row]));
}

/** States of a run that has not come to its end. */
export const OPEN_RUNS = ["waiting", "running", "blocked"] as const satisfies RunState[];

/** Runs of a delivery that have not come to their end, oldest first. None begins or ends before the transaction does. */
export function listOpenRuns(trx: Trx, companyId: number, deliveryId: number) {
  return runs(trx, companyId)
    .where("data_delivery_id", "=", deliveryId)
    .where("state", "in", OPEN_RUNS)
    .orderBy("id")
    .forUpdate()
    .execute();
}

/**
 * Puts in a run. What is new begins where the last delivery ended, and ends behind all that was committed by now; a beginning
 * that this database server never came to is of another one: the delivery begins anew.
 */
export async function insertRun(
  trx: Trx,
  run: {
    company_id: number;
    data_delivery_id: number;
    reason: "schedule" | "request";
    due_at: string;
    /** When it is first tried. */
    now: string;
    months: Period | null;
  },
): Promise<number> {
  const { company_id, data_delivery_id, reason, due_at, now, months } = run;
  const { rows } = await sql<{ id: number }>`
    insert into data_delivery_runs (company_id, data_delivery_id, reason, due_at, next_attempt_at, start_date, end_date,
      since_xid, since_at, until_xid, until_at)
    select company_id, id, ${reason}, ${due_at}, ${now}, ${months?.start_date ?? null}::date,
      ${months?.end_date ?? null}::date,
      case when delivered_xid < pg_snapshot_xmax(pg_current_snapshot()) then delivered_xid end, delivered_until,
      pg_snapshot_xmax(pg_current_snapshot()), now()
    from data_deliveries where company_id = ${company_id} and id = ${data_delivery_id}
    returning id`.execute(trx);
  const [row] = rows;
  if (row === undefined) throw new Error("a run of no delivery");
  return row.id;
}

/** Ends runs without delivering them, and says why. One that is under way then settles nothing any more. */
export async function replaceRuns(trx: Trx, companyId: number, ids: number[], sentence: string): Promise<void> {
  if (ids.length === 0) return;
  await trx
    .updateTable("data_delivery_runs")
    .set({
      state: "replaced",
      next_attempt_at: null,
      action_required_by: "none",
      errors: sentence,
      updated_at: sql`now()`,
    })
    .where("company_id", "=", companyId)
    .where("id", "in", ids)
    .where("state", "in", OPEN_RUNS)
    .execute();
}

/** A run that was just put in waits for the same person as another one does. */
export async function blockRun(
  trx: Trx,
  companyId: number,
  id: number,
  { status_detail, action_required_by, errors }: Pick<RunRow, "status_detail" | "action_required_by" | "errors">,
): Promise<void> {
  await updateRun(trx, companyId, id)
    .set({ state: "blocked", status_detail, action_required_by, errors, next_attempt_at: null, updated_at: sql`now()` })
    .execute();
}

/** Tries begin anew, at once: as when a person has mended what stood in the way. */
export async function rearmRun(trx: Trx, companyId: number, id: number, now: string): Promise<void> {
  await updateRun(trx, companyId, id)
    .set({ state: "waiting", attempts: 0, next_attempt_at: now, action_required_by: "none", updated_at: sql`now()` })
    .where("state", "in", ["waiting", "blocked"])
    .execute();
}

/** Tells a run that is under way that its destination is another by now: it is seen when what it met is settled. */
export async function markRunMended(trx: Trx, companyId: number, id: number, now: string): Promise<void> {
  await updateRun(trx, companyId, id)
    .set({ next_attempt_at: now, updated_at: sql`now()` })
    .where("state", "=", "running")
    .execute();
}

/**
 * Begins a try when its time has come; undefined when there is nothing to try now. A try that was cut off is the same try, and
 * counts among those of which nothing was heard: this one does too, until it is settled.
 */
export function beginRun(db: Sql, companyId: number, id: number, now: string) {
  return updateRun(db, companyId, id)
    .set({ state: "running", unheard_tries: sql`unheard_tries + 1`, updated_at: sql`now()` })
    .where("state", "in", ["waiting", "running"])
    .where("next_attempt_at", "<=", now)
    .returning(columns)
    .executeTakeFirst();
}

/** Says that a try came to no end, and that its process lives: it is the same try when it is taken up again. */
export async function setTryAnswered(db: Db, companyId: number, id: number): Promise<void> {
  await updateRun(db, companyId, id)
    .set({ unheard_tries: sql`greatest(unheard_tries - 1, 0)` })
    .execute();
}

/** True once every transaction has ended that may belong to what is new: none can commit behind it any more. */
export async function isHorizonPassed(db: Sql, { until_xid }: Pick<RunRow, "until_xid">): Promise<boolean> {
  const { rows } = await sql<{ passed: boolean }>`
    select pg_snapshot_xmin(pg_current_snapshot()) >= ${until_xid}::xid8 as passed`.execute(db);
  return rows[0]?.passed === true;
}

/** Ends what is new before the oldest transaction that is still open; what comes after it is of the next run. */
export async function shortenRun(db: Sql, companyId: number, id: number): Promise<RunRow> {
  return updateRun(db, companyId, id)
    .set({ until_xid: sql`least(until_xid, pg_snapshot_xmin(pg_current_snapshot()))`, updated_at: sql`now()` })
    .returning(columns)
    .executeTakeFirstOrThrow();
}

export async function setRowsWritten(db: Sql, companyId: number, id: number, rows: number): Promise<void> {
  await updateRun(db, companyId, id)
    .set({ rows_written: rows, updated_at: sql`now()` })
    .execute();
}

export async function setRunMade(db: Sql, companyId: number, id: number, made: { rows: number; at: string }) {
  await updateRun(db, companyId, id)
    .set({ made_at: made.at, rows_written: made.rows, updated_at: sql`now()` })
    .execute();
}

/** False when it is no more under way: its delivery was deleted meanwhile. */
export async function setRunDelivered(trx: Trx, companyId: number, id: number, at: string): Promise<boolean> {
  const row = await updateRun(trx, companyId, id)
    .set({
      state: "delivered",
      attempts: sql`attempts + 1`,
      unheard_tries: 0,
      delivered_at: at,
      next_attempt_at: null,
      status_detail: null,
      action_required_by: "none",
      errors: null,
      updated_at: sql`now()`,
    })
    .where("state", "=", "running")
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
}

export async function setRunOutcome(
  trx: Trx,
  companyId: number,
  id: number,
  { state, status_detail, action_required_by, errors }: RunOutcome,
  nextAttemptAt: string | null,
): Promise<void> {
  await updateRun(trx, companyId, id)
    .set({
      state,
      status_detail,
      action_required_by,
      errors,
      attempts: sql`attempts + 1`,
      unheard_tries: 0,
      next_attempt_at: nextAttemptAt,
      updated_at: sql`now()`,
    })
    .where("state", "=", "running")
    .execute();
}
