/** Writes the coverage of meters as JSON, counts their months by state, and says which bill comes next. */
import type { z } from "zod";
import { coverMonths, type MonthOfMeter } from "../../domain/coverage/coverage.ts";
import { readBilledDays } from "../../domain/coverage/billed-days.ts";
import { nextAfter, type Rhythm } from "../../domain/coverage/rhythm.ts";
import { monthNumber, monthNumberFrom } from "../../domain/calendar.ts";
import { expectsBills } from "../../domain/property/service-points.ts";
import { COVERAGE_STATES, type CoverageState, type NextBill } from "../../records/coverage.ts";
import type { Day, Month, Period } from "../../records/scalars.ts";
import { createAsciiWriter, type AsciiText } from "./ascii-text.ts";
import type { CoveredMeterRow } from "../../store/derived/coverage.ts";

/** What is asked of each meter. */
export interface CoverageAsked {
  /** Month number; null: from the first month with a bill of each meter. */
  first: number | null;
  end: number;
  state?: CoverageState | undefined;
  today: Day;
}

/** Those months of a meter that are asked for. */
export function coverageOf(row: CoveredMeterRow, { first, end, state, today }: CoverageAsked): MonthOfMeter[] {
  const billed = readBilledDays(row.days ?? "[]");
  const months = coverMonths(
    { ...row, billed, is_awaited: expectsBills(row), rhythm: rhythmIn(row) },
    { first, end },
    today,
  );
  return state === undefined ? months : months.filter((month) => month.state === state);
}

/** As stored: all null where the rhythm is unknown. */
type StoredRhythm = { [name in keyof Rhythm]: number | null };

function rhythmIn({ period_days, arrival_days, late_days }: StoredRhythm): Rhythm | null {
  if (period_days === null || arrival_days === null || late_days === null) return null;
  return { period_days, arrival_days, late_days };
}

/** The bill of an account that begins on the day up to which it is billed; null where nothing says when it comes. */
export function nextBillAfter(billedUntil: Day | null, stored: StoredRhythm): z.infer<typeof NextBill> | null {
  const rhythm = rhythmIn(stored);
  if (rhythm === null || billedUntil === null) return null;
  const { start_date, end_date, expected_on, late_on } = nextAfter(billedUntil, rhythm);
  return {
    start_date: `${start_date}${MIDNIGHT}`,
    end_date: `${end_date}${MIDNIGHT}`,
    expected_on: `${expected_on}${MIDNIGHT}`,
    late_on: `${late_on}${MIDNIGHT}`,
  };
}

/**
 * The meters as JSON with commas between them, as bytes: an answer has a month of a meter a hundred thousand times, and nothing in
 * it needs escaping.
 */
export const writeCoverage = <Row extends CoveredMeterRow>(
  rows: readonly Row[],
  monthsOf: (row: Row) => readonly MonthOfMeter[],
): Buffer =>
  writeText((text) =>
    rows.forEach((row, at) => {
      text.addAny((at > 0 ? "," : "") + meterHead(row));
      addMonths(text, monthsOf(row));
      text.add("]}");
    }),
  );

/** A meter up to its months. */
function meterHead(row: CoveredMeterRow): string {
  const head = JSON.stringify({
    svc_object_type: "MeterCoverage",
    utility_meter_id: row.id,
    meter_num: row.meter_num,
    energy_type: row.energy_type,
    property_id: row.property_id,
    utility_account_id: row.utility_account_id,
    next_bill: expectsBills(row) ? nextBillAfter(row.account_billed_until, row) : null,
  });
  return `${head.slice(0, -1)},"months":[`;
}

const MIDNIGHT = "T00:00:00.000Z";

const writeText = createAsciiWriter();
const END = "]}";
/** Between two months. */
const BETWEEN = `${END},`;

/** Nearly all months are complete: their text is a kept beginning and the ids of the bills. */
function addMonths(text: AsciiText, months: readonly MonthOfMeter[]): void {
  if (months.length === 0) return;
  let isFirst = true;
  for (const month of months) {
    if (isFirst) text.add(headOf(month));
    else if (month.state === "complete") text.addBytes(nextComplete(month.effective_month));
    else text.add(BETWEEN + headOf(month));
    isFirst = false;
    text.addNumbers(month.utility_bill_ids);
  }
  text.add(END);
}

/** A month up to its bills. */
function headOf({ effective_month, state, cause, periods }: Omit<MonthOfMeter, "utility_bill_ids">): string {
  const reason = cause === null ? "null" : `"${cause}"`;
  const days = periods.map(writePeriod).join(",");
  return `{"effective_month":"${effective_month}${MIDNIGHT}","state":"${state}","cause":${reason},"periods":[${days}],"utility_bill_ids":[`;
}

const nextCompletes = new Map<Month, Buffer>();

/** The end of the month before a complete month, and that month up to its bills. */
function nextComplete(effective_month: Month): Buffer {
  return nextCompletes.getOrInsertComputed(effective_month, () =>
    Buffer.from(BETWEEN + headOf({ effective_month, state: "complete", cause: null, periods: [] })),
  );
}

const writePeriod = ({ start_date, end_date }: Period): string =>
  `{"start_date":"${start_date}${MIDNIGHT}","end_date":"${end_date}${MIDNIGHT}"}`;

export type CoverageCounts = Record<CoverageState, number>;

export const noCounts = (): CoverageCounts =>
  // One entry per state.
  Object.fromEntries(COVERAGE_STATES.map((state) => [state, 0])) as CoverageCounts;

export function countMonths(counts: CoverageCounts, months: readonly MonthOfMeter[]): void {
  for (const { state } of months) counts[state] += 1;
}

/** A grid of more than fifty years is a mistake in a parameter. */
export const MONTHS_MAX = 600;

/** By their numbers, the months that begin on or after `from` and before `to`, none after the current one; `first` is null without `from`. */
export function monthsAsked(query: { from?: Day | undefined; to?: Day | undefined }, today: Day) {
  const current = monthNumber(today) + 1;
  const end = query.to === undefined ? current : Math.min(current, monthNumberFrom(query.to));
  return { first: query.from === undefined ? null : monthNumberFrom(query.from), end };
}
