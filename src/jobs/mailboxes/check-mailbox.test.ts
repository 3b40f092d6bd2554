/** Bills that arrive by mail become documents once; what is not taken says why, and edits and refusals are respected. */
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { createDocuments } from "../../../sandbox/web/documents.ts";
import { createWorld } from "../../../sandbox/world/world.ts";
import { IMAP_LOGIN, type TestPart } from "../../../sandbox/mail/imap-server.ts";
import {
  documents,
  fetchesOf,
  file,
  html,
  mails,
  mixed,
  openMailboxes,
  pdf,
  shown,
  type Box,
  type Shown,
} from "../../../test/mailboxes.ts";
import { editMailbox } from "../../operations/mailboxes.ts";
import { runParse } from "../bills/parse.ts";
import { requestMailboxChecks } from "./check-mailbox.ts";

const { running, mailbox, look } = await openMailboxes({ after });
const { app } = running;

for (const startTls of [false, true]) {
  test(`a bill that is attached to a mail becomes a document, over ${startTls ? "STARTTLS" : "TLS"}, and the mail is marked as read`, async () => {
    const box = await mailbox("Mail", {}, { startTls });
    box.server.add({ content: mixed(file(pdf(1))), subject: "Your bill for January" });
    await look(box);
    const [document, other] = await documents(box.member);
    assert.deepEqual(
      [document?.name, document?.state, document?.uploaded_by],
      ["bill.pdf", "waiting", box.member.user_id],
    );
    assert.equal(other, undefined);
    const [mail] = await mails(box);
    assert.deepEqual(
      [mail?.state, mail?.sender, mail?.subject],
      ["taken", "billing@utility.example", "Your bill for January"],
    );
    assert.deepEqual(mail?.files, [{ name: "bill.pdf", document_id: document?.id, reason: null }]);
    assert.equal(box.server.folders.get("INBOX")?.[0]?.seen, true);
    const { state, mails_read, documents_made, errors } = await shown(box);
    assert.deepEqual([state, mails_read, documents_made, errors], ["active", 1, 1, null]);
    const fetched = fetchesOf(box.server);
    await look(box);
    assert.equal(fetchesOf(box.server), fetched, "nothing is fetched twice");
    assert.equal((await mails(box)).length, 1);
  });
}

test("from a mail to a bill: the account is the one that the attached file prints", async () => {
  const box = await mailbox("To a bill");
  const [account] = createWorld().accountsOf("northgate-electric", "demo_residential") ?? [];
  const printed = account?.bills.findLast(({ document }) => document === "good");
  assert.ok(account !== undefined && printed !== undefined);
  const bytes = Buffer.from(await createDocuments().fetch("northgate-electric", account, printed));
  box.server.add({ content: mixed(file(bytes)) });
  await look(box);
  const [document] = await documents(box.member);
  const ids = { company_id: box.member.company_id, document_id: document?.id ?? 0 };
  await runParse(app, ids, new AbortController().signal);
  const bills = (await box.member.send("GET", "/v1/utility_bills")).json<{ origin: string }[]>();
  assert.deepEqual(
    bills.map(({ origin }) => origin),
    ["upload"],
  );
  const accounts = (await box.member.send("GET", "/v1/utility_accounts")).json<{ acct_num: string }[]>();
  assert.deepEqual(
    accounts.map(({ acct_num }) => acct_num),
    [account.number],
  );
});

test("every bill file of a mail is taken: of forwarded mails, of octet streams, archives; pictures of the text and other files are not", async () => {
  const box = await mailbox("Kinds", { after_reading: "leave" });
  const forwarded: TestPart = { mail: { multipart: "mixed", parts: [html, { mail: file(pdf(2), "inner.pdf") }] } };
  const logo: TestPart = {
    type: "image/png",
    bytes: Buffer.from("logo"),
    name: "logo.png",
    disposition: "inline",
    id: "<l>",
  };
  const related: TestPart = { multipart: "related", parts: [html, logo] };
  box.server.add({
    content: {
      multipart: "mixed",
      parts: [
        related,
        forwarded,
        { type: "application/octet-stream", bytes: pdf(3), name: "March.PDF" },
        {
          type: "application/pkcs7-signature",
          bytes: Buffer.from("signed"),
          name: "smime.p7s",
          disposition: "attachment",
        },
        { type: "application/pdf", bytes: Buffer.alloc(0), name: "empty.pdf", disposition: "attachment" },
      ],
    },
  });
  box.server.add({ content: related, subject: "A private picture", from: "friend@home.example" });
  box.server.add({ content: file(pdf(4), "alone.pdf") });
  await look(box);
  assert.deepEqual((await documents(box.member)).map(({ name }) => name).sort(), [
    "March.PDF",
    "alone.pdf",
    "inner.pdf",
  ]);
  const [first, second, third] = await mails(box);
  assert.deepEqual(
    first?.files.map(({ name, reason }) => [name, reason]),
    [
      ["inner.pdf", null],
      ["March.PDF", null],
      ["empty.pdf", "The file is empty."],
    ],
  );
  assert.deepEqual([second?.state, second?.sender, second?.subject], ["no_bill", null, null]);
  assert.match(second?.note ?? "", /pictures within its text are not taken/);
  assert.equal(third?.state, "taken");
  assert.ok(
    box.server.commands.some((each) => each.startsWith("EXAMINE")),
    "a mailbox that is left alone is opened to read only",
  );
  assert.ok(box.server.folders.get("INBOX")?.every(({ seen }) => !seen));
});

test("a bill too deep within forwarded mails is not taken, and the mail says so", async () => {
  const box = await mailbox("Deep");
  const forwarded = (content: TestPart, times: number): TestPart =>
    times === 0 ? content : forwarded({ multipart: "mixed", parts: [html, { mail: content }] }, times - 1);
  box.server.add({ content: forwarded(file(pdf(1)), 4) });
  box.server.add({ content: mixed(file(pdf(2)), forwarded(file(pdf(3)), 4)) });
  await look(box);
  const said = (await mails(box)).map(({ state, note }) => [state, note]);
  const deep =
    "1 part was not looked at: mails within mails are followed 3 deep, parts within parts 20 deep, and 500 parts in all. Forward a bill that is missing as a file of its own.";
  assert.deepEqual(said, [
    ["no_bill", `It has no file of a kind that is read. ${deep}`],
    ["taken", deep],
  ]);
});

test("the same file in two mails is one document, and only senders on the list are read", async () => {
  const box = await mailbox("Senders", { senders: ["utility.example"] });
  box.server.add({ content: mixed(file(pdf(1), "a.pdf")), from: "billing@mail.utility.example" });
  box.server.add({ content: mixed(file(pdf(1), "b.pdf")), from: "Billing@Utility.example" });
  box.server.add({ content: mixed(file(pdf(2))), from: "billing@utility.example.evil.example" });
  await look(box);
  assert.equal((await documents(box.member)).length, 1);
  const [first, second, third] = await mails(box);
  assert.equal(second?.files[0]?.document_id, first?.files[0]?.document_id);
  assert.equal(second?.files[0]?.reason, "The same file is a document already.");
  assert.deepEqual([third?.state, third?.files], ["sender_not_listed", []]);
  assert.deepEqual((await shown(box)).documents_made, 1);
});

test("mails are moved when that is asked for, and only mails since the day are read", async () => {
  const box = await mailbox("Moved", { after_reading: "move", move_to: "Done", since: "2026-03-01" });
  box.server.add({ content: mixed(file(pdf(1))), at: new Date("2026-02-27T12:00:00Z") });
  box.server.add({ content: mixed(file(pdf(2))), at: new Date("2026-03-01T12:00:00Z") });
  await look(box);
  const missing = await shown(box);
  assert.deepEqual(
    [missing.state, missing.status_detail, missing.action_required_by],
    ["blocked", "no_such_folder", "customer"],
  );
  assert.match(missing.errors ?? "", /no folder “INBOX”, or no folder “Done”/);
  assert.equal(fetchesOf(box.server), 0);
  box.server.folders.set("Done", []);
  await look(box);
  assert.equal(box.server.folders.get("Done")?.length, 1);
  assert.equal(box.server.folders.get("INBOX")?.length, 1);
  const [task] = (await box.member.send("GET", "/v1/tasks")).json<{ tasks: { kind: string }[] }>().tasks;
  assert.notEqual(task?.kind, "mailbox_failing");
  assert.equal((await shown(box)).state, "active");
});

test("a refused password is not tried again, by nobody, until it is changed", async () => {
  const box = await mailbox("Refused", { password: "wrong" });
  box.server.add({ content: mixed(file(pdf(1))) });
  await look(box);
  await look(box);
  assert.deepEqual(box.server.signIns, { accepted: 0, refused: 1 });
  const { state, errors, next_check_at, action_required_by } = await shown(box);
  assert.deepEqual([state, next_check_at, action_required_by], ["login_refused", null, "customer"]);
  assert.match(errors ?? "", /^localhost did not accept the user name or the password\./);
  const { tasks } = (await box.member.send("GET", "/v1/tasks?kind=mailbox_failing")).json<{
    tasks: { what: string }[];
  }>();
  assert.match(
    tasks[0]?.what ?? "",
    /Bills of the mailbox “bills@example.com” do not arrive: localhost did not accept/,
  );
  assert.equal((await box.member.send("POST", `/v1/mailboxes/${box.id}/check`)).statusCode, 409);
  const path = `/v1/mailboxes/${box.id}`;
  for (const body of [{ senders: [] }, { active: false }, { active: true }]) {
    assert.equal((await box.member.send("PATCH", path, body)).json<Shown>().errors, errors);
    await look(box);
  }
  await requestMailboxChecks(app, 1000);
  assert.equal(box.server.signIns.refused, 1);
  await box.member.send("PATCH", path, { password: IMAP_LOGIN.password });
  await look(box);
  assert.equal((await shown(box)).state, "active");
  assert.equal((await documents(box.member)).length, 1);
});

test("a refused password is tried once for all folders of a login, and a folder with another password is read on", async () => {
  const box = await mailbox("Five folders", { password: "wrong" });
  const { server, member } = box;
  const folder = async (name: string, password: string): Promise<Box> => {
    server.folders.set(name, []);
    const place = { host: "LOCALHOST", port: server.port, security: "tls", folder: name };
    const made = await member.send("POST", "/v1/mailboxes", { ...place, username: IMAP_LOGIN.username, password });
    assert.equal(made.statusCode, 201, made.body);
    return { server, member, id: made.json<Shown>().id };
  };
  const others = [await folder("A", "wrong"), await folder("B", "wrong"), await folder("C", "wrong")];
  const right = await folder("D", IMAP_LOGIN.password);
  await Promise.all([box, ...others].map((each) => look(each)));
  for (const each of [box, ...others, right]) await look(each);
  assert.deepEqual(server.signIns, { accepted: 1, refused: 1 });
  const states = await Promise.all([box, ...others, right].map(async (each) => (await shown(each)).state));
  assert.deepEqual(states, [...[box, ...others].map(() => "login_refused"), "active"]);
  await member.send("PATCH", `/v1/mailboxes/${box.id}`, { password: IMAP_LOGIN.password });
  await look(box);
  assert.equal((await shown(box)).state, "active");
});

test("another folder is read from its beginning, also when its server gives it the same numbers", async () => {
  const box = await mailbox("Other folder");
  box.server.add({ content: mixed(file(pdf(1), "one.pdf")) });
  box.server.folders.set("Bills", []);
  box.server.add({ content: mixed(file(pdf(2), "two.pdf")) }, "Bills");
  await look(box);
  await box.member.send("PATCH", `/v1/mailboxes/${box.id}`, { folder: "Bills" });
  await look(box);
  const names = async () => (await documents(box.member)).map(({ name }) => name).toSorted();
  assert.deepEqual(await names(), ["one.pdf", "two.pdf"]);
  await box.member.send("PATCH", `/v1/mailboxes/${box.id}`, { folder: "INBOX" });
  box.server.add({ content: mixed(file(pdf(3), "three.pdf")) });
  await look(box);
  assert.deepEqual(await names(), ["one.pdf", "three.pdf", "two.pdf"]);
  assert.equal((await shown(box)).documents_made, 3);
});

test("an earlier day to begin with takes the mails before, and those that were read stay read", async () => {
  const box = await mailbox("Earlier", { since: "2026-03-01" });
  box.server.add({ content: mixed(file(pdf(1), "january.pdf")), at: new Date("2026-01-10T12:00:00Z") });
  box.server.add({ content: mixed(file(pdf(2), "february.pdf")), at: new Date("2026-02-10T12:00:00Z") });
  box.server.add({ content: mixed(file(pdf(3), "march.pdf")), at: new Date("2026-03-10T12:00:00Z") });
  const path = `/v1/mailboxes/${box.id}`;
  await look(box);
  assert.equal((await documents(box.member)).length, 1);
  const fetched = fetchesOf(box.server);
  for (const [since, count] of [
    ["2026-02-01", 2],
    ["2026-03-01", 2],
    [null, 3],
  ] as const) {
    await box.member.send("PATCH", path, { since });
    await look(box);
    assert.equal((await documents(box.member)).length, count);
  }
  assert.equal(fetchesOf(box.server), 3 * fetched, "each is fetched once");
  assert.equal((await mails(box)).length, 3);
});

test("a full quota keeps the mail for later, and the operator sees why", async () => {
  const box = await mailbox("Quota");
  box.server.add({ content: mixed(file(Buffer.alloc(1_100_000, "%PDF-1.7 "), "big.pdf")) });
  for (let time = 0; time < 5; time += 1) await look(box);
  const { state, status_detail, action_required_by } = await shown(box);
  assert.deepEqual([state, status_detail, action_required_by], ["blocked", "quota_exceeded", "service"]);
  assert.deepEqual(
    (await mails(box)).map((mail) => mail.state),
    ["reading"],
  );
});

test("an edit during a look ends it: its result is not recorded, and the next look begins as edited", async () => {
  const box = await mailbox("Edited meanwhile");
  const path = `/v1/mailboxes/${box.id}`;
  const edit = (body: object) => async () => assert.equal((await box.member.send("PATCH", path, body)).statusCode, 200);
  box.server.add({ content: mixed(file(pdf(1), "one.pdf")) });
  box.server.add({ content: mixed(file(pdf(2), "two.pdf")) });
  box.server.folders.set("Bills", []);
  box.server.add({ content: mixed(file(pdf(3), "three.pdf")) }, "Bills");
  box.server.faults.meanwhile = { at: "BODYSTRUCTURE", happens: edit({ folder: "Bills" }) };
  await look(box);
  const names = async () => (await documents(box.member)).map(({ name }) => name).toSorted();
  assert.deepEqual(await names(), ["one.pdf"], "the mail that was begun is ended, and no other is begun");
  const { last_checked_at } = await shown(box);
  assert.equal(last_checked_at, null);
  await look(box);
  assert.deepEqual(await names(), ["one.pdf", "three.pdf"]);
  box.server.faults.refusesLogin = true;
  box.server.faults.meanwhile = {
    at: "AUTHENTICATE",
    happens: edit({ password: IMAP_LOGIN.password }),
  };
  await look(box);
  assert.equal((await shown(box)).state, "active", "the new password was not the one that was refused");
});

test("a new password for another host that comes as a look begins is not sent to the host before", async () => {
  const box = await mailbox("Moved");
  let looking: Promise<void> = Promise.resolve();
  await app.db.transaction().execute(async (trx) => {
    // The look has read the mailbox and waits for its password.
    await sql`lock table secrets in access exclusive mode`.execute(trx);
    looking = look(box);
    const isWaiting = sql`select 1 from pg_locks where relation = 'secrets'::regclass and not granted`;
    for (const end = Date.now() + 10_000; (await isWaiting.execute(trx)).rows.length === 0;) {
      assert.ok(Date.now() < end, "the look never began");
      await sleep(10);
    }
    await editMailbox(app, trx, box.member.company_id, box.id, {
      port: 1024,
      password: "for the other host",
    });
  });
  await looking;
  assert.deepEqual(box.server.signIns, { accepted: 0, refused: 0 });
  assert.equal((await shown(box)).state, "active");
});

test("a paused mailbox is not read, a deleted one neither, and its password is in no line of the log", async () => {
  const box = await mailbox("Edited");
  box.server.add({ content: mixed(file(pdf(1))) });
  const path = `/v1/mailboxes/${box.id}`;
  assert.equal((await box.member.send("PATCH", path, { host: "imap.example.com" })).statusCode, 422);
  await box.member.send("PATCH", path, { active: false });
  await look(box);
  assert.equal(box.server.signIns.accepted, 0);
  assert.equal((await shown(box)).state, "paused");
  assert.equal((await box.member.send("POST", `${path}/check`)).statusCode, 409);
  await box.member.send("PATCH", path, { active: true });
  assert.equal((await box.member.send("POST", `${path}/check`)).statusCode, 202);
  const jobs = await app.jobs.claim({ "check-mailbox": 100 });
  assert.ok(jobs.some(({ payload }) => payload.mailbox_id === box.id));
  assert.equal((await box.member.send("DELETE", path)).json<{ archived: boolean }>().archived, true);
  await look(box);
  assert.equal(box.server.signIns.accepted, 0);
  assert.deepEqual(
    running.logLines.filter((line) => line.includes(IMAP_LOGIN.password)),
    [],
  );
});
