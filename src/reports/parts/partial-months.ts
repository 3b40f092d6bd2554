/** Distinguishes why a month is incomplete: a meter's first or last bill begins or ends in it, or its bills are missing. */
import type { Month } from "../../records/scalars.ts";
import { monthFromNumber, monthNumber, addDays, nextMonth } from "../../domain/calendar.ts";
import type { MeterMonthFigures } from "../../domain/months/calendarize.ts";
import { expectsBills, type RolledMeter, type ServedMeter } from "../../domain/property/service-points.ts";
import type { CoverageFault } from "./coverage-faults.ts";
import { meterName, type ReportMeter } from "../../domain/bills/bill-figures.ts";
import type { ReportWords } from "../words/report-words.ts";

interface MeterCoverage {
  meter: RolledMeter;
  coverageFaults: readonly CoverageFault[];
}

/**
 * The months that are incomplete for only one reason: they are the first or last month of a meter's bills, without a gap or an
 * overlap in them. `meters` are those behind the months. Bills of different meters arrive on different days: the month after
 * the last bill of a meter is not yet late while it is partial because of another meter; later months are missing.
 */
export function partialMonths(meters: readonly MeterCoverage[]): (month: Month) => boolean {
  const [atEnds, faulty] = [new Set<Month>(), new Set<Month>()];
  const waitFrom: Month[] = [];
  for (const { meter, coverageFaults } of meters) {
    for (const [index, { effective_month, month_complete }] of meter.months.entries()) {
      if (month_complete) continue;
      const isEnd = index === 0 || index === meter.months.length - 1;
      (isEnd ? atEnds : faulty).add(effective_month);
    }
    for (const { start_date, end_date } of coverageFaults)
      for (let month = monthNumber(start_date); month <= monthNumber(addDays(end_date, -1)); month++)
        faulty.add(monthFromNumber(month));
    const last = meter.months.at(-1)?.effective_month;
    if (last !== undefined && expectsBills(meter)) waitFrom.push(nextMonth(last));
  }
  return (month) => atEnds.has(month) && !faulty.has(month) && waitFrom.every((last) => month <= last);
}

/** A note on partial months; empty when there are none. */
export const partialNotes = (count: number, words: ReportWords): string[] =>
  count === 0 ? [] : [words.sentence("note.partial", { months: words.count("month", count) })];

/**
 * Names the meters without a bill up to `until`, the last month of the report: a meter that should have bills leaves months
 * incomplete.
 */
export function lateNotes(
  meters: readonly (ReportMeter & { months: readonly MeterMonthFigures[] })[],
  until: Month | null,
  { sentence, energy, month }: ReportWords,
): string[] {
  return meters.flatMap((meter) => {
    const last = meter.months.at(-1)?.effective_month;
    if (last === undefined || until === null || last >= until) return [];
    const named = { meter: meterName(meter), energy: energy(meter.energy_type), month: month(last) };
    if (expectsBills(meter)) return [sentence("note.late", named)];
    return isNotCollected(meter) ? [sentence("note.notCollected", named)] : [];
  });
}

const isNotCollected = ({ account_status, deactivation_date }: ServedMeter): boolean =>
  account_status === "Inactive" && deactivation_date === null;
