/** What bounds the days and the lines of a bill: from them follows how many months can ever be made of what comes in. */
import type { Day } from "./scalars.ts";

/** Before it no bill of ours was printed: the year is cut short or mistyped. */
export const FIRST_DAY: Day = "1900-01-01";

/** A line of a bill covers so many days at most: five years, two of them leap years. */
export const LINE_DAYS_MAX = 5 * 365 + 2;

/** Charges and usages of one bill together; more than the largest bill of a campus has. */
export const BILL_LINES_MAX = 2000;
