/** What the heads of invoices and usage reports have in common. */
import { X12 } from "../../domain/bills/reading.ts";
import type { Period } from "../../records/scalars.ts";
import type { Statement } from "../../records/statement.ts";
import { element, valueOf, type Segment } from "./segments.ts";
import { dayOf } from "./values.ts";

/** REF: the account at the utility, that at the supplier, and the service delivery identifier of Texas (in the third element). */
export const accountOf = (head: readonly Segment[]): string | null =>
  valueOf(head, "REF", "12") ??
  valueOf(head, "REF", "11") ??
  valueOf(head, "REF", "Q5", 2) ??
  valueOf(head, "REF", "Q5", 3);

/** N1 with 8R: the customer. */
const customerAt = (head: readonly Segment[]): number =>
  head.findIndex((segment) => segment.id === "N1" && element(segment, 1) === "8R");

export function nameOf(head: readonly Segment[]): string | null {
  const name = head[customerAt(head)];
  return name === undefined ? null : element(name, 2) || null;
}

/** The address of the customer on a usage report is where the energy is used. */
export function addressOf(head: readonly Segment[]): string | null {
  const at = customerAt(head);
  if (at === -1) return null;
  const after = head.slice(at + 1);
  const end = after.findIndex(({ id }) => id === "N1");
  const own = end === -1 ? after : after.slice(0, end);
  const street = own.find(({ id }) => id === "N3");
  const city = own.find(({ id }) => id === "N4");
  if (street === undefined || city === undefined) return null;
  const place = `${element(city, 2)} ${element(city, 3)}`.trim();
  return [element(street, 1), element(street, 2), element(city, 1), place].filter((part) => part !== "").join(", ");
}

/** DTM 150 and 151, else 186 and 187 of the invoice: days of reads. */
export function periodOf(segments: readonly Segment[]): Period | null {
  for (const [from, to] of [
    ["150", "151"],
    ["186", "187"],
  ] as const) {
    const start_date = dayOf(valueOf(segments, "DTM", from));
    const end_date = dayOf(valueOf(segments, "DTM", to));
    if (start_date !== null && end_date !== null) return { start_date, end_date };
  }
  return null;
}

type Known = Pick<
  Statement,
  "acct_num" | "invoice_number" | "invoice_date" | "account_holder_name" | "service_address" | "meters"
>;

export const statementOf = (known: Known & Partial<Statement>): Statement => ({
  template: X12,
  amount_due: null,
  previous_balance: null,
  amount_paid: null,
  current_charges: null,
  estimated: known.meters.some(({ usages }) => usages.some(({ estimated_meter_read }) => estimated_meter_read)),
  corrected: false,
  // Guides differ in whether the next period begins on the last day or after it: the account's other bills decide.
  assumed_period_end: "exclusive",
  printed: {},
  ...known,
});
