/** The twelve months to the last that is fully billed, beside the twelve before. */
import { Group, Text } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import { ChartSection } from "../../charts/chart-section.tsx";
import { monthBars, monthBarsData, monthBarsLegend } from "../../charts/month-bars.ts";
import { usePalette } from "../../charts/palette.ts";
import { addMonths, monthParameter } from "../../data/months.ts";
import {
  changeInPercent,
  day,
  month as writeMonth,
  monthName,
  monthOfYear,
  percentChange,
} from "../../parts/format.ts";
import { ButtonLink } from "../../parts/link.tsx";
import { barOf, lastComplete } from "../../parts/month-figures.ts";
import { Empty } from "../../parts/page.tsx";
import { notesOf } from "./notes.ts";
import type { Shown } from "./shown.ts";
import { usePropertyWords } from "./property.words.ts";
import { useFigureWriter } from "./use-figure-writer.ts";

const MONTHS = 12;

/** Null unless every one is known: a year with a gap is not a small year. */
const sumOf = (values: (number | null)[]): number | null =>
  values.length > 0 && values.every((value) => value !== null) ? values.reduce((sum, value) => sum + value, 0) : null;

export function Years({ shown }: { shown: Shown }) {
  const say = usePropertyWords();
  const palette = usePalette();
  const navigate = useNavigate();
  const { months, figure, property, remark } = shown;
  const { write, unit } = useFigureWriter(shown);
  const last = lastComplete(months);
  if (last === null) return <Empty icon="chart" title={say("years.title")} text={say("years.none")} />;
  const byMonth = new Map(months.map((each) => [each.effective_month, each]));
  const monthsNow = Array.from({ length: MONTHS }, (_, at) => addMonths(last, at - MONTHS + 1));
  const barsFor = (shift: number) =>
    monthsNow.map((each) => barOf(byMonth.get(addMonths(each, shift)), figure, property.sq_ft));
  const [now, before] = [barsFor(0), barsFor(-MONTHS)];
  const nameOf = (shift: number) =>
    say("years.now", {
      first: writeMonth(addMonths(last, shift - MONTHS + 1)),
      last: writeMonth(addMonths(last, shift)),
    });
  // A flag stands at its month, whichever of the two years it is of.
  const notes = notesOf(property).flatMap(({ date, text }) => {
    const isOf = (each: string) => each.slice(0, 7) === date.slice(0, 7);
    const at = monthsNow.findIndex((each) => isOf(each) || isOf(addMonths(each, -MONTHS)));
    return at === -1 ? [] : [{ at, text: `${day(date)}: ${text}` }];
  });
  const input = {
    names: monthsNow.map(monthOfYear),
    series: [
      { name: nameOf(-MONTHS), color: palette.edge === "#2b3742" ? "#5b6b7a" : "#93a2b1", bars: before },
      { name: nameOf(0), color: palette.total, bars: now },
    ],
    unit,
    write,
    notes,
    words: { month: say("month.label"), estimated: say("month.estimated"), incomplete: say("month.incomplete") },
  };
  const isSum = figure !== "price";
  const [sumNow, sumBefore] = [before, now].map((bars) => sumOf(bars.map(({ value }) => value))).toReversed();
  const said = { figure: say(`figure.${figure}`), months: MONTHS, last: monthName(last), now: write(sumNow ?? null) };
  const change = changeInPercent(sumNow, sumBefore);
  const sentence = !isSum
    ? say("years.pick")
    : change === null
      ? say("years.noBefore", said)
      : say("years.sentence", { ...said, change: percentChange(change), before: write(sumBefore ?? null) });
  const pick = (at: number, series: string) => {
    const each = monthsNow[at];
    if (each === undefined) return;
    const month = series === nameOf(0) ? each : addMonths(each, -MONTHS);
    void navigate({
      to: "/properties/$id/months/$month",
      params: { id: String(property.id), month: monthParameter(month) },
    });
  };
  return (
    <ChartSection
      title={say("years.title")}
      sentence={remark === null ? sentence : `${sentence} ${remark}`}
      data={monthBarsData(input)}
      option={monthBars(input, palette)}
      legend={monthBarsLegend(input, palette)}
      onPick={pick}
      height={340}
    >
      <Group justify="space-between" gap="sm">
        <Text size="sm" c="dimmed">
          {say("years.pick")}
        </Text>
        <ButtonLink
          to="/properties/$id/why"
          params={{ id: String(property.id) }}
          search={{ month: monthParameter(last) }}
          variant="light"
        >
          {say("why")}
        </ButtonLink>
      </Group>
    </ChartSection>
  );
}
