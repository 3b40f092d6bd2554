/** A lock file that npm could install something unverified from, or nothing at all, does not pass. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { listFaults } from "./check-lock.ts";
import type { Packages } from "./lock-file.ts";

const integrity = "sha512-x";
const SOUND: Packages = {
  "": { optionalDependencies: { tool: "1.2.3" } },
  client: { version: "1.0.0" },
  "node_modules/@own/client": { resolved: "client", link: true },
  "node_modules/tool": {
    version: "1.2.3",
    integrity,
    optionalDependencies: { "@tool/linux": "1.2.3", shared: "1.0.0" },
  },
  "node_modules/tool/node_modules/@tool/linux": { version: "1.2.3", integrity },
  "node_modules/shared": { version: "1.0.0", integrity },
};

/** The sound file with other values in the entry of the tool. */
const faultsWith = (values: Packages[string]) =>
  listFaults({ packages: { ...SOUND, "node_modules/tool": { ...SOUND["node_modules/tool"], ...values } } });

test("a sound file has no faults; workspaces and links to them need no checksum", () => {
  assert.deepEqual(listFaults({ packages: SOUND }), []);
});

test("a package without a SHA-512 checksum, with a download address or that escapes --omit=dev is named", () => {
  for (const value of [undefined, "sha1-x"]) {
    assert.deepEqual(faultsWith({ integrity: value }), ["node_modules/tool 1.2.3 has no SHA-512 checksum (integrity)"]);
  }
  assert.deepEqual(faultsWith({ resolved: "https://registry.invalid/tool.tgz" }), [
    "node_modules/tool 1.2.3 names a download address (https://registry.invalid/tool.tgz)",
  ]);
  assert.match(faultsWith({ devOptional: true }).join(), /^node_modules\/tool 1\.2\.3 is a development package that /);
});

test("the optional package of another platform that has no entry is named, with who wants it", () => {
  assert.deepEqual(faultsWith({ optionalDependencies: { "@tool/win32": "1.2.3" } }), [
    "@tool/win32 1.2.3, optional for node_modules/tool, has no entry",
  ]);
});

test("the project's own file is sound", () => {
  const text = readFileSync(join(import.meta.dirname, "../package-lock.json"), "utf8");
  assert.deepEqual(listFaults(JSON.parse(text) as { packages: Packages }), []);
});

test("as a step of the check it prints the faults and ends with 1", async (t) => {
  const folder = await mkdtemp(join(tmpdir(), "meterbook-lock-"));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const path = join(folder, "package-lock.json");
  await writeFile(path, JSON.stringify({ packages: { "node_modules/tool": { version: "1.2.3" } } }));
  const words = [join(import.meta.dirname, "check-lock.ts"), path];
  const { status, stderr } = spawnSync(process.execPath, words, { encoding: "utf8" });
  assert.deepEqual([status, stderr], [1, "node_modules/tool 1.2.3 has no SHA-512 checksum (integrity)\n"]);
});
