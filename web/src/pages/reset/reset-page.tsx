/** A new password by a link; without a link, the way to ask for one. The token stands after `#`, which browsers do not send. */
import { Button, Stack, Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useLocation, useNavigate } from "@tanstack/react-router";
import { MeterbookError } from "@meterbook/client";
import { language } from "../../app/language.ts";
import { fieldErrorsOf } from "../../data/meterbook.ts";
import { useForgotten, useResetPassword } from "../../data/one-time-links.ts";
import { SignedOutPage } from "../../parts/signed-out-page.tsx";
import { ButtonLink, TextLink } from "../../parts/link.tsx";
import { CodeInput, NewPasswordInput } from "../../parts/sign-in-inputs.tsx";
import { Refusal } from "../../parts/refusal.tsx";
import { errorBesideFields } from "../../parts/error-beside-fields.ts";
import { useResetWords } from "./reset.words.ts";

export function ResetPage() {
  const token = useLocation({ select: ({ hash }) => hash });
  return token === "" ? <Forgotten /> : <NewPassword key={token} token={token} />;
}

function NewPassword({ token }: { token: string }) {
  const say = useResetWords();
  const reset = useResetPassword();
  const navigate = useNavigate();
  const form = useForm({ mode: "uncontrolled", initialValues: { password: "", code: "" } });
  const slug = reset.error instanceof MeterbookError ? reset.error.slug : null;
  if (slug === "dead-link")
    return (
      <SignedOutPage title={say("dead")}>
        <Text>{say("deadText")}</Text>
        <ButtonLink to="/reset" variant="default">
          {say("askAgain")}
        </ButtonLink>
      </SignedOutPage>
    );
  const needsCode = slug === "code-required" || slug === "wrong-code";
  const submit = form.onSubmit(({ password, code }) =>
    reset.mutate(
      { token, password, ...(code.trim() === "" ? {} : { code }) },
      {
        onSuccess: () => void navigate({ to: "/" }),
        onError: (error) => form.setErrors(fieldErrorsOf(error)),
      },
    ),
  );
  return (
    <SignedOutPage title={say("new")}>
      <form onSubmit={submit}>
        <Stack gap="md">
          <NewPasswordInput
            label={say("password")}
            description={say("hint")}
            key={form.key("password")}
            {...form.getInputProps("password")}
          />
          {needsCode ? (
            <CodeInput
              label={say("code")}
              description={say("codeHint")}
              autoFocus
              key={form.key("code")}
              {...form.getInputProps("code")}
            />
          ) : null}
          <Refusal error={slug === "code-required" ? null : errorBesideFields(reset.error, ["password", "code"])} />
          <Button type="submit" loading={reset.isPending}>
            {say("act")}
          </Button>
        </Stack>
      </form>
    </SignedOutPage>
  );
}

function Forgotten() {
  const say = useResetWords();
  const ask = useForgotten();
  const form = useForm({ mode: "uncontrolled", initialValues: { email: "" } });
  const submit = form.onSubmit(({ email }) =>
    ask.mutate({ email, language: language() }, { onError: (error) => form.setErrors(fieldErrorsOf(error)) }),
  );
  return (
    <SignedOutPage title={say("forgot")}>
      {ask.isSuccess ? (
        <Text role="status">{say("asked")}</Text>
      ) : (
        <form onSubmit={submit}>
          <Stack gap="md">
            <Text>{say("forgotText")}</Text>
            <TextInput
              label={say("email")}
              type="email"
              autoComplete="username"
              required
              withAsterisk={false}
              key={form.key("email")}
              {...form.getInputProps("email")}
            />
            <Refusal error={errorBesideFields(ask.error, ["email"])} />
            <Button type="submit" loading={ask.isPending}>
              {say("ask")}
            </Button>
          </Stack>
        </form>
      )}
      <TextLink to="/sign-in">{say("signIn")}</TextLink>
    </SignedOutPage>
  );
}
