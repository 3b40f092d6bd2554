/**
 * The days that the service accepts from any source: from 1900 to the end of next year, and at most five years for a line of a
 * bill.
 */
import { FIRST_DAY, LINE_DAYS_MAX } from "../records/bill-limits.ts";
import type { Day, Metadata, Period } from "../records/scalars.ts";
import { addDays, daysBetween, isDay } from "./calendar.ts";

/** The last accepted day. */
export const lastDayOf = (today: Day): Day => `${Number(today.slice(0, 4)) + 1}-12-31`;

/** The fault of a day, as a sentence; null when it is accepted. */
export function dayFault(day: Day, today: Day): string | null {
  const last = lastDayOf(today);
  return day >= FIRST_DAY && day <= last ? null : `The day must lie between ${FIRST_DAY} and ${last}.`;
}

/** The fault of a period's length, as a sentence; null when a line of a bill may have it. */
export function spanFault({ start_date, end_date }: Period): string | null {
  const days = daysBetween(start_date, end_date);
  return days <= LINE_DAYS_MAX ? null : `A line covers at most 5 years (${LINE_DAYS_MAX} days), not ${days} days.`;
}

/** A faulty field and its fault. */
export interface PeriodFault {
  field: "start_date" | "end_date";
  detail: string;
}

/** The fault of the days of a period that runs forward; its end is the first day not covered. */
export function daysFault({ start_date, end_date }: Period, today: Day): PeriodFault | null {
  const start = dayFault(start_date, today);
  if (start !== null) return { field: "start_date", detail: start };
  const end = end_date > start_date ? dayFault(addDays(end_date, -1), today) : null;
  return end === null ? null : { field: "end_date", detail: end };
}

/** The fault of a period's days or length. */
export function periodFault(period: Period, today: Day): PeriodFault | null {
  const span = spanFault(period);
  return daysFault(period, today) ?? (span === null ? null : { field: "end_date", detail: span });
}

/** The metadata of a property or a meter with days that reports read: one day, or the fields of a list of entries. */
const DAYS_OF_METADATA: Record<string, readonly string[] | null> = {
  savings_start_date: null,
  floor_area_changes: ["date"],
  special_adjustments: ["start_date", "end_date"],
  notes: ["date"],
};

/** Metadata days out of range, by JSON pointer. Texts that are not days are left to the report that reads them. */
export function metadataDayFaults(metadata: Metadata, today: Day): { pointer: string; detail: string }[] {
  const faultAt = (pointer: string, value: unknown) => {
    const detail = typeof value === "string" && isDay(value) ? dayFault(value, today) : null;
    return detail === null ? [] : [{ pointer, detail }];
  };
  return Object.entries(DAYS_OF_METADATA).flatMap(([key, fields]) => {
    const value = metadata[key];
    if (fields === null) return faultAt(`/${key}`, value);
    if (!Array.isArray(value)) return [];
    return value.flatMap((entry, index) =>
      typeof entry !== "object" || entry === null || Array.isArray(entry)
        ? []
        : fields.flatMap((field) => faultAt(`/${key}/${index}/${field}`, entry[field])),
    );
  });
}
