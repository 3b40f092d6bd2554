/** Why a property cost more or less: the change in parts that add up to the cent, each with its meters and its lines. */
import { Alert, Anchor, Group, SegmentedControl, Select, Text } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { useNavigate, useParams, useSearch } from "@tanstack/react-router";
import type { PropertyVariance } from "@meterbook/client";
import { sayWord } from "../../app/language.ts";
import { ChartSection } from "../../charts/chart-section.tsx";
import { usePalette } from "../../charts/palette.ts";
import { waterfall, waterfallData } from "../../charts/waterfall.ts";
import { addMonths, lastMonths, monthParameter } from "../../data/months.ts";
import { propertyQuery, varianceQuery } from "../../data/properties.ts";
import { exactChange, money, moneyChange, monthName } from "../../parts/format.ts";
import { ButtonLink } from "../../parts/link.tsx";
import { Page } from "../../parts/page.tsx";
import { Loaded } from "../../parts/section.tsx";
import { VarianceTable } from "./variance-table.tsx";
import { useWhyWords } from "./why.words.ts";

/** As far back as months are offered. */
const MONTHS_OFFERED = 60;
const YEAR = 12;

export function WhyPage() {
  const say = useWhyWords();
  const params = useParams({ from: "/signed-in/properties/$id/why" });
  const search = useSearch({ from: "/signed-in/properties/$id/why" });
  const id = Number(params.id);
  const property = useQuery(propertyQuery(id));
  const variance = useQuery(varianceQuery(id, search));
  return (
    <Page
      title={say("title", { property: property.data?.name ?? "…" })}
      beside={variance.data === undefined ? null : <Choices variance={variance.data} />}
    >
      <Loaded query={variance} height={480}>
        {(data) => <Answer variance={data} propertyId={id} />}
      </Loaded>
    </Page>
  );
}

const lastOf = ({ first_month, months }: PropertyVariance["period"]): string => addMonths(first_month, months - 1);

function Answer({ variance, propertyId }: { variance: PropertyVariance; propertyId: number }) {
  const say = useWhyWords();
  const palette = usePalette();
  const isNarrow = useMediaQuery("(max-width: 640px)", false, { getInitialValueInEffect: false });
  const { period, against, cost, cost_against, change, parts, meters } = variance;
  const nameOf = (span: PropertyVariance["period"]) =>
    span.months === 1 ? monthName(span.first_month) : say("period.months", { last: monthName(lastOf(span)) });
  const steps = Object.entries(parts)
    .filter(([, value]) => value !== 0)
    .map(([cause, value]) => ({ cause, name: sayWord(say, "part", cause), value }));
  const input = {
    from: { name: nameOf(against), value: cost_against ?? 0 },
    steps,
    to: { name: nameOf(period), value: cost ?? 0 },
    unit: "USD",
    write: money,
    writeChange: exactChange,
    words: { part: say("table.part"), amount: say("table.amount") },
    isNarrow,
  };
  const said = { period: capital(nameOf(period)), before: nameOf(against), amount: money(Math.abs(change)) };
  const inWords = steps
    .toSorted((one, other) => Math.abs(other.value) - Math.abs(one.value))
    .map(({ name, value }) => `${name.toLowerCase()} ${moneyChange(value)}`)
    .join(", ");
  const sentence =
    change === 0
      ? say("same", { period: said.period, before: said.before })
      : say(change > 0 ? "more" : "less", { ...said, parts: inWords });
  const isPartial = !period.month_complete || !against.month_complete;
  return (
    <>
      {isPartial ? (
        <Alert color="yellow" variant="outline">
          <Text>{say("incomplete")}</Text>
        </Alert>
      ) : null}
      <ChartSection
        title={say("chart.title", { before: nameOf(against), now: nameOf(period) })}
        sentence={sentence}
        data={waterfallData(input)}
        option={waterfall(input, palette)}
        height={isNarrow ? 420 : 360}
      >
        <Group justify="space-between" gap="sm">
          <Text size="sm" c="dimmed">
            {meters.every(({ weather_model }) => weather_model === null) ? say("noWeather") : null}{" "}
            <Anchor href="/docs/derived-data#why-a-cost-changed" target="_blank">
              {say("rule")}
            </Anchor>
          </Text>
          <Group gap="xs">
            {period.months === 1
              ? [against, period].map((span) => (
                  <ButtonLink
                    key={span.first_month}
                    to="/properties/$id/months/$month"
                    params={{ id: String(propertyId), month: monthParameter(span.first_month) }}
                    variant="light"
                  >
                    {say("lines.now", { month: monthName(span.first_month) })}
                  </ButtonLink>
                ))
              : null}
          </Group>
        </Group>
      </ChartSection>
      <VarianceTable variance={variance} />
    </>
  );
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

function Choices({ variance: { period, against } }: { variance: PropertyVariance }) {
  const say = useWhyWords();
  const navigate = useNavigate({ from: "/properties/$id/why" });
  const months = lastMonths(MONTHS_OFFERED)
    .toReversed()
    .map((month) => ({ value: monthParameter(month), label: monthName(month) }));
  const choose = (key: "month" | "against") => (value: string | null) =>
    void navigate({
      search: (before) => ({
        ...before,
        ...(value === null ? {} : { [key]: value }),
        // Another month is compared with the same of the year before, unless a person says otherwise.
        ...(key === "month" ? { against: undefined } : {}),
      }),
    });
  return (
    <>
      <SegmentedControl
        aria-label={say("choose.span")}
        value={String(period.months === YEAR ? YEAR : 1)}
        data={[
          { value: "1", label: say("span.1") },
          { value: "12", label: say("span.12") },
        ]}
        onChange={(value) =>
          void navigate({ search: ({ month }) => ({ month, ...(value === "12" ? { months: YEAR } : {}) }) })
        }
      />
      <Select
        label={say("choose.month")}
        data={months}
        value={monthParameter(lastOf(period))}
        onChange={choose("month")}
        allowDeselect={false}
        searchable
        w={180}
      />
      <Select
        label={say("choose.against")}
        data={months}
        value={monthParameter(lastOf(against))}
        onChange={choose("against")}
        allowDeselect={false}
        searchable
        w={180}
      />
    </>
  );
}
