/** Signing in with e-mail and password or by a link and, where the user has an authenticator app, its code. */
import { Alert, Button, PasswordInput, Stack, Text, TextInput, type TextInputProps } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useRouter, useSearch } from "@tanstack/react-router";
import { useEffect, useState, type ReactNode } from "react";
import { MeterbookError } from "@meterbook/client";
import { messageOf } from "../../data/meterbook.ts";
import { useSignIn, useSignInByLink } from "../../data/session.ts";
import { TextLink } from "../../parts/link.tsx";
import { SignedOutPage } from "../../parts/signed-out-page.tsx";
import { CodeInput } from "../../parts/sign-in-inputs.tsx";
import { useSignInWords } from "./sign-in.words.ts";

/** The token of a link stands behind `#`, which browsers do not send, and leaves the address at once. */
function takeToken(): string | null {
  const token = window.location.hash.slice(1);
  if (token === "") return null;
  window.history.replaceState(null, "", window.location.pathname + window.location.search);
  return token;
}

export function SignInPage() {
  const [token] = useState(takeToken);
  const [isByLink, setByLink] = useState(token !== null);
  return token !== null && isByLink ? (
    <LinkSignIn token={token} instead={() => setByLink(false)} />
  ) : (
    <PasswordSignIn />
  );
}

/** Where the reader wanted to go before the sign-in. */
function useWayOn(): () => void {
  const { to = "/" } = useSearch({ from: "/sign-in" });
  const router = useRouter();
  return () => router.history.push(`${router.basepath}${to === "/" ? "" : to}`);
}

const slugOf = (error: unknown): string | null => (error instanceof MeterbookError ? error.slug : null);
const asksForCode = (error: unknown): boolean => slugOf(error) === "code-required" || slugOf(error) === "wrong-code";

function Frame({ error, onSubmit, children }: { error: unknown; onSubmit?: () => void; children: ReactNode }) {
  const say = useSignInWords();
  return (
    <SignedOutPage title={say("title")}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          onSubmit?.();
        }}
      >
        <Stack gap="md">
          {error !== null && slugOf(error) !== "code-required" ? (
            <Alert color="red" variant="outline" role="alert">
              <Text c="var(--bad)">{messageOf(error)}</Text>
            </Alert>
          ) : null}
          {children}
        </Stack>
      </form>
    </SignedOutPage>
  );
}

function PasswordSignIn() {
  const say = useSignInWords();
  const goOn = useWayOn();
  const signIn = useSignIn();
  const form = useForm({ mode: "uncontrolled", initialValues: { email: "", password: "", code: "" } });
  const submit = () => {
    const { email, password, code } = form.getValues();
    signIn.mutate({ email, password, code: code.trim() === "" ? undefined : code }, { onSuccess: goOn });
  };
  return (
    <Frame error={signIn.error} onSubmit={submit}>
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
      {asksForCode(signIn.error) ? <Code key={form.key("code")} {...form.getInputProps("code")} /> : null}
      <Button type="submit" loading={signIn.isPending}>
        {say("act")}
      </Button>
      <TextLink to="/reset" size="sm">
        {say("forgot")}
      </TextLink>
    </Frame>
  );
}

function Code(props: TextInputProps) {
  const say = useSignInWords();
  return <CodeInput label={say("code")} description={say("code.hint")} autoFocus {...props} />;
}

function LinkSignIn({ token, instead }: { token: string; instead: () => void }) {
  const say = useSignInWords();
  const goOn = useWayOn();
  const { mutate, error, isPending } = useSignInByLink();
  const [code, setCode] = useState("");
  // Opening the link is enough: only a code must be asked for.
  useEffect(() => {
    mutate({ token }, { onSuccess: goOn });
  }, [token]);
  const needsCode = asksForCode(error);
  return (
    <Frame error={error} onSubmit={() => mutate({ token, code }, { onSuccess: goOn })}>
      {error === null ? <Text role="status">{say("link.opening")}</Text> : null}
      {needsCode ? (
        <>
          <Code value={code} onChange={(event) => setCode(event.currentTarget.value)} />
          <Button type="submit" loading={isPending}>
            {say("act")}
          </Button>
        </>
      ) : null}
      {error !== null && !needsCode ? <Button onClick={instead}>{say("link.instead")}</Button> : null}
    </Frame>
  );
}
