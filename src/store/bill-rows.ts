/** Rows of bills and their lines, as the tables have them: what texts, months and corrections are made from. */
import { sql } from "kysely";
import type { Sql } from "./db.ts";

export type BillRow = NonNullable<Awaited<ReturnType<typeof findBill>>>;
export type ChargeRow = Awaited<ReturnType<typeof listCharges>>[number];
export type UsageRow = Awaited<ReturnType<typeof listUsages>>[number];

const billColumns = [
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
  "archived",
  "archive_reason",
  "source_format",
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
export function listBillRows(db: Sql, companyId: number, ids: number[]): Promise<BillRow[]> {
  return db
    .selectFrom("utility_bills")
    .select(billColumns)
    .where("company_id", "=", companyId)
    .where("id", "=", sql<number>`any(${ids}::bigint[])`)
    .orderBy("id")
    .execute();
}

export function listCharges(db: Sql, companyId: number, billIds: number[]) {
  return db
    .selectFrom("utility_charges")
    .selectAll()
    .where("company_id", "=", companyId)
    .where("utility_bill_id", "=", sql<number>`any(${billIds}::bigint[])`)
    .orderBy("utility_bill_id")
    .orderBy("position")
    .execute();
}

export function listUsages(db: Sql, companyId: number, billIds: number[]) {
  return db
    .selectFrom("utility_usages")
    .selectAll()
    .where("company_id", "=", companyId)
    .where("utility_bill_id", "=", sql<number>`any(${billIds}::bigint[])`)
    .orderBy("utility_bill_id")
    .orderBy("position")
    .execute();
}

/** What the derivation of a meter reads: its live bills and only its own lines of them. */
export async function listLinesOfMeter(db: Sql, companyId: number, meterId: number) {
  const live = sql<number>`(select id from utility_bills where company_id = ${companyId} and not archived)`;
  const charges = await db
    .selectFrom("utility_charges")
    .select(["id", "utility_bill_id", "amount", "utility_charge_type", "start_date", "end_date"])
    .where("company_id", "=", companyId)
    .where("utility_meter_id", "=", meterId)
    .where("utility_bill_id", "in", live)
    .orderBy("id")
    .execute();
  const usages = await db
    .selectFrom("utility_usages")
    .select(["id", "utility_bill_id", "amount", "measurement_unit", "utility_usage_type", "estimated_meter_read"])
    .select(["start_date", "end_date", "kbtus", "lbs_co2", "gallons", "supply"])
    .where("company_id", "=", companyId)
    .where("utility_meter_id", "=", meterId)
    .where("utility_bill_id", "in", live)
    .orderBy("id")
    .execute();
  const billIds = [...new Set([...charges, ...usages].map(({ utility_bill_id }) => utility_bill_id))];
  const bills = await db
    .selectFrom("utility_bills")
    .select(["id", "estimated", "period_start", "period_end"])
    .where("company_id", "=", companyId)
    .where("id", "=", sql<number>`any(${billIds}::bigint[])`)
    .orderBy("id")
    .execute();
  return { bills, charges, usages };
}

/** The meters a bill has lines of. */
export async function listMeterIdsOfBill(db: Sql, companyId: number, billId: number): Promise<number[]> {
  const rows = await db
    .selectFrom("bill_meters")
    .select("utility_meter_id")
    .where("company_id", "=", companyId)
    .where("utility_bill_id", "=", billId)
    .orderBy("utility_meter_id")
    .execute();
  return rows.map(({ utility_meter_id }) => utility_meter_id);
}
