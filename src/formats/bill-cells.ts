/** The bills that rows refer to. */
import type { Column, Row } from "../records/table.ts";

/** Ids of the bills in these rows, without duplicates. */
export function billsOf(rows: readonly Row[], columns: readonly Column[]): number[] {
  const ids = new Set<number>();
  const keys = columns.filter(({ type }) => type === "bills").map(({ key }) => key);
  for (const row of rows)
    for (const key of keys) {
      const cell = row[key];
      if (typeof cell === "object" && cell !== null) for (const id of cell) ids.add(id);
    }
  return [...ids];
}
