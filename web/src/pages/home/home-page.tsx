/** The overview: what needs someone first, then the last twelve months, and what changed. */
import { NativeSelect, SimpleGrid, Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { fiscalYearOf, spanAsked, SPANS, type Span } from "../../data/fiscal-year.ts";
import { portfolioSummaryQuery } from "../../data/portfolio.ts";
import { propertiesQuery } from "../../data/properties.ts";
import { lastOf } from "../../data/months.ts";
import { useMe } from "../../data/session.ts";
import { monthName } from "../../parts/format.ts";
import { Page } from "../../parts/page.tsx";
import { CostByMonth } from "./cost-by-month.tsx";
import { Coverage } from "./coverage.tsx";
import { FirstBills } from "./first-bills.tsx";
import { useHomeWords } from "./home.words.ts";
import { Ranking } from "./ranking.tsx";
import { Tasks } from "./tasks.tsx";
import { Tiles } from "./tiles.tsx";

export function HomePage() {
  const say = useHomeWords();
  const { span = "twelve" } = useSearch({ from: "/signed-in/" });
  const { fiscal_year_start } = useMe();
  const latest = useQuery(portfolioSummaryQuery());
  const last = latest.data && lastOf(latest.data.period);
  const asked = last === undefined ? undefined : spanAsked(span, last, fiscal_year_start);
  const summary = useQuery(portfolioSummaryQuery(asked));
  const properties = useQuery(propertiesQuery);
  const period = summary.data?.period;
  const lead =
    period === undefined
      ? undefined
      : say(asked === undefined ? "lead" : "leadSpan", {
          first: monthName(period.first_month),
          last: monthName(lastOf(period)),
        });
  if (properties.data?.length === 0)
    return (
      <Page title={say("title")}>
        <Tasks />
        <FirstBills />
      </Page>
    );
  return (
    <Page title={say("title")} lead={lead}>
      {last === undefined ? null : <SpanChoice span={span} last={last} start={fiscal_year_start} />}
      {/* What needs someone is the first thing to be seen, also on a narrow page. */}
      <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="lg">
        <Tasks />
        <Stack gap="lg">
          <Tiles asked={asked} />
          <Ranking asked={asked} />
        </Stack>
      </SimpleGrid>
      <CostByMonth />
      <Coverage />
    </Page>
  );
}

/** Which months are compared with the year before. */
function SpanChoice({ span, last, start }: { span: Span; last: string; start: number }) {
  const say = useHomeWords();
  const navigate = useNavigate();
  const year = fiscalYearOf(last, start);
  // Where fiscal years are calendar years, they are called so.
  const word = start === 1 ? "calendar" : "fiscal";
  const labels: Record<Span, string> = {
    twelve: say("span.twelve"),
    fiscal: say(`span.${word}`, { year }),
    before: say(`span.${word}Before`, { year: year - 1 }),
  };
  return (
    <NativeSelect
      size="sm"
      w="fit-content"
      aria-label={say("span.label")}
      value={span}
      onChange={({ currentTarget: { value } }) => {
        const next = SPANS.find((each) => each === value) ?? "twelve";
        void navigate({ to: "/", search: next === "twelve" ? {} : { span: next }, replace: true });
      }}
      data={SPANS.map((value) => ({ value, label: labels[value] }))}
    />
  );
}
