/** Full disks, each a small file system of the test's own: writes are refused, jobs wait, and everything continues by itself once there is room. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { randomBytes, randomUUID } from "node:crypto";
import { chmod, mkdir, mkdtemp, open, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import pg from "pg";
import { CallError } from "../src/cli/api-caller.ts";
import { isStorageFull } from "../src/store/storage-full.ts";
import { collected, newCompany, finishedAuthorization, submit, until } from "./callers.ts";
import { startTestService } from "./start.ts";
import { factsOfApi, factsOfTruth, readTruth } from "./truth.ts";

const FILES_MEGABYTES = 4;
const DATABASE_MEGABYTES = 200;
const FILLER_BYTES = 64 * 1024;

const root = await mkdtemp(join(tmpdir(), "meterbook-disk-"));
const dataDir = join(root, "data");
const files = join(dataDir, "files");

/** Returns a function that undoes it; null when this account or system may not mount. */
function mount(folder: string, megabytes: number): (() => void) | null {
  if (process.platform !== "linux") return null;
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", `size=${megabytes}m,mode=0755`, "tmpfs", folder], { stdio: "ignore" });
  } catch {
    return null;
  }
  return () => void execFileSync("umount", ["--lazy", folder]);
}

/** Writes until the disk is full, and returns a function that removes the data. */
async function fill(folder: string): Promise<() => Promise<void>> {
  const path = join(folder, "filler");
  const file = await open(path, "a");
  const block = Buffer.alloc(FILLER_BYTES);
  try {
    for (;;) await file.write(block);
  } catch (error) {
    assert.ok(isStorageFull(error), String(error));
  } finally {
    await file.close();
  }
  return () => rm(path);
}

await chmod(root, 0o755);
await mkdir(dataDir);
const undoData = mount(dataDir, DATABASE_MEGABYTES);
if (undoData !== null) await mkdir(files);
const undoFiles = undoData === null ? null : mount(files, FILES_MEGABYTES);
const skip = undoFiles === null && "file systems of a test's own can be mounted on Linux by root alone";

const HEADER = "utility_company,account_number,energy_type,start_date,end_date,usage,usage_unit,usage_cost";
const ROWS = 40;
const sheet = (account: number) =>
  [
    HEADER,
    ...Array.from({ length: ROWS }, (_, month) => {
      const day = (more: number) => new Date(Date.UTC(2020, month + more, 1)).toISOString().slice(0, 10);
      return `Hillside Power,A-${account},Electric,${day(0)},${day(1)},5,kWh,1.00`;
    }),
  ].join("\n");

test("a full disk refuses writes, keeps jobs waiting and loses nothing", { skip, timeout: 300_000 }, async (t) => {
  const { service, sandboxUrl, logLines } = await startTestService(
    { after },
    { METERBOOK_DATA_DIR: dataDir, DATABASE_URL: "" },
  );
  const { app, url } = service;
  const { caller, id: company_id } = await newCompany(url, "Full");
  const login = await fetch(`${url}/v1/auth/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email: `user-${company_id}@example.com`, password: "correct horse battery" }),
  });
  const { token } = (await login.json()) as { token: string };
  const send = (account: number) =>
    fetch(`${url}/v1/imports?name=${account}.csv&dry_run=false`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "text/csv" },
      body: sheet(account),
    });
  const readiness = async () =>
    (await (await fetch(`${url}/readyz`)).json()) as { ready: boolean; parts: Record<string, string> };
  const isReady = () =>
    until("the service to be ready", async () => ((await readiness()).ready ? true : null), 120_000);

  await t.test("the folder of files", async () => {
    const utility = { utility: "northgate-electric", username: "demo_residential" };
    // A year is enough for the collection to wait in the middle of it.
    const since = "2025-11-01";
    const authorization = await submit(caller, { sandboxUrl, ...utility });
    const { accounts } = await finishedAuthorization(caller, authorization);
    const makeRoom = await fill(files);

    const refused = await send(0);
    const problem = (await refused.json()) as { type: string };
    assert.deepEqual([refused.status, refused.headers.get("retry-after")], [503, "30"]);
    assert.match(problem.type, /\/problems\/storage-full$/);
    await assert.rejects(app.files.put(randomUUID(), randomBytes(200_000)), isStorageFull);
    assert.deepEqual(await draftsUnder(files), []);
    assert.deepEqual([(await readiness()).ready, (await readiness()).parts["files"]], [false, "full"]);

    await caller.send("PUT", `/authorizations/${authorization}/update_account_status`, {
      utility_account_id: accounts[0]?.id,
      status: "Active",
      data_start_date: since,
    });
    const waits = (line: string) => line.includes("job waits for disk space") && line.includes('"job":"fetch"');
    await until("the collection to wait", async () => (logLines.some(waits) ? true : null));
    assert.equal((await finishedAuthorization(caller, authorization)).status, "Inventory Complete");
    await makeRoom();
    await isReady();
    await collected(caller, authorization);
    const expected = factsOfTruth(await readTruth(sandboxUrl, utility.utility, utility.username), since);
    assert.deepEqual(await factsOfApi(caller, accounts), expected);
    assert.ok(expected.length > 0);
    t.diagnostic(`folder of files full: ${expected.length} facts of bills, none lost and none doubled`);
  });

  await t.test("the folder of the database, whose server crashes over its log", async () => {
    const before = await count("utility_bills");
    const makeRoom = await fill(dataDir);
    const accepted: number[] = [];
    const refused: number[] = [];
    const sendOne = async (account: number) => {
      const answer = await send(account);
      assert.ok(answer.status === 201 || answer.status === 503, `${answer.status} ${await answer.text()}`);
      (answer.status === 201 ? accepted : refused).push(account);
    };
    const sendUntilRefused = async (from: number) => {
      const soFar = refused.length;
      for (let account = from; refused.length === soFar && account < from + 200; account += 1) await sendOne(account);
      assert.ok(refused.length > soFar, "nothing was refused");
    };
    await sendUntilRefused(1);
    assert.equal((await readiness()).parts["database"], "full");
    // A server that gets no place for its log stops all that it does, and begins anew.
    const crash = await asAdmin((client) => fillLog(client)).catch((error: unknown) => String(error));
    t.diagnostic(`the server without room for its log: ${crash}`);
    await sendUntilRefused(1000);
    await makeRoom();
    await isReady();
    const log = await readFile(join(app.databaseFolder ?? "", "server.log"), "utf8");
    t.diagnostic(`crashes of the server: ${log.match(/ PANIC: /g)?.length ?? 0}`);
    // What was refused is sent again, as Retry-After asks for, also where the server is still recovering.
    await until("what was refused to be taken", async () => {
      for (const account of refused.splice(0)) await sendOne(account);
      return refused.length === 0 ? true : null;
    });
    await until(
      "all imports",
      async () => {
        // The server may be recovering still: who is refused asks again.
        const rows = await caller.get<{ state: string; errors: string | null }[]>("/imports").catch(unlessAway);
        if (rows === null) return null;
        assert.ok(
          rows.every(({ state }) => state !== "failed" && state !== "cancelled"),
          JSON.stringify(rows),
        );
        return rows.length >= accepted.length && rows.every(({ state }) => state === "done") ? true : null;
      },
      150_000,
    );
    assert.equal((await count("utility_bills")) - before, accepted.length * ROWS);
    assert.equal(await count("utility_bills where not archived"), await count("utility_bills"));
    t.diagnostic(
      `database full: ${accepted.length * ROWS} bills of ${accepted.length} imports, none lost and none doubled`,
    );
  });

  async function count(what: string): Promise<number> {
    return asAdmin(async (client) =>
      Number((await client.query<{ n: string }>(`select count(*) as n from ${what}`)).rows[0]?.n),
    );
  }
  async function asAdmin<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
    const client = new pg.Client({
      connectionString: app.databaseUrl.replace("//meterbook@", "//postgres@"),
      connectionTimeoutMillis: 5000,
    });
    client.on("error", () => {});
    await client.connect();
    try {
      return await work(client);
    } finally {
      await client.end().catch(() => {});
    }
  }
});

/** Writes the database's log into new segments until a write fails. */
async function fillLog(client: pg.Client): Promise<string> {
  for (let segment = 0; segment < 40; segment += 1) {
    await client.query("select pg_logical_emit_message(true, 'full', 'disk')");
    await client.query("select pg_switch_wal()");
  }
  return "went on";
}

/** Null when the service reports that the database is temporarily unavailable. */
function unlessAway(error: unknown): null {
  if (error instanceof CallError && error.status === 503) return null;
  throw error;
}

/** A partial file would have a name that is not its hash. */
async function draftsUnder(folder: string): Promise<string[]> {
  const names = await readdir(folder, { recursive: true, withFileTypes: true });
  return names
    .filter((entry) => entry.isFile() && entry.name !== "filler" && !/^[0-9a-f]{64}$/.test(entry.name))
    .map(({ name }) => name);
}

// Given last, so that the service has stopped before.
after(async () => {
  undoFiles?.();
  undoData?.();
  await rm(root, { recursive: true, force: true });
});
