/** Limits of the days and lines of a bill, which also limit how many months can be derived. */
import type { Day } from "./scalars.ts";

/** Bills are never older: an earlier year is truncated or mistyped. */
export const FIRST_DAY: Day = "1900-01-01";

/** The most days of a bill line: five years, two of them leap years. */
export const LINE_DAYS_MAX = 5 * 365 + 2;

/** Charges and usages of one bill together; more than the largest bill of a campus has. */
export const BILL_LINES_MAX = 2000;
