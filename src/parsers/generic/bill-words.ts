/** What all steps of reading one bill without a template share: its words, its forms of numbers and days, and the findings. */
import type { Finding } from "../../records/statement.ts";
import type { Day } from "../../records/scalars.ts";
import { error } from "../template/findings.ts";
import { foundIn, linesOf, type Found } from "../template/lines.ts";
import type { DecimalMark } from "../template/numbers.ts";
import type { Page } from "../pdf/page-model.ts";
import { markOf } from "./amounts.ts";
import { joinedDays } from "./joined-days.ts";
import { wordLinesOf, type WordLine } from "./labels.ts";
import { dayOf, orderOf, scanDays, type DayOrder, type DaySpan } from "./scan-days.ts";

export interface BillWords {
  lines: WordLine[];
  /** The days on each line, by its index. */
  days: DaySpan[][];
  mark: DecimalMark;
  order: DayOrder | null;
  findings: Finding[];
  /** Values as printed, by name. */
  printed: Record<string, Found>;
}

/** Some forty pages. More are no bill of one account, and each line is looked at many times. */
const LINES_MAX = 2000;

/** Findings alone when the bill is too long, or the form of its amounts is not certain. */
export function billWordsOf(pages: Page[]): BillWords | { findings: Finding[] } {
  const all = linesOf(pages);
  if (all.length > LINES_MAX) {
    const detail = `The file has ${all.length} lines; without a template at most ${LINES_MAX} are read.`;
    return { findings: [error("bill_too_long", detail)] };
  }
  const lines = wordLinesOf(all);
  const { mark, findings: ofMark } = markOf(lines);
  if (mark === null) return { findings: ofMark };
  const days = lines.map(({ folded }) => scanDays(folded));
  const { order, findings } = orderOf(
    days.flat(),
    lines.flatMap((line) => joinedDays(line, days[line.at] ?? [])),
  );
  return { lines, days, mark, order, findings: [...ofMark, ...findings], printed: {} };
}

/** Some words of a line, with their place. */
export function foundWords({ line }: WordLine, from: number, to: number): Found {
  const last = line.row.words[to - 1];
  return foundIn(line, line.starts[from] ?? 0, (line.starts[to - 1] ?? 0) + (last?.text.length ?? 0));
}

export const textsOf = ({ line }: WordLine): string[] => line.row.words.map(({ text }) => text);

/** The words of a cell; none where there is no such cell. */
export const rangeOf = ({ ranges }: WordLine, cell: number): { from: number; to: number } =>
  ranges[cell] ?? { from: -1, to: -1 };

/** A day of the bill as read in the order that the bill has. */
export const dayIn = (bill: BillWords, span: DaySpan, latest: Day | null = null): Day | null =>
  dayOf(span, bill.order, latest);

/** A value with the place where it is printed. */
export interface Placed<Value> {
  value: Value;
  found: Found;
}
