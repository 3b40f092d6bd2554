/** What the rules say about the bill, and closing a finding with a note; and what a user accepted when the bill was saved. */
import { Badge, Button, Group, Stack, Text, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { AcceptedFinding, BillFinding, UtilityBill } from "@meterbook/client";
import { sayWord } from "../../app/language.ts";
import { billFindingsQuery, useCloseFinding, useReopenFinding } from "../../data/findings.ts";
import { findingName, useBillWords } from "../../parts/bill/bill.words.ts";
import { Refusal } from "../../parts/refusal.tsx";
import { day } from "../../parts/format.ts";
import { Icon } from "../../parts/icons.tsx";
import { useMay } from "../../parts/may.ts";
import { Loaded, Section } from "../../parts/section.tsx";
import { useCommon } from "../../words/common.ts";
import { useBillPageWords } from "./bill-page.words.ts";

/** Open ones first; those that no longer hold are of no use here. */
const shownOf = (findings: BillFinding[]): BillFinding[] => [
  ...findings.filter(({ state }) => state === "open"),
  ...findings.filter(({ state }) => state === "closed"),
];

export function BillFindings({ bill, accepted }: { bill: UtilityBill; accepted: AcceptedFinding[] }) {
  const say = useBillPageWords();
  const words = useBillWords();
  const findings = useQuery(billFindingsQuery(bill.id));
  return (
    <Section title={say("findings")}>
      <Loaded query={findings} height={60}>
        {(all) => {
          const shown = shownOf(all);
          return shown.length === 0 ? (
            <Group gap="xs" c="var(--good)" wrap="nowrap">
              <Icon name="check" size={16} />
              <Text size="sm">{say("findings.none")}</Text>
            </Group>
          ) : (
            <Stack gap="sm">
              {shown.map((finding) => (
                <Finding key={finding.id} finding={finding} />
              ))}
            </Stack>
          );
        }}
      </Loaded>
      {accepted.length === 0 ? null : (
        <Stack gap={4}>
          <Text fw={600} size="sm">
            {say("findings.accepted")}
          </Text>
          {accepted.map(({ name, detail, accepted_at }) => (
            <Text key={detail} size="sm">
              {findingName(words, name)}: {detail}{" "}
              <Text component="span" c="dimmed">
                {day(accepted_at)}
              </Text>
            </Text>
          ))}
        </Stack>
      )}
    </Section>
  );
}

function Finding({ finding: { id, rule, severity, state, message, note } }: { finding: BillFinding }) {
  const say = useBillPageWords();
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
          <Text size="sm">{message}</Text>
          {note === null ? null : (
            <Text size="sm" c="dimmed">
              {say("finding.note", { note })}
            </Text>
          )}
        </div>
      </Group>
      {!mayEdit ? null : isOpen && isClosing ? (
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
          {reopen.isError ? <Refusal error={reopen.error} /> : null}
        </Group>
      )}
    </Stack>
  );
}
