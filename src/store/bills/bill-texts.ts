/** The JSON of bills for the API: written once in the transaction that writes the bill, so that a read joins texts instead of building objects. */
import { hash } from "node:crypto";
import { sql } from "kysely";
import {
  CountedDays,
  UtilityBill,
  UtilityCharge,
  UtilityUsage,
  type BilledService,
  type DaysOfMeter,
} from "../../records/bill.ts";
import { presenter } from "../../records/present.ts";
import { wireDay } from "../../records/wire.ts";
import { listBillRows, listCharges, listUsages, type BillRow, type ChargeRow, type UsageRow } from "./bill-rows.ts";
import type { Sql, Trx } from "../db.ts";
import { manyRows } from "../many-rows.ts";

/** Increase it whenever the form of a bill changes: texts of an older form are then rendered again. */
export const BILL_FORM = 4;

/** The text of a bill in two parts, between which the link to its file is inserted. */
export interface BillText {
  head: string;
  tail: string;
  /** A hash of both parts. */
  tag: string;
}

/** The placeholder of the link while the text is made. It is unique after the client's own values, which come before it and have escaped quotes. */
const LINK = '"expiring_link":"@"';
const LINK_OPEN = LINK.length - 2;

/** The rows of a bill and its lines, in order. */
export interface BillRows {
  row: BillRow;
  charges: ChargeRow[];
  usages: UsageRow[];
}

/** A bill as a record, without the link to its file. */
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

/** Rewrites the texts of these bills. Called in the transaction of every change of a bill, which has locked the account. */
export async function writeBillTexts(trx: Trx, companyId: number, ids: readonly number[]): Promise<void> {
  await saveBillTexts(trx, companyId, await readBills(trx, companyId, ids));
}

/** The same for bills whose rows the caller already has. */
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

/** The texts of bills by id, made from their rows. */
export async function makeBillTexts(
  db: Sql,
  companyId: number,
  ids: readonly number[],
): Promise<Map<number, BillText>> {
  const bills = await readBills(db, companyId, ids);
  return new Map(bills.map((bill) => [bill.row.id, renderBill(bill)]));
}

/** Bills as records by id, without the links to their files. */
export async function readBillRecords(db: Sql, companyId: number, ids: readonly number[]) {
  const bills = await readBills(db, companyId, ids);
  return new Map(bills.map((bill) => [bill.row.id, billOf(bill)]));
}

/** Bills with their lines, in id order. */
async function readBills(db: Sql, companyId: number, ids: readonly number[]): Promise<BillRows[]> {
  if (ids.length === 0) return [];
  const [rows, charges, usages] = [
    await listBillRows(db, companyId, ids),
    await listCharges(db, companyId, ids),
    await listUsages(db, companyId, ids),
  ];
  return withLines(rows, charges, usages);
}

/** Assigns the lines to their bills, in order. */
export function withLines(
  rows: readonly BillRow[],
  charges: readonly ChargeRow[],
  usages: readonly UsageRow[],
): BillRows[] {
  const chargesOf = Map.groupBy(charges, ({ utility_bill_id }) => utility_bill_id);
  const usagesOf = Map.groupBy(usages, ({ utility_bill_id }) => utility_bill_id);
  return rows.map((row) => ({ row, charges: chargesOf.get(row.id) ?? [], usages: usagesOf.get(row.id) ?? [] }));
}

/** Bills of all companies with a text of an older form, for the sweep after an upgrade. */
export function listBillsToRender(db: Sql, limit: number) {
  return db
    .selectFrom("bill_texts")
    .select(["company_id", "utility_bill_id as id"])
    .where("form", "<", BILL_FORM)
    .orderBy("form")
    .limit(limit)
    .execute();
}

/** A position that was read; a line that a user entered may have none. */
const place = ({ page, box }: Pick<ChargeRow, "page" | "box">) =>
  page === null || box === null ? null : { page, box };
const chargeOf = presenter(UtilityCharge, { place });
const usageOf = presenter(UtilityUsage, { place });
/** The template that read a bill, as answers give it. */
export const templateOf = ({ template_id, template_version }: Pick<BillRow, "template_id" | "template_version">) =>
  template_id === null || template_version === null ? null : { id: template_id, version: template_version };
const countedDaysOf = presenter(CountedDays);
const present = presenter(UtilityBill, {
  // Only `setCountedDays` writes this column.
  counted_days: ({ counted_days }: Pick<BillRow, "counted_days">) =>
    (counted_days as DaysOfMeter[] | null)?.map(countedDaysOf) ?? null,
  source: ({ document_id, source_format }: Pick<BillRow, "document_id" | "source_format">) =>
    document_id === null ? null : { format: source_format ?? "other", expiring_link: "@", expiresIn: "7d" as const },
  period: ({ period_start, period_end }: Pick<BillRow, "period_start" | "period_end">) =>
    period_start === null || period_end === null
      ? null
      : { start_date: wireDay(period_start), end_date: wireDay(period_end) },
  template: templateOf,
  // Only the writer of bills writes this column.
  services: ({ services }: Pick<BillRow, "services">) => services as unknown as BilledService[],
  charges: ({ charges }: Pick<BillRows, "charges">) => charges.map(chargeOf),
  usages: ({ usages }: Pick<BillRows, "usages">) => usages.map(usageOf),
});
const billOf = ({ row, ...lines }: BillRows) => present({ ...row, ...lines });
