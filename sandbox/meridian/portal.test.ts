import assert from "node:assert/strict";
import { after, mock, test } from "node:test";
import { startSandbox } from "../server.ts";
import { createVisitor, hiddenField, links } from "../visitor.ts";
import type { Seen, Visitor } from "../visitor.ts";
import { longDate } from "../world/days.ts";
import type { Account } from "../world/model.ts";
import { createWorld } from "../world/world.ts";

const PREFIX = "/meridian-gas";
const IDENTITY = "/meridian-gas-id";
const sandbox = await startSandbox({ port: 0 });
after(() => sandbox.close());

/** As far as the reply to the password. */
async function signIn(visitor: Visitor, identifier: string, credential = "sandbox"): Promise<Seen> {
  const first = await visitor.follow(await visitor.get(`${PREFIX}/`));
  assert.match(first.path, /^\/meridian-gas-id\/authorize\?/);
  const flow = hiddenField(first.text, "flow");
  const second = await visitor.follow(await visitor.post(`${IDENTITY}/identifier`, { flow, identifier }));
  return visitor.post(`${IDENTITY}/credential`, {
    flow: hiddenField(second.text, "flow"),
    credential,
    step: "sign-in",
  });
}

/** What the script of the page does that follows the password. */
function submitAnswer(visitor: Visitor, { text }: Seen): Promise<Seen> {
  assert.match(text, /document\.getElementById\("saml-form"\)\.submit\(\)/);
  const SAMLResponse = hiddenField(text, "SAMLResponse");
  return visitor.post(`${PREFIX}/saml/acs`, { SAMLResponse, RelayState: hiddenField(text, "RelayState") });
}

async function enter(visitor: Visitor, username: string): Promise<Seen> {
  return visitor.follow(await submitAnswer(visitor, await signIn(visitor, username)));
}

/** To the page of accounts, without giving up paper. */
async function open(visitor: Visitor, username: string): Promise<Seen> {
  const question = await enter(visitor, username);
  const token = hiddenField(question.text, "token");
  return visitor.follow(await visitor.post(`${PREFIX}/paperless/skip`, { token }));
}

interface Entry {
  accountNumber: string;
  billsUrl: string;
}

function dataOf({ text }: Seen): { paperless: boolean; customer: { accounts: Entry[] } } {
  return JSON.parse(/<script id="account-data" type="application\/json">([\s\S]*?)<\/script>/.exec(text)?.[1] ?? "");
}

const accountsOf = (username: string): Account[] => createWorld().accountsOf("meridian-gas", username) ?? [];

test("user name and password are asked on two pages elsewhere, and a signed answer opens the portal", async () => {
  const visitor = createVisitor(sandbox.url);
  const answer = await signIn(visitor, "demo_commercial");
  const entered = await submitAnswer(visitor, answer);
  assert.equal(entered.location, `${PREFIX}/account`);
  assert.match(entered.headers.get("set-cookie") ?? "", /^mg_session=\w+; Path=\/meridian-gas; HttpOnly/);
  assert.equal((await submitAnswer(createVisitor(sandbox.url), answer)).status, 403, "an answer counts once");
  const forged = Buffer.from(hiddenField(answer.text, "SAMLResponse"), "base64").toString().replace("ID=", "ID =");
  const SAMLResponse = Buffer.from(forged).toString("base64");
  assert.equal((await visitor.post(`${PREFIX}/saml/acs`, { SAMLResponse, RelayState: "" })).status, 403);
});

test("an answer that comes too late is refused", async () => {
  const visitor = createVisitor(sandbox.url);
  const answer = await signIn(visitor, "demo_residential");
  mock.timers.enable({ apis: ["Date"], now: Date.now() + 61_000 });
  try {
    assert.equal((await submitAnswer(visitor, answer)).status, 403);
  } finally {
    mock.timers.reset();
  }
});

test("on the first visit of a session a question comes before everything, and is passed without giving up paper", async () => {
  const visitor = createVisitor(sandbox.url);
  const question = await enter(visitor, "demo_residential");
  assert.equal(question.path, `${PREFIX}/paperless`);
  assert.equal((await visitor.get(`${PREFIX}/bills/1`)).location, `${PREFIX}/paperless`);
  assert.equal((await visitor.post(`${PREFIX}/paperless/skip`, { token: "x" })).status, 403);
  const token = hiddenField(question.text, "token");
  const account = await visitor.follow(await visitor.post(`${PREFIX}/paperless/skip`, { token }));
  assert.equal(account.path, `${PREFIX}/account`);
  assert.equal(dataOf(account).paperless, false);
  const other = createVisitor(sandbox.url);
  const again = await enter(other, "demo_residential");
  assert.equal(again.path, `${PREFIX}/paperless`, "a new session is asked again");
});

test("who agrees by mistake gets no more paper, and the account page says so", async () => {
  const visitor = createVisitor(sandbox.url);
  const token = hiddenField((await enter(visitor, "demo_slow")).text, "token");
  const account = await visitor.follow(await visitor.post(`${PREFIX}/paperless/enroll`, { token }));
  assert.equal(dataOf(account).paperless, true);
});

test("the accounts are data in the page, and their bills on numbered pages, of which any number exists", async () => {
  const visitor = createVisitor(sandbox.url);
  const { customer } = dataOf(await open(visitor, "demo_commercial"));
  const truth = accountsOf("demo_commercial");
  assert.deepEqual(
    customer.accounts.map(({ accountNumber }) => accountNumber),
    truth.map(({ number }) => number),
  );
  for (const [at, { billsUrl }] of customer.accounts.entries()) {
    const pages: string[][] = [];
    for (let page = 1; page === 1 || pages.at(-1)?.length !== 0; page++) {
      const { status, text } = await visitor.get(`${billsUrl}?page=${page}`);
      assert.equal(status, 200);
      pages.push([...text.matchAll(/<time>([^<]+)</g)].map(([, date = ""]) => date));
    }
    assert.deepEqual(
      pages.map((page) => page.length),
      [6, 6, 2, 0],
    );
    assert.deepEqual(
      pages.flat(),
      truth[at]?.bills.toReversed().map(({ billDay }) => longDate(billDay)),
    );
  }
});

test("a bill is a PDF file, and another customer's is not found", async () => {
  const visitor = createVisitor(sandbox.url);
  const own = dataOf(await open(visitor, "demo_residential")).customer.accounts[0]?.billsUrl ?? "";
  const [file = ""] = links((await visitor.get(own)).text, /\.pdf$/);
  assert.match((await visitor.get(file)).text.slice(0, 5), /^%PDF-/);
  const stranger = createVisitor(sandbox.url);
  await open(stranger, "demo_commercial");
  assert.equal((await stranger.get(own)).status, 404);
  assert.equal((await stranger.get(file)).status, 404);
});

test("in place of a file there can be the page of the other place, without its cookies", async () => {
  const visitor = createVisitor(sandbox.url);
  const own = dataOf(await open(visitor, "demo_residential")).customer.accounts[0]?.billsUrl ?? "";
  const [file = ""] = links((await visitor.get(own)).text, /\.pdf$/);
  const fault = "login_page_instead_of_pdf";
  await visitor.postJson("/sandbox/faults", { utility: "meridian-gas", fault, times: 1 });
  const page = await visitor.get(file);
  assert.equal(page.status, 200);
  assert.match(page.text, /<form id="identifier-form"/);
  assert.equal(page.headers.get("set-cookie"), null);
  assert.match((await visitor.get(file)).text.slice(0, 5), /^%PDF-/);
});

test("signing out ends the session", async () => {
  const visitor = createVisitor(sandbox.url);
  await open(visitor, "demo_residential");
  await visitor.get(`${PREFIX}/signout`);
  assert.match((await visitor.get(`${PREFIX}/account`)).location ?? "", /^\/meridian-gas-id\/authorize/);
});

test("each refusal has its page, and the forms count in their own browser only", async () => {
  for (const [username, password] of [
    ["demo_residential", "wrong"],
    ["nobody", "sandbox"],
    ["demo_bad_login", "sandbox"],
  ] as const) {
    const wrong = await signIn(createVisitor(sandbox.url), username, password);
    assert.equal(wrong.status, 200);
    assert.match(wrong.text, /role="alert">We could not sign you in/);
  }
  const locked = await signIn(createVisitor(sandbox.url), "demo_locked");
  assert.equal(locked.status, 403);
  assert.match(locked.text, /profile is locked/);
  const down = await signIn(createVisitor(sandbox.url), "demo_site_down");
  assert.equal(down.status, 503);
  const first = await createVisitor(sandbox.url).get(`${IDENTITY}/authorize`);
  const flow = hiddenField(first.text, "flow");
  const stolen = await createVisitor(sandbox.url).post(`${IDENTITY}/identifier`, { flow, identifier: "x" });
  assert.equal(stolen.status, 400);
});
