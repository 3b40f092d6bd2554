/** When a meter is read: once a month on working days, up to the newest month of its world. No clock is read here. */
import { addDays, addMonths, nearestWorkingDay } from "./days.ts";
import { randomInt } from "./random.ts";
import type { Random } from "./random.ts";

/** On the first day of its world every account has this many monthly bills, the newest in the newest month of that day. */
export const BILL_COUNT = 36;

const readDay = (month: string, cycleDay: number, random: Random): string =>
  nearestWorkingDay(addDays(`${month}-01`, cycleDay - 1 + randomInt(random, 0, 1)));

/** `BILL_COUNT` + 1 days on which the meter is read, oldest first, all near the same day of the month. */
export const readDays = (newestMonth: string, cycleDay: number, random: Random): string[] =>
  Array.from({ length: BILL_COUNT + 1 }, (_, at) => readDay(addMonths(newestMonth, at - BILL_COUNT), cycleDay, random));

/** Those of the months after it, by chance of their own: days that are known stay as they are when a month is added. */
export const laterReadDays = (newestMonth: string, months: number, cycleDay: number, random: Random): string[] =>
  Array.from({ length: months }, (_, at) => readDay(addMonths(newestMonth, at + 1), cycleDay, random));
