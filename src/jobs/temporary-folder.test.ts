import assert from "node:assert/strict";
import { mkdtemp, readdir, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { test } from "node:test";
import { createLog } from "../log.ts";
import { removeLeftFolders, withTemporaryFolder } from "./temporary-folder.ts";

const HOUR_MS = 3600 * 1000;
const log = createLog({ level: "silent" });

const isThere = async (folder: string): Promise<boolean> => (await readdir(tmpdir())).includes(basename(folder));

test("a temporary folder is removed after its work, also after an error", async () => {
  let folder = "";
  const work = withTemporaryFolder(async (given) => {
    folder = given;
    await writeFile(join(given, "draft"), "half a");
    throw new Error("broken");
  });
  await assert.rejects(work, /broken/);
  assert.equal(await isThere(folder), false);
});

test("of folders that were left, those older than a day are removed, and none of anybody else", async () => {
  const now = Date.now();
  const left = async (prefix: string, hours: number): Promise<string> => {
    const folder = await mkdtemp(join(tmpdir(), prefix));
    await writeFile(join(folder, "draft"), "half a");
    const at = new Date(now - hours * HOUR_MS);
    await utimes(folder, at, at);
    return folder;
  };
  const old = await left("meterbook-delivery-", 25);
  const oldUpload = await left("meterbook-upload-1-", 25);
  const young = await left("meterbook-delivery-", 23);
  const youngUpload = await left("meterbook-upload-1-", 23);
  const other = await left("meterbook-test-delivery-", 25);
  try {
    await removeLeftFolders({ now: () => now, log });
    const all = [old, oldUpload, young, youngUpload, other];
    assert.deepEqual(await Promise.all(all.map(isThere)), [false, false, true, true, true]);
  } finally {
    for (const folder of [old, oldUpload, young, youngUpload, other])
      await rm(folder, { recursive: true, force: true });
  }
});
