import assert from "node:assert/strict";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { test } from "node:test";
import { startCommand } from "../../test/command.ts";
import { calledAs, calledWith } from "./command-line.ts";

test("a command is shown as a script of the package, with its options after two dashes", () => {
  assert.equal(calledAs("start", {}), "npm start");
  assert.equal(calledAs("rebuild", {}), "npm run rebuild");
  assert.equal(calledWith("rebuild", "--json", {}), "npm run rebuild -- --json");
});

test("a command that was called by the program's name is shown with it", () => {
  const env = { _METERBOOK_CALLED_AS: "npx meterbook" };
  assert.equal(calledAs("start", env), "npx meterbook start");
  assert.equal(calledWith("rebuild", "--json", env), "npx meterbook rebuild --json");
});

test("a command whose reader has seen enough ends without a word", async () => {
  const child = startCommand("utilities", [], {});
  child.stdout.destroy();
  const [[code], error] = await Promise.all([once(child, "close"), text(child.stderr)]);
  assert.deepEqual([code, error], [141, ""]);
});
