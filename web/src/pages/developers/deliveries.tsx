/** What became of each event that a webhook was to get: state and attempts, each with what was sent and answered. */
import { Button, Code, Group, SegmentedControl, Stack, Table, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { Fragment, useState, type ReactNode } from "react";
import type { WebhookAttempt, WebhookDelivery } from "@meterbook/client";
import { sayWord } from "../../app/language.ts";
import { attemptsQuery, deliveriesQuery, useRedeliver } from "../../data/webhooks.ts";
import { moment, number } from "../../parts/format.ts";
import { useIsNarrow } from "../../parts/narrow.ts";
import { useMay } from "../../parts/permissions.ts";
import { Empty } from "../../parts/page.tsx";
import { Refusal } from "../../parts/refusal.tsx";
import { Loaded } from "../../parts/section.tsx";
import { StateMark, type Tone } from "../../parts/state-mark.tsx";
import { useDevelopersWords } from "./developers.words.ts";
import { useOutcome } from "./outcome.words.ts";

const STATES = ["all", "pending", "delivered", "failed", "skipped"] as const;
const TONES: Record<string, Tone> = { delivered: "good", failed: "bad", skipped: "quiet", pending: "quiet" };

export function Deliveries({ webhookId, isOn }: { webhookId: number; isOn: boolean }) {
  const say = useDevelopersWords();
  const { state } = useSearch({ from: "/signed-in/developers" });
  const navigate = useNavigate({ from: "/developers" });
  const deliveries = useQuery(deliveriesQuery(webhookId, state));
  const redeliver = useRedeliver();
  return (
    <Stack gap="sm">
      <Group justify="space-between" gap="sm">
        <Text fw={600}>{say("deliveries.title")}</Text>
        <div className="wide">
          <SegmentedControl
            size="xs"
            aria-label={say("deliveries.filter")}
            value={state ?? "all"}
            onChange={(next) =>
              void navigate({
                search: (before) => ({ ...before, state: next === "all" ? undefined : next }),
                resetScroll: false,
              })
            }
            data={STATES.map((value) => ({ value, label: say(`delivery.${value}`) }))}
          />
        </div>
      </Group>
      <Refusal error={redeliver.error} />
      <Loaded query={deliveries}>
        {(rows) =>
          rows.length === 0 ? (
            <Empty
              title={say("deliveries.none")}
              text={say(state === undefined ? "deliveries.noneText" : "deliveries.noneSuch")}
            />
          ) : (
            <DeliveryTable
              rows={rows}
              onAgain={isOn ? (deliveryId) => redeliver.mutate({ id: webhookId, deliveryId }) : null}
              pendingId={redeliver.isPending ? redeliver.variables.deliveryId : null}
            />
          )
        }
      </Loaded>
    </Stack>
  );
}

interface TableProps {
  rows: WebhookDelivery[];
  /** Null while the webhook is off: nothing can be sent. */
  onAgain: ((deliveryId: number) => void) | null;
  pendingId: number | null;
}

function DeliveryTable({ rows, onAgain, pendingId }: TableProps) {
  const say = useDevelopersWords();
  const may = useMay("edit");
  const isNarrow = useIsNarrow();
  const [opened, setOpened] = useState<number | null>(null);
  return (
    <div
      className="wide"
      role="region"
      aria-label={say("deliveries.title")}
      tabIndex={0}
      // Attempts that are open scroll by themselves.
      style={opened === null ? { maxHeight: 520, overflowY: "auto" } : {}}
    >
      <Table miw={isNarrow ? 0 : 760} stickyHeader>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{say("deliveries.event")}</Table.Th>
            {isNarrow ? null : (
              <>
                <Table.Th scope="col">{say("state")}</Table.Th>
                <Table.Th scope="col" ta="right">
                  {say("deliveries.attempts")}
                </Table.Th>
                <Table.Th scope="col">{say("deliveries.answer")}</Table.Th>
                <Table.Th scope="col">{say("deliveries.since")}</Table.Th>
              </>
            )}
            <Table.Td bg="var(--mantine-color-body)" />
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row) => (
            <Fragment key={row.id}>
              <DeliveryRow
                row={row}
                isNarrow={isNarrow}
                acts={
                  <Group gap="xs" justify="flex-end" wrap={isNarrow ? "wrap" : "nowrap"}>
                    {may ? (
                      <Button
                        variant="default"
                        size="xs"
                        aria-expanded={opened === row.id}
                        onClick={() => setOpened(opened === row.id ? null : row.id)}
                      >
                        {say(opened === row.id ? "deliveries.hide" : "deliveries.show")}
                      </Button>
                    ) : null}
                    {may && onAgain !== null && row.state !== "pending" ? (
                      <Button
                        variant="default"
                        size="xs"
                        loading={pendingId === row.id}
                        onClick={() => onAgain(row.id)}
                      >
                        {say("deliveries.again")}
                      </Button>
                    ) : null}
                  </Group>
                }
              />
              {opened === row.id ? (
                <Table.Tr>
                  <Table.Td colSpan={isNarrow ? 2 : 6} bg="var(--soft)">
                    <Attempts delivery={row} />
                  </Table.Td>
                </Table.Tr>
              ) : null}
            </Fragment>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}

/** On a narrow page everything stands below the name of the event. */
function DeliveryRow({ row, isNarrow, acts }: { row: WebhookDelivery; isNarrow: boolean; acts: ReactNode }) {
  const say = useDevelopersWords();
  const answer = useOutcome()(row);
  const event = <Code>{row.event_type}</Code>;
  const state = <StateMark tone={TONES[row.state] ?? "quiet"}>{sayWord(say, "delivery", row.state)}</StateMark>;
  return isNarrow ? (
    <Table.Tr style={{ verticalAlign: "top" }}>
      <Table.Td>
        {event}
        {state}
        <Text size="xs" c="dimmed">
          {[answer, moment(row.created_at)].filter((part) => part !== "").join(" · ")}
        </Text>
      </Table.Td>
      <Table.Td>{acts}</Table.Td>
    </Table.Tr>
  ) : (
    <Table.Tr>
      <Table.Td>{event}</Table.Td>
      <Table.Td>{state}</Table.Td>
      <Table.Td className="number">{number(row.attempts)}</Table.Td>
      <Table.Td>{answer}</Table.Td>
      <Table.Td>{moment(row.created_at)}</Table.Td>
      <Table.Td ta="right">{acts}</Table.Td>
    </Table.Tr>
  );
}

function Attempts({ delivery: { id, webhook_id, attempts: count, next_attempt_at } }: { delivery: WebhookDelivery }) {
  const say = useDevelopersWords();
  const attempts = useQuery(attemptsQuery(webhook_id, id, count));
  return (
    <Loaded query={attempts} height={80}>
      {(rows) => (
        <Stack gap="md" py="xs">
          {next_attempt_at === null ? null : (
            <Text size="sm">{say("deliveries.next", { when: moment(next_attempt_at) })}</Text>
          )}
          {rows.length === 0 ? <Text size="sm">{say("attempts.none")}</Text> : null}
          {rows.map((attempt) => (
            <Attempt key={attempt.attempt} attempt={attempt} />
          ))}
        </Stack>
      )}
    </Loaded>
  );
}

function Attempt({ attempt: one }: { attempt: WebhookAttempt }) {
  const say = useDevelopersWords();
  const outcomeOf = useOutcome();
  const headers = Object.entries(one.response_headers ?? {}).map(([name, value]) => `${name}: ${value}`);
  const answer = [...headers, ...(one.response_excerpt ? ["", one.response_excerpt] : [])].join("\n");
  return (
    <Stack gap={4}>
      <Text size="sm" fw={600}>
        {say("attempt.title", {
          attempt: one.attempt,
          when: moment(one.attempted_at),
          outcome: outcomeOf(one),
          ms: number(one.duration_ms),
        })}
      </Text>
      {one.request_body === null ? null : <Block label={say("attempt.sent")} text={one.request_body} />}
      {answer === "" ? null : <Block label={say("attempt.answer")} text={answer} />}
    </Stack>
  );
}

function Block({ label, text }: { label: string; text: string }) {
  return (
    <>
      <Text size="sm">{label}</Text>
      <Code
        block
        tabIndex={0}
        role="region"
        aria-label={label}
        style={{ whiteSpace: "pre-wrap", overflowWrap: "anywhere", maxHeight: 240, overflowY: "auto" }}
      >
        {text}
      </Code>
    </>
  );
}
