/** Bills found by a text and sorted by a date or an amount, page by page, whatever their number. */
import { sql } from "kysely";
import type { BillSort } from "../../records/bill-summary.ts";
import type { Db } from "../db.ts";
import { readRows, type ListWindow } from "../list-window.ts";
import { billsWhere, type BillFilter } from "./bill-lists.ts";

export interface SortedBill {
  id: number;
  /** The value that orders it; null: it has none and comes after all that have one. */
  value: string | null;
  updated_at: string;
}

/**
 * The bills that a search text finds: their ids, or, when they are many, what they are recognised by while bills are read: the text
 * in their own number, accounts whose number or utility has it, or meters of properties whose name has it.
 */
export type BillsFound = { ids: number[] } | { pattern: string; accountIds: number[]; meterIds: number[] };

/** More bills than these are not looked up beforehand: reading bills in order soon finds enough for a page. */
const FEW = 2000;

/** The text as a part, whatever characters it has. */
const patternOf = (text: string): string => `%${text.replace(/[\\%_]/g, String.raw`\$&`)}%`;

/** Bills with the text in their number, account number, utility or the name of a property; upper and lower case are alike. */
export async function findBills(db: Db, companyId: number, text: string): Promise<BillsFound> {
  const pattern = patternOf(text);
  const { rows: accounts } = await sql<{ id: number }>`
    select account.id from utility_accounts account
    join utility_companies utility on utility.id = account.utility_company_id
    where account.company_id = ${companyId} and (account.acct_num ilike ${pattern} or utility.name ilike ${pattern})`.execute(
    db,
  );
  const { rows: meters } = await sql<{ id: number }>`
    select meter.id from properties property
    join utility_meters meter on meter.company_id = property.company_id and meter.property_id = property.id
    where property.company_id = ${companyId} and property.name ilike ${pattern}`.execute(db);
  const [accountIds, meterIds] = [accounts, meters].map((found) => found.map(({ id }) => id));
  const { rows } = await sql<{ id: number }>`
    select id from (
      select utility_bill_id as id from bill_meters
      where company_id = ${companyId} and utility_meter_id = any(${meterIds}::bigint[])
      union all
      select id from utility_bills where company_id = ${companyId} and utility_account_id = any(${accountIds}::bigint[])
      union all
      select id from utility_bills where company_id = ${companyId} and invoice_number ilike ${pattern}) found
    limit ${FEW + 1}`.execute(db);
  if (rows.length <= FEW) return { ids: [...new Set(rows.map(({ id }) => id))] };
  return { pattern, accountIds: accountIds ?? [], meterIds: meterIds ?? [] };
}

export interface BillQuestion extends BillFilter {
  /** Key or name of the utility. */
  utility?: string | undefined;
  found?: BillsFound | undefined;
}

function asked(db: Db, companyId: number, { utility, found, ...filter }: BillQuestion) {
  let query = billsWhere(db, companyId, filter);
  if (utility !== undefined)
    query = query.where(
      sql<boolean>`bill.utility_account_id = any(array(
        select account.id from utility_accounts account
        join utility_companies utility on utility.id = account.utility_company_id
        where account.company_id = ${companyId} and ${utility} in (utility.key, utility.name)))`,
    );
  if (found === undefined) return query;
  return query.where(
    "ids" in found
      ? sql<boolean>`bill.id = any(${found.ids}::bigint[])`
      : sql<boolean>`(bill.invoice_number ilike ${found.pattern}
          or bill.utility_account_id = any(${found.accountIds}::bigint[])
          or exists (
            select from bill_meters billed where billed.company_id = ${companyId}
              and billed.utility_bill_id = bill.id and billed.utility_meter_id = any(${found.meterIds}::bigint[])))`,
  );
}

export async function countBills(db: Db, companyId: number, question: BillQuestion): Promise<number> {
  const row = await db
    .selectFrom(asked(db, companyId, question).as("bill"))
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .executeTakeFirst();
  return row?.count ?? 0;
}

type SortColumn = "invoice_date" | "due_date" | "amount_due";
/** The column without a value comes last; the id orders what is equal, in the same direction. */
const SORTS: Record<BillSort, { column: SortColumn | null; isDescending: boolean }> = {
  id: { column: null, isDescending: false },
  "-id": { column: null, isDescending: true },
  invoice_date: { column: "invoice_date", isDescending: false },
  "-invoice_date": { column: "invoice_date", isDescending: true },
  due_date: { column: "due_date", isDescending: false },
  "-due_date": { column: "due_date", isDescending: true },
  amount_due: { column: "amount_due", isDescending: false },
  "-amount_due": { column: "amount_due", isDescending: true },
};

/** Where a list begins: after a bill with this value and id. */
export interface BillPlace {
  value: string | null;
  id: number;
}

/** First the bills that have a value, then the others: each part is read in the order of an index. */
export async function listSortedBills(
  db: Db,
  companyId: number,
  question: BillQuestion,
  {
    sort,
    after,
    limit,
    offset = 0,
  }: Pick<ListWindow, "limit" | "offset"> & { sort: BillSort; after: BillPlace | null },
): Promise<SortedBill[]> {
  const { column } = SORTS[sort];
  const wanted = limit + offset;
  const part = (hasValue: boolean, place: BillPlace | null, count: number) =>
    readPart(db, companyId, question, { sort, hasValue, after: place, limit: count });
  if (column === null) return (await part(false, after, wanted)).slice(offset);
  const isInFirst = after === null || after.value !== null;
  const first = isInFirst ? await part(true, after, wanted) : [];
  if (first.length === wanted) return first.slice(offset);
  const rest = await part(false, isInFirst ? null : after, wanted - first.length);
  return [...first, ...rest].slice(offset);
}

function readPart(
  db: Db,
  companyId: number,
  question: BillQuestion,
  { sort, hasValue, after, limit }: { sort: BillSort; hasValue: boolean; after: BillPlace | null; limit: number },
): Promise<SortedBill[]> {
  const { column, isDescending } = SORTS[sort];
  const value = column === null ? sql`null` : sql.ref(`bill.${column}`);
  const order = hasValue ? [value, sql.ref("bill.id")] : [sql.ref("bill.id")];
  let query = asked(db, companyId, question)
    .select(sql<string | null>`${value}::text`.as("value"))
    .limit(limit);
  if (column !== null) query = query.where(`bill.${column}`, hasValue ? "is not" : "is", null);
  if (after !== null) {
    const place = hasValue ? [after.value, after.id] : [after.id];
    query = query.where(sql<boolean>`(${sql.join(order)}) ${sql.raw(isDescending ? "<" : ">")} (${sql.join(place)})`);
  }
  for (const each of order) query = query.orderBy(each, isDescending ? "desc" : "asc");
  return readRows(db, query);
}

/** The bills of these ids with the names that belong to them, without an order. */
export async function listBillSummaries(db: Db, companyId: number, ids: readonly number[]) {
  return db
    .selectFrom("utility_bills as bill")
    .innerJoin("utility_accounts as account", (join) =>
      join.onRef("account.company_id", "=", "bill.company_id").onRef("account.id", "=", "bill.utility_account_id"),
    )
    .innerJoin("utility_companies as utility", "utility.id", "account.utility_company_id")
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom("bill_meters as billed")
          .innerJoin("utility_meters as meter", (join) =>
            join.onRef("meter.company_id", "=", "billed.company_id").onRef("meter.id", "=", "billed.utility_meter_id"),
          )
          .select([
            sql<number | null>`min(meter.property_id)`.as("property_id"),
            sql<number>`count(distinct meter.property_id)::int`.as("property_count"),
            sql<string[]>`coalesce(array_agg(distinct meter.energy_type), '{}')`.as("energy_types"),
          ])
          .where("billed.company_id", "=", companyId)
          .whereRef("billed.utility_bill_id", "=", "bill.id")
          .as("places"),
      (join) => join.onTrue(),
    )
    .leftJoin("properties as property", (join) =>
      join.onRef("property.company_id", "=", "bill.company_id").onRef("property.id", "=", "places.property_id"),
    )
    .select(["bill.id", "bill.utility_account_id", "bill.original_utility_bill_id", "bill.invoice_number"])
    .select(["bill.invoice_date", "bill.period_start", "bill.period_end", "bill.due_date", "bill.total_charges"])
    .select(["bill.amount_due", "bill.currency", "bill.estimated", "bill.archived", "bill.archive_reason"])
    .select(["bill.origin", "bill.read_by", "bill.created_at", "bill.updated_at"])
    .select(sql<boolean>`coalesce(bill.counted_days = '[]', false)`.as("covered"))
    .select(["account.acct_num", "utility.name as utility_company_name"])
    .select(["places.property_id", "places.property_count", "places.energy_types", "property.name as property_name"])
    .select(
      sql<number>`(select count(*)::int from findings finding
        where finding.company_id = ${companyId} and finding.utility_bill_id = bill.id and finding.state = 'open')`.as(
        "findings_open",
      ),
    )
    .where("bill.company_id", "=", companyId)
    .where("bill.id", "=", sql<number>`any(${ids}::bigint[])`)
    .execute();
}
