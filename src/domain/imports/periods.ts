/**
 * Determines the half-open period of every row: printed, from read to read, or a delivery. Neighboring periods show whether the
 * last day counts.
 */
import type { PERIOD_ENDS } from "../../records/import-profile.ts";
import type { Refusal } from "../../records/import.ts";
import type { Day, Period } from "../../records/scalars.ts";
import { daysBetween } from "../calendar.ts";
import {
  conventionOfDays,
  countVotes,
  detectConvention,
  halfOpen,
  type EndConvention,
  type PrintedPeriod,
} from "../bills/period-convention.ts";
import { bareName, rowMeterKey, type Row } from "./row.ts";
import { refuse } from "./refuse.ts";

export interface DatedRow extends Row, Period {}

/** The profile's settings for the last days of periods. */
export interface ConventionRules {
  period_end_is: (typeof PERIOD_ENDS)[number];
  period_end_default: EndConvention;
}

export interface PeriodRules {
  conventionOf: ConventionOf;
  /** The day of the import: nothing was billed after it. */
  today: Day;
}

export interface Dated {
  rows: DatedRow[];
  /** Rows without a period; each is refused, here or before. */
  undated: Row[];
  refusals: Refusal[];
}

/**
 * The rows of one account with their periods, and refusals of those without one. An already refused row still counts as a
 * neighbor. The convention of the last day comes from the whole file, see `conventionOfRows`.
 */
export function datePeriods(rows: readonly Row[], { today, conventionOf }: PeriodRules): Dated {
  const readBefore = previousReads(rows);
  const unsure = readsAfterUnreadable(rows);
  const refusals: Refusal[] = [];
  const undated: Row[] = [];
  const read = rows.map((row): Row => {
    if (row.printed !== null || row.read_date === null || unsure.has(row)) return row;
    const start = readBefore.get(row);
    return start === undefined ? row : { ...row, printed: { start, end: row.read_date } };
  });
  const dated = read.flatMap((row): DatedRow[] => {
    const { printed, delivery_date } = row;
    if (printed === null) {
      if (delivery_date !== null) return [{ ...row, start_date: delivery_date, end_date: delivery_date }];
      undated.push(row);
      if (!row.isRefused)
        refusals.push(
          refuse(row.row, row.read_date === null ? "required" : "no_read_before", {
            ...PERIOD,
            ...(unsure.has(row) && {
              detail: `The day of the read in row ${unsure.get(row)} cannot be read, and it may be the one before this.`,
            }),
          }),
        );
      return [];
    }
    const stated = row.days === null ? null : conventionOfDays(printed, row.days);
    const period = halfOpen(printed, stated ?? conventionOf(row));
    const refusal = periodRefusal(row, printed, period, { stated, today });
    if (refusal !== null) refusals.push(refusal);
    return [{ ...row, ...period, isRefused: row.isRefused || refusal !== null }];
  });
  return { rows: dated, undated, refusals };
}

const PERIOD = { column: "period" };

function periodRefusal(
  { row, days }: Row,
  { start, end }: PrintedPeriod,
  period: Period,
  { stated, today }: { stated: EndConvention | null; today: Day },
): Refusal | null {
  const from = `From ${start} to ${end}`;
  if (end < start)
    return refuse(row, "end_before_start", { ...PERIOD, detail: `${from}, the period ends before it begins.` });
  if (days !== null && stated === null)
    return refuse(row, "days_do_not_match", {
      ...PERIOD,
      detail: `${from} there are ${daysBetween(start, end)} days, or ${daysBetween(start, end) + 1} with the last one; the row says ${days}.`,
    });
  if (period.start_date === period.end_date)
    return refuse(row, "zero_days", {
      ...PERIOD,
      detail: `${from} there is no day, because the last day does not count here.`,
    });
  if (end > today)
    return refuse(row, "future_date", { ...PERIOD, detail: `${end} lies in the future: today is ${today}.` });
  return null;
}

/** The previous read of the same meter for each read; none for the first. Two reads on one day have the same previous read. */
function previousReads(rows: readonly Row[]): Map<Row, Day> {
  const before = new Map<Row, Day>();
  const reads = rows.filter(({ read_date, printed }) => printed === null && read_date !== null);
  for (const meter of Map.groupBy(reads, rowMeterKey).values()) {
    const days = [...new Set(meter.flatMap(({ read_date }) => read_date ?? []))].sort();
    const previous = new Map(days.map((day, index) => [day, days[index - 1]]));
    for (const row of meter) {
      const day = previous.get(row.read_date ?? "");
      if (day !== undefined) before.set(row, day);
    }
  }
  return before;
}

/**
 * A read with an unreadable day is assumed to lie between its neighbors in the file: the later neighbor would otherwise begin
 * too early. Maps each such later read to the unreadable row.
 */
function readsAfterUnreadable(rows: readonly Row[]): Map<Row, number> {
  const unsure = new Map<Row, number>();
  const reads = rows.filter(({ printed, delivery_date }) => printed === null && delivery_date === null);
  for (const meter of Map.groupBy(reads, rowMeterKey).values()) {
    const next = daysAfter(meter);
    const unreadable = new Map<Day, number>();
    let before: Day | null = null;
    for (const [index, { row, read_date }] of meter.entries()) {
      const after = next[index] ?? null;
      const later = before === null || (after !== null && after > before) ? after : before;
      if (read_date === null && later !== null) unreadable.set(later, row);
      before = read_date ?? before;
    }
    for (const read of meter) {
      const row = unreadable.get(read.read_date ?? "");
      if (row !== undefined) unsure.set(read, row);
    }
  }
  return unsure;
}

/** For each row, the day of the next readable read. */
function daysAfter(reads: readonly Row[]): (Day | null)[] {
  let next: Day | null = null;
  return reads
    .toReversed()
    .map(({ read_date }) => {
      const after = next;
      next = read_date ?? next;
      return after;
    })
    .toReversed();
}

/** A printed period as evidence for the convention, compared with those of the same meter. */
export interface PrintedRow {
  utility: string;
  meter: string;
  period: PrintedPeriod;
}

/** Null for a row without evidence: a read ends one period and begins the next. */
export const printedOf = (row: Row): PrintedRow | null =>
  row.printed === null || row.read_date !== null
    ? null
    : { utility: bareName(row.utility_company), meter: rowMeterKey(row), period: row.printed };

export type ConventionOf = (row: Row) => EndConvention;

/**
 * A utility prints all its bills alike; when its rows do not decide the convention, the whole file does. A meter follows its
 * utility until its own periods contradict it several times, because different people may have typed them.
 */
export function conventionOfRows(
  printed: readonly PrintedRow[],
  { period_end_is, period_end_default }: ConventionRules,
): ConventionOf {
  const convention = (row: Row, stated: EndConvention) => (row.read_date === null ? stated : "exclusive");
  if (period_end_is !== "detect") return (row) => convention(row, period_end_is);
  const meters = [...Map.groupBy(printed, ({ meter }) => meter).values()];
  const ofFile = detectConvention(meters.map(periodsOf), null) ?? period_end_default;
  const ofMeter = new Map<string, EndConvention>();
  for (const utility of Map.groupBy(meters, ([first]) => first?.utility).values()) {
    const ofUtility = ownConvention(utility.map(periodsOf)) ?? ofFile;
    for (const rows of utility)
      for (const { meter } of rows.slice(0, 1)) ofMeter.set(meter, detectConvention([periodsOf(rows)], ofUtility));
  }
  return (row) => convention(row, ofMeter.get(rowMeterKey(row)) ?? ofFile);
}

const periodsOf = (rows: readonly PrintedRow[]): PrintedPeriod[] => rows.map(({ period }) => period);

/** Requires more than one pair: two bills of a utility are not enough. */
function ownConvention(meters: readonly PrintedPeriod[][]): EndConvention | null {
  const detected = detectConvention(meters, null);
  return detected !== null && countVotes(meters)[detected] > 1 ? detected : null;
}
