/** Bookings and reversals of bills, counted and added up by the database, so that no bill is read for them. */
import { sql } from "kysely";
import { bookedBills, type BookedBillFilter } from "../bills/booked-bills.ts";
import { bookingsOf } from "../bills/bookings.ts";
import type { Db } from "../db.ts";

/** Of bills with a charge, and where a property is asked for, with a charge of its meters. */
export interface LedgerSums {
  bills: number;
  reversals: number;
  /** Bookings less reversals; null without either. */
  amount: number | null;
  /** What was taken back, without the sign of a reversal; null without one. */
  reversed: number | null;
}

export async function sumLedger(db: Db, companyId: number, filter: BookedBillFilter): Promise<LedgerSums> {
  const bills = bookedBills(db, companyId, filter).select("bill.id");
  const ofProperty =
    filter.property_id === null
      ? sql`true`
      : sql`charge.utility_meter_id = any(array(
          select id from utility_meters where company_id = ${companyId} and property_id = ${filter.property_id}))`;
  const { rows } = await sql<LedgerSums>`
    with booked as (${bookingsOf(companyId, sql`booking.utility_bill_id = any(array(${bills}))`, filter.window)}),
    charged as (
      select booked.utility_bill_id, booked.sign, (
        select sum(charge.amount) from utility_charges charge
        where charge.company_id = ${companyId} and charge.utility_bill_id = booked.utility_bill_id and ${ofProperty}) as amount
      from booked)
    select (count(*) filter (where sign > 0))::int as bills, (count(*) filter (where sign < 0))::int as reversals,
      sum(sign * amount) as amount, sum(amount) filter (where sign < 0) as reversed
    from charged where amount is not null`.execute(db);
  const [sums] = rows;
  if (sums === undefined) throw new Error("sums have a row");
  return sums;
}
