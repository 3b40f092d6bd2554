/** Calendar months as the API writes them: midnight UTC of their first day. */

export const monthStart = (year: number, month: number): string => new Date(Date.UTC(year, month, 1)).toISOString();

/** The month that is so many months after another. */
export function addMonths(month: string, count: number): string {
  const date = new Date(month);
  return monthStart(date.getUTCFullYear(), date.getUTCMonth() + count);
}

/** The last month of a span. */
export const lastOf = ({ first_month, months }: { first_month: string; months: number }): string =>
  addMonths(first_month, months - 1);

/** As parameters take it: `2026-03`. */
export const monthParameter = (month: string): string => month.slice(0, 7);

/** The last months up to the current one, ascending. */
export function lastMonths(count: number, now = new Date()): string[] {
  const current = monthStart(now.getUTCFullYear(), now.getUTCMonth());
  return Array.from({ length: count }, (_, at) => addMonths(current, at - count + 1));
}
