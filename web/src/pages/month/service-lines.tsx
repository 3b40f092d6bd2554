/** The lines of one service in a month: charges by class and uses, each with its days and its share, and their sums. */
import { Group, Table, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { memo } from "react";
import type { EnergyTypeMonth } from "@meterbook/client";
import { sayWord } from "../../app/language.ts";
import { metersQuery } from "../../data/meters.ts";
import { CHARGE_TYPES } from "../../parts/charge-types.ts";
import { FoldButton } from "../../parts/fold-button.tsx";
import { day, money, number, unitName } from "../../parts/format.ts";
import { useLargestFirst } from "../../parts/largest-first.ts";
import { TextLink } from "../../parts/link.tsx";
import { Section } from "../../parts/section.tsx";
import { useIsNarrow } from "../../parts/narrow.ts";
import { linesOfUse } from "../../parts/use-lines.ts";
import { useCommon } from "../../words/common.ts";
import { useMonthWords } from "./month.words.ts";

type Explained = NonNullable<EnergyTypeMonth["explain"]>;
type Line = Explained["total_cost"][number];

const COLUMNS_BEFORE_AMOUNT = 5;
/** Of a class; a property of some meters has no more, one of hundreds of meters has hundreds. */
const SHOWN = 24;

const DAY_MS = 86_400_000;
const daysOf = ({ start_date, end_date }: Line): number =>
  Math.round((Date.parse(end_date) - Date.parse(start_date)) / DAY_MS);

export function ServiceLines({ service }: { service: EnergyTypeMonth }) {
  const say = useMonthWords();
  const common = useCommon();
  const { explain, energy_type, total_cost, usage, usage_unit } = service;
  const uses = linesOfUse(service);
  const meters = useQuery(metersQuery(service.property_id));
  const numbers = new Map(meters.data?.map(({ id, meter_num }) => [id, meter_num ?? `#${id}`]));
  const isNarrow = useIsNarrow();
  // On a narrow page the amount stands beside the name of the line, and all else below the name.
  const before = isNarrow ? 1 : COLUMNS_BEFORE_AMOUNT;
  // The lines are in kBtu or gallons; the service says the use in the unit of its bills.
  const stated = uses.reduce((sum, { amount }) => sum + (amount ?? 0), 0);
  const inUnit = ({ amount }: Line) =>
    amount === null || usage === null || stated === 0 ? null : (amount / stated) * usage;
  const name = sayWord(common, "energy", energy_type);
  const used = usage === null ? null : say("use.sentence", { amount: number(usage), unit: unitName(usage_unit) });
  const group = { before, isNarrow, numbers };
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
          {CHARGE_TYPES.map((kind) => (
            <LineGroup
              key={kind}
              {...group}
              title={say(`class.${kind}`)}
              sum={money(service[kind])}
              lines={explain?.[kind] ?? []}
              kind="charge"
              amountOf={({ amount }) => money(amount)}
            />
          ))}
          <LineGroup
            {...group}
            title={say("use")}
            sum={used}
            lines={uses}
            kind="usage"
            amountOf={(line) => `${number(inUnit(line))} ${unitName(usage_unit)}`}
          />
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

interface LineGroupProps {
  title: string;
  sum: string | null;
  lines: Line[];
  kind: "charge" | "usage";
  amountOf: (line: Line) => string;
  before: number;
  isNarrow: boolean;
  /** Of meters, by their ids. */
  numbers: ReadonlyMap<number, string>;
}

function LineGroup({ title, sum, lines, kind, amountOf, before, isNarrow, numbers }: LineGroupProps) {
  const { shown, fold } = useLargestFirst(lines, SHOWN);
  if (lines.length === 0) return null;
  return (
    <Table.Tbody>
      <Table.Tr>
        <Table.Th scope="colgroup" colSpan={before}>
          <Group gap="xs">
            {title}
            {fold === null ? null : <FoldButton fold={fold} count={lines.length} most={SHOWN} of={title} />}
          </Group>
        </Table.Th>
        <Table.Td className="number" fw={600}>
          {sum}
        </Table.Td>
      </Table.Tr>
      {shown.map((line) => (
        <LineRow
          key={line.line_id}
          line={line}
          kind={kind}
          isNarrow={isNarrow}
          meter={numbers.get(line.utility_meter_id) ?? ""}
          amount={amountOf(line)}
        />
      ))}
    </Table.Tbody>
  );
}

interface LineRowProps {
  line: Line;
  kind: "charge" | "usage";
  meter: string;
  amount: string;
  isNarrow: boolean;
}

const LineRow = memo(function LineRow({ line, kind, meter, amount, isNarrow }: LineRowProps) {
  const say = useMonthWords();
  const { utility_bill_id, line_id, description, invoice_date, start_date, end_date, days } = line;
  const lastDay = new Date(Date.parse(end_date) - DAY_MS).toISOString();
  const covered = `${day(start_date)} – ${day(lastDay)}`;
  const counted = say("days", { days, of: daysOf(line) });
  const bill = say("bill", { day: day(invoice_date) });
  return (
    <Table.Tr>
      <Table.Td pl={isNarrow ? undefined : "lg"}>
        <TextLink to="/bills/$id" params={{ id: String(utility_bill_id) }} search={{ line: `${kind} ${line_id}` }}>
          {description}
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
          <Table.Td style={{ whiteSpace: "nowrap" }}>{day(invoice_date)}</Table.Td>
          <Table.Td style={{ whiteSpace: "nowrap" }}>{covered}</Table.Td>
          <Table.Td className="number">{counted}</Table.Td>
        </>
      )}
      <Table.Td className="number">{amount}</Table.Td>
    </Table.Tr>
  );
});
