/** Mailboxes over the API: what is refused, what is never shown, and what an edit does. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "kysely";
import { newMember, sharedApp, type Member } from "../../../test/app.ts";
import { insertRecords } from "../../../test/records.ts";
import { Mailbox, MailboxMail } from "../../records/mailbox.ts";
import { openMailboxPassword } from "../../operations/mailbox-secrets.ts";

const opened = await sharedApp();
const { app } = opened;
const member = await newMember(opened, { name: "Owner" });
const other = await newMember(opened, { name: "Other" });
const foreign = await insertRecords(app, { id: other.company_id, uuid: other.company_uuid });
const own = await insertRecords(app, { id: member.company_id, uuid: member.company_uuid });

const PASSWORD = "a password of the mailbox";
const BODY = { host: "imap.utility.example", username: "bills@example.org", password: PASSWORD };
const make = (body: object, by: Member = member) => by.send("POST", "/v1/mailboxes", { ...BODY, ...body });

test("a mailbox has its presets, its password is sealed and never answered, and it is looked at at once", async () => {
  const answer = await make({});
  assert.equal(answer.statusCode, 201, answer.body);
  const box = Mailbox.strict().parse(answer.json());
  assert.equal(answer.headers["location"], `/v1/mailboxes/${box.id}`);
  const { port, security, folder, senders, after_reading, state, since } = box;
  assert.deepEqual(
    { port, security, folder, senders, after_reading, state },
    { port: 993, security: "tls", folder: "INBOX", senders: [], after_reading: "mark_seen", state: "active" },
  );
  assert.equal(since?.slice(0, 10), new Date(app.now()).toISOString().slice(0, 10));
  const secret = await openMailboxPassword(app.db, app.vault, member.company_id, box.id);
  secret?.forget();
  assert.equal(secret?.password, PASSWORD);
  const { rows } =
    await sql`select 1 from jobs where kind = 'check-mailbox' and payload ->> 'mailbox_id' = ${String(box.id)}`.execute(
      app.db,
    );
  assert.equal(rows.length, 1);
  const { rows: stored } = await sql<{ text: string }>`
    select secrets::text as text from secrets where record_type = 'mailbox' union all select mailboxes::text from mailboxes
    union all select jobs::text from jobs`.execute(app.db);
  assert.ok(stored.length > 2 && stored.every(({ text }) => !text.includes(PASSWORD)));
  assert.ok(!answer.body.includes(PASSWORD) && !opened.logLines.some((line) => line.includes(PASSWORD)));
  assert.equal((await make({})).statusCode, 409, "the same folder of the same user");
  assert.equal((await make({}, other)).statusCode, 201, "another company may read it, too");
});

test("wrong fields are named", async () => {
  const wrong: [object, string][] = [
    [{ host: "127.0.0.1" }, "/host"],
    [{ host: "localhost" }, "/host"],
    [{ host: "10.1.2.3" }, "/host"],
    [{ host: "a/b" }, "/host"],
    [{ port: 25 }, "/port"],
    [{ security: "none" }, "/security"],
    [{ senders: ["no domain"] }, "/senders/0"],
    [{ senders: ["*"] }, "/senders/0"],
    [{ username: "a\r\nb" }, "/username"],
    [{ after_reading: "move" }, "/move_to"],
    [{ after_reading: "move", move_to: "Wrong" }, "/move_to"],
    [{ move_to: "Done" }, "/move_to"],
    [{ since: "2026-02-30" }, "/since"],
    [{ utility_account_id: foreign.utility_account_id }, "/utility_account_id"],
    [{ property_id: foreign.property_id }, "/property_id"],
    [{ password: "" }, "/password"],
  ];
  for (const [body, pointer] of wrong) {
    const answer = await make({ folder: "Wrong", ...body });
    assert.ok([400, 422].includes(answer.statusCode), `${JSON.stringify(body)} ${answer.body}`);
    assert.ok(
      answer.json<{ errors: { pointer: string }[] }>().errors.some((each) => each.pointer === pointer),
      answer.body,
    );
  }
});

test("an edit keeps the password for the same place and user only, and what was read unless the folder is another", async () => {
  const { id } = (await make({ folder: "Edited", utility_account_id: own.utility_account_id })).json<{ id: number }>();
  const path = `/v1/mailboxes/${id}`;
  await sql`update mailboxes set uid_validity = 3, last_uid = 9 where id = ${id}`.execute(app.db);
  const readUntil = async () =>
    (await sql<{ last_uid: number }>`select last_uid from mailboxes where id = ${id}`.execute(app.db)).rows[0]
      ?.last_uid;
  for (const body of [{ host: "evil.example" }, { username: "somebody" }, { port: 2993 }])
    assert.equal((await member.send("PATCH", path, body)).statusCode, 422);
  const edited = await member.send("PATCH", path, {
    senders: ["Utility.Example"],
    after_reading: "move",
    move_to: "Done",
  });
  const box = Mailbox.strict().parse(edited.json());
  assert.deepEqual(
    [box.senders, box.move_to, box.utility_account_id],
    [["utility.example"], "Done", own.utility_account_id],
  );
  assert.equal(await readUntil(), 9);
  assert.equal((await member.send("PATCH", path, { after_reading: "leave" })).json<{ move_to: null }>().move_to, null);
  assert.equal(
    (await member.send("PATCH", path, { host: "imap2.utility.example", password: "other" })).statusCode,
    200,
  );
  assert.equal(await readUntil(), 0);
});

test("the inbox is one folder however it is written (RFC 3501, 5.1)", async () => {
  const inbox = { username: "inbox@example.org" };
  const { id, folder } = (await make({ ...inbox, folder: "Inbox" })).json<{ id: number; folder: string }>();
  assert.equal(folder, "INBOX");
  assert.equal((await make({ ...inbox, folder: "inbox" })).statusCode, 409);
  const moved = await member.send("PATCH", `/v1/mailboxes/${id}`, { after_reading: "move", move_to: "inbox" });
  assert.equal(moved.statusCode, 422, "to the folder that is read");
});

test("the mails of a mailbox are listed by state, and a deleted mailbox keeps them without its password", async () => {
  const { mailbox_id } = own;
  const path = `/v1/mailboxes/${mailbox_id}`;
  const mails = (await member.send("GET", `${path}/mails`)).json<unknown[]>();
  assert.equal(mails.length, 1);
  MailboxMail.strict().parse(mails[0]);
  assert.deepEqual((await member.send("GET", `${path}/mails?state=taken`)).json(), []);
  assert.equal((await other.send("GET", `${path}/mails`)).statusCode, 404);
  const deleted = Mailbox.strict().parse((await member.send("DELETE", path)).json());
  assert.deepEqual([deleted.archived, deleted.state, deleted.next_check_at], [true, "paused", null]);
  assert.equal(await openMailboxPassword(app.db, app.vault, member.company_id, mailbox_id), null);
  assert.equal((await member.send("PATCH", path, { active: true })).statusCode, 409);
  assert.equal((await member.send("POST", `${path}/check`)).statusCode, 409);
  assert.equal((await member.send("GET", `${path}/mails`)).json<unknown[]>().length, 1);
  const listed = (await member.send("GET", "/v1/mailboxes")).json<{ id: number }[]>();
  assert.ok(!listed.some(({ id }) => id === mailbox_id));
  const all = (await member.send("GET", "/v1/mailboxes?archived=true")).json<{ id: number }[]>();
  assert.deepEqual(
    all.map(({ id }) => id),
    [mailbox_id],
  );
});

test("an idempotent creation makes one mailbox, and a company has fifty at most", async () => {
  const many = await newMember(opened, { name: "Many" });
  const again = () => many.send("POST", "/v1/mailboxes", BODY, { "idempotency-key": "one" });
  assert.equal((await again()).json<{ id: number }>().id, (await again()).json<{ id: number }>().id);
  await sql`
    insert into mailboxes (company_id, host, port, security, username, folder, after_reading, created_by)
    select ${many.company_id}, 'imap.example.com', 993, 'tls', 'bills', 'Folder ' || number, 'leave', 1
    from generate_series(1, 49) number`.execute(app.db);
  const full = await make({ folder: "One more" }, many);
  assert.equal(full.statusCode, 409);
  assert.match(full.body, /can have 50 mailboxes/);
});
