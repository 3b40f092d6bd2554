/** Bills with their charges and usages: written in one transaction with their text, and archived instead of changed. */
import { sql, type RawBuilder } from "kysely";
import type { Archive, Rename, Version } from "../../domain/bills/plan-bills.ts";
import type { Statement } from "../../records/statement.ts";
import type { ArchiveReason, BillOrigin, ChargeType, CheckedBy, Reader, UsageType } from "../../records/codes.ts";
import { changedBookings } from "./bookings.ts";
import { billColumns, type BillRow, type ChargeRow, type UsageRow } from "./bill-rows.ts";
import { saveBillTexts, withLines, writeBillTexts } from "./bill-texts.ts";
import type { Trx } from "../db.ts";
import { manyRows, type ColumnTypes } from "../many-rows.ts";

/** The account whose bills are written. The caller holds its lock. */
export interface AccountOfBills {
  company_id: number;
  utility_account_id: number;
}

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
  /** The following are null or left out when not known. */
  due_date?: string | null;
  late_fee_date?: string | null;
  total_charges?: number | null;
  currency?: string | null;
  read_by?: Reader | null;
  confidence?: number | null;
  template_id?: string | null;
  template_version?: number | null;
  /** As JSON text; an empty list when left out. */
  services?: string;
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
  due_date: "date",
  late_fee_date: "date",
  total_charges: "numeric",
  currency: "text",
  read_by: "text",
  confidence: "integer",
  template_id: "text",
  template_version: "integer",
  services: "jsonb",
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

/** What changes among the bills of an account. */
export interface BillChanges {
  /** Portal bills that get another identity, with all their versions. */
  renames?: readonly Rename[];
  archives: readonly Archive[];
  bills: readonly Omit<NewBill, "utility_account_id">[];
  /** The identities whose versions must be linked again. */
  relink?: readonly string[];
}

export interface SavedBills {
  /** The ids of the inserted bills, in order. */
  ids: number[];
  /** The meters with lines on the bills that were archived or inserted. */
  meters: Set<number>;
  /** True when the live bills of the account, with those just archived, have several origins. */
  hasSeveralOrigins: boolean;
}

/** Renames, archives and inserts bills of an account, in this order, with their texts and the account's latest invoice date. The caller holds its lock. */
export async function saveBills(
  trx: Trx,
  account: AccountOfBills,
  { renames = [], archives, bills, relink = [] }: BillChanges,
): Promise<SavedBills> {
  const { company_id, utility_account_id } = account;
  await renameIdentities(trx, account, renames);
  const meters = new Set(await archiveBills(trx, company_id, archives));
  const inserted = await insertBills(
    trx,
    company_id,
    bills.map((bill) => ({ ...bill, utility_account_id })),
  );
  for (const { utility_meter_id } of [...inserted.chargeRows, ...inserted.usageRows]) meters.add(utility_meter_id);
  const linked = await linkVersions(trx, account, relink);
  const archived = archives.map(({ id }) => id);
  const ids = inserted.rows.map(({ id }) => id);
  const hasSeveralOrigins = await refreshAccount(trx, account, [...archived, ...ids]);
  await saveBillTexts(trx, company_id, withLines(inserted.rows, inserted.chargeRows, inserted.usageRows));
  // A bill that was linked has another text than the one it was inserted with.
  await writeBillTexts(trx, company_id, [...new Set([...archived, ...linked])]);
  return { ids, meters, hasSeveralOrigins };
}

interface InsertedRows {
  rows: BillRow[];
  chargeRows: ChargeRow[];
  usageRows: UsageRow[];
}

/** Inserts bills with all their lines and returns the written rows in the same order. */
async function insertBills(trx: Trx, companyId: number, bills: readonly NewBill[]): Promise<InsertedRows> {
  if (bills.length === 0) return { rows: [], chargeRows: [], usageRows: [] };
  const billRows = bills.map((bill) => ({
    metadata: "{}",
    accepted_findings: "[]",
    services: "[]",
    ...bill,
    company_id: companyId,
  }));
  const inserted = await sql<BillRow>`
    with inserted as (insert into utility_bills ${manyRows(BILL, billRows)} returning ${sql.join(billColumns.map(sql.ref))}),
    booked as (
      insert into bill_bookings (company_id, utility_bill_id, sign)
      select company_id, id, 1 from inserted where not archived order by id)
    select * from inserted`.execute(trx);
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
  return { rows, chargeRows, usageRows };
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

/** All bills of the account with one of these identities, in id order. */
export async function findVersions(
  trx: Trx,
  { company_id, utility_account_id }: AccountOfBills,
  identityKeys: readonly string[],
): Promise<Version[]> {
  return (
    trx
      .selectFrom("utility_bills")
      .select(["id", "identity_key", "content_sha256", "archived", "invoice_date", "corrected"])
      .select(["document_id", "original_utility_bill_id"])
      // The column holds the closed list of records/codes.
      .select(sql<BillOrigin>`origin`.as("origin"))
      .where("company_id", "=", company_id)
      .where("utility_account_id", "=", utility_account_id)
      .where("identity_key", "=", sql<string>`any(${identityKeys}::text[])`)
      .orderBy("id")
      .execute()
  );
}

/**
 * The statements of the documents of bills with these identities. A bill that a user corrected has other values than its document,
 * and is not among them.
 */
export async function listStatementsOfBills(
  trx: Trx,
  { company_id, utility_account_id }: AccountOfBills,
  identityKeys: readonly string[],
): Promise<{ id: number; statement: Statement }[]> {
  const rows = await trx
    .selectFrom("utility_bills as bill")
    .innerJoin("documents as document", (join) =>
      join.onRef("document.company_id", "=", "bill.company_id").onRef("document.id", "=", "bill.document_id"),
    )
    .select(["bill.id", "document.statement"])
    .where("bill.company_id", "=", company_id)
    .where("bill.utility_account_id", "=", utility_account_id)
    .where("bill.identity_key", "=", sql<string>`any(${identityKeys}::text[])`)
    .where(({ eb, or }) => or([eb("bill.checked_by", "is not", null), eb("bill.original_utility_bill_id", "is", null)]))
    .where("document.statement", "is not", null)
    .execute();
  // Bills have complete statements.
  return rows.map((row) => ({ ...row, statement: row.statement as unknown as Statement }));
}

/**
 * Links every later version of bills to the first, independent of the order of arrival: the first is the oldest by
 * invoice date, then the one that is not marked as corrected, then the one that was fetched first. Returns the bills
 * that changed.
 */
async function linkVersions(
  trx: Trx,
  { company_id, utility_account_id }: AccountOfBills,
  identityKeys: readonly string[],
): Promise<number[]> {
  if (identityKeys.length === 0) return [];
  const { rows } = await sql<{ id: number }>`
    with versions as (
      select id, first_value(id) over (
        partition by origin, identity_key order by invoice_date, corrected, coalesce(document_id, 0), id) as first_id
      from utility_bills
      where company_id = ${company_id} and utility_account_id = ${utility_account_id}
        and identity_key = any(${identityKeys}::text[]))
    update utility_bills bill set original_utility_bill_id = versions.first_id, updated_at = now() from versions
    where bill.company_id = ${company_id} and bill.id = versions.id and bill.id <> versions.first_id
      and bill.original_utility_bill_id is distinct from versions.first_id
    returning bill.id`.execute(trx);
  return rows.map(({ id }) => id);
}

/** Changes the identity of all versions of bills, including archived ones, after their days were read differently. No live bill has the new identity. */
async function renameIdentities(
  trx: Trx,
  { company_id, utility_account_id }: AccountOfBills,
  renames: readonly Rename[],
): Promise<void> {
  if (renames.length === 0) return;
  await sql`
    update utility_bills bill set identity_key = given.after
    from unnest(
      ${renames.map(({ origin }) => origin)}::text[], ${renames.map(({ from }) => from)}::text[],
      ${renames.map(({ to }) => to)}::text[]) as given (origin, before, after)
    where bill.company_id = ${company_id} and bill.utility_account_id = ${utility_account_id}
      and bill.origin = given.origin and bill.identity_key = given.before`.execute(trx);
}

/** Archives bills, each with its reason; they stay readable. Returns the meters with lines on them. */
async function archiveBills(trx: Trx, companyId: number, archives: readonly Archive[]): Promise<number[]> {
  if (archives.length === 0) return [];
  const { rows } = await sql<{ utility_meter_id: number }>`
    with archived as (
      update utility_bills bill set archived = true, archive_reason = given.reason, counted_days = null, updated_at = now()
      from unnest(${archives.map(({ id }) => id)}::bigint[], ${archives.map(({ reason }) => reason)}::text[])
        as given (id, reason)
      where bill.company_id = ${companyId} and bill.id = given.id
      returning bill.id),
    booked as (${changedBookings(companyId, sql`(select id, false as counts from archived)`)})
    select distinct utility_meter_id from bill_meters
    where company_id = ${companyId} and utility_bill_id in (select id from archived)
    order by utility_meter_id`.execute(trx);
  return rows.map(({ utility_meter_id }) => utility_meter_id);
}

/**
 * Call after these bills of the account were written or archived. Sets its latest invoice date from the live bills: a late older
 * bill does not change it, a corrected date does. Returns whether the live bills, with those just archived, have several origins.
 */
async function refreshAccount(
  trx: Trx,
  { company_id: companyId, utility_account_id: id }: AccountOfBills,
  changedBills: readonly number[],
): Promise<boolean> {
  const live = (column: "invoice_date" | "origin", order: "asc" | "desc") => sql`(
    select ${sql.ref(column)} from utility_bills
    where company_id = ${companyId} and utility_account_id = ${id} and not archived
    order by ${sql.ref(column)} ${sql.raw(order)} limit 1)`;
  const { rows } = await sql<{ several: boolean | null }>`
    with live as (
      select ${live("invoice_date", "desc")} as latest, ${live("origin", "asc")} as first, ${live("origin", "desc")} as last),
    refreshed as (
      update utility_accounts set latest_invoice_date = live.latest, updated_at = now() from live
      where company_id = ${companyId} and id = ${id} and latest_invoice_date is distinct from live.latest)
    select first <> last or exists (
      select from utility_bills bill
      where bill.company_id = ${companyId} and bill.id = any(${changedBills}::bigint[]) and bill.origin <> first) as several
    from live`.execute(trx);
  return rows[0]?.several === true;
}
