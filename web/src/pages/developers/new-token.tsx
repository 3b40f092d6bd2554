/** A new API token: for what, with which rights, until when; then the token itself, once. */
import { Alert, Button, Group, Modal, Radio, Select, Stack, Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { fieldErrorsOf } from "../../data/meterbook.ts";
import { useCreateApiToken } from "../../data/api-tokens.ts";
import { CopyField } from "../../parts/copy-field.tsx";
import { useFocusBack } from "../../parts/focus-back.ts";
import { useMay } from "../../parts/permissions.ts";
import { Refusal } from "../../parts/refusal.tsx";
import { errorBesideFields } from "../../parts/error-beside-fields.ts";
import { useCommon } from "../../words/common.ts";
import { useDevelopersWords } from "./developers.words.ts";

/** Each includes those before it. */
const SCOPES = ["read", "write", "admin"] as const;
type Scope = (typeof SCOPES)[number];
/** Days; never is empty. */
const LIVES = ["30", "90", "365", ""] as const;
const DAY_MS = 24 * 3600 * 1000;

export function NewToken({ onClose }: { onClose: () => void }) {
  useFocusBack();
  const say = useDevelopersWords();
  const common = useCommon();
  const create = useCreateApiToken();
  const made = create.data;
  return (
    <Modal
      opened
      onClose={onClose}
      title={say(made === undefined ? "tokens.new" : "tokens.made")}
      // The token is not shown again: closing is an act of its own.
      closeOnClickOutside={made === undefined}
      closeOnEscape={made === undefined}
      closeButtonProps={{ "aria-label": common("act.close") }}
    >
      {made === undefined ? (
        <TokenForm create={create} onClose={onClose} />
      ) : (
        <Stack gap="md">
          <Alert color="orange" variant="outline" p="sm">
            <Text>{say("tokens.once")}</Text>
          </Alert>
          <CopyField label={say("tokens.token")} value={made.token} />
          <Group justify="flex-end">
            <Button onClick={onClose}>{say("tokens.kept")}</Button>
          </Group>
        </Stack>
      )}
    </Modal>
  );
}

interface FormProps {
  create: ReturnType<typeof useCreateApiToken>;
  onClose: () => void;
}

function TokenForm({ create, onClose }: FormProps) {
  const say = useDevelopersWords();
  const common = useCommon();
  const mayEdit = useMay("edit");
  const form = useForm({
    mode: "uncontrolled",
    // What most programs need, and a token that is forgotten ends.
    initialValues: { name: "", scope: "read" as Scope, days: "365" },
  });
  const submit = form.onSubmit(({ name, scope, days }) =>
    create.mutate(
      {
        name,
        scopes: [scope],
        ...(days === "" ? {} : { expires_at: new Date(Date.now() + Number(days) * DAY_MS).toISOString() }),
      },
      { onError: (error) => form.setErrors(fieldErrorsOf(error)) },
    ),
  );
  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        <TextInput
          label={say("tokens.name")}
          description={say("tokens.nameHint")}
          required
          withAsterisk={false}
          maxLength={200}
          data-autofocus
          key={form.key("name")}
          {...form.getInputProps("name")}
        />
        <Radio.Group label={say("tokens.scopes")} key={form.key("scope")} {...form.getInputProps("scope")}>
          <Stack gap="xs" mt={4}>
            {SCOPES.filter((scope) => mayEdit || scope === "read").map((scope) => (
              <Radio key={scope} value={scope} label={say(`scope.${scope}`)} description={say(`scopeHint.${scope}`)} />
            ))}
          </Stack>
        </Radio.Group>
        <Select
          label={say("tokens.expires")}
          data={LIVES.map((value) => ({
            value,
            label: value === "" ? say("tokens.noEnd") : say("tokens.days", { count: Number(value) }),
          }))}
          allowDeselect={false}
          key={form.key("days")}
          {...form.getInputProps("days")}
        />
        <Refusal error={errorBesideFields(create.error, ["name"])} />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {common("act.cancel")}
          </Button>
          <Button type="submit" loading={create.isPending}>
            {say("tokens.create")}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
