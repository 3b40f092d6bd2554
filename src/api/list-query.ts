/** Query parameters, mostly of lists: whole numbers, paging, changes since, and a few exact filters, each under one name everywhere. */
import { z } from "zod";
import type { DayRange } from "../domain/day-range.ts";
import { Problem } from "../errors.ts";
import { ENERGY_TYPES } from "../records/codes.ts";
import { isDay } from "../domain/calendar.ts";
import type { ListCursor } from "../store/list-window.ts";
import { instantOf } from "../domain/instant.ts";

export const PAGE_MAX = 1000;

/** An id in a query. Ownership is not checked here: an id of another company matches nothing. */
export const QueryId = z
  .string()
  .regex(/^[1-9]\d{0,15}$/, "This must be the id of a record.")
  .transform(Number)
  .refine(Number.isSafeInteger, "This must be the id of a record.")
  .meta({ type: "integer", minimum: 1 });

/** A text that is compared with stored ones: PostgreSQL refuses a zero character. */
export const queryText = (most: number) =>
  z
    .string()
    .trim()
    .max(most)
    .refine((text) => !text.includes("\0"), "This must be a text.");

/** A whole number of a query within a range, written in digits alone. */
export function wholeNumber(least: number, most: number) {
  const detail = `This must be a whole number from ${least} to ${most}.`;
  return z
    .string()
    .regex(/^(0|[1-9]\d{0,8})$/, detail)
    .transform(Number)
    .refine((number) => number >= least && number <= most, detail);
}

/** How the reference describes it. */
export const rangeOf = (minimum: number, maximum: number) => ({ type: "integer", minimum, maximum }) as const;

/** PostgreSQL has no year 0. */
const hasYear = (text: string) => !text.startsWith("0000");
const DAY_FORM = "This must be a date such as 2026-01-31.";
const INSTANT_FORM = "This must be a moment such as 2026-01-31T09:00:00.000Z.";

const IsoInstant = z.iso.datetime({ offset: true });

export const QueryDay = z.iso.date(DAY_FORM).refine(hasYear, DAY_FORM);

/** The parameter `due_from` or `due_to`: a bound on the due date of bills. */
export const dueDay = (description: string, example: string) =>
  QueryDay.optional().meta({ type: "string", format: "date", description, example });

export const QueryInstant = z.string().transform((text, context) => {
  const { success } = IsoInstant.safeParse(text);
  const at = success ? Date.parse(text) : Number.NaN;
  const instant = Number.isNaN(at) ? "" : instantOf(at);
  if (/^\d{4}-/.test(instant) && hasYear(instant)) return instant;
  context.addIssue({ code: "custom", message: INSTANT_FORM });
  return z.NEVER;
});

/** A cursor, parsed strictly: a value that was not issued here is refused. */
export const cursorOf = <T>(read: (text: string) => T | null) =>
  z
    .string()
    .max(200)
    .transform((text, context): T => {
      const place = read(Buffer.from(text, "base64url").toString());
      if (place !== null) return place;
      context.addIssue({ code: "custom", message: "This is not a cursor issued by this list." });
      return z.NEVER;
    })
    .optional();

/** As letters, digits, `-` and `_`, which need no escaping in a URL. */
export const encodeCursor = (text: string): string => Buffer.from(text).toString("base64url");

/** @param why by default that the cursor is of another list */
export function refusedCursor(why?: string): Problem {
  const detail = why ?? "This cursor belongs to a list with other parameters.";
  return new Problem("malformed-request", detail, { errors: [{ pointer: "cursor", detail }] });
}

/** One value of a list key, decoded from a cursor; null for a value that no key has. */
export type KeyPart = (text: string) => string | number | null;

export const ID_PART: KeyPart = (text) => (/^[1-9]\d{0,15}$/.test(text) && Number.isSafeInteger(+text) ? +text : null);
export const DAY_PART: KeyPart = (text) => (isDay(text) && hasYear(text) ? text : null);
export const WORD_PART: KeyPart = (text) => (/^[A-Za-z0-9_-]{0,100}$/.test(text) ? text : null);

/** The page size and start of a list that such a key orders. */
export const pagesBy = (...parts: KeyPart[]) => pagesByAnyOf(parts);

/** The same for a list that its parameters order by one of several keys. */
export const pagesByAnyOf = (...keys: KeyPart[][]) => ({
  limit: wholeNumber(1, PAGE_MAX)
    .optional()
    .meta({
      ...rangeOf(1, PAGE_MAX),
      description: `At most this many records; the \`Link\` header with rel="next" leads to the next page. Without it the list is complete.`,
      example: 100,
    }),
  cursor: cursorOf((text) =>
    keys.reduce<ListCursor | null>((cursor, parts) => cursor ?? readListCursor(text, parts), null),
  ).meta({
    type: "string",
    description: "Where the page begins: taken from the `Link` header of the previous page.",
    example: "bnVsbCwxMDA",
  }),
});

const updated_since = QueryInstant.optional().meta({
  type: "string",
  format: "date-time",
  description: "Only records changed at this time or later, including archived ones, ordered by updated_at and id.",
  example: "2026-01-31T09:00:00.000Z",
});

/** Parameters of every list of records whose key is their id. */
export const paging = { ...pagesBy(ID_PART), updated_since };

/** Exact filters; a list uses those that apply to it. */
export const filters = {
  property_id: QueryId.optional().meta({ type: "integer", description: "Only those of this property.", example: 7 }),
  utility_account_id: QueryId.optional().meta({
    type: "integer",
    description: "Only those of this utility account.",
    example: 11,
  }),
  utility_meter_id: QueryId.optional().meta({
    type: "integer",
    description: "Only those with lines of this meter.",
    example: 13,
  }),
  energy_type: z
    .enum(ENERGY_TYPES)
    .optional()
    .meta({ description: "Only those of this type of energy.", example: "ELECTRIC" }),
  utility: queryText(200)
    .optional()
    .meta({ description: "Only those of the utility with this key or name.", example: "Northgate Electric" }),
  archived: z
    .enum(["true", "false"])
    .transform((word) => word === "true")
    .optional()
    .meta({ type: "boolean", description: "Only archived ones, or only those in use.", example: false }),
  from: QueryDay.optional().meta({
    type: "string",
    format: "date",
    description: "From this day on.",
    example: "2026-01-01",
  }),
  to: QueryDay.optional().meta({
    type: "string",
    format: "date",
    description: "Before this day.",
    example: "2027-01-01",
  }),
};

/**
 * Refuses a range that contains no day: answered as an empty list, it would look as if there were no data. Applied last, since a
 * refined query cannot be extended.
 */
export const withDays = <T extends z.ZodType<DayRange>>(query: T): T =>
  query.refine(({ from, to }) => from === undefined || to === undefined || from < to, {
    path: ["to"],
    message: "This must be a day after `from`.",
  });

export interface Paging {
  limit?: number | undefined;
  cursor?: ListCursor | undefined;
  updated_since?: string | undefined;
}

/** Of a look at what happens now. */
const NEWEST_MAX = 200;

/** How many of the newest records of a long list, for a look at what happens now. */
export const newest = wholeNumber(1, NEWEST_MAX)
  .optional()
  .meta({
    ...rangeOf(1, NEWEST_MAX),
    description:
      "Only this many of the newest, in the order of the list. `limit` has no effect then, and `cursor` and `updated_since` are refused.",
    example: 50,
  });

/** @throws Problem when a part of the list is asked for, too */
export function refuseBesideNewest(query: { cursor?: unknown; updated_since?: unknown }): void {
  if ([query.cursor, query.updated_since].every((given) => given === undefined)) return;
  const detail = "The newest records are asked for without `cursor` and `updated_since`.";
  throw new Problem("malformed-request", detail, { errors: [{ pointer: "newest", detail }] });
}

/** A cursor says only where a page ended, so it never expires. */
export const writeListCursor = ({ key, updated_at }: ListCursor): string => encodeCursor(`${updated_at},${key.join()}`);

const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

function readListCursor(text: string, parts: readonly KeyPart[]): ListCursor | null {
  const [at = "", ...values] = text.split(",");
  const key = parts.flatMap((read, index) => read(values[index] ?? "") ?? []);
  if (values.length !== parts.length || key.length !== parts.length) return null;
  if (at === "null") return { key, updated_at: null };
  return MOMENT.test(at) && hasYear(at) && !Number.isNaN(Date.parse(at)) ? { key, updated_at: at } : null;
}
