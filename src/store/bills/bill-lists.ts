/** Reads bills: one by id, or many by account, meter, property or day, each as the JSON text that was stored when it was written. */
import { sql } from "kysely";
import { BILL_FORM, makeBillTexts, type BillText } from "./bill-texts.ts";
import { readPoint, type Db } from "../db.ts";
import { inWindow, readRows, versionOf, type ListWindow, type ListCursor } from "../list-window.ts";

export interface ListedBill extends BillText {
  id: number;
  updated_at: string;
  document_id: number | null;
}

/** Filters of a list; live and archived bills by default. A bill of a meter or a property may have lines of other meters too. */
export interface BillFilter {
  utility_account_id?: number | undefined;
  utility_meter_id?: number | undefined;
  property_id?: number | undefined;
  energy_type?: string | undefined;
  archived?: boolean | undefined;
  /** Invoice dates from this day on. */
  from?: string | undefined;
  /** Invoice dates before this day. */
  to?: string | undefined;
  /** Due dates from this day on, and before that one; bills without a due date are left out. */
  due_from?: string | undefined;
  due_to?: string | undefined;
  /** The UTC day on which it was saved. */
  saved_on?: string | undefined;
}

type Stored = { id: number; updated_at: string; document_id: number | null } & (
  | { form: null; head: null; tail: null; tag: null }
  | { form: number; head: string; tail: string; tag: string }
);

const ONE = {
  name: "bill by id",
  text: `select bill.id, bill.updated_at, bill.document_id, text.form, text.head, text.tail, text.tag from utility_bills bill
    left join bill_texts text on text.company_id = bill.company_id and text.utility_bill_id = bill.id
    where bill.company_id = $1 and bill.id = $2`,
};

export async function findBillText(db: Db, companyId: number, id: number): Promise<ListedBill | undefined> {
  const [bill] = await withTexts(db, companyId, await readPoint<Stored>(db, ONE, [companyId, id]));
  return bill;
}

export async function listBillTexts(
  db: Db,
  companyId: number,
  filter: BillFilter,
  window: ListWindow,
): Promise<ListedBill[]> {
  const { after } = window;
  // First the bills of the window, then their texts: with a join PostgreSQL may read the texts of all bills.
  const bills = inWindow(billsWhere(db, companyId, filter, lastIdOf(after)), "bill", window);
  const query = db
    .selectFrom(bills.as("bill"))
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom("bill_texts")
          .select(["form", "head", "tail", "tag"])
          .where("company_id", "=", companyId)
          .whereRef("utility_bill_id", "=", "bill.id")
          .offset(sql.lit(0))
          .as("text"),
      (join) => join.onTrue(),
    )
    .selectAll("bill")
    .select(["text.form", "text.head", "text.tail", "text.tag"])
    .orderBy(window.updatedSince === null ? "bill.id" : "bill.updated_at")
    .orderBy("bill.id");
  // Form, head, tail and tag are columns of one row, so all are present or none.
  return withTexts(db, companyId, (await readRows(db, query)) as Stored[]);
}

/** The bills up to this id were already read. */
const lastIdOf = (after: ListCursor | null): number => (after?.updated_at === null ? Number(after.key[0]) : 0);

/** Bills by their ids, in id order. */
export async function listBillTextsByIds(db: Db, companyId: number, ids: number[]): Promise<ListedBill[]> {
  const rows = await db
    .selectFrom("utility_bills as bill")
    .leftJoin("bill_texts as text", (join) =>
      join.onRef("text.company_id", "=", "bill.company_id").onRef("text.utility_bill_id", "=", "bill.id"),
    )
    .select(["bill.id", "bill.updated_at", "bill.document_id", "text.form", "text.head", "text.tail", "text.tag"])
    .where("bill.company_id", "=", companyId)
    .where("bill.id", "=", sql<number>`any(${ids}::bigint[])`)
    .orderBy("bill.id")
    .execute();
  return withTexts(db, companyId, rows as Stored[]);
}

/** A version of the listed bills, all or those of a window, that changes with any of them: their texts depend on these columns only. */
export function versionOfBills(
  db: Db,
  companyId: number,
  filter: BillFilter,
  window: ListWindow | null = null,
): Promise<string> {
  const bills = billsWhere(db, companyId, filter, lastIdOf(window?.after ?? null));
  return versionOf(db, window === null ? bills : inWindow(bills, "bill", window));
}

/** Texts of an older form are rendered while reading; the sweep stores new ones. */
async function withTexts(db: Db, companyId: number, rows: Stored[]): Promise<ListedBill[]> {
  const isMade = (row: Stored): row is Extract<Stored, { form: number }> => row.form === BILL_FORM;
  const missing = rows.filter((row) => !isMade(row)).map(({ id }) => id);
  const made = missing.length === 0 ? new Map<number, BillText>() : await makeBillTexts(db, companyId, missing);
  return rows.flatMap((row) => {
    const { id, updated_at, document_id } = row;
    const text = isMade(row) ? row : made.get(id);
    return text === undefined ? [] : [{ id, updated_at, document_id, head: text.head, tail: text.tail, tag: text.tag }];
  });
}

/** Only bills after `afterId`: the list has already read the others. */
export function billsWhere(db: Db, companyId: number, filter: BillFilter, afterId = 0) {
  const {
    utility_account_id,
    utility_meter_id,
    property_id,
    energy_type,
    archived,
    from,
    to,
    due_from,
    due_to,
    saved_on,
  } = filter;
  let query = db
    .selectFrom("utility_bills as bill")
    .select(["bill.id", "bill.updated_at", "bill.document_id"])
    .where("bill.company_id", "=", companyId);
  if (utility_account_id !== undefined) query = query.where("bill.utility_account_id", "=", utility_account_id);
  if (utility_meter_id !== undefined || property_id !== undefined || energy_type !== undefined) {
    // As an array it is evaluated once, whatever PostgreSQL estimates for the bills of a meter.
    query = query.where((eb) => {
      let meters = db
        .selectFrom("utility_meters as meter")
        .innerJoin("bill_meters as billed", (join) =>
          join.onRef("billed.company_id", "=", "meter.company_id").onRef("billed.utility_meter_id", "=", "meter.id"),
        )
        .select("billed.utility_bill_id")
        .where("meter.company_id", "=", companyId)
        .where("billed.utility_bill_id", ">", afterId);
      if (utility_meter_id !== undefined) meters = meters.where("meter.id", "=", utility_meter_id);
      if (property_id !== undefined) meters = meters.where("meter.property_id", "=", property_id);
      if (energy_type !== undefined) meters = meters.where("meter.energy_type", "=", energy_type);
      return eb("bill.id", "=", sql<number>`any(array(${meters}))`);
    });
  }
  if (archived !== undefined) query = query.where("bill.archived", "=", archived);
  if (from !== undefined) query = query.where("bill.invoice_date", ">=", from);
  if (to !== undefined) query = query.where("bill.invoice_date", "<", to);
  if (due_from !== undefined) query = query.where("bill.due_date", ">=", due_from);
  if (due_to !== undefined) query = query.where("bill.due_date", "<", due_to);
  if (saved_on !== undefined) {
    query = query
      .where("bill.created_at", ">=", sql<string>`${saved_on}::date`)
      .where("bill.created_at", "<", sql<string>`${saved_on}::date + 1`);
  }
  return query;
}

/**
 * The UTC days on which bills were saved, newest first, for a window. Skips from day to day along an index: the cost depends on
 * the number of days, not of bills.
 */
export async function listDays(
  db: Db,
  companyId: number,
  { before, limit, offset = 0 }: { before: string | null; limit: number; offset?: number | undefined },
): Promise<string[]> {
  const { rows } = await sql<{ day: string }>`
    with recursive days as (
      (select created_at::date as day from utility_bills where company_id = ${companyId}
       and (${before}::date is null or created_at < ${before}::date)
       order by created_at desc limit 1)
      union all
      select (
        select created_at::date from utility_bills where company_id = ${companyId} and created_at < days.day
        order by created_at desc limit 1)
      from days where days.day is not null)
    select to_char(day, 'YYYY-MM-DD') as day from days where day is not null limit ${limit} offset ${offset}`.execute(
    db,
  );
  return rows.map(({ day }) => day);
}
