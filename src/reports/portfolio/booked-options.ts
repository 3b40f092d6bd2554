/** What the options of a report of bills mean: which bookings, of which bills, and where the next export goes on. */
import { placeText, type BookingPlace } from "../../domain/bills/booking-place.ts";
import { invalid } from "../../errors.ts";
import type { BookedBillFilter } from "../../store/bills/booked-bills.ts";
import { bookedUntil, isForeignBooking } from "../../store/bills/bookings.ts";
import type { Db } from "../../store/db.ts";
import type { PortfolioReportOptions } from "./open-table.ts";

export interface BookedOptions {
  filter: BookedBillFilter;
  nextSince: string;
}

/** @throws Problem invalid for a place of another database */
export async function bookedOptions(db: Db, options: PortfolioReportOptions): Promise<BookedOptions> {
  const { range, due = {}, since = null, until = null, property_id = null, utility = null } = options;
  for (const [pointer, place] of Object.entries({ since, until })) await refuseForeign(db, pointer, place);
  const until_xid = await bookedUntil(db);
  return {
    filter: { window: { since, until, until_xid }, invoiced: range, due, property_id, utility },
    nextSince: until === null ? placeText(until_xid) : "xid" in until ? placeText(until.xid) : until.day,
  };
}

async function refuseForeign(db: Db, pointer: string, place: BookingPlace | null): Promise<void> {
  if (place === null || !("xid" in place) || !(await isForeignBooking(db, place.xid))) return;
  throw invalid([
    {
      pointer,
      detail: "This place is from another database. Ask with the day of the last export, such as 2026-01-31, instead.",
    },
  ]);
}
