/** The days from the first to the last date of the bills of a report. */
import { addDays } from "../../domain/calendar.ts";
import type { Period } from "../../records/scalars.ts";
import { findInvoicedDays, type BookedBillFilter } from "../../store/bills/booked-bills.ts";
import type { Db } from "../../store/db.ts";

/** Null without a bill. */
export async function invoicedPeriod(db: Db, companyId: number, filter: BookedBillFilter): Promise<Period | null> {
  const { first, last } = await findInvoicedDays(db, companyId, filter);
  return first === null || last === null ? null : { start_date: first, end_date: addDays(last, 1) };
}
