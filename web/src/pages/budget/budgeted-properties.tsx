/** The properties with a budget, the one furthest over it first. */
import { TextInput } from "@mantine/core";
import { useState, type ReactNode } from "react";
import type { BudgetVarianceProperty, PortfolioBudgetVariance } from "@meterbook/client";
import { moneyChange, roundMoney } from "../../parts/format.ts";
import { Icon } from "../../parts/icons.tsx";
import { TextLink } from "../../parts/link.tsx";
import { Empty } from "../../parts/page.tsx";
import { useRowsInSight } from "../../parts/rows-in-sight.ts";
import { Section } from "../../parts/section.tsx";
import { useBudgetWords } from "./budget.words.ts";
import { sharePercent } from "./month-table.tsx";
import "../properties/properties-table.css";

const ROW_PX = 48;
/** A field to find one is of use from here on. */
const MANY = 10;

export function BudgetedProperties({ variance, beside }: { variance: PortfolioBudgetVariance; beside: ReactNode }) {
  const say = useBudgetWords();
  const [find, setFind] = useState("");
  const wanted = find.trim().toLocaleLowerCase();
  const overOf = ({ to_date, total }: BudgetVarianceProperty) => to_date.difference ?? total.difference ?? -Infinity;
  const rows = variance.properties
    .filter(({ name }) => (name ?? "").toLocaleLowerCase().includes(wanted))
    .toSorted((a, b) => overOf(b) - overOf(a) || a.property_id - b.property_id);
  return (
    <Section title={say("portfolio.table")} sentence={say("portfolio.sentence")} beside={beside}>
      {variance.properties.length < MANY ? null : (
        <TextInput
          type="search"
          label={say("portfolio.find")}
          leftSection={<Icon name="search" size={16} />}
          value={find}
          onChange={({ currentTarget: { value } }) => setFind(value)}
          w={{ base: "100%", sm: 280 }}
        />
      )}
      {rows.length === 0 ? (
        <Empty icon="search" title={say("portfolio.noMatch")} text={say("portfolio.noMatchText")} />
      ) : (
        <PropertyRows rows={rows} from={variance.from.slice(0, 7)} />
      )}
    </Section>
  );
}

const COLUMNS = [
  "toDateBudget",
  "toDateCost",
  "difference",
  "share",
  "budget",
  "forecast",
  "forecastDifference",
] as const;

function PropertyRows({ rows, from }: { rows: BudgetVarianceProperty[]; from: string }) {
  const say = useBudgetWords();
  const { frame, indices, above, below } = useRowsInSight(rows.length, ROW_PX);
  return (
    <div
      ref={frame}
      className="wide"
      role="region"
      aria-label={say("portfolio.table")}
      tabIndex={0}
      style={{ maxHeight: "60vh", overflowY: "auto" }}
    >
      <table className="properties" aria-rowcount={rows.length + 1}>
        <thead>
          <tr>
            <th scope="col">{say("portfolio.property")}</th>
            {COLUMNS.map((key) => (
              // In two lines rather than out of sight.
              <th key={key} scope="col" className="number" style={{ whiteSpace: "normal" }}>
                {say(`portfolio.${key}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <tr aria-hidden style={{ height: above }} />
          {indices.map((index) => {
            const row = rows[index];
            return row === undefined ? null : <PropertyRow key={row.property_id} row={row} index={index} from={from} />;
          })}
          <tr aria-hidden style={{ height: below }} />
        </tbody>
      </table>
    </div>
  );
}

function PropertyRow({ row, index, from }: { row: BudgetVarianceProperty; index: number; from: string }) {
  const say = useBudgetWords();
  const { property_id, name, to_date, total, incomplete_months } = row;
  const cost =
    to_date.actual === null && to_date.accrued === null ? null : (to_date.actual ?? 0) + (to_date.accrued ?? 0);
  return (
    <tr style={{ height: ROW_PX }} aria-rowindex={index + 2}>
      <th scope="row">
        <TextLink to="/properties/$id/budget" params={{ id: String(property_id) }} search={{ from }} size="sm">
          {name ?? `#${property_id}`}
        </TextLink>
        {incomplete_months === 0 ? null : (
          <span className="marks">{say("portfolio.partial", { count: incomplete_months })}</span>
        )}
      </th>
      <td className="number">{roundMoney(to_date.budget)}</td>
      <td className="number">{roundMoney(cost)}</td>
      <td className="number">{moneyChange(to_date.difference)}</td>
      <td className="number">{sharePercent(to_date.share)}</td>
      <td className="number">{roundMoney(total.budget)}</td>
      <td className="number">{roundMoney(total.forecast)}</td>
      <td className="number">{moneyChange(total.difference)}</td>
    </tr>
  );
}
