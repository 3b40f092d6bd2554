/** Several processes on one database: the work of one that is killed goes to another, and one that does not fit does not start. */
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { mkdtemp, rename, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, describe, test } from "node:test";
import pg from "pg";
import { startSandbox } from "../sandbox/server.ts";
import { readConfig } from "../src/config.ts";
import { StartError } from "../src/errors.ts";
import { createLog } from "../src/log.ts";
import { startService, type Service } from "../src/start.ts";
import { collectThrough, prepareCompany, progressOf } from "./collecting.ts";
import { testDatabase } from "./database.ts";
import { companyRecords } from "./company-records.ts";
import { countOwnMs } from "./time-limits.ts";
import { QUICK_COST } from "./passwords.ts";
import { serviceProcess } from "./service-process.ts";
import { ADMIN, until } from "./callers.ts";
import { factsOfApi, factsOfTruth, readTruth } from "./truth.ts";

// What was opened last is closed first.
const endings: (() => Promise<unknown>)[] = [];
after(async () => {
  for (const end of endings.toReversed()) await end();
});
const folder = await mkdtemp(join(tmpdir(), "meterbook-processes-"));
endings.push(() => rm(folder, { recursive: true, force: true }));
const databaseUrl = await testDatabase({ after: (end) => void endings.push(end) });
const client = new pg.Client({ connectionString: databaseUrl });
await client.connect();
const sandbox = await startSandbox({ port: 0 });
endings.push(
  () => client.end(),
  () => sandbox.close(),
);

/** What all processes have in common. */
const SHARED = {
  DATABASE_URL: databaseUrl,
  PUBLIC_URL: "http://meterbook.example.com",
  METERBOOK_ROOT_KEY: randomBytes(32).toString("hex"),
  METERBOOK_FILES_DIR: join(folder, "files"),
  METERBOOK_SANDBOX_URL: sandbox.url,
  METERBOOK_ALLOW_LOCAL_WEBHOOKS: "true",
};
/** Five months of bills are enough to be in the middle of them. */
const SINCE = "2026-06-01";
const log = createLog({ level: "silent" });
const notHere = () => Promise.reject(new Error("the sandbox runs already"));

/** Starts one in this process, with a data folder of its own. */
const start = (name: string, settings: Record<string, string>): Promise<Service> =>
  startService(
    readConfig({
      ...SHARED,
      PORT: "0",
      METERBOOK_DATA_DIR: join(folder, name),
      METERBOOK_ADMIN_EMAIL: ADMIN.email,
      METERBOOK_ADMIN_PASSWORD: ADMIN.password,
      ...settings,
    }),
    { log, startSandbox: notHere, passwordCost: QUICK_COST },
  );

const api = await start("api", { METERBOOK_ROLES: "api" });
endings.push(() => api.stop());

async function activeJobs(): Promise<{ run: string }[]> {
  const { rows } = await client.query<{ run: string }>(
    "select id || ' ' || claim as run from jobs where claimed_until is not null and kind in ('fetch', 'parse')",
  );
  return rows;
}

describe("several processes", { timeout: 200_000 }, () => {
  test("the jobs of a killed worker run in another within 30 seconds; every bill comes once", async () => {
    const [first, second] = await Promise.all(
      ["first", "second"].map((name) =>
        serviceProcess({
          ...SHARED,
          METERBOOK_ROLES: "workers",
          METERBOOK_DATA_DIR: join(folder, name),
          // Each process that reads takes a while to start.
          METERBOOK_PARSES_AT_ONCE: "2",
        }),
      ),
    );
    assert.ok(first !== undefined && second !== undefined);
    await Promise.all([first.start(), second.start()]);
    endings.push(() => Promise.all([first.kill(), second.stop()]));
    const answer = await fetch(`${first.url}/v1/me`);
    assert.equal(answer.status, 404);

    // All that comes goes to the first, until it is killed.
    second.send("SIGSTOP");
    const company = await prepareCompany(api.url, {
      name: "Two workers",
      sandboxUrl: sandbox.url,
      utilities: ["northgate-electric"],
      after,
    });
    const [authorization = 0] = company.authorizations;
    const collecting = collectThrough(company.caller, company.authorizations, { since: SINCE });
    // Held still while it is looked at, so that it is killed with jobs in its hands.
    await until("the first bills, and jobs under way", async () => {
      if ((await progressOf(company.caller, authorization)).bills_accepted <= 5) return null;
      first.send("SIGSTOP");
      if ((await activeJobs()).length > 0) return true;
      first.send("SIGCONT");
      return null;
    });
    await first.kill();
    const ownMs = countOwnMs();
    const left = await activeJobs();
    assert.ok(left.length > 0);
    second.send("SIGCONT");
    await until("the jobs of the killed worker", async () => {
      const { rows } = await client.query("select 1 from jobs where id || ' ' || claim = any($1::text[])", [
        left.map(({ run }) => run),
      ]);
      return rows.length === 0 ? true : null;
    });
    const seconds = ownMs() / 1000;
    console.log(`${left.length} jobs of a killed worker run again ${seconds.toFixed(1)} s after the kill`);
    assert.ok(seconds <= 30, `${seconds} s`);

    await collecting;
    const { accounts } = await company.caller.get<{ accounts: { id: number; acct_num: string }[] }>(
      `/authorizations/${authorization}`,
    );
    const truth = await readTruth(sandbox.url, "northgate-electric", "demo_commercial");
    assert.deepEqual(await factsOfApi(company.caller, accounts), factsOfTruth(truth, SINCE));
    const { events, notified } = await companyRecords(databaseUrl, company.id);
    const created = [...events, ...notified].filter((line) => line.startsWith("bill.created"));
    assert.equal(created.length, 2);
    for (const line of created) {
      const [count, distinct] = line.split(" ").slice(-2);
      assert.equal(count, distinct, line);
    }
    const { ms, code } = await second.stop();
    assert.equal(code, 0);
    assert.ok(ms < 10_000, `${ms} ms`);
  });

  const WRONG: { what: string; settings: Record<string, string>; named: RegExp }[] = [
    { what: "another public URL", settings: { PUBLIC_URL: "http://elsewhere.example.com" }, named: /^PUBLIC_URL must/ },
    {
      what: "other rights to read passwords and to reach this machine",
      settings: { METERBOOK_REVEAL_PASSWORDS: "false", METERBOOK_ALLOW_LOCAL_WEBHOOKS: "false" },
      named: /^METERBOOK_ALLOW_LOCAL_WEBHOOKS and METERBOOK_REVEAL_PASSWORDS must/,
    },
    { what: "other files", settings: { METERBOOK_FILES_DIR: join(folder, "others") }, named: /METERBOOK_FILES_DIR/ },
    {
      what: "another root key",
      settings: { METERBOOK_ROOT_KEY: randomBytes(32).toString("hex") },
      named: /^METERBOOK_ROOT_KEY/,
    },
  ];
  test("a process that differs from one that runs is refused with a sentence that names what differs", async () => {
    await Promise.all(
      WRONG.map(async ({ what, settings, named }, index) => {
        const refused = start(`wrong-${index}`, { METERBOOK_ROLES: "workers", ...settings });
        await assert.rejects(refused, (error: Error) => {
          assert.ok(error instanceof StartError, what);
          assert.match(error.message, named);
          assert.match(error.message, /which is running on this database/);
          for (const value of Object.values(settings)) assert.ok(!error.message.includes(value));
          return true;
        });
      }),
    );
    const { rows } = await client.query("select 1 from processes where pid = $1", [process.pid]);
    assert.equal(rows.length, 1, "those that were refused are not on the list");
  });

  test("nothing of a setting can be read in the row of a process", async () => {
    const { rows } = await client.query<{ row: string }>("select to_json(p)::text as row from processes p");
    for (const value of Object.values(SHARED)) assert.ok(!rows.some(({ row }) => row.includes(value)), value);
  });

  test("a change of settings is taken when no other process runs, also right after a kill", async () => {
    await api.stop();
    const { rows: left } = await client.query("select 1 from processes where pid = $1", [process.pid]);
    assert.equal(left.length, 0);
    // As one leaves it that was killed some seconds ago, with other settings and files.
    await client.query(
      `insert into processes (id, host, pid, roles, settings, seen_at)
       values (gen_random_uuid(), 'a host', 1, '{api}', '{"PUBLIC_URL": "another"}', now() - interval '13 seconds')`,
    );
    // Files and keys move together.
    await rename(join(folder, "files"), join(folder, "moved"));
    const changed = await start("api", {
      METERBOOK_FILES_DIR: join(folder, "moved"),
      METERBOOK_REVEAL_PASSWORDS: "false",
    });
    await changed.stop();
  });
});
