/**
 * The service is killed while it reads a mail, asks the language model and hands over the mails of a delivery: after the next start
 * each is done once, and nothing is stuck.
 */
import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import pg from "pg";
import { CERTIFICATE, IMAP_LOGIN, startImapServer, type TestPart } from "../sandbox/mail/imap-server.ts";
import { newCompany, until } from "./callers.ts";
import { testDatabase } from "./database.ts";
import type { DeliveryWithRuns } from "./deliveries.ts";
import { lakesideMonth, pdfOfTexts } from "./lakeside.ts";
import { answersWith, startLanguageModel } from "./language-model.ts";
import type { Shown } from "./mailboxes.ts";
import { pdfOfText, rightAnswer, UNREAD_BILL } from "./model-answers.ts";
import { serviceProcess } from "./service-process.ts";
import { startSmtpServer } from "./smtp-server.ts";

interface Mail {
  state: string;
  files: { document_id: number | null; reason: string | null }[];
}
interface Document {
  id: number;
  state: string;
}

// What was opened last is closed first.
const endings: (() => Promise<unknown>)[] = [];
const ending = { after: (end: () => Promise<unknown>) => void endings.push(end) };
after(async () => {
  for (const end of endings.toReversed()) await end();
});
const folder = await mkdtemp(join(tmpdir(), "meterbook-mail-crash-"));
ending.after(() => rm(folder, { recursive: true, force: true }));
const certificate = join(folder, "certificate.pem");
await writeFile(certificate, CERTIFICATE);
const databaseUrl = await testDatabase(ending);
const imap = await startImapServer(ending);
const smtp = await startSmtpServer(ending, "plain");
const model = await startLanguageModel(ending);
const service = await serviceProcess({
  DATABASE_URL: databaseUrl,
  METERBOOK_DATA_DIR: join(folder, "data"),
  METERBOOK_MODEL_URL: model.url,
  METERBOOK_MODEL_NAME: "tiny:1b",
  METERBOOK_SMTP_URL: `smtp://meterbook%40example.com:correct%20horse%3A%20battery%2Fsmtp@127.0.0.1:${smtp.port}`,
  METERBOOK_MAIL_FROM: "meterbook@example.com",
  NODE_EXTRA_CA_CERTS: certificate,
});
await service.start();
ending.after(() => service.stop());
const client = new pg.Client({ connectionString: databaseUrl });
await client.connect();
ending.after(() => client.end());

/** A mail with the bills of these months as files. */
const mailWith = (...months: number[]): TestPart => ({
  multipart: "mixed",
  parts: [
    { type: "text/html", bytes: Buffer.from("<p>Dear customer") },
    ...months.map((month) => ({
      type: "application/pdf",
      bytes: pdfOfTexts([lakesideMonth(month)]),
      name: `${month}.pdf`,
      disposition: "attachment" as const,
    })),
  ],
});
const fetched = (part: string) => imap.commands.filter((command) => command.includes(`BODY.PEEK[${part}]`)).length;

const { caller, id: company } = await newCompany(service.url, "Killed");
const documents = () => caller.get<Document[]>("/documents");
// The second file of the mail never comes, nor does the answer of the model; the mail server has the second mail and does not say so.
imap.add({ content: mailWith(1, 2) });
imap.faults.silentAt = "BODY.PEEK[3]";
model.reply = () => {};
smtp.silentFor = "second@example.com";
const place = { host: "localhost", port: imap.port, security: "tls", ...IMAP_LOGIN };
const mailbox = await caller.send<Shown>("POST", "/mailboxes", place);
const unread = await caller.upload<Document>(
  "/documents?name=bill.pdf&utility_company=Hillview%20Energy%20Works",
  new Blob([new Uint8Array(pdfOfText(UNREAD_BILL))]),
);
const delivery = await caller.send<DeliveryWithRuns>("POST", "/delivery", {
  name: "Meters",
  format: "csv",
  schedule: "monthly",
  content: { records: "meters", period: "all" },
  destination: { kind: "email", to: ["first@example.com", "second@example.com", "third@example.com"] },
});
await caller.send("POST", `/delivery/${delivery.id}/run`, {});
await until("all three to be in the middle", async () =>
  fetched("3") > 0 && model.asked.length > 0 && smtp.mails.length === 2 ? true : null,
);
assert.equal((await documents()).length, 2);
await service.kill();
delete imap.faults.silentAt;
model.reply = answersWith(rightAnswer);
smtp.silentFor = null;
await service.start();

test("a kill in the middle of a mail leaves one document for each of its files", async () => {
  const look = await until("the mail", async () => {
    const now = await caller.get<Shown>(`/mailboxes/${mailbox.id}`);
    return now.mails_read > 0 ? now : null;
  });
  assert.deepEqual([look.mails_read, look.documents_made], [1, 2]);
  const mails = await caller.get<Mail[]>(`/mailboxes/${mailbox.id}/mails`);
  assert.deepEqual(
    mails.map((mail) => [mail.state, mail.files.map(({ reason }) => reason)]),
    [["taken", [null, null]]],
  );
  assert.equal((await documents()).length, 3);
});

test("a kill in the middle of a question leaves one bill, and each question counted", async () => {
  await until("the answer", async () =>
    (await caller.get<Document>(`/documents/${unread.id}`)).state === "accepted" ? true : null,
  );
  const { rows: bills } = await client.query("select id from utility_bills where company_id = $1", [company]);
  assert.equal(bills.length, 1);
  const { rows } = await client.query("select asked_that_day, tries from model_questions where company_id = $1", [
    company,
  ]);
  assert.deepEqual([rows, model.asked.length], [[{ asked_that_day: 2, tries: 2 }], 2]);
});

test("a kill between the mails of a delivery doubles at most the one under way, with the same Message-ID", async () => {
  await until("the run to be delivered", async () =>
    (await caller.get<DeliveryWithRuns>(`/delivery/${delivery.id}`)).state === "delivered" ? true : null,
  );
  assert.deepEqual(
    smtp.mails.map(({ to }) => to[0]),
    ["first@example.com", "second@example.com", "second@example.com", "third@example.com"],
  );
  const ids = smtp.mails.map(({ headers }) => headers["message-id"]);
  assert.equal(ids[1], ids[2]);
  assert.equal(new Set(ids).size, 3);
});

test("after a kill the next mail is read, and no job is stuck", async () => {
  imap.add({ content: mailWith(3) });
  await caller.send("POST", `/mailboxes/${mailbox.id}/check`, {});
  await until("the next mail", async () =>
    (await caller.get<Shown>(`/mailboxes/${mailbox.id}`)).mails_read === 2 ? true : null,
  );
  const { rows: claimed } = await until("all jobs", async () => {
    const found = await client.query("select kind from jobs where claimed_until is not null and kind <> 'sweep'");
    return found.rows.length === 0 ? found : null;
  });
  assert.deepEqual(claimed, []);
});
