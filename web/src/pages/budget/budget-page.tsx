/** The budgets of all properties: compared with their cost, sent as a table, and what is used and not billed yet. */
import { Select } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import type { PortfolioBudgetVariance } from "@meterbook/client";
import { portfolioBudgetVarianceQuery } from "../../data/budgets.ts";
import { propertiesQuery } from "../../data/properties.ts";
import { HowToBegin } from "../../parts/how-to-begin.tsx";
import { Empty, Page } from "../../parts/page.tsx";
import { Loaded } from "../../parts/section.tsx";
import { Accruals } from "./accruals.tsx";
import { BudgetChart } from "./budget-chart.tsx";
import { BudgetFile } from "./budget-file.tsx";
import { useBudgetWords } from "./budget.words.ts";
import { BudgetedProperties } from "./budgeted-properties.tsx";
import { YearSelect } from "./year-select.tsx";

export function BudgetPage() {
  const say = useBudgetWords();
  const search = useSearch({ from: "/signed-in/budget" });
  const navigate = useNavigate({ from: "/budget" });
  const variance = useQuery(portfolioBudgetVarianceQuery(search.from));
  const { data } = variance;
  return (
    <Page
      title={say("title")}
      lead={
        data === undefined || data.properties_total === 0
          ? undefined
          : say("portfolio.lead", { budgeted: data.properties_budgeted, total: data.properties_total })
      }
      beside={
        data === undefined ? null : (
          <YearSelect
            from={data.from}
            onChange={(from) => void navigate({ search: (before) => ({ ...before, from }) })}
          />
        )
      }
    >
      <Loaded query={variance} height={480}>
        {(answer) =>
          answer.properties_total === 0 ? (
            <Empty icon="budget" title={say("none.properties")} text={say("none.propertiesText")}>
              <HowToBegin />
            </Empty>
          ) : (
            <PortfolioView variance={answer} />
          )
        }
      </Loaded>
      {data?.properties_total === 0 ? null : (
        <Accruals
          propertyId={null}
          asOf={search.as_of}
          onChange={(as_of) => void navigate({ search: (before) => ({ ...before, as_of }), replace: true })}
        />
      )}
    </Page>
  );
}

function PortfolioView({ variance }: { variance: PortfolioBudgetVariance }) {
  const say = useBudgetWords();
  const { from, properties, months, sums, meters_unknown } = variance;
  return (
    <>
      {properties.length === 0 ? (
        <Empty icon="budget" title={say("none.title")} text={say("none.portfolioText")}>
          <ChooseProperty from={from} />
        </Empty>
      ) : (
        <>
          <BudgetChart
            months={months.filter(({ energy_type }) => energy_type === null)}
            sums={sums[0]}
            metersUnknown={meters_unknown}
          />
          <BudgetedProperties variance={variance} beside={<ChooseProperty from={from} except={properties} />} />
        </>
      )}
      <BudgetFile from={from} to={variance.to} />
    </>
  );
}

/** The way to the budget of a property that has none yet. */
function ChooseProperty({ from, except = [] }: { from: string; except?: { property_id: number }[] }) {
  const say = useBudgetWords();
  const navigate = useNavigate();
  const properties = useQuery(propertiesQuery);
  const known = new Set(except.map(({ property_id }) => property_id));
  const others = (properties.data ?? []).filter(({ id }) => !known.has(id));
  if (others.length === 0) return null;
  return (
    <Select
      aria-label={say("portfolio.withoutBudget")}
      placeholder={say("portfolio.withoutBudget")}
      searchable
      data={others.map(({ id, name }) => ({ value: String(id), label: name }))}
      value={null}
      onChange={(id) =>
        id !== null &&
        void navigate({ to: "/properties/$id/budget", params: { id }, search: { from: from.slice(0, 7) } })
      }
      w={{ base: "100%", sm: 320 }}
    />
  );
}
