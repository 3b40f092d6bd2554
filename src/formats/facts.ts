/** The facts about a table beside its figures: subject, company, period, rule, and how much is estimated or missing. */
import type { Counted, TableHead, TableTail } from "../records/table.ts";
import type { ReportBasis } from "../records/report.ts";
import type { About } from "./about.ts";
import type { Words } from "./words/words.ts";

type Named = Pick<About, "subject" | "company">;

/** The title with what the table is about. */
export const titleOf = (
  { title }: Pick<TableHead, "title">,
  { subject }: Pick<Named, "subject">,
  { say }: Words,
): string => (subject === null ? title : say("title.of", { title, subject: subject.name }));

/** The title of the file: with the company, unless it is the subject. */
export function fileTitle(head: Pick<TableHead, "title">, about: Named, words: Words): string {
  const { subject, company } = about;
  const title = titleOf(head, about, words);
  return company === null || subject?.kind === "portfolio" ? title : `${title} (${company.name})`;
}

/** Names with their texts, in display order. `tail` is null when not counted yet. */
export function factsOf(
  head: TableHead,
  tail: TableTail | null,
  { subject, company, generated_at }: Pick<About, "subject" | "company" | "generated_at">,
  words: Words,
): [name: string, text: string][] {
  const { basis, period, rule } = head;
  const { say } = words;
  const facts: [string, string | null][] = [
    [say("fact.company"), company?.name ?? null],
    [subject?.kind === "portfolio" ? say("fact.portfolio") : say("fact.property"), subject?.name ?? null],
    [say("fact.period"), period === null ? say("period.none") : words.days(period)],
    [say("fact.figures"), basis === null ? null : say(`basis.${basis}`)],
    [say("fact.estimated"), countText("estimated", head, tail?.estimated, words)],
    [say("fact.missing"), countText("missing", head, tail?.missing, words)],
    [say("fact.made"), words.instant(generated_at)],
    [say("fact.rule"), rule],
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
  { say }: Words,
): string | null {
  if (count === undefined) return say("count.later");
  if (count === null) return null;
  return counted === undefined ? String(count) : say(`count.${counted[what]}`, { count });
}
