/** Who made and voided versions of bills. */
import { sql } from "kysely";
import type { Sql, Trx } from "../db.ts";
import type { BillRow } from "./bill-rows.ts";

/** `note`: why, in the words of the user. */
export async function setWriter(
  trx: Trx,
  companyId: number,
  id: number,
  { user_id, note }: { user_id: number; note: string | null },
): Promise<void> {
  await trx
    .updateTable("utility_bills")
    .set({ written_by: user_id, written_note: note })
    .where("company_id", "=", companyId)
    .where("id", "=", id)
    .execute();
}

/** `at` is an instant. */
export async function setVoided(
  trx: Trx,
  companyId: number,
  id: number,
  { user_id, note, at }: { user_id: number; note: string | null; at: string },
): Promise<void> {
  await trx
    .updateTable("utility_bills")
    .set({ voided_by: user_id, voided_at: at, voided_note: note })
    .where("company_id", "=", companyId)
    .where("id", "=", id)
    .execute();
}

export interface VersionEditors {
  id: number;
  made_by: number | null;
  made_name: string | null;
  voided_by: number | null;
  voided_name: string | null;
  voided_at: string | null;
  voided_note: string | null;
  note: string | null;
  decision: string | null;
}

/** By bill id. A user of another company, such as an operator, has no name here. */
export async function listEditors(db: Sql, companyId: number, ids: readonly number[]): Promise<VersionEditors[]> {
  const { rows } = await sql<VersionEditors>`
    select bill.id, maker.id as made_by, maker.name as made_name, voider.id as voided_by, voider.name as voided_name,
      bill.voided_at, bill.voided_note, coalesce(bill.written_note, document.decision_note) as note, document.decision
    from utility_bills bill
    left join documents document on document.company_id = bill.company_id and document.id = bill.document_id
      and document.utility_bill_id = bill.id
    left join users maker on maker.company_id = bill.company_id
      and maker.id = coalesce(bill.written_by, document.decided_by)
    left join users voider on voider.company_id = bill.company_id and voider.id = bill.voided_by
    where bill.company_id = ${companyId} and bill.id = any(${ids}::bigint[])`.execute(db);
  return rows;
}

/** The ids of all versions of the bill, the oldest first: those that share the first original, and it. */
export async function listVersionIds(
  db: Sql,
  { company_id, id, original_utility_bill_id }: Pick<BillRow, "company_id" | "id" | "original_utility_bill_id">,
): Promise<number[]> {
  const first = original_utility_bill_id ?? id;
  const rows = await db
    .selectFrom("utility_bills")
    .select("id")
    .where("company_id", "=", company_id)
    .where((eb) => eb.or([eb("id", "=", first), eb("original_utility_bill_id", "=", first)]))
    .orderBy("id")
    .execute();
  return rows.map((row) => row.id);
}
