/** Months that a query packs into one text for each property and service: of a company there are tens of thousands. */
import { sql } from "kysely";
import { firstDayNumber } from "../../domain/calendar.ts";
import type { Months } from "../../domain/coverage/coverage.ts";

/** The day number of the first day of `effective_month`: a subtraction, where `extract` of year and month takes four times as long. */
export const FIRST_DAY = sql`effective_month - '1970-01-01'::date`;

/** The number of each month, by `FIRST_DAY` as text. */
export const monthsByFirstDay = ({ first, end }: Months): ReadonlyMap<string, number> =>
  new Map(Array.from({ length: end - first }, (_, at) => [String(firstDayNumber(first + at)), first + at]));

/** The values of a packed text, `width` for each row; an empty text where a value is unknown. @throws Error for a text that has no whole rows */
export function valuesOf(packed: string, width: number): string[] {
  const values = packed.split(" ");
  if (values.length % width !== 0) throw new Error(`a packed text of ${values.length} values has no rows of ${width}`);
  return values;
}
