/** What is behind a bar: how it is calculated, and the bill lines of both periods, each with the way to its place on the bill. */
import { Group, SimpleGrid, Stack, Table, Text, Title } from "@mantine/core";
import { useQueries, useQuery } from "@tanstack/react-query";
import type { EnergyTypeMonth, PropertyVariance } from "@meterbook/client";
import { sayWord } from "../../app/language.ts";
import { explainedSpanQuery } from "../../data/properties.ts";
import { FoldButton } from "../../parts/fold-button.tsx";
import { day, exactChange, money, number, unitName, UNKNOWN } from "../../parts/format.ts";
import { useLargestFirst } from "../../parts/largest-first.ts";
import { TextLink } from "../../parts/link.tsx";
import { period } from "../../parts/period.ts";
import { Loaded, Section } from "../../parts/section.tsx";
import { useCommon } from "../../words/common.ts";
import { FROM_USE, linesOfCause, sumOf, usedBy, type SpanLine, type Used } from "./span-lines.ts";
import { useWhyWords } from "./why.words.ts";

type Span = PropertyVariance["period"];

interface CauseLinesProps {
  propertyId: number;
  cause: string;
  amount: number;
  meters: PropertyVariance["meters"];
  /** Before, then now. */
  spans: { span: Span; name: string }[];
}

export function CauseLines({ propertyId, cause, amount, meters, spans }: CauseLinesProps) {
  const say = useWhyWords();
  const ids = new Set(meters.map(({ utility_meter_id }) => utility_meter_id));
  const types = [...new Set(meters.map(({ energy_type }) => energy_type))];
  return (
    <Section
      title={say("cause.title", { cause: sayWord(say, "part", cause), amount: exactChange(amount) })}
      sentence={sayWord(say, "does", cause)}
    >
      {FROM_USE.has(cause) ? <UseTable propertyId={propertyId} types={types} ids={ids} spans={spans} /> : null}
      <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="lg">
        {spans.map(({ span, name }) => (
          <SpanLines key={span.first_month} propertyId={propertyId} span={span} name={name} cause={cause} ids={ids} />
        ))}
      </SimpleGrid>
    </Section>
  );
}

interface SpanLinesProps {
  propertyId: number;
  span: Span;
  name: string;
  cause: string;
  ids: ReadonlySet<number>;
}

function SpanLines({ propertyId, span, name, cause, ids }: SpanLinesProps) {
  const months = useQuery(explainedSpanQuery(propertyId, span));
  return (
    <Loaded query={months} height={160}>
      {(data) => <LineTable lines={linesOfCause(data, cause, ids)} name={name} />}
    </Loaded>
  );
}

/** More are behind a button. */
const SHOWN = 12;

function LineTable({ lines, name }: { lines: SpanLine[]; name: string }) {
  const say = useWhyWords();
  const sorted = lines.toSorted((one, other) => Math.abs(other.amount) - Math.abs(one.amount));
  const { shown, fold } = useLargestFirst(sorted, SHOWN);
  return (
    <Stack gap={4}>
      <Group gap="xs" align="baseline">
        <Title order={3} fz="md">
          {name}
        </Title>
        {fold === null ? null : <FoldButton fold={fold} count={lines.length} most={SHOWN} of={name} />}
      </Group>
      {lines.length === 0 ? (
        <Text size="sm" c="dimmed">
          {say("cause.none")}
        </Text>
      ) : (
        <div className="wide" role="region" aria-label={name} tabIndex={0}>
          <Table verticalSpacing={4}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th scope="col">{say("cause.line")}</Table.Th>
                <Table.Th scope="col" className="number">
                  {say("cause.days")}
                </Table.Th>
                <Table.Th scope="col" className="number">
                  {say("table.amount")}
                </Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {shown.map((line) => (
                <LineRow key={line.line_id} line={line} />
              ))}
            </Table.Tbody>
            <Table.Tfoot>
              <Table.Tr>
                <Table.Th scope="row" colSpan={2}>
                  {say("cause.sum")}
                </Table.Th>
                <Table.Td className="number" fw={650}>
                  {money(sumOf(lines))}
                </Table.Td>
              </Table.Tr>
            </Table.Tfoot>
          </Table>
        </div>
      )}
    </Stack>
  );
}

function LineRow({ line }: { line: SpanLine }) {
  const say = useWhyWords();
  return (
    <Table.Tr>
      <Table.Td>
        <TextLink
          to="/bills/$id"
          params={{ id: String(line.utility_bill_id) }}
          search={{ line: `charge ${line.line_id}` }}
          size="sm"
        >
          {line.description}
        </TextLink>
        <Text size="xs" c="dimmed">
          {say("cause.bill", { day: day(line.invoice_date), days: period(line.start_date, line.end_date) })}
        </Text>
      </Table.Td>
      <Table.Td className="number">{line.days}</Table.Td>
      <Table.Td className="number">{money(line.amount)}</Table.Td>
    </Table.Tr>
  );
}

interface UseTableProps {
  propertyId: number;
  types: string[];
  ids: ReadonlySet<number>;
  spans: CauseLinesProps["spans"];
}

/** The use per day, the billed days and the price of both periods. */
function UseTable({ propertyId, types, ids, spans }: UseTableProps) {
  const say = useWhyWords();
  const common = useCommon();
  const answers = useQueries({ queries: spans.map(({ span }) => explainedSpanQuery(propertyId, span)) });
  const usedIn = (months: EnergyTypeMonth[] | undefined, type: string): Used | null =>
    months === undefined
      ? null
      : usedBy(
          months.filter(({ energy_type }) => energy_type === type),
          ids,
        );
  const rows = types.flatMap((type) => {
    const [before, now] = answers.map(({ data }) => usedIn(data, type));
    return before && now ? [{ type, before, now }] : [];
  });
  if (rows.length === 0) return null;
  return (
    <div className="wide" role="region" aria-label={say("cause.calculated")} tabIndex={0}>
      <Table verticalSpacing={4}>
        <Table.Thead>
          <Table.Tr>
            {(["table.what", "cause.use", "cause.billed", "cause.perDay", "cause.price"] as const).map((key, at) => (
              <Table.Th key={key} scope="col" className={at === 0 ? "" : "number"}>
                {say(key)}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map(({ type, before, now }) => (
            <Table.Tr key={type}>
              <Table.Th scope="row">{sayWord(common, "energy", type)}</Table.Th>
              {FIGURES.map((of, at) => (
                // The figures have no identity but their place.
                // oxlint-disable-next-line react/no-array-index-key
                <Table.Td key={at} className="number">
                  {of(before)} → {of(now)}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}

const FIGURES: ((used: Used) => string)[] = [
  ({ use, unit }) => `${number(use)} ${unitName(unit)}`,
  ({ days }) => number(days),
  ({ use, days, unit }) => `${days === null || days === 0 ? UNKNOWN : number(use / days, 1)} ${unitName(unit)}`,
  ({ price, unit }) => (price === null ? UNKNOWN : `$${number(price, 4)}/${unitName(unit)}`),
];
