/**
 * What the code of a connector can reach, and how a visit ends whose code breaks a limit: with an error that names the step, while the service
 * keeps running.
 */
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { inspect } from "node:util";
import { redirectTo, startFakePortal, type FakeAnswer } from "../../../test/conformance/fake-portal.ts";
import { createOutbound } from "../../outbound/outbound.ts";
import { PortalError, type Credential, type Visit } from "../contract.ts";
import { BREACHES, type Trying } from "./code-breaches.fixtures.ts";
import { declarationOf, readCode, sourceOf } from "./code-connector.fixtures.ts";
import { createCodeConnector } from "./code-connector.ts";
import { ECHO, REFUSED } from "./code-refusals.fixtures.ts";
import { CODE_LIMITS } from "./code-process.ts";

const PASSWORD = "Right & Word";
const signIn: FakeAnswer = {
  body: '<form method="post"><input type="hidden" name="token" value="t7"><input name="user"><input name="secret"></form>',
};
let atSignIn: FakeAnswer = redirectTo("/home");
const portal = await startFakePortal({
  "GET /in": () => signIn,
  "POST /in": ({ form }) =>
    form.get("secret") === PASSWORD && form.get("token") === "t7" ? atSignIn : { body: "<p>This does not match.</p>" },
  "GET /home": () => ({ body: '<ul><li id="a1"><b>100-1</b></li><li id="a2"><b>100-2</b></li></ul>' }),
  "GET /file": ({ query }) => ({ headers: { "content-type": "application/pdf" }, body: `%PDF of ${query.get("of")}` }),
  "POST /code": ({ form }) => ({ body: form.get("digits") === "246" ? "<p>Welcome</p>" : "<p>Wrong code</p>" }),
  "GET /moved": () => redirectTo("/elsewhere", 307),
  "POST /moved": () => redirectTo(`${other.origin}/take`, 307),
  "POST /echo": ({ form }) => ({
    body: `<p>You looked for ${form.get("q")?.replaceAll("&", "&amp;")}</p><p id=b>${btoa(`x:${form.get("q")}`)}</p>
      <form method="get" action="/search"><input name="n"></form><form id="to" action="${other.origin}/take" method="post"></form>`,
    headers: { "x-echo": encodeURIComponent(form.get("q") ?? "") },
  }),
  "POST /onward": ({ form }) => redirectTo(`${other.origin}/take?p=${encodeURIComponent(form.get("q") ?? "")}`),
  "GET /busy": () => ({ status: 503, body: "Later." }),
});
const other = await startFakePortal({ "POST /take": () => ({ body: "thanks" }) });
const outbound = createOutbound({ allowedPrivateOrigins: [portal.origin, other.origin] });
after(async () => {
  await outbound.close();
  await portal.close();
  await other.close();
});

const credential: Credential = {
  username: "pat",
  password: PASSWORD,
  twoFactorInstructions: null,
  other_details: null,
};
const HOSTS = declarationOf()
  .replace("127.0.0.1:1", new URL(portal.origin).host)
  .replace("] }", `], also_visits: ["${new URL(other.origin).host}"] }`);

const connectorOf = (methods: Record<string, string>, { declaration = HOSTS, before, limits }: Trying = {}) =>
  createCodeConnector(readCode(sourceOf(methods, before), declaration), {
    outbound,
    sandboxOrigin: null,
    ownPortals: [portal.origin, other.origin],
    limits: { ...CODE_LIMITS, ...limits },
  });

const enter = (methods: Record<string, string>, more: Trying = {}): Promise<Visit> =>
  connectorOf(methods, more).login(new URL(portal.origin), credential, more.signal ?? AbortSignal.timeout(20_000));

async function refusalOf(work: Promise<unknown>): Promise<PortalError> {
  const error = await work.then(
    (value) => assert.fail(`it went well: ${inspect(value)}`),
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof PortalError, inspect(error));
  assert.ok(!inspect(error, { depth: 9, showHidden: true }).includes(PASSWORD), "the password is shown");
  return error;
}

/** What the code finds of these, in one visit that lists its findings as an account's address. */
async function found(expression: string, more: Trying = {}): Promise<string | null> {
  const accounts = `async (portal) => ({ accounts: [{ external_id: "1", acct_num: "1", service_address: String(${expression}) }] })`;
  const visit = await enter({ accounts }, more);
  try {
    const [account] = await visit.listAccounts();
    return account?.service_address ?? null;
  } finally {
    await visit.close();
  }
}

test("the realm of the code has the language and nothing else", async () => {
  const names = `process require module Buffer fetch WebSocket XMLHttpRequest setTimeout queueMicrotask navigator performance
    structuredClone URL console WebAssembly global`;
  const attempts = [
    // By the constructors of what it is given, and of what it throws and catches.
    ...[
      "portal.page",
      "portal",
      "this",
      "portal.page('/home')",
      "(async () => {})",
      "new Error().stack",
      "globalThis",
    ].map((of) => `${of}.constructor.constructor("return process")()`),
    "(function f() { try { return f(); } catch (error) { return error.constructor.constructor('return process')(); } })()",
    // Of the function that hands messages over, when it has no room left to run.
    "(function f() { try { return f(); } catch { try { portal.note(1); } catch (error) { return error.constructor.constructor('return process')(); } throw 1; } })()",
    "eval('process')",
    "new Function('return process')()",
    "Object.getPrototypeOf(async function () {}).constructor('return process')()",
  ];
  const text = await found(`[
    ...${JSON.stringify(names.split(/\s+/))}.filter((name) => name in globalThis),
    ...await Promise.all([${attempts.map((attempt) => `(async () => ${attempt})`).join()}].map((go) => go().then(() => "out", () => "in"))),
    await import("node:fs").then(() => "out", () => "in"),
    await (async () => { Error.prepareStackTrace = (_, sites) => sites.map((site) => typeof site.getThis() + typeof site.getFunction()).join(); return new Error().stack; })(),
  ].join(" ")`);
  assert.doesNotMatch(text ?? "out", /\bout\b/);
  assert.match(text ?? "", /^(in )+/);
  assert.doesNotMatch(text ?? "", /object|function/);
});

test("a visit by code goes like any other, and each bill gets the file of its own account", async () => {
  const visit = await enter({});
  const accounts = await visit.listAccounts();
  assert.deepEqual(
    accounts.map(({ acct_num }) => acct_num),
    ["100-1", "100-2"],
  );
  const lists = [];
  for (const account of accounts) lists.push(...(await visit.listDocuments(account, null)));
  const files = await Promise.all(lists.map((document) => visit.fetchDocument(document)));
  assert.deepEqual(
    files.map(({ bytes }) => Buffer.from(bytes).toString()),
    ["%PDF of a11", "%PDF of a21"],
  );
  assert.deepEqual(await visit.listDocuments(accounts[0] ?? assert.fail(), "2026-11-01"), []);
  await visit.close();
  const wrong = connectorOf({}).login(
    new URL(portal.origin),
    { ...credential, password: "no" },
    AbortSignal.timeout(9000),
  );
  assert.equal((await refusalOf(wrong)).kind, "invalid_credentials");
});

async function listWith(methods: Record<string, string>, more?: Trying): Promise<unknown> {
  const visit = await enter(methods, more);
  try {
    return await visit.listAccounts();
  } finally {
    await visit.close();
  }
}

for (const [what, method, code, says, more] of BREACHES)
  test(`${what} ends the visit, in words`, async () => {
    const error = await refusalOf(listWith({ [method]: code }, more));
    assert.equal(error.kind, "portal_changed", error.message);
    assert.match(error.message, says);
  });

test("what the code gives or asks against the rules is refused, in words", async () => {
  const before = `const OTHER = ${JSON.stringify(other.origin)}; let next = 0;
    const tries = [${REFUSED.map(([, code]) => code).join(",\n")}];`;
  const declaration = `${HOSTS}password: { sent_at_most: 6 }\n`;
  const visit = await enter({ accounts: "async (portal) => tries[next++](portal)" }, { before, declaration });
  try {
    for (const [what, , says] of REFUSED) {
      const error = await refusalOf(visit.listAccounts());
      assert.equal(error.kind, "portal_changed", what);
      assert.match(error.message, says, what);
    }
  } finally {
    await visit.close();
  }
});

test("nothing that the code can learn of a page tells the password that the page shows", async () => {
  const expression = `(await (async (R) => {
    const { body, headers } = ${ECHO}
    const [{ b, letter, hidden }] = await portal.rows("body",
      { b: "#b", letter: { selector: "p", regex: "for (R)" }, hidden: "p:contains('Right')" });
    return body.includes(portal.password) + " " + [body, b, Object.values(headers).join(), String(letter), String(hidden),
      String(await portal.says(R))].map((text) => /right|UmlnaHQ|true/i.test(text)).join();
  })("Right"))`;
  const text = await found(expression, { declaration: `${HOSTS}password: { sent_at_most: 2 }\n` });
  assert.equal(text, "true false,false,false,false,false,false");
});

test("a file counts for the bill alone that it was got for, and for its account", async () => {
  const before = "let kept;";
  const bills =
    "async () => ({ bills: [1, 2].map((n) => ({ external_id: 'x' + n, date: '2026-10-0' + n, source: { n } })) })";
  const file = `async (portal, account, bill) => {
    if (bill.source.n === 1) return { ...(kept ??= await portal.file("/file?of=" + account.external_id)), shown_acct_num: "100-1" };
    return { base64: "aGVsbG8=", type: "text/plain", name: "../a/b.txt" };
  }`;
  const visit = await enter({ bills, file }, { before });
  const [one, two] = await visit.listAccounts();
  const [first, made] = await visit.listDocuments(one ?? assert.fail(), null);
  const [ofOther] = await visit.listDocuments(two ?? assert.fail(), null);
  assert.ok(first && made && ofOther);
  assert.equal(Buffer.from((await visit.fetchDocument(first)).bytes).toString(), "%PDF of a1");
  assert.match((await refusalOf(visit.fetchDocument(first))).message, /a file that it did not get for this bill/);
  assert.match(
    (await refusalOf(visit.fetchDocument(ofOther))).message,
    /another account is shown, in the file of a bill/,
  );
  const { bytes, name, media_type } = await visit.fetchDocument(made);
  assert.deepEqual([Buffer.from(bytes).toString(), name, media_type], ["hello", "b.txt", "text/plain"]);
  await visit.close();
});

test("what the portal itself does is the portal's: 5xx, and an abort", async () => {
  const down = await refusalOf(enter({ signIn: "(portal) => portal.page('/busy')" }));
  assert.equal(down.kind, "portal_down");
  const stop = new AbortController();
  const looping = enter({ signIn: "async () => { for (;;); }" }, { signal: stop.signal });
  stop.abort(new Error("stopped"));
  await assert.rejects(looping, /stopped/);
});

test("a question goes to a person, and its answer goes on in another process", async () => {
  atSignIn = { body: "<p>We sent a code to ***00.</p>" };
  const methods = {
    signIn: `async (portal) => {
      await portal.page("/in");
      await portal.form("form", { user: portal.username, secret: portal.password });
      const [{ prompt }] = await portal.rows("body", { prompt: "p" });
      return { kind: "code", prompt, state: { step: 2 } };
    }`,
    answer: `async (portal, state) => {
      const again = await portal.page({ url: "/code", form: { digits: portal.answer } });
      if (again.body.includes("Wrong")) return { kind: "code", prompt: "Wrong code. " + state.step, state };
    }`,
  };
  const connector = connectorOf(methods, { declaration: `${HOSTS}second_factor: [code]\n` });
  const url = new URL(portal.origin);
  const signal = () => AbortSignal.timeout(9000);
  const asked = await refusalOf(connector.login(url, credential, signal()));
  assert.deepEqual([asked.kind, asked.challenge?.prompt], ["mfa_required", "We sent a code to ***00."]);
  const session = asked.challenge?.session ?? "";
  assert.ok(!session.includes(PASSWORD));
  const again = await refusalOf(connector.answer(url, credential, signal(), { session, answer: "135" }));
  assert.deepEqual([again.kind, again.challenge?.prompt], ["mfa_failed", "Wrong code. 2"]);
  const visit = await connector.answer(url, credential, signal(), { session, answer: "246" });
  assert.equal((await visit.listAccounts()).length, 2);
  await visit.close();
  const anew = await refusalOf(connector.answer(url, credential, signal(), { session: "{}", answer: "246" }));
  assert.equal(anew.kind, "mfa_required");
  atSignIn = redirectTo("/home");
});
