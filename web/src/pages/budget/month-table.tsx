/** Budget and cost month by month, with what is so far and the year below. */
import { Table } from "@mantine/core";
import type { BudgetVarianceMonth, BudgetVarianceSums } from "@meterbook/client";
import type { ReactNode } from "react";
import { exactChange, money, month as writeMonth, percentChange } from "../../parts/format.ts";
import { Section } from "../../parts/section.tsx";
import { isIncomplete } from "./budget-chart.tsx";
import { useBudgetWords } from "./budget.words.ts";

const COLUMNS = ["budget", "actual", "accrued", "difference", "share", "forecast"] as const;
const PERCENT = 100;

export const sharePercent = (share: number | null): string => percentChange(share === null ? null : share * PERCENT);

interface TableProps {
  months: BudgetVarianceMonth[];
  sums: BudgetVarianceSums | undefined;
  beside?: ReactNode;
}

export function MonthTable({ months, sums, beside }: TableProps) {
  const say = useBudgetWords();
  return (
    <Section title={say("table.title")} sentence={say("table.sentence")} beside={beside}>
      <div className="wide" role="region" aria-label={say("table.title")} tabIndex={0}>
        <Table verticalSpacing={6}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col" className="named">
                {say("col.month")}
              </Table.Th>
              {COLUMNS.map((key) => (
                <Table.Th key={key} scope="col" className="number">
                  {say(`col.${key}`)}
                </Table.Th>
              ))}
              <Table.Th scope="col">{say("col.state")}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {months.map((each) => (
              <MonthRow key={each.effective_month} month={each} />
            ))}
          </Table.Tbody>
          {sums === undefined || sums.total.budget === null ? null : (
            <Table.Tfoot>
              <SumRow name={say("row.toDate")} {...sums.to_date} forecast={null} />
              <SumRow name={say("row.year")} actual={null} accrued={null} {...sums.total} />
            </Table.Tfoot>
          )}
        </Table>
      </div>
    </Section>
  );
}

function MonthRow({ month }: { month: BudgetVarianceMonth }) {
  const say = useBudgetWords();
  const { effective_month, budget, actual, accrued, difference, share, forecast, complete, ended, estimated } = month;
  const state = complete ? "complete" : !ended ? "open" : isIncomplete(month) ? "incomplete" : "accrued";
  return (
    <Table.Tr>
      <Table.Th scope="row" className="named">
        {writeMonth(effective_month)}
      </Table.Th>
      <Table.Td className="number">{money(budget)}</Table.Td>
      <Table.Td className="number">{money(actual)}</Table.Td>
      <Table.Td className="number">{money(accrued)}</Table.Td>
      <Table.Td className="number">{exactChange(difference)}</Table.Td>
      <Table.Td className="number">{sharePercent(share)}</Table.Td>
      <Table.Td className="number">{money(forecast)}</Table.Td>
      <Table.Td className="quiet" style={{ whiteSpace: "nowrap" }}>
        {[say(`state.${state}`), estimated ? say("state.estimated") : null].filter((word) => word !== null).join(", ")}
      </Table.Td>
    </Table.Tr>
  );
}

interface SumProps {
  name: string;
  budget: number | null;
  actual: number | null;
  accrued: number | null;
  difference: number | null;
  share: number | null;
  forecast: number | null;
}

/** What does not apply to a sum is empty. */
function SumRow({ name, budget, actual, accrued, difference, share, forecast }: SumProps) {
  return (
    <Table.Tr fw={600}>
      <Table.Th scope="row" className="named">
        {name}
      </Table.Th>
      <Table.Td className="number">{money(budget)}</Table.Td>
      <Table.Td className="number">{actual === null ? "" : money(actual)}</Table.Td>
      <Table.Td className="number">{accrued === null ? "" : money(accrued)}</Table.Td>
      <Table.Td className="number">{exactChange(difference)}</Table.Td>
      <Table.Td className="number">{sharePercent(share)}</Table.Td>
      <Table.Td className="number">{forecast === null ? "" : money(forecast)}</Table.Td>
      <Table.Td />
    </Table.Tr>
  );
}
