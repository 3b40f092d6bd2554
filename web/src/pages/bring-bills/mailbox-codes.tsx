/** Whether codes are read from a mailbox, and whether for all logins: an owner switches both. */
import { Group, Switch, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { Mailbox } from "@meterbook/client";
import { companyQuery, useEditCompany } from "../../data/company.ts";
import { useEditMailbox } from "../../data/mailboxes.ts";
import { useMay } from "../../parts/permissions.ts";
import { Refusal } from "../../parts/refusal.tsx";
import { useBringWords } from "./bring-bills.words.ts";

export function MailboxCodes({ mailbox: { id, username, reads_codes, active } }: { mailbox: Mailbox }) {
  const say = useBringWords();
  const mayOwn = useMay("own");
  const company = useQuery(companyQuery);
  const edit = useEditMailbox(id);
  const editCompany = useEditCompany();
  const isForAll = company.data?.code_mailbox_id === id;
  // What was chosen is shown while it is saved. A switch that is disabled meanwhile would lose the focus.
  const reads = edit.isPending ? edit.variables.reads_codes === true : reads_codes;
  const forAll = editCompany.isPending ? editCompany.variables.code_mailbox_id === id : isForAll;
  if (!mayOwn)
    return reads_codes ? <Text size="sm">{say(isForAll ? "mail.codesForAllAre" : "mail.codesAre")}</Text> : null;
  return (
    <>
      <Group gap="lg" mt={6}>
        <Switch
          size="sm"
          label={say("mail.codes")}
          aria-label={say("mail.codesOf", { user: username })}
          checked={reads}
          onChange={({ currentTarget: { checked } }) =>
            edit.isPending ? undefined : edit.mutate({ reads_codes: checked })
          }
        />
        {reads_codes ? (
          <Switch
            size="sm"
            label={say("mail.codesForAll")}
            aria-label={say("mail.codesForAllOf", { user: username })}
            checked={forAll}
            disabled={!company.isSuccess || !active}
            onChange={({ currentTarget: { checked } }) =>
              editCompany.isPending ? undefined : editCompany.mutate({ code_mailbox_id: checked ? id : null })
            }
          />
        ) : null}
      </Group>
      <Refusal error={edit.error ?? editCompany.error} />
    </>
  );
}
