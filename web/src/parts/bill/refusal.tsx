/** What the service refused: what does not add up can be accepted by name, anything else is said as it is. */
import { Alert, Checkbox, List, Stack, Text } from "@mantine/core";
import { MeterbookError } from "@meterbook/client";
import { messageOf } from "../../data/meterbook.ts";
import { findingName, useBillWords } from "./bill.words.ts";

interface RefusalProps {
  error: unknown;
  /** For what can be accepted. */
  accept?: { names: string[]; set: (names: string[]) => void };
}

export function Refusal({ error, accept }: RefusalProps) {
  const say = useBillWords();
  if (error === null || error === undefined) return null;
  const findings = error instanceof MeterbookError ? error.findings : [];
  if (findings.length === 0 || accept === undefined)
    return (
      <Alert color="red" variant="outline" role="alert">
        <Text c="var(--bad)">{messageOf(error)}</Text>
      </Alert>
    );
  return (
    <Alert color="red" variant="outline" role="alert" title={say("refused.title")}>
      <Text size="sm">{say("refused.text")}</Text>
      <Checkbox.Group value={accept.names} onChange={accept.set} mt="xs">
        <Stack gap="xs">
          {[...Map.groupBy(findings, ({ name }) => name)].map(([name, own]) => (
            <Checkbox
              key={name}
              value={name}
              label={
                <>
                  {findingName(say, name)}
                  <List size="sm" listStyleType="none">
                    {own.map(({ detail }) => (
                      <List.Item key={detail}>{detail}</List.Item>
                    ))}
                  </List>
                </>
              }
            />
          ))}
        </Stack>
      </Checkbox.Group>
    </Alert>
  );
}
