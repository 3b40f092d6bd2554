/** Why a property, a service or a meter cost more or less: the change in parts that add up to the cent, each with the lines behind it. */
import { Alert, Anchor, Button, Group, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useNavigate, useParams, useSearch } from "@tanstack/react-router";
import type { PropertyVariance } from "@meterbook/client";
import { sayWord } from "../../app/language.ts";
import { ChartSection } from "../../charts/chart-section.tsx";
import { usePalette } from "../../charts/palette.ts";
import { pointsOf } from "../../charts/points.ts";
import { floorOf } from "../../charts/waterfall-floor.ts";
import { waterfall, waterfallData } from "../../charts/waterfall.ts";
import { lastOf, monthParameter } from "../../data/months.ts";
import { propertyQuery, varianceQuery } from "../../data/properties.ts";
import { capital, exactChange, money, moneyChange, monthName, roundMoney } from "../../parts/format.ts";
import { ButtonLink } from "../../parts/link.tsx";
import { Empty, Page } from "../../parts/page.tsx";
import { Loaded } from "../../parts/section.tsx";
import { useIsNarrow } from "../../parts/narrow.ts";
import { useCommon } from "../../words/common.ts";
import { CauseLines } from "./cause-lines.tsx";
import { Choices } from "./choices.tsx";
import { comparedIn, metersIn, type Compared, type WhyScope } from "./scope.ts";
import { VarianceTable } from "./variance-table.tsx";
import { useWhyWords } from "./why.words.ts";

export function WhyPage() {
  const say = useWhyWords();
  const params = useParams({ from: "/signed-in/properties/$id/why" });
  const { month, against, months, type, meter } = useSearch({ from: "/signed-in/properties/$id/why" });
  const id = Number(params.id);
  const property = useQuery(propertyQuery(id));
  const asked = {
    ...(month === undefined ? {} : { month }),
    ...(against === undefined ? {} : { against }),
    ...(months === undefined ? {} : { months }),
  };
  const variance = useQuery(varianceQuery(id, asked));
  const scope: WhyScope = { ...(type === undefined ? {} : { type }), ...(meter === undefined ? {} : { meter }) };
  return (
    <Page
      title={say("title", { property: property.data?.name ?? "…" })}
      lead={
        <ButtonLink to="/properties/$id" params={{ id: params.id }} variant="subtle" size="compact-sm" ml={-8}>
          {say("toProperty")}
        </ButtonLink>
      }
    >
      {/* Also while it loads or when it fails, so that another choice can be made. */}
      <Choices variance={variance.data} />
      <Loaded query={variance} height={480}>
        {(data) => {
          const compared = comparedIn(data, scope);
          return compared === null ? (
            <Empty icon="bill" title={say("empty")} text={say("emptyText")} />
          ) : (
            <Answer variance={data} compared={compared} scope={scope} />
          );
        }}
      </Loaded>
    </Page>
  );
}

type Span = PropertyVariance["period"];

interface AnswerProps {
  variance: PropertyVariance;
  compared: Compared;
  scope: WhyScope;
}

function Answer({ variance, compared, scope }: AnswerProps) {
  const say = useWhyWords();
  const palette = usePalette();
  const navigate = useNavigate({ from: "/properties/$id/why" });
  const { cause: chosen } = useSearch({ from: "/signed-in/properties/$id/why" });
  const isNarrow = useIsNarrow();
  const { period, against, property_id } = variance;
  const { cost, cost_against, change, parts } = compared;
  const meters = metersIn(variance, scope);
  const scopeName = useScopeName(variance, scope);
  const nameOf = (span: Span) =>
    span.months === 1 ? monthName(span.first_month) : say("period.months", { last: monthName(lastOf(span)) });
  const steps = Object.entries(parts)
    .filter(([, value]) => value !== 0)
    .map(([cause, value]) => ({ cause, name: sayWord(say, "part", cause), value }));
  const input = {
    from: { name: nameOf(against), value: cost_against ?? 0 },
    steps,
    to: { name: nameOf(period), value: cost ?? 0 },
    unit: "$",
    write: money,
    writeChange: exactChange,
    words: { part: say("table.part"), amount: say("table.amount") },
    isNarrow,
  };
  const said = { period: capital(nameOf(period)), before: nameOf(against), amount: money(Math.abs(change)) };
  const inWords = steps
    .toSorted((one, other) => Math.abs(other.value) - Math.abs(one.value))
    .map(({ name, value }) => `${name.toLocaleLowerCase()} ${moneyChange(value)}`)
    .join(", ");
  const answer =
    change === 0
      ? say("same", { period: said.period, before: said.before })
      : say(change > 0 ? "more" : "less", { ...said, parts: inWords });
  const isPartial = !period.month_complete || !against.month_complete;
  const show = (cause: string | undefined) =>
    void navigate({ search: (before) => ({ ...before, cause }), resetScroll: false, replace: true });
  const pick = (at: number) => {
    const step = steps[at - 1];
    if (step !== undefined) return show(step.cause);
    const span = at === 0 ? against : period;
    if (span.months === 1)
      void navigate({
        to: "/properties/$id/months/$month",
        params: { id: String(property_id), month: monthParameter(span.first_month) },
      });
    return undefined;
  };
  const open = steps.find(({ cause }) => cause === chosen);
  const data = waterfallData(input);
  const floor = floorOf(input);
  return (
    <>
      {isPartial ? (
        <Alert color="yellow" variant="outline">
          <Text>{say("incomplete")}</Text>
        </Alert>
      ) : null}
      <ChartSection
        title={say("chart.title", { what: scopeName, before: nameOf(against), now: nameOf(period) })}
        sentence={floor === 0 ? answer : `${answer} ${say("floor", { amount: roundMoney(floor) })}`}
        data={data}
        option={waterfall(input, palette)}
        steps={pointsOf(data, true, 1)}
        onPick={pick}
        height={isNarrow ? 420 : 360}
      >
        <Group gap="xs" role="group" aria-label={say("cause.choose")}>
          {steps.map(({ cause, name, value }) => (
            <Button
              key={cause}
              size="compact-sm"
              variant={cause === open?.cause ? "filled" : "default"}
              aria-pressed={cause === open?.cause}
              onClick={() => show(cause === open?.cause ? undefined : cause)}
            >
              {name} {exactChange(value)}
            </Button>
          ))}
        </Group>
        <Group justify="space-between" gap="sm">
          <Text size="sm" c="dimmed">
            {say("cause.hint")} {meters.every(({ weather_model }) => weather_model === null) ? say("noWeather") : null}{" "}
            <Anchor href="/docs/derived-data#why-a-cost-changed" target="_blank" underline="always">
              {say("rule")}
            </Anchor>
          </Text>
          <Group gap="xs">
            {period.months === 1
              ? [against, period].map((span) => (
                  <ButtonLink
                    key={span.first_month}
                    to="/properties/$id/months/$month"
                    params={{ id: String(property_id), month: monthParameter(span.first_month) }}
                    variant="light"
                  >
                    {say("lines.now", { month: monthName(span.first_month) })}
                  </ButtonLink>
                ))
              : null}
          </Group>
        </Group>
      </ChartSection>
      {open === undefined ? null : (
        <CauseLines
          // Another cause has other lines.
          key={open.cause}
          propertyId={property_id}
          cause={open.cause}
          amount={open.value}
          meters={meters}
          spans={[against, period].map((span) => ({ span, name: capital(nameOf(span)) }))}
        />
      )}
      <VarianceTable variance={variance} />
    </>
  );
}

/** What the change is of. */
function useScopeName({ meters }: PropertyVariance, { type, meter }: WhyScope): string {
  const say = useWhyWords();
  const common = useCommon();
  if (meter !== undefined) {
    const found = meters.find(({ utility_meter_id }) => utility_meter_id === meter);
    return say("scope.meter", { meter: found?.meter_num ?? `#${meter}` });
  }
  return type === undefined ? say("table.total") : sayWord(common, "energy", type);
}
