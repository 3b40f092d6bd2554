/** What retention deletes after its time, and what stays. */
import assert from "node:assert/strict";
import { after, describe, test } from "node:test";
import { sql } from "kysely";
import { newMember, openTestApp, type Member } from "../../test/app.ts";
import { untilWritesEnded } from "../../test/lock-waits.ts";
import { csv, importWhole, row, run, upload, type Import } from "../../test/imports.ts";
import { deleteOldRecords, RETENTION } from "./retention.ts";

const running = await openTestApp({ after }, { METERBOOK_KEEP_CHANGE_DAYS: "30" });
const { app } = running;
const DAY_MS = 24 * 3600 * 1000;

/** Runs the sweep as of this many days from now. */
const forgetAfter = (days: number) => deleteOldRecords({ ...app, now: () => app.now() + days * DAY_MS });
const countOf = async (table: string, { company_id }: Member): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from ${sql.table(table)} where company_id = ${company_id}`.execute(app.db);
  return rows[0]?.count ?? 0;
};
const filesOf = async ({ company_id, company_uuid }: Member) => {
  const { rows } = await sql<{ sha256: Buffer }>`select sha256 from files where company_id = ${company_id}`.execute(
    app.db,
  );
  return Promise.all(rows.map(({ sha256 }) => app.files.size(company_uuid, sha256)));
};

describe("a file of an import that failed", () => {
  const bad = (note: string) => `a,b\r\n${note},2\r\n`;

  test("is deleted after a day, and its import with its refusals after ninety", async () => {
    const member = await newMember(running, { name: "Failed" });
    const { id } = (await upload(member, bad("x"))).json<Import>();
    assert.equal((await run(app, member, id)).state, "failed");
    const { rows } = await sql<{
      sha256: Buffer;
    }>`select sha256 from files where company_id = ${member.company_id}`.execute(app.db);
    const sha256 = rows[0]?.sha256 ?? Buffer.alloc(32);
    await forgetAfter(0.9);
    assert.deepEqual(await filesOf(member), [Buffer.byteLength(bad("x"))]);
    await forgetAfter(1.1);
    assert.equal(await app.files.size(member.company_uuid, sha256), null);
    assert.deepEqual(await filesOf(member), []);
    assert.equal((await member.send("GET", `/v1/imports/${id}`)).json<Import>().state, "failed");
    await forgetAfter(91);
    assert.equal((await member.send("GET", `/v1/imports/${id}`)).statusCode, 404);
  });

  test("stays while another import or a bill refers to the same content", async () => {
    const member = await newMember(running, { name: "Shared" });
    const text = csv(row(1));
    const { id } = (await upload(member, text)).json<Import>();
    await run(app, member, id);
    await importWhole(app, member, text);
    assert.equal((await member.send("POST", `/v1/imports/${id}/cancel`)).statusCode, 200);
    await forgetAfter(1.1);
    assert.deepEqual(await filesOf(member), [Buffer.byteLength(text)]);
    const [bill] = (await member.send("GET", "/v1/utility_bills")).json<{ source: { url: string } }[]>();
    assert.ok(bill);
    // The import that made the bill stays regardless of its age.
    await forgetAfter(400);
    assert.deepEqual([await countOf("imports", member), await filesOf(member)], [1, [Buffer.byteLength(text)]]);
  });

  test("exists when the same file is sent again at the moment it is deleted", async () => {
    const member = await newMember(running, { name: "Again" });
    const { id } = (await upload(member, bad("again"))).json<Import>();
    await run(app, member, id);
    const [, ...answers] = await Promise.all([
      forgetAfter(1.1),
      ...Array.from({ length: 5 }, () => upload(member, bad("again"))),
    ]);
    assert.deepEqual(
      answers.map(({ statusCode }) => statusCode),
      [201, 201, 201, 201, 201],
    );
    assert.deepEqual(await filesOf(member), [Buffer.byteLength(bad("again"))]);
  });
});

test("refusals are deleted after ninety days, and an import that made bills stays with its counts", async () => {
  const member = await newMember(running, { name: "Refused rows" });
  const { id } = (
    await upload(member, csv(row(1), row(2, "many,kWh,1,1,2")), "name=a.csv&dry_run=false")
  ).json<Import>();
  assert.equal((await run(app, member, id)).rows_refused, 1);
  await forgetAfter(89);
  assert.equal(await countOf("import_refusals", member), 1);
  await forgetAfter(91);
  assert.equal(await countOf("import_refusals", member), 0);
  assert.deepEqual((await member.send("GET", `/v1/imports/${id}`)).json<Import>().bills_created, 1);
});

test("events are deleted with their finished deliveries, and events with a waiting delivery stay", async () => {
  const member = await newMember(running, { name: "Events" });
  for (const event_type of ["bill.created", "utility_account.updated"])
    await member.send("POST", "/v1/webhooks", { event_type, endpoint_url: "https://receiver.example/hook" });
  await importWhole(app, member, csv(row(1)));
  assert.equal(await countOf("webhook_deliveries", member), 1);
  await forgetAfter(91);
  // Events without a webhook are already deleted.
  assert.deepEqual([await countOf("events", member), await countOf("webhook_deliveries", member)], [1, 1]);
  await sql`update webhook_deliveries set state = 'failed' where company_id = ${member.company_id}`.execute(app.db);
  await forgetAfter(89);
  assert.equal(await countOf("webhook_deliveries", member), 1);
  await forgetAfter(91);
  assert.deepEqual([await countOf("events", member), await countOf("webhook_deliveries", member)], [0, 0]);
});

test("a reader whose position is before the kept changes is refused, and never skips changes silently", async () => {
  const member = await newMember(running, { name: "Reader" });
  const feed = async (cursor?: string) =>
    member.send("GET", `/v1/changes${cursor === undefined ? "" : `?cursor=${encodeURIComponent(cursor)}`}`);
  const empty = (await feed()).json<{ next_cursor: string }>().next_cursor;
  await importWhole(app, member, csv(row(1)));
  await untilWritesEnded(app.db);
  const all = (await feed()).json<{ next_cursor: string; changes: object[] }>();
  assert.ok(all.changes.length > 2);
  await forgetAfter(29);
  assert.equal((await feed(empty)).statusCode, 200);
  await forgetAfter(31);
  const refused = await feed(empty);
  assert.equal(refused.statusCode, 400);
  assert.match(refused.json<{ detail: string }>().detail, /no longer kept\. .*start the feed without a cursor/);
  // A reader that has read everything continues, and one that starts from the beginning gets the kept changes.
  assert.deepEqual((await feed(all.next_cursor)).json<{ changes: object[] }>().changes, []);
  await importWhole(app, member, csv(row(2)));
  await untilWritesEnded(app.db);
  const more = (await feed(all.next_cursor)).json<{ changes: object[] }>().changes;
  assert.ok(more.length > 0);
  assert.deepEqual((await feed()).json<{ changes: object[] }>().changes, more);
});

test("a statement deletes no more than its limit of rows, of however many companies", async () => {
  for (const name of ["One of two", "Two of two"]) {
    const member = await newMember(running, { name });
    await importWhole(app, member, csv(row(1)));
    const { id } = (await upload(member, "a,b\r\n1,2\r\n")).json<Import>();
    assert.equal((await run(app, member, id)).state, "failed");
  }
  await untilWritesEnded(app.db);
  const before = new Date(app.now() + 31 * DAY_MS).toISOString();
  const deleted = await Promise.all(
    RETENTION.filter(({ what }) => /^(changes|files of imports)/.test(what)).map(({ forget }) =>
      forget(app, before, 1),
    ),
  );
  assert.deepEqual(deleted, [1, 1]);
});

test("what became of mails is forgotten after ninety days, and a begun one is not", async () => {
  const member = await newMember(running, { name: "Mails" });
  await sql`
    with mailbox as (
      insert into mailboxes (company_id, host, port, security, username, folder, after_reading, created_by)
      values (${member.company_id}, 'imap.example.com', 993, 'tls', 'bills', 'INBOX', 'leave', 1) returning company_id, id)
    insert into mailbox_mails (company_id, mailbox_id, uid_validity, uid, state)
    select company_id, id, 1, uid, state from mailbox, (values (1, 'taken'), (2, 'reading')) mail (uid, state)`.execute(
    app.db,
  );
  await forgetAfter(89);
  assert.equal(await countOf("mailbox_mails", member), 2);
  await forgetAfter(91);
  assert.equal(await countOf("mailbox_mails", member), 1, "one that was begun is still to be read");
});
