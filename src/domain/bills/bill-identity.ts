/** Decides whether a statement is a new bill, a known bill or another version of one, independent of the order of reading. */
import type { Day, Period } from "../../records/scalars.ts";
import type { Decimal, Statement, StatementMeter, StatementUsage } from "../../records/statement.ts";
import { spanOf } from "../calendar.ts";
import { canonicalDecimal } from "../decimal.ts";

export interface BillIdentity {
  /** Distinguishes this bill from the others of its account. */
  identity_key: string;
  /** Equal for statements with equal content, independent of the template and of places on the page. */
  content_key: string;
}

/**
 * A bill is identified by the days its usage spans and by its meters. So a corrected bill matches the one it corrects, whatever
 * its number and date, and bills for different meters of an account stay separate. Without such days a bill is identified by
 * its number, else by its date. A fuel delivery covers no days: it has one date, which two deliveries may share.
 */
export function identityOf(statement: Statement): BillIdentity {
  return { identity_key: identityKeyOf(statement), content_key: contentKey(statement) };
}

/** The fields that identify a statement. */
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

/** True when the bill is identified by the days of its usage, not by a number or a date. */
export const isKnownByDays = (identityKey: string): boolean => identityKey.startsWith("period ");

function meterWords(meters: Identified["meters"]): string {
  return [...new Set(meters.map(meterKey))].toSorted().join(" ");
}

/** Distinguishes the meter from the others of its account. */
export function meterKey(meter: Pick<StatementMeter, "meter_num" | "energy_type" | "association_type">): string {
  return [meter.meter_num ?? "unmetered", meter.energy_type, meter.association_type].join("|");
}

/** Numbers are compared without spaces, dashes and case, which differ between prints. */
export const bareNumber = (text: string): string => text.replace(/[\s-]/g, "").toUpperCase();

/** True for the same meter of an account, also when one of the two has no number. */
export const isSameMeter = (
  a: Pick<StatementMeter, "energy_type" | "meter_num">,
  b: Pick<StatementMeter, "energy_type" | "meter_num">,
): boolean =>
  a.energy_type === b.energy_type &&
  (a.meter_num === null || b.meter_num === null || bareNumber(a.meter_num) === bareNumber(b.meter_num));

/**
 * Every value that the bill's answer shows, independent of the order of its lines and meters. Values that few bills print follow
 * only where they are known, so that the keys of other bills stay what they were.
 */
function contentKey(statement: Statement): string {
  const { invoice_number, invoice_date, account_holder_name, estimated, corrected } = statement;
  const { amount_due, previous_balance, amount_paid, current_charges } = statement;
  const { due_date, late_fee_date, currency, budget_amount, deferred_amount, adjustments } = statement;
  return JSON.stringify([
    [invoice_number, invoice_date, account_holder_name, estimated, corrected],
    [amount_due, previous_balance, amount_paid, current_charges].map(canonicalOrNull),
    statement.meters.map((meter) => meterContent(statement, meter)).toSorted(),
    ...whereKnown([due_date, late_fee_date, currency, ...[budget_amount, deferred_amount].map(canonicalOrNull)]),
    ...whereKnown([canonicalOrNull(adjustments)]),
  ]);
}

function meterContent(statement: Statement, meter: StatementMeter): string {
  const charges = meter.charges.map(
    ({ description, amount, utility_charge_type, start_date, end_date, quantity, rate, part_of }) =>
      JSON.stringify([
        description,
        utility_charge_type,
        start_date,
        end_date,
        ...[amount, quantity, rate].map(canonicalOrNull),
        ...whereKnown([canonicalOrNull(part_of)]),
      ]),
  );
  const ofUsage = (usage: StatementUsage) =>
    JSON.stringify([
      [usage.description, usage.utility_usage_type, usage.measurement_unit, usage.start_date, usage.end_date],
      [usage.estimated_meter_read, canonicalOrNull(usage.amount)],
      ...(usage.kbtu_per_unit === undefined ? [] : [canonicalOrNull(usage.kbtu_per_unit)]),
      ...whereKnown([usage.previous_read, usage.current_read, usage.multiplier].map(canonicalOrNull)),
      ...(usage.exported === true ? ["exported"] : []),
    ]);
  const registers = (meter.registers ?? []).map((register) => `${register.not_added} ${ofUsage(register)}`);
  return JSON.stringify([
    [meter.meter_num, meter.energy_type, meter.association_type, meter.service_name, meter.premise_num],
    meter.service_address ?? statement.service_address,
    charges.toSorted(),
    meter.usages.map(ofUsage).toSorted(),
    ...whereKnown([meter.tariff]),
    ...(registers.length === 0 ? [] : [registers.toSorted()]),
  ]);
}

/** The values as one part of a key; no part when none is known. */
const whereKnown = (values: readonly (string | null | undefined)[]): (string | null)[][] =>
  values.every((value) => (value ?? null) === null) ? [] : [values.map((value) => value ?? null)];

function canonicalOrNull(value: Decimal | null | undefined): Decimal | null {
  return value === null || value === undefined ? null : canonicalDecimal(value);
}

/** The fields that decide which of two versions of a bill is the newer one. */
export interface VersionAge {
  invoice_date: Day;
  /** The document says that it replaces an earlier one. */
  corrected: boolean;
  /** Increases with every fetched document; documents may be read in another order. */
  fetched_order: number;
}

/**
 * Compares a statement with the live bill of the same identity. `new`: there is no live bill. `edit`: the statement is the
 * newer version and replaces the live bill. `superseded`: the statement is an older version that arrived late; it is stored as
 * archived. The newer version is the one with the later invoice date, then the one that is marked as corrected, then the one
 * fetched later. A file that is read again replaces its own earlier reading.
 */
export function decideBill(versions: { incoming: VersionAge; live: VersionAge | null }): "new" | "edit" | "superseded" {
  const { incoming, live } = versions;
  if (live === null) return "new";
  return isOlder(incoming, live) ? "superseded" : "edit";
}

function isOlder(a: VersionAge, b: VersionAge): boolean {
  if (a.invoice_date !== b.invoice_date) return a.invoice_date < b.invoice_date;
  if (a.corrected !== b.corrected) return b.corrected;
  return a.fetched_order < b.fetched_order;
}
