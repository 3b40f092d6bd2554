/** The address of the API, a first call to copy, and where everything is described. */
import { Anchor, Code, CopyButton, Button, Group, List, Stack } from "@mantine/core";
import { Icon } from "../../parts/icons.tsx";
import { Section } from "../../parts/section.tsx";
import { useCommon } from "../../words/common.ts";
import { useDevelopersWords } from "./developers.words.ts";

const GUIDES = [
  ["reference", "/docs"],
  ["guides", "/docs/guides"],
  ["quickStart", "/docs/quick-start"],
  ["webhooks", "/docs/receive-webhooks"],
  ["inStep", "/docs/keep-in-step"],
  ["openapi", "/openapi.json"],
] as const;

export function Start() {
  const say = useDevelopersWords();
  const common = useCommon();
  const call = `curl -s "${location.origin}/v1/properties?limit=5" -H "Authorization: Bearer $METERBOOK_TOKEN"`;
  return (
    <Section title={say("start.title")} sentence={say("start.sentence")}>
      <Stack gap="sm">
        <Code block className="wide" tabIndex={0} role="region" aria-label={say("start.call")}>
          {call}
        </Code>
        <Group>
          <CopyButton value={call}>
            {({ copied, copy }) => (
              <Button
                variant="default"
                leftSection={<Icon name={copied ? "check" : "copy"} size={16} />}
                onClick={copy}
              >
                <span aria-live="polite">{common(copied ? "act.copied" : "act.copy")}</span>
              </Button>
            )}
          </CopyButton>
        </Group>
        <List listStyleType="none" spacing={4} p={0}>
          {GUIDES.map(([word, address]) => (
            <List.Item key={word}>
              <Anchor href={address}>{say(`guide.${word}`)}</Anchor>
            </List.Item>
          ))}
        </List>
      </Stack>
    </Section>
  );
}
