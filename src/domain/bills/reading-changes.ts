/** What differs between two readings of a bill: each field with its value before and after. */
import type { Reading } from "../../records/reading.ts";

export interface ReadingChange {
  /** Such as `due_date` or `meters.0.usages.1.amount`. */
  field: string;
  /** As JSON; null where there was no such line. */
  before: unknown;
  after: unknown;
}

/** Where a value stands and which lines belong together is no value of the bill. */
const NO_VALUE: ReadonlySet<string> = new Set(["place", "group"]);

/** The fields that differ, in the order of the reading. Lines are compared by their position. */
export const changesOf = (before: Reading, after: Reading): ReadingChange[] => differences("", before, after);

function differences(field: string, before: unknown, after: unknown): ReadingChange[] {
  if (isBranch(before) && isBranch(after)) {
    const names = new Set([...Object.keys(before), ...Object.keys(after)]);
    return [...names]
      .filter((name) => !NO_VALUE.has(name))
      .flatMap((name) => differences(field === "" ? name : `${field}.${name}`, before[name], after[name]));
  }
  if (Object.is(before, after)) return [];
  return [{ field, before: before ?? null, after: after ?? null }];
}

const isBranch = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;
