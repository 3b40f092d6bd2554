/** When a delivery is due: at its hour, as the clocks of its time zone show it, through every change of those clocks. */
import { WEEKDAYS, type DeliverySchedule, type Weekday } from "../../records/data-delivery.ts";

export interface Schedule {
  schedule: DeliverySchedule;
  hour: number;
  /** Of a weekly one. */
  weekday: Weekday | null;
  /** Of a monthly one, 1 to 28: every month has it. */
  day: number | null;
  /** IANA. */
  time_zone: string;
}

const FIRST_WEEKDAY: Weekday = "monday";

/** True for a name that is known here. An offset such as `+02:00` is none: it knows no summer. */
export function isTimeZone(name: string): boolean {
  if (/^[+-]/.test(name)) return false;
  try {
    // A whole time is taken for the zone it stands in: then it comes back as another name.
    const { timeZoneId } = Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(name);
    return timeZoneId.toLowerCase() === name.toLowerCase();
  } catch {
    return false;
  }
}

/** The first days from `from` on that a schedule may fall on, in their order. */
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
 * The next time it is due after an instant; both in epoch milliseconds. An hour that the clocks skip comes when they have
 * skipped it, one that they show twice counts when they show it first: one delivery a day in either case.
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

/** The latest time it was due up to now, from one that was missed on: of several that were missed only the last is made. */
export function latestDue(at: Schedule, dueMs: number, nowMs: number): number {
  const next = nextDelivery(at, dueMs);
  return next > nowMs ? dueMs : latestDue(at, next, nowMs);
}
