/** A month explained: the figure, the bill lines it is made of with their days, and their sum; a line leads to its place on the bill. */
import { Alert, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import type { EnergyTypeMonth, PropertyMonth } from "@meterbook/client";
import { addMonths, monthParameter } from "../../data/months.ts";
import { explainedMonthQuery, propertyQuery } from "../../data/properties.ts";
import { capital, money, monthName, number } from "../../parts/format.ts";
import { ButtonLink } from "../../parts/link.tsx";
import { Empty, Page } from "../../parts/page.tsx";
import { Loaded } from "../../parts/section.tsx";
import { useMonthWords } from "./month.words.ts";
import { ServiceLines } from "./service-lines.tsx";

export function MonthPage() {
  const say = useMonthWords();
  const params = useParams({ from: "/signed-in/properties/$id/months/$month" });
  const id = Number(params.id);
  const month = `${params.month}-01T00:00:00.000Z`;
  const property = useQuery(propertyQuery(id));
  const explained = useQuery(explainedMonthQuery(id, month));
  const go = (shift: number) => ({ id: params.id, month: monthParameter(addMonths(month, shift)) });
  return (
    <Page
      title={say("title", { month: capital(monthName(month)), property: property.data?.name ?? "…" })}
      beside={
        <>
          <ButtonLink to="/properties/$id/months/$month" params={go(-1)} variant="default">
            {say("previous")}
          </ButtonLink>
          <ButtonLink to="/properties/$id/months/$month" params={go(1)} variant="default">
            {say("next")}
          </ButtonLink>
          <ButtonLink to="/properties/$id" params={{ id: params.id }} variant="default">
            {say("toProperty")}
          </ButtonLink>
          <ButtonLink
            to="/properties/$id/why"
            params={{ id: params.id }}
            search={{ month: params.month }}
            variant="light"
          >
            {say("why")}
          </ButtonLink>
        </>
      }
    >
      <Loaded query={explained} height={400}>
        {(data) =>
          data.month === null ? (
            <Empty icon="bill" title={say("none")} text={say("noneText")} />
          ) : (
            <Explained month={data.month} services={data.services} />
          )
        }
      </Loaded>
    </Page>
  );
}

function Explained({ month, services }: { month: PropertyMonth; services: EnergyTypeMonth[] }) {
  const say = useMonthWords();
  const count = services.reduce((sum, { explain }) => sum + (explain?.total_cost.length ?? 0), 0);
  return (
    <>
      <Text fz="lg">
        {say(count === 1 ? "sentence.one" : "sentence.other", { cost: money(month.total_cost), lines: number(count) })}
      </Text>
      {month.month_complete ? null : (
        <Alert color="yellow" variant="outline">
          <Text>{say("incomplete")}</Text>
        </Alert>
      )}
      {month.estimated ? (
        <Alert color="yellow" variant="outline">
          <Text>{say("estimated")}</Text>
        </Alert>
      ) : null}
      {services.map((service) => (
        <ServiceLines key={service.energy_type} service={service} />
      ))}
    </>
  );
}
