/** The bills with bookings in a window, for the reports that are exported once: in batches, or as a query to add up. */
import { sql, type RawBuilder } from "kysely";
import type { DayRange } from "../../domain/day-range.ts";
import type { Day } from "../../records/scalars.ts";
import type { Db, Sql } from "../db.ts";
import { readRows } from "../list-window.ts";
import { inWindow, type BookingWindow } from "./bookings.ts";

export interface BookedBillFilter {
  window: BookingWindow;
  /** By the date of the bill. */
  invoiced: DayRange;
  /** By the due date: bills without one are left out. */
  due: DayRange;
  property_id: number | null;
  /** Key or name of the utility. */
  utility: string | null;
}

export type BookedBill = Awaited<ReturnType<typeof listBookedBills>>[number];

/** What the list is ordered by; bills without the date come last. */
export type BookedBy = "invoice_date" | "due_date";

/** A bill in the list, and where the list goes on after it. */
interface BillPosition {
  date: Day | null;
  id: number;
}

/** How many bills are put in order at once. A small number would have few bills of the last weeks looked for among all by their due dates. */
const ORDERED = 20_000;
const BATCH = 1000;

/** The ids of the bills with a booking in the window, by their date, in batches: a slow reader holds no transaction open. */
export async function* readBookedIds(
  db: Db,
  companyId: number,
  filter: BookedBillFilter,
  by: BookedBy,
  { ordered: limit = ORDERED, batch = BATCH }: { ordered?: number; batch?: number } = {},
): AsyncGenerator<number[]> {
  for (const hasDate of by === "due_date" ? [true, false] : [true]) {
    let after: BillPosition | null = null;
    do {
      const positions = await listPositions(db, companyId, filter, { by, hasDate, after, limit });
      for (let at = 0; at < positions.length; at += batch) yield positions.slice(at, at + batch).map(({ id }) => id);
      after = positions.length < limit ? null : (positions.at(-1) ?? null);
    } while (after !== null);
  }
}

async function listPositions(
  db: Db,
  companyId: number,
  filter: BookedBillFilter,
  { by, hasDate, after, limit }: { by: BookedBy; hasDate: boolean; after: BillPosition | null; limit: number },
): Promise<BillPosition[]> {
  const date = sql.ref<Day>(`bill.${by}`);
  const query = bookedBills(db, companyId, filter)
    .select("bill.id")
    .select(date.as("date"))
    .where(date, hasDate ? "is not" : "is", null)
    .$if(after !== null && hasDate, (bills) =>
      bills.where(sql<boolean>`(${date}, bill.id) > (${after?.date ?? null}::date, ${after?.id ?? 0}::bigint)`),
    )
    .$if(after !== null && !hasDate, (bills) => bills.where("bill.id", ">", after?.id ?? 0))
    .orderBy(hasDate ? date : sql.ref("bill.id"))
    .orderBy("bill.id")
    .limit(limit);
  return readRows(db, query);
}

/** By the date and the id. */
export function listBookedBills(db: Sql, companyId: number, ids: readonly number[], by: BookedBy) {
  return billsOfAccounts(db, companyId)
    .select(["bill.id", "bill.utility_account_id", "bill.invoice_number", "bill.invoice_date", "bill.due_date"])
    .select(["bill.late_fee_date", "bill.amount_due", "bill.currency", "bill.archived", "bill.archive_reason"])
    .select(["bill.period_start", "bill.period_end", "account.acct_num", "utility.name as utility_company_name"])
    .select(sql<boolean>`coalesce(bill.counted_days = '[]', false)`.as("is_covered"))
    .where(sql<boolean>`bill.id = any(${ids}::bigint[])`)
    .orderBy(`bill.${by}`)
    .orderBy("bill.id")
    .execute();
}

/** The bills of a company as `bill`, with their `account` and `utility`. */
const billsOfAccounts = (db: Sql, companyId: number) =>
  db
    .selectFrom("utility_bills as bill")
    .innerJoin("utility_accounts as account", (join) =>
      join.onRef("account.company_id", "=", "bill.company_id").onRef("account.id", "=", "bill.utility_account_id"),
    )
    .innerJoin("utility_companies as utility", "utility.id", "account.utility_company_id")
    .where("bill.company_id", "=", companyId);

/** The bills with a booking in the window, as `bill`, with their `account` and `utility`; the caller selects the columns. */
export function bookedBills(
  db: Db,
  companyId: number,
  { window, invoiced, due, property_id, utility }: BookedBillFilter,
) {
  const bookings = (which: RawBuilder<unknown>) => sql`
    select booking.utility_bill_id from bill_bookings booking
    where booking.company_id = ${companyId} and ${which} and ${inWindow(window)}`;
  // With `since` the bookings are few, and an index of their time finds them. Otherwise bills are read in order, and the bookings
  // of each are looked up.
  const isBooked =
    window.since === null
      ? sql<boolean>`exists (${bookings(sql`booking.utility_bill_id = bill.id`)})`
      : sql<boolean>`bill.id = any(array(${bookings(sql`true`)}))`;
  return billsOfAccounts(db, companyId)
    .where(isBooked)
    .$if(invoiced.from !== undefined, (bills) => bills.where("bill.invoice_date", ">=", invoiced.from ?? ""))
    .$if(invoiced.to !== undefined, (bills) => bills.where("bill.invoice_date", "<", invoiced.to ?? ""))
    .$if(due.from !== undefined, (bills) => bills.where("bill.due_date", ">=", due.from ?? ""))
    .$if(due.to !== undefined, (bills) => bills.where("bill.due_date", "<", due.to ?? ""))
    .$if(property_id !== null, (bills) =>
      bills.where(
        sql<boolean>`bill.id = any(array(
          select billed.utility_bill_id from utility_meters meter
          join bill_meters billed on billed.company_id = meter.company_id and billed.utility_meter_id = meter.id
          where meter.company_id = ${companyId} and meter.property_id = ${property_id}))`,
      ),
    )
    .$if(utility !== null, (bills) => bills.where(sql<boolean>`${utility} in (utility.key, utility.name)`));
}

/** The dates of the first and the last of the bills; null without one. */
export async function findInvoicedDays(
  db: Db,
  companyId: number,
  filter: BookedBillFilter,
): Promise<{ first: Day | null; last: Day | null }> {
  const days = bookedBills(db, companyId, filter).select("bill.invoice_date as day");
  const end = (order: "asc" | "desc") =>
    sql`(select day from (${days.orderBy("bill.invoice_date", order).limit(1)}) as one)`;
  const { rows } = await sql<{ first: Day | null; last: Day | null }>`
    select ${end("asc")} as first, ${end("desc")} as last`.execute(db);
  return rows[0] ?? { first: null, last: null };
}

/** The account of `bill` has a later live bill that states a balance: it carries what is unpaid of this one. */
export const isCarried = (companyId: number): RawBuilder<boolean> => sql<boolean>`exists (
  select from utility_bills later
  where later.company_id = ${companyId} and later.utility_account_id = bill.utility_account_id
    and later.invoice_date > bill.invoice_date and not later.archived and later.previous_balance is not null)`;

/** Those of these bills that a later one carries. */
export async function listCarriedBills(db: Sql, companyId: number, ids: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select bill.id from utility_bills bill
    where bill.company_id = ${companyId} and bill.id = any(${ids}::bigint[]) and ${isCarried(companyId)}`.execute(db);
  return rows.map(({ id }) => id);
}
