/** What needs someone, each with the way to what settles it. */
import { Group, List, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { sayWord } from "../../app/language.ts";
import { Button } from "@mantine/core";
import type { Task } from "@meterbook/client";
import { tasksQuery } from "../../data/tasks.ts";
import { day } from "../../parts/format.ts";
import { Icon } from "../../parts/icons.tsx";
import { TextLink } from "../../parts/link.tsx";
import { Loaded, Section } from "../../parts/section.tsx";
import { useHomeWords } from "./home.words.ts";

/** More would push everything else out of sight. */
const SHOWN = 6;
const ALL = 200;

export function Tasks() {
  const say = useHomeWords();
  const [isWhole, setWhole] = useState(false);
  const tasks = useQuery(tasksQuery(isWhole ? ALL : SHOWN));
  return (
    <Section
      title={say("tasks.title")}
      sentence={tasks.data === undefined ? undefined : sentenceOf(tasks.data.total, say)}
    >
      <Loaded query={tasks}>
        {({ total, tasks: shown }) =>
          total === 0 ? (
            <Group gap="xs" wrap="nowrap" align="flex-start">
              <Text c="var(--good)" component="span">
                <Icon name="check" />
              </Text>
              <Text>{say("tasks.noneText")}</Text>
            </Group>
          ) : (
            <Stack gap="sm">
              <List listStyleType="none" spacing="sm">
                {shown.map((task) => (
                  <TaskRow key={`${task.kind} ${task.record_id}`} task={task} />
                ))}
              </List>
              {total > shown.length && !isWhole ? (
                <Button variant="subtle" onClick={() => setWhole(true)} style={{ alignSelf: "flex-start" }}>
                  {say("tasks.all", { count: total })}
                </Button>
              ) : null}
            </Stack>
          )
        }
      </Loaded>
    </Section>
  );
}

const sentenceOf = (total: number, say: ReturnType<typeof useHomeWords>): string =>
  total === 0 ? say("tasks.none") : say("tasks.sentence", { count: total });

function TaskRow({ task }: { task: Task }) {
  const say = useHomeWords();
  const { kind, severity, what, since } = task;
  return (
    <List.Item
      icon={
        <Text c={severity === "error" ? "var(--bad)" : "var(--warn)"} component="span" display="flex">
          <Icon name={severity === "error" ? "alert" : "info"} />
        </Text>
      }
    >
      <WayOut task={task}>{sayWord(say, "task", kind)}</WayOut>
      <Text size="sm">{what}</Text>
      <Text size="xs" c="dimmed">
        {say("task.since", { day: day(since) })}
      </Text>
    </List.Item>
  );
}

/** The page where the task is settled. */
function WayOut({ task, children }: { task: Task; children: string }) {
  const id = String(task.record_id);
  if (task.record_type === "Document")
    return (
      <TextLink to="/review/$id" params={{ id }} fw={600}>
        {children}
      </TextLink>
    );
  return <Text fw={600}>{children}</Text>;
}
