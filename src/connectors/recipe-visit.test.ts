import assert from "node:assert/strict";
import { after, test } from "node:test";
import { inspect } from "node:util";
import { createOutbound } from "../outbound/outbound.ts";
import type { StatusDetail } from "../records/codes.ts";
import { getCall } from "./call.ts";
import { PortalError, type PortalAccount, type Visit } from "./contract.ts";
import { redirectTo, startFakePortal, type FakeAnswer, type FakePages } from "../../test/conformance/fake-portal.ts";
import { readPage } from "./page.ts";
import { readValues } from "./portal-session.ts";
import { readRecipe } from "./recipe.fixtures.ts";
import { createRecipeConnector } from "./recipe-connector.ts";

const RECIPE = `
key: fake
version: 1
name: Fake
energy_types: [WATER]
time_zone: UTC
match: { sandbox: true }
login: { page: /in, form: form, fields: { u: username, p: password }, outcomes: [{ kind: success, when: { url: /in } }] }
interruptions:
  - { kind: portal_down, when: { url: /ended } }
  - { kind: terms_pending, when: { text: new terms } }
accounts:
  page: /accounts
  rows: li
  empty: { text: none }
  fields: { external_id: { attr: id }, acct_num: { selector: b }, service_address: { selector: i } }
documents:
  page: /bills/{external_id}/{acct_num}
  newest_first: true
  next: a.next
  rows: p
  fields: { external_id: { attr: id }, date: { selector: b, format: MM/DD/YYYY }, url: { selector: a, attr: href }, name: { selector: a } }
sign_out: /out
limits: { delay_ms: 0 }
`;

/** The pages of the portal; each test sets its own. */
let shown: Record<string, FakeAnswer> = {};
const SHOWN_PATHS = ["/accounts", "/bills/1/A%2F1", "/more", "/file", "/ended"];

const pages: FakePages = {
  "GET /in": () => ({ body: '<form method="post"><input name="u"><input name="p"></form>' }),
  "POST /in": () => ({ body: "in" }),
  "GET /out": () => ({ body: "out" }),
  ...Object.fromEntries(SHOWN_PATHS.map((path) => [`GET ${path}`, () => shown[path] ?? { status: 404 }])),
};

const portal = await startFakePortal(pages);
const outbound = createOutbound({ allowedPrivateOrigins: [portal.origin] });
after(async () => {
  await outbound.close();
  await portal.close();
});

const connector = createRecipeConnector(readRecipe(RECIPE, "test"), { outbound, sandboxOrigin: portal.origin });
const credential = { username: "pat", password: "right word", twoFactorInstructions: null, other_details: null };

async function visit<Result>(pagesNow: typeof shown, work: (visit: Visit) => Promise<Result>): Promise<Result> {
  shown = pagesNow;
  const opened = await connector.login(new URL(portal.origin), credential, AbortSignal.timeout(10_000));
  try {
    return await work(opened);
  } finally {
    await opened.close();
  }
}

async function refusal(promise: Promise<unknown>): Promise<[StatusDetail, string]> {
  const error = await promise.then(
    () => null,
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof PortalError, inspect(error));
  return [error.kind, error.message];
}

const addressOf = (path: string): URL => new URL(path, portal.origin);
const account: PortalAccount = { external_id: "1", acct_num: "A/1", service_address: null };
const listAccounts = (body: string) => visit({ "/accounts": { body } }, (opened) => opened.listAccounts());
const listBills = (body: string, since: string | null = null) =>
  visit({ "/bills/1/A%2F1": { body } }, (opened) => opened.listDocuments(account, since));
const bill = (id: string, date: string, href = "/file?x=1#top") =>
  `<p id="${id}"><b>${date}</b> <a href="${href}"> The  bill </a></p>`;

test("a portal without accounts gives an empty list when the page says so", async () => {
  assert.deepEqual(await listAccounts("There are none."), []);
  assert.deepEqual(await refusal(listAccounts("<ul></ul>")), ["portal_changed", "no row found at /accounts"]);
});

test("a row without a field of the recipe is named, never left out", async () => {
  const good = '<li id="1"><b>A/1</b> <i>Lane 1</i></li>';
  assert.deepEqual(await listAccounts(good), [{ ...account, service_address: "Lane 1" }]);
  const without = (row: string) => refusal(listAccounts(good + row));
  assert.deepEqual(await without('<li id="2"><i>Lane 2</i></li>'), [
    "portal_changed",
    "no acct_num in account 2 at /accounts",
  ]);
  assert.deepEqual(await without('<li id="2"><b> </b><i>x</i></li>'), [
    "portal_changed",
    "no acct_num in account 2 at /accounts",
  ]);
  assert.deepEqual(await without('<li id="2"><b>2</b></li>'), [
    "portal_changed",
    "no service_address in account 2 at /accounts",
  ]);
});

test("a text that is longer than any is refused and never cut", async () => {
  const [id, number, address] = ["1".repeat(1001), "2".repeat(101), "3".repeat(301)];
  const listing = (row: string) => refusal(listAccounts(row));
  const says = (what: string) => ["portal_changed", `the ${what} letters in account 1 at /accounts`];
  assert.deepEqual(await listing(`<li id="${id}"><b>1</b><i>x</i></li>`), says("external_id of more than 1000"));
  assert.deepEqual(await listing(`<li id="1"><b>${number}</b><i>x</i></li>`), says("acct_num of more than 100"));
  assert.deepEqual(
    await listing(`<li id="1"><b>1</b><i>${address}</i></li>`),
    says("service_address of more than 300"),
  );
  const page = readPage({
    url: addressOf("/"),
    status: 200,
    bytes: Buffer.from("x".repeat(200_001)),
    header: () => null,
  });
  assert.throws(() => readValues({ token: {} }, page, new Map()), {
    message: "the value token has more than 200000 letters",
  });
});

test("documents carry their day, their full address and the name of the link", async () => {
  const source = { account, call: getCall(addressOf("/file?x=1"), addressOf("/bills/1/A%2F1")), values: {} };
  assert.deepEqual(await listBills(bill("d1", "02/28/2026")), [
    { external_id: "d1", date: "2026-02-28", source, name: "The bill" },
  ]);
});

test("an invalid date is reported with the field and its format", async () => {
  for (const date of ["02/30/2026", "Feb 28, 2026", "28/02/2026"]) {
    assert.deepEqual(await refusal(listBills(bill("d1", "03/28/2026") + bill("d2", date))), [
      "portal_changed",
      "the date is not written as MM/DD/YYYY in document 2 at /bills/1/A%2F1",
    ]);
  }
});

test("a list that is declared newest first and is not, is a changed portal", async () => {
  const [kind, detail] = await refusal(listBills(bill("d1", "02/28/2026") + bill("d2", "03/28/2026")));
  assert.equal(kind, "portal_changed");
  assert.match(detail, /not newest first/);
});

test("bills of the `since` day are found on the next page, and older pages are not requested", async () => {
  const next = (href: string) => `<a class="next" href="${href}">more</a>`;
  const listing = {
    "/bills/1/A%2F1": { body: bill("d1", "03/28/2026") + bill("d2", "02/28/2026") + next("/more") },
    "/more": { body: bill("d3", "02/28/2026") + bill("d4", "01/28/2026") + next("/gone") },
  };
  const since = visit(listing, (opened) => opened.listDocuments(account, "2026-02-28"));
  assert.deepEqual(
    (await since).map(({ external_id }) => external_id),
    ["d1", "d2", "d3"],
  );
  const all = visit(listing, (opened) => opened.listDocuments(account, null));
  assert.deepEqual(await refusal(all), ["portal_changed", "no page at /gone (status 404)"]);
});

test("a link that is not a web address is not a document", async () => {
  const [kind, detail] = await refusal(listBills(bill("d1", "02/28/2026", "javascript:open(1)")));
  assert.equal(kind, "portal_changed");
  assert.match(detail, /the url is not a web address in document 1/);
});

test("an interruption on any page is reported by its kind", async () => {
  assert.equal((await refusal(listAccounts("<h1>Our New Terms</h1>")))[0], "terms_pending");
  const ended = { "/accounts": redirectTo("/ended"), "/ended": { body: "Sign in" } };
  const listing = visit(ended, (opened) => opened.listAccounts());
  assert.deepEqual(await refusal(listing), ["portal_down", "the visit was led to /ended (status 200)"]);
});

test("a missing page is a changed portal", async () => {
  const listing = visit({}, (opened) => opened.listAccounts());
  assert.deepEqual(await refusal(listing), ["portal_changed", "no page at /accounts (status 404)"]);
});

const source = { account, call: getCall(addressOf("/file")), values: {} };
const document = { external_id: "d1", date: "2026-02-28", source, name: "a/The bill" };
const fetchFile = (pagesNow: typeof shown) => visit(pagesNow, (opened) => opened.fetchDocument(document));

test("a file is returned unchanged, with the portal's name for it or else that of the list", async () => {
  const bytes = Uint8Array.from({ length: 256 }, (_, at) => at);
  const type = "Application/PDF; charset=binary";
  const named = { "content-type": type, "content-disposition": 'inline; filename="b.pdf"' };
  const first = await fetchFile({ "/file": { body: bytes, headers: named } });
  assert.deepEqual([first.name, first.media_type], ["b.pdf", "application/pdf"]);
  assert.deepEqual(Buffer.from(first.bytes), Buffer.from(bytes));
  const second = await fetchFile({ "/file": { body: bytes, headers: { "content-type": type } } });
  assert.equal(second.name, "The bill");
});

test("a sign-in page in place of a file ends the visit, any other page is returned as a file", async () => {
  const ended = { "/file": redirectTo("/ended"), "/ended": { body: "Sign in" } };
  assert.equal((await refusal(fetchFile(ended)))[0], "portal_down");
  const page = await fetchFile({ "/file": { body: "<p>This bill is not ready" } });
  assert.equal(page.media_type, "text/html");
  assert.deepEqual(await refusal(fetchFile({})), ["portal_changed", "no page at /file (status 404)"]);
});

test("closing signs out once", async () => {
  const outs = () => portal.requests.filter(({ path }) => path === "/out").length;
  const before = outs();
  await visit({}, async (opened) => opened.close());
  assert.equal(outs() - before, 1);
});
