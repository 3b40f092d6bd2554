/** A place in the order in which bills are booked, where one export ends and the next one begins. */
import type { Day } from "../../records/scalars.ts";
import { isDay } from "../calendar.ts";

/** The beginning of a day in UTC, or a transaction: its id has 64 bits and so is a text. */
export type BookingPlace = { day: Day } | { xid: string };

const PLACE = /^booking-(\d{1,20})$/;
const XID_MAX = 2n ** 64n - 1n;

/** For the next export: what is booked later comes after it. */
export const placeText = (xid: string): string => `booking-${xid}`;

/** Null for a text that is no place. */
export function readPlace(text: string): BookingPlace | null {
  const [, xid] = PLACE.exec(text) ?? [];
  if (xid !== undefined) return BigInt(xid) <= XID_MAX ? { xid } : null;
  // PostgreSQL has no year 0.
  return isDay(text) && !text.startsWith("0000") ? { day: text } : null;
}
