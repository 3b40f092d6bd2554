/** When a meter is read: once a month on working days, up to the newest month of its world. No clock is read here. */
import { addDays, addMonths, nearestWorkingDay } from "./days.ts";
import { randomInt } from "./random.ts";
import type { Random } from "./random.ts";

/** Every account has this many monthly bills, the newest in the newest month of its world. */
export const BILL_COUNT = 36;

/** `BILL_COUNT` + 1 days on which the meter is read, oldest first, all near the same day of the month. */
export function readDays(newestMonth: string, cycleDay: number, random: Random): string[] {
  return Array.from({ length: BILL_COUNT + 1 }, (_, at) => {
    const month = addMonths(newestMonth, at - BILL_COUNT);
    return nearestWorkingDay(addDays(`${month}-01`, cycleDay - 1 + randomInt(random, 0, 1)));
  });
}
