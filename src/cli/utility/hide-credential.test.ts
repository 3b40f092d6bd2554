import assert from "node:assert/strict";
import { test } from "node:test";
import { hiddenJson, hider } from "./hide-credential.ts";

test("a password is hidden in JSON also where JSON writes its characters otherwise, and numbers stay", () => {
  const shown = (password: string, value: unknown): unknown =>
    JSON.parse(hiddenJson(value, hider({ username: "pat", password })));
  for (const password of ['say "yes"', "back\\slash", "plain word", "tab\there"])
    assert.deepEqual(shown(password, { accounts: [{ service_address: `1 Main St ${password}` }] }), {
      accounts: [{ service_address: "1 Main St ***" }],
    });
  assert.deepEqual(shown("1234", { bytes: 12345, text: "of 1234" }), { bytes: 12345, text: "of ***" });
});
