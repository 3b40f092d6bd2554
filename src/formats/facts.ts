/** The facts about a table that precede its figures: property, period, rule, and how much is estimated or missing. */
import { countOf } from "../domain/text.ts";
import { daysText } from "../domain/day-range.ts";
import type { Counted, TableHead, TableTail } from "../records/table.ts";
import type { ReportBasis } from "../records/report.ts";
import type { About } from "./about.ts";
import { instantText } from "./cell-text.ts";

/** Names with their texts, in display order. `tail` is null when not counted yet. */
export function factsOf(
  head: TableHead,
  tail: TableTail | null,
  { property, generated_at }: Pick<About, "property" | "generated_at">,
): [name: string, text: string][] {
  const { basis, period, rule } = head;
  const facts: [string, string | null][] = [
    ["Property", property === null ? null : `${property.name} (${property.id})`],
    ["Period", period === null ? "no data" : daysText(period)],
    ["Figures", basis],
    ["Rule", rule],
    ["Estimated", countText("estimated", head, tail?.estimated)],
    ["Missing", countText("missing", head, tail?.missing)],
    ["Made at", instantText(generated_at)],
  ];
  return facts.filter((fact): fact is [string, string] => fact[1] !== null);
}

/** The nouns of the counts, by the kind of rows. */
const COUNTED: { [basis in ReportBasis]: Counted } = {
  "as billed": { estimated: "bill", missing: "gap" },
  "calendar months": { estimated: "month", missing: "month" },
  "weather adjusted": { estimated: "period", missing: "period" },
};

/** Only the number when there is no noun; null when the count does not apply. */
export function countText(
  what: keyof Counted,
  { basis, counted = basis === null ? undefined : COUNTED[basis] }: TableHead,
  count: number | null | undefined,
): string | null {
  if (count === undefined) return "counted below the table";
  if (count === null) return null;
  return counted === undefined ? String(count) : countOf(count, counted[what]);
}
