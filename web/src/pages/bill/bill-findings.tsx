/** What the rules say about the bill, and closing a finding with a note; and what a user accepted when the bill was saved. */
import { Group, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { AcceptedFinding, BillFinding, UtilityBill } from "@meterbook/client";
import { billFindingsQuery } from "../../data/findings.ts";
import { findingName, useBillWords } from "../../parts/bill/bill.words.ts";
import { useFindingSentence } from "../../parts/bill/finding-sentence.ts";
import { FindingItem } from "../../parts/finding-item.tsx";
import { day } from "../../parts/format.ts";
import { Icon } from "../../parts/icons.tsx";
import { Loaded, Section } from "../../parts/section.tsx";
import { useBillPageWords } from "./bill-page.words.ts";

/** Open ones first; those that no longer hold are of no use here. */
const shownOf = (findings: BillFinding[]): BillFinding[] => [
  ...findings.filter(({ state }) => state === "open"),
  ...findings.filter(({ state }) => state === "closed"),
];

export function BillFindings({ bill, accepted }: { bill: UtilityBill; accepted: AcceptedFinding[] }) {
  const say = useBillPageWords();
  const words = useBillWords();
  const sentence = useFindingSentence();
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
                <FindingItem key={finding.id} finding={finding} />
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
              {findingName(words, name)}: {sentence({ name, detail })}{" "}
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
