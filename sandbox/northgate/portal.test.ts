import assert from "node:assert/strict";
import { after, test } from "node:test";
import { startSandbox } from "../server.ts";
import { createVisitor, hiddenField, links, signInNorthgate } from "../visitor.ts";
import { totpAt } from "../web/totp.ts";
import { TOTP_SECRET } from "../world/scenarios.ts";
import { createWorld } from "../world/world.ts";
import { shortDate } from "../world/days.ts";

const PREFIX = "/northgate-electric";
const sandbox = await startSandbox({ port: 0 });
after(() => sandbox.close());

/** Every bill link of an account, over all pages, by the "Older bills" link. */
async function allBills(visitor: ReturnType<typeof createVisitor>, first: string): Promise<string[][]> {
  const pages: string[][] = [];
  for (let path: string | undefined = first; path !== undefined;) {
    const { status, text } = await visitor.get(path);
    assert.equal(status, 200);
    pages.push(links(text, /bill\.pdf$/));
    path = /rel="next"[^>]*href="([^"]+)"/.exec(text)?.[1];
  }
  return pages;
}

test("the portal's root leads to a login form with a hidden token", async () => {
  const visitor = createVisitor(sandbox.url);
  const root = await visitor.get(`${PREFIX}/`);
  assert.equal(root.status, 302);
  assert.equal(root.location, `${PREFIX}/login`);
  const login = await visitor.follow(root);
  assert.match(login.text, /<form id="sign-in" method="post" action="\/northgate-electric\/login"/);
  assert.match(hiddenField(login.text, "csrf_token"), /^[0-9a-f]{32}$/);
  assert.match(login.headers.get("set-cookie") ?? "", /^ng_session=\w+; Path=\/northgate-electric; HttpOnly/);
});

test("signing in leads to a table of accounts and 36 bills on four pages", async () => {
  const visitor = createVisitor(sandbox.url);
  const reply = await signInNorthgate(visitor, "demo_commercial");
  assert.equal(reply.status, 302);
  assert.equal(reply.location, `${PREFIX}/accounts`);
  const accounts = await visitor.follow(reply);
  const lists = links(accounts.text, /\/bills$/);
  assert.equal(lists.length, 3);
  const pages = await allBills(visitor, lists[0] ?? "");
  assert.deepEqual(
    pages.map((page) => page.length),
    [10, 10, 10, 6],
  );
  assert.equal(new Set(pages.flat()).size, 36);
});

test("the bill list shows date and amount as the bills have them, newest first", async () => {
  const visitor = createVisitor(sandbox.url);
  await signInNorthgate(visitor, "demo_residential");
  const [account] = createWorld().accountsOf("northgate-electric", "demo_residential") ?? [];
  assert.ok(account);
  const { text } = await visitor.get(`${PREFIX}/accounts/${account.number}/bills`);
  const dates = [...text.matchAll(/class="date">([^<]+)</g)].map(([, date]) => date);
  assert.deepEqual(
    dates,
    account.bills
      .toReversed()
      .slice(0, 10)
      .map(({ billDay }) => shortDate(billDay)),
  );
  assert.match(text, /class="amount">\$\d+\.\d\d</);
  assert.match(text, /View bill \(PDF\)/);
});

test("a bill is a PDF file", async () => {
  const visitor = createVisitor(sandbox.url);
  await signInNorthgate(visitor, "demo_residential");
  const accounts = await visitor.get(`${PREFIX}/accounts`);
  const list = await visitor.get(links(accounts.text, /\/bills$/)[0] ?? "");
  const file = await visitor.get(links(list.text, /bill\.pdf$/)[0] ?? "");
  assert.equal(file.status, 200);
  assert.equal(file.headers.get("content-type"), "application/pdf");
  assert.match(file.text.slice(0, 5), /^%PDF-/);
});

test("a sign-in without the token, or with another session's, is refused with a 403 page", async () => {
  const visitor = createVisitor(sandbox.url);
  const fields = { username: "demo_residential", password: "sandbox" };
  assert.equal((await visitor.post(`${PREFIX}/login`, fields)).status, 403);
  const stranger = await createVisitor(sandbox.url).get(`${PREFIX}/login`);
  await visitor.get(`${PREFIX}/login`);
  assert.equal((await visitor.post(`${PREFIX}/login`, fields)).status, 403);
  const csrf_token = hiddenField(stranger.text, "csrf_token");
  const refused = await visitor.post(`${PREFIX}/login`, { ...fields, csrf_token });
  assert.equal(refused.status, 403);
  assert.match(refused.text, /form has expired/);
});

test("a visitor who is not signed in is sent to the login page from every other page", async () => {
  const visitor = createVisitor(sandbox.url);
  const [account] = createWorld().accountsOf("northgate-electric", "demo_residential") ?? [];
  const documentId = account?.bills[0]?.documentId ?? "";
  for (const path of ["/accounts", `/accounts/${account?.number}/bills`, `/bills/${documentId}/bill.pdf`, "/verify"]) {
    const seen = await visitor.get(PREFIX + path);
    assert.equal(seen.location, `${PREFIX}/login`, path);
  }
});

test("a customer cannot see another customer's bills", async () => {
  const visitor = createVisitor(sandbox.url);
  await signInNorthgate(visitor, "demo_residential");
  const [other] = createWorld().accountsOf("northgate-electric", "demo_commercial") ?? [];
  assert.equal((await visitor.get(`${PREFIX}/accounts/${other?.number}/bills`)).status, 404);
  assert.equal((await visitor.get(`${PREFIX}/bills/${other?.bills[0]?.documentId}/bill.pdf`)).status, 404);
});

test("logging out ends the session", async () => {
  const visitor = createVisitor(sandbox.url);
  await signInNorthgate(visitor, "demo_residential");
  assert.equal((await visitor.get(`${PREFIX}/accounts`)).status, 200);
  await visitor.get(`${PREFIX}/logout`);
  assert.equal((await visitor.get(`${PREFIX}/accounts`)).location, `${PREFIX}/login`);
});

test("a session id from before signing in is worth nothing after it", async () => {
  const visitor = createVisitor(sandbox.url);
  const login = await visitor.get(`${PREFIX}/login`);
  const early = /ng_session=(\w+)/.exec(login.headers.get("set-cookie") ?? "")?.[1] ?? "";
  await signInNorthgate(visitor, "demo_residential");
  const seen = await fetch(`${sandbox.url}${PREFIX}/accounts`, {
    headers: { cookie: `ng_session=${early}` },
    redirect: "manual",
  });
  assert.equal(seen.headers.get("location"), `${PREFIX}/login`);
});

test("a wrong password, an unknown user name and demo_bad_login get the same page", async () => {
  const tries: [string, string][] = [
    ["demo_residential", "wrong"],
    ["nobody", "sandbox"],
    ["demo_bad_login", "sandbox"],
    ["demo_locked", "wrong"],
  ];
  for (const [username, password] of tries) {
    const seen = await signInNorthgate(createVisitor(sandbox.url), username, password);
    assert.equal(seen.status, 200);
    assert.match(seen.text, /role="alert">\s*User name or password not recognised\./);
    assert.match(seen.text, /id="sign-in"/);
  }
});

test("demo_locked sees that the account is locked, demo_site_down that the site is down", async () => {
  const locked = await signInNorthgate(createVisitor(sandbox.url), "demo_locked");
  assert.equal(locked.status, 200);
  assert.match(locked.text, /account is locked/);
  const down = await signInNorthgate(createVisitor(sandbox.url), "demo_site_down");
  assert.equal(down.status, 503);
  assert.match(down.text, /down for maintenance/);
});

test("demo_mfa signs in with the code that the sandbox shows, and with no other", async () => {
  const visitor = createVisitor(sandbox.url);
  const reply = await signInNorthgate(visitor, "demo_mfa");
  assert.equal(reply.location, `${PREFIX}/verify`);
  assert.equal((await visitor.get(`${PREFIX}/accounts`)).location, `${PREFIX}/login`);
  const verify = await visitor.follow(reply);
  const csrf_token = hiddenField(verify.text, "csrf_token");
  const home = await visitor.get("/");
  const code = /data-utility="northgate-electric">(\d{6})</.exec(home.text)?.[1] ?? "";
  const wrong = await visitor.post(`${PREFIX}/verify`, { csrf_token, code: code === "000000" ? "000001" : "000000" });
  assert.equal(wrong.status, 200);
  assert.match(wrong.text, /That code is not right/);
  const right = await visitor.post(`${PREFIX}/verify`, { csrf_token, code });
  assert.equal(right.location, `${PREFIX}/accounts`);
  assert.equal((await visitor.follow(right)).status, 200);
  assert.equal(JSON.parse((await visitor.get("/codes.json")).text)["northgate-electric"], null);
});

/** Signs in as far as the second step; gives what the page needs to be answered. */
async function askedNorthgate(visitor: ReturnType<typeof createVisitor>, username: string) {
  const verify = await visitor.follow(await signInNorthgate(visitor, username));
  const csrf_token = hiddenField(verify.text, "csrf_token");
  const answer = (fields: Record<string, string>) => visitor.post(`${PREFIX}/verify`, { csrf_token, ...fields });
  return { page: verify.text, answer };
}

test("a device that asked to be remembered is not asked again, until it is forgotten", async () => {
  const visitor = createVisitor(sandbox.url);
  const { answer } = await askedNorthgate(visitor, "demo_question");
  const entered = await answer({ answer: "biscuit", remember_device: "yes" });
  assert.equal(entered.location, `${PREFIX}/accounts`);
  await visitor.get(`${PREFIX}/logout`);
  assert.equal((await signInNorthgate(visitor, "demo_question")).location, `${PREFIX}/accounts`);
  await visitor.get(`${PREFIX}/logout`);
  assert.equal((await signInNorthgate(visitor, "demo_totp")).location, `${PREFIX}/verify`, "another user's device");
  await visitor.post("/devices/northgate-electric/forget", {});
  assert.equal((await signInNorthgate(visitor, "demo_question")).location, `${PREFIX}/verify`);
});

test("after three wrong answers a new sign-in is wanted", async () => {
  const visitor = createVisitor(sandbox.url);
  const { page, answer } = await askedNorthgate(visitor, "demo_question");
  assert.match(page, /What was the name of your first pet\?/);
  assert.match((await answer({ answer: "Rex" })).text, /That answer is not right/);
  assert.match((await answer({ answer: "Rex" })).text, /That answer is not right/);
  assert.match((await answer({ answer: "Rex" })).text, /wrong too often/);
  assert.equal((await answer({ answer: "Biscuit" })).location, `${PREFIX}/login`);
});

test("demo_mfa_choice asks where to send the code, demo_totp takes what an authenticator shows", async () => {
  const visitor = createVisitor(sandbox.url);
  const choice = await askedNorthgate(visitor, "demo_mfa_choice");
  assert.match(choice.page, /type="radio" name="delivery" value="email"/);
  assert.match((await choice.answer({ delivery: "pigeon" })).text, /Please choose one/);
  assert.match((await choice.answer({ delivery: "email" })).text, /to the e-mail address beginning with s/);
  const codes: Record<string, string> = JSON.parse((await visitor.get("/codes.json")).text);
  const right = await choice.answer({ code: codes["northgate-electric"] ?? "" });
  assert.equal(right.location, `${PREFIX}/accounts`);
  const app = await askedNorthgate(createVisitor(sandbox.url), "demo_totp");
  assert.match(app.page, /authenticator app/);
  assert.equal((await app.answer({ code: totpAt(TOTP_SECRET, Date.now()) })).location, `${PREFIX}/accounts`);
});

test("demo_slow takes a second and a half for each page", async () => {
  const visitor = createVisitor(sandbox.url);
  const began = performance.now();
  await signInNorthgate(visitor, "demo_slow");
  assert.ok(performance.now() - began >= 1490);
});

test("an invalid page number is not found", async () => {
  const visitor = createVisitor(sandbox.url);
  await signInNorthgate(visitor, "demo_residential");
  const list = links((await visitor.get(`${PREFIX}/accounts`)).text, /\/bills$/)[0] ?? "";
  for (const page of ["0", "5", "x", "1.5"]) assert.equal((await visitor.get(`${list}?page=${page}`)).status, 404);
});
