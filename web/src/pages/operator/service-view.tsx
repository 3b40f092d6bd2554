/** How the service does, each part with what to do where it does not do well. */
import { SimpleGrid, Stack, Table, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { ServiceState } from "@meterbook/client";
import { sayWord } from "../../app/language.ts";
import { serviceStateQuery } from "../../data/operations.ts";
import { day, moment, number } from "../../parts/format.ts";
import { Empty } from "../../parts/page.tsx";
import { Loaded, Section } from "../../parts/section.tsx";
import { StateMark, type Tone } from "../../parts/state-mark.tsx";
import { useOperatorWords } from "./operator.words.ts";
import { Websites } from "./websites.tsx";

/** A job that waits longer needs someone. */
const LATE_SECONDS = 15 * 60;
const OLD_BACKUP_MS = 3 * 24 * 3600 * 1000;

export function ServiceView() {
  const state = useQuery(serviceStateQuery);
  return (
    <Loaded query={state} height={500}>
      {(data) => (
        <Stack gap="lg">
          <Marks state={data} />
          <Queues state={data} />
          <Websites />
          <Utilities state={data} />
        </Stack>
      )}
    </Loaded>
  );
}

function Marks({ state }: { state: ServiceState }) {
  const say = useOperatorWords();
  const { version, processes, storage, weather, webhooks, root_key, last_backup_at } = state;
  const workers = processes.filter(({ roles }) => roles.includes("workers")).length;
  const isOld = last_backup_at === null || Date.parse(last_backup_at) < Date.now() - OLD_BACKUP_MS;
  const marks: [key: string, tone: Tone, text: string, advice: string | null][] = [
    [
      "processes",
      workers > 0 ? "good" : "bad",
      say("processes.text", { count: processes.length, version }),
      workers > 0 ? null : say("processes.none"),
    ],
    [
      "storage",
      "quiet",
      say("storage.text", { database: bytes(storage.database_bytes), files: bytes(storage.file_bytes) }),
      null,
    ],
    [
      "weather",
      weather.current < weather.stations ? "warn" : "good",
      weather.stations === 0
        ? say("weather.none")
        : say("weather.text", { current: weather.current, stations: weather.stations, day: day(weather.last_day) }),
      weather.current < weather.stations ? say("weather.do") : null,
    ],
    [
      "webhooks",
      webhooks.failing > 0 ? "warn" : "good",
      say("webhooks.text", { waiting: number(webhooks.waiting), failing: number(webhooks.failing) }),
      webhooks.failing > 0 ? say("webhooks.do") : null,
    ],
    [
      "backup",
      isOld ? "warn" : "good",
      last_backup_at === null ? say("backup.none") : say("backup.text", { when: moment(last_backup_at) }),
      isOld ? say("backup.do") : null,
    ],
    [
      "key",
      "quiet",
      root_key.source === "setting" ? say("key.setting") : say("key.file", { when: day(root_key.changed_at) }),
      say("key.do"),
    ],
  ];
  return (
    <Section title={say("service.title")} sentence={say("service.at", { at: moment(state.at) })}>
      <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }}>
        {marks.map(([key, tone, text, advice]) => (
          <div key={key}>
            <StateMark tone={tone}>{text}</StateMark>
            {advice === null ? null : (
              <Text size="sm" c="dimmed" pl={22}>
                {advice}
              </Text>
            )}
          </div>
        ))}
      </SimpleGrid>
    </Section>
  );
}

const SIZES = ["B", "KB", "MB", "GB", "TB"];

function bytes(count: number): string {
  const step = count === 0 ? 0 : Math.min(Math.floor(Math.log2(count) / 10), SIZES.length - 1);
  return `${number(count / 1024 ** step, step < 2 ? 0 : 1)} ${SIZES[step] ?? ""}`;
}

function Queues({ state: { queues } }: { state: ServiceState }) {
  const say = useOperatorWords();
  const late = queues.filter(({ oldest_due_seconds }) => (oldest_due_seconds ?? 0) > LATE_SECONDS);
  const failing = queues.reduce((sum, queue) => sum + queue.failing, 0);
  const sentence =
    late.length > 0 ? say("queues.late") : failing > 0 ? say("queues.failing", { count: failing }) : say("queues.good");
  return (
    <Section title={say("queues.title")} sentence={sentence}>
      {queues.length === 0 ? (
        <Empty icon="check" title={say("queues.none")} text={say("queues.noneText")} />
      ) : (
        <div className="wide" role="region" aria-label={say("queues.title")} tabIndex={0}>
          <Table miw={560}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{say("queues.kind")}</Table.Th>
                {(["due", "later", "running", "failing", "oldest"] as const).map((name) => (
                  <Table.Th key={name} ta="right">
                    {say(`queues.${name}Head`)}
                  </Table.Th>
                ))}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {queues.map(({ kind, due, later, running, failing: broken, oldest_due_seconds }) => (
                <Table.Tr key={kind}>
                  <Table.Th scope="row">{sayWord(say, "job", kind)}</Table.Th>
                  {[due, later, running, broken].map((count, at) => (
                    // The columns have a fixed order.
                    <Table.Td key={["due", "later", "running", "failing"][at]} className="number">
                      {number(count)}
                    </Table.Td>
                  ))}
                  <Table.Td className="number">
                    {oldest_due_seconds === null
                      ? null
                      : say("queues.minutes", { minutes: number(oldest_due_seconds / 60, 1) })}
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </div>
      )}
    </Section>
  );
}

function Utilities({ state: { utilities } }: { state: ServiceState }) {
  const say = useOperatorWords();
  return (
    <Section title={say("utilities.title")} sentence={say("utilities.sentence")}>
      {utilities.length === 0 ? (
        <Empty icon="plug" title={say("utilities.none")} text={say("utilities.noneText")} />
      ) : (
        <div className="wide" role="region" aria-label={say("utilities.title")} tabIndex={0}>
          <Table miw={560}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{say("utilities.utility")}</Table.Th>
                <Table.Th ta="right">{say("utilities.logins")}</Table.Th>
                <Table.Th ta="right">{say("utilities.visited")}</Table.Th>
                <Table.Th>{say("utilities.trouble")}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {utilities.map(({ utility_company, logins, visited, trouble }) => (
                <Table.Tr key={utility_company}>
                  <Table.Th scope="row">{utility_company}</Table.Th>
                  <Table.Td className="number">{number(logins)}</Table.Td>
                  <Table.Td className="number">{number(visited)}</Table.Td>
                  <Table.Td>
                    {Object.entries(trouble)
                      .map(([kind, count]) =>
                        say("utilities.troubleOf", { what: sayWord(say, "detail", kind), number: number(count) }),
                      )
                      .join(", ")}
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </div>
      )}
    </Section>
  );
}
