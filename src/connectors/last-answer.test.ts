import assert from "node:assert/strict";
import { after, test } from "node:test";
import { createOutbound } from "../outbound/outbound.ts";
import { redirectTo, startFakePortal, type FakeAnswer } from "../../test/conformance/fake-portal.ts";
import { PortalError, type ShownAnswer, type Visit } from "./contract.ts";
import { readRecipe } from "./recipe.fixtures.ts";
import { createRecipeConnector } from "./recipe-connector.ts";

const RECIPE = `
key: fake
version: 3
name: Fake
energy_types: [WATER]
time_zone: UTC
match: { sandbox: true }
login:
  steps:
    - { page: /in }
    - { form: form#in, fields: { u: username, p: password }, submit: { go: Enter here }, values: { token: "#token" } }
  outcomes:
    - { kind: success, when: { selector: "#home" } }
    - { kind: invalid_credentials, when: { text: Falsch geschrieben } }
  values: { customer: { selector: "#customer" } }
accounts: { page: /accounts, rows: li, fields: { external_id: { attr: id }, acct_num: b } }
documents:
  page: "/bills/{external_id}"
  rows: p
  fields: { external_id: { attr: id }, date: { selector: b, format: MM/DD/YYYY }, url: { selector: a, attr: href } }
limits: { delay_ms: 0 }
`;

const HOME = '<p id="home">Hello</p><i id="token">tok-Kf93hhs72</i><i id="customer">CUST-Ümläut</i>';
let afterSignIn: FakeAnswer = { body: HOME };
let shownAccounts: FakeAnswer = { body: "" };
let shownBills: FakeAnswer = { body: "" };
const portal = await startFakePortal({
  "GET /in": () => ({ body: '<form id="in" method="post"><input name="u"><input name="p"></form>' }),
  "POST /in": () => afterSignIn,
  "GET /account/pat.smith@example.com/8812345": () => ({ body: afterSignIn.body ?? "" }),
  "GET /accounts": () => shownAccounts,
  "GET /bills/4471023": () => shownBills,
});
const outbound = createOutbound({ allowedPrivateOrigins: [portal.origin] });
after(async () => {
  await outbound.close();
  await portal.close();
});

const connector = createRecipeConnector(readRecipe(RECIPE, "test"), { outbound, sandboxOrigin: portal.origin });
const credential = {
  username: "pat.smith@example.com",
  password: "Right-Word-77",
  twoFactorInstructions: null,
  other_details: null,
};
const enter = (): Promise<Visit> => connector.login(new URL(portal.origin), credential, AbortSignal.timeout(10_000));

async function shownBy(work: Promise<unknown>): Promise<ShownAnswer> {
  const error = await work.then(
    () => null,
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof PortalError && error.shown !== null, String(error));
  assert.equal(error.kind, "portal_changed");
  return error.shown;
}

test("a sign-in page that is not known is kept with its structure and the words of sign-in pages, and without a value of the customer", async () => {
  afterSignIn = {
    body: `<!-- build for pat.smith --><h1 class="hero title-2">Welcome back, Pat Smith!</h1>
      <p role="alert">Falsch: your account 8812345-01 is locked since 3/14/2026, $1,204.55 due at 12 Königsallee</p>
      <form id="next-step" method="post" action="/verify/8812345?user=pat.smith">
        <input type="hidden" name="csrf_token" value="a8f7c6e5d4"><input name="pat.smith" placeholder="Enter code">
        <button name="go">Continue</button></form>
      <a class="acct-8812345 link" href="https://pay.other.test/p/Right-Word-77#x" onclick="open('8812345')">Pay</a>
      <script>var customer = "Pat Smith";</script><script type="application/json">{"accountNumber":"8812345","due":12.5,"autoPay":true}</script>`,
  };
  const { text, status, place, media_type, detail } = await shownBy(enter());
  assert.deepEqual([status, place, media_type], [200, "/in", "text/html"]);
  assert.match(
    detail,
    /^no value token at \/in \(status 200\), in step 2 of the sign-in, a page headed "Welcome back, …"$/,
  );
  for (const kept of [
    'class="hero title-2">Welcome back, xxx xxxxx!',
    'role="alert">Falsch: your account 0000000-00 is locked xxxxx 0/00/0000, $0,000.00 xxx xx 00 xxxxxxxxxxx',
    'id="next-step" method="post" action="/verify/0000000?…"',
    'name="csrf_token" value="x0x0x0x0x0"',
    'name="xxx.xxxxx" placeholder="Enter code"',
    ">Continue</button>",
    'class="acct-0000000 link" href="https://pay.other.test/p/xxxxx-xxxx-00"',
    '{"accountNumber":"0000000","due":0,"autoPay":true}',
  ])
    assert.ok(text.includes(kept), `${kept}\n${text}`);
  for (const gone of ["Pat", "smith", "8812345", "1,204", "Right", "Königs", "a8f7", "customer =", "build"])
    assert.ok(!text.toLowerCase().includes(gone.toLowerCase()), `${gone}\n${text}`);
});

test("what the visit has read, such as a token or an account, is not kept either, also in JSON", async () => {
  afterSignIn = { body: HOME };
  shownAccounts = {
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      data: {
        customers: [{ id: "CUST-Ümläut", token: "tok-Kf93hhs72", name: "Pat" }],
        count: 12,
        ok: false,
        none: null,
      },
      "4471023": { path: "/accounts/4471023" },
      errorMessage: "Session expired",
      rows: Array.from({ length: 30 }, () => "Elm Street"),
    }),
  };
  const visit = await enter();
  const { text, detail } = await shownBy(visit.listAccounts());
  assert.match(detail, /accounts/);
  const kept = JSON.parse(text) as { rows: string[] };
  assert.deepEqual(
    { ...kept, rows: kept.rows.slice(-2) },
    {
      "0000000": { path: "/accounts/0000000" },
      data: {
        customers: [{ id: "xxxx-xxxxxx", token: "xxx-xx00xxx00", name: "xxx" }],
        count: 0,
        ok: false,
        none: null,
      },
      errorMessage: "Session expired",
      rows: ["xxx xxxxxx", "10 more"],
    },
  );
});

test("the number and the address of an account that was listed are not kept when its bills have changed, nor in the sentence", async () => {
  shownAccounts = { body: '<li id="4471023"><b>A-99-Linden</b></li>' };
  shownBills = { body: '<div class="linden-99 bills" id="x4471023">No bills</div>' };
  const visit = await enter();
  const [account] = await visit.listAccounts();
  assert.ok(account);
  const { text, place, detail } = await shownBy(visit.listDocuments(account, null));
  assert.equal(place, "/bills/0000000");
  assert.ok(detail.includes("/bills/0000000"), detail);
  assert.ok(text.includes('class="xxxxxx-00 bills" id="x0000000">No bills'), text);
});

test("a file in place of a page leaves only its kind, and a refusal that is known leaves nothing", async () => {
  shownAccounts = { headers: { "content-type": "application/pdf" }, body: "%PDF-1.4 Pat Smith" };
  const visit = await enter();
  const { text, media_type } = await shownBy(visit.listAccounts());
  assert.deepEqual([text, media_type], ["", "application/pdf"]);
  afterSignIn = redirectTo("/nowhere");
  const { status } = await shownBy(enter());
  assert.equal(status, 404);
});
