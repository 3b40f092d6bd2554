/** Distinguishing processes: alive, zombie, ours, another program's. */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { hasEntry, isPostmasterOf, isRunning, listServersIn } from "./processes.ts";

const UNIX = process.platform === "win32" ? "there are no such processes on Windows" : false;

test("we run; an id above every id does not", async () => {
  assert.equal(await isRunning(process.pid), true);
  assert.equal(await isRunning(2_147_483_646), false);
  assert.equal(hasEntry(2_147_483_646), false);
});

test(
  "a zombie has an entry but does not run",
  { skip: process.platform !== "linux" && "asked of /proc" },
  async (t) => {
    // The shell becomes a program that never reaps its existing child, which then ends.
    const parent = spawn("/bin/sh", ["-c", "sleep 0.3 & echo $!; exec sleep 60"], {
      stdio: ["ignore", "pipe", "ignore"],
    });
    t.after(() => parent.kill("SIGKILL"));
    const [line] = await once(parent.stdout, "data");
    const zombie = Number(String(line));
    while (await isRunning(zombie)) await new Promise((resolve) => setImmediate(resolve));
    assert.equal(hasEntry(zombie), true);
  },
);

test("a program with the folder in its arguments is not its server", { skip: UNIX }, async (t) => {
  const child = spawn("/bin/sh", ["-c", "read -r line", "postgres", "-D", "/srv/trial"]);
  t.after(() => child.kill("SIGKILL"));
  await once(child, "spawn");
  assert.equal(await isPostmasterOf(child.pid ?? 0, "/srv/trial"), false);
});

test(
  "processes that work in the folder are found",
  { skip: process.platform !== "linux" && "needs /proc" },
  async (t) => {
    const folder = await realpath(await mkdtemp(join(tmpdir(), "meterbook-cwd-")));
    t.after(() => rm(folder, { recursive: true, force: true }));
    assert.deepEqual(await listServersIn(folder), []);
    const child = spawn("sleep", ["60"], { cwd: folder });
    t.after(() => child.kill("SIGKILL"));
    await once(child, "spawn");
    assert.deepEqual(await listServersIn(folder), [child.pid]);
  },
);
