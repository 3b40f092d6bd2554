import assert from "node:assert/strict";
import { after, test } from "node:test";
import { startSandbox } from "../server.ts";
import { createVisitor } from "../visitor.ts";
import type { Seen, Visitor } from "../visitor.ts";
import { shortDate } from "../world/days.ts";
import type { Account } from "../world/model.ts";
import { createWorld } from "../world/world.ts";
import { PROOFS, fold, sealOf } from "./arithmetic.ts";

const PREFIX = "/vista-electric";
const sandbox = await startSandbox({ port: 0 });
after(() => sandbox.close());

/** What the script keeps: its page, and the seed of the next request. */
interface Script {
  page: string;
  mix: string;
  seed: string;
}

async function loadScript(visitor: Visitor): Promise<Script> {
  const { text } = await visitor.get(`${PREFIX}/app.js`);
  const [, page = "", mix = ""] = /const PAGE = \{ id: "([^"]+)", mix: "([^"]+)" \}/.exec(text) ?? [];
  return { page, mix, seed: "" };
}

async function call(visitor: Visitor, script: Script, path: string, body?: unknown): Promise<Seen> {
  const headers: Record<string, string> = { "x-vista-page": script.page };
  if (script.seed !== "") headers["x-vista-seal"] = sealOf(script.seed, script.mix, path);
  const seen =
    body === undefined
      ? await visitor.get(PREFIX + path, headers)
      : await visitor.postJson(PREFIX + path, body, headers);
  script.seed = seen.headers.get("x-vista-seed") ?? script.seed;
  return seen;
}

async function signIn(visitor: Visitor, user: string, password = "sandbox", way: "sha256" | "sum" = "sha256") {
  const script = await loadScript(visitor);
  const { nonce } = JSON.parse((await call(visitor, script, "/api/nonce")).text);
  const credential = { user, nonce, way, proof: PROOFS[way](nonce, password, script.mix) };
  return { script, credential, reply: await call(visitor, script, "/api/login", credential) };
}

const accountsOf = (username: string): Account[] => createWorld().accountsOf("vista-electric", username) ?? [];

interface Row {
  billRef: string;
  issued: string;
}

async function firstAccount(visitor: Visitor, script: Script): Promise<string> {
  return JSON.parse((await call(visitor, script, "/api/accounts")).text).accounts[0].accountRef;
}

test("the page is empty until its script runs, and every copy of the script is another", async () => {
  const visitor = createVisitor(sandbox.url);
  assert.doesNotMatch((await visitor.get(`${PREFIX}/`)).text, /<form|<input/);
  const [one, other] = [await loadScript(visitor), await loadScript(visitor)];
  assert.notEqual(one.mix, other.mix);
});

test("a proof of the password signs in by either way, bills come seven at a time", async () => {
  for (const way of ["sha256", "sum"] as const) {
    const visitor = createVisitor(sandbox.url);
    const { script, reply } = await signIn(visitor, "demo_commercial", "sandbox", way);
    assert.equal(reply.status, 200);
    const { accounts } = JSON.parse((await call(visitor, script, "/api/accounts")).text);
    const truth = accountsOf("demo_commercial");
    assert.deepEqual(
      accounts.map(({ accountNo }: { accountNo: string }) => accountNo),
      truth.map(({ number }) => number),
    );
    const dates: string[] = [];
    for (const from of [0, 7, 14]) {
      const path = `/api/bills?account=${accounts[1].accountRef}&from=${from}&count=50`;
      const { bills, total } = JSON.parse((await call(visitor, script, path)).text);
      assert.equal(total, 14);
      dates.push(...bills.map(({ issued }: Row) => issued));
    }
    assert.deepEqual(
      dates,
      truth[1]?.bills.toReversed().map(({ billDay }) => shortDate(billDay)),
    );
  }
});

test("a request without a seal, or with that of an earlier one or of another page, is refused", async () => {
  const visitor = createVisitor(sandbox.url);
  const { script } = await signIn(visitor, "demo_residential");
  const early = { ...script };
  await call(visitor, script, "/api/accounts");
  const other = { ...script, mix: (await loadScript(visitor)).mix };
  for (const wrong of [early, { ...script, seed: "" }, other]) {
    const seen = await call(visitor, wrong, "/api/accounts");
    assert.equal(seen.status, 403);
    assert.equal(JSON.parse(seen.text).error.code, "SEAL");
  }
  assert.equal((await call(visitor, script, "/api/accounts")).status, 200);
  assert.equal((await visitor.get(`${PREFIX}/api/accounts`)).status, 400, "not from a page");
});

test("a proof counts once", async () => {
  const visitor = createVisitor(sandbox.url);
  const { script, credential } = await signIn(visitor, "demo_residential");
  visitor.forgetCookies();
  assert.equal((await call(visitor, script, "/api/login", credential)).status, 401);
});

test("a bill is opened from the list, by a cookie that is good for one file, once", async () => {
  const visitor = createVisitor(sandbox.url);
  const { script } = await signIn(visitor, "demo_residential");
  const path = `/api/bills?account=${await firstAccount(visitor, script)}&from=0&count=2`;
  const [newest, second]: Row[] = JSON.parse((await call(visitor, script, path)).text).bills;
  assert.ok(newest && second);
  const file = `${PREFIX}/files/${newest.billRef}.pdf`;
  assert.equal((await visitor.get(file)).status, 403, "not opened");
  await call(visitor, script, `/api/bills/${second.billRef}/open`, {});
  assert.equal((await visitor.get(file)).status, 403, "another bill's cookie");
  await call(visitor, script, `/api/bills/${newest.billRef}/open`, {});
  const seen = await visitor.get(file);
  assert.match(seen.text.slice(0, 5), /^%PDF-/);
  assert.match(seen.headers.get("content-disposition") ?? "", /^attachment/);
  assert.equal((await visitor.get(file)).status, 403, "opened before");
});

test("a page that is loaded again goes on with the session, until it is logged out", async () => {
  const visitor = createVisitor(sandbox.url);
  await signIn(visitor, "demo_residential");
  const script = await loadScript(visitor);
  assert.equal((await call(visitor, script, "/api/session")).status, 200);
  assert.equal((await call(visitor, script, "/api/accounts")).status, 200);
  assert.equal((await call(visitor, script, "/api/logout", {})).status, 200);
  assert.equal((await call(visitor, script, "/api/session")).status, 401);
});

test("each refusal has its status and code", async () => {
  const tries: [string, string, number, string][] = [
    ["demo_residential", "wrong", 401, "REFUSED"],
    ["nobody", "sandbox", 401, "REFUSED"],
    ["demo_bad_login", "sandbox", 401, "REFUSED"],
    ["demo_locked", "sandbox", 423, "LOCKED"],
    ["demo_locked", "wrong", 401, "REFUSED"],
    ["demo_site_down", "sandbox", 503, "MAINTENANCE"],
  ];
  for (const [username, password, status, code] of tries) {
    const { reply } = await signIn(createVisitor(sandbox.url), username, password);
    assert.equal(reply.status, status, username);
    assert.equal(JSON.parse(reply.text).error.code, code);
  }
});

test("the arithmetic spreads every letter over all its digits", () => {
  assert.match(fold(""), /^[0-9a-f]{32}$/);
  const [one, other] = [fold("a seed|/api/accounts|mix"), fold("b seed|/api/accounts|mix")];
  const same = [...one].filter((digit, at) => digit === other[at]).length;
  assert.ok(same < 12, `${same} of 32 digits are equal`);
});
