/** Another password: every other session ends, this one goes on. */
import { Button, Group, PasswordInput, Stack } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useQuery } from "@tanstack/react-query";
import { fieldErrorsOf } from "../../data/meterbook.ts";
import { authenticatorQuery, useChangePassword } from "../../data/own-account.ts";
import { useMe } from "../../data/session.ts";
import { useNotice } from "../../parts/notice.ts";
import { CodeInput, NewPasswordInput } from "../../parts/sign-in-inputs.tsx";
import { Refusal } from "../../parts/refusal.tsx";
import { Section } from "../../parts/section.tsx";
import { errorBesideFields } from "../../parts/error-beside-fields.ts";
import { useAccountWords } from "./account.words.ts";

const FIELDS = ["current_password", "new_password", "code"];

export function OwnPassword() {
  const say = useAccountWords();
  const notice = useNotice();
  const me = useMe();
  const change = useChangePassword();
  const needsCode = useQuery(authenticatorQuery).data?.active === true;
  const form = useForm({
    mode: "uncontrolled",
    initialValues: { current_password: "", new_password: "", code: "" },
  });
  const submit = form.onSubmit(({ current_password, new_password, code }) =>
    change.mutate(
      { current_password, new_password, ...(needsCode ? { code } : {}) },
      {
        onSuccess: () => {
          form.reset();
          notice(say("password.changed"));
        },
        onError: (error) => form.setErrors(fieldErrorsOf(error)),
      },
    ),
  );
  return (
    <Section title={say("password.title")} sentence={say("password.sentence")}>
      <form onSubmit={submit}>
        <Stack gap="sm" maw={480}>
          {/* Password managers name the login by it. */}
          <input type="email" name="email" autoComplete="username" value={me.email} readOnly hidden />
          <PasswordInput
            label={say("password.current")}
            autoComplete="current-password"
            required
            withAsterisk={false}
            key={form.key("current_password")}
            {...form.getInputProps("current_password")}
          />
          <NewPasswordInput
            label={say("password.new")}
            description={say("password.hint")}
            key={form.key("new_password")}
            {...form.getInputProps("new_password")}
          />
          {needsCode ? (
            <CodeInput
              label={say("code")}
              description={say("code.hint")}
              key={form.key("code")}
              {...form.getInputProps("code")}
            />
          ) : null}
          <Refusal error={errorBesideFields(change.error, FIELDS)} />
          <Group>
            <Button type="submit" loading={change.isPending}>
              {say("password.act")}
            </Button>
          </Group>
        </Stack>
      </form>
    </Section>
  );
}
