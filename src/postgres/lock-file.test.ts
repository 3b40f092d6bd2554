/** The lock file of a cluster: read in PostgreSQL's format, and cleared only when no server owns it. */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { access, mkdtemp, readFile, rm, stat, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { ensurePassword } from "./endpoint.ts";
import { findExistingHome } from "./home.ts";
import { clearStaleLock, findPostmaster, parseLockFile, readLock } from "./lock-file.ts";

const WRITTEN = "4252\n/srv/data\n1763719171\n5432\n/tmp/meterbook-abcdef\n\n  1638552       123\nready   \n";

async function cluster(t: TestContext, lock: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "meterbook-lock-"));
  t.after(() => rm(folder, { recursive: true, force: true }));
  await writeFile(join(folder, "postmaster.pid"), lock);
  return folder;
}

test("process id, port and socket folder are read from their lines", () => {
  assert.deepEqual(parseLockFile(WRITTEN), { pid: 4252, port: 5432, socketFolder: "/tmp/meterbook-abcdef" });
});

test("a lock file that is still being written has no address yet", () => {
  assert.deepEqual(parseLockFile("4252\n/srv/data\n1763719171\n"), { pid: 4252, port: null, socketFolder: null });
  assert.deepEqual(parseLockFile("4252\n/srv/data\n1763719171\n5432\n/tm"), {
    pid: 4252,
    port: 5432,
    socketFolder: null,
  });
});

test("invalid process ids are rejected: empty, words, zero, negative, huge", () => {
  for (const text of ["", "\n", "garbage\n", "0\n", "-5\n", "12 34\n", "99999999999\n"]) {
    assert.equal(parseLockFile(text), null, JSON.stringify(text));
  }
});

test("another program's process is not taken for the server, whatever the file says", async (t) => {
  const folder = await cluster(t, WRITTEN.replace("4252", String(process.pid)));
  assert.equal(await findPostmaster(folder), null);
});

test("the lock of a dead process is left to PostgreSQL's own checks", async (t) => {
  const lock = WRITTEN.replace("4252", "2147483646");
  const folder = await cluster(t, lock);
  await clearStaleLock(folder, null);
  assert.equal(await readFile(join(folder, "postmaster.pid"), "utf8"), lock);
});

test("a lock with another program's id keeps all but the id, so that shared memory is still checked", async (t) => {
  const other = spawn("sleep", ["60"]);
  t.after(() => other.kill());
  const folder = await cluster(t, WRITTEN.replace("4252", String(other.pid)));
  await clearStaleLock(folder, null);
  assert.equal(await readFile(join(folder, "postmaster.pid"), "utf8"), WRITTEN.replace("4252", "2147483646"));
  assert.equal((await stat(join(folder, "postmaster.pid"))).mode & 0o777, 0o600);
  assert.equal(other.exitCode ?? other.signalCode, null);
});

test("a lock without any id is removed, and a missing lock is accepted", async (t) => {
  for (const text of ["", "garbage"]) {
    const folder = await cluster(t, text);
    await clearStaleLock(folder, null);
    await assert.rejects(access(join(folder, "postmaster.pid")), { code: "ENOENT" });
    await clearStaleLock(folder, null);
  }
});

test("what cannot be read is not taken for absent: neither a lock, nor the location of the database, nor its password", async (t) => {
  const folder = await mkdtemp(join(tmpdir(), "meterbook-unreadable-"));
  t.after(() => rm(folder, { recursive: true, force: true }));
  // A link to itself can be replaced, and not read.
  for (const name of ["postgres.location", "password", "postmaster.pid"]) await symlink(name, join(folder, name));
  await assert.rejects(readLock(folder), { code: "ELOOP" });
  await assert.rejects(findExistingHome(folder), { code: "ELOOP" });
  await assert.rejects(ensurePassword(folder), { code: "ELOOP" });
});
