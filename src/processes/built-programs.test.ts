/** Built programs run only as long as they are made of the sources that lie here. */
import assert from "node:assert/strict";
import { existsSync, globSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { buildPrograms, buildService } from "../../scripts/build-programs.ts";
import { BUILT_PROGRAMS, BUILT_SERVICE, builtService, looksOf, programOf, readBuilt } from "./built-programs.ts";

test("what was built of a file that has changed since, or is gone, counts as not built", (t) => {
  const folder = mkdtempSync(join(tmpdir(), "meterbook-built-"));
  t.after(() => rmSync(folder, { recursive: true }));
  assert.equal(readBuilt(folder), null);
  const source = join(folder, "reader.ts");
  writeFileSync(source, "1;");
  const built = { programs: { [source]: "reader.js" }, sources: { [source]: looksOf(source) } };
  writeFileSync(join(folder, "built.json"), JSON.stringify(built));
  assert.deepEqual(readBuilt(folder), built);
  utimesSync(source, 1, 1);
  assert.equal(readBuilt(folder), null);
  rmSync(source);
  assert.equal(readBuilt(folder), null);
});

const isOfTests = (path: string) => /\.(test|fixtures)\.ts$/.test(path);

test("every program of a limited process is built, with nothing of its tests", async () => {
  await buildPrograms();
  const src = join(import.meta.dirname, "..");
  const programs = globSync("**/{*-reader-process,code-child}.ts", { cwd: src }).map((path) =>
    programOf(join(src, path)),
  );
  assert.equal(programs.length, 6);
  for (const path of programs) assert.ok(path.startsWith(BUILT_PROGRAMS) && existsSync(path), path);
  assert.deepEqual(Object.keys(readBuilt()?.sources ?? {}).filter(isOfTests), []);
});

test("the service, its commands and its threads are built; they find the files that lie beside their sources", async () => {
  await buildService();
  const root = join(import.meta.dirname, "../..");
  const threads = ["src/formats/pdf/pdf-worker.ts", "src/jobs/derived/rebuild-thread.ts"];
  for (const source of ["src/serve.ts", "src/cli/call.ts", ...threads]) {
    const path = builtService(join(root, source));
    assert.ok(path.startsWith(BUILT_SERVICE) && existsSync(path), path);
  }
  const built = readBuilt(BUILT_SERVICE);
  assert.deepEqual(Object.keys(built?.sources ?? {}).filter(isOfTests), []);
  const { stdout } = await promisify(execFile)(process.execPath, [
    builtService(join(root, "src/cli/call.ts")),
    "utilities",
  ]);
  assert.match(stdout, /Northgate Electric/);
});
