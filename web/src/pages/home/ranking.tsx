/** The properties whose cost changed most, with the largest reason in words. */
import { Button, Group, Stack, Text } from "@mantine/core";
import { useQueries, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { sayWord } from "../../app/language.ts";
import type { PortfolioProperty, PropertyVariance } from "@meterbook/client";
import { whyAsked, type SpanAsked } from "../../data/fiscal-year.ts";
import { rankingQuery } from "../../data/portfolio.ts";
import { varianceQuery } from "../../data/properties.ts";
import { Change } from "../../parts/change.tsx";
import { moneyChange } from "../../parts/format.ts";
import { TextLink } from "../../parts/link.tsx";
import { Empty } from "../../parts/page.tsx";
import { Loaded, Section } from "../../parts/section.tsx";
import { useCommon } from "../../words/common.ts";
import { useHomeWords } from "./home.words.ts";
import { ranked, type Direction } from "./ranked.ts";

const SHOWN = 6;

export function Ranking({ asked }: { asked: SpanAsked | undefined }) {
  const say = useHomeWords();
  const [order, setOrder] = useState<Direction>("rise");
  const ranking = useQuery(rankingQuery(order, SHOWN, asked));
  return (
    <Section
      title={say("rank.title")}
      sentence={say(asked === undefined ? "rank.sentence" : "rank.sentenceSpan")}
      beside={
        <Button.Group aria-label={say("rank.title")}>
          {(["rise", "fall"] as const).map((each) => (
            <Button
              key={each}
              size="compact-sm"
              variant={each === order ? "filled" : "default"}
              aria-pressed={each === order}
              onClick={() => setOrder(each)}
            >
              {say(`rank.${each}`)}
            </Button>
          ))}
        </Button.Group>
      }
    >
      <Loaded query={ranking}>{({ properties }) => <Rows {...ranked(properties, order)} asked={asked} />}</Loaded>
    </Section>
  );
}

interface RowsProps {
  rows: PortfolioProperty[];
  /** What is said without rows. */
  empty: ReturnType<typeof ranked>["empty"];
  asked: SpanAsked | undefined;
}

function Rows({ rows, empty, asked }: RowsProps) {
  const say = useHomeWords();
  const words = { say, common: useCommon() };
  const whys = useQueries({
    queries: rows.map(({ property_id }) => varianceQuery(property_id, asked ?? { months: 12 })),
  });
  const reasons = whys.map(({ data }) => reasonOf(data, words));
  const search = whyAsked(asked);
  if (rows.length === 0) return <Empty title={say(empty)} text={say(`${empty}Text`)} />;
  const largest = Math.max(...rows.map(({ change }) => Math.abs(change ?? 0)));
  return (
    <Stack gap="sm" component="ol" p={0} m={0} style={{ listStyle: "none" }}>
      {rows.map(({ property_id, name, change, change_percent, complete }, at) => (
        <li key={property_id}>
          <Group justify="space-between" wrap="nowrap" gap="xs">
            <TextLink
              to="/properties/$id"
              params={{ id: String(property_id) }}
              style={{ overflow: "hidden", textOverflow: "ellipsis" }}
            >
              {name ?? `#${property_id}`}
            </TextLink>
            <Group gap="xs" wrap="nowrap">
              <Text fw={600} className="number">
                {moneyChange(change)}
              </Text>
              <Change percent={change_percent} />
            </Group>
          </Group>
          <div
            aria-hidden
            style={{
              height: 4,
              borderRadius: 2,
              width: `${(Math.abs(change ?? 0) / largest) * 100}%`,
              background: (change ?? 0) > 0 ? "var(--bad)" : "var(--good)",
            }}
          />
          <Text size="sm" c="dimmed">
            {search === null ? (
              reasons[at]
            ) : (
              <TextLink
                to="/properties/$id/why"
                params={{ id: String(property_id) }}
                search={search}
                className="plain"
                inherit
              >
                {reasons[at] ?? say("rank.why")}
              </TextLink>
            )}
            {complete ? null : `${search === null && reasons[at] === null ? "" : "; "}${say("rank.incomplete")}`}
          </Text>
        </li>
      ))}
    </Stack>
  );
}

/** How many causes are named. */
const NAMED = 2;

/** The service that changed most in the direction of the whole, and its largest causes in that direction. */
function reasonOf(
  variance: PropertyVariance | undefined,
  words: { say: ReturnType<typeof useHomeWords>; common: ReturnType<typeof useCommon> },
): string | null {
  if (variance === undefined) return null;
  const { say, common } = words;
  const along = (amount: number) => amount * variance.change > 0;
  const [service] = variance.energy_types
    .filter(({ change }) => along(change))
    .sort((one, other) => Math.abs(other.change) - Math.abs(one.change));
  if (service === undefined) return null;
  const causes = Object.entries(service.parts)
    .filter(([, amount]) => along(amount))
    .sort(([, one], [, other]) => Math.abs(other) - Math.abs(one))
    .slice(0, NAMED)
    .map(([cause, amount]) => `${sayWord(say, amount > 0 ? "more" : "less", cause)} (${moneyChange(amount)})`);
  const name = sayWord(common, "energy", service.energy_type).toLocaleLowerCase();
  return say("reason.mostly", { service: name, causes: causes.join(", ") });
}
