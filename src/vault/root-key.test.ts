import assert from "node:assert/strict";
import { once } from "node:events";
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { pathToFileURL } from "node:url";
import { Worker } from "node:worker_threads";
import { loadRootKey, parseRootKey, RootKeyError } from "./root-key.ts";

const folder = mkdtempSync(join(tmpdir(), "meterbook-root-key-"));
after(() => rmSync(folder, { recursive: true }));
let count = 0;
const freshDataDir = (): string => join(folder, String((count += 1)));

const HEX = "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f";
const posix = { skip: process.platform === "win32" ? "this system has no file modes" : false };

test("a configured key is used, and no file is created", () => {
  const dataDir = freshDataDir();
  const key = loadRootKey({ dataDir, configured: HEX });
  assert.equal(key.id, parseRootKey(HEX, "test").id);
  assert.throws(() => statSync(dataDir));
});

test("hexadecimal, base64 and base64 for URLs give the same key", () => {
  const bytes = Buffer.from(HEX, "hex");
  const spellings = [HEX, HEX.toUpperCase(), bytes.toString("base64"), bytes.toString("base64url"), ` ${HEX}\n`];
  assert.deepEqual(new Set(spellings.map((text) => parseRootKey(text, "test").id)).size, 1);
});

test("a fingerprint is stable, short, and different for every key", () => {
  // HMAC-SHA256 of "meterbook.v1.key-id" under the key, its first 8 bytes; calculated independently.
  assert.equal(parseRootKey(HEX, "test").id, "b0a5be7ca24c0670");
  assert.notEqual(parseRootKey(HEX.replace("00", "01"), "test").id, parseRootKey(HEX, "test").id);
});

const WRONG = [
  "",
  "short",
  HEX.slice(2),
  `${HEX}00`,
  "g".repeat(64),
  Buffer.alloc(31, 1).toString("base64"),
  "00".repeat(32),
];
test("anything but 32 random bytes is refused by a sentence that names the setting and not the value", () => {
  for (const configured of WRONG) {
    assert.throws(
      () => loadRootKey({ dataDir: folder, configured }),
      (error) => {
        assert.ok(error instanceof RootKeyError);
        assert.match(error.message, /^METERBOOK_ROOT_KEY must be 32 random bytes/);
        return configured.length < 10 || !error.message.includes(configured);
      },
    );
  }
});

test("the first start creates the key, later ones read it", () => {
  const dataDir = freshDataDir();
  const first = loadRootKey({ dataDir, configured: null });
  assert.equal(loadRootKey({ dataDir, configured: null }).id, first.id);
  assert.deepEqual(readdirSync(dataDir), ["root.key"]);
  assert.notEqual(loadRootKey({ dataDir: freshDataDir(), configured: null }).id, first.id);
});

test("the file and a folder made for it are closed to others", posix, () => {
  const dataDir = freshDataDir();
  loadRootKey({ dataDir, configured: null });
  assert.equal(statSync(join(dataDir, "root.key")).mode & 0o777, 0o600);
  assert.equal(statSync(dataDir).mode & 0o777, 0o700);
});

test("a key file that others may read is refused with the command that closes it", posix, () => {
  const dataDir = freshDataDir();
  const { id } = loadRootKey({ dataDir, configured: null });
  const path = join(dataDir, "root.key");
  for (const mode of [0o644, 0o640, 0o604, 0o620]) {
    chmodSync(path, mode);
    assert.throws(() => loadRootKey({ dataDir, configured: null }), /chmod 600/);
  }
  chmodSync(path, 0o400);
  assert.equal(loadRootKey({ dataDir, configured: null }).id, id);
});

test("a broken key file is refused and not changed", () => {
  const dataDir = freshDataDir();
  mkdirSync(dataDir);
  const path = join(dataDir, "root.key");
  for (const text of ["", "not a key", Buffer.alloc(16, 3).toString("base64")]) {
    writeFileSync(path, text, { mode: 0o600 });
    assert.throws(() => loadRootKey({ dataDir, configured: null }), RootKeyError);
    assert.equal(readFileSync(path, "utf8"), text);
  }
});

test("an impossible data folder is reported in a sentence", () => {
  const file = join(folder, "a-file");
  writeFileSync(file, "");
  assert.throws(() => loadRootKey({ dataDir: file, configured: null }), /could not be read or made \(\w+\)/);
});

/** Waits for all others, then loads. The last one to arrive starts all. */
const STARTER = `
  const { workerData, parentPort } = require("node:worker_threads");
  const gate = new Int32Array(workerData.gate);
  import(workerData.module).then(({ loadRootKey }) => {
    if (Atomics.add(gate, 0, 1) === workerData.starters - 1) Atomics.store(gate, 1, 1), Atomics.notify(gate, 1);
    else Atomics.wait(gate, 1, 0);
    parentPort.postMessage(loadRootKey({ dataDir: workerData.dataDir, configured: null }).id);
  });`;

test("of many simultaneous starts one creates the key and all get the same", async () => {
  const module = pathToFileURL(join(import.meta.dirname, "root-key.ts")).href;
  const starters = 6;
  for (let round = 0; round < 3; round += 1) {
    const dataDir = freshDataDir();
    const gate = new SharedArrayBuffer(8);
    const ids = await Promise.all(
      Array.from({ length: starters }, async () => {
        const worker = new Worker(STARTER, { eval: true, workerData: { module, starters, dataDir, gate } });
        const [[id]] = await Promise.all([once(worker, "message"), once(worker, "exit")]);
        return id;
      }),
    );
    assert.deepEqual(ids, Array(starters).fill(loadRootKey({ dataDir, configured: null }).id));
    assert.deepEqual(readdirSync(dataDir), ["root.key"]);
  }
});
