import assert from "node:assert/strict";
import { test } from "node:test";
import type { Outbound } from "../outbound/outbound.ts";
import { readRecipe } from "./recipe.fixtures.ts";
import { createRecipeConnector } from "./recipe-connector.ts";

const recipeFor = (match: string) =>
  readRecipe(
    `
key: lakeside-power
version: 1
name: Lakeside Power
energy_types: [ELECTRIC]
time_zone: UTC
match: ${match}
login: { page: /in, form: form, fields: { u: username, p: password }, outcomes: [{ kind: success, when: { status: 200 } }] }
accounts: { page: /, rows: li, fields: { external_id: {}, acct_num: {} } }
documents: { page: /, rows: li, fields: { external_id: {}, date: { format: YYYY-MM-DD }, url: {} } }
limits: { delay_ms: 0, logins_per_day: 3, utility_logins_per_day: 50, visits_per_minute: 7 }
`,
    "test",
  );

const HOSTS = "{ hosts: [my.lake.example, lake.example], also_visits: [id.lake.example] }";
const credential = { username: "pat", password: "right word", twoFactorInstructions: null, other_details: null };

/** Signs in on an internet where every address redirects to `location`; returns the result and the requests. */
async function visitInternet(location: string): Promise<{ asked: string[]; ended: string }> {
  const asked: string[] = [];
  const internet: Pick<Outbound, "fetch"> = {
    async fetch(url) {
      asked.push(String(url));
      return { status: 302, headers: new Headers({ location }), bytes: new Uint8Array(), cut: false };
    },
  };
  const connector = createRecipeConnector(recipeFor(HOSTS), {
    outbound: internet,
    sandboxOrigin: "http://127.0.0.1:8090",
  });
  const typed = new URL("http://lake.example/");
  const ended = await connector.login(typed, credential, AbortSignal.timeout(5_000)).then(
    () => "signed in",
    (error: Error) => error.message,
  );
  return { asked: [...new Set(asked)], ended };
}

test("a connector has the limits of its recipe", () => {
  const outbound = { fetch: () => Promise.reject(new Error("nothing is visited")) };
  const connector = createRecipeConnector(recipeFor(HOSTS), { outbound, sandboxOrigin: null });
  const { loginsPerDay, utilityLoginsPerDay, visitsPerMinute } = connector;
  assert.deepEqual([loginsPerDay, utilityLoginsPerDay, visitsPerMinute], [3, 50, 7]);
});

test("a visit begins at the recipe's first host by https, whatever was typed, and may go to its other hosts", async () => {
  const { asked, ended } = await visitInternet("https://id.lake.example/start");
  assert.deepEqual(asked, ["https://my.lake.example/in", "https://id.lake.example/start"]);
  assert.equal(ended, "more than 10 redirects, the last to /start");
});

test("nothing leads a visit to http, another port, another host, or the sandbox", async () => {
  for (const location of [
    "http://my.lake.example/in",
    "https://my.lake.example:8443/in",
    "https://bills.lake.example/in",
    "https://my.lake.example.evil.example/in",
    "https://my.lake.example@evil.example/in",
    "//evil.example/in",
    "http://127.0.0.1:8090/",
    "file:///etc/passwd",
  ]) {
    const { asked, ended } = await visitInternet(location);
    assert.deepEqual(asked, ["https://my.lake.example/in"], location);
    assert.match(ended, /^led to .*, which the recipe does not name$/, location);
  }
});

test("a recipe of the sandbox cannot be used without one", () => {
  const outbound: Pick<Outbound, "fetch"> = { fetch: () => assert.fail("unexpected request") };
  const recipe = recipeFor("{ sandbox: true }");
  assert.throws(() => createRecipeConnector(recipe, { outbound, sandboxOrigin: null }), /is not running/);
});
