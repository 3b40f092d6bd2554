import assert from "node:assert/strict";
import { after, test } from "node:test";
import { inspect } from "node:util";
import { createOutbound } from "../outbound/outbound.ts";
import { PortalError, type Challenge, type Credential } from "./contract.ts";
import { redirectTo, startFakePortal, type FakeAnswer, type FakePages } from "../../test/conformance/fake-portal.ts";
import { readRecipe } from "./recipe.fixtures.ts";
import { createRecipeConnector } from "./recipe-connector.ts";

const page = (body: string): FakeAnswer => ({ body: `<h1>More</h1>${body}` });
const form = (fields: string, attributes = 'method="post" action="/check"') =>
  page(
    `<p id="asked">  Who are\n you? </p><form id="step" ${attributes}><input type="hidden" name="token" value="t1">${fields}</form>`,
  );

/** The second step for each user; other users need none. */
const STEPS: Record<string, FakeAnswer> = {
  code: form('<input name="answer"><input type="checkbox" name="keep" value="1"><input name="note" value="n">'),
  buttons: form(
    '<label for="a">By <b>text</b></label><input type="radio" id="a" name="answer" value="1">' +
      '<label><input type="radio" name="answer" value="2"> By e-mail</label><input type="radio" name="answer" value="3">',
  ),
  list: form('<select name="answer"><option value="">Choose<option value="x y">First way<option>Second way</select>'),
  nothing_to_choose: form('<input type="radio" name="answer" value="3">'),
  by_get: form('<input name="answer">', 'action="/check"'),
  elsewhere: form('<input name="answer">', 'method="post" action="https://collector.example/"'),
  renamed: form('<input name="other">'),
  no_form: page('<p id="asked">Who are you?</p>'),
  no_words: page('<p id="asked"> </p><form id="step" method="post"><input name="answer"></form>'),
  unknown: page("<p>Press the button that we show you.</p>"),
};

const pages: FakePages = {
  "GET /in": () => page('<form id="in" method="post"><input name="u"><input name="p"></form>'),
  "POST /in": ({ form: sent }) => redirectTo(`/step/${sent.get("u") ?? ""}`),
  "POST /check": ({ form: sent }) => ANSWERS[sent.get("answer") ?? ""] ?? page("<p class=wrong>No.</p>"),
  "GET /home": () => page("Hello"),
  ...Object.fromEntries(Object.entries(STEPS).map(([user, answer]) => [`GET /step/${user}`, () => answer])),
};
const ANSWERS: Record<string, FakeAnswer> = {
  "12 34": page("<p>The space was kept.</p>"),
  "1234": { status: 302, headers: { location: "/home", "set-cookie": ["known_7=yes; Path=/", "visit=1; Path=/"] } },
  again: { body: `<p class=wrong>No.</p>${String(STEPS["code"]?.body)}` },
  locked: page("<p>Your account is locked.</p>"),
  odd: page("<p>Something new.</p>"),
  "x y": redirectTo("/step/code"),
};

const portal = await startFakePortal(pages);
const outbound = createOutbound({ allowedPrivateOrigins: [portal.origin] });
after(async () => {
  await outbound.close();
  await portal.close();
});

const step = (kind: string, user: string) =>
  `{ kind: ${kind}, when: { url: /step/${user} }, prompt: "#asked", form: form#step, field: answer, submit: { go: Check } }`;
const recipe = (version: number) =>
  readRecipe(
    `
key: lakeside-power
version: ${version}
name: Lakeside Power
energy_types: [ELECTRIC]
time_zone: UTC
match: { sandbox: true }
login:
  page: /in
  form: form#in
  fields: { u: username, p: password }
  outcomes:
    - { kind: success, when: { url: /home } }
    - { kind: account_locked, when: { text: locked } }
    - { kind: mfa_required, when: { url: /step/* } }
second_factor:
  steps:
    - { kind: code, when: { selector: .wrong + h1 }, prompt: "#asked", form: form#step, field: answer }
    - ${step("choice", "buttons")}
    - ${step("choice", "list")}
    - ${step("choice", "nothing_to_choose")}
    ${["code", "by_get", "elsewhere", "renamed", "no_form", "no_words"].map((user) => `- ${step("code", user)}`).join("\n    ")}
  refusals:
    - { kind: wrong, when: { selector: .wrong } }
    - { kind: ended, when: { url: /in } }
  remember: { fields: { keep: "1" }, cookies: [known_*] }
accounts: { page: /home, rows: li, empty: { text: Hello }, fields: { external_id: {}, acct_num: {} } }
documents: { page: /home, rows: li, fields: { external_id: {}, date: { format: YYYY-MM-DD }, url: {} } }
limits: { delay_ms: 0 }
`,
    "test",
  );
const connector = createRecipeConnector(recipe(1), { outbound, sandboxOrigin: portal.origin });
const url = new URL(portal.origin);
const signal = () => AbortSignal.timeout(10_000);
const credential = (username: string): Credential => ({
  username,
  password: "right word",
  twoFactorInstructions: null,
  other_details: null,
});

async function refusal(promise: Promise<unknown>): Promise<PortalError> {
  const error = await promise.then(
    () => null,
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof PortalError, inspect(error));
  return error;
}

async function ask(user: string): Promise<Challenge> {
  const error = await refusal(connector.login(url, credential(user), signal()));
  assert.equal(error.kind, "mfa_required", inspect(error));
  return error.challenge ?? assert.fail(`nothing is asked: ${error.message}`);
}
const give = (session: string, answer: string, by = connector) =>
  by.answer(url, credential("code"), signal(), { session, answer });
const lastForm = () => [...(portal.requests.findLast(({ method }) => method === "POST")?.form ?? [])];

test("the form is sent with its own fields, the answer, the checkbox for this device and extra fields", async () => {
  const { kind, prompt, options, session } = await ask("code");
  assert.deepEqual([kind, prompt, options], ["code", "Who are you?", null]);
  const visit = await give(session, " 12 34 ");
  assert.deepEqual(lastForm(), [
    ["answer", "1234"],
    ["token", "t1"],
    ["note", "n"],
    ["keep", "1"],
    ["go", "Check"],
  ]);
  assert.deepEqual(await visit.listAccounts(), []);
  assert.match(visit.remembered ?? "", /known_7/);
  assert.doesNotMatch(visit.remembered ?? "", /visit/);
});

test("radio buttons are listed by their labels, a list by its entries, and the choice is sent by its value", async () => {
  assert.deepEqual((await ask("buttons")).options, ["By text", "By e-mail"]);
  const list = await ask("list");
  assert.deepEqual(list.options, ["First way", "Second way"]);
  const next = await refusal(give(list.session, "First way"));
  assert.deepEqual(lastForm()[0], ["answer", "x y"]);
  assert.deepEqual([next.kind, next.challenge?.kind], ["mfa_required", "code"]);
});

test("after a wrong answer the question is asked again if the form is shown again, else the visit ends", async () => {
  const { session } = await ask("code");
  assert.equal((await refusal(give(session, "again"))).challenge?.prompt, "Who are you?");
  const over = await refusal(give(session, "nonsense"));
  assert.deepEqual([over.kind, over.challenge], ["mfa_failed", null]);
});

test("after an answer the outcomes of the sign-in apply, and an unknown page is a changed portal", async () => {
  const { session } = await ask("code");
  assert.equal((await refusal(give(session, "locked"))).kind, "account_locked");
  const { kind, message } = await refusal(give(session, "odd"));
  assert.deepEqual([kind, message], ["portal_changed", "no outcome matched at /check (status 200)"]);
});

test("a step with another page than in the recipe is a changed portal, reported with its place", async () => {
  const says: Record<string, string> = {
    by_get: "the form of the second step at /step/*** (status 200) is not sent by POST",
    renamed: "the form of the second step at /step/*** (status 200) has no field answer",
    no_form: "no form for the second step at /step/*** (status 200)",
    no_words: "no question text at /step/*** (status 200)",
    nothing_to_choose: "nothing to choose from at /step/*** (status 200)",
  };
  for (const [user, message] of Object.entries(says)) {
    const error = await refusal(connector.login(url, credential(user), signal()));
    assert.deepEqual([error.kind, error.message], ["portal_changed", message]);
  }
});

test("a step that the recipe does not know is reported without a challenge", async () => {
  const { kind, challenge } = await refusal(connector.login(url, credential("unknown"), signal()));
  assert.deepEqual([kind, challenge], ["mfa_required", null]);
});

test("no answer goes to a host that the recipe does not name", async () => {
  const { session } = await ask("elsewhere");
  const { kind, message } = await refusal(give(session, "1234"));
  assert.deepEqual([kind, message], ["portal_changed", "led to collector.example, which the recipe does not name"]);
});

test("a visit that was suspended by another version of the recipe begins again", async () => {
  const { session } = await ask("code");
  const newer = createRecipeConnector(recipe(2), { outbound, sandboxOrigin: portal.origin });
  const before = portal.requests.length;
  assert.equal((await refusal(give(session, "1234", newer))).kind, "mfa_required");
  assert.deepEqual(
    portal.requests.slice(before).map(({ method, path }) => `${method} ${path}`),
    ["GET /in", "POST /in", "GET /step/code"],
  );
});
