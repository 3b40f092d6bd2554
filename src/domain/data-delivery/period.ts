/** The calendar months of a delivery, and the names of its files. */
import { addDays, monthFromNumber, monthNumber } from "../calendar.ts";
import type { DeliveryPeriod } from "../../records/data-delivery.ts";
import type { Day, Period } from "../../records/scalars.ts";

/** How many whole months before the due day; null: an open period. */
const MONTHS: Record<DeliveryPeriod, number | null> = { new: null, last_month: 1, last_12_months: 12, all: null };

/** The day of an instant in a time zone. */
export const dayIn = (instant: string, timeZone: string): Day =>
  Temporal.Instant.from(instant).toZonedDateTimeISO(timeZone).toPlainDate().toString();

/** The months of a delivery that is due on a day; null when it is not about certain months. */
export function periodOf(period: DeliveryPeriod, dueOn: Day): Period | null {
  const months = MONTHS[period];
  if (months === null) return null;
  const end = monthNumber(dueOn);
  return { start_date: monthFromNumber(end - months), end_date: monthFromNumber(end) };
}

/**
 * Distinguishes the files of one run from those of another. Files of `new` records have the run's number: two on one day must
 * not overwrite each other. Files of all records may: the later one contains the earlier.
 */
export function periodName(of: { period: DeliveryPeriod; months: Period | null; dueOn: Day; runId: number }): string {
  const { period, months, dueOn, runId } = of;
  if (period === "new") return `${dueOn}-${runId}`;
  if (months === null) return dueOn;
  const [first, last] = [months.start_date, addDays(months.end_date, -1)].map((day) => day.slice(0, 7));
  return first === last ? `${first}` : `${first}-to-${last}`;
}

/**
 * The first part of a delivery's file names. The id makes it unique in a folder shared with other deliveries: it is between
 * the last `-d` and the next dash, and nothing after it contains `-d`.
 */
export const fileStart = ({ id, slug }: { id: number; slug: string }): string => `${slug}-d${id}`;

const SLUG_MAX = 60;

/** A text as a part of a file name: lower case letters, digits and single dashes. `otherwise` when nothing of it is left. */
export function slugOf(text: string, otherwise: string): string {
  const plain = text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
  const slug = plain.replace(/[^a-z0-9]+/g, "-").slice(0, SLUG_MAX);
  return slug.replace(/^-|-$/g, "") || otherwise;
}
