/** Who read the bill and how surely, where it came from, and into which months of which properties it went. */
import { Group, List, Text } from "@mantine/core";
import type { BillLineage, UtilityBill } from "@meterbook/client";
import { sayWord } from "../../app/language.ts";
import { day, moment, month, UNKNOWN } from "../../parts/format.ts";
import { TextLink } from "../../parts/link.tsx";
import { monthsOf, period } from "../../parts/period.ts";
import type { ShownMeter } from "../../parts/bill/shown-bill.ts";
import { Section } from "../../parts/section.tsx";
import { useBillPageWords } from "./bill-page.words.ts";

interface BillFactsProps {
  bill: UtilityBill;
  lineage: BillLineage;
  meters: ShownMeter[];
  nameOf: (meter: number) => string;
}

export function BillFacts({ bill, lineage, meters, nameOf }: BillFactsProps) {
  const say = useBillPageWords();
  const { origin, read_by, confidence, template, checked_by, document } = lineage;
  const facts: [string, React.ReactNode][] = [
    [say("fact.origin"), sayWord(say, "origin", origin)],
    [
      say("fact.readBy"),
      [
        read_by === null ? UNKNOWN : sayWord(say, "reader", read_by),
        template === null ? null : `${template.id} ${template.version}`,
      ]
        .filter((part) => part !== null)
        .join(", "),
    ],
    ...(confidence === null ? [] : [[say("fact.confidence"), say("confidence", { confidence })] as const]),
    [say("fact.checkedBy"), checked_by === null ? UNKNOWN : sayWord(say, "checked", checked_by)],
    ...(document === null
      ? []
      : ([
          [say("fact.file"), say("file", { name: document.name, day: moment(document.fetched_at) })],
          ...(document.decision === null
            ? []
            : ([
                [
                  say("fact.decision"),
                  [sayWord(say, "decision", document.decision), day(document.decided_at), document.decision_note]
                    .filter((part) => part !== null)
                    .join(", "),
                ],
              ] as const)),
        ] as const)),
  ].map(([name, value]) => [name ?? "", value]);
  return (
    <Section title={say("facts")}>
      <dl className="values">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <Text fw={600}>{say("counts")}</Text>
      <Counted bill={bill} meters={meters} nameOf={nameOf} />
    </Section>
  );
}

/** Which days of the bill count, and the months that they are in. */
function Counted({ bill, meters, nameOf }: Omit<BillFactsProps, "lineage">) {
  const say = useBillPageWords();
  if (bill.archived) return <Text size="sm">{say("counts.archived")}</Text>;
  const days = bill.counted_days ?? meters.flatMap((meter) => spanOf(meter));
  if (days.length === 0) return <Text size="sm">{say("counts.none")}</Text>;
  return (
    <List size="sm" listStyleType="none" spacing="xs">
      {days.map(({ utility_meter_id, start_date, end_date }) => {
        const property = meters.find(({ id }) => id === utility_meter_id)?.property ?? null;
        return (
          <List.Item key={`${utility_meter_id} ${start_date}`}>
            {nameOf(utility_meter_id)}: {period(start_date, end_date)}
            <Group gap="xs">
              {property === null ? (
                <Text size="sm" c="dimmed">
                  {say("counts.noProperty")}
                </Text>
              ) : (
                monthsOf(start_date, end_date).map((each) => (
                  <TextLink
                    key={each}
                    to="/properties/$id/months/$month"
                    params={{ id: String(property.id), month: each }}
                    size="sm"
                  >
                    {month(`${each}-01T00:00:00.000Z`)}
                  </TextLink>
                ))
              )}
            </Group>
          </List.Item>
        );
      })}
    </List>
  );
}

/** From the first to the last day of the lines of a meter. */
function spanOf({ id, lines }: ShownMeter) {
  const starts = lines.flatMap(({ start_date }) => start_date ?? []).sort();
  const ends = lines.flatMap(({ end_date }) => end_date ?? []).sort();
  const [start_date, end_date] = [starts[0], ends.at(-1)];
  return id === null || start_date === undefined || end_date === undefined
    ? []
    : [{ utility_meter_id: id, start_date, end_date }];
}
