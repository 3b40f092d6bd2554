/** A finding about a saved bill: what it says, and closing it with a note or opening it again. What was typed stays when the service refuses. */
import { Badge, Button, Group, Stack, Text, TextInput } from "@mantine/core";
import { useState, type ReactNode } from "react";
import type { BillFinding } from "@meterbook/client";
import { sayWord } from "../app/language.ts";
import { useCloseFinding, useReopenFinding } from "../data/findings.ts";
import { useCommon } from "../words/common.ts";
import { useFindingItemWords } from "./finding-item.words.ts";
import { findingSentence, useFindingWords } from "./finding.words.ts";
import { Icon } from "./icons.tsx";
import { useMay } from "./permissions.ts";
import { Refusal } from "./refusal.tsx";

interface FindingItemProps {
  finding: BillFinding;
  /** Beside what can be done, such as the way to the bill. */
  children?: ReactNode;
}

export function FindingItem({ finding, children }: FindingItemProps) {
  const { id, rule, severity, state, note } = finding;
  const say = useFindingItemWords();
  const sentence = findingSentence(useFindingWords(), finding);
  const common = useCommon();
  const mayEdit = useMay("edit");
  const [isClosing, setClosing] = useState(false);
  const [text, setText] = useState("");
  const close = useCloseFinding();
  const reopen = useReopenFinding();
  const isOpen = state === "open";
  return (
    <Stack gap={6}>
      <Group gap="xs" wrap="nowrap" align="flex-start">
        <Text component="span" c={isOpen && severity === "warning" ? "var(--warn)" : "dimmed"} display="flex" mt={3}>
          <Icon name={severity === "warning" ? "alert" : "info"} size={16} />
        </Text>
        <div>
          <Group gap="xs">
            <Text size="sm" fw={600}>
              {sayWord(say, "rule", rule)}
            </Text>
            {isOpen ? null : (
              <Badge size="xs" variant="default">
                {say("finding.closed")}
              </Badge>
            )}
          </Group>
          <Text size="sm">{sentence}</Text>
          {note === null ? null : (
            <Text size="sm" c="dimmed">
              {say("finding.note", { note })}
            </Text>
          )}
        </div>
      </Group>
      {!mayEdit ? (
        children
      ) : isOpen && isClosing ? (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            close.mutate({ id, note: text.trim() });
          }}
        >
          <Stack gap="xs">
            <Refusal error={close.error} />
            <TextInput
              label={say("finding.why")}
              required
              maxLength={2000}
              value={text}
              onChange={(event) => setText(event.currentTarget.value)}
              data-autofocus
            />
            <Group gap="xs">
              <Button type="submit" size="compact-sm" loading={close.isPending} disabled={text.trim() === ""}>
                {say("finding.close")}
              </Button>
              <Button size="compact-sm" variant="default" onClick={() => setClosing(false)}>
                {common("act.cancel")}
              </Button>
            </Group>
          </Stack>
        </form>
      ) : (
        <Group>
          <Button
            size="compact-sm"
            variant="default"
            loading={reopen.isPending}
            onClick={() => (isOpen ? setClosing(true) : reopen.mutate(id))}
          >
            {say(isOpen ? "finding.close" : "finding.reopen")}
          </Button>
          {children}
          {reopen.isError ? <Refusal error={reopen.error} /> : null}
        </Group>
      )}
    </Stack>
  );
}
