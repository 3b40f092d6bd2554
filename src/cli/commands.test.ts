/** What all commands have in common, and that each is called by its name. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { runCommand } from "../../test/command.ts";
import { COMMANDS } from "./commands.ts";

const NAMES = Object.keys(COMMANDS);
/** A setting that stops whatever reads the settings. */
const WRONG = { PORT: "none", _METERBOOK_CALLED_AS: "meterbook" };

test("every command prints its help and the version of the package before anything happens, whatever the settings are", async () => {
  const { version } = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8")) as {
    version: string;
  };
  for (const name of NAMES) {
    const { code, out, error } = await runCommand(name, ["--help"], WRONG);
    assert.deepEqual([code, error], [0, ""], name);
    assert.match(out, new RegExp(`^Usage: meterbook ${name} `), name);
    assert.deepEqual(await runCommand(name, ["--version"], WRONG), { code: 0, out: `${version}\n`, error: "" });
  }
});

/** Enough arguments that a command goes to work; the import alone needs no setting of the service. */
const WORK: Record<string, string[] | null> = {
  audit: ["verify"],
  "copy-files": [],
  demo: [],
  import: null,
  read: ["bill.pdf"],
  rebuild: [],
  reread: [],
  template: ["test"],
  user: ["reset-link", "pat@example.com"],
  utilities: [],
  utility: ["check", "lakeside-power"],
  weather: ["import", "days.csv"],
};

test("an option that there is not, and a wrong setting, stop each command with a sentence", async () => {
  assert.deepEqual(Object.keys(WORK), NAMES);
  for (const [name, args] of Object.entries(WORK)) {
    const unknown = await runCommand(name, [...(args ?? []), "--no-such-option"], WRONG);
    assert.equal(unknown.code, 2, name);
    assert.match(unknown.error, /unknown option '--no-such-option'/, name);
    if (args === null) continue;
    const { code, out, error } = await runCommand(name, args, WRONG);
    assert.notEqual(code, 0, name);
    assert.equal(out, "", name);
    assert.match(error, /PORT must be/, name);
    assert.doesNotMatch(error, /is no setting/, name);
  }
});
