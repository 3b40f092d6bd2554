/** A folder stores files like every store, and leaves no partial files behind. */
import assert from "node:assert/strict";
import { mkdtemp, readdir, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, describe, test } from "node:test";
import { describeFileStore } from "../../test/file-store.ts";
import { openFolderStore } from "./folder-file-store.ts";

const root = await mkdtemp(join(tmpdir(), "meterbook-files-"));
after(() => rm(root, { recursive: true, force: true }));
const folder = join(root, "files");
const files = openFolderStore(folder);

describeFileStore("a folder", files, { isApart: true });

describe("a folder of files", () => {
  test("contains only complete files under their names, private to this account", async () => {
    const sha256 = await files.put("one", Buffer.from("a bill"));
    const name = sha256.toString("hex");
    const { mode } = await stat(join(folder, "one", name.slice(0, 2), name));
    if (process.platform !== "win32") assert.equal(mode & 0o777, 0o600);
    const paths = await readdir(folder, { recursive: true, withFileTypes: true });
    const strangers = paths.filter((entry) => entry.isFile() && !/^[0-9a-f]{64}$/.test(entry.name));
    assert.deepEqual(strangers, []);
  });

  test("repairs a truncated file", async () => {
    const sha256 = await files.put("one", Buffer.from("a whole bill"));
    const name = sha256.toString("hex");
    await writeFile(join(folder, "one", name.slice(0, 2), name), "a who");
    await files.put("one", Buffer.from("a whole bill"));
    assert.equal((await files.get("one", sha256)).toString(), "a whole bill");
  });

  test("says that it cannot be written when a file is at its path", async () => {
    await writeFile(join(root, "taken"), "");
    await assert.rejects(openFolderStore(join(root, "taken")).checkWriting());
  });
});
