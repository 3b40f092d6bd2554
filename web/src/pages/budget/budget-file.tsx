/** The table of all budgets: downloaded, filled in, and sent back; with a mistake nothing is saved, and each is named. */
import { Button, FileButton, Group, List, Stack, Text } from "@mantine/core";
import { useState } from "react";
import { MeterbookError } from "@meterbook/client";
import { budgetTableAddress, useSendBudgetTable } from "../../data/budgets.ts";
import { Icon } from "../../parts/icons.tsx";
import { useMay } from "../../parts/permissions.ts";
import { Refusal } from "../../parts/refusal.tsx";
import { Section } from "../../parts/section.tsx";
import { sentenceText } from "../../words/service-sentence.ts";
import { useBudgetWords } from "./budget.words.ts";

export function BudgetFile({ from, to }: { from: string; to: string }) {
  const say = useBudgetWords();
  const mayEdit = useMay("edit");
  const send = useSendBudgetTable();
  // The same file, mended, is chosen again.
  const [chosen, setChosen] = useState(0);
  const take = (file: File | null) => {
    setChosen(chosen + 1);
    if (file !== null) send.mutate(file);
  };
  return (
    <Section
      title={say("file.title")}
      sentence={say("file.text")}
      beside={
        <Group gap="sm">
          <Button
            component="a"
            href={budgetTableAddress(from, to)}
            download
            variant="default"
            leftSection={<Icon name="down" size={16} />}
          >
            {say("file.download")}
          </Button>
          {mayEdit ? (
            <FileButton key={chosen} onChange={take} accept=".csv,text/csv">
              {(props) => (
                <Button {...props} loading={send.isPending} leftSection={<Icon name="upload" size={16} />}>
                  {say("file.send")}
                </Button>
              )}
            </FileButton>
          ) : null}
        </Group>
      }
    >
      {send.data === undefined ? null : (
        <Text role="status">
          {send.data.properties === 0 ? say("file.same") : say("file.done", { count: send.data.properties })}
        </Text>
      )}
      {send.isError ? <Mistakes error={send.error} /> : null}
    </Section>
  );
}

function Mistakes({ error }: { error: unknown }) {
  const say = useBudgetWords();
  const found = error instanceof MeterbookError ? error.errors : [];
  if (found.length === 0) return <Refusal error={error} />;
  return (
    <Stack gap="xs" role="alert">
      <Text fw={600} c="var(--bad)">
        {say("file.wrong", { count: found.length })}
      </Text>
      <List size="sm" style={{ maxHeight: 320, overflowY: "auto" }} tabIndex={0}>
        {found.map(({ pointer, detail }) => (
          <List.Item key={`${pointer} ${detail}`}>{sentenceText(detail)}</List.Item>
        ))}
      </List>
    </Stack>
  );
}
