import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { COMMANDS } from "../src/cli/commands.ts";

const FILE = join(import.meta.dirname, "meterbook.mjs");
/** From a folder that is not the project's. */
const run = (...args: string[]) => runWith({}, ...args);

const runWith = (settings: Record<string, string>, ...args: string[]) => {
  const environment = { cwd: tmpdir(), env: { ...process.env, ...settings } };
  const { status, stdout, stderr } = spawnSync(process.execPath, [FILE, ...args], { ...environment, encoding: "utf8" });
  return { status, stdout, stderr };
};

test("without a command it lists what there is", () => {
  const { status, stdout } = run();
  assert.equal(status, 0);
  const listed = [...stdout.matchAll(/^ {2}([a-z-]+) /gm)].map(([, name]) => name);
  assert.deepEqual(listed.toSorted(), [...Object.keys(COMMANDS), "sandbox", "start"].toSorted());
  assert.equal(run("--help").stdout, stdout);
});

test("an unknown command is named, and ends with 2", () => {
  const { status, stdout, stderr } = run("imports");
  assert.deepEqual([status, stdout], [2, ""]);
  assert.match(stderr, /There is no command "imports"/);
});

test("arguments, name and exit code of a command are its own", () => {
  const { status, stderr } = run("weather", "import");
  assert.equal(status, 2);
  assert.match(stderr, /missing required argument 'file'/);
  const { status: without, stderr: usage } = run("weather");
  assert.equal(without, 2);
  assert.match(usage, /^Usage: meterbook weather import <file>/m);
});

test("the service prints its help and its version, and a wrong setting stops it with a sentence", () => {
  const start = (...args: string[]) => runWith({ PORT: "none" }, "start", ...args);
  assert.match(start("--help").stdout, /^Usage: meterbook start/);
  const { status, stdout, stderr } = start();
  assert.deepEqual([status, stdout], [1, ""]);
  assert.match(stderr, /^Meterbook cannot start: PORT must be/m);
  assert.doesNotMatch(stderr, /is no setting/);
});

test("the version is that of the package", () => {
  const { version } = JSON.parse(readFileSync(join(import.meta.dirname, "../package.json"), "utf8"));
  assert.equal(run("--version").stdout, `${version}\n`);
});
