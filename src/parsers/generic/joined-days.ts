/** Days that a word such as "to" joins to a period, and the numbers of days on a line. */
import { createLabels, wordsOf, type WordLine } from "./labels.ts";
import type { DayPair, DaySpan } from "./scan-days.ts";
import { DAY_WORDS, METER_LABELS, UNTIL_WORDS } from "./vocabulary.ts";

const until = wordsOf(UNTIL_WORDS);
const dayWords = wordsOf(DAY_WORDS);
const dayLabels = createLabels({ days: METER_LABELS.days });

const WORDS_BETWEEN_MAX = 2;

/** The periods on a line; with its number of days when it prints one only. */
export function joinedDays(line: WordLine, spans: readonly DaySpan[]): DayPair[] {
  const [days = null, ...others] = dayCounts(line);
  return spans.flatMap((start, at) => {
    const end = spans[at + 1];
    if (end === undefined) return [];
    const between = line.folded.slice(start.to, end.from);
    const isJoined =
      between.length > 0 && between.length <= WORDS_BETWEEN_MAX && between.every((word) => until.has(word));
    return isJoined ? [{ start, end, days: others.length === 0 ? days : null }] : [];
  });
}

/** "30 days", "(30 jours)", "number of days in period 30". */
export function dayCounts({ folded }: WordLine): number[] {
  const countAt = (at: number) => (/^\d{1,3}$/.test(folded[at] ?? "") ? [Number(folded[at])] : []);
  return folded.flatMap((word, at) => {
    const label = dayLabels(folded, at);
    const after = label === null || label.length === 1 ? [] : countAt(at + label.length);
    return dayWords.has(word) ? [...countAt(at - 1), ...after] : after;
  });
}
