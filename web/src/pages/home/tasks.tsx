/** What needs someone, by kind, each with the way to what settles it. */
import { Button, Group, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import type { Task } from "@meterbook/client";
import { sayWord, useLanguage } from "../../app/language.ts";
import { tasksQuery } from "../../data/tasks.ts";
import { day, withDays } from "../../parts/format.ts";
import { Icon } from "../../parts/icons.tsx";
import { TextLink } from "../../parts/link.tsx";
import { Loaded, Section } from "../../parts/section.tsx";
import { useCommon } from "../../words/common.ts";
import { useHomeWords } from "./home.words.ts";

/** Of one kind; more would push everything else out of sight. */
const SHOWN = 3;

export function Tasks() {
  const say = useHomeWords();
  const tasks = useQuery(tasksQuery);
  const total = tasks.data?.total;
  return (
    <Section
      title={say("tasks.title")}
      sentence={
        total === undefined ? undefined : total === 0 ? say("tasks.none") : say("tasks.sentence", { count: total })
      }
    >
      <Loaded query={tasks}>
        {({ counts, tasks: listed }) =>
          listed.length === 0 ? (
            <Group gap="xs" wrap="nowrap" align="flex-start">
              <Text c="var(--good)" component="span" display="flex">
                <Icon name="check" />
              </Text>
              <Text>{say("tasks.noneText")}</Text>
            </Group>
          ) : (
            <Stack gap="md">
              {[...Map.groupBy(listed, ({ kind }) => kind)].map(([kind, group]) => (
                <TasksOfKind
                  key={kind}
                  kind={kind}
                  tasks={group}
                  count={(counts as Record<string, number>)[kind] ?? group.length}
                />
              ))}
            </Stack>
          )
        }
      </Loaded>
    </Section>
  );
}

function TasksOfKind({ kind, tasks, count }: { kind: string; tasks: Task[]; count: number }) {
  const say = useHomeWords();
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? tasks : tasks.slice(0, SHOWN);
  const isError = tasks[0]?.severity === "error";
  return (
    <Stack gap={4}>
      <Group gap="xs" wrap="nowrap">
        <Text c={isError ? "var(--bad)" : "var(--warn)"} component="span" display="flex">
          <Icon name={isError ? "alert" : "info"} />
        </Text>
        <Text fw={600}>{sayWord(say, "task", kind)}</Text>
        {count > 1 ? (
          <Text size="sm" c="dimmed">
            {count}
          </Text>
        ) : null}
      </Group>
      <Stack component="ul" gap={6} pl={28} m={0} style={{ listStyle: "none" }}>
        {shown.map((task) => (
          <li key={task.record_id}>
            <Text size="sm" component="div">
              <WayOut task={task} />
            </Text>
            <Text size="xs" c="dimmed">
              <About task={task} />
            </Text>
          </li>
        ))}
      </Stack>
      {tasks.length > shown.length ? (
        <Button
          variant="subtle"
          size="compact-sm"
          onClick={() => setWhole(true)}
          style={{ alignSelf: "flex-start" }}
          ml={20}
        >
          {say("tasks.rest", { count: count - shown.length })}
        </Button>
      ) : count > shown.length ? (
        <Text size="sm" c="dimmed" pl={28}>
          {say("tasks.later", { count: count - shown.length })}
        </Text>
      ) : null}
    </Stack>
  );
}

/** Which property and service a task is about, where it names them, and since when it waits. */
function About({ task: { facts, since } }: { task: Task }) {
  const say = useHomeWords();
  const common = useCommon();
  const { property, energy_type } = facts;
  const service = energy_type ? sayWord(common, "energy", energy_type) : null;
  return [property, service, say("task.since", { day: day(since) })].filter(Boolean).join(" · ");
}

/** The sentence of a task, as the way to the page where it is settled. */
function WayOut({ task }: { task: Task }) {
  const what = <Sentence task={task} />;
  const { record_type, record_id, property_id, utility_bill_id } = task;
  const id = String(record_id);
  if (record_type === "Document")
    return (
      <TextLink to="/review/$id" params={{ id }}>
        {what}
      </TextLink>
    );
  if (record_type === "Authorization")
    return (
      <TextLink to="/connections/$id" params={{ id }}>
        {what}
      </TextLink>
    );
  if (record_type === "DataDelivery")
    return (
      <TextLink to="/deliveries/$id" params={{ id }}>
        {what}
      </TextLink>
    );
  if (record_type === "UtilityMeter" && property_id !== null)
    return (
      <TextLink to="/properties/$id" params={{ id: String(property_id) }} search={{ meter: record_id }}>
        {what}
      </TextLink>
    );
  if (record_type === "BillFinding" && utility_bill_id !== null)
    return (
      <TextLink to="/bills/$id" params={{ id: String(utility_bill_id) }}>
        {what}
      </TextLink>
    );
  if (record_type === "Webhook")
    return (
      <TextLink to="/developers" search={{ webhook: record_id }}>
        {what}
      </TextLink>
    );
  const brought = { Mailbox: { mailbox: record_id }, BillImport: { import: record_id } };
  return (
    <TextLink to="/bring-bills" search={record_type in brought ? brought[record_type as keyof typeof brought] : {}}>
      {what}
    </TextLink>
  );
}

const TaskSentence = lazy(async () => ({ default: (await import("./task-sentence.tsx")).TaskSentence }));

/** What is the matter: in English the service's own sentence, else ours with what it names. */
function Sentence({ task }: { task: Task }) {
  const what = withDays(task.what);
  if (useLanguage() === "en") return what;
  return (
    <Suspense fallback={what}>
      <TaskSentence task={task} />
    </Suspense>
  );
}
