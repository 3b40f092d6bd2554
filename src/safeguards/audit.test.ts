/** Verifying the audit log finds every edited, deleted, inserted or truncated row, and its position. */
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { sql } from "kysely";
import { newMember, openTestApp } from "../../test/app.ts";
import { runCommand } from "../../test/command.ts";
import { loadAuditLog, verifyAudit, type AuditVerdict } from "./audit.ts";
import { runSweep } from "../jobs/sweep.ts";
import type { Trx } from "../store/db.ts";

const running = await openTestApp({ after });
const { app, logLines } = running;
const { db, audit } = app;
const ROWS = 8;
let companies = 1000;

const entry = (company_id: number, index: number) => ({
  company_id,
  occurred_at: new Date(Date.UTC(2026, 0, 1 + index)).toISOString(),
  actor: "user 5 person@example.com",
  action: "password.read",
  record_type: "Authorization",
  record_id: 7,
  request_id: `request ${index}`,
  address: "203.0.113.7",
  detail: { why: "asked", a: [1, { z: null, b: true }] },
});
const write = (company_id: number, index: number) =>
  db.transaction().execute((trx) => audit.write(trx, entry(company_id, index)));

/** A company whose chain has some rows. */
async function newChain(): Promise<number> {
  const company_id = (companies += 1);
  for (let index = 0; index < ROWS; index += 1) await write(company_id, index);
  return company_id;
}

async function verdictOf(company: number, on: Trx | typeof db = db, lines: string[] = []): Promise<AuditVerdict> {
  const notes = lines.map((line) => {
    const note = audit.readNote(line);
    assert.ok(note);
    return note;
  });
  const [verdict] = await Array.fromAsync(verifyAudit(on, audit, { company, notes }));
  assert.ok(verdict);
  return verdict;
}

/** The faults found after a change, which is then rolled back. */
async function foundAfter(company: number, change: (trx: Trx) => Promise<unknown>): Promise<AuditVerdict["fault"]> {
  const undone = new Error("undone");
  let fault: AuditVerdict["fault"] = null;
  await db
    .transaction()
    .execute(async (trx) => {
      await change(trx);
      fault = (await verdictOf(company, trx)).fault;
      throw undone;
    })
    .catch((error: unknown) => {
      if (error !== undone) throw error;
    });
  return fault;
}

test("any edit of a value, any deletion and any swap of rows is found at its row", async () => {
  const company = await newChain();
  assert.deepEqual((await verdictOf(company)).fault, null);
  const edits = [
    "occurred_at = occurred_at + interval '1 millisecond'",
    "actor = 'user 6'",
    "action = 'password.reads'",
    "record_type = null",
    "record_id = 8",
    "request_id = null",
    "address = '203.0.113.8'",
    `detail = '{"why": "asked", "a": [1, {"z": null, "b": false}]}'`,
    "before_keying = true",
    "hash = decode(repeat('00', 32), 'hex')",
    "company_id = company_id + 500000",
  ];
  for (let position = 1; position <= ROWS; position += 1) {
    const at = sql`where company_id = ${company} and position = ${position}`;
    for (const edit of edits) {
      const fault = await foundAfter(company, (trx) => sql`update audit_log set ${sql.raw(edit)} ${at}`.execute(trx));
      assert.equal(fault?.position, position, `${edit} of row ${position}`);
    }
    const deleted = await foundAfter(company, (trx) => sql`delete from audit_log ${at}`.execute(trx));
    assert.deepEqual([deleted?.kind, deleted?.position], [position === ROWS ? "cut_off" : "missing", position]);
    if (position === ROWS) continue;
    const exchanged = await foundAfter(company, async (trx) => {
      for (const [from, to] of [
        [position, 0],
        [position + 1, position],
        [0, position + 1],
      ])
        await sql`update audit_log set position = ${to} where company_id = ${company} and position = ${from}`.execute(
          trx,
        );
    });
    assert.equal(exchanged?.position, position);
  }
});

test("a changed or deleted head is found, also after further rows are written", async () => {
  const company = await newChain();
  const changes = [
    "update audit_heads set position = position - 1",
    "update audit_heads set anchor_position = 3",
    "update audit_heads set hash = ''",
    "delete from audit_heads",
  ];
  for (const change of changes) {
    const change_ = sql`${sql.raw(change)} where company_id = ${company}`;
    const both = async (trx: Trx) => {
      await sql`delete from audit_log where company_id = ${company} and position = ${ROWS}`.execute(trx);
      await change_.execute(trx);
    };
    assert.notEqual(await foundAfter(company, (trx) => change_.execute(trx)), null, change);
    assert.notEqual(await foundAfter(company, both), null, change);
    const goneOn = await foundAfter(company, async (trx) => {
      await both(trx);
      await audit.write(trx, entry(company, 50));
    });
    assert.notEqual(goneOn, null, `${change}, and one row more`);
  }
});

test("a truncated tail with an older head is found by a line of the log", async () => {
  const company = await newChain();
  const old = await db
    .selectFrom("audit_heads")
    .selectAll()
    .where("company_id", "=", company)
    .executeTakeFirstOrThrow();
  await write(company, ROWS);
  await runSweep(app);
  const line = logLines.findLast((text) => text.includes("head of the audit log") && text.includes(`":${company},`));
  assert.ok(line);
  await runSweep(app);
  assert.equal(logLines.filter((text) => text.includes(`"audit_head":"mbaudit1.${company}.`)).length, 1);
  assert.equal((await verdictOf(company, db, [line])).fault, null);
  await db.deleteFrom("audit_log").where("company_id", "=", company).where("position", ">", ROWS).execute();
  await db.updateTable("audit_heads").set(old).where("company_id", "=", company).execute();
  assert.equal((await verdictOf(company)).fault, null, "the database alone cannot tell");
  const { fault } = await verdictOf(company, db, [line]);
  assert.deepEqual([fault?.kind, fault?.position], ["cut_off", ROWS + 1]);
  assert.equal(audit.readNote(line.replace(/mbaudit1\.\d+/, "mbaudit1.1")), null);

  const settings = { DATABASE_URL: app.databaseUrl, METERBOOK_DATA_DIR: app.config.dataDir };
  const verify = ["verify", "--json", "--company", String(company)];
  const { code, out } = await runCommand("audit", [...verify, "--head", line], settings);
  assert.equal(code, 1);
  assert.deepEqual((JSON.parse(out) as AuditVerdict).fault, fault);
  const strange = await runCommand("audit", [...verify, "--head", "nothing"], settings);
  assert.deepEqual([strange.code, strange.out], [1, ""]);
  assert.match(strange.error, /^The audit log could not be verified\. .* no head that this service wrote\.\n$/);
});

test("writers at the same moment make one chain without a gap", async () => {
  const company = (companies += 1);
  await Promise.all(Array.from({ length: 20 }, (_, index) => write(company, index)));
  const { rows, last_position, fault } = await verdictOf(company);
  assert.deepEqual([rows, last_position, fault], [20, 20, null]);
});

test("rows from before the chain was keyed are sealed once, and marked as such", async () => {
  const company = (companies += 1);
  for (const position of [1, 2, 3]) {
    const { detail, ...row } = entry(company, position);
    const old = { ...row, detail: JSON.stringify(detail), position, before_keying: true, hash: Buffer.alloc(0) };
    await db.insertInto("audit_log").values(old).execute();
  }
  assert.equal(await audit.hashOldRows(db), 1);
  assert.equal(await audit.hashOldRows(db), 0);
  await write(company, 4);
  const { rows, before_keying, fault } = await verdictOf(company);
  assert.deepEqual([rows, before_keying, fault], [4, 3, null]);
  const edited = await foundAfter(company, (trx) =>
    sql`update audit_log set actor = 'x' where company_id = ${company} and position = 2`.execute(trx),
  );
  assert.equal(edited?.position, 2);
});

test("old rows are pruned and the rest can still be verified; a broken chain is not pruned", async () => {
  const [company, broken] = [await newChain(), await newChain()];
  await sql`update audit_log set actor = 'x' where company_id = ${broken} and position = 2`.execute(db);
  await audit.prune(app, new Date(Date.UTC(2026, 0, 6)).toISOString());
  const { rows, first_position, last_position, fault } = await verdictOf(company);
  assert.deepEqual([rows, first_position, last_position, fault], [ROWS - 5, 6, ROWS, null]);
  assert.equal((await verdictOf(broken)).rows, ROWS);
  assert.equal((await verdictOf(broken)).fault?.position, 2);
  const early = await foundAfter(company, (trx) =>
    sql`delete from audit_log where company_id = ${company} and position = 6`.execute(trx),
  );
  assert.deepEqual([early?.kind, early?.position], ["missing", 6]);
  // All of them, and then further rows are written.
  await audit.prune(app, new Date(Date.UTC(2026, 5, 1)).toISOString());
  await write(company, 400);
  assert.deepEqual([(await verdictOf(company)).rows, (await verdictOf(company)).fault], [1, null]);
});

test("a broken chain is verified once a day, logged once, and no writer waits for it", async () => {
  const company = await newChain();
  const forged = sql`update audit_log set actor = 'x' where company_id = ${company} and position = 2`;
  await forged.execute(db);
  const isLogged = (line: string) => line.includes("its old rows are not removed") && line.includes(`":${company},`);
  await db.transaction().execute(async (trx) => {
    // An open transaction of a writer holds the lock of the head.
    await audit.write(trx, entry(company, 70));
    for (let sweeps = 0; sweeps < 3; sweeps += 1) await audit.prune(app, "2026-01-06T00:00:00.000Z");
  });
  assert.equal(logLines.filter(isLogged).length, 1);
  await sql`update audit_log set actor = ${entry(company, 1).actor} where company_id = ${company} and position = 2`.execute(
    db,
  );
  await audit.prune(app, "2026-01-06T00:00:00.000Z");
  assert.equal((await verdictOf(company)).rows, ROWS + 1, "of the same day");
  await audit.prune(app, "2026-01-07T00:00:00.000Z");
  const { first_position, rows, fault } = await verdictOf(company);
  assert.deepEqual([first_position, rows, fault], [7, ROWS + 1 - 6, null]);
});

test("a chain stays valid while rows are written and two processes prune it at the same time", async () => {
  const company = await newChain();
  const other = await loadAuditLog(db, app.vault);
  await Promise.all([
    audit.prune(app, "2026-01-06T00:00:00.000Z"),
    other.prune(app, "2026-01-06T00:00:00.000Z"),
    ...Array.from({ length: 20 }, (_, index) => write(company, ROWS + index)),
  ]);
  const { first_position, last_position, fault } = await verdictOf(company);
  assert.deepEqual([first_position, last_position, fault], [6, ROWS + 20, null]);
});

test("a company lists its own rows by pages, an admin those of all companies, filtered by action, record and time", async () => {
  const user = await newMember(running, { name: "Readers" });
  const admin = await newMember(running, { name: "Operators", role: "admin" });
  for (let index = 0; index < 5; index += 1) await write(user.company_id, index);
  type Row = { id: number; company_id: number; action: string; position: number };
  const ask = async (who: typeof user, query: string) => {
    const answer = await who.send("GET", `/v1/audit${query}`);
    assert.equal(answer.statusCode, 200, answer.body);
    return { rows: answer.json<Row[]>(), next: String(answer.headers["link"] ?? "") };
  };
  const { rows } = await ask(user, "?action=password.read");
  assert.deepEqual(
    rows.map(({ company_id }) => company_id),
    Array.from({ length: 5 }, () => user.company_id),
  );
  assert.equal((await ask(user, `?company_id=${admin.company_id}`)).rows.length, 0);
  assert.deepEqual((await ask(admin, `?company_id=${user.company_id}&action=password.read`)).rows, rows);
  assert.equal((await ask(user, "?from=2026-01-02T00:00:00Z&to=2026-01-04T00:00:00Z")).rows.length, 2);
  assert.equal((await ask(user, "?record_type=Authorization&record_id=8")).rows.length, 0);
  const first = await ask(user, "?limit=3&record_id=7");
  const [, cursor = ""] = /cursor=([\w-]+)/.exec(first.next) ?? [];
  const second = await ask(user, `?limit=3&record_id=7&cursor=${cursor}`);
  assert.deepEqual([...first.rows, ...second.rows], rows);
  const token = await user.send("POST", "/v1/api_tokens", { name: "Reader", scopes: ["read"] });
  const { token: authorization } = token.json<{ token: string }>();
  const refused = await running.server.inject({ url: "/v1/audit", headers: { authorization } });
  assert.equal(refused.statusCode, 403);
});
