/** The days of ESPI periods, which are seconds since 1970: the calendar days at the meter. */
import { dayFromNumber } from "../../domain/calendar.ts";
import type { Day, Period } from "../../records/scalars.ts";

const SECONDS_A_DAY = 86_400;
const HOUR = 3600;
/** Until the year 2200; a time in milliseconds is beyond it. */
const SECONDS_MAX = 7_258_118_400;

/** The offsets of LocalTimeParameters (ESPI 4.0) in seconds; null when the feed has none. */
export interface LocalTime {
  tzOffset: number;
  dstOffset: number;
}

/** The offsets that are in use on earth end at 14 hours, those of summer time at two. */
const [OFFSET_MAX, SUMMER_MAX] = [14 * HOUR, 2 * HOUR];

/** As a feed states them, in seconds. Null where it states none, or one that no place has. */
export function localTimeFrom(tzOffset: number | null, dstOffset: number | null): LocalTime | null {
  if (tzOffset === null || Math.abs(tzOffset) > OFFSET_MAX) return null;
  const isSummer = dstOffset !== null && Math.abs(dstOffset) <= SUMMER_MAX;
  return { tzOffset, dstOffset: isSummer ? dstOffset : 0 };
}

/** Seconds since 1970, and how many. */
export interface Seconds {
  start: number;
  duration: number;
}

/**
 * The half-open days of a period that begins and ends at midnight, in winter or in summer time. Many feeds write midnight in UTC
 * although their offset says otherwise, and some state no offset: then the midnight of a zone of America is assumed up to noon in
 * UTC, and that of a zone further east after it. Null for times that are none.
 */
export function daysOf({ start, duration }: Seconds, local: LocalTime | null): Period | null {
  const end = start + duration;
  if (start < 0 || duration < 0 || end > SECONDS_MAX) return null;
  return { start_date: dayOf(start, local), end_date: dayOf(end, local) };
}

function dayOf(seconds: number, local: LocalTime | null): Day {
  const offsets = local === null ? [0] : [local.tzOffset, local.tzOffset + (local.dstOffset || HOUR), 0];
  const midnight = offsets.find((offset) => (seconds + offset) % SECONDS_A_DAY === 0);
  if (midnight !== undefined) return dayFromNumber((seconds + midnight) / SECONDS_A_DAY);
  // With an offset, an hour more never leaves the day of a midnight in winter and reaches that of one in summer.
  const shift = local === null ? SECONDS_A_DAY / 2 - 1 : local.tzOffset + HOUR;
  return dayFromNumber(Math.floor((seconds + shift) / SECONDS_A_DAY));
}
