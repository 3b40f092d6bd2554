/**
 * Determines the half-open period of every row: printed, from read to read, or a delivery. Neighboring periods show whether the
 * last day counts.
 */
import type { PERIOD_ENDS, ReadDateIs } from "../../records/import-profile.ts";
import type { Refusal } from "../../records/import-refusals.ts";
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
import { readsOf } from "./reads.ts";
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
  /** Null only when no row of the file is a read, see `isRead`. */
  read_date_is: ReadDateIs | null;
}

/** The period that was made of the reads of a row. */
export interface ReadPeriod extends Period {
  row: number;
}

export interface Dated {
  rows: DatedRow[];
  /** Rows without a period; each is refused, here or before. */
  undated: Row[];
  refusals: Refusal[];
  /** The periods that were made of reads. */
  made: ReadPeriod[];
}

/**
 * The rows of one account with their periods, and refusals of those without one. An already refused row still counts as a
 * neighbor. The convention of the last day comes from the whole file, see `conventionOfRows`.
 */
export function datePeriods(rows: readonly Row[], { today, conventionOf, read_date_is }: PeriodRules): Dated {
  const reads = readsOf(rows, read_date_is ?? "period_end");
  const refusals: Refusal[] = [];
  const undated: Row[] = [];
  const made: ReadPeriod[] = [];
  const dated = rows.flatMap((row): DatedRow[] => {
    if (row.isBoundary) return [];
    const { delivery_date } = row;
    const printed = row.printed ?? reads.periodOf(row);
    if (printed === null) {
      if (delivery_date !== null) return [{ ...row, start_date: delivery_date, end_date: delivery_date }];
      undated.push(row);
      if (!row.isRefused)
        refusals.push(row.read_date === null ? refuse(row.row, "required", PERIOD) : reads.refusalOf(row));
      return [];
    }
    const stated = row.days === null ? null : conventionOfDays(printed, row.days);
    const period = halfOpen(printed, stated ?? conventionOf(row));
    const refusal = periodRefusal(row, printed, period, { stated, today });
    if (refusal !== null) refusals.push(refusal);
    else if (row.printed === null) made.push({ row: row.row, ...period });
    return [{ ...row, printed, ...period, isRefused: row.isRefused || refusal !== null }];
  });
  return { rows: dated, undated, refusals, made };
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
