/** What a reader must know of a table before its figures: whose, of when, by which rule, and how much of it is sure. */
import { countOf } from "../domain/count-of.ts";
import { daysText } from "../domain/day-range.ts";
import type { Counted, TableHead, TableTail } from "../records/table.ts";
import type { ReportBasis } from "../records/report.ts";
import type { About } from "./about.ts";

/** Names with their texts, in the order people ask for them. `tail` null: not counted yet. */
export function factsOf(
  head: TableHead,
  tail: TableTail | null,
  { property, generated_at }: Pick<About, "property" | "generated_at">,
): [name: string, text: string][] {
  const { basis, period, rule } = head;
  const facts: [string, string | null][] = [
    ["Property", property === null ? null : `${property.name} (${property.id})`],
    ["Period", period === null ? "nothing to tell" : daysText(period)],
    ["Figures", basis],
    ["Rule", rule],
    ["Estimated", countText("estimated", head, tail?.estimated)],
    ["Missing", countText("missing", head, tail?.missing)],
    ["Made at", `${generated_at.slice(0, 10)} ${generated_at.slice(11, 16)} UTC`],
  ];
  return facts.filter((fact): fact is [string, string] => fact[1] !== null);
}

/** What is counted, by what the rows are. */
const COUNTED: { [basis in ReportBasis]: Counted } = {
  "as billed": { estimated: "bill", missing: "gap" },
  "calendar months": { estimated: "month", missing: "month" },
  "weather adjusted": { estimated: "period", missing: "period" },
};

/** A number alone where nobody says what is counted; null where it means nothing. */
export function countText(
  what: keyof Counted,
  { basis, counted = basis === null ? undefined : COUNTED[basis] }: TableHead,
  count: number | null | undefined,
): string | null {
  if (count === undefined) return "counted below the table";
  if (count === null) return null;
  return counted === undefined ? String(count) : countOf(count, counted[what]);
}
