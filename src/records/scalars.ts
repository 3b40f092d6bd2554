/** The types of single values in records: ids, days, months, periods, JSON. */
import { z } from "zod";

/** The id of a record: positive, unique in its table across all companies, below 2^53. */
export const Id = z
  .number()
  .int()
  .positive()
  .meta({ id: "Id", description: "Unique id of a record.", format: "int64", example: 1 });
export type Id = z.infer<typeof Id>;

/** A calendar date without zone, `YYYY-MM-DD`. Inside the service a day always has this form, never a `Date`. */
export const Day = z.iso.date();
export type Day = string;

/** A calendar month, stored as its first day `YYYY-MM-01`. */
export type Month = Day;

/** A half-open span of days `[start_date, end_date)`: `end_date` is the first day not covered. */
export interface Period {
  start_date: Day;
  end_date: Day;
}

/** JSON that a client may store on a record. Size and depth are limited when it is received. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
export type Metadata = { [key: string]: Json };
