import assert from "node:assert/strict";
import { test } from "node:test";
import { ImapFlow } from "imapflow";
import { CERTIFICATE } from "./imap-server.ts";
import { MAILBOX_LOGIN, startMailbox } from "./mailbox.ts";

test("the mail of a portal is in the mailbox, for its own login alone", async (t) => {
  const mailbox = await startMailbox(0);
  t.after(() => mailbox.close());
  mailbox.deliver({ from: "no-reply@lakefront.example", subject: "Your code", text: "Your code is: 123456" });
  const signIn = async (pass: string): Promise<ImapFlow> => {
    const auth = { user: MAILBOX_LOGIN.username, pass };
    const tls = { ca: CERTIFICATE };
    const client = new ImapFlow({ host: "localhost", port: mailbox.port, secure: true, auth, tls, logger: false });
    await client.connect();
    return client;
  };
  const client = await signIn(MAILBOX_LOGIN.password);
  t.after(() => client.close());
  await client.mailboxOpen("INBOX");
  const mail = await client.fetchOne("1", { envelope: true, bodyParts: ["1"] }, { uid: true });
  assert.ok(mail);
  assert.equal(mail.envelope?.from?.[0]?.address, "no-reply@lakefront.example");
  assert.equal(Buffer.from(mail.bodyParts?.get("1")?.toString() ?? "", "base64").toString(), "Your code is: 123456");
  await assert.rejects(signIn("another"));
});
