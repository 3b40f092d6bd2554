/** Files made for deliveries: stored by content like all files, listed for a while, and removed when nothing refers to them. */
import { sql } from "kysely";
import { OPEN_RUNS } from "./data-delivery-runs.ts";
import type { Sql, Trx } from "../db.ts";
import { ensureFile } from "../files.ts";

export type DeliveryFileRow = Awaited<ReturnType<typeof listFilesOfRun>>[number];

const files = (db: Sql, companyId: number) =>
  db
    .selectFrom("data_delivery_files as made")
    .innerJoin("files as file", (join) =>
      join.onRef("file.company_id", "=", "made.company_id").onRef("file.id", "=", "made.file_id"),
    )
    .select(["made.id", "made.company_id", "made.data_delivery_id", "made.name", "made.sent_at", "made.created_at"])
    .select(["made.rows_written", "made.answer"])
    .select(["file.sha256", "file.bytes", "file.format"])
    .where("made.company_id", "=", companyId);

export function listFilesOfRun(db: Sql, companyId: number, runId: number) {
  return files(db, companyId).where("made.data_delivery_run_id", "=", runId).orderBy("made.id").execute();
}

/** The newest files of each of these deliveries, up to a number; null: all that are kept. Newest first. */
export function listFilesOfDeliveries(db: Sql, companyId: number, deliveryIds: number[], limit: number | null) {
  const newest = sql<number>`(
    select newest.id from unnest(${deliveryIds}::bigint[]) as delivery (id) cross join lateral (
      select id from data_delivery_files where company_id = ${companyId} and data_delivery_id = delivery.id
      order by id desc limit ${limit}::bigint) newest)`;
  return files(db, companyId).where("made.id", "in", newest).orderBy("made.id", "desc").execute();
}

/** One file, with the company of its folder. */
export function findDeliveryFile(db: Sql, companyId: number, id: number) {
  return files(db, companyId)
    .innerJoin("companies as company", "company.id", "made.company_id")
    .select("company.uuid as company_uuid")
    .where("made.id", "=", id)
    .executeTakeFirst();
}

/** Stores a file of a run; the same name in the same run is the same file. */
export async function putDeliveryFile(
  trx: Trx,
  companyId: number,
  made: {
    data_delivery_id: number;
    data_delivery_run_id: number;
    name: string;
    sha256: Buffer;
    bytes: number;
    format: string;
    rows_written: number;
    /** The sentence with which the report in it opens. */
    answer?: string | null;
  },
): Promise<void> {
  const { sha256, bytes, format, ...row } = made;
  const file_id = await ensureFile(trx, companyId, { sha256, bytes, format });
  await trx
    .insertInto("data_delivery_files")
    .values({ company_id: companyId, file_id, ...row })
    .onConflict((conflict) => conflict.constraint("data_delivery_file_unique").doUpdateSet({ file_id }))
    .execute();
}

export async function setFileSent(db: Sql, companyId: number, id: number, at: string): Promise<void> {
  await db
    .updateTable("data_delivery_files")
    .set({ sent_at: at })
    .where("company_id", "=", companyId)
    .where("id", "=", id)
    .execute();
}

/**
 * Removes up to `limit` of the oldest files from the list of a delivery, so that `kept` remain, and always those of the last run
 * with files. Files that a run must still send stay too, or the run would end as delivered without them. Files of replaced runs
 * are removed. Returns the files that may now be unused.
 */
export async function deleteOldFiles(
  trx: Trx,
  companyId: number,
  deliveryId: number,
  { kept, limit }: { kept: number; limit: number },
): Promise<number[]> {
  const { rows } = await sql<{ file_id: number }>`
    delete from data_delivery_files where company_id = ${companyId} and id in (
      select id from (
        select made.id, run.id as run, run.state,
          row_number() over (partition by run.state = 'replaced' order by made.id desc) as place,
          max(run.id) over (partition by run.state = 'replaced') as last_run
        from data_delivery_files made
        join data_delivery_runs run on run.company_id = made.company_id and run.id = made.data_delivery_run_id
        where made.company_id = ${companyId} and made.data_delivery_id = ${deliveryId}) ranked
      where state = 'replaced' or (place > ${kept} and run <> last_run and state <> all(${OPEN_RUNS}))
      order by id limit ${limit})
    returning file_id`.execute(trx);
  return rows.map(({ file_id }) => file_id);
}
