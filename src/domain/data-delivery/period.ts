/** Which calendar months a delivery is about, and what its files are called. */
import { addDays, monthFromNumber, monthNumber } from "../calendar.ts";
import type { DeliveryPeriod } from "../../records/data-delivery.ts";
import type { Day, Period } from "../../records/scalars.ts";

/** How many whole months before the day that it is due on; null: a period without an end. */
const MONTHS: Record<DeliveryPeriod, number | null> = { new: null, last_month: 1, last_12_months: 12, all: null };

/** The day on which an instant falls in a time zone. */
export const dayIn = (instant: string, timeZone: string): Day =>
  Temporal.Instant.from(instant).toZonedDateTimeISO(timeZone).toPlainDate().toString();

/** The months of a delivery that is due on a day; null where it is not about certain months. */
export function periodOf(period: DeliveryPeriod, dueOn: Day): Period | null {
  const months = MONTHS[period];
  if (months === null) return null;
  const end = monthNumber(dueOn);
  return { start_date: monthFromNumber(end - months), end_date: monthFromNumber(end) };
}

/**
 * What tells the files of one run from those of another. News has the number of its run: two on a day must not write over each
 * other. What holds everything may: the later one holds the earlier.
 */
export function periodName(of: { period: DeliveryPeriod; months: Period | null; dueOn: Day; runId: number }): string {
  const { period, months, dueOn, runId } = of;
  if (period === "new") return `${dueOn}-${runId}`;
  if (months === null) return dueOn;
  const [first, last] = [months.start_date, addDays(months.end_date, -1)].map((day) => day.slice(0, 7));
  return first === last ? `${first}` : `${first}-to-${last}`;
}

/**
 * What the files of a delivery are called before that. Its id makes it its own, in whatever folder others deliver to as well:
 * behind the last `-d` a name has figures alone, so that it cannot be read as that of another delivery.
 */
export const fileStart = ({ id, slug }: { id: number; slug: string }): string => `${slug}-d${id}`;

const SLUG_MAX = 60;

/** A text as a part of a file name: lower case letters, digits and single dashes. `otherwise` where nothing of it is left. */
export function slugOf(text: string, otherwise: string): string {
  const plain = text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
  const slug = plain.replace(/[^a-z0-9]+/g, "-").slice(0, SLUG_MAX);
  return slug.replace(/^-|-$/g, "") || otherwise;
}
