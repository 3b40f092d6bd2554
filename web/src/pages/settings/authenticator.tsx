/** The authenticator app: set up with a QR code, confirmed by its first code, with recovery codes to keep; and removed. */
import { Alert, Button, Group, List, Modal, PasswordInput, Stack, Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { fieldErrorsOf } from "../../data/meterbook.ts";
import {
  authenticatorQuery,
  useConfirmAuthenticator,
  useRemoveAuthenticator,
  useSetUpAuthenticator,
} from "../../data/own-account.ts";
import { CopyField } from "../../parts/copy-field.tsx";
import { useFocusBack } from "../../parts/focus-back.ts";
import { day } from "../../parts/format.ts";
import { Loading } from "../../parts/page.tsx";
import { Refusal } from "../../parts/refusal.tsx";
import { Loaded, Section } from "../../parts/section.tsx";
import { StateMark } from "../../parts/state-mark.tsx";
import { errorBesideFields } from "../../parts/error-beside-fields.ts";
import { useCommon } from "../../words/common.ts";
import { useAccountWords } from "./account.words.ts";
import { RecoveryCodes } from "./recovery-codes.tsx";

const QrCode = lazy(() => import("./qr-code.tsx").then(({ QrCode: drawn }) => ({ default: drawn })));

export function AuthenticatorSection() {
  const say = useAccountWords();
  const state = useQuery(authenticatorQuery);
  const [open, setOpen] = useState<"set-up" | "remove" | null>(null);
  return (
    <Section title={say("app.title")} sentence={say("app.sentence")}>
      <Loaded query={state} height={80}>
        {({ active, confirmed_at, recovery_codes_left, required }) => (
          <Stack gap="sm" align="flex-start">
            {active ? (
              <StateMark tone="good">
                {say("app.active", { day: day(confirmed_at), count: recovery_codes_left })}
              </StateMark>
            ) : (
              <StateMark tone={required ? "warn" : "quiet"}>{say(required ? "app.required" : "app.none")}</StateMark>
            )}
            {active ? (
              <Button variant="default" onClick={() => setOpen("remove")}>
                {say("app.remove")}
              </Button>
            ) : (
              <Button onClick={() => setOpen("set-up")}>{say("app.setUp")}</Button>
            )}
          </Stack>
        )}
      </Loaded>
      {open === "set-up" ? <SetUp onClose={() => setOpen(null)} /> : null}
      {open === "remove" ? <Remove onClose={() => setOpen(null)} /> : null}
    </Section>
  );
}

/** Three steps: the password, the first code, the recovery codes. */
function SetUp({ onClose }: { onClose: () => void }) {
  useFocusBack();
  const say = useAccountWords();
  const common = useCommon();
  const setUp = useSetUpAuthenticator();
  const confirm = useConfirmAuthenticator();
  const codes = confirm.data?.recovery_codes;
  return (
    <Modal
      opened
      onClose={onClose}
      title={say(codes === undefined ? "app.setUp" : "codes.title")}
      // The codes are not shown again: closing is an act of its own.
      closeOnClickOutside={false}
      closeOnEscape={codes === undefined}
      withCloseButton={codes === undefined}
      closeButtonProps={{ "aria-label": common("act.close") }}
    >
      {codes !== undefined ? (
        <RecoveryCodes codes={codes} onKept={onClose} />
      ) : setUp.data === undefined ? (
        <PasswordStep setUp={setUp} />
      ) : (
        <CodeStep secret={setUp.data.secret} uri={setUp.data.otpauth_uri} confirm={confirm} />
      )}
    </Modal>
  );
}

function PasswordStep({ setUp }: { setUp: ReturnType<typeof useSetUpAuthenticator> }) {
  const say = useAccountWords();
  const form = useForm({ mode: "uncontrolled", initialValues: { current_password: "" } });
  const submit = form.onSubmit(({ current_password }) =>
    setUp.mutate(current_password, { onError: (error) => form.setErrors(fieldErrorsOf(error)) }),
  );
  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        <PasswordInput
          label={say("password.current")}
          description={say("app.whyPassword")}
          autoComplete="current-password"
          required
          withAsterisk={false}
          data-autofocus
          key={form.key("current_password")}
          {...form.getInputProps("current_password")}
        />
        <Refusal error={errorBesideFields(setUp.error, ["current_password"])} />
        <Group justify="flex-end">
          <Button type="submit" loading={setUp.isPending}>
            {say("app.next")}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

interface CodeProps {
  secret: string;
  uri: string;
  confirm: ReturnType<typeof useConfirmAuthenticator>;
}

function CodeStep({ secret, uri, confirm }: CodeProps) {
  const say = useAccountWords();
  const form = useForm({ mode: "uncontrolled", initialValues: { code: "" } });
  const submit = form.onSubmit(({ code }) =>
    confirm.mutate(code, { onError: (error) => form.setErrors(fieldErrorsOf(error)) }),
  );
  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        <List type="ordered" size="sm">
          <List.Item>{say("app.step1")}</List.Item>
          <List.Item>{say("app.step2")}</List.Item>
        </List>
        <Suspense fallback={<Loading height={220} />}>
          <QrCode text={uri} label={say("app.qr")} />
        </Suspense>
        <CopyField label={say("app.secret")} value={secret} />
        <TextInput
          label={say("app.firstCode")}
          inputMode="numeric"
          autoComplete="one-time-code"
          required
          withAsterisk={false}
          key={form.key("code")}
          {...form.getInputProps("code")}
        />
        <Refusal error={errorBesideFields(confirm.error, ["code"])} />
        <Group justify="flex-end">
          <Button type="submit" loading={confirm.isPending}>
            {say("app.confirm")}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function Remove({ onClose }: { onClose: () => void }) {
  useFocusBack();
  const say = useAccountWords();
  const common = useCommon();
  const remove = useRemoveAuthenticator();
  const form = useForm({ mode: "uncontrolled", initialValues: { code: "" } });
  const submit = form.onSubmit(({ code }) =>
    remove.mutate(code, { onSuccess: onClose, onError: (error) => form.setErrors(fieldErrorsOf(error)) }),
  );
  return (
    <Modal opened onClose={onClose} title={say("app.remove")} closeButtonProps={{ "aria-label": common("act.close") }}>
      <form onSubmit={submit}>
        <Stack gap="md">
          <Alert color="orange" variant="outline" p="sm">
            <Text>{say("app.removeText")}</Text>
          </Alert>
          <TextInput
            label={say("code")}
            description={say("code.hint")}
            autoComplete="one-time-code"
            required
            withAsterisk={false}
            data-autofocus
            key={form.key("code")}
            {...form.getInputProps("code")}
          />
          <Refusal error={errorBesideFields(remove.error, ["code"])} />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {common("act.cancel")}
            </Button>
            <Button type="submit" loading={remove.isPending}>
              {say("app.remove")}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
