/** Bills with their charges and usages: written whole in one transaction, archived instead of changed, read by account, meter or property. */
import { sql } from "kysely";
import type { ArchiveReason, ChargeType, UsageType } from "../records/codes.ts";
import type { Sql, Trx } from "./db.ts";

export type BillRow = NonNullable<Awaited<ReturnType<typeof findBill>>>;
export type ChargeRow = Awaited<ReturnType<typeof listCharges>>[number];
export type UsageRow = Awaited<ReturnType<typeof listUsages>>[number];

export interface NewCharge {
  utility_meter_id: number;
  amount: number;
  description: string;
  utility_charge_type: ChargeType;
  start_date: string | null;
  end_date: string | null;
  line_item_group_id: string;
  quantity: number | null;
  rate: number | null;
  page: number | null;
  box: number[] | null;
}

export interface NewUsage {
  utility_meter_id: number;
  amount: number;
  estimated_meter_read: boolean;
  description: string;
  utility_usage_type: UsageType;
  measurement_unit: string;
  start_date: string;
  end_date: string;
  kbtus: number | null;
  lbs_co2: number | null;
  gallons: number | null;
  supply: boolean;
  line_item_group_id: string;
  page: number | null;
  box: number[] | null;
}

export interface NewBill {
  utility_account_id: number;
  document_id: number | null;
  original_utility_bill_id: number | null;
  identity_key: string;
  content_sha256: Buffer;
  invoice_number: string | null;
  invoice_date: string;
  corrected: boolean;
  period_start: string | null;
  period_end: string | null;
  estimated: boolean;
  account_holder_name: string | null;
  amount_due: number;
  previous_balance: number | null;
  amount_paid: number | null;
  archived: boolean;
  archive_reason: ArchiveReason | null;
  source_format: string | null;
  charges: NewCharge[];
  usages: NewUsage[];
}

/** Writes a bill with all its lines and gives its id. The caller holds the lock of the account. */
export async function insertBill(trx: Trx, companyId: number, bill: NewBill): Promise<number> {
  const { charges, usages, ...row } = bill;
  const { id } = await trx
    .insertInto("utility_bills")
    .values({ company_id: companyId, ...row })
    .returning("id")
    .executeTakeFirstOrThrow();
  const place = { company_id: companyId, utility_bill_id: id, utility_account_id: bill.utility_account_id };
  if (charges.length > 0) {
    await trx
      .insertInto("utility_charges")
      .values(charges.map((charge, position) => ({ ...place, position, ...charge })))
      .execute();
  }
  if (usages.length > 0) {
    await trx
      .insertInto("utility_usages")
      .values(usages.map((usage, position) => ({ ...place, position, ...usage })))
      .execute();
  }
  return id;
}

/** The live bill of an account for the same period or invoice, if there is one. */
export function findLiveBill(trx: Trx, companyId: number, accountId: number, identityKey: string) {
  return trx
    .selectFrom("utility_bills")
    .select(["id", "invoice_date", "corrected", "document_id"])
    .where("company_id", "=", companyId)
    .where("utility_account_id", "=", accountId)
    .where("identity_key", "=", identityKey)
    .where("archived", "=", false)
    .executeTakeFirst();
}

/** Any bill of the identity with the same content, archived or live: what was read already. */
export function findBillWithContent(
  trx: Trx,
  companyId: number,
  accountId: number,
  { identity_key, content_sha256 }: Pick<NewBill, "identity_key" | "content_sha256">,
) {
  return trx
    .selectFrom("utility_bills")
    .select(["id", "archived"])
    .where("company_id", "=", companyId)
    .where("utility_account_id", "=", accountId)
    .where("identity_key", "=", identity_key)
    .where("content_sha256", "=", content_sha256)
    .orderBy("id")
    .executeTakeFirst();
}

/**
 * Lets every later version of a bill lead back to the first, in whatever order they came in: the first is the oldest by
 * invoice date, then the one that does not call itself corrected, then the one that was fetched first.
 */
export async function linkVersions(trx: Trx, companyId: number, accountId: number, identityKey: string): Promise<void> {
  await sql`
    with versions as (
      select id from utility_bills
      where company_id = ${companyId} and utility_account_id = ${accountId} and identity_key = ${identityKey}
      order by invoice_date, corrected, coalesce(document_id, 0), id),
    first as (select id from versions limit 1)
    update utility_bills bill set original_utility_bill_id = first.id, updated_at = now() from first
    where bill.company_id = ${companyId} and bill.id in (select id from versions) and bill.id <> first.id
      and bill.original_utility_bill_id is distinct from first.id`.execute(trx);
}

export function archiveBill(trx: Trx, companyId: number, id: number, reason: ArchiveReason) {
  return trx
    .updateTable("utility_bills")
    .set({ archived: true, archive_reason: reason, updated_at: sql`now()` })
    .where("company_id", "=", companyId)
    .where("id", "=", id)
    .execute();
}

/** The meters a bill has lines of. */
export async function listMeterIdsOfBill(db: Sql, companyId: number, billId: number): Promise<number[]> {
  const { rows } = await sql<{ utility_meter_id: number }>`
    select utility_meter_id from utility_charges where company_id = ${companyId} and utility_bill_id = ${billId}
    union select utility_meter_id from utility_usages where company_id = ${companyId} and utility_bill_id = ${billId}
    order by 1`.execute(db);
  return rows.map(({ utility_meter_id }) => utility_meter_id);
}

const billColumns = [
  "id",
  "company_id",
  "utility_account_id",
  "document_id",
  "original_utility_bill_id",
  "invoice_number",
  "invoice_date",
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

/** Whose bills a list is of. A meter's bills may carry lines of other meters too. */
export interface BillsOf {
  utility_account_id?: number;
  utility_meter_id?: number;
  property_id?: number;
}

/** Live and archived bills in id order: whoever keeps a copy must see that an old one was archived. */
export function listBills(db: Sql, companyId: number, of: BillsOf): Promise<BillRow[]> {
  return db
    .selectFrom("utility_bills")
    .select(billColumns)
    .where("company_id", "=", companyId)
    .where((eb) => {
      if (of.utility_account_id !== undefined) return eb("utility_account_id", "=", of.utility_account_id);
      const meters =
        of.utility_meter_id === undefined
          ? sql<number>`(select id from utility_meters where company_id = ${companyId} and property_id = ${of.property_id ?? null})`
          : sql<number>`(select ${of.utility_meter_id}::bigint)`;
      return eb(
        "id",
        "in",
        sql<number>`(
          select utility_bill_id from utility_charges where company_id = ${companyId} and utility_meter_id in ${meters}
          union select utility_bill_id from utility_usages where company_id = ${companyId} and utility_meter_id in ${meters})`,
      );
    })
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
