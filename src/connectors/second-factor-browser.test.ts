/** The second step of a sign-in in a real browser. */
import assert from "node:assert/strict";
import { browserTest as test, poolOf } from "../../test/browser-pool.ts";
import { page, redirect, startSite } from "../../test/browser-site.ts";
import { createOutbound } from "../outbound/outbound.ts";
import { PortalError } from "./contract.ts";
import { createRecipeConnector } from "./recipe-connector.ts";
import { readRecipe } from "./recipe.fixtures.ts";

const site = await startSite();
site.more["/in"] = (request, ...others) =>
  request.method === "POST"
    ? redirect("/code")(request, ...others)
    : page('<form method="post"><input name="u"><input name="p"><button>Go</button></form>')(request, ...others);
site.more["/code"] = page(
  '<p id="asked">Which code?</p><form method="post" action="/check"><input name="answer">' +
    '<button name="resend" value="1">Resend the code</button><button name="go" value="1">Check</button></form>',
);
site.more["/check"] = (request, response, body) =>
  page(body.includes("go=1") ? "<h1>Hello</h1>" : "<p>A new code was sent.</p>")(request, response, body);

const recipe = readRecipe(
  `
key: lakeside-power
version: 1
name: Lakeside Power
energy_types: [ELECTRIC]
time_zone: UTC
transport: browser
match: { sandbox: true }
login:
  page: /in
  form: form
  fields: { u: username, p: password }
  outcomes:
    - { kind: success, when: { text: Hello } }
    - { kind: mfa_required, when: { url: /code } }
second_factor:
  steps:
    - { kind: code, when: { url: /code }, prompt: "#asked", form: form, field: answer, submit: { go: Check } }
  refusals: [{ kind: wrong, when: { text: Wrong } }]
accounts: { page: /home, rows: li, fields: { external_id: {}, acct_num: {} } }
documents: { page: /home, rows: li, fields: { external_id: {}, date: { format: YYYY-MM-DD }, url: {} } }
limits: { delay_ms: 0 }
`,
  "test",
);

test("the answer is sent by the button that `submit` names, also where the form begins with another one", async () => {
  const outbound = createOutbound({ allowedPrivateOrigins: [site.origin] });
  const pool = poolOf();
  const connector = createRecipeConnector(recipe, {
    outbound,
    sandboxOrigin: site.origin,
    openTab: (of) => pool.openTab({ ...of, outbound }),
  });
  const credential = { username: "ann", password: "right word", twoFactorInstructions: null, other_details: null };
  const url = new URL(site.origin);
  const signal = AbortSignal.timeout(60_000);
  try {
    const asked = await connector.login(url, credential, signal).catch((error: unknown) => error);
    assert.ok(asked instanceof PortalError && asked.challenge, String(asked));
    const visit = await connector.answer(url, credential, signal, { session: asked.challenge.session, answer: "1234" });
    await visit.close();
    assert.equal(site.asked.filter((each) => each === "POST /check").length, 1);
  } finally {
    await outbound.close();
  }
});
