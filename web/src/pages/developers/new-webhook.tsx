/** A new webhook: which events go where. */
import { Button, Group, Modal, Select, Stack, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import type { NewWebhook as Terms } from "@meterbook/client";
import { fieldErrorsOf } from "../../data/meterbook.ts";
import { useCreateWebhook } from "../../data/webhooks.ts";
import { useFocusBack } from "../../parts/focus-back.ts";
import { Refusal } from "../../parts/refusal.tsx";
import { errorBesideFields } from "../../parts/error-beside-fields.ts";
import { useCommon } from "../../words/common.ts";
import { useDevelopersWords } from "./developers.words.ts";

const EVENTS = [
  "all",
  "bill.created",
  "bill.flagged",
  "bill.late",
  "utility_bill.archived",
  "property.created",
  "property.updated",
  "utility_account.updated",
  "utility_meter.created",
  "utility_meter.updated",
  "authorization.updated",
  "authorization.action_required",
] as const satisfies Terms["event_type"][];

const FORMATS = ["both", "envelope", "simple"] as const;

interface NewWebhookProps {
  onClose: () => void;
  onMade: (id: number) => void;
}

export function NewWebhook({ onClose, onMade }: NewWebhookProps) {
  useFocusBack();
  const say = useDevelopersWords();
  const common = useCommon();
  const create = useCreateWebhook();
  const form = useForm<Required<Pick<Terms, "endpoint_url" | "event_type" | "payload_format">>>({
    mode: "uncontrolled",
    initialValues: { endpoint_url: "", event_type: "bill.created", payload_format: "both" },
  });
  const submit = form.onSubmit((terms) =>
    create.mutate(terms, {
      onSuccess: (all) => {
        onClose();
        const made = all.at(-1);
        if (made !== undefined) onMade(made.id);
      },
      onError: (error) => form.setErrors(fieldErrorsOf(error)),
    }),
  );
  return (
    <Modal opened onClose={onClose} title={say("hooks.new")} closeButtonProps={{ "aria-label": common("act.close") }}>
      <form onSubmit={submit}>
        <Stack gap="md">
          <TextInput
            label={say("hooks.address")}
            description={say("hooks.addressHint")}
            type="url"
            placeholder="https://example.com/meterbook"
            required
            withAsterisk={false}
            maxLength={2000}
            data-autofocus
            key={form.key("endpoint_url")}
            {...form.getInputProps("endpoint_url")}
          />
          <Select
            label={say("hooks.event")}
            data={EVENTS.map((value) => ({ value, label: value === "all" ? say("event.all") : value }))}
            allowDeselect={false}
            key={form.key("event_type")}
            {...form.getInputProps("event_type")}
          />
          <Select
            label={say("hooks.format")}
            data={FORMATS.map((value) => ({ value, label: say(`format.${value}`) }))}
            allowDeselect={false}
            key={form.key("payload_format")}
            {...form.getInputProps("payload_format")}
          />
          <Refusal error={errorBesideFields(create.error, ["endpoint_url"])} />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {common("act.cancel")}
            </Button>
            <Button type="submit" loading={create.isPending}>
              {say("hooks.create")}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
