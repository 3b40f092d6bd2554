/** A utility sends a code by mail: the service reads it from the company's mailbox and goes on, and nobody answers. */
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { startSandbox } from "../../../sandbox/server.ts";
import type { SandboxMail } from "../../../sandbox/web/portal.ts";
import { newMember, openTestApp, type Member } from "../../../test/app.ts";
import { IMAP_LOGIN, startImapServer, trustImapServer } from "../../../sandbox/mail/imap-server.ts";
import type { OpenChallenge } from "../../records/challenge.ts";
import { withMailLoginLock } from "../../store/locks.ts";
import { runCheckMailbox } from "./check-mailbox.ts";
import { runFetch } from "../visits/fetch.ts";
import { runInventory } from "../visits/inventory.ts";
import { runReadCode } from "./read-code.ts";

trustImapServer();
const imap = await startImapServer({ after });
/** What becomes of the mails of the portal; they arrive, unless a test says otherwise. */
let deliver: ((mail: SandboxMail) => void) | null = null;
const sent: string[] = [];
const requests: string[] = [];
const sandbox = await startSandbox({
  port: 0,
  log: (line) => requests.push(line),
  sendMail(mail) {
    sent.push(/\d{6}/.exec(mail.text)?.[0] ?? "");
    (deliver ?? arrive)(mail);
  },
});
after(() => sandbox.close());
const running = await openTestApp(
  { after },
  { METERBOOK_SANDBOX_PORT: new URL(sandbox.url).port, METERBOOK_ALLOW_LOCAL_WEBHOOKS: "true" },
);
const { app, logLines } = running;
const never = new AbortController().signal;

const PACE = { everyMs: 20 };
const MINUTE_MS = 60_000;

function arrive({ from, subject, text }: SandboxMail, at = new Date(app.now())): void {
  imap.add({ from, subject, at, content: { type: "text/plain", bytes: Buffer.from(text) } });
}

const codeMail = (code: string, from = "no-reply@lakefront.example"): SandboxMail => ({
  from,
  subject: "Your code",
  text: `Your code is: ${code}\r\n`,
});

interface Box {
  member: Member;
  mailbox_id: number;
}

async function openBox(name: string, folder = "INBOX"): Promise<Box> {
  imap.folders.set(folder, []);
  const member = await newMember(running, { name });
  const made = await member.send("POST", "/v1/mailboxes", {
    host: "localhost",
    port: imap.port,
    ...IMAP_LOGIN,
    folder,
    reads_bills: false,
    reads_codes: true,
  });
  assert.equal(made.statusCode, 201, made.body);
  const { id: mailbox_id } = made.json<{ id: number }>();
  await runCheckMailbox(app, { company_id: member.company_id, mailbox_id }, never);
  return { member, mailbox_id };
}

async function submit({ member, mailbox_id }: Box): Promise<number> {
  const made = await member.send("POST", "/v1/authorizations", {
    online_access_url: `${sandbox.url}/lakefront-energy/`,
    online_access_username: "demo_mfa",
    online_access_password: "sandbox",
    code_mailbox_id: mailbox_id,
  });
  assert.equal(made.statusCode, 201, made.body);
  return made.json<{ id: number }>().id;
}

const visit = ({ member: { company_id } }: Box, authorization_id: number) =>
  runInventory(app, { company_id, authorization_id }, never);

/** Runs the job that waits for the mail of an authorization; false when no such job waits. */
async function readCode({ member: { company_id } }: Box, authorization_id: number): Promise<boolean> {
  const { rows } = await sql<{ payload: { challenge_id: number } }>`
    delete from jobs where kind = 'read-code' and (payload ->> 'authorization_id')::bigint = ${authorization_id} returning payload`.execute(
    app.db,
  );
  for (const { payload } of rows)
    await runReadCode(
      app,
      { company_id, authorization_id, challenge_id: payload.challenge_id },
      never,
      undefined,
      PACE,
    );
  return rows.length > 0;
}

interface State {
  status: string;
  status_detail: string | null;
  action_required_by: string;
  errors: string | null;
}
const stateOf = async ({ member }: Box, id: number) =>
  (await member.send("GET", `/v1/authorizations/${id}?reveal=false`)).json<State>();
const statusOf = async (box: Box, id: number) => {
  const { status, status_detail, action_required_by } = await stateOf(box, id);
  return [status, status_detail, action_required_by];
};
const challengeOf = async ({ member }: Box, id: number) =>
  (await member.send("GET", `/v1/authorizations/${id}/challenge`)).json<OpenChallenge>();
const signIns = () =>
  requests.filter((line) => line.startsWith("GET /lakefront-energy-id/") && line.includes("authorize")).length;

const COMPLETE = ["Inventory Complete", null, "none"];
const ASKED = ["Pending", "mfa_required", "customer"];

test("from the credentials to the bills nobody answers; the mail stays unread, and its code is in no log, list or job", async () => {
  const box = await openBox("Codes");
  const { member } = box;
  const id = await submit(box);
  await visit(box, id);
  assert.deepEqual(await statusOf(box, id), ["Inventory Pending", null, "none"], "nobody needs to act");
  assert.equal((await challengeOf(box, id)).code_mail, "waiting");
  const before = signIns();
  await visit(box, id);
  await runFetch(app, { company_id: member.company_id, authorization_id: id }, never);
  assert.equal(signIns(), before, "another visit has no second code sent meanwhile");

  assert.equal(await readCode(box, id), true);
  const code = sent.at(-1) ?? "";
  assert.match(code, /^\d{6}$/);
  const { rows } = await sql<{ text: string }>`
    select (select string_agg(jobs::text, ' ') from jobs) || (select coalesce(string_agg(challenges::text, ' '), '') from challenges)
      || (select string_agg(authorizations::text, ' ') from authorizations) || (select string_agg(code_turns::text, ' ') from code_turns)
      || (select string_agg(mailboxes::text, ' ') from mailboxes) as text`.execute(app.db);
  assert.ok((rows[0]?.text.length ?? 0) > 500 && !rows[0]?.text.includes(code), "only sealed");

  await visit(box, id);
  assert.deepEqual(await statusOf(box, id), COMPLETE);
  const { accounts } = (await member.send("GET", `/v1/authorizations/${id}`)).json<{ accounts: { id: number }[] }>();
  const utility_account_id = accounts[0]?.id ?? 0;
  const path = `/v1/authorizations/${id}/update_account_status`;
  const activated = await member.send("PUT", path, { utility_account_id, status: "Active" });
  assert.equal(activated.statusCode, 200, activated.body);
  // Each visit signs in anew here, and is asked again.
  const of = { company_id: member.company_id, authorization_id: id };
  await runFetch(app, of, never);
  assert.deepEqual(await statusOf(box, id), COMPLETE, "it is waited for the mail of a fetch, too");
  assert.equal(await readCode(box, id), true);
  await runFetch(app, of, never);
  assert.notEqual((await member.send("GET", "/v1/documents")).json<unknown[]>().length, 0);
  assert.equal(await readCode(box, id), false);

  assert.deepEqual(
    imap.folders.get("INBOX")?.map(({ seen }) => seen),
    [false, false],
  );
  assert.ok(!imap.commands.some((command) => /STORE|SELECT|BODY\[/.test(command)), "opened to read only");
  assert.ok(logLines.length > 0);
  for (const each of sent) assert.ok(!logLines.some((line) => line.includes(each)));
});

test("an old mail, one of another sender and one without a code are left alone, and then a person is asked", async () => {
  const box = await openBox("Others", "Others");
  const id = await submit(box);
  const put = (mail: SandboxMail, at?: Date) =>
    imap.add(
      {
        from: mail.from,
        subject: mail.subject,
        at: at ?? new Date(app.now()),
        content: { type: "text/html", bytes: Buffer.from(`<p>${mail.text}</p>`) },
      },
      "Others",
    );
  put(codeMail("111111"), new Date(app.now() - MINUTE_MS));
  deliver = () => {
    put(codeMail("222222", "no-reply@lakefront.example.evil.example"));
    put({ ...codeMail("333333"), subject: "Your bill", text: "Your bill 333333 is ready." });
    put({ ...codeMail("444444"), text: "Your code is 444444 or 555555." });
  };
  await visit(box, id);
  deliver = null;
  running.passMs(4 * MINUTE_MS);
  const answers = requests.filter((line) => line.includes("VerifyCode")).length;
  await readCode(box, id);
  assert.equal(requests.filter((line) => line.includes("VerifyCode")).length, answers, "nothing was tried");
  assert.deepEqual(await statusOf(box, id), ASKED);
  const { errors } = await stateOf(box, id);
  assert.match(errors ?? "", /^No mail with the code came in time.* Give it within 10 minutes\.$/);
  const { code_mail, expires_at } = await challengeOf(box, id);
  assert.equal(code_mail, "not_found");
  assert.ok(Date.parse(expires_at) > app.now() + 9 * MINUTE_MS, "with the whole time for a person");

  const answer = sent.at(-1);
  assert.equal((await box.member.send("POST", `/v1/authorizations/${id}/challenge`, { answer })).statusCode, 202);
  await visit(box, id);
  assert.deepEqual(await statusOf(box, id), COMPLETE);
});

test("the newest of several mails counts; a refused code is not tried twice, and a person is asked", async () => {
  const box = await openBox("Newest", "INBOX");
  const id = await submit(box);
  deliver = (mail) => {
    arrive(mail);
    arrive(codeMail("000000"));
  };
  await visit(box, id);
  deliver = null;
  await readCode(box, id);
  await visit(box, id);
  assert.deepEqual(await statusOf(box, id), ["Pending", "mfa_failed", "customer"]);
  assert.equal(await readCode(box, id), false);
  assert.equal((await challengeOf(box, id)).tries_left, 2);
});

test("two logins at once: the second has no code sent before the first is in, and neither takes the code of the other", async () => {
  // The same mailbox, which two companies name.
  const [one, other] = [await openBox("First"), await openBox("Second")];
  const [first, second] = [await submit(one), await submit(other)];
  const begun = sent.length;
  await Promise.all([visit(one, first), visit(other, second)]);
  assert.equal(sent.length, begun + 1, "one of the two waits");
  const isFirst = (await challengeOf(one, first)).code_mail === "waiting";
  const [winner, later] = isFirst
    ? ([
        [one, first],
        [other, second],
      ] as const)
    : ([
        [other, second],
        [one, first],
      ] as const);
  const { rows } = await sql`
    select 1 from jobs where kind = 'inventory' and (payload ->> 'authorization_id')::bigint = ${later[1]}`.execute(
    app.db,
  );
  assert.equal(rows.length, 1, "it comes back by itself");
  assert.equal(await readCode(...later), false);
  await readCode(...winner);
  await visit(...winner);
  assert.deepEqual(await statusOf(...winner), COMPLETE);
  await visit(...later);
  assert.equal(sent.length, begun + 2);
  await readCode(...later);
  await visit(...later);
  assert.deepEqual(await statusOf(...later), COMPLETE);
});

test("who names the mailbox of another company without its password takes no turn there", async () => {
  const [owner, stranger] = [await openBox("Owner"), await openBox("Stranger")];
  const edit = (edited: object) => stranger.member.send("PATCH", `/v1/mailboxes/${stranger.mailbox_id}`, edited);
  const look = () =>
    runCheckMailbox(app, { company_id: stranger.member.company_id, mailbox_id: stranger.mailbox_id }, never);
  const id = await submit(stranger);
  const turns = async () =>
    (await sql`select 1 from code_turns where authorization_id = ${id}`.execute(app.db)).rows.length;
  assert.equal((await edit({ password: "guessed" })).statusCode, 200);
  const begun = sent.length;
  await visit(stranger, id);
  assert.deepEqual([sent.length, await turns()], [begun, 0], "its sign-in waits for the first look");
  // A look that fails otherwise, and an edit after it, prove nothing either.
  assert.equal((await edit({ port: 1024, password: "guessed" })).statusCode, 200);
  await look();
  assert.equal((await edit({ folder: "Sent" })).statusCode, 200);
  await visit(stranger, id);
  assert.deepEqual([sent.length, await turns()], [begun, 0]);
  await look();
  await visit(stranger, id);
  assert.deepEqual(
    [await statusOf(stranger, id), (await challengeOf(stranger, id)).code_mail],
    [ASKED, "mailbox_failing"],
  );
  assert.equal(await turns(), 0);
  const own = await submit(owner);
  await visit(owner, own);
  await readCode(owner, own);
  await visit(owner, own);
  assert.deepEqual(await statusOf(owner, own), COMPLETE);
});

test("a mailbox that refuses the login says so, a person is asked for the code, and the utility is not blamed", async () => {
  const box = await openBox("Refused");
  const id = await submit(box);
  await visit(box, id);
  imap.faults.refusesLogin = true;
  const before = imap.signIns.refused;
  await readCode(box, id);
  assert.deepEqual(await statusOf(box, id), ASKED);
  assert.match((await stateOf(box, id)).errors ?? "", /^The mailbox from which the code is to be read cannot be read/);
  assert.equal((await challengeOf(box, id)).code_mail, "mailbox_failing");
  const { failures } = await app.db
    .selectFrom("authorizations")
    .select("failures")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  assert.equal(failures, 0);
  const mailbox = (await box.member.send("GET", `/v1/mailboxes/${box.mailbox_id}`)).json<Record<string, string>>();
  assert.deepEqual([mailbox["state"], mailbox["action_required_by"]], ["login_refused", "customer"]);
  const tasks = await box.member.send("GET", "/v1/tasks?kind=mailbox_failing");
  assert.match(tasks.body, /"kind":"mailbox_failing"/);

  // Known to be refused, it is not tried again, and the person is asked at once.
  assert.equal((await box.member.send("POST", `/v1/authorizations/${id}/inventory`)).statusCode, 202);
  await visit(box, id);
  assert.deepEqual([await statusOf(box, id), await readCode(box, id)], [ASKED, false]);
  assert.equal(imap.signIns.refused, before + 1);
  delete imap.faults.refusesLogin;
});

test("a company names a mailbox for all its logins but those of its forms; only an owner lets codes be read", async () => {
  const { member, mailbox_id } = await openBox("Defaults");
  const editor = await newMember(running, { name: "Editor", colleagueOf: member, company_role: "editor" });
  const patch = (by: Member, body: object) => by.send("PATCH", `/v1/mailboxes/${mailbox_id}`, body);
  assert.equal((await patch(editor, { reads_codes: true })).statusCode, 403);
  assert.equal((await patch(editor, { reads_codes: false })).statusCode, 200);
  const named = (by: Member, id: number | null) => by.send("PATCH", "/v1/company", { code_mailbox_id: id });
  assert.match((await named(member, mailbox_id)).body, /Codes may not be read from this mailbox/);
  assert.equal((await patch(member, { reads_codes: true })).statusCode, 200);
  assert.equal((await named(editor, mailbox_id)).statusCode, 403);
  const foreign = await openBox("Foreign");
  assert.match((await named(foreign.member, mailbox_id)).body, /No mailbox of your company has this id/);
  assert.equal((await named(member, mailbox_id)).json<{ code_mailbox_id: number }>().code_mailbox_id, mailbox_id);

  const id = await submitWithout(member);
  const box = { member, mailbox_id };
  await visit(box, id);
  assert.equal((await challengeOf(box, id)).code_mail, "waiting");
  await readCode(box, id);
  await visit(box, id);
  assert.deepEqual(await statusOf(box, id), COMPLETE);

  // A login that waits for a code is tried again once it names a mailbox.
  await named(member, null);
  const waiting = await submitWithout(member);
  await visit(box, waiting);
  assert.deepEqual(await statusOf(box, waiting), ASKED);
  const edited = await member.send("PATCH", `/v1/authorizations/${waiting}`, { code_mailbox_id: mailbox_id });
  assert.equal(edited.statusCode, 200, edited.body);
  await visit(box, waiting);
  assert.equal((await challengeOf(box, waiting)).code_mail, "waiting");
});

async function submitWithout(member: Member): Promise<number> {
  const made = await member.send("POST", "/v1/authorizations", {
    online_access_url: `${sandbox.url}/lakefront-energy/`,
    online_access_username: "demo_mfa",
    online_access_password: "sandbox",
  });
  return made.json<{ id: number }>().id;
}

test("a mailbox for codes alone is opened to see whether it can be, and none of its mails becomes a document", async () => {
  const box = await openBox("Alone");
  const before = imap.commands.length;
  const payload = { company_id: box.member.company_id, mailbox_id: box.mailbox_id };
  await runCheckMailbox(app, payload, never);
  assert.ok(!imap.commands.slice(before).some((command) => /FETCH|SEARCH|SELECT/.test(command)));
  const { state, mails_read } = (await box.member.send("GET", `/v1/mailboxes/${box.mailbox_id}`)).json<{
    state: string;
    mails_read: number;
  }>();
  assert.deepEqual([state, mails_read], ["active", 0]);
});

test("a mailbox that gets another host while its login waits is not read: the password goes to no host but its own", async () => {
  // A login of another test may still wait for its code.
  await sql`delete from code_turns`.execute(app.db);
  const other = await startImapServer({ after });
  const box = await openBox("Moved");
  const id = await submit(box);
  await visit(box, id);
  const { company_id } = box.member;
  const read = await withMailLoginLock(app.db, { company_id, host: "localhost", ...IMAP_LOGIN }, async () => {
    const reading = readCode(box, id);
    await sleep(300);
    const moved = { port: other.port, password: "a password of the editor" };
    const edited = await box.member.send("PATCH", `/v1/mailboxes/${box.mailbox_id}`, moved);
    assert.equal(edited.statusCode, 200, edited.body);
    return { reading };
  });
  assert.ok(read !== "busy" && (await read.reading));
  assert.equal(other.signIns.accepted, 0);
  assert.equal((await challengeOf(box, id)).code_mail, "mailbox_failing");
});
