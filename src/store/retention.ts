/** Deletes old records in batches, so that no lock is held for long. */
import { sql } from "kysely";
import { OPEN_RUNS } from "./deliveries/data-delivery-runs.ts";
import type { Db, Trx } from "./db.ts";

/** Deletes webhook deliveries that finished before an instant, with their attempts. Returns how many. */
export async function deleteEndedDeliveries(db: Db, before: string, limit: number): Promise<number> {
  const { rows } = await sql`
    delete from webhook_deliveries where id in (
      select id from webhook_deliveries where state <> 'pending' and updated_at < ${before}
      order by updated_at limit ${limit})
    returning id`.execute(db);
  return rows.length;
}

/** Deletes events without a remaining delivery. */
export async function deleteOldEvents(db: Db, before: string, limit: number): Promise<number> {
  const { rows } = await sql`
    delete from events where (company_id, id) in (
      select company_id, id from events event where occurred_at < ${before} and not exists (
        select from webhook_deliveries delivery
        where delivery.company_id = event.company_id and delivery.event_id = event.id)
      limit ${limit})
    returning id`.execute(db);
  return rows.length;
}

/** Companies with changes that old in their feed. */
export async function listCompaniesWithOldChanges(db: Db, before: string): Promise<number[]> {
  const { rows } = await sql<{ company_id: number }>`
    select distinct company_id from changes where occurred_at < ${before}`.execute(db);
  return rows.map(({ company_id }) => company_id);
}

/**
 * Deletes the first changes of a company's feed, up to the first one to keep, and records the position: readers before it are
 * refused. Changes that a data delivery has not sent yet are kept.
 */
export async function deleteOldChanges(trx: Trx, companyId: number, before: string, limit: number): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    with first as (
      select xid, id, occurred_at from changes where company_id = ${companyId} order by xid, id limit ${limit}),
    kept as (select xid, id from first where occurred_at >= ${before} order by xid, id limit 1),
    old as (
      select xid, id from first
      where ((xid, id) < (select xid, id from kept) or not exists (select from kept))
        and xid < pg_snapshot_xmin(pg_current_snapshot())
        and xid < all (
          select delivered_xid from data_deliveries
          where company_id = ${companyId} and not archived and delivered_xid is not null)),
    deleted as (
      delete from changes where company_id = ${companyId} and (xid, id) in (select xid, id from old) returning id),
    begun as (
      insert into feed_starts (company_id, xid, id)
      select ${companyId}, xid, id from old order by xid desc, id desc limit 1
      on conflict (company_id) do update set xid = excluded.xid, id = excluded.id)
    select id from deleted`.execute(trx);
  return rows.length;
}

/** Deletes the refusals of finished imports. */
export async function deleteOldRefusals(db: Db, before: string, limit: number): Promise<number> {
  const { rows } = await sql`
    delete from import_refusals where (company_id, import_id, id) in (
      select refusal.company_id, refusal.import_id, refusal.id from imports import
      join import_refusals refusal on refusal.company_id = import.company_id and refusal.import_id = import.id
      where import.finished_at < ${before} limit ${limit})
    returning id`.execute(db);
  return rows.length;
}

const MADE_NOTHING = sql`state in ('failed', 'cancelled') and not exists (
  select from documents document where document.company_id = import.company_id and document.import_id = import.id)`;

/** Deletes imports that failed or were cancelled and made no bill; their files were released before. */
export async function deleteFailedImports(db: Db, before: string, limit: number): Promise<number> {
  const { rows } = await sql`
    delete from imports where (company_id, id) in (
      select company_id, id from imports import
      where finished_at < ${before} and file_id is null and ${MADE_NOTHING} limit ${limit})
    returning id`.execute(db);
  return rows.length;
}

/** Companies with files of imports that failed or were cancelled and made no bill. */
export async function listCompaniesWithFailedFiles(db: Db, before: string, limit: number): Promise<number[]> {
  const { rows } = await sql<{ company_id: number }>`
    select distinct company_id from imports import
    where finished_at < ${before} and file_id is not null and ${MADE_NOTHING} limit ${limit}`.execute(db);
  return rows.map(({ company_id }) => company_id);
}

/** Removes the file references of these imports; returns the files that may now be unused. */
export async function releaseFailedFiles(
  trx: Trx,
  companyId: number,
  before: string,
  limit: number,
): Promise<number[]> {
  const { rows } = await sql<{ file_id: number }>`
    update imports set file_id = null from (
      select company_id, id, file_id from imports import
      where company_id = ${companyId} and finished_at < ${before} and file_id is not null and ${MADE_NOTHING}
      limit ${limit} for update) old
    where imports.company_id = old.company_id and imports.id = old.id
    returning old.file_id`.execute(trx);
  return rows.map(({ file_id }) => file_id);
}

/** Made before the instant, not of the last run of its delivery, and no longer to be sent. */
const isOldMade = (before: string) => sql`made.created_at < ${before} and run.state <> all(${OPEN_RUNS}) and exists (
  select from data_delivery_runs later where later.company_id = run.company_id
    and later.data_delivery_id = run.data_delivery_id and later.id > run.id)`;
const MADE = sql`data_delivery_files made
  join data_delivery_runs run on run.company_id = made.company_id and run.id = made.data_delivery_run_id`;

export async function listCompaniesWithOldMadeFiles(db: Db, before: string, limit: number): Promise<number[]> {
  const { rows } = await sql<{ company_id: number }>`
    select distinct made.company_id from ${MADE} where ${isOldMade(before)} limit ${limit}`.execute(db);
  return rows.map(({ company_id }) => company_id);
}

/** Removes old files of deliveries from their lists; returns the files that may now be unused. */
export async function releaseOldMadeFiles(
  trx: Trx,
  companyId: number,
  before: string,
  limit: number,
): Promise<number[]> {
  const { rows } = await sql<{ file_id: number }>`
    delete from data_delivery_files where company_id = ${companyId} and id in (
      select made.id from ${MADE} where made.company_id = ${companyId} and ${isOldMade(before)} limit ${limit})
    returning file_id`.execute(trx);
  return rows.map(({ file_id }) => file_id);
}
