import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { listTogether, LONGEST, PORTALS, TOGETHER } from "./together.ts";

const ROOT = join(import.meta.dirname, "..");
/** What would reach the tests of other files in the same process. */
const SHARED = /^(?:before|beforeEach|afterEach)\(|process\.(?:env\b.*[^=!]=[^=>]|chdir\()/m;
const MOVED_CLOCK = /\bmock\.timers/;

test("test files that share a process share nothing else", () => {
  for (const name of Object.keys(TOGETHER)) {
    const files = listTogether(name);
    assert.ok(files.length > 5, `${name} has ${files.length} files`);
    for (const file of files) {
      const text = readFileSync(join(ROOT, file), "utf8");
      assert.doesNotMatch(text, SHARED, file);
      if (name !== PORTALS) assert.doesNotMatch(text, MOVED_CLOCK, file);
    }
  }
});

test("no file runs in two processes", () => {
  const listed = Object.keys(TOGETHER).flatMap(listTogether);
  assert.deepEqual(
    listed.filter((file, at) => listed.indexOf(file) !== at),
    [],
  );
});

test("files that begin first are there, and have a process of their own", () => {
  const together = new Set(Object.keys(TOGETHER).flatMap(listTogether));
  for (const file of LONGEST) assert.ok(existsSync(join(ROOT, file)) && !together.has(file), file);
  assert.equal(new Set(LONGEST).size, LONGEST.length);
});
