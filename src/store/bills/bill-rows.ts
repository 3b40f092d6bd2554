/** Rows of bills and their lines, from which texts, months and corrections are made. */
import { sql } from "kysely";
import type { Sql } from "../db.ts";

export type BillRow = NonNullable<Awaited<ReturnType<typeof findBill>>>;
export type ChargeRow = Awaited<ReturnType<typeof listCharges>>[number];
export type UsageRow = Awaited<ReturnType<typeof listUsages>>[number];

/** The columns of a bill that are read, and returned after a write. */
export const billColumns = [
  "id",
  "company_id",
  "utility_account_id",
  "document_id",
  "original_utility_bill_id",
  "identity_key",
  "invoice_number",
  "invoice_date",
  "corrected",
  "period_start",
  "period_end",
  "estimated",
  "account_holder_name",
  "amount_due",
  "previous_balance",
  "amount_paid",
  "checked_by",
  "due_date",
  "late_fee_date",
  "total_charges",
  "currency",
  "services",
  "read_by",
  "confidence",
  "template_id",
  "template_version",
  "archived",
  "archive_reason",
  "source_format",
  "accepted_findings",
  "origin",
  "counted_days",
  "metadata",
  "created_at",
  "updated_at",
] as const;

export function findBill(db: Sql, companyId: number, id: number) {
  return db
    .selectFrom("utility_bills")
    .select(billColumns)
    .where("company_id", "=", companyId)
    .where("id", "=", id)
    .executeTakeFirst();
}

/** The rows of bills by their ids, in id order. */
export function listBillRows(db: Sql, companyId: number, ids: readonly number[]): Promise<BillRow[]> {
  return db
    .selectFrom("utility_bills")
    .select(billColumns)
    .where("company_id", "=", companyId)
    .where("id", "=", sql<number>`any(${ids}::bigint[])`)
    .orderBy("id")
    .execute();
}

export function listCharges(db: Sql, companyId: number, billIds: readonly number[]) {
  return db
    .selectFrom("utility_charges")
    .selectAll()
    .where("company_id", "=", companyId)
    .where("utility_bill_id", "=", sql<number>`any(${billIds}::bigint[])`)
    .orderBy("utility_bill_id")
    .orderBy("position")
    .execute();
}

export function listUsages(db: Sql, companyId: number, billIds: readonly number[]) {
  return db
    .selectFrom("utility_usages")
    .selectAll()
    .where("company_id", "=", companyId)
    .where("utility_bill_id", "=", sql<number>`any(${billIds}::bigint[])`)
    .orderBy("utility_bill_id")
    .orderBy("position")
    .execute();
}

/** The versions of a bill, itself among them, the oldest first. */
export function listVersions(
  db: Sql,
  {
    company_id,
    utility_account_id,
    origin,
    identity_key,
  }: Pick<BillRow, "company_id" | "utility_account_id" | "origin" | "identity_key">,
) {
  return db
    .selectFrom("utility_bills")
    .select(["id as utility_bill_id", "invoice_date", "archived", "archive_reason", "document_id", "created_at"])
    .where("company_id", "=", company_id)
    .where("utility_account_id", "=", utility_account_id)
    .where("origin", "=", origin)
    .where("identity_key", "=", identity_key)
    .orderBy("id")
    .execute();
}
