/** When a meter is read: once a month on working days, up to a fixed last month that no clock moves. */
import { addDays, nearestWorkingDay } from "./days.ts";
import { randomInt } from "./random.ts";
import type { Random } from "./random.ts";

/** Every account has this many monthly bills, the newest in `NEWEST_MONTH`. */
export const BILL_COUNT = 36;
export const NEWEST_MONTH = "2026-10";

/** `count` months before `NEWEST_MONTH`, as `YYYY-MM`. */
function monthBefore(count: number): string {
  const months = Number(NEWEST_MONTH.slice(0, 4)) * 12 + Number(NEWEST_MONTH.slice(5, 7)) - 1 - count;
  return `${Math.floor(months / 12)}-${String((months % 12) + 1).padStart(2, "0")}`;
}

/** `BILL_COUNT` + 1 days on which the meter is read, oldest first, all near the same day of the month. */
export function readDays(cycleDay: number, random: Random): string[] {
  return Array.from({ length: BILL_COUNT + 1 }, (_, at) => {
    const month = monthBefore(BILL_COUNT - at);
    return nearestWorkingDay(addDays(`${month}-01`, cycleDay - 1 + randomInt(random, 0, 1)));
  });
}
