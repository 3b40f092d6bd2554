/** Whatever a mail server does, it costs its own look only: nothing of a mail is lost or doubled, and the mailbox says who must act. */
import assert from "node:assert/strict";
import { after, test } from "node:test";
import type { ImapServer } from "../../../sandbox/mail/imap-server.ts";
import {
  documents,
  fetchesOf,
  file,
  html,
  mails,
  mixed,
  openMailboxes,
  pdf,
  QUICK,
  shown,
} from "../../../test/mailboxes.ts";

const { mailbox, look } = await openMailboxes({ after });

test("a mail of which one file was uploaded before the connection broke is read again, and nothing is doubled", async () => {
  const box = await mailbox("Between");
  box.server.add({ content: mixed(file(pdf(1), "one.pdf"), file(pdf(2), "two.pdf")) });
  box.server.faults.cutsAt = "BODY.PEEK[3]";
  await look(box);
  assert.equal((await documents(box.member)).length, 1);
  assert.deepEqual(
    (await mails(box)).map(({ state }) => state),
    ["reading"],
  );
  delete box.server.faults.cutsAt;
  await look(box);
  assert.equal((await documents(box.member)).length, 2);
  const [mail] = await mails(box);
  assert.deepEqual([mail?.state, mail?.files.every(({ document_id }) => document_id !== null)], ["taken", true]);
  assert.deepEqual(
    mail?.files.map(({ reason }) => reason),
    [null, null],
  );
  assert.equal((await shown(box)).documents_made, 2);
});

test("a server that is busy at the login is tried again: that says nothing about the password", async () => {
  const box = await mailbox("Busy");
  box.server.faults.refusesLogin = "UNAVAILABLE";
  await look(box);
  assert.equal((await shown(box)).state, "unreachable");
  delete box.server.faults.refusesLogin;
  await look(box);
  assert.equal((await shown(box)).state, "active");
});

const FAULTS: [name: string, faults: ImapServer["faults"], detail: string][] = [
  ["never answers", { isMute: true }, "unreachable"],
  ["stops answering", { silentAt: "UID SEARCH" }, "unreachable"],
  ["breaks off at every mail", { cutsAt: "UID FETCH" }, "unreachable"],
  ["sends a line without end", { endlessLine: true }, "odd_answer"],
  ["sends answers without end that nobody asked for", { endlessAnswers: true, silentAt: "UID FETCH" }, "odd_answer"],
  ["does not let the folder be opened", { refuses: "SELECT" }, "no_such_folder"],
  ["does not let mails be marked", { refuses: "STORE" }, "cannot_mark"],
];

for (const [name, faults, detail] of FAULTS) {
  test(`a server that ${name} costs its own look only, and nothing is lost`, async () => {
    const box = await mailbox("Faulty");
    box.server.add({ content: mixed(file(pdf(1))) });
    Object.assign(box.server.faults, faults);
    await look(box);
    assert.equal((await shown(box)).status_detail, detail, JSON.stringify(await shown(box)));
    for (const fault of Object.keys(faults)) delete box.server.faults[fault as keyof typeof faults];
    await look(box);
    assert.equal((await shown(box)).state, "active");
    assert.equal((await documents(box.member)).length, 1);
    assert.deepEqual(
      (await mails(box)).map(({ state }) => state),
      ["taken"],
    );
    assert.equal(box.server.folders.get("INBOX")?.[0]?.seen, true);
  });
}

test("sizes that the server makes up change nothing: too large is what is too large", async () => {
  const box = await mailbox("Liar");
  box.server.faults.saysSize = 12;
  box.server.add({ content: mixed(file(Buffer.alloc(26 * 1024 * 1024, "x"), "huge.pdf")) });
  await look(box);
  box.server.faults.saysSize = 4_000_000_000;
  box.server.add({ content: mixed(file(pdf(1), "small.pdf")) });
  const fetched = fetchesOf(box.server);
  await look(box);
  assert.equal(fetchesOf(box.server), fetched, "what is said to be too large is not fetched");
  assert.deepEqual(
    (await mails(box)).map(({ state, files }) => [state, files[0]?.reason]),
    [
      ["refused", "The file is larger than its server says."],
      ["refused", "The file is larger than 25 MB."],
    ],
  );
});

test("a server without TLS, or with a certificate of another name, gets no login", async () => {
  const plain = await mailbox("Plain", {}, { startTls: true });
  plain.server.faults.noStartTls = true;
  await look(plain);
  assert.deepEqual(
    [(await shown(plain)).status_detail, (await shown(plain)).action_required_by],
    ["not_secure", "customer"],
  );
  assert.ok(
    plain.server.commands.every((each) => !/LOGIN|AUTHENTICATE/i.test(each)),
    plain.server.commands.join(),
  );
  const box = await mailbox("Other name", { host: "127.0.0.1" });
  await look(box);
  assert.equal((await shown(box)).status_detail, "not_secure");
  assert.deepEqual(box.server.signIns, { accepted: 0, refused: 0 });
});

test("a folder of more mails than a server can list at once is read in parts, in order, also with gaps in its numbers", async () => {
  const box = await mailbox("Huge", { after_reading: "leave", since: null });
  box.server.add({ content: html });
  const folder = box.server.folders.get("INBOX") ?? [];
  const [first] = folder;
  assert.ok(first !== undefined);
  for (let uid = 2; uid < 150_000; uid += 1) folder.push({ ...first, uid: uid < 4 ? uid : uid + 1_000_000 });
  await look(box, { ...QUICK, mails: 5 });
  const { mails_read, state, errors } = await shown(box);
  assert.deepEqual([mails_read, state, errors], [5, "active", null]);
  const described = box.server.commands.flatMap((each) => /UID FETCH (\d+) /.exec(each)?.[1] ?? []);
  assert.deepEqual(described, ["1", "2", "3", "1000004", "1000005"]);
});

test("of ten thousand mails a look reads some, in order, and the next ones go on; a folder that is numbered anew doubles nothing", async () => {
  const box = await mailbox("Many", { after_reading: "leave" });
  for (let count = 0; count < 9_995; count += 1) box.server.add({ content: html });
  await look(box, { ...QUICK, mails: 5 });
  const first = await shown(box);
  assert.deepEqual([first.mails_read, first.state], [5, "active"]);
  assert.ok(
    first.next_check_at !== null && first.last_checked_at !== null && first.next_check_at <= first.last_checked_at,
  );
  await look(box, { ...QUICK, mails: 5 });
  assert.equal((await shown(box)).mails_read, 10);
  const folder = box.server.folders.get("INBOX");
  folder?.splice(0, folder.length);
  box.server.add({ content: mixed(file(pdf(1))) });
  box.server.uidValidity += 1;
  await look(box);
  box.server.uidValidity += 1;
  await look(box);
  assert.equal((await documents(box.member)).length, 1);
  assert.equal((await shown(box)).documents_made, 1);
});

test("a server that claims mails that are not there is not asked again at once, and one that claims millions is out of order", async () => {
  const box = await mailbox("Ghosts", { after_reading: "leave" });
  box.server.faults.claims = 50;
  await look(box, { ...QUICK, mails: 5 });
  const some = await shown(box);
  assert.deepEqual([some.state, some.mails_read], ["active", 0]);
  assert.ok((some.next_check_at ?? "") > (some.last_checked_at ?? ""));
  box.server.faults.claims = 16_000_000;
  await look(box, { ...QUICK, mails: 5 });
  assert.equal((await shown(box)).status_detail, "odd_answer");
});
