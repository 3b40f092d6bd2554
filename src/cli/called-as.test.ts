import assert from "node:assert/strict";
import { test } from "node:test";
import { calledAs, calledWith } from "./called-as.ts";

test("a command is told as a script of the package, whose options stand behind two dashes", () => {
  assert.equal(calledAs("start", {}), "npm start");
  assert.equal(calledAs("rebuild", {}), "npm run rebuild");
  assert.equal(calledWith("rebuild", "--json", {}), "npm run rebuild -- --json");
});

test("one that was called by the program's own name is told by it", () => {
  const environment = { _METERBOOK_CALLED_AS: "npx meterbook" };
  assert.equal(calledAs("start", environment), "npx meterbook start");
  assert.equal(calledWith("rebuild", "--json", environment), "npx meterbook rebuild --json");
});
