/** The page of an invited person: name and password, and one is signed in. The token stands after `#`, which browsers do not send. */
import { Button, Stack, Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useQuery } from "@tanstack/react-query";
import { useLocation, useNavigate } from "@tanstack/react-router";
import { MeterbookError, type OpenedInvitation } from "@meterbook/client";
import { sayWord } from "../../app/language.ts";
import { fieldErrorsOf } from "../../data/meterbook.ts";
import { openInvitationQuery, useAcceptInvitation } from "../../data/one-time-links.ts";
import { SignedOutPage } from "../../parts/signed-out-page.tsx";
import { ButtonLink } from "../../parts/link.tsx";
import { NewPasswordInput } from "../../parts/sign-in-inputs.tsx";
import { Refusal } from "../../parts/refusal.tsx";
import { Loaded } from "../../parts/section.tsx";
import { errorBesideFields } from "../../parts/error-beside-fields.ts";
import { useInvitationWords } from "./invitation.words.ts";

export function InvitationPage() {
  const say = useInvitationWords();
  const token = useLocation({ select: ({ hash }) => hash });
  const opened = useQuery({ ...openInvitationQuery(token), enabled: token !== "" });
  const isDead = token === "" || (opened.error instanceof MeterbookError && opened.error.slug === "dead-link");
  if (isDead)
    return (
      <SignedOutPage title={say("dead")}>
        <Text>{say("deadText")}</Text>
        <ButtonLink to="/sign-in" variant="default">
          {say("signIn")}
        </ButtonLink>
      </SignedOutPage>
    );
  return (
    <SignedOutPage
      title={opened.data === undefined ? say("title") : say("titleOf", { company: opened.data.company_name })}
    >
      <Loaded query={opened}>{(invitation) => <Accept token={token} invitation={invitation} />}</Loaded>
    </SignedOutPage>
  );
}

function Accept({ token, invitation }: { token: string; invitation: OpenedInvitation }) {
  const say = useInvitationWords();
  const accept = useAcceptInvitation();
  const navigate = useNavigate();
  const form = useForm({ mode: "uncontrolled", initialValues: { name: invitation.name ?? "", password: "" } });
  const submit = form.onSubmit((values) =>
    accept.mutate(
      { token, ...values },
      {
        onSuccess: () => void navigate({ to: "/" }),
        onError: (error) => form.setErrors(fieldErrorsOf(error)),
      },
    ),
  );
  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        <Text>{sayWord(say, "role", invitation.company_role)}</Text>
        <TextInput label={say("email")} value={invitation.email} readOnly autoComplete="username" />
        <TextInput
          label={say("name")}
          autoComplete="name"
          required
          withAsterisk={false}
          maxLength={200}
          key={form.key("name")}
          {...form.getInputProps("name")}
        />
        <NewPasswordInput
          label={say("password")}
          description={say("hint")}
          key={form.key("password")}
          {...form.getInputProps("password")}
        />
        <Refusal error={errorBesideFields(accept.error, ["name", "password"])} />
        <Button type="submit" loading={accept.isPending}>
          {say("act")}
        </Button>
      </Stack>
    </form>
  );
}
