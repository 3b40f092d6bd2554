/** One webhook: switched on and off, tried with a test event, deleted; and what became of its events. */
import { Alert, Button, Code, Group, Stack, Switch, Text, Title } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import type { Webhook, WebhookTest } from "@meterbook/client";
import { useDeleteWebhook, useEditWebhook, useTestWebhook } from "../../data/webhooks.ts";
import { Confirm } from "../../parts/confirm.tsx";
import { number } from "../../parts/format.ts";
import { useMay } from "../../parts/permissions.ts";
import { Refusal } from "../../parts/refusal.tsx";
import { useCommon } from "../../words/common.ts";
import { Deliveries } from "./deliveries.tsx";
import { useDevelopersWords } from "./developers.words.ts";
import { useOutcome } from "./outcome.words.ts";

export function WebhookView({ webhook: { id, endpoint_url, active } }: { webhook: Webhook }) {
  const say = useDevelopersWords();
  const common = useCommon();
  const may = useMay("edit");
  const edit = useEditWebhook();
  const test = useTestWebhook();
  const remove = useDeleteWebhook();
  const navigate = useNavigate({ from: "/developers" });
  const [isAsking, setAsking] = useState(false);
  return (
    <Stack gap="sm" p="md" style={{ border: "1px solid var(--edge)", borderRadius: "var(--mantine-radius-md)" }}>
      <Title order={3} fz="md" style={{ overflowWrap: "anywhere" }}>
        {endpoint_url}
      </Title>
      {may ? (
        <Group gap="md">
          <Switch
            label={say("hook.active")}
            checked={active}
            disabled={edit.isPending}
            onChange={(event) => edit.mutate({ id, active: event.currentTarget.checked })}
          />
          <Button variant="default" loading={test.isPending} onClick={() => test.mutate(id)}>
            {say("hook.test")}
          </Button>
          <Button variant="default" onClick={() => setAsking(true)}>
            {common("act.remove")}
          </Button>
        </Group>
      ) : null}
      <Refusal error={edit.error ?? test.error} />
      {test.data === undefined ? null : <TestResult result={test.data} />}
      <Deliveries webhookId={id} isOn={active} />
      <Confirm
        isOpen={isAsking}
        title={say("hook.remove")}
        act={say("hook.remove")}
        isPending={remove.isPending}
        error={remove.error}
        onAct={() => remove.mutate(id, { onSuccess: () => void navigate({ search: {}, resetScroll: false }) })}
        onClose={() => setAsking(false)}
      >
        <Text style={{ overflowWrap: "anywhere" }}>{say("hook.removeText", { address: endpoint_url })}</Text>
      </Confirm>
    </Stack>
  );
}

function TestResult({ result }: { result: WebhookTest }) {
  const say = useDevelopersWords();
  const { success, duration_ms, response_excerpt, request } = result;
  const outcome = useOutcome()(result);
  return (
    <Alert color={success ? "green" : "red"} variant="outline" role="status">
      <Text c={success ? "var(--good)" : "var(--bad)"} fw={600}>
        {say(success ? "test.good" : "test.bad", { outcome, ms: number(duration_ms) })}
      </Text>
      <Text size="sm" mt="xs">
        {say("attempt.sent")}
      </Text>
      <Code block className="wide" tabIndex={0} role="region" aria-label={say("attempt.sent")}>
        {request.body}
      </Code>
      {response_excerpt === null || response_excerpt === "" ? null : (
        <>
          <Text size="sm" mt="xs">
            {say("attempt.answer")}
          </Text>
          <Code block className="wide" tabIndex={0} role="region" aria-label={say("attempt.answer")}>
            {response_excerpt}
          </Code>
        </>
      )}
    </Alert>
  );
}
