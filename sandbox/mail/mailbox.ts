/** The mailbox that the portals of the sandbox mail their codes to, read by IMAP from this machine alone. */
import type { SandboxMail } from "../web/portal.ts";
import { CERTIFICATE_FILE, startImapServer } from "./imap-server.ts";

export const MAILBOX_LOGIN = { username: "codes@sandbox.example", password: "sandbox" };

export interface Mailbox {
  port: number;
  /** What a program must trust to read it. */
  certificateFile: string;
  deliver(mail: SandboxMail): void;
  close(): Promise<void>;
}

/** @throws when the port is taken */
export async function startMailbox(port: number): Promise<Mailbox> {
  const ends: (() => Promise<void>)[] = [];
  const server = await startImapServer({ after: (work) => void ends.push(work) }, { port, login: MAILBOX_LOGIN });
  return {
    port: server.port,
    certificateFile: CERTIFICATE_FILE,
    deliver: ({ from, subject, text }) =>
      void server.add({ from, subject, at: new Date(), content: { type: "text/plain", bytes: Buffer.from(text) } }),
    async close() {
      for (const end of ends) await end();
    },
  };
}
