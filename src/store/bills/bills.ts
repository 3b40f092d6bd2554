/** Bills with their charges and usages: written in one transaction with their text, and archived instead of changed. */
import { sql, type RawBuilder } from "kysely";
import type { ArchiveReason, BillOrigin, ChargeType, CheckedBy, UsageType } from "../../records/codes.ts";
import { billColumns, type BillRow, type ChargeRow, type UsageRow } from "./bill-rows.ts";
import { saveBillTexts, withLines, writeBillTexts } from "./bill-texts.ts";
import type { Trx } from "../db.ts";
import { manyRows, type ColumnTypes } from "../many-rows.ts";

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
  origin: BillOrigin;
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
  /** Null or left out when not known. */
  checked_by?: CheckedBy | null;
  archived: boolean;
  archive_reason: ArchiveReason | null;
  source_format: string | null;
  /** As JSON text; an empty object when left out. */
  metadata?: string;
  /** As JSON text; an empty list when left out. */
  accepted_findings?: string;
  charges: NewCharge[];
  usages: NewUsage[];
}

type BillColumns = Omit<NewBill, "charges" | "usages"> & { company_id: number };
const BILL: ColumnTypes<BillColumns> = {
  company_id: "bigint",
  utility_account_id: "bigint",
  document_id: "bigint",
  original_utility_bill_id: "bigint",
  origin: "text",
  identity_key: "text",
  content_sha256: "bytea",
  invoice_number: "text",
  invoice_date: "date",
  corrected: "boolean",
  period_start: "date",
  period_end: "date",
  estimated: "boolean",
  account_holder_name: "text",
  amount_due: "numeric",
  previous_balance: "numeric",
  amount_paid: "numeric",
  checked_by: "text",
  archived: "boolean",
  archive_reason: "text",
  source_format: "text",
  metadata: "jsonb",
  accepted_findings: "jsonb",
};

const LINE = {
  company_id: "bigint",
  utility_bill_id: "bigint",
  utility_account_id: "bigint",
  utility_meter_id: "bigint",
  position: "integer",
  amount: "numeric",
  description: "text",
  start_date: "date",
  end_date: "date",
  line_item_group_id: "uuid",
  page: "integer",
  box: "real[]",
} as const;
type Placed<Line> = Line & Record<"company_id" | "utility_bill_id" | "utility_account_id" | "position", number>;
const CHARGE: ColumnTypes<Placed<NewCharge>> = {
  ...LINE,
  utility_charge_type: "text",
  quantity: "numeric",
  rate: "numeric",
};
const USAGE: ColumnTypes<Placed<NewUsage>> = {
  ...LINE,
  estimated_meter_read: "boolean",
  utility_usage_type: "text",
  measurement_unit: "text",
  kbtus: "numeric",
  lbs_co2: "numeric",
  co2_factor: "text",
  gallons: "numeric",
  supply: "boolean",
};
const BILL_METER = { company_id: "bigint", utility_meter_id: "bigint", utility_bill_id: "bigint" } as const;

/** Writes bills with all their lines and returns their ids in the same order. The caller holds the lock of their accounts. */
export async function insertBills(trx: Trx, companyId: number, bills: readonly NewBill[]): Promise<number[]> {
  if (bills.length === 0) return [];
  const heads = bills.map((bill) => ({ metadata: "{}", accepted_findings: "[]", ...bill, company_id: companyId }));
  const inserted = await sql<BillRow>`
    insert into utility_bills ${manyRows(BILL, heads)} returning ${sql.join(billColumns.map(sql.ref))}`.execute(trx);
  // Rows are numbered in the given order.
  const rows = inserted.rows.toSorted((a, b) => a.id - b.id);
  const ids = rows.map(({ id }) => id);
  const placed = <Line>(linesOf: (bill: NewBill) => readonly Line[]): Placed<Line>[] =>
    bills.flatMap((bill, index) => {
      const of = {
        company_id: companyId,
        utility_bill_id: ids[index] ?? 0,
        utility_account_id: bill.utility_account_id,
      };
      return linesOf(bill).map((line, position) => ({ ...line, ...of, position }));
    });
  const [charges, usages] = [placed((bill) => bill.charges), placed((bill) => bill.usages)];
  const chargeRows = await insertLines<ChargeRow>(
    trx,
    sql`utility_charges ${manyRows(CHARGE, charges)}`,
    charges.length,
  );
  const usageRows = await insertLines<UsageRow>(trx, sql`utility_usages ${manyRows(USAGE, usages)}`, usages.length);
  const meters = [...Map.groupBy([...charges, ...usages], ({ utility_bill_id }) => utility_bill_id)].flatMap(
    ([utility_bill_id, lines]) =>
      [...new Set(lines.map(({ utility_meter_id }) => utility_meter_id))].map((utility_meter_id) => ({
        company_id: companyId,
        utility_meter_id,
        utility_bill_id,
      })),
  );
  await sql`insert into bill_meters ${manyRows(BILL_METER, meters)}`.execute(trx);
  await saveBillTexts(trx, companyId, withLines(rows, chargeRows, usageRows));
  return ids;
}

/** Returns the written rows, in order. */
async function insertLines<Row extends { position: number }>(
  trx: Trx,
  lines: RawBuilder<unknown>,
  count: number,
): Promise<Row[]> {
  if (count === 0) return [];
  const { rows } = await sql<Row>`insert into ${lines} returning *`.execute(trx);
  return rows.sort((a, b) => a.position - b.position);
}

export type LiveBill = Awaited<ReturnType<typeof findLiveBills>> extends Map<string, infer Bill> ? Bill : never;

/** The live bills of an account and an origin for the same periods or invoices, by their identities. */
export async function findLiveBills(
  trx: Trx,
  companyId: number,
  accountId: number,
  origin: BillOrigin,
  identityKeys: readonly string[],
) {
  const rows = await trx
    .selectFrom("utility_bills as bill")
    .select(["bill.id", "bill.identity_key", "bill.invoice_date", "bill.corrected"])
    .select(["bill.document_id", "bill.original_utility_bill_id"])
    .where("bill.company_id", "=", companyId)
    .where("bill.utility_account_id", "=", accountId)
    .where("bill.origin", "=", origin)
    .where("bill.identity_key", "=", sql<string>`any(${identityKeys}::text[])`)
    .where("bill.archived", "=", false)
    .execute();
  return new Map(rows.map((row) => [row.identity_key, row]));
}

/** A bill with the identity, origin and content, archived or live: it was read before. */
export function findBillWithContent(
  trx: Trx,
  companyId: number,
  accountId: number,
  { origin, identity_key, content_sha256 }: Pick<NewBill, "origin" | "identity_key" | "content_sha256">,
) {
  return (
    trx
      .selectFrom("utility_bills as bill")
      .select(["bill.id", "bill.archived"])
      .where("bill.company_id", "=", companyId)
      .where("bill.utility_account_id", "=", accountId)
      .where("bill.origin", "=", origin)
      .where("bill.identity_key", "=", identity_key)
      .where("bill.content_sha256", "=", content_sha256)
      // Prefer the live one when an archived one has the same content.
      .orderBy("bill.archived")
      .orderBy("bill.id")
      .executeTakeFirst()
  );
}

/**
 * Links every later version of bills to the first, independent of the order of arrival: the first is the oldest by
 * invoice date, then the one that is not marked as corrected, then the one that was fetched first.
 */
export async function linkVersions(
  trx: Trx,
  companyId: number,
  accountId: number,
  identityKeys: readonly string[],
): Promise<void> {
  if (identityKeys.length === 0) return;
  const { rows } = await sql<{ id: number }>`
    with versions as (
      select id, first_value(id) over (
        partition by origin, identity_key order by invoice_date, corrected, coalesce(document_id, 0), id) as first_id
      from utility_bills
      where company_id = ${companyId} and utility_account_id = ${accountId}
        and identity_key = any(${identityKeys}::text[]))
    update utility_bills bill set original_utility_bill_id = versions.first_id, updated_at = now() from versions
    where bill.company_id = ${companyId} and bill.id = versions.id and bill.id <> versions.first_id
      and bill.original_utility_bill_id is distinct from versions.first_id
    returning bill.id`.execute(trx);
  await writeBillTexts(
    trx,
    companyId,
    rows.map(({ id }) => id),
  );
}

/** Changes the identity of all versions of a portal bill, including archived ones, after its days were read differently. No live bill has the new identity. */
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
    .where("origin", "=", "portal")
    .where("identity_key", "=", from)
    .execute();
}

/** Archives bills with a reason; they stay readable. */
export async function archiveBills(
  trx: Trx,
  companyId: number,
  ids: readonly number[],
  reason: ArchiveReason,
): Promise<void> {
  if (ids.length === 0) return;
  await sql`
    update utility_bills set archived = true, archive_reason = ${reason}, counted_days = null, updated_at = now()
    where company_id = ${companyId} and id = any(${ids}::bigint[])`.execute(trx);
  await writeBillTexts(trx, companyId, ids);
}
