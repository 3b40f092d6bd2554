/** Mailboxes of companies on an IMAP server of this machine, and looks at them, for tests. */
import assert from "node:assert/strict";
import { runCheckMailbox, type LookLimits } from "../src/jobs/mailboxes/check-mailbox.ts";
import { newMember, openTestApp, sharedApp, type Member } from "./app.ts";
import type { Ending } from "./database.ts";
import {
  IMAP_LOGIN,
  startImapServer,
  trustImapServer,
  type ImapServer,
  type TestPart,
} from "../sandbox/mail/imap-server.ts";
import { lakesideMonth, pdfOfTexts } from "./lakeside.ts";

export interface Shown {
  id: number;
  state: string;
  status_detail: string | null;
  action_required_by: string;
  errors: string | null;
  mails_read: number;
  documents_made: number;
  last_checked_at: string | null;
  next_check_at: string | null;
}
interface Mail {
  state: string;
  sender: string | null;
  subject: string | null;
  received_at: string | null;
  bytes: number | null;
  note: string | null;
  files: { name: string; document_id: number | null; reason: string | null }[];
}

export const pdf = (month: number): Buffer => pdfOfTexts([lakesideMonth(month)]);
export const file = (bytes: Buffer, name = "bill.pdf"): TestPart => ({
  type: "application/pdf",
  bytes,
  name,
  disposition: "attachment",
});
export const html: TestPart = { type: "text/html", bytes: Buffer.from("<p>Dear customer") };
export const mixed = (...parts: TestPart[]): TestPart => ({ multipart: "mixed", parts: [html, ...parts] });

export interface Box {
  server: ImapServer;
  member: Member;
  id: number;
}

export const QUICK: LookLimits = { ms: 10_000, mails: 100, silenceMs: 1500 };

/** An app whose companies read mailboxes on this machine, and what its users see of them: a shared one, or its own with `more` settings. */
export async function openMailboxes(ending: Ending, more: Record<string, string> | null = null) {
  trustImapServer();
  const settings = { METERBOOK_ALLOW_LOCAL_WEBHOOKS: "true", METERBOOK_QUOTA_FILE_MEGABYTES: "1" };
  const running = await (more === null ? sharedApp(settings) : openTestApp(ending, { ...settings, ...more }));
  return {
    running,
    async mailbox(name: string, body: object = {}, options: { startTls?: boolean } = {}): Promise<Box> {
      const server = await startImapServer(ending, options);
      const member = await newMember(running, { name });
      const made = await member.send("POST", "/v1/mailboxes", {
        host: "localhost",
        port: server.port,
        security: options.startTls === true ? "starttls" : "tls",
        ...IMAP_LOGIN,
        ...body,
      });
      assert.equal(made.statusCode, 201, made.body);
      return { server, member, id: made.json<Shown>().id };
    },
    look: ({ member, id }: Box, limits: LookLimits = QUICK) =>
      runCheckMailbox(
        running.app,
        { company_id: member.company_id, mailbox_id: id },
        new AbortController().signal,
        undefined,
        limits,
      ),
  };
}

export const shown = async ({ member, id }: Box) => (await member.send("GET", `/v1/mailboxes/${id}`)).json<Shown>();
export const mails = async ({ member, id }: Box) =>
  (await member.send("GET", `/v1/mailboxes/${id}/mails`)).json<Mail[]>();
export const documents = async (member: Member) =>
  (await member.send("GET", "/v1/documents")).json<
    { id: number; name: string; state: string; uploaded_by: number }[]
  >();

export const fetchesOf = ({ commands }: ImapServer) => commands.filter((each) => /BODY\.PEEK/.test(each)).length;
