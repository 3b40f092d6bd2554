/** Mails that anybody can send: one that cannot be read says so itself, and the others of the mailbox are read in the same look. */
import assert from "node:assert/strict";
import { after, test } from "node:test";
import type { TestMail } from "../../../sandbox/mail/imap-server.ts";
import { documents, file, html, mails, mixed, openMailboxes, pdf, QUICK, shown } from "../../../test/mailboxes.ts";

const { mailbox, look } = await openMailboxes({ after });

const GOOD: TestMail = { content: mixed(file(pdf(2), "good.pdf")) };
const LIMITS = { ...QUICK, ms: 60_000, silenceMs: 20_000 };
const ODD = /^It could not be read: its server describes it, or sends a file of it, with more than is accepted/;

const ENCODED = "Content-Transfer-Encoding: base64\r\n\r\n";

/** A BODYSTRUCTURE of so many levels, the innermost a bill. */
const nested = (levels: number): string =>
  levels === 0
    ? '("APPLICATION" "PDF" ("NAME" "deep.pdf") NIL NIL "BASE64" 100 NIL ("ATTACHMENT" ("FILENAME" "deep.pdf")) NIL NIL)'
    : `(${nested(levels - 1)} "MIXED" ("BOUNDARY" "b") NIL NIL NIL)`;
const text = '("TEXT" "PLAIN" NIL NIL NIL "7BIT" 3 1 NIL NIL NIL NIL)';

const HOSTILE: Record<string, { mail: TestMail; state: string; note?: RegExp; reason?: RegExp }> = {
  "a description of 300 KB": {
    mail: { content: html, structure: `(${text.repeat(6000)} "MIXED" NIL NIL NIL NIL)` },
    state: "failed",
    note: ODD,
  },
  "a header of a file of 600 KB": {
    mail: { content: mixed({ ...file(pdf(1)), header: `X-Long: ${"x".repeat(600 * 1024)}\r\n\r\n` }) },
    state: "failed",
    note: ODD,
  },
  "thousands of lines that nobody asked for": {
    mail: { content: html, breaks: { at: "BODYSTRUCTURE", how: "lines" } },
    state: "failed",
    note: ODD,
  },
  "a description that is no list": { mail: { content: html, structure: '((("' }, state: "failed", note: ODD },
  "100 levels of parts": {
    mail: { content: html, structure: nested(100) },
    state: "failed",
    note: /does not say what it consists of/,
  },
  "50 levels of parts": { mail: { content: html, structure: nested(50) }, state: "no_bill", note: /1 part was not/ },
  "500 files": {
    mail: { content: mixed(...Array.from({ length: 500 }, (_, at) => file(pdf(1), `${at}.pdf`))) },
    state: "taken",
    note: /2 parts were not looked at.* 448 more files were not taken/,
  },
  "a name with control characters and emoji": {
    mail: { content: mixed({ ...file(pdf(3), `\u0007\u202e${"😀".repeat(100)}a.pdf`), header: ENCODED }) },
    state: "taken",
  },
  "a name and a subject in a charset that nobody knows": {
    mail: { content: mixed(file(pdf(4), "=?x-klingon?B?/////w==?=.pdf")), subject: "=?x-klingon?Q?=00=FF=ED=A0=80?=" },
    state: "taken",
  },
  "a file that is announced small and sent large": {
    mail: { content: mixed(file(Buffer.alloc(300_000, "x"), "large.pdf")), saysSize: 10 },
    state: "refused",
    reason: /^The file is larger than its server says\.$/,
  },
  "an empty file": {
    mail: { content: mixed(file(Buffer.alloc(0))) },
    state: "refused",
    reason: /^The file is empty\.$/,
  },
  "an envelope without anything": {
    mail: { content: mixed(file(pdf(5))), envelope: "NIL" },
    state: "taken",
  },
  "an envelope that is a word": { mail: { content: html, envelope: '"word"' }, state: "no_bill" },
};

for (const [what, { mail, state, note = /^/, reason = /^/ }] of Object.entries(HOSTILE)) {
  test(`${what}: the mail is ${state}, and the next one is read in the same look`, async () => {
    const box = await mailbox("Hostile");
    box.server.add(mail);
    box.server.add(GOOD);
    await look(box, LIMITS);
    const [hostile, good] = await mails(box);
    assert.equal(hostile?.state, state, JSON.stringify(hostile));
    assert.match(hostile.note ?? "", note);
    assert.match(hostile.files[0]?.reason ?? "", reason);
    assert.equal(good?.state, "taken", JSON.stringify(good));
    const { state: now, mails_read, errors } = await shown(box);
    assert.deepEqual([now, mails_read, errors], ["active", 2, null]);
  });
}

test("two mails with the same content and subject are two mails and one document", async () => {
  const box = await mailbox("Twins");
  box.server.add(GOOD);
  box.server.add(GOOD);
  await look(box, LIMITS);
  assert.deepEqual(
    (await mails(box)).map(({ state }) => state),
    ["taken", "taken"],
  );
  assert.equal((await documents(box.member)).length, 1);
});

const cut = (name: string): TestMail => ({
  content: mixed(file(pdf(1), name)),
  breaks: { at: "BODY.PEEK[2]", how: "cut" },
});

test("a mail at which the connection is cut is tried in three looks, after the new mails, and keeps what was taken of it", async () => {
  const box = await mailbox("Cut");
  box.server.add({
    content: mixed(file(pdf(1), "first.pdf"), file(pdf(2), "second.pdf")),
    breaks: { at: "BODY.PEEK[3]", how: "cut" },
  });
  for (const month of [3, 4, 5]) {
    box.server.add({ content: mixed(file(pdf(month), `${month}.pdf`)) });
    const before = box.server.commands.length;
    await look(box, LIMITS);
    const described = box.server.commands.slice(before).filter((each) => each.includes("BODYSTRUCTURE"));
    const numbers = described.map((each) => /UID FETCH (\d+)/.exec(each)?.[1]);
    assert.deepEqual(numbers, month === 3 ? ["1", "2"] : [String(month - 1), "1"]);
    assert.equal((await shown(box)).state, "active");
  }
  const [broken, ...others] = await mails(box);
  assert.deepEqual(
    others.map(({ state }) => state),
    ["taken", "taken", "taken"],
  );
  assert.deepEqual([broken?.state, broken?.subject], ["failed", "Your bill"]);
  assert.equal(broken?.note, "It could not be read: the connection ended 3 times meanwhile.");
  assert.deepEqual(
    broken?.files.map(({ name }) => name),
    ["first.pdf"],
  );
  assert.ok(broken?.received_at !== null && broken?.bytes !== null);
});

test("a mail at which the server falls silent costs the time of its silence, and the next one is read", async () => {
  const box = await mailbox("Silent");
  box.server.add({ content: html, breaks: { at: "BODYSTRUCTURE", how: "silence" } });
  box.server.add(GOOD);
  await look(box, { ...LIMITS, silenceMs: 1500 });
  assert.deepEqual(
    (await mails(box)).map(({ state }) => state),
    ["reading", "taken"],
  );
  assert.equal((await shown(box)).state, "active");
});

test("a server that answers letter by letter is left when the time of the look is over, and the others are read in the next", async () => {
  const box = await mailbox("Drips");
  box.server.add({ content: html, breaks: { at: "BODYSTRUCTURE", how: "drip" } });
  box.server.add(GOOD);
  await look(box, { ...LIMITS, ms: 1500 });
  assert.equal((await shown(box)).state, "unreachable");
  await look(box, { ...LIMITS, ms: 1500 });
  assert.equal((await shown(box)).state, "active");
  assert.deepEqual(
    (await mails(box)).map(({ state }) => state),
    ["reading", "taken"],
  );
});

test("of thirty hostile mails a look reads twenty; the next one comes within a minute and reads the good mail behind them", async () => {
  const box = await mailbox("Thirty");
  for (let count = 0; count < 30; count += 1)
    box.server.add({ content: html, breaks: { at: "BODYSTRUCTURE", how: "lines" } });
  box.server.add(GOOD);
  await look(box, LIMITS);
  const { state, mails_read, last_checked_at, next_check_at } = await shown(box);
  assert.deepEqual([state, mails_read], ["active", 20]);
  assert.equal(Date.parse(next_check_at ?? "") - Date.parse(last_checked_at ?? ""), 60_000);
  await look(box, LIMITS);
  assert.deepEqual([(await shown(box)).mails_read, (await documents(box.member)).length], [31, 1]);
});

test("a server that takes no further login after a mail broke the connection is in trouble, and the password is not blamed", async () => {
  const box = await mailbox("Counts logins");
  box.server.add(cut("one.pdf"));
  box.server.faults.meanwhile = {
    at: "BODY.PEEK[2]",
    happens: async () => void (box.server.faults.refusesLogin = true),
  };
  await look(box, LIMITS);
  const { state, status_detail } = await shown(box);
  assert.deepEqual([state, status_detail], ["unreachable", "unreachable"]);
});
