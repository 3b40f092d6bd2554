/** Built programs run only as long as they are made of the sources that lie here. */
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { existsSync, globSync, mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { promisify } from "node:util";
import { buildPrograms, buildService, removeOld } from "../../scripts/build-programs.ts";
import { BUILT_PROGRAMS, BUILT_SERVICE, builtService, looksOf, programOf, readBuilt } from "./built-programs.ts";

const ROOT = join(import.meta.dirname, "../..");

/** A folder with one program, built of one source in this checkout. */
function builtFolder(t: TestContext) {
  const folder = mkdtempSync(join(tmpdir(), "meterbook-built-"));
  t.after(() => rmSync(folder, { recursive: true }));
  const [source, program] = [join(folder, "reader.ts"), join(folder, "reader.js")];
  for (const path of [source, program]) writeFileSync(path, "1;");
  const built = { root: ROOT, programs: { [source]: "reader.js" }, sources: { [source]: looksOf(source) } };
  const write = (more: object = {}) => writeFileSync(join(folder, "built.json"), JSON.stringify({ ...built, ...more }));
  return { folder, source, program, built, write };
}

test("what was built of a file that has changed since, or is gone, counts as not built", (t) => {
  const { folder, source, built, write } = builtFolder(t);
  assert.equal(readBuilt(folder), null);
  write();
  assert.deepEqual(readBuilt(folder), built);
  utimesSync(source, 1, 1);
  assert.equal(readBuilt(folder), null);
  rmSync(source);
  assert.equal(readBuilt(folder), null);
});

test("what was built for another checkout, or whose program is gone, counts as not built", (t) => {
  const { folder, program, write } = builtFolder(t);
  write({ root: "/another/checkout" });
  assert.equal(readBuilt(folder), null);
  write();
  assert.notEqual(readBuilt(folder), null);
  rmSync(program);
  assert.equal(readBuilt(folder), null);
});

test("the last four builds stay, and the one just made whatever the clock said", (t) => {
  const folder = mkdtempSync(join(tmpdir(), "meterbook-builds-"));
  t.after(() => rmSync(folder, { recursive: true }));
  for (const name of ["1-1", "20-1", "30-1", "40-1", "50-1"]) mkdirSync(join(folder, name));
  removeOld(folder, "1-1");
  assert.deepEqual(readdirSync(folder).sort(), ["1-1", "30-1", "40-1", "50-1"]);
  removeOld(folder, "50-1");
  assert.deepEqual(readdirSync(folder).sort(), ["1-1", "30-1", "40-1", "50-1"]);
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
  const threads = ["src/formats/pdf/pdf-worker.ts", "src/jobs/derived/rebuild-thread.ts"];
  for (const source of ["src/serve.ts", "src/cli/call.ts", ...threads]) {
    const path = builtService(join(ROOT, source));
    assert.ok(path.startsWith(BUILT_SERVICE) && existsSync(path), path);
  }
  const built = readBuilt(BUILT_SERVICE);
  assert.deepEqual(Object.keys(built?.sources ?? {}).filter(isOfTests), []);
  const { stdout } = await promisify(execFile)(process.execPath, [
    builtService(join(ROOT, "src/cli/call.ts")),
    "utilities",
  ]);
  assert.match(stdout, /Northgate Electric/);
});
