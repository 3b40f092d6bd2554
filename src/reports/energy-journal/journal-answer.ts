/** The answer of the journal: how many entries are worth checking, of which kinds, and how far the bills are complete. */
import type { Month } from "../../records/scalars.ts";
import type { Chart, Opening } from "../../records/table.ts";
import { withoutBills, type Asked } from "../parts/no-answer.ts";
import { monthChart } from "../parts/month-charts.ts";
import { tile } from "../parts/year-words.ts";
import { journalTypeWords } from "../words/type-words.ts";
import type { ReportWords } from "../words/report-words.ts";
import { TO_CHECK, type JournalEvent } from "./journal-event.ts";

const countsOf = (events: readonly JournalEvent[]) =>
  TO_CHECK.flatMap((type) => {
    const count = events.filter((event) => event.type === type).length;
    return count === 0 ? [] : [{ type, count }];
  });

interface JournalAsked extends Asked {
  /** Entries of these days are left out, because their types were not asked for. */
  isOfTypes: boolean;
}

/** `events` are those of the days and types asked for. */
export function journalAnswer(events: readonly JournalEvent[], through: Month | null, asked: JournalAsked): Opening {
  const { property, isOfTypes, words } = asked;
  const { sentence } = words;
  if (events.length === 0)
    return isOfTypes
      ? { answer: sentence("answer.journal.noneOfTypes", { property }), tiles: [] }
      : withoutBills(asked);
  const names = journalTypeWords(words.language);
  const counts = countsOf(events);
  const count = counts.reduce((sum, each) => sum + each.count, 0);
  const kinds = words.list(counts.map((each) => `${names[each.type]} ${each.count}`));
  const month = through === null ? null : words.longMonth(through);
  const nothing = (): string => {
    // Entries of other types may be worth checking.
    if (isOfTypes) return sentence("answer.journal.ofTypes", { property, count: events.length });
    return month === null
      ? sentence("answer.journal.nothingYet", { property })
      : sentence("answer.journal.nothing", { property, through: month });
  };
  const answer =
    count === 0
      ? nothing()
      : month === null
        ? sentence("answer.journal.notComplete", { property, count, kinds })
        : sentence("answer.journal", { property, count, kinds, through: month });
  return {
    answer,
    tiles: [
      tile({
        key: "complete_through",
        label: sentence("tile.through"),
        value: through?.slice(0, 7) ?? null,
        type: "month",
      }),
      ...counts.map(({ type, count: value }) =>
        tile({ key: type.replaceAll(" ", "_"), label: capital(names[type]), value, type: "integer" }),
      ),
    ],
  };
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** How many entries of each kind there are in each month; a month without any has a column of none, not a gap. */
export function journalCharts(events: readonly JournalEvent[], words: ReportWords): Chart[] {
  const names = journalTypeWords(words.language);
  const counted = new Map<string, { series: string; month: Month; value: number }>();
  for (const type of TO_CHECK)
    for (const event of events) {
      if (event.type !== type || event.date === null) continue;
      const month = `${event.date.slice(0, 7)}-01`;
      const point = counted.get(`${type} ${month}`) ?? { series: capital(names[type]), month, value: 0 };
      point.value += 1;
      counted.set(`${type} ${month}`, point);
    }
  const chart = { title: words.sentence("chart.entries"), kind: "stacked", unit: "" } as const;
  return counted.size < 2 ? [] : monthChart(chart, [...counted.values()]);
}
