/** What the service says against something that was sent. What was typed stays. */
import { Alert, Text } from "@mantine/core";
import { useLanguage } from "../app/language.ts";
import { sentencesOfError } from "../data/meterbook.ts";

export function Refusal({ error }: { error: unknown }) {
  if (error === null || error === undefined) return null;
  return (
    <Alert color="red" variant="outline" role="alert" p="sm">
      <WhatWasSaid error={error} color="var(--bad)" />
    </Alert>
  );
}

/** A sentence that is known only in English stands below a line in the language of the reader. */
export function WhatWasSaid({ error, color }: { error: unknown; color?: string }) {
  useLanguage();
  return sentencesOfError(error).map(({ text, original }) => (
    <div key={original ?? text}>
      <Text c={color} style={{ overflowWrap: "anywhere" }}>
        {text}
      </Text>
      {original === null ? null : (
        <Text size="sm" c="dimmed" lang="en" style={{ overflowWrap: "anywhere" }}>
          {original}
        </Text>
      )}
    </div>
  ));
}
