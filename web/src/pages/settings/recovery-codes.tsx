/** Recovery codes, shown once: copied or saved as a file, then confirmed as kept. */
import { Button, Checkbox, Code, CopyButton, Group, SimpleGrid, Stack, Text } from "@mantine/core";
import { useState } from "react";
import { Icon } from "../../parts/icons.tsx";
import { useCommon } from "../../words/common.ts";
import { useAccountWords } from "./account.words.ts";

export function RecoveryCodes({ codes, onKept }: { codes: string[]; onKept: () => void }) {
  const say = useAccountWords();
  const common = useCommon();
  const [isKept, setKept] = useState(false);
  const text = `${codes.join("\n")}\n`;
  return (
    <Stack gap="md">
      <Text>{say("codes.text")}</Text>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="xs" component="ul" p={0} m={0} style={{ listStyle: "none" }}>
        {codes.map((code) => (
          <Code key={code} component="li" fz="sm" ta="center">
            {code}
          </Code>
        ))}
      </SimpleGrid>
      <Group gap="sm">
        <CopyButton value={text}>
          {({ copied, copy }) => (
            <Button variant="default" leftSection={<Icon name={copied ? "check" : "copy"} size={16} />} onClick={copy}>
              <span aria-live="polite">{common(copied ? "act.copied" : "act.copy")}</span>
            </Button>
          )}
        </CopyButton>
        <Button
          component="a"
          variant="default"
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
          download="meterbook-recovery-codes.txt"
          leftSection={<Icon name="down" size={16} />}
        >
          {say("codes.save")}
        </Button>
      </Group>
      <Checkbox label={say("codes.kept")} checked={isKept} onChange={(event) => setKept(event.currentTarget.checked)} />
      <Group justify="flex-end">
        <Button disabled={!isKept} onClick={onKept}>
          {say("codes.done")}
        </Button>
      </Group>
    </Stack>
  );
}
