/** When a delivery is due: at its local hour in its time zone, through all clock changes. */
import { WEEKDAYS, type DeliverySchedule, type Weekday } from "../../records/data-delivery.ts";

export interface Schedule {
  schedule: DeliverySchedule;
  hour: number;
  /** Only for a weekly delivery. */
  weekday: Weekday | null;
  /** Only for a monthly delivery, 1 to 28: every month has these days. */
  day: number | null;
  /** IANA. */
  time_zone: string;
}

const FIRST_WEEKDAY: Weekday = "monday";

/** True for a known name. An offset such as `+02:00` is not a name: it has no daylight saving time. */
export function isTimeZone(name: string): boolean {
  if (/^[+-]/.test(name)) return false;
  try {
    // Temporal also accepts a full timestamp and extracts its zone; the result then has another name.
    const { timeZoneId } = Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(name);
    return timeZoneId.toLowerCase() === name.toLowerCase();
  } catch {
    return false;
  }
}

/** The first day from `from` on that fits the schedule. */
const DAYS: Record<DeliverySchedule, (from: Temporal.PlainDate, at: Schedule) => Temporal.PlainDate> = {
  daily: (from) => from,
  weekly: (from, { weekday }) => {
    const wanted = WEEKDAYS.indexOf(weekday ?? FIRST_WEEKDAY) + 1;
    return from.add({ days: (wanted - from.dayOfWeek + 7) % 7 });
  },
  monthly: (from, { day }) => {
    const ofMonth = from.with({ day: day ?? 1 });
    return Temporal.PlainDate.compare(ofMonth, from) < 0 ? ofMonth.add({ months: 1 }) : ofMonth;
  },
};

/**
 * The next due time after an instant; both in epoch milliseconds. An hour that the clocks skip is taken after the change, an
 * hour that they repeat at its first time: one delivery a day in either case.
 */
export function nextDelivery(at: Schedule, afterMs: number): number {
  const today = Temporal.Instant.fromEpochMilliseconds(afterMs).toZonedDateTimeISO(at.time_zone).toPlainDate();
  for (let from = today; ;) {
    const day = DAYS[at.schedule](from, at);
    const due = day.toZonedDateTime({ timeZone: at.time_zone, plainTime: Temporal.PlainTime.from({ hour: at.hour }) });
    if (due.epochMilliseconds > afterMs) return due.epochMilliseconds;
    from = day.add({ days: 1 });
  }
}

/** The latest due time up to now, starting from a missed one: of several missed times only the last is made. */
export function latestDue(at: Schedule, dueMs: number, nowMs: number): number {
  const next = nextDelivery(at, dueMs);
  return next > nowMs ? dueMs : latestDue(at, next, nowMs);
}
