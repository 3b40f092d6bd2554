/** The answer of a report without rows, or without a complete month: what is missing, and what to do. */
import type { DayRange } from "../../domain/day-range.ts";
import type { Opening } from "../../records/table.ts";
import type { ReportWords } from "../words/report-words.ts";

export interface Asked {
  /** Name of the property. */
  property: string;
  range: DayRange;
  words: ReportWords;
}

export function withoutBills({ property, range, words }: Asked): Opening {
  const isPart = range.from !== undefined || range.to !== undefined;
  return { answer: words.sentence(isPart ? "answer.noneInRange" : "answer.none", { property }), tiles: [] };
}

export const withoutCompleteMonth = ({ property, words }: Asked): Opening => ({
  answer: words.sentence("answer.noCompleteMonth", { property }),
  tiles: [],
});
