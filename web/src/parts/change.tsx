/** A change against before: its arrow and its percentage. More is not always worse, so the colour is the caller's choice. */
import { Text } from "@mantine/core";
import { percentChange } from "./format.ts";

/** Cost and use that rise are bad news. */
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
