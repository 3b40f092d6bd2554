/** The service is killed while it reads a mail and asks the language model: after the next start each is done once, and nothing is stuck. */
import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import pg from "pg";
import type { ApiCaller } from "../src/cli/api-caller.ts";
import { testDatabase } from "./database.ts";
import { CERTIFICATE, IMAP_LOGIN, startImapServer } from "../sandbox/mail/imap-server.ts";
import { answersWith, startLanguageModel } from "./language-model.ts";
import { file, mixed, pdf, type Shown } from "./mailboxes.ts";
import { pdfOfText, rightAnswer, UNREAD_BILL } from "./model-answers.ts";
import { serviceProcess } from "./service-process.ts";
import { newCompany, until } from "./start.ts";

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
const model = await startLanguageModel(ending);
const service = await serviceProcess({
  DATABASE_URL: databaseUrl,
  METERBOOK_DATA_DIR: join(folder, "data"),
  METERBOOK_MODEL_URL: model.url,
  METERBOOK_MODEL_NAME: "tiny:1b",
  NODE_EXTRA_CA_CERTS: certificate,
});
await service.start();
ending.after(() => service.stop());
const client = new pg.Client({ connectionString: databaseUrl });
await client.connect();
ending.after(() => client.end());

const documentsOf = (caller: ApiCaller) => caller.get<Document[]>("/documents");
const fetched = (part: string) => imap.commands.filter((command) => command.includes(`BODY.PEEK[${part}]`)).length;

test("a kill in the middle of a mail and of a question leaves one document for each file, one bill, and each question counted", async () => {
  const { caller, id: company } = await newCompany(service.url, "Killed");
  // The second file of the mail never comes, and neither does the answer of the model.
  imap.add({ content: mixed(file(pdf(1), "one.pdf"), file(pdf(2), "two.pdf")) });
  imap.faults.silentAt = "BODY.PEEK[3]";
  const place = { host: "localhost", port: imap.port, security: "tls", ...IMAP_LOGIN };
  const mailbox = await caller.send<Shown>("POST", "/mailboxes", place);
  const unread = await caller.upload<Document>(
    "/documents?name=bill.pdf&utility_company=Hillview%20Energy%20Works",
    new Blob([new Uint8Array(pdfOfText(UNREAD_BILL))]),
  );
  model.reply = () => {};
  await until("both to be in the middle", async () => (fetched("3") > 0 && model.asked.length > 0 ? true : null));
  assert.equal((await documentsOf(caller)).length, 2);
  await service.kill();
  delete imap.faults.silentAt;
  model.reply = answersWith(rightAnswer);
  await service.start();

  const look = await until("the mail", async () => {
    const now = await caller.get<Shown>(`/mailboxes/${mailbox.id}`);
    return now.mails_read > 0 ? now : null;
  });
  const { state } = await until("the answer", async () => {
    const now = await caller.get<Document>(`/documents/${unread.id}`);
    return now.state === "accepted" ? now : null;
  });
  assert.deepEqual([look.mails_read, look.documents_made, state], [1, 2, "accepted"]);
  const mails = await caller.get<Mail[]>(`/mailboxes/${mailbox.id}/mails`);
  assert.deepEqual(
    mails.map((mail) => [mail.state, mail.files.map(({ reason }) => reason)]),
    [["taken", [null, null]]],
  );
  assert.equal((await documentsOf(caller)).length, 3);
  const { rows: bills } = await client.query("select id from utility_bills where company_id = $1", [company]);
  assert.equal(bills.length, 1);
  const { rows } = await client.query("select asked_that_day, tries from model_questions where company_id = $1", [
    company,
  ]);
  assert.deepEqual([rows, model.asked.length], [[{ asked_that_day: 2, tries: 2 }], 2]);

  imap.add({ content: mixed(file(pdf(3), "three.pdf")) });
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
