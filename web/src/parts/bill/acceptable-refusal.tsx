/** What the service refused of a bill: what does not add up can be accepted by name, anything else is said as it is. */
import { Alert, Checkbox, List, Stack, Text } from "@mantine/core";
import { MeterbookError } from "@meterbook/client";
import { Refusal } from "../refusal.tsx";
import { useFindingSentence } from "./finding-sentence.ts";
import { findingName, useBillWords } from "./bill.words.ts";

interface AcceptableRefusalProps {
  error: unknown;
  accept: { names: string[]; set: (names: string[]) => void };
}

export function AcceptableRefusal({ error, accept }: AcceptableRefusalProps) {
  const say = useBillWords();
  const sentence = useFindingSentence();
  const findings = error instanceof MeterbookError ? error.findings : [];
  if (findings.length === 0) return <Refusal error={error} />;
  return (
    <Alert color="red" variant="outline" role="alert">
      <Text fw={600} c="var(--bad)">
        {say("refused.title")}
      </Text>
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
                    {own.map((finding) => (
                      <List.Item key={finding.detail}>{sentence(finding)}</List.Item>
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
