/** Who runs the server and where its files are, when root or an ordinary account starts it. */
import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, chown, mkdir, mkdtemp, rename, rm, rmdir, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { test } from "node:test";
import { lastFirst } from "../../test/database.ts";
import { copyOfSeed, makeFolder, query, quiet, start, startAndKillNode } from "../../test/embedded-trial.ts";
import { createLog } from "../log.ts";
import { findHome } from "./home.ts";
import { chooseAccount } from "./system-account.ts";

const AS_ROOT = process.getuid?.() === 0 ? false : "only root changes to another account";

test("root's server runs as a dedicated account, in the data folder if it has access", { skip: AS_ROOT }, async (t) => {
  const dataDir = await copyOfSeed(t);
  await chmod(dataDir, 0o700);
  const server = await start(t, dataDir);
  const own = await chooseAccount(null, { log: quiet });
  assert.equal(own?.name, "meterbook");
  assert.equal((await stat(`/proc/${server.serverPid()}`)).uid, own.uid);
  assert.equal((await stat(dataDir)).mode & 0o777, 0o710);
});

test("a cluster of the account nobody is taken over, also while its server runs", { skip: AS_ROOT }, async (t) => {
  const dataDir = await copyOfSeed(t);
  const cluster = join(dataDir, "postgres", "cluster");
  const pid = await startAndKillNode(t, dataDir);
  // As an earlier release left it.
  execFileSync("chown", ["-R", "nobody", cluster]);
  await chmod(dataDir, 0o710);
  await chown(dataDir, 0, (await stat(cluster)).gid);
  const lines: string[] = [];
  const server = await start(t, dataDir, createLog({ level: "info", write: (line) => lines.push(line) }));
  assert.notEqual(server.serverPid(), pid);
  assert.match(lines.join(""), /belong to meterbook now/);
  const own = await chooseAccount(null, { log: quiet });
  assert.equal((await stat(`/proc/${server.serverPid()}`)).uid, own?.uid);
  assert.equal(execFileSync("find", [cluster, "-user", "nobody"]).toString(), "");
  assert.deepEqual(await query(server.url, "select id from bills"), [{ id: 1 }]);
});

test(
  "below a closed folder root's database gets a separate folder, which is never lost silently",
  { skip: AS_ROOT },
  async (t) => {
    const closed = await mkdtemp(join(tmpdir(), "meterbook-closed-"));
    lastFirst(t).after(() => rm(closed, { recursive: true, force: true }));
    const dataDir = join(closed, "data");
    const lines: string[] = [];
    const server = await start(t, dataDir, createLog({ level: "warn", write: (line) => lines.push(line) }));
    lastFirst(t).after(async () => {
      await rm(server.location, { recursive: true, force: true });
      await rmdir(dirname(server.location)).catch(() => {});
    });
    assert.equal(server.location.startsWith(closed), false);
    assert.match(lines.join(""), /cannot enter .*: the database is in /);
    assert.equal(lines.length, 1);
    await query(server.url, "create table kept as select 1 as id");
    await server.stop();

    const again = await start(t, dataDir);
    assert.equal(again.location, server.location);
    assert.deepEqual(await query(again.url, "select id from kept"), [{ id: 1 }]);
    await again.stop();

    const copy = join(closed, "copy");
    execFileSync("cp", ["-a", dataDir, copy]);
    await assert.rejects(start(t, copy), /belongs to the data folder .*data, not to .*copy/);

    await rename(server.location, `${server.location}-away`);
    await assert.rejects(start(t, dataDir), /it is missing: restore it/);
    await rename(`${server.location}-away`, server.location);

    await writeFile(join(dataDir, "postgres.location"), "garbage");
    await assert.rejects(start(t, dataDir), /cannot be read as the location of the database/);
  },
);

test(
  "the warning says that a separate folder is a temporary one, and what to do about it",
  { skip: AS_ROOT },
  async (t) => {
    const closed = await mkdtemp(join(tmpdir(), "meterbook-closed-"));
    t.after(() => rm(closed, { recursive: true, force: true }));
    const dataDir = join(closed, "data");
    await mkdir(dataDir);
    const file = join(closed, "file");
    await writeFile(file, "no folder");
    const lines: string[] = [];
    const account = await chooseAccount(null, { log: quiet });
    const home = await findHome(dataDir, account, { warn: (line: unknown) => void lines.push(String(line)) }, file);
    t.after(() => rm(home, { recursive: true, force: true }));
    assert.equal(dirname(home), tmpdir());
    assert.match(
      lines.join(""),
      /file could not be used, and a folder for temporary files may be emptied when the machine restarts: .* make .*file writable and remove .*postgres\.location, or set METERBOOK_DATA_DIR/,
    );
  },
);

test("an ordinary account creates, keeps and adopts its own server", { skip: AS_ROOT }, async (t) => {
  const own = await chooseAccount(null, { log: quiet });
  assert.ok(own);
  const dataDir = join(await makeFolder(), "data");
  lastFirst(t).after(() => rm(dirname(dataDir), { recursive: true, force: true }));
  await mkdir(dataDir, { mode: 0o700 });
  await chown(dataDir, own.uid, own.gid);
  const reads = spawn("/bin/sh", ["-c", 'test -r "$1"', "sh", import.meta.filename], {
    uid: own.uid,
    gid: own.gid,
  });
  if ((await once(reads, "exit"))[0] !== 0) return t.skip("the account cannot read this checkout");
  const first = await startAndKillNode(t, dataDir, own);
  const second = await startAndKillNode(t, dataDir, own);
  assert.equal(second, first);
  assert.equal((await stat(join(dataDir, "postgres", "cluster"))).uid, own.uid);
  // Root runs it too, as the account that owns it; the running server does not accept root, so it is replaced.
  const server = await start(t, dataDir);
  assert.equal(server.adopted, false);
  assert.equal((await stat(`/proc/${server.serverPid()}`)).uid, own.uid);
  assert.equal(basename(server.location), "postgres");
});
