/** Converts wire days to ESPI time: seconds since 1970, from midnight UTC to midnight UTC. */
import { dayNumber } from "../../domain/calendar.ts";
import { element, wrap } from "./xml.ts";

const SECONDS_A_DAY = 86_400;
/** UInt32: 136 years. */
const LONGEST = 2 ** 32 - 1;

/** A half-open period as in a record. */
export interface WirePeriod {
  start_date: string | null;
  end_date: string | null;
}

export function epochSeconds(day: string): number {
  return dayNumber(day.slice(0, 10)) * SECONDS_A_DAY;
}

/** A DateTimeInterval of that name; empty for a period that is unknown, reversed or longer than ESPI can represent. */
export function interval(name: string, { start_date, end_date }: WirePeriod): string {
  if (start_date === null || end_date === null) return "";
  const start = epochSeconds(start_date);
  const duration = epochSeconds(end_date) - start;
  if (duration < 0 || duration > LONGEST) return "";
  return wrap(name, element("duration", duration), element("start", start));
}
