/** Mailboxes whose bills are read, and what became of their mails. */
import { queryOptions, useMutation } from "@tanstack/react-query";
import type { MailboxEdit, NewMailbox } from "@meterbook/client";
import { meterbook } from "./meterbook.ts";
import { queryClient } from "./queries.ts";

const KEY = "mailboxes";
const MAILS_SHOWN = 100;

export const mailboxesQuery = queryOptions({
  queryKey: [KEY, "list"],
  queryFn: ({ signal }) => meterbook.mailboxes.list({ limit: 100, signal }).toArray(),
});

/** The newest mails. The service lists the oldest first. */
export const mailsQuery = (id: number) =>
  queryOptions({
    queryKey: [KEY, id, "mails"],
    queryFn: async ({ signal }) => {
      const all = await meterbook.mailboxes.listMailboxMails(id, { limit: 1000, signal }).toArray();
      return all.toReversed().slice(0, MAILS_SHOWN);
    },
  });

const refresh = () => Promise.all([KEY, "tasks"].map((key) => queryClient.invalidateQueries({ queryKey: [key] })));

export const useCreateMailbox = () =>
  useMutation({
    mutationFn: (mailbox: NewMailbox) => meterbook.mailboxes.createMailbox(mailbox),
    onSuccess: refresh,
  });

export const useEditMailbox = (id: number) =>
  useMutation({ mutationFn: (edit: MailboxEdit) => meterbook.mailboxes.editMailbox(id, edit), onSuccess: refresh });

export const useCheckMailbox = (id: number) =>
  useMutation({ mutationFn: () => meterbook.mailboxes.checkMailbox(id), onSuccess: refresh });

export const useDeleteMailbox = (id: number) =>
  useMutation({ mutationFn: () => meterbook.mailboxes.deleteMailbox(id), onSuccess: refresh });
