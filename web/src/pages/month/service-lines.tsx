/** The lines of one service in a month: charges by class and uses, each with its days and its share, and their sums. */
import { Table, Text } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { useQueries, useQuery } from "@tanstack/react-query";
import type { EnergyTypeMonth, UtilityBill } from "@meterbook/client";
import { sayWord } from "../../app/language.ts";
import { billQuery } from "../../data/bills.ts";
import { metersQuery } from "../../data/meters.ts";
import { CHARGE_TYPES } from "../../parts/charge-types.ts";
import { day, money, number, unitName } from "../../parts/format.ts";
import { TextLink } from "../../parts/link.tsx";
import { Section } from "../../parts/section.tsx";
import { useCommon } from "../../words/common.ts";
import { useMonthWords } from "./month.words.ts";

const USES = ["distribution_kbtus", "supply_kbtus", "gallons"] as const;

type Explained = NonNullable<EnergyTypeMonth["explain"]>;
type Line = Explained["total_cost"][number];

const COLUMNS_BEFORE_AMOUNT = 5;

const DAY_MS = 86_400_000;
const daysOf = ({ start_date, end_date }: Line): number =>
  Math.round((Date.parse(end_date) - Date.parse(start_date)) / DAY_MS);

/** What the bill calls a line; until it is known, three dots. */
function describe(bills: UtilityBill[], kind: "charges" | "usages", line: Line): string {
  const bill = bills.find(({ id }) => id === line.utility_bill_id);
  return bill?.[kind].find(({ id }) => id === line.line_id)?.description ?? "…";
}

export function ServiceLines({ service }: { service: EnergyTypeMonth }) {
  const say = useMonthWords();
  const common = useCommon();
  const { explain, energy_type, total_cost, usage, usage_unit } = service;
  const costs = CHARGE_TYPES.flatMap((kind) => {
    const lines = explain?.[kind] ?? [];
    return lines.length === 0 ? [] : [{ kind, lines, sum: service[kind] }];
  });
  const uses = USES.flatMap((kind) => explain?.[kind] ?? []);
  const ids = [...new Set([...costs.flatMap(({ lines }) => lines), ...uses].map(({ utility_bill_id: id }) => id))];
  const answers = useQueries({ queries: ids.map(billQuery) });
  const bills = answers.flatMap(({ data }) => data ?? []);
  const meters = useQuery(metersQuery(service.property_id));
  const isNarrow = useMediaQuery("(max-width: 640px)", false, { getInitialValueInEffect: false });
  const dateOf = (line: Line) => bills.find(({ id }) => id === line.utility_bill_id)?.invoice_date;
  // On a narrow page the amount stands beside the name of the line, and all else below the name.
  const before = isNarrow ? 1 : COLUMNS_BEFORE_AMOUNT;
  const meterOf = (line: Line) => meters.data?.find(({ id }) => id === line.utility_meter_id)?.meter_num ?? "";
  // The lines are in kBtu or gallons; the service says the use in the unit of its bills.
  const stated = uses.reduce((sum, { amount }) => sum + (amount ?? 0), 0);
  const inUnit = (amount: number | null) =>
    amount === null || usage === null || stated === 0 ? null : (amount / stated) * usage;
  const name = sayWord(common, "energy", energy_type);
  const used = usage === null ? null : say("use.sentence", { amount: number(usage), unit: unitName(usage_unit) });
  return (
    <Section title={name} sentence={[money(total_cost), used].filter(Boolean).join(" · ")}>
      <div className="wide" role="region" aria-label={name} tabIndex={0}>
        <Table verticalSpacing={6}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">{say("col.line")}</Table.Th>
              {isNarrow ? null : (
                <>
                  <Table.Th scope="col">{say("col.meter")}</Table.Th>
                  <Table.Th scope="col">{say("col.bill")}</Table.Th>
                  <Table.Th scope="col">{say("col.period")}</Table.Th>
                  <Table.Th scope="col" className="number">
                    {say("col.days")}
                  </Table.Th>
                </>
              )}
              <Table.Th scope="col" className="number">
                {say("col.amount")}
              </Table.Th>
            </Table.Tr>
          </Table.Thead>
          {costs.map(({ kind, lines, sum }) => (
            <Table.Tbody key={kind}>
              <Table.Tr>
                <Table.Th scope="colgroup" colSpan={before}>
                  {say(`class.${kind}`)}
                </Table.Th>
                <Table.Td className="number" fw={600}>
                  {money(sum)}
                </Table.Td>
              </Table.Tr>
              {lines.map((line) => (
                <LineRow
                  key={line.line_id}
                  line={line}
                  kind="charge"
                  text={describe(bills, "charges", line)}
                  billed={dateOf(line)}
                  isNarrow={isNarrow}
                  meter={meterOf(line)}
                  amount={money(line.amount)}
                />
              ))}
            </Table.Tbody>
          ))}
          {uses.length === 0 ? null : (
            <Table.Tbody>
              <Table.Tr>
                <Table.Th scope="colgroup" colSpan={before}>
                  {say("use")}
                </Table.Th>
                <Table.Td className="number" fw={600}>
                  {used}
                </Table.Td>
              </Table.Tr>
              {uses.map((line) => (
                <LineRow
                  key={line.line_id}
                  line={line}
                  kind="usage"
                  text={describe(bills, "usages", line)}
                  billed={dateOf(line)}
                  isNarrow={isNarrow}
                  meter={meterOf(line)}
                  amount={`${number(inUnit(line.amount))} ${unitName(usage_unit)}`}
                />
              ))}
            </Table.Tbody>
          )}
          <Table.Tfoot>
            <Table.Tr>
              <Table.Th scope="row" colSpan={before}>
                {say("sum")}
              </Table.Th>
              <Table.Td className="number" fw={650}>
                {money(total_cost)}
              </Table.Td>
            </Table.Tr>
          </Table.Tfoot>
        </Table>
      </div>
    </Section>
  );
}

interface LineRowProps {
  line: Line;
  kind: "charge" | "usage";
  /** What the bill calls it. */
  text: string;
  meter: string;
  /** The date of its bill; undefined until it is known. */
  billed: string | null | undefined;
  amount: string;
  isNarrow: boolean;
}

function LineRow({ line, kind, text, meter, billed, amount, isNarrow }: LineRowProps) {
  const say = useMonthWords();
  const { utility_bill_id, line_id, start_date, end_date, days } = line;
  const lastDay = new Date(Date.parse(end_date) - DAY_MS).toISOString();
  const covered = `${day(start_date)} – ${day(lastDay)}`;
  const counted = say("days", { days, of: daysOf(line) });
  const bill = say("bill", { day: day(billed) });
  return (
    <Table.Tr>
      <Table.Td pl={isNarrow ? undefined : "lg"}>
        <TextLink to="/bills/$id" params={{ id: String(utility_bill_id) }} search={{ line: `${kind} ${line_id}` }}>
          {text}
        </TextLink>
        {isNarrow ? (
          <Text size="xs" c="dimmed">
            {[meter, covered, say("days.counted", { days: counted }), bill].filter((part) => part !== "").join(" · ")}
          </Text>
        ) : null}
      </Table.Td>
      {isNarrow ? null : (
        <>
          <Table.Td>{meter}</Table.Td>
          <Table.Td style={{ whiteSpace: "nowrap" }}>{day(billed)}</Table.Td>
          <Table.Td style={{ whiteSpace: "nowrap" }}>{covered}</Table.Td>
          <Table.Td className="number">{counted}</Table.Td>
        </>
      )}
      <Table.Td className="number">{amount}</Table.Td>
    </Table.Tr>
  );
}
