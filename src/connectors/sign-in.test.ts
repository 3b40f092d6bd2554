import assert from "node:assert/strict";
import { after, test } from "node:test";
import { inspect } from "node:util";
import { CookieJar } from "tough-cookie";
import type { StatusDetail } from "../records/codes.ts";
import { createOutbound } from "../outbound/outbound.ts";
import { PortalError } from "./contract.ts";
import { redirectTo, startFakePortal, type FakePages } from "../../test/conformance/fake-portal.ts";
import { openSession } from "./portal-session.ts";
import { readRecipe } from "./recipe.fixtures.ts";
import { signIn } from "./sign-in.ts";
import { openTransport } from "./transport.ts";

const form = (fields: string, attributes = 'method="post" action="enter"') => ({
  body: `<title>t</title><form><input name="search"></form><form id="in" ${attributes}>${fields}</form>`,
});
const FIELDS = '<input name="user"><input name="pass" type="password">';

const pages: FakePages = {
  "GET /portal/in": () =>
    form(
      `<input type="hidden" name="csrf" value="t&quot;1">${FIELDS}<input type="checkbox" name="remember">` +
        '<input type="checkbox" name="terms" value="yes" checked><select name="lang"><option value="en">E</option></select>' +
        '<input name="off" value="1" disabled><button name="go" value="Sign in">',
    ),
  "GET /get": () => form(FIELDS, 'action="/portal/enter"'),
  "GET /elsewhere": () => form(FIELDS, 'method="post" action="https://collector.example/"'),
  "GET /renamed": () => form('<input name="login"><input name="pass">', 'method="post"'),
  "GET /maintenance": () => ({ body: "<h1>Down for Maintenance</h1>" }),
  "GET /other": () => ({ body: "<h1>Welcome</h1>" }),
  "POST /portal/enter": ({ form: sent }) => redirectTo(`/end/${sent.get("user") ?? ""}`),
  "GET /end/good": () => ({ body: "<p id=hello>Hello" }),
  "GET /end/locked": () => ({ status: 403, body: "<p>Your account is  LOCKED now" }),
  "GET /end/asked": () => ({ status: 500, body: "<p>A code is required" }),
  "GET /end/down": () => ({ status: 500, headers: { "retry-after": "60" }, body: "<p>Oops" }),
  "GET /end/shut": () => ({ body: "<title>a</title><h1>System Outage, Pat</h1>" }),
  "GET /end/odd-secret": () => ({ body: "<p>Something new" }),
};

const portal = await startFakePortal(pages);
const outbound = createOutbound({ allowedPrivateOrigins: [portal.origin] });
after(async () => {
  await outbound.close();
  await portal.close();
});

const RECIPE = `
key: fake
version: 1
name: Fake
energy_types: [WATER]
time_zone: UTC
match: { sandbox: true }
login:
  page: /portal/in
  form: form#in
  fields: { user: username, pass: password }
  submit: { go: Sign in, lang: fr }
  outcomes:
    - { kind: account_locked, when: { status: 403, text: account is locked } }
    - { kind: portal_down, when: { text: maintenance } }
    - { kind: mfa_required, when: { status: 500, text: code is required } }
    - { kind: success, when: { url: "/end/*", selector: "#hello" } }
    - { kind: terms_pending, when: { regex: "^(Welcome|Hello)" } }
accounts: { page: /, rows: li, fields: { external_id: b, acct_num: b } }
documents: { page: /, rows: li, fields: { external_id: b, date: { format: YYYY-MM-DD }, url: a } }
limits: { delay_ms: 0 }
`;

function enter(username: string, page = "/portal/in"): Promise<void> {
  const jar = new CookieJar();
  const transport = openTransport({
    outbound,
    mayVisit: (url) => url.origin === portal.origin,
    delayMs: 0,
    signal: AbortSignal.timeout(10_000),
    hidden: [username, "p&ss w\u00f6rd"],
    jar,
  });
  const { login, headers } = readRecipe(RECIPE.replace("/portal/in", page), "test");
  const session = openSession({ transport, jar, base: new URL(portal.origin), headers });
  return signIn(session, login, { username, password: "p&ss w\u00f6rd" });
}

async function refusal(promise: Promise<void>): Promise<[StatusDetail, string]> {
  const error = await promise.then(
    () => null,
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof PortalError, inspect(error));
  return [error.kind, error.message];
}

test("the form is sent with its hidden fields, the credential and extra fields", async () => {
  await enter("good");
  const sent = portal.requests.find(({ method }) => method === "POST");
  assert.deepEqual(
    [...(sent?.form ?? [])],
    [
      ["csrf", 't"1'],
      ["user", "good"],
      ["pass", "p&ss w\u00f6rd"],
      ["terms", "yes"],
      ["go", "Sign in"],
      ["lang", "fr"],
    ],
  );
});

test("the first matching outcome wins, and its text is compared with the visible text", async () => {
  assert.deepEqual(await refusal(enter("locked")), ["account_locked", "the sign-in ended at /end/*** (status 403)"]);
});

test("what a recipe says of a 5xx counts before its status does; else the portal is down", async () => {
  assert.deepEqual(await refusal(enter("asked")), ["mfa_required", "the sign-in ended at /end/*** (status 500)"]);
  assert.deepEqual(await refusal(enter("down")), ["portal_down", "status 500 at /end/***"]);
});

test("a page that matches no outcome is a changed portal, reported by its place and the common words of its head", async () => {
  assert.deepEqual(await refusal(enter("odd-secret")), [
    "portal_changed",
    "no outcome matched at /end/*** (status 200)",
  ]);
  assert.deepEqual(await refusal(enter("shut")), [
    "portal_changed",
    'no outcome matched at /end/*** (status 200), a page headed "System Outage, …"',
  ]);
});

test("a form that would put the password into an address is not sent", async () => {
  const before = portal.requests.length;
  const [kind, detail] = await refusal(enter("good", "/get"));
  assert.equal(kind, "portal_changed");
  assert.match(detail, /is not sent by POST/);
  assert.equal(portal.requests.length - before, 1);
});

test("a form that leads to another host gets no password", async () => {
  const [kind, detail] = await refusal(enter("good", "/elsewhere"));
  assert.equal(kind, "portal_changed");
  assert.equal(detail, "led to collector.example, which the recipe does not name");
});

test("a missing field is named", async () => {
  assert.deepEqual(await refusal(enter("good", "/renamed")), [
    "portal_changed",
    "no field user in the form at /renamed (status 200), in step 2 of the sign-in",
  ]);
});

test("without the form, a known refusal is reported, else the portal has changed", async () => {
  assert.equal((await refusal(enter("good", "/maintenance")))[0], "portal_down");
  assert.equal((await refusal(enter("good", "/gone")))[0], "portal_changed");
});
