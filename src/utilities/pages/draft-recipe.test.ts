/** A draft of a JSON portal, made from a masked recording, visits that recording without a line changed. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { parseHtml } from "../../domain/html.ts";
import { createRecipeConnector } from "../../connectors/recipe-connector.ts";
import { readRecipe } from "../../connectors/recipe.fixtures.ts";
import { billsWithin, isBill } from "./bill-files.ts";
import { pagerOf } from "./draft-paging.ts";
import { draftRecipe } from "./draft-recipe.ts";
import type { Exchange } from "./exchange.ts";
import { learnExchange, maskExchange, revealedIn } from "./mask-exchanges.ts";
import { createMasks, MASKED_PASSWORD, MASKED_USERNAME } from "./masks.ts";
import { paperOf } from "./paper.ts";
import { createReplay } from "./replay.ts";

const [PORTAL, IDENTITY] = ["https://my.alder-light.example", "https://id.alder-light.example"];
const [USER, PASSWORD] = ["robin@orchard.example", "Pear&Plum7"];
const ACCESS = "al1.8f3kQ2vnZ7xw91TbYq";
const HANDLE = "02.handle.Zk81mQpR77vXw2";
const ACCOUNTS = [
  { key: "6f1c2a54-0b7e-4d5c-9a11-2b1f0c6d7e01", number: "7100482216" },
  { key: "a94e7d10-5c33-4f0e-8d2b-77b1c0e2a101", number: "7100990041" },
];

const exchange = (method: string, url: string, given: Partial<Exchange> = {}): Exchange => ({
  method,
  url,
  headers: {},
  body: "",
  status: 200,
  answered: { "content-type": ["application/json"] },
  content: new Uint8Array(),
  ...given,
});
const json = (method: string, url: string, body: unknown, answer: unknown, headers = {}): Exchange =>
  exchange(method, url, {
    body: body === null ? "" : JSON.stringify(body),
    headers: { ...(body === null ? {} : { "content-type": "application/json" }), ...headers },
    content: Buffer.from(JSON.stringify(answer)),
  });
const html = (url: string, text: string): Exchange =>
  exchange("GET", url, { answered: { "content-type": ["text/html"] }, content: Buffer.from(text) });
const redirect = (url: string, to: string): Exchange =>
  exchange("GET", url, { status: 302, answered: { location: [to] } });

const fileOf = (number: string): Uint8Array => paperOf([`Account ${number.replace(/(....)(...)/, "$1 $2 ")}`]);

/** A single page app with its sign-in elsewhere, a token exchange, and bills by page number. */
function recorded(documents: "base64" | "address"): Exchange[] {
  const auth = { authorization: `Bearer ${ACCESS}` };
  const state = "kq83hdnW71xPz";
  const code = "c0deR4nd0mXy77";
  const authorize = `${IDENTITY}/authorize?state=${state}`;
  const onward = `${IDENTITY}/token/redirect?stateToken=tok3nQwErTy99`;
  const callback = `${PORTAL}/callback?code=${code}&state=${state}`;
  const query =
    "query ServiceAccounts($nextToken: String) { serviceAccounts(nextToken: $nextToken) { items { key } } }";
  const accounts = ACCOUNTS.map(({ key, number }, at) => {
    const nextToken = at === 0 ? "c2E6MTp4eQ9z" : null;
    const variables = { nextToken: at === 0 ? null : "c2E6MTp4eQ9z" };
    const items = [{ key, accountNumber: number, premise: { line1: "512 Juniper Ct" } }];
    const answer = { data: { serviceAccounts: { items, nextToken } } };
    return json("POST", `${PORTAL}/api/graphql`, { operationName: "ServiceAccounts", query, variables }, answer, auth);
  });
  const bills = ACCOUNTS.flatMap(({ key, number }) =>
    [0, 1].map((page) => {
      const content = [2, 1].map((day) => ({
        statementId: `ST${number.slice(-4)}${page}${day}`,
        dueDate: "2026-12-24T00:00:00",
        statementDate: `2026-0${9 - page}-0${day}T00:00:00.000-05:00`,
      }));
      const answer = { content, accountNumber: number, page: { totalElements: 4, totalPages: 2 } };
      return json("GET", `${PORTAL}/api/accounts/${key}/statements?page=${page}&size=2`, null, answer, auth);
    }),
  );
  const files = ACCOUNTS.flatMap(({ number }) => {
    const id = `ST${number.slice(-4)}02`;
    const ask = `${PORTAL}/api/statements/${id}/document`;
    const content = fileOf(number);
    if (documents === "base64")
      return [
        json("POST", ask, { format: "PDF" }, { name: "identify", data: Buffer.from(content).toString("base64") }, auth),
      ];
    const location = `${PORTAL}/files/${id}?sig=Aa81kQpR77vXw2Zk81mQ`;
    const type = { "content-type": ["application/octet-stream"] };
    return [
      json("POST", ask, { format: "PDF" }, { location }, auth),
      exchange("GET", location, { answered: type, content }),
    ];
  });
  return [
    redirect(`${PORTAL}/signin`, authorize),
    html(authorize, `<script src="/a.js"></script><script>var c = {"stateHandle":"${HANDLE}"}</script>`),
    json(
      "POST",
      `${IDENTITY}/identify`,
      { stateHandle: HANDLE, identifier: USER },
      {
        remediation: [{ name: "credentials", href: `${IDENTITY}/challenge/answer` }],
      },
    ),
    json(
      "POST",
      `${IDENTITY}/challenge/answer`,
      { stateHandle: HANDLE, credentials: { passcode: PASSWORD } },
      {
        success: { href: onward },
      },
    ),
    redirect(onward, callback),
    html(callback, `<div id="root"></div>`),
    json("POST", `${PORTAL}/api/session/exchange`, { code, state }, { accessToken: ACCESS, displayName: "Robin" }),
    ...accounts,
    ...bills,
    ...files,
    json("POST", `${PORTAL}/api/session/logout`, {}, {}, auth),
  ];
}

async function visited(documents: "base64" | "address") {
  const visit = recorded(documents);
  const masks = createMasks({ username: USER, password: PASSWORD });
  for (const each of visit) learnExchange(masks, each);
  const words = ({ content }: Exchange) => Buffer.from(content).toString("latin1");
  const masked = visit.map((each) =>
    maskExchange(
      masks,
      each,
      isBill(each) ? [words(each)] : billsWithin(each).map((bytes) => Buffer.from(bytes).toString()),
    ),
  );
  assert.deepEqual(revealedIn(masks, masked), []);
  const { yaml, missing } = draftRecipe(masked);
  assert.deepEqual(missing, []);
  const card = "key: alder\nname: Alder\nenergy_types: [ELECTRIC]\ntime_zone: UTC\n";
  const recipe = readRecipe(card + yaml.replace("delay_ms: 1500", "delay_ms: 0"), "the draft");
  const replay = createReplay(masked);
  const connector = createRecipeConnector(recipe, { outbound: replay, sandboxOrigin: null });
  const credential = {
    username: MASKED_USERNAME,
    password: MASKED_PASSWORD,
    twoFactorInstructions: null,
    other_details: null,
  };
  const opened = await connector.login(new URL(PORTAL), credential, AbortSignal.timeout(20_000));
  const lists = [];
  for (const account of await opened.listAccounts()) {
    const bills = await opened.listDocuments(account, null);
    const newest = bills[0];
    const file = newest === undefined ? null : await opened.fetchDocument(newest);
    lists.push({
      account,
      days: bills.map(({ date }) => date),
      file: Buffer.from(file?.bytes ?? []).toString("latin1"),
    });
  }
  await opened.close();
  assert.deepEqual(replay.unknown(), []);
  return { yaml, lists };
}

for (const documents of ["base64", "address"] as const)
  test(`the draft of a JSON portal signs in, pages and gets files unchanged: files by ${documents}`, async () => {
    const { yaml, lists } = await visited(documents);
    assert.deepEqual(
      lists.map(({ days }) => days),
      [1, 2].map(() => ["2026-09-02", "2026-09-01", "2026-08-02", "2026-08-01"]),
    );
    for (const { account, file } of lists) {
      const { acct_num } = account;
      assert.ok(ACCOUNTS.every(({ number }) => number !== acct_num));
      assert.ok(file.includes(acct_num.replace(/(....)(...)/, "$1 $2 ")), `${acct_num} in ${file}`);
    }
    for (const line of [
      'hosts: ["my.alder-light.example"]',
      'authorization: "Bearer {access_token}"',
      "next: { token: $.data.serviceAccounts.nextToken }",
      "next: { number_from: 0, pages: $.page.totalPages }",
      "count: $.page.totalElements",
      "shown_acct_num: $.accountNumber",
      'sign_out: { url: "/api/session/logout", method: POST }',
      documents === "base64" ? "base64: $.data" : "values: { download: $.location }",
    ])
      assert.ok(yaml.includes(line), `${line} in ${yaml}`);
  });

const CARD = "key: alder\nname: Alder\nenergy_types: [ELECTRIC]\ntime_zone: UTC\n";
const HOME = `${PORTAL}/home`;
const signIn: Exchange[] = [
  html(`${PORTAL}/in`, '<form method="post"><input name="user"><input name="pwd"></form>'),
  {
    ...exchange("POST", `${PORTAL}/in`, { body: `user=${MASKED_USERNAME}&pwd=${MASKED_PASSWORD}` }),
    status: 302,
    answered: { location: [HOME] },
  },
];

test("a draft can be read where the keys of an answer have hyphens, digits or quotes", () => {
  const [one, two] = ["2026-09-01", "2026-08-01"];
  const { yaml } = draftRecipe([
    ...signIn,
    html(HOME, '<a href="/out">Sign out</a>'),
    json("GET", `${PORTAL}/api/accounts`, null, {
      "account-list": [{ "account-id": "ACC-501", "account-number": "7100482216", "service-address": "1 Elm" }],
    }),
    json("GET", `${PORTAL}/api/bills?after=`, null, {
      "it's bills": [one, two].map((day) => ({ "bill-id": `B${day.slice(5, 7)}`, "bill-date": day })),
      "next-page": "c2E6MTp4eQ9z",
      "has-more": true,
      "2nd": { "total-count": 4 },
    }),
    json("GET", `${PORTAL}/api/bills?after=c2E6MTp4eQ9z`, null, { "it's bills": [] }),
  ]);
  const { accounts, documents } = readRecipe(CARD + yaml, "the draft");
  assert.deepEqual(
    [accounts.rows, accounts.fields["service_address"]?.selector, documents.rows, documents.fields.date.selector].map(
      (selector) => selector?.source,
    ),
    ["$['account-list'][*]", "$['service-address']", String.raw`$['it\'s bills'][*]`, "$['bill-date']"],
  );
  assert.ok(yaml.includes(`next: { token: "$['next-page']", more: "$['has-more']" }`), yaml);
});

test("a draft can be read where the list of accounts has brackets in its name", () => {
  const options = ["501", "502"].map((id) => `<option value="${id}">185-77-${id}</option>`).join("");
  const choose = `<form id="choose"><select name="user[account_id]">${options}</select></form>`;
  const bill = (day: string) => `<tr><td>${day}</td><td><a href="/bill?id=${day}">View</a></td></tr>`;
  const { yaml } = draftRecipe([
    ...signIn,
    html(HOME, `<a href="/out">Sign out</a>${choose}`),
    html(`${PORTAL}/bills`, `${choose}<table class="bills">${bill("2026-09-01")}${bill("2026-08-01")}</table>`),
  ]);
  const { documents } = readRecipe(CARD + yaml, "the draft");
  assert.ok(yaml.includes('fields: { "user[account_id]": external_id }'), yaml);
  assert.equal(documents.rows.source, "table.bills tr");
});

test("a row of page numbers is followed from the one that is shown, however it is marked", () => {
  for (const [markup, selector] of [
    [
      '<tr class="pager"><td><table><tr><td><span>1</span></td><td><a href="#">2</a></td></tr></table></td></tr>',
      "tr.pager td:has(> span) + td a",
    ],
    ['<p class="pages">Page: <strong>1</strong> <a href="?page=2">2</a></p>', "p.pages strong + a"],
    ['<ul id="pages"><li class="active"><b>1</b></li><li><a href="#">2</a></li></ul>', "ul#pages li.active + li a"],
  ] as const) {
    const $ = parseHtml(markup.startsWith("<tr") ? `<table>${markup}</table>` : markup);
    assert.equal(pagerOf($), selector);
    assert.equal($(selector).text(), "2");
  }
  assert.equal(pagerOf(parseHtml('<a href="#">1</a><a href="#">2</a><p>2</p>')), null);
});
