import assert from "node:assert/strict";
import { after, test } from "node:test";
import { startSandbox } from "../server.ts";
import { createVisitor, links, signInClearwater } from "../visitor.ts";
import { totpAt } from "../web/totp.ts";
import { TOTP_SECRET } from "../world/scenarios.ts";
import { createWorld } from "../world/world.ts";

const PREFIX = "/clearwater-gas-water";
const sandbox = await startSandbox({ port: 0 });
after(() => sandbox.close());

test("the portal's root leads to a sign-in page that sets the first of two cookies", async () => {
  const visitor = createVisitor(sandbox.url);
  const signin = await visitor.follow(await visitor.get(`${PREFIX}/`));
  assert.equal(signin.path, `${PREFIX}/signin`);
  assert.match(signin.text, /name="customerEmail"/);
  assert.match(signin.text, /name="passphrase"/);
  assert.match(signin.headers.get("set-cookie") ?? "", /^cw_visit=\w+; Path=\/clearwater-gas-water; HttpOnly/);
});

test("signing in leads to cards, and to statements grouped by year", async () => {
  const visitor = createVisitor(sandbox.url);
  const dashboard = await visitor.follow(await signInClearwater(visitor, "demo_commercial"));
  assert.equal(dashboard.path, `${PREFIX}/dashboard`);
  assert.doesNotMatch(dashboard.text, /<table/);
  const lists = links(dashboard.text, /\/statements\//);
  assert.equal(lists.length, 3);
  const newest = await visitor.get(lists[0] ?? "");
  assert.match(newest.text, /aria-current="page">2026</);
  const years = links(newest.text, /\?year=/);
  assert.deepEqual(
    years.map((href) => href.slice(-4)),
    ["2025", "2024", "2023"],
  );
  const found = links(newest.text, /statement-download/);
  for (const year of years) found.push(...links((await visitor.get(year)).text, /statement-download/));
  assert.equal(new Set(found).size, 36);
});

test("a download goes through a redirect and ends in a PDF file", async () => {
  const visitor = createVisitor(sandbox.url);
  const dashboard = await visitor.follow(await signInClearwater(visitor, "demo_residential"));
  const list = await visitor.get(links(dashboard.text, /\/statements\//)[0] ?? "");
  assert.match(list.text, /class="statement-date">\d\d\/\d\d\/\d{4}</);
  const download = await visitor.get(links(list.text, /statement-download/)[0] ?? "");
  assert.equal(download.status, 302);
  assert.match(download.location ?? "", /^\/clearwater-gas-water\/files\/[0-9a-f]{20}\.pdf$/);
  const file = await visitor.follow(download);
  assert.equal(file.headers.get("content-type"), "application/pdf");
  assert.match(file.text.slice(0, 5), /^%PDF-/);
});

test("a session counts only together with the cookie of the sign-in page", async () => {
  const visitor = createVisitor(sandbox.url);
  const fields = { customerEmail: "demo_residential", passphrase: "sandbox" };
  const early = await visitor.post(`${PREFIX}/signin`, fields);
  assert.equal(early.status, 400);
  assert.match(early.text, /allow cookies/);
  const reply = await signInClearwater(visitor, "demo_residential");
  const alone = await fetch(`${sandbox.url}${PREFIX}/dashboard`, {
    headers: { cookie: (reply.headers.get("set-cookie") ?? "").split(";")[0] ?? "" },
    redirect: "manual",
  });
  assert.equal(alone.headers.get("location"), `${PREFIX}/signin?message=ended`);
  assert.equal((await visitor.get(`${PREFIX}/dashboard`)).status, 200);
});

test("opening the sign-in page in a second tab does not end the session of the first", async () => {
  const visitor = createVisitor(sandbox.url);
  await signInClearwater(visitor, "demo_residential");
  await visitor.get(`${PREFIX}/signin`);
  assert.equal((await visitor.get(`${PREFIX}/dashboard`)).status, 200);
});

test("a visitor who is not signed in is sent to the sign-in page from every other page", async () => {
  const visitor = createVisitor(sandbox.url);
  const [account] = createWorld().accountsOf("clearwater-gas-water", "demo_residential") ?? [];
  const documentId = account?.bills[0]?.documentId ?? "";
  const paths = [
    "/dashboard",
    `/statements/${account?.number}`,
    `/statement-download/${documentId}`,
    `/files/${documentId}.pdf`,
  ];
  for (const path of paths) {
    const seen = await visitor.get(PREFIX + path);
    assert.equal(seen.location, `${PREFIX}/signin?message=ended`, path);
  }
});

test("a customer cannot see another customer's statements", async () => {
  const visitor = createVisitor(sandbox.url);
  await signInClearwater(visitor, "demo_residential");
  const [other] = createWorld().accountsOf("clearwater-gas-water", "demo_commercial") ?? [];
  const documentId = other?.bills[0]?.documentId;
  for (const path of [
    `/statements/${other?.number}`,
    `/statement-download/${documentId}`,
    `/files/${documentId}.pdf`,
  ]) {
    assert.equal((await visitor.get(PREFIX + path)).status, 404, path);
  }
});

test("signing out ends the session", async () => {
  const visitor = createVisitor(sandbox.url);
  await signInClearwater(visitor, "demo_residential");
  await visitor.get(`${PREFIX}/signout`);
  assert.equal((await visitor.get(`${PREFIX}/dashboard`)).status, 302);
});

test("a wrong passphrase, an unknown customer and demo_bad_login are sent back with the same message", async () => {
  const tries: [string, string][] = [
    ["demo_residential", "wrong"],
    ["nobody", "sandbox"],
    ["demo_bad_login", "sandbox"],
  ];
  for (const [name, passphrase] of tries) {
    const visitor = createVisitor(sandbox.url);
    const reply = await signInClearwater(visitor, name, passphrase);
    assert.equal(reply.location, `${PREFIX}/signin?message=unrecognised`);
    assert.match((await visitor.follow(reply)).text, /do not recognise that customer name or passphrase/);
  }
});

test("demo_locked sees that the account is locked, demo_site_down that the site is down", async () => {
  const locked = await signInClearwater(createVisitor(sandbox.url), "demo_locked");
  assert.equal(locked.status, 403);
  assert.match(locked.text, /account is locked/);
  const down = await signInClearwater(createVisitor(sandbox.url), "demo_site_down");
  assert.equal(down.status, 503);
  assert.match(down.text, /maintenance/);
});

test("demo_mfa signs in with the code that the sandbox shows, and with no other", async () => {
  const visitor = createVisitor(sandbox.url);
  const reply = await signInClearwater(visitor, "demo_mfa");
  assert.equal(reply.location, `${PREFIX}/signin/code`);
  assert.equal((await visitor.get(`${PREFIX}/dashboard`)).location, `${PREFIX}/signin/code`);
  const code: string = JSON.parse((await visitor.get("/codes.json")).text)["clearwater-gas-water"];
  const oneTimeCode = code === "000000" ? "000001" : "000000";
  const wrong = await visitor.post(`${PREFIX}/signin/code`, { oneTimeCode });
  assert.match(wrong.text, /does not match/);
  const right = await visitor.post(`${PREFIX}/signin/code`, { oneTimeCode: code });
  assert.equal((await visitor.follow(right)).path, `${PREFIX}/dashboard`);
});

test("each second step has its page, a trusted browser skips it, and three wrong answers end the sign-in", async () => {
  const visitor = createVisitor(sandbox.url);
  const post = (path: string, oneTimeCode: string, more = {}) =>
    visitor.post(`${PREFIX}${path}`, { oneTimeCode, ...more });
  assert.equal((await signInClearwater(visitor, "demo_mfa_choice")).location, `${PREFIX}/signin/delivery`);
  assert.match((await visitor.get(`${PREFIX}/signin/delivery`)).text, /<option value="sms">/);
  assert.equal((await post("/signin/delivery", "sms")).location, `${PREFIX}/signin/code`);
  const code: string = JSON.parse((await visitor.get("/codes.json")).text)["clearwater-gas-water"];
  const entered = await post("/signin/code", code, { trustThisBrowser: "1" });
  assert.equal(entered.location, `${PREFIX}/dashboard`);
  await visitor.get(`${PREFIX}/signout`);
  assert.equal((await signInClearwater(visitor, "demo_mfa_choice")).location, `${PREFIX}/dashboard`);

  assert.equal((await signInClearwater(visitor, "demo_totp")).location, `${PREFIX}/signin/app`);
  assert.equal((await post("/signin/app", totpAt(TOTP_SECRET, Date.now()))).location, `${PREFIX}/dashboard`);
  assert.equal((await signInClearwater(visitor, "demo_question")).location, `${PREFIX}/signin/question`);
  for (const wrong of ["Rex", "Rex"]) assert.match((await post("/signin/question", wrong)).text, /does not match/);
  assert.equal((await post("/signin/question", "Rex")).location, `${PREFIX}/signin?message=wrong`);
  assert.equal((await post("/signin/question", "Biscuit")).location, `${PREFIX}/signin?message=ended`);
});
