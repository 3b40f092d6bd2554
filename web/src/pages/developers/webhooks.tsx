/** The webhooks of the company: made, opened one by one, and the secret that signs what they get. */
import { Button, Code, Stack, Table } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import type { Webhook } from "@meterbook/client";
import { sayWord } from "../../app/language.ts";
import { webhooksQuery } from "../../data/webhooks.ts";
import { TextLink } from "../../parts/link.tsx";
import { useMay } from "../../parts/permissions.ts";
import { Empty } from "../../parts/page.tsx";
import { Loaded, Section } from "../../parts/section.tsx";
import { StateMark } from "../../parts/state-mark.tsx";
import { sentenceText } from "../../words/service-sentence.ts";
import { NewWebhook } from "./new-webhook.tsx";
import { useDevelopersWords } from "./developers.words.ts";
import { WebhookSecret } from "./webhook-secret.tsx";
import { WebhookView } from "./webhook-view.tsx";

export function Webhooks() {
  const say = useDevelopersWords();
  const may = useMay("edit");
  const { webhook: opened } = useSearch({ from: "/signed-in/developers" });
  const navigate = useNavigate({ from: "/developers" });
  const webhooks = useQuery(webhooksQuery);
  const [isNew, setNew] = useState(false);
  return (
    <Section
      title={say("hooks.title")}
      sentence={say("hooks.sentence")}
      beside={may ? <Button onClick={() => setNew(true)}>{say("hooks.new")}</Button> : null}
    >
      <Loaded query={webhooks}>
        {(all) => {
          const shown = all.find(({ id }) => id === opened);
          return (
            <Stack gap="md">
              {all.length === 0 ? (
                <Empty icon="link" title={say("hooks.none")} text={say("hooks.noneText")} />
              ) : (
                <WebhookTable webhooks={all} opened={opened} />
              )}
              {shown === undefined ? null : <WebhookView key={shown.id} webhook={shown} />}
            </Stack>
          );
        }}
      </Loaded>
      {may ? <WebhookSecret /> : null}
      {isNew ? (
        <NewWebhook
          onClose={() => setNew(false)}
          onMade={(id) => void navigate({ search: { webhook: id }, resetScroll: false })}
        />
      ) : null}
    </Section>
  );
}

function WebhookTable({ webhooks, opened }: { webhooks: Webhook[]; opened: number | undefined }) {
  const say = useDevelopersWords();
  return (
    <div className="wide" role="region" aria-label={say("hooks.title")} tabIndex={0}>
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{say("hooks.address")}</Table.Th>
            <Table.Th>{say("hooks.event")}</Table.Th>
            <Table.Th>{say("state")}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {webhooks.map(({ id, endpoint_url, event_type, active, disabled_reason }) => (
            <Table.Tr key={id} bg={id === opened ? "var(--soft)" : undefined}>
              <Table.Th scope="row" miw={180} style={{ overflowWrap: "anywhere" }}>
                <TextLink
                  to="/developers"
                  search={id === opened ? {} : { webhook: id }}
                  resetScroll={false}
                  aria-expanded={id === opened}
                >
                  {endpoint_url}
                </TextLink>
              </Table.Th>
              <Table.Td>{event_type === "all" ? sayWord(say, "event", "all") : <Code>{event_type}</Code>}</Table.Td>
              <Table.Td>
                <StateMark tone={active ? "good" : disabled_reason === null ? "quiet" : "bad"}>
                  {active ? say("hook.on") : disabled_reason === null ? say("hook.off") : sentenceText(disabled_reason)}
                </StateMark>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}
