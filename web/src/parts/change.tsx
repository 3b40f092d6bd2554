/** The change of a cost or a use against before: its arrow and its percentage, more in red and less in green. */
import { Text } from "@mantine/core";
import { percentChange } from "./format.ts";

const toneOf = (change: number): string => (change > 0.05 ? "var(--bad)" : change < -0.05 ? "var(--good)" : "dimmed");

export function Change({ percent }: { percent: number | null }) {
  if (percent === null) return null;
  const arrow = percent > 0.05 ? "▲" : percent < -0.05 ? "▼" : "■";
  return (
    <Text component="span" size="sm" c={toneOf(percent)} style={{ whiteSpace: "nowrap" }}>
      <span aria-hidden>{arrow} </span>
      {percentChange(percent)}
    </Text>
  );
}
