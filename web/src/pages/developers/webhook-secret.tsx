/** The secret that signs everything that webhooks get: shown when asked for, and replaced. */
import { Button, Group, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useResetWebhookSecret, webhookSecretQuery } from "../../data/webhooks.ts";
import { Confirm } from "../../parts/confirm.tsx";
import { CopyField } from "../../parts/copy-field.tsx";
import { moment } from "../../parts/format.ts";
import { Loaded } from "../../parts/section.tsx";
import { useDevelopersWords } from "./developers.words.ts";

export function WebhookSecret() {
  const say = useDevelopersWords();
  const [isShown, setShown] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const reset = useResetWebhookSecret();
  return (
    <Stack gap="xs">
      <Text fw={600}>{say("secret.title")}</Text>
      <Text size="sm" c="dimmed">
        {say("secret.sentence")}
      </Text>
      {isShown ? <Shown /> : null}
      <Group gap="sm">
        <Button variant="default" onClick={() => setShown(!isShown)} aria-expanded={isShown}>
          {say(isShown ? "secret.hide" : "secret.show")}
        </Button>
        <Button variant="default" onClick={() => setAsking(true)}>
          {say("secret.reset")}
        </Button>
      </Group>
      <Confirm
        isOpen={isAsking}
        title={say("secret.reset")}
        act={say("secret.reset")}
        isPending={reset.isPending}
        error={reset.error}
        onAct={() =>
          reset.mutate(undefined, {
            onSuccess: () => {
              setAsking(false);
              setShown(true);
            },
          })
        }
        onClose={() => setAsking(false)}
      >
        <Text>{say("secret.resetText")}</Text>
      </Confirm>
    </Stack>
  );
}

function Shown() {
  const say = useDevelopersWords();
  const secret = useQuery(webhookSecretQuery);
  return (
    <Loaded query={secret} height={60}>
      {({ secret: text, previous_secret_expires_at }) => (
        <Stack gap={4}>
          <CopyField label={say("secret.label")} value={text} />
          {previous_secret_expires_at === null ? null : (
            <Text size="sm">{say("secret.previous", { until: moment(previous_secret_expires_at) })}</Text>
          )}
        </Stack>
      )}
    </Loaded>
  );
}
