/** A mail reaches a real server, encrypted where it leaves this machine; a refusal says neither to whom it was nor what it said. */
import assert from "node:assert/strict";
import { after, describe, test } from "node:test";
import { createOutbound } from "../outbound/outbound.ts";
import { readConfig } from "../config.ts";
import { trustImapServer } from "../../sandbox/mail/imap-server.ts";
import { SMTP_LOGIN, startSmtpServer } from "../../test/smtp-server.ts";
import { createMailer, MailError } from "./send.ts";
import { invitationMail, resetMail } from "./texts.ts";

// The same certificate.
trustImapServer();
const FROM = "meterbook@example.com";
const LINK = "https://meters.example.com/app/reset#Zk3vX0qf2b7mT4yN8sLr1cHd6wGpQeJu5aKiV9oBxMz";
const never = new AbortController().signal;

const login = `${encodeURIComponent(SMTP_LOGIN.user)}:${encodeURIComponent(SMTP_LOGIN.password)}`;

/** As the settings make it. */
function mailerFor(url: string, security?: "starttls") {
  const { smtpServer, mailFrom } = readConfig({ METERBOOK_SMTP_URL: url, METERBOOK_MAIL_FROM: FROM });
  assert.ok(smtpServer !== null && mailFrom !== null);
  const server = { ...smtpServer, ...(security === undefined ? {} : { security }) };
  const outbound = createOutbound({ allowedPrivateOrigins: [`http://${server.host}:${server.port}`] });
  after(() => outbound.close());
  return createMailer({ outbound, server, from: mailFrom, name: "meters.example.com", silenceMs: 2000 });
}

describe("a mail", () => {
  test("arrives with both parts, in plain text on this machine only", async () => {
    const server = await startSmtpServer({ after });
    const mailer = mailerFor(`smtp://${login}@127.0.0.1:${server.port}`);
    await mailer.send("person@example.com", resetMail("es", { link: LINK }), never);
    const [mail] = server.mails;
    assert.deepEqual([mail?.from, mail?.to], [FROM, ["person@example.com"]]);
    assert.match(mail?.raw ?? "", /^Subject: =\?UTF-8\?/im);
    assert.match(mail?.raw ?? "", /^content-type: text\/html/im);
    assert.ok(mail?.text.includes(LINK));
    assert.match(mail?.text ?? "", /contraseña nueva/);
  });

  test("goes over TLS from the beginning, or by STARTTLS and never without it", async () => {
    const [secure, upgraded, plain] = [
      await startSmtpServer({ after }, "tls"),
      await startSmtpServer({ after }, "starttls"),
      await startSmtpServer({ after }, "plain"),
    ];
    const mail = invitationMail("en", { company: "Our buildings", link: LINK });
    await mailerFor(`smtps://${login}@localhost:${secure.port}`).send("a@example.com", mail, never);
    await mailerFor(`smtp://${login}@localhost:${upgraded.port}`, "starttls").send("b@example.com", mail, never);
    assert.deepEqual([secure.mails[0]?.isSecure, upgraded.mails[0]?.isSecure], [true, true]);
    const refused = mailerFor(`smtp://${login}@localhost:${plain.port}`, "starttls");
    await assert.rejects(refused.send("c@example.com", mail, never), MailError);
    assert.deepEqual(plain.mails, []);
    const { smtpServer } = readConfig({ METERBOOK_SMTP_URL: "smtp://mail.example.com", METERBOOK_MAIL_FROM: FROM });
    assert.deepEqual([smtpServer?.security, smtpServer?.port], ["starttls", 587]);
  });

  test("that is refused, or whose server is away, names neither its receiver nor its link", async () => {
    const server = await startSmtpServer({ after });
    server.refuses = 550;
    const mail = resetMail("en", { link: LINK });
    const url = `smtp://${login}@127.0.0.1:${server.port}`;
    for (const [address, reason] of [
      [url, /550/],
      [url.replace("battery", "wrong"), /535/],
      ["smtp://127.0.0.1:1", /cannot be reached/],
    ] as const) {
      await assert.rejects(mailerFor(address).send("secret.person@example.com", mail, never), (error: Error) => {
        assert.ok(error instanceof MailError);
        assert.match(error.message, reason);
        assert.doesNotMatch(`${error.stack} ${JSON.stringify(error)}`, /secret\.person|app\/reset|wrong/);
        return true;
      });
    }
  });

  test("has no link but ours, whatever the name of the company is", () => {
    const company = "A prize: https://evil.example.com/win, www.evil.example or a@evil.example";
    const { subject, text, html } = invitationMail("en", { company, link: LINK });
    for (const part of [subject, text.replace(LINK, ""), html.replaceAll(LINK, "")])
      assert.doesNotMatch(part, /:\/\/|\w\.\w/);
    const plain = invitationMail("en", { company: "J. Smith & Co. No. 5", link: LINK });
    assert.equal(plain.subject, "Invitation to J. Smith & Co. No. 5");
  });

  test("cannot be made to read backwards or to hide a part of it by the name of the company", () => {
    const { subject, text } = invitationMail("en", { company: "Good\u202Eevil\u2066 \u200BName\u00AD", link: LINK });
    assert.equal(subject, "Invitation to Goodevil Name");
    assert.doesNotMatch(text, /[\u200B\u202A-\u202E\u2066-\u2069\u00AD]/);
  });

  test("says one line of a company's name, and no markup of it", async () => {
    const { subject, html } = invitationMail("en", { company: 'Evil\r\nBcc: x@example.com <b>"', link: LINK });
    assert.equal(subject, 'Invitation to Evil Bcc: x@example.\u2060com <b>"');
    assert.ok(html.includes("&lt;b&gt;") && !html.includes("<b>"));
  });
});
