/** The JSON of bills as the wire has it: written once in the transaction that writes the bill, so that a read joins texts instead of building objects. */
import { hash } from "node:crypto";
import { sql } from "kysely";
import type { z } from "zod";
import type { AcceptedFinding, DaysOfMeter, UtilityBill, UtilityCharge, UtilityUsage } from "../../records/bill.ts";
import type { ArchiveReason, BillOrigin, ChargeType, CheckedBy, UsageType } from "../../records/codes.ts";
import type { Json } from "../../records/scalars.ts";
import { wireDay } from "../../records/wire.ts";
import { listBillRows, listCharges, listUsages, type BillRow, type ChargeRow, type UsageRow } from "./bill-rows.ts";
import type { Sql, Trx } from "../db.ts";
import { manyRows } from "../many-rows.ts";

/** Raise it whenever the form of a bill changes: texts of an older form are then made again. */
export const BILL_FORM = 3;

/** A bill as text, in two parts: the link to its file goes between them. */
export interface BillText {
  head: string;
  tail: string;
  /** A hash of both. */
  tag: string;
}

/** Stands for the link while the text is made. Only here: what a client writes stands before it, and texts escape quotes. */
const LINK = '"expiring_link":"@"';
const LINK_OPEN = LINK.length - 2;

/** A bill with its lines, as their tables have them; the lines in their order. */
export interface BillRows {
  row: BillRow;
  charges: ChargeRow[];
  usages: UsageRow[];
}

/** What a bill looks like, before its link is known. */
export function renderBill({ row, charges, usages }: BillRows): BillText {
  const text = JSON.stringify(billOf({ row, charges, usages }));
  const tag = hash("sha256", text, "base64url");
  if (row.document_id === null) return { head: text, tail: "", tag };
  const at = text.lastIndexOf(LINK) + LINK_OPEN;
  return { head: text.slice(0, at), tail: text.slice(at + 1), tag };
}

const TEXT = {
  company_id: "bigint",
  utility_bill_id: "bigint",
  form: "integer",
  head: "text",
  tail: "text",
  tag: "text",
} as const;

/** Makes the texts of these bills again. Called by every change of a bill, in its transaction, which holds their account. */
export async function writeBillTexts(trx: Trx, companyId: number, ids: readonly number[]): Promise<void> {
  await saveBillTexts(trx, companyId, await readBills(trx, companyId, ids));
}

/** The same for bills that the caller has in hand. */
export async function saveBillTexts(trx: Trx, companyId: number, bills: readonly BillRows[]): Promise<void> {
  if (bills.length === 0) return;
  const rows = bills.map((bill) => ({
    company_id: companyId,
    utility_bill_id: bill.row.id,
    form: BILL_FORM,
    ...renderBill(bill),
  }));
  await sql`
    insert into bill_texts ${manyRows(TEXT, rows)}
    on conflict (company_id, utility_bill_id) do update set
      form = excluded.form, head = excluded.head, tail = excluded.tail, tag = excluded.tag`.execute(trx);
}

/** The texts of bills, made from their rows, by id. */
export async function makeBillTexts(
  db: Sql,
  companyId: number,
  ids: readonly number[],
): Promise<Map<number, BillText>> {
  const bills = await readBills(db, companyId, ids);
  return new Map(bills.map((bill) => [bill.row.id, renderBill(bill)]));
}

/** Bills as records, without the links to their files, by id. */
export async function readBillRecords(db: Sql, companyId: number, ids: readonly number[]) {
  const bills = await readBills(db, companyId, ids);
  return new Map(bills.map((bill) => [bill.row.id, billOf(bill)]));
}

/** Bills with their lines, in the order of their ids. */
async function readBills(db: Sql, companyId: number, ids: readonly number[]): Promise<BillRows[]> {
  if (ids.length === 0) return [];
  const [rows, charges, usages] = [
    await listBillRows(db, companyId, ids),
    await listCharges(db, companyId, ids),
    await listUsages(db, companyId, ids),
  ];
  return withLines(rows, charges, usages);
}

/** Each bill with its own lines, which are in their order. */
export function withLines(
  rows: readonly BillRow[],
  charges: readonly ChargeRow[],
  usages: readonly UsageRow[],
): BillRows[] {
  const chargesOf = Map.groupBy(charges, ({ utility_bill_id }) => utility_bill_id);
  const usagesOf = Map.groupBy(usages, ({ utility_bill_id }) => utility_bill_id);
  return rows.map((row) => ({ row, charges: chargesOf.get(row.id) ?? [], usages: usagesOf.get(row.id) ?? [] }));
}

/** Bills of any company whose text is of an older form: for the sweep, after an upgrade. */
export function listBillsToRender(db: Sql, limit: number) {
  return db
    .selectFrom("bill_texts")
    .select(["company_id", "utility_bill_id as id"])
    .where("form", "<", BILL_FORM)
    .orderBy("form")
    .limit(limit)
    .execute();
}

/** A word of a closed list. The database refuses every other (check constraints), so the text is one of them. */
const word = <T extends string | null>(text: T extends null ? string | null : string): T => text as T;

const billOf = ({ row, charges, usages }: BillRows): z.infer<typeof UtilityBill> => ({
  id: row.id,
  svc_object_type: "UtilityBill",
  utility_account_id: row.utility_account_id,
  original_utility_bill_id: row.original_utility_bill_id,
  invoice_date: wireDay(row.invoice_date),
  estimated: row.estimated,
  account_holder_name: row.account_holder_name,
  amount_due: row.amount_due,
  previous_balance: row.previous_balance,
  amount_paid: row.amount_paid,
  checked_by: word<CheckedBy | null>(row.checked_by),
  archived: row.archived,
  archive_reason: word<ArchiveReason | null>(row.archive_reason),
  origin: word<BillOrigin>(row.origin),
  counted_days: countedDaysOf(row),
  // The column holds what an edit accepted.
  accepted_findings: row.accepted_findings as unknown as AcceptedFinding[],
  // The column holds objects alone (check constraint).
  metadata: row.metadata as Record<string, Json>,
  source:
    row.document_id === null
      ? null
      : { format: row.source_format ?? "other", expiring_link: "@", expiresIn: "7d" as const },
  charges: charges.map(chargeOf),
  usages: usages.map(usageOf),
  created_at: row.created_at,
  updated_at: row.updated_at,
});

const countedDaysOf = ({ counted_days }: BillRow) =>
  // The column holds what `setCountedDays` wrote.
  (counted_days as DaysOfMeter[] | null)?.map(({ utility_meter_id, start_date, end_date }) => ({
    utility_meter_id,
    start_date: wireDay(start_date),
    end_date: wireDay(end_date),
  })) ?? null;

const lineOf = (row: ChargeRow | UsageRow) => ({
  utility_bill_id: row.utility_bill_id,
  utility_account_id: row.utility_account_id,
  utility_meter_id: row.utility_meter_id,
  amount: row.amount,
});

const chargeOf = (row: ChargeRow): z.infer<typeof UtilityCharge> => ({
  id: row.id,
  svc_object_type: "UtilityCharge",
  ...lineOf(row),
  description: row.description,
  utility_charge_type: word<ChargeType>(row.utility_charge_type),
  start_date: wireDay(row.start_date),
  end_date: wireDay(row.end_date),
  line_item_group_id: row.line_item_group_id,
});

const usageOf = (row: UsageRow): z.infer<typeof UtilityUsage> => ({
  id: row.id,
  svc_object_type: "UtilityUsage",
  ...lineOf(row),
  estimated_meter_read: row.estimated_meter_read,
  description: row.description,
  utility_usage_type: word<UsageType>(row.utility_usage_type),
  measurement_unit: row.measurement_unit,
  start_date: wireDay(row.start_date),
  end_date: wireDay(row.end_date),
  kbtus: row.kbtus,
  lbs_co2: row.lbs_co2,
  gallons: row.gallons,
  supply: row.supply,
  line_item_group_id: row.line_item_group_id,
});
