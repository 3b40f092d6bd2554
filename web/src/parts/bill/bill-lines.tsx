/** The lines of a bill by meter: use with its reads, registers that are not added to it, charges, and the sum of each meter. */
import { Badge, Group, Stack, Text, Title } from "@mantine/core";
import { useCommon } from "../../words/common.ts";
import { sayWord } from "../../app/language.ts";
import { money, number, UNKNOWN } from "../format.ts";
import { TextLink } from "../link.tsx";
import { period } from "../period.ts";
import { useBillWords } from "./bill.words.ts";
import type { ShownLine, ShownMeter } from "./shown-bill.ts";
import { useValueRow, ValueName } from "./value-row.tsx";

interface BillLinesProps {
  meters: ShownMeter[];
  /** The place of a line is asked for by a click: a narrow page turns to the file. */
  onShow?: () => void;
}

export function BillLines({ meters, onShow }: BillLinesProps) {
  const say = useBillWords();
  if (meters.length === 0) return <Text c="dimmed">{say("lines.none")}</Text>;
  return (
    <Stack gap="lg">
      {meters.map((meter, at) => (
        <MeterLines key={meter.key} meter={meter} at={at} onShow={onShow} />
      ))}
    </Stack>
  );
}

/** How a meter is named in headings. */
export function useMeterName(): (meter: Pick<ShownMeter, "number" | "energy_type">, at: number) => string {
  const say = useBillWords();
  const common = useCommon();
  return ({ number: meterNumber, energy_type }, at) =>
    [energy_type === "" ? null : sayWord(common, "energy", energy_type), meterNumber ?? say("meter.at", { at: at + 1 })]
      .filter((part) => part !== null)
      .join(" · ");
}

function MeterLines({ meter, at, onShow }: { meter: ShownMeter; at: number; onShow: (() => void) | undefined }) {
  const say = useBillWords();
  const name = useMeterName()(meter, at);
  const sum = meter.lines.reduce(
    (cents, { kind, amount }) => cents + (kind === "charge" ? Math.round(amount * 100) : 0),
    0,
  );
  const rowsOf = (lines: ShownLine[]) => lines.map((line) => <LineRow key={line.key} line={line} onShow={onShow} />);
  return (
    <section aria-label={name}>
      <Group gap="xs" align="baseline">
        <Title order={3} fz="md">
          {name}
        </Title>
        {meter.tariff === null ? null : (
          <Text size="sm" c="dimmed">
            {say("meter.tariff", { tariff: meter.tariff })}
          </Text>
        )}
      </Group>
      <Text size="sm" c="dimmed" component="div">
        {meter.property === null ? (
          meter.address
        ) : (
          <TextLink to="/properties/$id" params={{ id: String(meter.property.id) }} size="sm">
            {meter.property.name ?? `#${meter.property.id}`}
          </TextLink>
        )}
      </Text>
      <div className="wide lines-frame" role="region" aria-label={say("lines.of", { meter: name })} tabIndex={0}>
        <table className="bill-lines">
          <thead>
            <tr>
              <th scope="col">{say("column.line")}</th>
              <th scope="col" className="number">
                {say("column.amount")}
              </th>
              <th scope="col" className="days">
                {say("column.days")}
              </th>
            </tr>
          </thead>
          <tbody>{rowsOf(meter.lines.filter(({ kind }) => kind === "usage"))}</tbody>
          {meter.registers.length === 0 ? null : (
            <tbody className="not-added">
              <tr>
                <th scope="rowgroup" colSpan={3}>
                  {say("lines.registers")}
                </th>
              </tr>
              {rowsOf(meter.registers)}
            </tbody>
          )}
          <tbody>{rowsOf(meter.lines.filter(({ kind }) => kind === "charge"))}</tbody>
          <tfoot>
            <tr>
              <th scope="row">{say("lines.sum")}</th>
              <td className="number">
                {meter.lines.some(({ kind }) => kind === "charge") ? money(sum / 100) : UNKNOWN}
              </td>
              <td className="days" />
            </tr>
          </tfoot>
        </table>
      </div>
    </section>
  );
}

function LineRow({ line, onShow }: { line: ShownLine; onShow: (() => void) | undefined }) {
  const say = useBillWords();
  const { kind, description, type, amount, unit, start_date, end_date, isEstimated, isExported, source } = line;
  const reads = readsOf(line);
  return (
    <tr {...useValueRow<HTMLTableRowElement>(line)}>
      <th scope="row">
        <ValueName known={line} onShow={onShow}>
          {description}
        </ValueName>
        <Text size="xs" c="dimmed">
          {[
            sayWord(say, "choice", type),
            isExported ? say("line.exported") : null,
            reads === null ? null : say("line.reads", reads),
          ]
            .filter((part) => part !== null)
            .join(" · ")}
          <span className="days-below">{period(start_date, end_date)}</span>
        </Text>
        <Group gap={4}>
          {isEstimated ? (
            <Badge size="xs" variant="default">
              {say("line.estimated")}
            </Badge>
          ) : null}
          {source === "corrected" || source === "entered" ? (
            <Badge size="xs" variant="default">
              {say(`source.${source}`)}
            </Badge>
          ) : null}
        </Group>
      </th>
      <td className="number">{kind === "charge" ? money(amount) : `${number(amount, 3)} ${unit ?? ""}`}</td>
      <td className="days">{period(start_date, end_date)}</td>
    </tr>
  );
}

function readsOf({ previous_read, current_read, multiplier }: ShownLine) {
  if (previous_read === null && current_read === null) return null;
  return {
    previous: number(previous_read, 3),
    current: number(current_read, 3),
    multiplier: number(multiplier ?? 1, 6),
  };
}
