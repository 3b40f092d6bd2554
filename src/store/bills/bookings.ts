/** When bills began to count and ceased to: rows that are only added, so that an export up to a place in them stays as it was. */
import { sql, type RawBuilder } from "kysely";
import type { BookingPlace } from "../../domain/bills/booking-place.ts";
import type { Day } from "../../records/scalars.ts";
import type { Sql } from "../db.ts";

/**
 * The insert that books what began to count and takes back what no longer does. `states` is a table of `id` and `counts`; a bill whose
 * booking agrees with it is left alone.
 */
export const changedBookings = (companyId: number, states: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  insert into bill_bookings (company_id, utility_bill_id, sign)
  select ${companyId}::bigint, state.id, case when state.counts then 1 else -1 end
  from ${states} state
  where state.counts <> (coalesce((
    select sum(booking.sign) from bill_bookings booking
    where booking.company_id = ${companyId} and booking.utility_bill_id = state.id), 0) > 0)
  order by state.id`;

/** Bookings from a place (or from the beginning) up to another one; all transactions before `until_xid` have ended. */
export interface BookingWindow {
  since: BookingPlace | null;
  until: BookingPlace | null;
  until_xid: string;
}

/** The place up to which all bookings are known: what is written later has this transaction or a later one. */
export async function bookedUntil(db: Sql): Promise<string> {
  const { rows } = await sql<{ xid: string }>`
    select pg_snapshot_xmin(pg_current_snapshot())::text as xid`.execute(db);
  return rows[0]?.xid ?? "0";
}

/** True for a place that this database has not reached yet: it is from another one. */
export async function isForeignBooking(db: Sql, xid: string): Promise<boolean> {
  const { rows } = await sql<{ foreign: boolean }>`
    select ${xid}::xid8 > pg_snapshot_xmax(pg_current_snapshot()) as foreign`.execute(db);
  return rows[0]?.foreign === true;
}

export interface Booking {
  utility_bill_id: number;
  /** 1: counts from then on. -1: no longer. */
  sign: 1 | -1;
  booked_on: Day;
}

/** The condition for a `booking` in the window. */
export const inWindow = ({ since, until, until_xid }: BookingWindow): RawBuilder<unknown> => {
  const place = (at: BookingPlace, than: "<" | ">=") =>
    "xid" in at
      ? sql`booking.xid ${sql.raw(than)} ${at.xid}::xid8`
      : sql`booking.booked_at ${sql.raw(than)} ${at.day}::date`;
  return sql.join(
    [
      sql`booking.xid < ${until_xid}::xid8`,
      ...(since === null ? [] : [place(since, ">=")]),
      ...(until === null ? [] : [place(until, "<")]),
    ],
    sql` and `,
  );
};

/** Those of these bills, by bill and in their order. */
export async function listBookings(
  db: Sql,
  companyId: number,
  billIds: readonly number[],
  window: BookingWindow,
): Promise<Booking[]> {
  const ofBills = sql`booking.utility_bill_id = any(${billIds}::bigint[])`;
  const { rows } = await sql<Booking>`
    select utility_bill_id, sign, booked_on from (${bookingsOf(companyId, ofBills, window)}) booked
    order by utility_bill_id, place`.execute(db);
  return rows;
}

/**
 * The bookings of bills: what one transaction books and takes back cancels itself. Of the time before bookings were kept, only the
 * bills that were live at its end count as booked.
 */
export const bookingsOf = (
  companyId: number,
  which: RawBuilder<unknown>,
  window: BookingWindow,
): RawBuilder<unknown> => sql`
  select booking.utility_bill_id, sum(booking.sign)::int as sign,
    -- Sessions are in UTC.
    max(booking.booked_at)::date as booked_on, min(booking.id) as place
  from bill_bookings booking
  where booking.company_id = ${companyId} and ${which} and ${inWindow(window)}
  group by booking.utility_bill_id, booking.xid having sum(booking.sign) <> 0`;
