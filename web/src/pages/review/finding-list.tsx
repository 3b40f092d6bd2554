/** The findings of a file: what keeps it in review first, each with its place. */
import { Group, Stack, Text } from "@mantine/core";
import type { Finding } from "@meterbook/client";
import { findingName, useBillWords } from "../../parts/bill/bill.words.ts";
import { useFindingSentence } from "../../parts/bill/finding-sentence.ts";
import { findingKey } from "../../parts/bill/shown-bill.ts";
import { useValueRow, ValueName } from "../../parts/bill/value-row.tsx";
import { Icon } from "../../parts/icons.tsx";
import { useReviewWords } from "./review.words.ts";

export function FindingList({ findings, onShow }: { findings: Finding[]; onShow: () => void }) {
  const say = useReviewWords();
  const numbered = findings.map((finding, at) => ({ finding, at }));
  const ordered = [
    ...numbered.filter(({ finding }) => finding.severity === "error"),
    ...numbered.filter(({ finding }) => finding.severity !== "error"),
  ];
  if (ordered.length === 0) return <Text c="dimmed">{say("noFinding")}</Text>;
  return (
    <Stack gap="sm">
      {ordered.map(({ finding, at }) => (
        <FindingRow key={at} finding={finding} at={at} onShow={onShow} />
      ))}
    </Stack>
  );
}

function FindingRow({ finding, at, onShow }: { finding: Finding; at: number; onShow: () => void }) {
  const say = useReviewWords();
  const words = useBillWords();
  const sentence = useFindingSentence();
  const { name, severity, place } = finding;
  const known = { key: findingKey(at), place: place !== undefined && "page" in place ? place : null };
  const isError = severity === "error";
  return (
    <div {...useValueRow<HTMLDivElement>(known)}>
      <Group gap="xs" wrap="nowrap" align="flex-start">
        <Text component="span" c={isError ? "var(--bad)" : "var(--warn)"} display="flex" mt={3}>
          <Icon name={isError ? "alert" : "info"} size={16} />
        </Text>
        <div style={{ minWidth: 0 }}>
          <Text size="sm" fw={600}>
            {say(isError ? "severity.error" : "severity.warning")}:{" "}
            <ValueName known={known} onShow={onShow}>
              {findingName(words, name)}
            </ValueName>
          </Text>
          <Text size="sm" style={{ overflowWrap: "anywhere" }}>
            {sentence(finding)}
          </Text>
        </div>
      </Group>
    </div>
  );
}
