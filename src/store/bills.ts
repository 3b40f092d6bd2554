/** Bills with their charges and usages: written whole in one transaction, their text with them, and archived instead of changed. */
import { sql } from "kysely";
import type { ArchiveReason, ChargeType, UsageType } from "../records/codes.ts";
import { writeBillTexts } from "./bill-texts.ts";
import type { Trx } from "./db.ts";

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
  co2_factor?: string | null;
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
  /** The imported bill that this one says the rest of; null, or left out, of any other. */
  rest_of_bill_id?: number | null;
  identity_key: string;
  content_sha256: Buffer;
  invoice_number: string | null;
  invoice_date: string;
  corrected: boolean;
  period_start: string | null;
  period_end: string | null;
  estimated: boolean;
  account_holder_name: string | null;
  amount_due: number | null;
  previous_balance: number | null;
  amount_paid: number | null;
  archived: boolean;
  archive_reason: ArchiveReason | null;
  source_format: string | null;
  /** As JSON text; an empty object when left out. */
  metadata?: string;
  charges: NewCharge[];
  usages: NewUsage[];
}

/** Writes a bill with all its lines and gives its id. The caller holds the lock of the account. */
export async function insertBill(trx: Trx, companyId: number, bill: NewBill): Promise<number> {
  const id = await insertBillRows(trx, companyId, bill);
  await writeBillTexts(trx, companyId, [id]);
  return id;
}

/** The same for one of many: the caller writes the texts of all of them, in the same transaction. */
export async function insertBillRows(trx: Trx, companyId: number, bill: NewBill): Promise<number> {
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
  const meterIds = [...new Set([...charges, ...usages].map(({ utility_meter_id }) => utility_meter_id))];
  if (meterIds.length > 0) {
    await trx
      .insertInto("bill_meters")
      .values(meterIds.map((utility_meter_id) => ({ company_id: companyId, utility_meter_id, utility_bill_id: id })))
      .execute();
  }
  return id;
}

/** The live bill of an account for the same period or invoice, if there is one. */
export function findLiveBill(trx: Trx, companyId: number, accountId: number, identityKey: string) {
  return trx
    .selectFrom("utility_bills as bill")
    .leftJoin("documents as document", (join) =>
      join.onRef("document.company_id", "=", "bill.company_id").onRef("document.id", "=", "bill.document_id"),
    )
    .select(["bill.id", "bill.invoice_date", "bill.corrected", "bill.document_id", "bill.original_utility_bill_id"])
    .select(sql<boolean>`document.import_id is not null`.as("imported"))
    .where("bill.company_id", "=", companyId)
    .where("bill.utility_account_id", "=", accountId)
    .where("bill.identity_key", "=", identityKey)
    .where("bill.archived", "=", false)
    .executeTakeFirst();
}

/** Any bill of the identity with the same content, archived or live: what was read already. */
export function findBillWithContent(
  trx: Trx,
  companyId: number,
  accountId: number,
  { identity_key, content_sha256 }: Pick<NewBill, "identity_key" | "content_sha256">,
) {
  return (
    trx
      .selectFrom("utility_bills as bill")
      .leftJoin("documents as document", (join) =>
        join.onRef("document.company_id", "=", "bill.company_id").onRef("document.id", "=", "bill.document_id"),
      )
      .select(["bill.id", "bill.archived"])
      .select(sql<boolean>`document.import_id is not null`.as("imported"))
      .where("bill.company_id", "=", companyId)
      .where("bill.utility_account_id", "=", accountId)
      .where("bill.identity_key", "=", identity_key)
      .where("bill.content_sha256", "=", content_sha256)
      // The live one, where it says again what an archived one had said.
      .orderBy("bill.archived")
      .orderBy("bill.id")
      .executeTakeFirst()
  );
}

/**
 * Lets every later version of a bill lead back to the first, in whatever order they came in: the first is the oldest by
 * invoice date, then the one that does not call itself corrected, then the one that was fetched first.
 */
export async function linkVersions(trx: Trx, companyId: number, accountId: number, identityKey: string): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    with versions as (
      select id from utility_bills
      where company_id = ${companyId} and utility_account_id = ${accountId} and identity_key = ${identityKey}
      order by invoice_date, corrected, coalesce(document_id, 0), id),
    first as (select id from versions limit 1)
    update utility_bills bill set original_utility_bill_id = first.id, updated_at = now() from first
    where bill.company_id = ${companyId} and bill.id in (select id from versions) and bill.id <> first.id
      and bill.original_utility_bill_id is distinct from first.id
    returning bill.id`.execute(trx);
  await writeBillTexts(
    trx,
    companyId,
    rows.map(({ id }) => id),
  );
}

/** Gives all versions of a bill, archived ones too, another identity: its days were understood in another way. No live bill has it. */
export async function renameIdentity(
  trx: Trx,
  companyId: number,
  accountId: number,
  from: string,
  to: string,
): Promise<void> {
  await trx
    .updateTable("utility_bills")
    .set({ identity_key: to })
    .where("company_id", "=", companyId)
    .where("utility_account_id", "=", accountId)
    .where("identity_key", "=", from)
    .execute();
}

/** Takes a bill out of use; it stays readable, and says why it is archived. */
export async function archiveBill(trx: Trx, companyId: number, id: number, reason: ArchiveReason): Promise<void> {
  await trx
    .updateTable("utility_bills")
    .set({ archived: true, archive_reason: reason, updated_at: sql`now()` })
    .where("company_id", "=", companyId)
    .where("id", "=", id)
    .execute();
  await writeBillTexts(trx, companyId, [id]);
}
