/**
 * Says what on a bill is unlike the other bills of its account: a template finds the place of a value, and not whether it was
 * misread. A correct bill can be unlike them as well, as after an exchange of the meter: so these are warnings, which keep no bill out.
 */
import type { Day, Period } from "../../records/scalars.ts";
import type { Finding, Statement, StatementMeter, StatementUsage } from "../../records/statement.ts";
import { addDays, daysBetween, isWeekend, spanOf } from "../calendar.ts";
import { compareDecimals } from "../decimal.ts";
import { isSameMeter } from "./bill-identity.ts";
import { inOneConvention, phraseOf, useOf, usesBeside, type KnownUse } from "./confirm-reading.ts";
import { readerOf } from "./reading.ts";
import { meterPhrase, warning } from "./rules/finding.ts";

/** With fewer bills one odd one, such as the first after a move, would decide what is usual. */
const BILLS_NEEDED = 3;

/**
 * How many days a value may be outside the range of the other bills: the length of a period, the days from its end to the bill, those from
 * the bill to its due date. Weekends and holidays move each.
 */
const DAYS_OFF = { length: 3, billed: 2, due: 1 };

/** Where a due date on a weekend is moved to: at most from Saturday to Monday. */
const MOVED_DAYS_MAX = 2;

/** Neighbours that miss each other by so many days were meant to join; a longer gap is a bill that is not here. */
const NEAR_DAYS = 10;

/**
 * For the first bill of an account that a template reads one finding, which names what no other bill can show. Empty for a statement
 * that was read without a template, whose values must be confirmed.
 */
export function unlikeAccount(
  read: Statement,
  { isListed, uses: known }: { isListed: boolean; uses: readonly KnownUse[] },
): Finding[] {
  if (read.unconfirmed !== undefined) return [];
  if (known.length === 0) return readerOf(read) === "template" ? firstOfAccount(read, isListed) : [];
  const { statement, uses } = inOneConvention(read, known);
  const ofMeters = statement.meters.flatMap((meter, at) => [
    ...ofNumber(meter, uses),
    ...ofDays(meter, uses, statement.printed[`meters.${at}.period`]?.place),
  ]);
  return [...ofMeters, ...ofUse(statement, uses), ...ofDates(statement, uses)];
}

/** A warning, since most first bills are right and a template was tried on others: the values to compare once with the file. */
function firstOfAccount(statement: Statement, isListed: boolean): Finding[] {
  const { acct_num, invoice_number, invoice_date, due_date, meters } = statement;
  const ofHead = Object.entries({
    acct_num: isListed ? null : acct_num,
    invoice_number,
    invoice_date,
    due_date: due_date ?? null,
  }).flatMap(([name, value]) => (value === null ? [] : [name]));
  const ofMeters = meters.flatMap((meter, at) => [
    ...(meter.meter_num === null ? [] : [`meters.${at}.meter_num`]),
    ...(meter.usages.length + meter.charges.length === 0 ? [] : [`meters.${at}.period`]),
    ...meter.usages.flatMap((usage, line) => (isProven(usage, meter) ? [] : [`meters.${at}.usages.${line}`])),
  ]);
  const without = meters
    .filter(({ usages, charges }) => usages.length === 0 && charges.length > 0)
    .map((meter) => `that ${meterPhrase(meter)} has no use`);
  const values = [...[...ofHead, ...ofMeters].map((name) => phraseOf(name, statement)), ...without].join("; ");
  const detail = `This is the first bill of its account, and a template read it: only the file itself can show that these are right: ${values}.`;
  return [warning("first_of_account", detail, statement.printed["invoice_date"]?.place)];
}

/** A use that its reads give, or that a charge is priced on. */
const isProven = ({ amount, previous_read, current_read, multiplier }: StatementUsage, { charges }: StatementMeter) =>
  (previous_read !== null && current_read !== null && multiplier !== null) ||
  charges.some(({ quantity }) => quantity !== null && compareDecimals(quantity, amount) === 0);

function ofNumber(meter: StatementMeter, uses: readonly KnownUse[]): Finding[] {
  const numbers = new Set(
    uses.flatMap(({ energy_type, meter_num }) => (energy_type === meter.energy_type ? (meter_num ?? []) : [])),
  );
  if (
    numbers.size === 0 ||
    uses.some((use) => use.meter_num !== null && meter.meter_num !== null && isSameMeter(use, meter))
  )
    return [];
  const detail = `The other bills of the account print the meter ${[...numbers].slice(0, 3).join(", ")}, this one ${meter.meter_num ?? "no number"}: a new meter, or a misread number.`;
  return [warning("meter_unlike_account", detail)];
}

function ofDays(meter: StatementMeter, uses: readonly KnownUse[], place: Finding["place"]): Finding[] {
  const span = spanOf(meter.usages);
  const own = usesBeside(meter, uses);
  if (span === null || own.length === 0) return [];
  if (own.some((use) => use.start_date === span.start_date && use.end_date === span.end_date)) return [];
  const days = `${span.start_date} to ${addDays(span.end_date, -1)} of ${meterPhrase(meter)}`;
  const misses =
    nearMiss(own, (use) => daysBetween(use.end_date, span.start_date)) ??
    nearMiss(own, (use) => daysBetween(span.end_date, use.start_date));
  if (misses !== null) {
    const detail = `The days ${days} do not join those of another bill, ${misses.start_date} to ${addDays(misses.end_date, -1)}.`;
    return [warning("days_unlike_account", detail, place)];
  }
  const lengths = own.map((use) => daysBetween(use.start_date, use.end_date));
  const length = daysBetween(span.start_date, span.end_date);
  const range = outside(length, lengths, DAYS_OFF.length);
  return range === null
    ? []
    : [warning("days_unlike_account", `The days ${days} are ${length}; on the other bills they are ${range}.`, place)];
}

/** The use that ends, or begins, a few days away from a day; null when one does on that day. */
function nearMiss(uses: readonly KnownUse[], daysTo: (use: KnownUse) => number): KnownUse | null {
  const near = uses.filter((use) => Math.abs(daysTo(use)) <= NEAR_DAYS);
  return near.some((use) => daysTo(use) === 0) ? null : (near[0] ?? null);
}

/** So many times the highest daily use of the other bills: another number than the use, or another unit. */
const TIMES_USED = 10;

/** A meter that has use on other bills and is on this one without, or uses far more than ever. */
function ofUse({ meters }: Statement, uses: readonly KnownUse[]): Finding[] {
  const used = meters.filter(({ usages }) => usages.length > 0);
  const without = meters
    .filter((meter) => meter.charges.length > 0 && !used.some((other) => isSameMeter(other, meter)))
    .filter((meter) => uses.some((use) => isSameMeter(use, meter)))
    .map((meter) => `No use of ${meterPhrase(meter)} was found, and its other bills have some.`);
  const high = used.flatMap((meter) => {
    const [own, span] = [useOf(meter), spanOf(meter.usages)];
    if (own === null || span === null) return [];
    const alike = usesBeside(meter, uses).filter(({ use }) => use?.unit === own.unit);
    const most = Math.max(...alike.map((other) => perDay(other.use?.amount ?? 0, other)));
    if (alike.length < BILLS_NEEDED || most <= 0 || perDay(own.amount, span) <= most * TIMES_USED) return [];
    return [
      `${meterPhrase(meter)} uses ${own.amount} ${own.unit}, more than ${TIMES_USED} times as much a day as on any other bill.`,
    ];
  });
  return [...without, ...high].map((detail) =>
    warning(
      "use_unlike_account",
      detail.replace(/^./, (first) => first.toUpperCase()),
    ),
  );
}

const perDay = (amount: number, { start_date, end_date }: Period): number =>
  amount / Math.max(1, daysBetween(start_date, end_date));

function ofDates(statement: Statement, uses: readonly KnownUse[]): Finding[] {
  const { invoice_date, due_date, meters, printed, corrected } = statement;
  // A correction comes when it comes.
  if (corrected) return [];
  const span = spanOf(meters.flatMap(({ usages }) => usages));
  const billed = span === null ? null : daysBetween(span.end_date, invoice_date);
  const bills = billsOf(uses);
  const after = bills.map((bill) => daysBetween(bill.end_date, bill.invoice_date));
  const due = due_date === undefined ? null : daysBetween(invoice_date, due_date);
  const given = bills.flatMap((bill) =>
    bill.due_date === null ? [] : [daysBetween(bill.invoice_date, bill.due_date)],
  );
  const found = [
    {
      days: billed,
      what: `The bill date ${invoice_date} is {days} days after the end of its use`,
      others: after,
      off: DAYS_OFF.billed,
      name: "invoice_date",
    },
    {
      days: due,
      what: `The due date ${due_date} is {days} days after the bill date ${invoice_date}`,
      others: given,
      off: offDue(invoice_date, given),
      name: "due_date",
    },
  ];
  return found.flatMap(({ days, what, others, off, name }) => {
    const range = days === null ? null : outside(days, others, off);
    if (range === null) return [];
    const detail = `${what.replace("{days}", String(days))}; on the other bills it is ${range}.`;
    return [warning("dates_unlike_account", detail, printed[name]?.place)];
  });
}

/** One for each bill date, with the days of all its meters: a bill of three meters is one bill to compare with, not three. */
const billsOf = (uses: readonly KnownUse[]): (Period & Pick<KnownUse, "invoice_date" | "due_date">)[] =>
  [...Map.groupBy(uses, ({ invoice_date }) => invoice_date).values()].flatMap((ofBill) => {
    const [first] = ofBill;
    const span = spanOf(ofBill);
    return first === undefined || span === null
      ? []
      : [{ ...span, invoice_date: first.invoice_date, due_date: first.due_date }];
  });

/** Where all other bills are due after the same number of days, only a weekend moves this one. */
function offDue(invoiceDate: Day, others: readonly number[]): number {
  const [days, ...different] = new Set(others);
  if (days === undefined || different.length > 0) return DAYS_OFF.due;
  return isWeekend(addDays(invoiceDate, days)) ? MOVED_DAYS_MAX : 0;
}

/** The range of the others, as text, when the days are farther outside of it; null when there are too few. */
function outside(days: number, others: readonly number[], off: number): string | null {
  if (others.length < BILLS_NEEDED) return null;
  const [least, most] = [Math.min(...others), Math.max(...others)];
  if (days >= least - off && days <= most + off) return null;
  return least === most ? String(least) : `${least} to ${most}`;
}
