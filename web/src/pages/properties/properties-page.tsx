/** All properties with their year, to find one or to see which stands out. */
import { Group, Select, Text, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { memo } from "react";
import { RANKING_ORDERS, rankingQuery } from "../../data/portfolio.ts";
import { propertiesQuery } from "../../data/properties.ts";
import { Change } from "../../parts/change.tsx";
import { money, monthName, number, roundMoney } from "../../parts/format.ts";
import { Icon } from "../../parts/icons.tsx";
import { HowToBegin } from "../../parts/how-to-begin.tsx";
import { ButtonLink, TextLink } from "../../parts/link.tsx";
import { Empty, Page } from "../../parts/page.tsx";
import { useRowsInSight } from "../../parts/rows-in-sight.ts";
import { Loaded } from "../../parts/section.tsx";
import { energyOf, intensityOf, tonsOf, units, waterOf } from "../../parts/units.ts";
import { allProperties, type ListedProperty } from "./all-properties.ts";
import { NewProperty } from "./new-property.tsx";
import { usePropertiesWords } from "./properties.words.ts";
import "./properties-table.css";

/** The most that the service ranks; the others follow without figures. */
const RANKED_MAX = 1000;
const ROW_PX = 48;

export function PropertiesPage() {
  const say = usePropertiesWords();
  const navigate = useNavigate({ from: "/properties" });
  const { find = "", order = "cost", month } = useSearch({ from: "/signed-in/properties" });
  const ranking = useQuery(rankingQuery(order, RANKED_MAX, month === undefined ? undefined : { month, months: 1 }));
  const known = useQuery(propertiesQuery);
  const total = Math.max(ranking.data?.total ?? 0, known.data?.length ?? 0);
  return (
    <Page
      title={say("title")}
      lead={
        ranking.data === undefined ? undefined : say(total === 1 ? "lead.one" : "lead.other", { number: number(total) })
      }
      beside={<NewProperty />}
    >
      {month === undefined ? null : (
        <Group gap="sm">
          <Text>{say("month", { month: monthName(`${month}-01T00:00:00.000Z`) })}</Text>
          <ButtonLink to="/properties" search={{ order }} variant="default" size="compact-sm">
            {say("month.end")}
          </ButtonLink>
        </Group>
      )}
      <Group align="flex-end">
        <TextInput
          type="search"
          label={say("find")}
          leftSection={<Icon name="search" size={16} />}
          defaultValue={find}
          onChange={({ currentTarget: { value } }) =>
            void navigate({ search: (before) => ({ ...before, find: value || undefined }), replace: true })
          }
          w={{ base: "100%", sm: 280 }}
        />
        <Select
          label={say("order")}
          data={RANKING_ORDERS.map((each) => ({ value: each, label: say(`order.${each}`) }))}
          value={order}
          allowDeselect={false}
          onChange={(value) =>
            void navigate({
              search: (before) => ({ ...before, order: RANKING_ORDERS.find((each) => each === value) }),
            })
          }
          w={200}
        />
      </Group>
      <Loaded query={ranking} height={500}>
        {({ properties: ranked, total: billed }) => {
          const properties = allProperties(ranked, known.data ?? [], billed);
          const wanted = find.trim().toLocaleLowerCase();
          const found = properties.filter(({ name }) => (name ?? "").toLocaleLowerCase().includes(wanted));
          if (properties.length === 0)
            return (
              <Empty icon="building" title={say("none")} text={say("noneText")}>
                <HowToBegin />
              </Empty>
            );
          return found.length === 0 ? (
            <Empty icon="search" title={say("noMatch")} text={say("noMatchText")} />
          ) : (
            <PropertyTable rows={found} month={month ?? null} />
          );
        }}
      </Loaded>
    </Page>
  );
}

/** What is looked for first comes first: on a telephone the others are scrolled to. */
const COLUMNS = ["cost", "change", "area", "energy", "intensity", "co2", "water"] as const;
type Column = (typeof COLUMNS)[number];
/** Those with another unit for a company that counts in metric units. */
const METRIC = {
  energy: "col.energyMetric",
  intensity: "col.intensityMetric",
  water: "col.waterMetric",
} as const satisfies Partial<Record<Column, string>>;

function PropertyTable({ rows, month }: { rows: ListedProperty[]; month: string | null }) {
  const say = usePropertiesWords();
  const named: Partial<Record<Column, (typeof METRIC)[keyof typeof METRIC]>> = units() === "metric" ? METRIC : {};
  const { frame, indices, above, below } = useRowsInSight(rows.length, ROW_PX);
  return (
    <div
      ref={frame}
      className="wide paper"
      role="region"
      aria-label={say("title")}
      tabIndex={0}
      style={{ maxHeight: "70vh", overflowY: "auto" }}
    >
      <table className="properties" aria-rowcount={rows.length + 1}>
        <thead>
          <tr>
            <th scope="col">{say("col.name")}</th>
            {COLUMNS.map((key) => (
              <th key={key} scope="col" className="number">
                {key === "cost" && month !== null ? say("col.costOfMonth") : say(named[key] ?? `col.${key}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <tr aria-hidden style={{ height: above }} />
          {indices.map((index) => {
            const row = rows[index];
            return row === undefined ? null : (
              <PropertyRow key={row.property_id} row={row} index={index} month={month} />
            );
          })}
          <tr aria-hidden style={{ height: below }} />
        </tbody>
      </table>
    </div>
  );
}

interface PropertyRowProps {
  row: ListedProperty;
  index: number;
  month: string | null;
}

/** A step of scrolling draws the rows anew that come into sight, not the others. */
const PropertyRow = memo(({ row, index, month }: PropertyRowProps) => {
  const say = usePropertiesWords();
  const { property_id, name, sq_ft, now, change_percent, complete, estimated_months, isBilled } = row;
  const marks = [
    isBilled === false ? say("noBills") : isBilled && !complete ? say("incomplete") : null,
    estimated_months === 0 ? null : say("estimated", { count: estimated_months }),
  ].filter((mark) => mark !== null);
  return (
    <tr style={{ height: ROW_PX }} aria-rowindex={index + 2}>
      <th scope="row">
        <TextLink to="/properties/$id" params={{ id: String(property_id) }} size="sm" title={name ?? undefined}>
          {name ?? `#${property_id}`}
        </TextLink>
        {marks.length === 0 ? null : <span className="marks">{marks.join(", ")}</span>}
      </th>
      <td className="number">
        {month === null ? (
          roundMoney(now.total_cost)
        ) : (
          <TextLink to="/properties/$id/months/$month" params={{ id: String(property_id), month }} size="sm">
            {money(now.total_cost)}
          </TextLink>
        )}
      </td>
      <td className="number">
        <Change percent={change_percent} />
      </td>
      <td className="number">{number(sq_ft)}</td>
      <td className="number">{number(energyOf(now.kbtus))}</td>
      <td className="number">{number(intensityOf(now.kbtus_per_sq_ft), 1)}</td>
      <td className="number">{number(tonsOf(now.lbs_co2), 1)}</td>
      <td className="number">{number(waterOf(now.gallons))}</td>
    </tr>
  );
});
