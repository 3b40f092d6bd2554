/** A permission in place of a login (Green Button Connect): the way to the utility, what came of it, and how to give it again. */
import { Alert, Button, Stack, Text } from "@mantine/core";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useEffect } from "react";
import { sayWord } from "../../app/language.ts";
import { useGoToUtility } from "../../data/permissions.ts";
import { Refusal } from "../../parts/refusal.tsx";
import { Section } from "../../parts/section.tsx";
import { usePermissionWords } from "./permission.words.ts";

export function AskPermission({ utility }: { utility: { key: string; name: string } }) {
  const say = usePermissionWords();
  const go = useGoToUtility();
  return (
    <Stack gap="sm" align="flex-start">
      <Text>{say("ask.text", { utility: utility.name })}</Text>
      <Refusal error={go.error} />
      <Button loading={go.isPending} onClick={() => go.mutate({ utility: utility.key })}>
        {say("ask.go", { utility: utility.name })}
      </Button>
    </Stack>
  );
}

export function RenewPermission({ id }: { id: number }) {
  const say = usePermissionWords();
  const go = useGoToUtility();
  return (
    <Section title={say("again.title")}>
      <Stack gap="sm" align="flex-start">
        <Text>{say("again.text")}</Text>
        <Refusal error={go.error} />
        <Button loading={go.isPending} onClick={() => go.mutate({ authorization_id: id })}>
          {say("again.go")}
        </Button>
      </Stack>
    </Section>
  );
}

/** After the way back from the utility: the new connection opens by itself, a refusal says why. */
export function PermissionOutcome() {
  const say = usePermissionWords();
  const { green_button, authorization_id, reason } = useSearch({ from: "/signed-in/connections" });
  const navigate = useNavigate();
  useEffect(() => {
    if (green_button === "authorized" && authorization_id !== undefined)
      void navigate({ to: "/connections/$id", params: { id: String(authorization_id) }, replace: true });
  }, [green_button, authorization_id, navigate]);
  if (green_button === undefined) return null;
  const text = green_button === "authorized" ? say("back.authorized") : sayWord(say, "back", reason ?? "not_accepted");
  return (
    <Alert role="status" color={green_button === "authorized" ? "green" : "red"} mb="md">
      {text}
    </Alert>
  );
}
