/** Runs of deliveries: created with everything that defines their content, tried under a lock, each with its recorded outcome. */
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
  "error_about",
  "delivered_at",
  "created_at",
  "updated_at",
] as const;

export type RunRow = NonNullable<Awaited<ReturnType<typeof findRun>>>;

const runs = (db: Sql, companyId: number) =>
  db.selectFrom("data_delivery_runs").select(columns).where("company_id", "=", companyId);

/** An update query of one run; the caller adds the values. */
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

/** The states of an unfinished run. */
export const OPEN_RUNS = ["waiting", "running", "blocked"] as const satisfies RunState[];

/** Unfinished runs of a delivery, oldest first, locked until the transaction ends. */
export function listOpenRuns(trx: Trx, companyId: number, deliveryId: number) {
  return runs(trx, companyId)
    .where("data_delivery_id", "=", deliveryId)
    .where("state", "in", OPEN_RUNS)
    .orderBy("id")
    .forNoKeyUpdate()
    .execute();
}

/**
 * Creates a run. Its news begin where the last delivery ended, and include everything committed so far. A start position that
 * this database server has not reached yet comes from another server: then the delivery starts over.
 */
export async function insertRun(
  trx: Trx,
  run: {
    company_id: number;
    data_delivery_id: number;
    reason: "schedule" | "request";
    due_at: string;
    /** The time of the first try. */
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
  if (row === undefined) throw new Error("the delivery of a run does not exist");
  return row.id;
}

/** Stops runs with a reason. A run under way can then no longer record an outcome. */
export async function replaceRuns(trx: Trx, companyId: number, ids: number[], sentence: string): Promise<void> {
  if (ids.length === 0) return;
  await trx
    .updateTable("data_delivery_runs")
    .set({
      state: "replaced",
      next_attempt_at: null,
      action_required_by: "none",
      errors: sentence,
      error_about: null,
      updated_at: sql`now()`,
    })
    .where("company_id", "=", companyId)
    .where("id", "in", ids)
    .where("state", "in", OPEN_RUNS)
    .execute();
}

/** Lets a new run wait for the same user action as another run. */
export async function blockRun(
  trx: Trx,
  companyId: number,
  id: number,
  refused: Pick<RunRow, "status_detail" | "action_required_by" | "errors" | "error_about">,
): Promise<void> {
  const { status_detail, action_required_by, errors, error_about } = refused;
  const why = { status_detail, action_required_by, errors, error_about };
  await updateRun(trx, companyId, id)
    .set({ state: "blocked", ...why, next_attempt_at: null, updated_at: sql`now()` })
    .execute();
}

/** Restarts the tries at once, as after a user has fixed the cause of a failure. */
export async function rearmRun(trx: Trx, companyId: number, id: number, now: string): Promise<void> {
  await updateRun(trx, companyId, id)
    .set({ state: "waiting", attempts: 0, next_attempt_at: now, action_required_by: "none", updated_at: sql`now()` })
    .where("state", "in", ["waiting", "blocked"])
    .execute();
}

/** Marks a run under way after its destination was corrected; it is checked when the outcome is recorded. */
export async function markRunMended(trx: Trx, companyId: number, id: number, now: string): Promise<void> {
  await updateRun(trx, companyId, id)
    .set({ next_attempt_at: now, updated_at: sql`now()` })
    .where("state", "=", "running")
    .execute();
}

/**
 * Starts a due try; undefined when there is nothing to try now. A try continued after an interruption is the same try; interrupted
 * tries are counted, and this one counts as interrupted until its outcome is recorded.
 */
export function beginRun(db: Sql, companyId: number, id: number, now: string) {
  return updateRun(db, companyId, id)
    .set({ state: "running", unheard_tries: sql`unheard_tries + 1`, updated_at: sql`now()` })
    .where("state", "in", ["waiting", "running"])
    .where("next_attempt_at", "<=", now)
    .returning(columns)
    .executeTakeFirst();
}

/** Uncounts a try that failed without an outcome: its process is alive, so it was not interrupted. */
export async function uncountTry(db: Db, companyId: number, id: number): Promise<void> {
  await updateRun(db, companyId, id)
    .set({ unheard_tries: sql`greatest(unheard_tries - 1, 0)` })
    .execute();
}

/** True once every transaction that may belong to the run's news has ended. */
export async function isHorizonPassed(db: Sql, { until_xid }: Pick<RunRow, "until_xid">): Promise<boolean> {
  const { rows } = await sql<{ passed: boolean }>`
    select pg_snapshot_xmin(pg_current_snapshot()) >= ${until_xid}::xid8 as passed`.execute(db);
  return rows[0]?.passed === true;
}

/** Ends the run's news before the oldest open transaction; later changes belong to the next run. */
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

/** False when the run is no longer under way, because its delivery was deleted meanwhile. */
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
      error_about: null,
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
  { state, status_detail, action_required_by, errors, error_about }: RunOutcome,
  nextAttemptAt: string | null,
): Promise<void> {
  await updateRun(trx, companyId, id)
    .set({
      state,
      status_detail,
      action_required_by,
      errors,
      error_about,
      attempts: sql`attempts + 1`,
      unheard_tries: 0,
      next_attempt_at: nextAttemptAt,
      updated_at: sql`now()`,
    })
    .where("state", "=", "running")
    .execute();
}
