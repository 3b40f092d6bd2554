import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { test } from "node:test";
import { calledAs, calledWith } from "./command-line.ts";

test("a command is shown as a script of the package, with its options after two dashes", () => {
  assert.equal(calledAs("start", {}), "npm start");
  assert.equal(calledAs("rebuild", {}), "npm run rebuild");
  assert.equal(calledWith("rebuild", "--json", {}), "npm run rebuild -- --json");
});

test("a command that was called by the program's name is shown with it", () => {
  const environment = { _METERBOOK_CALLED_AS: "npx meterbook" };
  assert.equal(calledAs("start", environment), "npx meterbook start");
  assert.equal(calledWith("rebuild", "--json", environment), "npx meterbook rebuild --json");
});

test("a command whose reader has seen enough ends without a word", async () => {
  const child = spawn(process.execPath, [join(import.meta.dirname, "utility/utilities.ts")]);
  child.stdout.destroy();
  const [[code], error] = await Promise.all([once(child, "close"), text(child.stderr)]);
  assert.deepEqual([code, error], [141, ""]);
});
