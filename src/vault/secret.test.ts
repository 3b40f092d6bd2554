import assert from "node:assert/strict";
import { test } from "node:test";
import { format, inspect } from "node:util";
import { Secret } from "./secret.ts";

const TEXT = "correct horse battery staple";

test("a secret is revealed only by its method", () => {
  assert.equal(new Secret(TEXT).reveal(), TEXT);
});

test("no way of printing a secret shows it", () => {
  const secret = new Secret(TEXT);
  const holder = { login: { password: secret }, list: [secret], map: new Map([["password", secret]]) };
  const prints = [
    String(secret),
    `${secret}`,
    secret + "",
    JSON.stringify(secret),
    JSON.stringify(holder),
    inspect(secret),
    inspect(holder, { depth: null, showHidden: true, getters: true }),
    inspect(secret, { customInspect: false, showHidden: true }),
    format("%s %o %O %j", secret, secret, secret, secret),
    JSON.stringify({ ...secret }),
    JSON.stringify(Object.getOwnPropertyDescriptors(secret)),
    inspect(structuredClone(secret), { showHidden: true }),
    inspect(new Error("it failed", { cause: holder }), { depth: null }),
  ];
  for (const print of prints) assert.ok(!print.includes("horse"), print);
  assert.equal(JSON.stringify({ password: secret }), '{"password":"[redacted]"}');
});

test("a failed comparison of secrets does not show them", () => {
  const difference = new assert.AssertionError({
    actual: { password: new Secret(TEXT) },
    expected: { password: null },
    operator: "deepStrictEqual",
  });
  assert.ok(!difference.message.includes("horse"));
});
