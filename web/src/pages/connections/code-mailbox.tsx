/** The mailbox that codes of a login come to, as a choice among those from which an owner lets codes be read. */
import { NativeSelect, Stack, Text, type NativeSelectProps } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { AuthorizationWithAccounts } from "@meterbook/client";
import { useNameCodeMailbox } from "../../data/authorizations.ts";
import { companyQuery } from "../../data/company.ts";
import { mailboxesQuery } from "../../data/mailboxes.ts";
import { useMay } from "../../parts/permissions.ts";
import { Refusal } from "../../parts/refusal.tsx";
import { Section } from "../../parts/section.tsx";
import { useConnectionWords } from "./connections.words.ts";

const useCodeMailboxes = () => {
  const mailboxes = useQuery(mailboxesQuery);
  return (mailboxes.data ?? []).filter(({ reads_codes, active }) => reads_codes && active);
};

/** Nothing while there is no such mailbox. */
export function CodeMailboxSelect(props: Omit<NativeSelectProps, "data">) {
  const say = useConnectionWords();
  const mailboxes = useCodeMailboxes();
  const { data: company } = useQuery(companyQuery);
  if (mailboxes.length === 0 || company === undefined) return null;
  const usual = mailboxes.find(({ id }) => id === company.code_mailbox_id);
  const none = usual === undefined ? say("mailbox.none") : say("mailbox.usual", { user: usual.username });
  const data = [
    { value: "", label: none },
    ...mailboxes.map(({ id, username, folder }) => ({ value: String(id), label: `${username} · ${folder}` })),
  ];
  return <NativeSelect label={say("mailbox.label")} description={say("mailbox.hint")} data={data} {...props} />;
}

/** Saved when it is chosen; a login that waits for a code is then tried again. */
export function CodeMailbox({
  authorization: { id, access, revoked_at, code_mailbox_id },
}: {
  authorization: AuthorizationWithAccounts;
}) {
  const say = useConnectionWords();
  const mayEdit = useMay("edit");
  const mailboxes = useCodeMailboxes();
  const name = useNameCodeMailbox(id);
  if (!mayEdit || mailboxes.length === 0 || access !== "login" || revoked_at !== null) return null;
  const isKnown = mailboxes.some((mailbox) => mailbox.id === code_mailbox_id);
  return (
    <Section title={say("mailbox.title")}>
      <Stack gap="sm" maw={480}>
        {code_mailbox_id === null || isKnown ? null : <Text size="sm">{say("mailbox.gone")}</Text>}
        <CodeMailboxSelect
          value={isKnown ? String(code_mailbox_id) : ""}
          disabled={name.isPending}
          onChange={({ currentTarget: { value } }) => name.mutate(value)}
        />
        <Text size="sm" c="dimmed" role="status">
          {name.isSuccess ? say("mailbox.saved") : null}
        </Text>
        <Refusal error={name.error} />
      </Stack>
    </Section>
  );
}
