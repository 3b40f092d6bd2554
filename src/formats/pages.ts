/** The pages of the dashboard to which the figures of a table lead. */
import type { Row } from "../records/table.ts";
import type { About } from "./about.ts";

export const billPage = ({ dashboard }: Pick<About, "dashboard">, billId: number): string | null =>
  dashboard === null ? null : `${dashboard}/bills/${billId}`;

/** Of the property of the report; where rows are of several properties, of the one that the row names in `property_id`. */
export function monthPage(
  { dashboard, subject }: Pick<About, "dashboard" | "subject">,
  row: Row,
  month: string,
): string | null {
  const property = subject?.kind === "property" ? subject.id : row["property_id"];
  return dashboard === null || typeof property !== "number"
    ? null
    : `${dashboard}/properties/${property}/months/${month}`;
}
