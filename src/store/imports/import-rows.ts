/** The result of reading a spreadsheet: refused rows, and bills that wait to be saved. */
import { sql } from "kysely";
import { ROWS_OF_SHEET } from "../../domain/imports/row-number.ts";
import type { Refusal } from "../../records/import-refusals.ts";
import type { Json } from "../../records/scalars.ts";
import type { Db, Sql, Trx } from "../db.ts";
import { inWindow, readRows, versionOf, type ListWindow } from "../list-window.ts";

/** Deletes the refusals and waiting bills of an earlier reading. */
export async function deleteReadResults(trx: Trx, companyId: number, importId: number): Promise<void> {
  await trx
    .deleteFrom("import_refusals")
    .where("company_id", "=", companyId)
    .where("import_id", "=", importId)
    .execute();
  await deleteWaitingBills(trx, companyId, importId);
}

export async function deleteWaitingBills(trx: Trx, companyId: number, importId: number): Promise<void> {
  await trx.deleteFrom("import_bills").where("company_id", "=", companyId).where("import_id", "=", importId).execute();
}

/** `before`: the number of refusals already written, which are numbered from 1. */
export async function insertRefusals(
  trx: Trx,
  companyId: number,
  importId: number,
  before: number,
  refusals: readonly Refusal[],
): Promise<void> {
  const rows = refusals.map((refusal, index) => ({ id: before + index + 1, ...refusal }));
  await sql`
    insert into import_refusals (company_id, import_id, id, row, "column", value, reason, detail)
    select ${companyId}, ${importId}, id, row, "column", value, reason, detail
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as given (id integer, row integer, "column" text, value text, reason text, detail text)`.execute(trx);
}

/** Numbers the refusals by row, because those of the file and those due to existing bills are found separately. */
export async function numberRefusalsByRow(trx: Trx, companyId: number, importId: number): Promise<void> {
  const own = sql`refusal.company_id = ${companyId} and refusal.import_id = ${importId}`;
  // Via negative numbers, so that no two rows ever have the same number.
  await sql`
    update import_refusals refusal set id = -numbered.place
    from (select id, row_number() over (order by row, id)::integer as place
      from import_refusals refusal where ${own}) numbered
    where ${own} and refusal.id = numbered.id`.execute(trx);
  await sql`update import_refusals refusal set id = -id where ${own}`.execute(trx);
}

/** Adds refusals found while saving, numbered after those of the reading. The caller holds the lock of the import. */
export async function addRefusals(
  trx: Trx,
  companyId: number,
  importId: number,
  refusals: readonly Refusal[],
): Promise<void> {
  if (refusals.length === 0) return;
  const { last } = await trx
    .selectFrom("import_refusals")
    .select(({ fn }) => fn.max("id").as("last"))
    .where("company_id", "=", companyId)
    .where("import_id", "=", importId)
    .executeTakeFirstOrThrow();
  await insertRefusals(trx, companyId, importId, last ?? 0, refusals);
}

export interface WaitingBill {
  account_key: string;
  bill: object;
}

/** `before`: the number of bills already written. */
export async function insertWaitingBills(
  trx: Trx,
  companyId: number,
  importId: number,
  before: number,
  bills: readonly WaitingBill[],
): Promise<void> {
  const rows = bills.map((bill, index) => ({ position: before + index, ...bill }));
  await sql`
    insert into import_bills (company_id, import_id, position, account_key, bill)
    select ${companyId}, ${importId}, position, account_key, bill
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given (position integer, account_key text, bill jsonb)`.execute(
    trx,
  );
}

/**
 * Deletes and returns the next bills, all of one account, in the transaction that saves them. Bills of an account are adjacent,
 * so only a short range of positions is read.
 */
export async function takeWaitingBills(
  trx: Trx,
  companyId: number,
  importId: number,
  limit: number,
): Promise<{ bill: Json }[]> {
  const own = trx.selectFrom("import_bills").where("company_id", "=", companyId).where("import_id", "=", importId);
  const first = await own.select(["position", "account_key"]).orderBy("position").limit(1).executeTakeFirst();
  if (first === undefined) return [];
  const taken = await trx
    .deleteFrom("import_bills")
    .where("company_id", "=", companyId)
    .where("import_id", "=", importId)
    .where("position", ">=", first.position)
    .where("position", "<", first.position + limit)
    .where("account_key", "=", first.account_key)
    .returning(["position", "bill"])
    .execute();
  return taken.toSorted((a, b) => a.position - b.position);
}

/** The name of the sheet of a row, see `domain/imports/row-number`; null when the file has only one table that was read. */
const sheetName = sql<string | null>`case when refusal.row >= ${sql.lit(ROWS_OF_SHEET)}
  then import.sheets -> (refusal.row / ${sql.lit(ROWS_OF_SHEET)} - 1) ->> 'name' end`;

const refusals = (db: Sql, companyId: number, importId: number) =>
  db
    .selectFrom((eb) =>
      eb
        .selectFrom("import_refusals as refusal")
        .innerJoin("imports as import", (join) =>
          join.onRef("import.company_id", "=", "refusal.company_id").onRef("import.id", "=", "refusal.import_id"),
        )
        .select(["refusal.id", "refusal.column", "refusal.value", "refusal.reason", "refusal.detail"])
        .select(sql<number>`refusal.row % ${sql.lit(ROWS_OF_SHEET)}`.as("row"))
        .select(sheetName.as("sheet"))
        // Refusals never change: their time is that of the reading that found them.
        .select(sql<string>`coalesce(import.started_at, import.created_at)`.as("updated_at"))
        .where("refusal.company_id", "=", companyId)
        .where("refusal.import_id", "=", importId)
        .as("refusal"),
    )
    .selectAll("refusal");

export const listRefusals = (db: Db, companyId: number, importId: number, window: ListWindow) =>
  readRows(db, inWindow(refusals(db, companyId, importId), "refusal", window));

export const versionOfRefusals = (db: Db, companyId: number, importId: number): Promise<string> =>
  versionOf(db, refusals(db, companyId, importId));
