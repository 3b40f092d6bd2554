/** Signing in with e-mail, password and, where the user has an authenticator app, its code. */
import { Alert, Button, Center, PasswordInput, Stack, Text, TextInput, Title } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useDocumentTitle } from "@mantine/hooks";
import { useRouter, useSearch } from "@tanstack/react-router";
import { MeterbookError } from "@meterbook/client";
import { messageOf } from "../../data/meterbook.ts";
import { useSignIn } from "../../data/session.ts";
import { useSignInWords } from "./sign-in.words.ts";

export function SignInPage() {
  const say = useSignInWords();
  const { to = "/" } = useSearch({ from: "/sign-in" });
  const router = useRouter();
  const signIn = useSignIn();
  const form = useForm({ mode: "uncontrolled", initialValues: { email: "", password: "", code: "" } });
  useDocumentTitle(`${say("title")} · Meterbook`);
  const slug = signIn.error instanceof MeterbookError ? signIn.error.slug : null;
  const needsCode = slug === "code-required" || slug === "wrong-code";
  const submit = form.onSubmit(({ email, password, code }) =>
    signIn.mutate(
      { email, password, code: code.trim() === "" ? undefined : code },
      { onSuccess: () => router.history.push(`${router.basepath}${to === "/" ? "" : to}`) },
    ),
  );
  return (
    <Center mih="100dvh" p="md" component="main">
      <form onSubmit={submit} style={{ width: "100%", maxWidth: 400 }}>
        <Stack className="paper" p="xl" gap="md">
          <Title order={1} fz="h2">
            {say("title")}
          </Title>
          {signIn.isError && slug !== "code-required" ? (
            <Alert color="red" variant="outline" role="alert">
              <Text c="var(--bad)">{messageOf(signIn.error)}</Text>
            </Alert>
          ) : null}
          <TextInput
            label={say("email")}
            type="email"
            autoComplete="username"
            required
            withAsterisk={false}
            key={form.key("email")}
            {...form.getInputProps("email")}
          />
          <PasswordInput
            label={say("password")}
            autoComplete="current-password"
            required
            withAsterisk={false}
            key={form.key("password")}
            {...form.getInputProps("password")}
          />
          {needsCode ? (
            <TextInput
              label={say("code")}
              description={say("code.hint")}
              autoComplete="one-time-code"
              inputMode="numeric"
              required
              autoFocus
              withAsterisk={false}
              key={form.key("code")}
              {...form.getInputProps("code")}
            />
          ) : null}
          <Button type="submit" loading={signIn.isPending}>
            {say("act")}
          </Button>
          <Text size="sm" c="dimmed">
            {say("forgot")}
          </Text>
        </Stack>
      </form>
    </Center>
  );
}
