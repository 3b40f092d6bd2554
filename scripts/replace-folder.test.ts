import assert from "node:assert/strict";
import { once } from "node:events";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { Worker } from "node:worker_threads";

/** Makes a folder and puts it in place, many times. */
const PROGRAM = `
  const { mkdirSync, writeFileSync } = require("node:fs");
  const { workerData: { module, folder, name } } = require("node:worker_threads");
  import(module).then(({ replaceFolder }) => {
    for (let round = 0; round < 100; round += 1) {
      mkdirSync(folder + "/" + name);
      for (const file of ["one", "two"]) writeFileSync(folder + "/" + name + "/" + file, name);
      replaceFolder(folder + "/" + name, folder + "/place");
    }
  });`;

test("several that put a folder in the same place at the same time all succeed, and one whole folder is left", async (t) => {
  const folder = mkdtempSync(join(tmpdir(), "meterbook-replace-"));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const module = new URL("./replace-folder.ts", import.meta.url).href;
  const workers = ["a", "b", "c"].map(
    (name) => new Worker(PROGRAM, { eval: true, workerData: { module, folder, name } }),
  );
  // A worker that fails emits an error, with which `once` rejects.
  assert.deepEqual(await Promise.all(workers.map((worker) => once(worker, "exit"))), [[0], [0], [0]]);
  assert.deepEqual(readdirSync(folder), ["place"]);
  assert.deepEqual(readdirSync(join(folder, "place")).sort(), ["one", "two"]);
});
