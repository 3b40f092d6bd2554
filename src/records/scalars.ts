/** The scalars every record is made of, and how each is written on the wire. */
import { z } from "zod";

/** A record's number: positive, unique in its table over all companies, below 2^53. */
export const Id = z
  .number()
  .int()
  .positive()
  .meta({ id: "Id", description: "Unique id of a record.", format: "int64", example: 1 });
export type Id = z.infer<typeof Id>;

/** A calendar date without zone, `YYYY-MM-DD`. Inside the service days are always this, never a `Date`. */
export const Day = z.iso.date();
export type Day = string;

/** A calendar month, held as its first day `YYYY-MM-01`. */
export type Month = Day;

/** A half-open span of days `[start_date, end_date)`: `end_date` is the first day not covered. */
export interface Period {
  start_date: Day;
  end_date: Day;
}

/** JSON a client may keep on a record. Size and depth are limited where it enters. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
export type Metadata = { [key: string]: Json };
