/** Invitations: made with a link that is shown once, renewed and withdrawn. */
import { Button, Group, Modal, Radio, Stack, Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Invitation, MadeInvitation } from "@meterbook/client";
import { language, sayWord } from "../../app/language.ts";
import { fieldErrorsOf } from "../../data/meterbook.ts";
import { invitationsQuery, useInvite, useRenewInvitation, useWithdrawInvitation } from "../../data/people.ts";
import { useMe } from "../../data/session.ts";
import { CopyField } from "../../parts/copy-field.tsx";
import { useFocusBack } from "../../parts/focus-back.ts";
import { day } from "../../parts/format.ts";
import { useIsNarrow } from "../../parts/narrow.ts";
import { Empty } from "../../parts/page.tsx";
import { Refusal } from "../../parts/refusal.tsx";
import { Loaded, Section } from "../../parts/section.tsx";
import { StateMark } from "../../parts/state-mark.tsx";
import { errorBesideFields } from "../../parts/error-beside-fields.ts";
import { useCommon } from "../../words/common.ts";
import { COMPANY_ROLES, type CompanyRole } from "./company-roles.ts";
import { PeopleTable, PersonRow } from "./people-table.tsx";
import { usePeopleWords } from "./people.words.ts";

export function Invitations() {
  const say = usePeopleWords();
  const invitations = useQuery(invitationsQuery);
  const renew = useRenewInvitation();
  const withdraw = useWithdrawInvitation();
  const [isNew, setNew] = useState(false);
  return (
    <Section
      title={say("invitations.title")}
      sentence={say("invitations.sentence")}
      beside={<Button onClick={() => setNew(true)}>{say("invite")}</Button>}
    >
      <Refusal error={renew.error ?? withdraw.error} />
      <Loaded query={invitations}>
        {(all) => {
          // Who has accepted is a user, above.
          const waiting = all.filter(({ state }) => state !== "accepted").toReversed();
          return waiting.length === 0 ? (
            <Empty icon="person" title={say("invitations.none")} text={say("invitations.noneText")} />
          ) : (
            <PeopleTable of="invitations" by="email">
              {waiting.map((invitation) => (
                <InvitationRow
                  key={invitation.id}
                  invitation={invitation}
                  onRenew={() => renew.mutate(invitation.id)}
                  onWithdraw={() => withdraw.mutate(invitation.id)}
                />
              ))}
            </PeopleTable>
          );
        }}
      </Loaded>
      {isNew ? <Invite onClose={() => setNew(false)} /> : null}
      {renew.data === undefined ? null : <Made made={renew.data} onClose={() => renew.reset()} />}
    </Section>
  );
}

interface RowProps {
  invitation: Invitation;
  onRenew: () => void;
  onWithdraw: () => void;
}

function InvitationRow({ invitation, onRenew, onWithdraw }: RowProps) {
  const say = usePeopleWords();
  const isNarrow = useIsNarrow();
  const { email, company_role, state, expires_at, mailed_at } = invitation;
  return (
    <PersonRow
      name={email}
      role={sayWord(say, "role", company_role)}
      state={
        <StateMark tone={state === "expired" ? "warn" : "quiet"}>
          {state === "sent"
            ? say(mailed_at === null ? "invitation.sent" : "invitation.mailed", { until: day(expires_at) })
            : sayWord(say, "invitation", state)}
        </StateMark>
      }
      acts={
        state === "withdrawn" ? null : (
          <Group gap="xs" justify={isNarrow ? "flex-start" : "flex-end"} wrap={isNarrow ? "wrap" : "nowrap"}>
            <Button variant="default" size="xs" onClick={onRenew} aria-label={say("renewNamed", { email })}>
              {say("renew")}
            </Button>
            <Button variant="default" size="xs" onClick={onWithdraw} aria-label={say("withdrawNamed", { email })}>
              {say("withdraw")}
            </Button>
          </Group>
        )
      }
    />
  );
}

function Invite({ onClose }: { onClose: () => void }) {
  useFocusBack();
  const say = usePeopleWords();
  const common = useCommon();
  const invite = useInvite();
  const form = useForm({
    mode: "uncontrolled",
    initialValues: { email: "", name: "", company_role: "viewer" as CompanyRole },
  });
  if (invite.data !== undefined) return <Made made={invite.data} onClose={onClose} />;
  const submit = form.onSubmit(({ email, name, company_role }) =>
    invite.mutate(
      { email, company_role, language: language(), ...(name.trim() === "" ? {} : { name }) },
      { onError: (error) => form.setErrors(fieldErrorsOf(error)) },
    ),
  );
  return (
    <Modal opened onClose={onClose} title={say("invite")} closeButtonProps={{ "aria-label": common("act.close") }}>
      <form onSubmit={submit}>
        <Stack gap="md">
          <TextInput
            label={say("email")}
            type="email"
            required
            withAsterisk={false}
            data-autofocus
            key={form.key("email")}
            {...form.getInputProps("email")}
          />
          <TextInput label={say("nameMaybe")} maxLength={200} key={form.key("name")} {...form.getInputProps("name")} />
          <Radio.Group label={say("role")} key={form.key("company_role")} {...form.getInputProps("company_role")}>
            <Stack gap="xs" mt={4}>
              {COMPANY_ROLES.map((role) => (
                <Radio key={role} value={role} label={say(`role.${role}`)} description={say(`roleHint.${role}`)} />
              ))}
            </Stack>
          </Radio.Group>
          <Refusal error={errorBesideFields(invite.error, ["email", "name"])} />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {common("act.cancel")}
            </Button>
            <Button type="submit" loading={invite.isPending}>
              {say("inviteAct")}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}

function Made({ made: { email, link, expires_at }, onClose }: { made: MadeInvitation; onClose: () => void }) {
  useFocusBack();
  const say = usePeopleWords();
  const common = useCommon();
  const { sends_mail } = useMe();
  return (
    <Modal opened onClose={onClose} title={say("made.title")} closeButtonProps={{ "aria-label": common("act.close") }}>
      <Stack gap="md">
        <Text style={{ overflowWrap: "anywhere" }}>{say("made.text", { email, until: day(expires_at) })}</Text>
        <CopyField label={say("link")} value={link} />
        <Text size="sm" c="dimmed">
          {say(sends_mail ? "made.mail" : "made.noMail")}
        </Text>
        <Group justify="flex-end">
          <Button onClick={onClose}>{common("act.close")}</Button>
        </Group>
      </Stack>
    </Modal>
  );
}
