/** How often a sign-in sends the password when the portal asks for a second step. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { App } from "../../app.ts";
import { PortalError, type Credential } from "../../connectors/contract.ts";
import { createRecipeConnector } from "../../connectors/recipe-connector.ts";
import { readRecipe } from "../../connectors/recipe.fixtures.ts";
import type { Outbound } from "../../outbound/outbound.ts";
import type { AuthorizationRow } from "../../store/authorizations/authorizations.ts";
import { enterPortal, type Entry } from "./enter-portal.ts";

const RECIPE = readRecipe(
  `
key: lakeside-power
version: 1
name: Lakeside Power
energy_types: [ELECTRIC]
time_zone: UTC
match: { sandbox: true }
login:
  page: /in
  form: form
  fields: { u: username, p: password }
  outcomes: [{ kind: success, when: { url: /home } }, { kind: mfa_required, when: { selector: h1 } }]
second_factor:
  steps: [{ kind: question, when: { selector: h1 }, prompt: h1, form: form, field: a }]
  refusals: [{ kind: ended, when: { text: again } }]
accounts: { page: /home, rows: li, fields: { external_id: li, acct_num: li } }
documents: { page: /home, rows: li, fields: { external_id: li, date: { format: YYYY-MM-DD }, url: a } }
limits: { delay_ms: 0 }
`,
  "test",
);

/** A portal that asks for another answer at each sign-in, and after each says that the sign-in must begin again. */
function restlessPortal() {
  const sent: string[] = [];
  const form = (fields: string) => `<form method="post" action="/step">${fields}</form>`;
  const outbound: Pick<Outbound, "fetch"> = {
    async fetch(_url, { body = null }) {
      const fields = new URLSearchParams(Buffer.from(body ?? "").toString());
      if (fields.has("p")) sent.push(fields.get("p") ?? "");
      const page = fields.has("p")
        ? `<h1>Pet number ${sent.length}?</h1>${form('<input name="a">')}`
        : fields.has("a")
          ? "Please begin again."
          : form('<input name="u"><input name="p">');
      return {
        status: 200,
        headers: new Headers({ "content-type": "text/html" }),
        bytes: Buffer.from(page),
        cut: false,
      };
    },
  };
  return { sent, outbound };
}

test("a portal that ends the sign-in after each answer is sent the password twice, whatever answers are stored", async () => {
  const { sent, outbound } = restlessPortal();
  const connector = createRecipeConnector(RECIPE, { outbound, sandboxOrigin: "https://portal.example" });
  const answers = Array.from({ length: 30 }, (_, at) => `Pet number ${at + 1}? Rex ${at}`).join("\n");
  const credential: Credential = {
    username: "pat",
    password: "right word",
    twoFactorInstructions: answers,
    other_details: null,
  };
  let counted = 0;
  const entry: Entry = {
    // Of the authorization and the database only the step of an authenticator is asked, and there is none.
    authorization: {} as AuthorizationRow,
    connector,
    address: new URL("https://portal.example"),
    credential,
    remembered: null,
    given: undefined,
    readsCodes: false,
    onAsk: () => {},
    countAgain: async () => void (counted += 1),
  };
  const app = { db: {} as App["db"], now: () => 0 };
  const error = await enterPortal(app, entry, AbortSignal.timeout(10_000)).catch((reason: unknown) => reason);
  assert.ok(error instanceof PortalError, String(error));
  assert.equal(error.message, "the sign-in ended twice at its second step");
  assert.deepEqual(sent, ["right word", "right word"]);
  assert.equal(counted, 1);
});
