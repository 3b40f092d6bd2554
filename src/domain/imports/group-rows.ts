/** Groups rows into bills: by account and invoice, or without a number and a bill date by meter and period. */
import type { BILL_OF } from "../../records/import-profile.ts";
import type { Day } from "../../records/scalars.ts";
import { addDays } from "../calendar.ts";
import { bareNumber } from "../bills/bill-identity.ts";
import { accountKey, rowMeterKey, type Row } from "./row.ts";
import type { DatedRow } from "./periods.ts";

/** The profile's setting for rows that name no bill. */
export interface GroupRules {
  bill_of: (typeof BILL_OF)[number];
}

/** The rows of each bill, in the order of their first rows. */
export function groupRows(rows: readonly DatedRow[], rules: GroupRules): DatedRow[][] {
  const groups = [...Map.groupBy(rows, (row) => invoiceKey(row) ?? periodKey(row, rules)).values()];
  return [...Map.groupBy(groups, dateKey).values()].map((alike) => alike.flat());
}

/**
 * A bill without a number and without days of usage is identified by its date alone (see bill-identity): two such bills of one
 * account and date would replace each other, so they are combined.
 */
function dateKey(group: readonly DatedRow[]): string | readonly DatedRow[] {
  const [first] = group;
  const hasDays = group.some(({ usages, start_date, end_date }) => usages.length > 0 && start_date < end_date);
  if (first === undefined || hasDays || first.invoice_number !== null) return group;
  return `${accountKey(first)} ${first.invoice_date ?? lastDay(group)}`;
}

/** The day of a bill with these rows. */
export const billDay = (rows: readonly DatedRow[]): Day =>
  rows.find(({ invoice_date }) => invoice_date !== null)?.invoice_date ?? lastDay(rows);

/** The last day that any row covers: the earliest possible date of a bill without one. */
function lastDay(rows: readonly DatedRow[]): Day {
  const latest = rows.reduce((last, row) => (row.end_date > last.end_date ? row : last));
  // A delivery covers no day, and may be on the day on which the latest period ends.
  const isCovered = rows.some(({ start_date, end_date }) => end_date === latest.end_date && start_date >= end_date);
  return isCovered ? latest.end_date : addDays(latest.end_date, -1);
}

/**
 * An invoice number identifies a bill, which may have several periods. So does a date, since most accounts are billed once per
 * day. Without either, rows of the same meter and period are one bill (times of use, or separate charges), or those of the account
 * and period where the profile says so: two services are often, but not always, on one bill.
 */
export const periodKey = (row: DatedRow, { bill_of }: GroupRules): string =>
  bill_of === "meter" ? placeKey(row) : `${accountKey(row)} period ${row.start_date} ${row.end_date}`;

/** The meter and the period of a row. */
export const placeKey = (row: DatedRow): string => `${rowMeterKey(row)} period ${row.start_date} ${row.end_date}`;

/** The bill that a row names, whatever its period; null when it names none. */
export function invoiceKey(row: Row): string | null {
  const { invoice_number, invoice_date } = row;
  if (invoice_number !== null) return `${accountKey(row)} number ${bareNumber(invoice_number)}`;
  return invoice_date === null ? null : `${accountKey(row)} date ${invoice_date}`;
}
