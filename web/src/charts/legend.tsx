/** What the colours and marks of a chart mean, as a list that wraps. */
import { Group, Text } from "@mantine/core";
import "./legend.css";

export interface LegendKey {
  name: string;
  color: string;
  /** A figure of the month is estimated, or the month is not fully billed. */
  mark?: "estimated" | "incomplete";
  /** A line instead of an area. */
  isLine?: boolean;
}

export function Legend({ keys }: { keys: LegendKey[] }) {
  return (
    <Group component="ul" gap="md" m={0} p={0} justify="center" style={{ listStyle: "none" }}>
      {keys.map(({ name, color, mark, isLine = false }) => (
        <Group key={name} component="li" gap={6} wrap="nowrap">
          <span className="swatch" data-mark={mark} data-line={isLine || undefined} style={{ color }} />
          <Text size="sm">{name}</Text>
        </Group>
      ))}
    </Group>
  );
}
