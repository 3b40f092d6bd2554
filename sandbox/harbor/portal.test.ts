import assert from "node:assert/strict";
import { after, mock, test } from "node:test";
import { startSandbox } from "../server.ts";
import { createVisitor } from "../visitor.ts";
import type { Visitor } from "../visitor.ts";
import { createWorld } from "../world/world.ts";

const PREFIX = "/harbor-power";
const sandbox = await startSandbox({ port: 0 });
after(() => sandbox.close());

const BILLS = `query Bills($accountId: ID!, $first: Int, $after: String) { account(id: $accountId) {
  bills(first: $first, after: $after) { edges { node { billId issuedOn amountDue { value } } } pageInfo { hasNextPage endCursor } } } }`;

interface SignedIn {
  accessToken: string;
  customerId: string;
  expiresIn: number;
}

/** What the page's script does: the client's id from the shell, then the session. */
async function signIn(visitor: Visitor, username: string, password = "sandbox") {
  const shell = await visitor.get(`${PREFIX}/`);
  const clientId = /<meta name="client-id" content="([^"]+)"/.exec(shell.text)?.[1] ?? "";
  const reply = await visitor.postJson(`${PREFIX}/api/session`, { username, password }, { "x-client-id": clientId });
  const session: SignedIn = JSON.parse(reply.text);
  const headers = { "x-client-id": clientId, authorization: `Bearer ${session.accessToken}` };
  const ask = async (query: string, variables: Record<string, unknown>) => {
    const { status, text } = await visitor.postJson(`${PREFIX}/graphql`, { query, variables }, headers);
    return { status, body: JSON.parse(text) };
  };
  return { reply, session, headers, ask };
}

const ACCOUNTS =
  "query Accounts($customerId: ID!) { customer(id: $customerId) { accounts { accountId accountNumber serviceAddress } } }";

async function accountIds(visitor: Visitor, username: string) {
  const signedIn = await signIn(visitor, username);
  const { body } = await signedIn.ask(ACCOUNTS, { customerId: signedIn.session.customerId });
  return { ...signedIn, accounts: body.data.customer.accounts as { accountId: string; accountNumber: string }[] };
}

async function downloadUrl(ask: Awaited<ReturnType<typeof signIn>>["ask"], billId: string): Promise<string> {
  const query = "query Document($billId: ID!) { bill(id: $billId) { document { downloadUrl } } }";
  return (await ask(query, { billId })).body.data.bill.document.downloadUrl;
}

test("bills come in pages of five, newest first, until there is no next page", async () => {
  const { ask, accounts } = await accountIds(createVisitor(sandbox.url), "demo_commercial");
  const truth = createWorld().accountsOf("harbor-power", "demo_commercial") ?? [];
  assert.deepEqual(
    accounts.map(({ accountNumber }) => accountNumber),
    truth.map(({ number }) => number),
  );
  assert.equal(accounts.length, 2);
  for (const [at, { accountId }] of accounts.entries()) {
    const pages: string[][] = [];
    for (let cursor: string | null = null, more = true; more;) {
      const { body } = await ask(BILLS, { accountId, first: 50, after: cursor });
      const { edges, pageInfo } = body.data.account.bills;
      pages.push(edges.map(({ node }: { node: { issuedOn: string } }) => node.issuedOn));
      cursor = pageInfo.endCursor;
      more = pageInfo.hasNextPage;
    }
    assert.deepEqual(
      pages.map((page) => page.length),
      [5, 5, 4],
    );
    assert.deepEqual(
      pages.flat(),
      truth[at]?.bills.toReversed().map(({ billDay }) => billDay),
    );
  }
});

test("a reply has the selected fields alone, and an unknown field, id or cursor is an error", async () => {
  const { ask, accounts, session } = await accountIds(createVisitor(sandbox.url), "demo_residential");
  const [account] = accounts;
  assert.ok(account);
  assert.deepEqual(Object.keys(account), ["accountId", "accountNumber", "serviceAddress"]);
  const unknown = await ask("{ customer(id: $customerId) { password } }", { customerId: session.customerId });
  assert.equal(unknown.status, 400);
  assert.match(unknown.body.errors[0].message, /Cannot query field "password"/);
  const other = (await accountIds(createVisitor(sandbox.url), "demo_commercial")).accounts[0]?.accountId;
  for (const variables of [{ accountId: other }, { accountId: account.accountId, after: "bm9uZQ" }]) {
    const { body } = await ask(BILLS, variables);
    assert.equal(body.errors[0].extensions.code, "NOT_FOUND");
  }
  for (const query of ["", "{ accounts", "{ a } { b }", "mutation { payBill { id } }"])
    assert.equal((await ask(query, {})).status, 400);
});

test("a bill is behind an address that works once and for a minute", async () => {
  const visitor = createVisitor(sandbox.url);
  const { ask, accounts } = await accountIds(visitor, "demo_residential");
  const { body } = await ask(BILLS, { accountId: accounts[0]?.accountId });
  const billId: string = body.data.account.bills.edges[0].node.billId;
  const address = await downloadUrl(ask, billId);
  const file = await createVisitor(sandbox.url).get(address);
  assert.equal(file.headers.get("content-type"), "application/pdf");
  assert.match(file.text.slice(0, 5), /^%PDF-/);
  const again = await visitor.get(address);
  assert.equal(again.status, 403);
  assert.equal(JSON.parse(again.text).error.code, "LINK_EXPIRED");
  const late = await downloadUrl(ask, billId);
  mock.timers.enable({ apis: ["Date"], now: Date.now() + 61_000 });
  try {
    assert.equal((await visitor.get(late)).status, 403);
  } finally {
    mock.timers.reset();
  }
});

test("a token is good for five minutes, and until the session is ended", async () => {
  const visitor = createVisitor(sandbox.url);
  const { ask, session, headers } = await signIn(visitor, "demo_residential");
  const variables = { customerId: session.customerId };
  assert.equal(session.expiresIn, 300);
  assert.equal((await ask(ACCOUNTS, variables)).status, 200);
  mock.timers.enable({ apis: ["Date"], now: Date.now() + 301_000 });
  try {
    const late = await ask(ACCOUNTS, variables);
    assert.equal(late.status, 401);
    assert.equal(late.body.errors[0].extensions.code, "UNAUTHENTICATED");
  } finally {
    mock.timers.reset();
  }
  assert.equal((await visitor.postJson(`${PREFIX}/api/session/end`, {}, headers)).status, 204);
  assert.equal((await ask(ACCOUNTS, variables)).status, 401);
});

test("without the id of the client nothing is answered", async () => {
  const reply = await createVisitor(sandbox.url).postJson(`${PREFIX}/api/session`, {
    username: "demo_residential",
    password: "sandbox",
  });
  assert.equal(reply.status, 400);
  assert.equal(JSON.parse(reply.text).error.code, "CLIENT_ID_MISSING");
});

test("each refusal has its status and code", async () => {
  const tries: [string, string, number, string][] = [
    ["demo_residential", "wrong", 401, "INVALID_CREDENTIALS"],
    ["nobody", "sandbox", 401, "INVALID_CREDENTIALS"],
    ["demo_bad_login", "sandbox", 401, "INVALID_CREDENTIALS"],
    ["demo_portfolio", "sandbox", 401, "INVALID_CREDENTIALS"],
    ["demo_locked", "sandbox", 403, "ACCOUNT_LOCKED"],
    ["demo_site_down", "sandbox", 503, "MAINTENANCE"],
  ];
  for (const [username, password, status, code] of tries) {
    const { reply } = await signIn(createVisitor(sandbox.url), username, password);
    assert.equal(reply.status, status, username);
    assert.equal(JSON.parse(reply.text).error.code, code);
  }
});
