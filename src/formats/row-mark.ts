/** How a row is marked as a whole, from the flags that reports have. */
import type { Row } from "../records/table.ts";

/** Partial: the month is not billed completely, so its figures are not those of a month. It outweighs an estimate. */
export function rowMark(row: Row): "estimated" | "partial" | null {
  if (row["month_complete"] === false) return "partial";
  return row["estimated"] === true ? "estimated" : null;
}
