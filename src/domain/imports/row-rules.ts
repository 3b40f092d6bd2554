/** Checks rows against each other, whatever their bills: no row is repeated, and no periods of a meter overlap. */
import type { Refusal } from "../../records/import-refusals.ts";
import { meterPhrase } from "../bills/rules/finding.ts";
import { lastDayOf } from "../day-range.ts";
import { placeKey } from "./group-rows.ts";
import { rowName, sheetOfRow } from "./row-number.ts";
import { rowMeterKey } from "./row.ts";
import type { DatedRow } from "./periods.ts";
import { refuse } from "./refuse.ts";
import { daysShared, overlaps } from "../bills/shared-days.ts";

/** Checks all rows that are not refused yet. */
export type RowRule = (rows: readonly DatedRow[]) => Refusal[];

/**
 * A repeated row with a usage would count twice. Rows with only charges may repeat within a sheet, as a bill can have the same fee
 * twice; on another sheet it is a copy.
 */
export const noRowTwice: RowRule = (rows) => {
  const hasSheets = rows.some(({ row }) => sheetOfRow(row) > 0);
  const using = hasSheets ? rows : rows.filter(({ usages }) => usages.length > 0);
  return [...Map.groupBy(using, placeKey).values()].flatMap((alike) => (alike.length > 1 ? repeated(alike) : []));
};

function repeated(rows: readonly DatedRow[]): Refusal[] {
  const seen = new Map<string, number>();
  return rows.flatMap((each) => {
    const key = JSON.stringify({ ...each, row: 0 });
    const first = seen.get(key);
    if (first === undefined) seen.set(key, each.row);
    if (first === undefined || (each.usages.length === 0 && sheetOfRow(first) === sheetOfRow(each.row))) return [];
    return [refuse(each.row, "duplicate_row", { detail: `${rowName(first, "Row")} is identical.` })];
  });
}

/**
 * When two bills of a meter overlap, one is wrong and it is unknown which, so both are refused. The same period twice in one
 * bill is its times of use; in two bills it is a corrected bill, if their dates show which is the later one.
 */
export const noPeriodOverlaps: RowRule = (rows) => {
  const using = rows.filter(({ usages }) => usages.some(({ type }) => type === "usage_amount"));
  return [...Map.groupBy(using, rowMeterKey).values()].flatMap((meter) => {
    const sorted = meter.toSorted((a, b) => compare(a.start_date, b.start_date) || a.row - b.row);
    const refusals: Refusal[] = [];
    let reach = sorted[0];
    for (const row of sorted.slice(1)) {
      if (reach !== undefined && cannotBoth(reach, row)) refusals.push(overlap(reach, row), overlap(row, reach));
      if (reach === undefined || row.end_date > reach.end_date) reach = row;
    }
    return refusals;
  });
};

function cannotBoth(a: DatedRow, b: DatedRow): boolean {
  if (!overlaps(a, b)) return false;
  const isSamePeriod = a.start_date === b.start_date && a.end_date === b.end_date;
  return !isSamePeriod || (isOtherBill(a, b) && a.invoice_date === b.invoice_date);
}

const isOtherBill = (a: DatedRow, b: DatedRow): boolean => a.invoice_number !== b.invoice_number;

const overlap = (row: DatedRow, other: DatedRow): Refusal =>
  refuse(row.row, "overlaps_other_row", {
    detail: `${daysShared(row, other)} days of ${meterPhrase(row)} are also in ${rowName(other.row)}, which covers ${other.start_date} to ${lastDayOf(other)}.`,
  });

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
