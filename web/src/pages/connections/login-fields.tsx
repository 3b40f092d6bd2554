/** The fields of a login, for a new one and for a correction, and what helps with a second step of the sign-in. */
import { Button, Collapse, PasswordInput, Stack, Textarea, TextInput } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { useDisclosure } from "@mantine/hooks";
import type { Login } from "../../data/authorizations.ts";
import { CodeMailboxSelect } from "./code-mailbox.tsx";
import { useConnectionWords } from "./connections.words.ts";

export const NO_LOGIN: Login = {
  online_access_url: "",
  online_access_username: "",
  online_access_password: "",
  twoFactorInstructions: "",
  other_details: "",
  code_mailbox_id: "",
};

/** Those in sight: what is refused of the others is not seen beside them while they are folded away. */
export const fieldsInSight = (hasAddress: boolean): (keyof Login)[] => [
  ...(hasAddress ? (["online_access_url"] as const) : []),
  "online_access_username",
  "online_access_password",
];

interface LoginFieldsProps {
  form: UseFormReturnType<Login>;
  /** The address is typed, not chosen. */
  hasAddress: boolean;
}

export function LoginFields({ form, hasAddress }: LoginFieldsProps) {
  const say = useConnectionWords();
  const [isOpen, { toggle }] = useDisclosure(false);
  return (
    <Stack gap="sm">
      {hasAddress ? (
        <TextInput
          label={say("login.address")}
          description={say("login.addressHint")}
          required
          inputMode="url"
          autoComplete="off"
          key={form.key("online_access_url")}
          {...form.getInputProps("online_access_url")}
        />
      ) : null}
      <TextInput
        label={say("login.user")}
        required
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        key={form.key("online_access_username")}
        {...form.getInputProps("online_access_username")}
      />
      <PasswordInput
        label={say("login.password")}
        description={say("login.passwordHint")}
        required
        autoComplete="off"
        visibilityToggleButtonProps={{ "aria-label": say("login.show"), tabIndex: 0 }}
        key={form.key("online_access_password")}
        {...form.getInputProps("online_access_password")}
      />
      <Button
        variant="subtle"
        size="compact-sm"
        onClick={toggle}
        aria-expanded={isOpen}
        style={{ alignSelf: "flex-start" }}
      >
        {say("login.more")}
      </Button>
      <Collapse expanded={isOpen}>
        <Stack gap="sm">
          <Textarea
            label={say("login.second")}
            description={say("login.secondHint")}
            autosize
            minRows={2}
            key={form.key("twoFactorInstructions")}
            {...form.getInputProps("twoFactorInstructions")}
          />
          <CodeMailboxSelect key={form.key("code_mailbox_id")} {...form.getInputProps("code_mailbox_id")} />
          <Textarea
            label={say("login.other")}
            autosize
            minRows={2}
            key={form.key("other_details")}
            {...form.getInputProps("other_details")}
          />
        </Stack>
      </Collapse>
    </Stack>
  );
}
