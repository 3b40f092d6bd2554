/** Is a statement a new bill, one already known, or another version of a bill: the answer does not hang on the order of reading. */
import type { Day, Period } from "../../records/scalars.ts";
import type { Decimal, Statement, StatementMeter } from "../../records/statement.ts";
import { spanOf } from "../calendar.ts";
import { canonicalDecimal } from "../decimal.ts";

export interface BillIdentity {
  /** What makes it this bill and no other of its account. */
  identity_key: string;
  /** The same text for statements that say the same, wherever on the page and by whichever template they were read. */
  content_key: string;
}

/**
 * A bill is known by the days its usage spans and the meters it is of, so that a corrected bill meets the one it corrects
 * whatever its number and date, and two bills for different meters of an account stay two; without such days by its
 * number, else by its date. A delivery of fuel is of one date, which two may share.
 */
export function identityOf(statement: Statement): BillIdentity {
  return { identity_key: identityKeyOf(statement), content_key: contentKey(statement) };
}

/** What a statement needs to have to be known. */
export interface Identified extends Pick<Statement, "invoice_number" | "invoice_date"> {
  meters: (Pick<StatementMeter, "meter_num" | "energy_type" | "association_type"> & { usages: readonly Period[] })[];
}

export function identityKeyOf({ meters, invoice_number, invoice_date }: Identified): string {
  const span = spanOf(meters.flatMap(({ usages }) => usages));
  if (span !== null && span.start_date < span.end_date)
    return `period ${span.start_date} ${span.end_date} of ${meterWords(meters)}`;
  if (invoice_number !== null) return `invoice ${invoice_number.replace(/\s/g, "").toUpperCase()}`;
  return `date ${invoice_date}`;
}

/** By the days of its usage; else by a number or a date, whatever its days are. */
export const isKnownByDays = (identityKey: string): boolean => identityKey.startsWith("period ");

function meterWords(meters: Identified["meters"]): string {
  return [...new Set(meters.map(meterKey))].toSorted().join(" ");
}

/** What makes a meter this one and no other of its account. */
export function meterKey(meter: Pick<StatementMeter, "meter_num" | "energy_type" | "association_type">): string {
  return [meter.meter_num ?? "unmetered", meter.energy_type, meter.association_type].join("|");
}

/** Spaces, dashes and capitals are print, not number. */
export const bareNumber = (text: string): string => text.replace(/[\s-]/g, "").toUpperCase();

/** The same meter of an account, or one of the two names none. */
export const isSameMeter = (
  a: Pick<StatementMeter, "energy_type" | "meter_num">,
  b: Pick<StatementMeter, "energy_type" | "meter_num">,
): boolean =>
  a.energy_type === b.energy_type &&
  (a.meter_num === null || b.meter_num === null || bareNumber(a.meter_num) === bareNumber(b.meter_num));

/** All that ends in a record of the bill; the order of its lines and meters is none of it. */
function contentKey(statement: Statement): string {
  const { invoice_number, invoice_date, account_holder_name, estimated, corrected } = statement;
  const { amount_due, previous_balance, amount_paid, current_charges } = statement;
  return JSON.stringify([
    [invoice_number, invoice_date, account_holder_name, estimated, corrected],
    [amount_due, previous_balance, amount_paid, current_charges].map(decimal),
    statement.meters.map((meter) => meterContent(statement, meter)).toSorted(),
  ]);
}

function meterContent(statement: Statement, meter: StatementMeter): string {
  const charges = meter.charges.map(
    ({ description, amount, utility_charge_type, start_date, end_date, quantity, rate }) =>
      JSON.stringify([
        description,
        utility_charge_type,
        start_date,
        end_date,
        ...[amount, quantity, rate].map(decimal),
      ]),
  );
  const usages = meter.usages.map((usage) =>
    JSON.stringify([
      [usage.description, usage.utility_usage_type, usage.measurement_unit, usage.start_date, usage.end_date],
      [usage.estimated_meter_read, decimal(usage.amount)],
      ...(usage.kbtu_per_unit === undefined ? [] : [decimal(usage.kbtu_per_unit)]),
    ]),
  );
  return JSON.stringify([
    [meter.meter_num, meter.energy_type, meter.association_type, meter.service_name, meter.premise_num],
    meter.service_address ?? statement.service_address,
    charges.toSorted(),
    usages.toSorted(),
  ]);
}

function decimal(value: Decimal | null): Decimal | null {
  return value === null ? null : canonicalDecimal(value);
}

/** What decides between two versions of a bill. */
export interface BillVersion {
  invoice_date: Day;
  /** The document says that it replaces an earlier one. */
  corrected: boolean;
  /** Rises with every document that is fetched; the order in which documents are read is another. */
  fetched_order: number;
}

/**
 * What a statement is to the live bill of the same identity. `new`: there is none. `edit`: it is
 * the newer version and takes its place. `superseded`: it is the older version, come in late; it is kept, archived.
 * Newer is the later invoice date, then the one that says it corrects, then the one fetched later. A file that is read
 * again is as new as itself, and what the better reading says stands.
 */
export function decideBill(versions: {
  incoming: BillVersion;
  live: BillVersion | null;
}): "new" | "edit" | "superseded" {
  const { incoming, live } = versions;
  if (live === null) return "new";
  return isOlder(incoming, live) ? "superseded" : "edit";
}

function isOlder(a: BillVersion, b: BillVersion): boolean {
  if (a.invoice_date !== b.invoice_date) return a.invoice_date < b.invoice_date;
  if (a.corrected !== b.corrected) return b.corrected;
  return a.fetched_order < b.fetched_order;
}
