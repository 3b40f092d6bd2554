/** The embedded server under failures: kills, stale locks, incomplete files, other versions. */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { Client } from "pg";
import { copyOfSeed, killAndWait, query, quiet, settings, start, startAndKillNode } from "../../test/embedded-trial.ts";
import { StartError } from "../errors.ts";
import { createLog } from "../log.ts";
import { chooseAccount } from "./system-account.ts";
import { stopPostmaster } from "./postmaster.ts";
import { isRunning } from "./processes.ts";
import { findEmbeddedPostgres, startEmbeddedPostgres } from "./embedded-postgres.ts";

const WINDOWS = process.platform === "win32" ? "these ways of dying are those of Unix" : false;

const lockPath = (dataDir: string) => join(dataDir, "postgres", "cluster", "postmaster.pid");

test("a server starts without network access, with the same text order and time everywhere, and stops without leftovers", async (t) => {
  const dataDir = await copyOfSeed(t);
  const server = await start(t, dataDir);
  assert.equal(server.adopted, false);
  assert.equal(server.location, join(dataDir, "postgres"));
  const [row] = await query(
    server.url,
    `select current_user as role, usesuper as super, current_setting('listen_addresses') as network,
            current_setting('timezone') as zone, current_setting('data_checksums') as checksums,
            pg_encoding_to_char(encoding) as encoding, datlocprovider::text as provider, datlocale as locale
     from pg_user, pg_database where usename = current_user and datname = current_database()`,
  );
  assert.deepEqual(row, {
    role: "meterbook",
    super: false,
    network: "",
    zone: "UTC",
    checksums: "on",
    encoding: "UTF8",
    provider: "b",
    locale: "C.UTF-8",
  });
  const socketFolder = decodeURIComponent(new URL(server.url).hostname);
  assert.equal((await stat(socketFolder)).mode & 0o777, 0o700);
  assert.equal(await findEmbeddedPostgres(dataDir), server.url);
  const pid = server.serverPid();
  await server.stop();
  await server.stop();
  assert.equal(await isRunning(pid), false);
  await assert.rejects(stat(socketFolder), { code: "ENOENT" });
  assert.equal(await findEmbeddedPostgres(dataDir), null);
});

test("a stop cuts connections instead of waiting for them", async (t) => {
  const server = await start(t, await copyOfSeed(t));
  const client = new Client({ connectionString: server.url });
  const cut = Promise.withResolvers<void>();
  client.on("error", () => cut.resolve());
  await client.connect();
  await client.query("begin");
  await server.stop();
  await cut.promise;
});

test("after kill -9 of our process the server keeps running and is adopted", { skip: WINDOWS }, async (t) => {
  const dataDir = await copyOfSeed(t);
  const pid = await startAndKillNode(t, dataDir);
  const server = await start(t, dataDir);
  assert.equal(server.adopted, true);
  assert.equal(server.serverPid(), pid);
  assert.deepEqual(await query(server.url, "select id from bills"), [{ id: 1 }]);
  await server.stop();
  assert.equal(await isRunning(pid), false);
});

test("after kill -9 of the server it is started again at the same address", { skip: WINDOWS }, async (t) => {
  const lines: string[] = [];
  const back = Promise.withResolvers<void>();
  const log = createLog({
    level: "info",
    write: (line) => {
      lines.push(line);
      if (line.includes("answers again")) back.resolve();
    },
  });
  const server = await start(t, await copyOfSeed(t), log);
  await query(server.url, "insert into bills values (2)");
  const pid = server.serverPid();
  await killAndWait(pid);
  const open = setInterval(() => {}, 1_000);
  await back.promise;
  clearInterval(open);
  assert.deepEqual(await query(server.url, "select count(*)::int as n from bills"), [{ n: 2 }]);
  assert.notEqual(server.serverPid(), pid);
  assert.ok(lines.some((line) => line.includes("has died")));
});

test("after kill -9 of both, whatever the lock file says, every row is there", { skip: WINDOWS }, async (t) => {
  const dataDir = await copyOfSeed(t);
  const account = await chooseAccount((await stat(join(dataDir, "postgres", "cluster"))).uid, { log: quiet });
  const owner = account ? { uid: account.uid, gid: account.gid } : {};
  // Owned by the server's account: PostgreSQL itself would take such a process for the server.
  const other = spawn("sleep", ["60"], owner);
  t.after(() => other.kill("SIGKILL"));
  const zombieParent = spawn("/bin/sh", ["-c", "sleep 0.3 & echo $!; exec sleep 60"], {
    ...owner,
    stdio: ["ignore", "pipe", "ignore"],
  });
  t.after(() => zombieParent.kill("SIGKILL"));
  const [zombie] = await once(zombieParent.stdout, "data");
  const firstLines = {
    "another program": String(other.pid),
    "a zombie": String(zombie).trim(),
    "no process id": "garbage",
  };
  for (const [name, firstLine] of Object.entries(firstLines)) {
    await killAndWait(await startAndKillNode(t, dataDir));
    const rest = (await readFile(lockPath(dataDir), "utf8")).split("\n").slice(1);
    await writeFile(lockPath(dataDir), name === "no process id" ? firstLine : [firstLine, ...rest].join("\n"));
    const server = await startEmbeddedPostgres({ dataDir, log: quiet, settings });
    assert.equal(server.adopted, false, name);
    assert.deepEqual(await query(server.url, "select id from bills"), [{ id: 1 }], name);
    await server.stop();
    assert.equal(other.signalCode, null, name);
  }
});

test(
  "while a backend of the killed server still runs, the next server waits for its end",
  { skip: WINDOWS },
  async (t) => {
    const dataDir = await copyOfSeed(t);
    const other = spawn("sleep", ["60"]);
    t.after(() => other.kill("SIGKILL"));
    const first = await startEmbeddedPostgres({ dataDir, log: quiet, settings });
    // Left to the second start: this one must not restart its own.
    const pid = first.serverPid();
    const client = new Client({ connectionString: first.url });
    client.on("error", () => {});
    await client.connect();
    const { rows } = await client.query<{ pid: number }>("select pg_backend_pid() as pid");
    const backend = rows[0]?.pid ?? 0;
    process.kill(backend, "SIGSTOP");
    process.kill(pid, "SIGKILL");
    const stopping = first.stop();
    const rest = (await readFile(lockPath(dataDir), "utf8")).split("\n").slice(1);
    await writeFile(lockPath(dataDir), [other.pid, ...rest].join("\n"));
    await stopping;
    const second = start(t, dataDir);
    const logFile = join(dataDir, "postgres", "server.log");
    while (!(await readFile(logFile, "utf8")).includes("shared memory block"))
      await new Promise((done) => setImmediate(done));
    process.kill(backend, "SIGCONT");
    assert.deepEqual(await query((await second).url, "select id from bills"), [{ id: 1 }]);
  },
);

test("a partially created database is never used", { skip: WINDOWS }, async (t) => {
  const dataDir = await copyOfSeed(t);
  const home = join(dataDir, "postgres");
  await mkdir(join(home, "cluster.new-abcdef"));
  await mkdir(join(home, "programs.new-abcdef"));
  await writeFile(join(home, "cluster.new-abcdef", "PG_VERSION"), "18\n");
  await start(t, dataDir);
  assert.deepEqual(
    (await readdir(home)).filter((name) => name.includes(".new-")),
    [],
  );
});

test("files of another or unknown version are refused in one sentence", { skip: WINDOWS }, async (t) => {
  const dataDir = await copyOfSeed(t);
  const version = join(dataDir, "postgres", "cluster", "PG_VERSION");
  await writeFile(version, "17\n");
  await assert.rejects(start(t, dataDir), /was made by PostgreSQL 17, and this release brings 18/);
  await rm(version);
  await assert.rejects(start(t, dataDir), /is not a database/);
});

test("the reason why the server does not start is reported in its own words", { skip: WINDOWS }, async (t) => {
  const dataDir = await copyOfSeed(t);
  await rm(join(dataDir, "postgres", "cluster", "global", "pg_control"));
  await assert.rejects(start(t, dataDir), (error: unknown) => {
    assert.ok(error instanceof StartError);
    assert.match(error.message, /does not start: .*pg_control/);
    return true;
  });
});

test("a stop sends nothing to a process that is not the server", { skip: WINDOWS }, async (t) => {
  const dataDir = await copyOfSeed(t);
  const home = join(dataDir, "postgres");
  const other = spawn("sleep", ["60"]);
  t.after(() => other.kill("SIGKILL"));
  await once(other, "spawn");
  const installation = { home, cluster: join(home, "cluster"), programs: home, version: "18.4.0", account: null };
  await stopPostmaster(other.pid ?? 0, installation);
  assert.equal(await isRunning(other.pid ?? 0), true);
});
