import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";

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
  for (const name of ["start", "demo", "import", "weather", "rebuild", "audit", "user", "copy-files"])
    assert.match(stdout, new RegExp(`^  ${name} `, "m"));
  assert.equal(run("--help").stdout, stdout);
});

test("an unknown command is named, and ends with 2", () => {
  const { status, stdout, stderr } = run("imports");
  assert.deepEqual([status, stdout], [2, ""]);
  assert.match(stderr, /There is no command "imports"/);
});

test("arguments and the exit code of a command are its own", () => {
  const { status, stdout } = run("import", "--help");
  assert.equal(status, 0);
  assert.match(stdout, /^Usage: meterbook import \[options\] <file\.\.\.>\n\nImports bill history/);
  const { status: refused, stderr } = run("rebuild", "--no-such-option");
  assert.equal(refused, 2);
  assert.match(stderr, /unknown option '--no-such-option'/);
  const { status: without, stderr: usage } = run("weather");
  assert.equal(without, 2);
  assert.match(usage, /^Usage: meterbook weather import <file>/m);
});

const COMMANDS = ["start", "demo", "import", "weather", "read", "template", "utilities", "rebuild", "copy-files"];

test("every command prints its help before anything happens, whatever the settings are", () => {
  for (const name of COMMANDS) {
    const { status, stdout, stderr } = runWith({ PORT: "none" }, name, "--help");
    assert.deepEqual([status, stderr], [0, ""], name);
    assert.match(stdout, new RegExp(`^Usage: meterbook ${name}`), name);
  }
});

test("the version is that of the package, of all and of each command", () => {
  const { version } = JSON.parse(readFileSync(join(import.meta.dirname, "../package.json"), "utf8"));
  assert.equal(run("--version").stdout, `${version}\n`);
  assert.equal(run("start", "--version").stdout, `${version}\n`);
});

test("a wrong setting stops each command with a sentence, and nothing else does", () => {
  for (const command of ["start", "demo", "rebuild", "copy-files", "weather import days.csv"]) {
    const { status, stderr } = runWith({ PORT: "none" }, ...command.split(" "));
    assert.notEqual(status, 0, command);
    assert.match(stderr, /PORT must be/, command);
    assert.doesNotMatch(stderr, /is no setting/, command);
  }
});
