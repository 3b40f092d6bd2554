/** A state in words with a sign, so that its colour says nothing that the words and the sign do not. */
import { Group, Loader, Text } from "@mantine/core";
import { Icon, type IconName } from "./icons.tsx";

export type Tone = "good" | "warn" | "bad" | "quiet" | "busy";

const SIGNS: Record<Exclude<Tone, "busy">, { icon: IconName; color: string }> = {
  good: { icon: "check", color: "var(--good)" },
  warn: { icon: "info", color: "var(--warn)" },
  bad: { icon: "alert", color: "var(--bad)" },
  quiet: { icon: "info", color: "dimmed" },
};

export function StateMark({ tone, children }: { tone: Tone; children: string }) {
  return (
    <Group gap={6} wrap="nowrap" align="flex-start">
      <Text component="span" display="flex" pt={2} c={tone === "busy" ? "dimmed" : SIGNS[tone].color}>
        {tone === "busy" ? <Loader size={16} aria-hidden /> : <Icon name={SIGNS[tone].icon} size={16} />}
      </Text>
      <Text size="sm" component="span" c={tone === "busy" || tone === "quiet" ? "dimmed" : SIGNS[tone].color}>
        {children}
      </Text>
    </Group>
  );
}
