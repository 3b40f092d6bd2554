/** The frame of a page's content: its title, what stands beside the title, and how it loads, fails and is empty. */
import { Button, Group, Skeleton, Stack, Text, Title } from "@mantine/core";
import { useDocumentTitle } from "@mantine/hooks";
import type { ReactNode } from "react";
import { MeterbookError } from "@meterbook/client";
import { useCommon } from "../words/common.ts";
import { Icon, type IconName } from "./icons.tsx";
import { WhatWasSaid } from "./refusal.tsx";

interface PageProps {
  title: string;
  /** One line below the title. */
  lead?: ReactNode;
  /** Buttons and choices at the right of the title. */
  beside?: ReactNode;
  children: ReactNode;
}

export function Page({ title, lead, beside, children }: PageProps) {
  useDocumentTitle(`${title} · Meterbook`);
  return (
    <Stack gap="lg" maw={1400} mx="auto">
      <Group justify="space-between" align="flex-end" gap="sm">
        <div style={{ minWidth: 0 }}>
          <Title order={1} fz={{ base: "h3", sm: "h2" }} style={{ overflowWrap: "anywhere" }}>
            {title}
          </Title>
          {lead === undefined ? null : (
            <Text c="dimmed" component="div">
              {lead}
            </Text>
          )}
        </div>
        {beside === undefined ? null : <Group gap="sm">{beside}</Group>}
      </Group>
      {children}
    </Stack>
  );
}

/** Grey blocks in the place of what is loading. */
export function Loading({ height = 240 }: { height?: number }) {
  const say = useCommon();
  return (
    <div role="status" aria-label={say("state.loading")}>
      <Skeleton height={height} radius="md" />
    </div>
  );
}

/** What went wrong, what to do, and the button that does it. */
export function Failed({ error, retry }: { error: unknown; retry?: () => void }) {
  const say = useCommon();
  const isAway = error instanceof MeterbookError && ["unreachable", "timeout"].includes(error.slug);
  return (
    <Stack className="paper" p="lg" gap="sm" role="alert" align="flex-start">
      <Group gap="xs" c="var(--bad)">
        <Icon name="alert" />
        <Text fw={600}>{say("failed.title")}</Text>
      </Group>
      {isAway ? <Text>{say("failed.offline")}</Text> : <WhatWasSaid error={error} />}
      {retry === undefined ? null : (
        <Button variant="default" onClick={retry}>
          {say("act.retry")}
        </Button>
      )}
    </Stack>
  );
}

/** A list or a chart without content: what it would show, and how to get there. */
export function Empty({
  icon = "info",
  title,
  text,
  children,
}: {
  icon?: IconName;
  title: string;
  text: string;
  children?: ReactNode;
}) {
  return (
    <Stack className="paper" p="xl" gap="xs" align="center" ta="center">
      <Text c="dimmed" component="div">
        <Icon name={icon} size={32} />
      </Text>
      <Text fw={600}>{title}</Text>
      <Text c="dimmed" maw={560}>
        {text}
      </Text>
      {children}
    </Stack>
  );
}
