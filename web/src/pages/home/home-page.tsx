/** The overview: what needs someone first, then the last twelve months, and what changed. */
import { Group, SimpleGrid, Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { portfolioSummaryQuery } from "../../data/portfolio.ts";
import { propertiesQuery } from "../../data/properties.ts";
import { addMonths } from "../../data/months.ts";
import { monthName } from "../../parts/format.ts";
import { ButtonLink } from "../../parts/link.tsx";
import { Empty, Page } from "../../parts/page.tsx";
import { CostByMonth } from "./cost-by-month.tsx";
import { Coverage } from "./coverage.tsx";
import { useHomeWords } from "./home.words.ts";
import { Ranking } from "./ranking.tsx";
import { Tasks } from "./tasks.tsx";
import { Tiles } from "./tiles.tsx";

export function HomePage() {
  const say = useHomeWords();
  const summary = useQuery(portfolioSummaryQuery);
  const properties = useQuery(propertiesQuery);
  const period = summary.data?.period;
  const lead =
    period === undefined
      ? undefined
      : say("lead", {
          first: monthName(period.first_month),
          last: monthName(addMonths(period.first_month, period.months - 1)),
        });
  if (properties.data?.length === 0)
    return (
      <Page title={say("title")}>
        <Tasks />
        <Empty icon="plug" title={say("start.title")} text={say("start.text")}>
          <Group mt="sm">
            <ButtonLink to="/connections">{say("start.connect")}</ButtonLink>
            <ButtonLink to="/bring-bills" variant="default">
              {say("start.bring")}
            </ButtonLink>
          </Group>
        </Empty>
      </Page>
    );
  return (
    <Page title={say("title")} lead={lead}>
      <Tiles />
      <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="lg">
        <Tasks />
        <Stack gap="lg">
          <Ranking />
          <CostByMonth />
        </Stack>
      </SimpleGrid>
      <Coverage />
    </Page>
  );
}
