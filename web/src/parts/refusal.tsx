/** What the service says against something that was sent. What was typed stays. */
import { Alert, Text } from "@mantine/core";
import { messageOf } from "../data/meterbook.ts";

export function Refusal({ error }: { error: unknown }) {
  if (error === null || error === undefined) return null;
  return (
    <Alert color="red" variant="outline" role="alert" p="sm">
      <Text c="var(--bad)">{messageOf(error)}</Text>
    </Alert>
  );
}
