/** What happens to an import that is interrupted, cancelled or fails. */
import assert from "node:assert/strict";
import { after, describe, test } from "node:test";
import { sql } from "kysely";
import { newMember, openTestApp, type Member } from "../../../test/app.ts";
import type { TableReader } from "../../parsers/tables/table-process.ts";
import type { ImportConstants } from "../../records/import-profile.ts";
import { findImport } from "../../store/imports/imports.ts";
import { expireImports, giveUpImport, runImport } from "./import.ts";

const running = await openTestApp({ after });
const { app } = running;
const signal = () => new AbortController().signal;

const HEADER =
  "utility_company,account_number,meter_number,property_name,energy_type,start_date,end_date,usage,usage_unit,usage_cost";
const csv = (...rows: string[]) => `${[HEADER, ...rows].join("\n")}\n`;
async function upload(member: Member, body: string): Promise<number> {
  const answer = await member.send("POST", "/v1/imports?name=bills.csv&dry_run=false", body, {
    "content-type": "text/csv",
  });
  assert.equal(answer.statusCode, 201, answer.body);
  return answer.json<{ id: number }>().id;
}

async function importAll(member: Member, body: string) {
  const id = await upload(member, body);
  await runImport(app, { company_id: member.company_id, import_id: id }, signal());
  const row = await findImport(app.db, member.company_id, id);
  assert.equal(row?.state, "done", row?.errors ?? "");
  return row;
}

const months = (accounts: number) =>
  csv(
    ...Array.from({ length: accounts * 24 }, (_, index) => {
      const month = `${2020 + Math.floor((index % 24) / 12)}-${String((index % 12) + 1).padStart(2, "0")}`;
      const account = Math.floor(index / 24);
      return `Hillside Power,A-${account},M${account},Hall ${account},Electric,${month}-01,${month}-28,5,kWh,1.00`;
    }),
  );

async function countsOf(member: Member) {
  const { rows } = await sql<Record<string, number>>`
    select count(*) as bills, count(distinct (utility_account_id, identity_key)) as kinds,
      (select count(*) from utility_accounts where company_id = ${member.company_id}) as accounts,
      (select count(*) from documents where company_id = ${member.company_id} and state <> 'waiting') as documents,
      (select count(*) from changes where company_id = ${member.company_id} and event_type = 'bill.created') as changes,
      (select count(*) from import_bills where company_id = ${member.company_id}) as waiting
    from utility_bills where company_id = ${member.company_id}`.execute(app.db);
  return rows[0];
}

describe("an import that is stopped", () => {
  test("by an interruption at any of its writes continues without losing or duplicating a bill", async () => {
    const member = await newMember(running, { name: "Cut off" });
    const import_id = await upload(member, months(2));
    const payload = { company_id: member.company_id, import_id };
    let cuts = 0;
    const cutting = await cutAtWrites();
    for (let write = 1; (await findImport(app.db, member.company_id, import_id))?.state !== "done"; write += 1) {
      assert.ok(write < 200, "it never ends");
      await cutting.cutAt(write);
      await runImport(app, payload, signal()).catch(() => (cuts += 1));
    }
    await cutting.end();
    assert.ok(cuts >= 15, `${cuts} cuts`);
    assert.deepEqual(await countsOf(member), {
      bills: 48,
      kinds: 48,
      accounts: 2,
      documents: 48,
      changes: 48,
      waiting: 0,
    });
    const row = await findImport(app.db, member.company_id, import_id);
    assert.deepEqual([row?.bills_created, row?.bills_known, row?.rows_refused], [48, 0, 0]);
    assert.deepEqual([row?.accounts_created, row?.meters_created, row?.properties_created], [2, 2, 2]);
  });

  /** The heartbeats of the jobs update their table at any time: a cut would hit them instead of the import. */
  const written = (table: string) => (table === "jobs" ? sql`insert` : sql`insert or update or delete`);

  /** Makes the database end a connection at its n-th statement that writes to a table, as when a process is killed. */
  async function cutAtWrites() {
    await sql`create sequence writes minvalue -1000`.execute(app.db);
    await sql`
      create function cut_at_write() returns trigger language plpgsql as $$
      begin
        if nextval('writes') = 0 then perform pg_terminate_backend(pg_backend_pid()); end if;
        return null;
      end $$`.execute(app.db);
    const { rows } = await sql<{ name: string }>`
      select tablename as name from pg_tables where schemaname = 'public'`.execute(app.db);
    for (const { name } of rows)
      await sql`
        create trigger cut_at_write after ${written(name)} on ${sql.table(name)}
        for each statement execute function cut_at_write()`.execute(app.db);
    return {
      cutAt: (write: number) => sql`select setval('writes', ${-write}, true)`.execute(app.db),
      end: () => sql`drop function cut_at_write cascade`.execute(app.db),
    };
  }

  test("by a cancel keeps what it has saved, and saves no more", async () => {
    const member = await newMember(running, { name: "Cancelled" });
    const import_id = await upload(member, months(2));
    const stop = new AbortController();
    const payload = { company_id: member.company_id, import_id };
    stop.abort();
    await assert.rejects(runImport(app, payload, stop.signal));
    assert.equal((await member.send("POST", `/v1/imports/${import_id}/cancel`)).statusCode, 200);
    await runImport(app, payload, signal());
    const row = await findImport(app.db, member.company_id, import_id);
    assert.deepEqual([row?.state, row?.bills_created], ["cancelled", 0]);
    assert.equal((await countsOf(member))?.["waiting"], 0);
    assert.equal((await member.send("POST", `/v1/imports/${import_id}/confirm`)).statusCode, 409);
    assert.equal((await member.send("POST", `/v1/imports/${import_id}/cancel`)).statusCode, 409);
  });

  test("because it is not confirmed within thirty days fails, and keeps no rows", async () => {
    const member = await newMember(running, { name: "Unconfirmed" });
    const answer = await member.send("POST", "/v1/imports?name=bills.csv", months(1), { "content-type": "text/csv" });
    const import_id = answer.json<{ id: number }>().id;
    await runImport(app, { company_id: member.company_id, import_id }, signal());
    const stateAfter = async (days: number) => {
      await expireImports({ ...app, now: () => Date.now() + days * 86_400_000 }, 100);
      return (await findImport(app.db, member.company_id, import_id))?.state;
    };
    assert.equal(await stateAfter(29), "checked");
    assert.equal(await stateAfter(31), "cancelled");
    assert.equal((await countsOf(member))?.["waiting"], 0);
    assert.equal((await importAll(member, months(1))).bills_created, 24);
  });

  test("by repeated errors states it, and the same file can be sent again", async () => {
    const member = await newMember(running, { name: "Given up" });
    const import_id = await upload(member, months(1));
    await giveUpImport(app, { company_id: member.company_id, import_id });
    const row = await findImport(app.db, member.company_id, import_id);
    assert.equal(row?.state, "failed");
    assert.match(row.errors ?? "", /can be sent again/);
    assert.equal((await importAll(member, months(1))).bills_created, 24);
  });

  test("because its file is not a spreadsheet fails with a message", async () => {
    const member = await newMember(running, { name: "No file" });
    const import_id = await upload(member, "a,b\n1,2\n");
    await runImport(app, { company_id: member.company_id, import_id }, signal());
    const row = await findImport(app.db, member.company_id, import_id);
    assert.deepEqual([row?.state, row?.profile_name], ["failed", null]);
    assert.match(row?.errors ?? "", /No header row was found/);
  });

  test("because its reader crashed logs the reader's error, and no content of the file", async () => {
    const member = await newMember(running, { name: "No reader" });
    const import_id = await upload(member, months(1));
    // Every import has them: this simulates an unknown defect.
    const constants = null as unknown as ImportConstants;
    const read: TableReader = (file, question, stop) => app.imports.read(file, { ...question, constants }, stop);
    const broken = { ...app, imports: { ...app.imports, read } };
    await runImport(broken, { company_id: member.company_id, import_id }, signal());
    const row = await findImport(app.db, member.company_id, import_id);
    assert.deepEqual([row?.state, row?.errors], ["failed", "Reading this file failed because of an internal error."]);
    const lines = running.logLines.filter((line) => line.includes("reader of a spreadsheet died"));
    assert.equal(lines.length, 1, running.logLines.join(""));
    const line = JSON.parse(lines[0] ?? "") as Record<string, unknown>;
    assert.deepEqual([line["level"], line["import_id"], line["ended"]], ["error", import_id, "exit code 1"]);
    assert.match(String(line["said"]), /^TypeError: .*\n {4}at .*(?:read-table\.ts|table-reader-process\.js):\d+:\d+/);
    assert.doesNotMatch(lines.join(""), /Hillside Power/);
  });
});
