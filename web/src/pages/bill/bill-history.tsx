/** The versions of the bill: who made each of them, when and why, and what differs from the one before. */
import { Badge, Group, Text, Timeline } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { BillFieldChange, BillLineChange, HistoricVersion } from "@meterbook/client";
import { sayWord } from "../../app/language.ts";
import { historyQuery } from "../../data/bills.ts";
import { useBillWords } from "../../parts/bill/bill.words.ts";
import { day, moment, UNKNOWN } from "../../parts/format.ts";
import { TextLink } from "../../parts/link.tsx";
import { Loaded, Section } from "../../parts/section.tsx";
import { useBillPageWords } from "./bill-page.words.ts";

export function BillHistory({ id }: { id: number }) {
  const say = useBillPageWords();
  const history = useQuery(historyQuery(id));
  return (
    <Section title={say("history")}>
      <Loaded query={history} height={80}>
        {({ versions }) => (
          <Timeline bulletSize={14} lineWidth={2} active={versions.length}>
            {versions.toReversed().map((version) => (
              <Timeline.Item key={version.utility_bill_id} title={<Title version={version} id={id} />}>
                <Version version={version} />
              </Timeline.Item>
            ))}
          </Timeline>
        )}
      </Loaded>
    </Section>
  );
}

function Title({ version: { utility_bill_id, state, archive_reason }, id }: { version: HistoricVersion; id: number }) {
  const say = useBillPageWords();
  return (
    <Group gap="xs">
      {utility_bill_id === id ? (
        <Text size="sm" fw={600}>
          {say("history.this", { id })}
        </Text>
      ) : (
        <TextLink to="/bills/$id" params={{ id: String(utility_bill_id) }} size="sm">
          {say("title", { id: utility_bill_id })}
        </TextLink>
      )}
      <Badge size="xs" variant="default">
        {state === "live" ? say("state.live") : sayWord(say, "archivedShort", archive_reason ?? "")}
      </Badge>
    </Group>
  );
}

function Version({ version }: { version: HistoricVersion }) {
  const say = useBillPageWords();
  const { made_by, made_at, why, note, voided_by, voided_at, voided_note, changes, line_changes } = version;
  return (
    <>
      <Text size="sm" c="dimmed">
        {made_by === null ? moment(made_at) : say("history.by", { name: made_by.name, moment: moment(made_at) })}
        {" · "}
        {sayWord(say, "why", why)}
      </Text>
      {note === null ? null : <Text size="sm">{say("finding.note", { note })}</Text>}
      {changes.length + line_changes.length === 0 ? null : (
        <ul style={{ margin: 0, paddingLeft: "1.1rem" }}>
          {changes.map((change) => (
            <FieldChange key={change.field} change={change} />
          ))}
          {line_changes.map((change, at) => (
            <LineChange key={at} change={change} />
          ))}
        </ul>
      )}
      {voided_at === null ? null : (
        <Text size="sm" c="dimmed">
          {say("history.voided", { name: voided_by?.name ?? UNKNOWN, moment: moment(voided_at) })}
          {voided_note === null ? "" : ` ${say("finding.note", { note: voided_note })}`}
        </Text>
      )}
    </>
  );
}

/** Days are written as such; everything else as it is kept. */
const written = (value: BillFieldChange["before"]): string =>
  value === null ? UNKNOWN : typeof value === "string" && /^\d{4}-\d\d-\d\d$/.test(value) ? day(value) : String(value);

function FieldChange({ change: { field, before, after } }: { change: BillFieldChange }) {
  const words = useBillWords();
  return (
    <Text component="li" size="sm">
      {sayWord(words, "field", field)}: <del>{written(before)}</del> → <ins>{written(after)}</ins>
    </Text>
  );
}

function LineChange({ change: { change, description, fields } }: { change: BillLineChange }) {
  const say = useBillPageWords();
  const words = useBillWords();
  return (
    <Text component="li" size="sm">
      {description}: {sayWord(say, "line", change)}
      {change === "changed"
        ? fields.map(({ field, before, after }) => (
            <span key={field}>
              , {sayWord(words, "field", field)} <del>{written(before)}</del> → <ins>{written(after)}</ins>
            </span>
          ))
        : fields
            .filter(({ field }) => field === "amount")
            .map(({ field, before, after }) => <span key={field}>, {written(after ?? before)}</span>)}
    </Text>
  );
}
