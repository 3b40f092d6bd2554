import assert from "node:assert/strict";
import { test } from "node:test";
import { createOutbound, type Outbound } from "../outbound/outbound.ts";
import { builtInUtilities } from "../utilities/utilities.fixtures.ts";
import { readRecipe } from "./recipe.fixtures.ts";
import type { Recipe } from "./recipe-shape.ts";
import { createRegistry, registryOf } from "./registry.ts";

const outbound = createOutbound();
const SANDBOX = "http://127.0.0.1:8090";
const { recipes: builtIn } = builtInUtilities();

function recipeOf(key: string, match: string): Recipe {
  return readRecipe(
    `
key: ${key}
version: 1
name: ${key}
energy_types: [GAS]
time_zone: UTC
match: ${match}
login: { page: /, form: form, fields: { u: username, p: password }, outcomes: [{ kind: success, when: { status: 200 } }] }
accounts: { page: /, rows: li, fields: { external_id: {}, acct_num: {} } }
documents: { page: /, rows: li, fields: { external_id: {}, date: { format: YYYY-MM-DD }, url: {} } }
limits: { delay_ms: 0, logins_per_day: 3 }
`,
    key,
  );
}

test("the sandbox utilities exist only while the sandbox runs", () => {
  const keys = (sandboxOrigin: string | null): string[] =>
    registryOf(builtIn, { outbound, sandboxOrigin })
      .list()
      .map(({ key }) => key);
  const real = builtIn.filter(({ sandbox }) => sandbox !== true).map(({ key }) => key);
  assert.ok(keys(SANDBOX).includes("northgate-electric"));
  assert.equal(keys(SANDBOX).length, builtIn.length);
  assert.deepEqual(keys(null), real);
});

test("a sandbox utility serves its own folder of the sandbox's origin, in any spelling", () => {
  const registry = registryOf(builtIn, { outbound, sandboxOrigin: SANDBOX });
  const keyOf = (typed: string): string | null => registry.find(typed)?.description.key ?? null;
  for (const typed of [
    `${SANDBOX}/northgate-electric/`,
    `${SANDBOX}/northgate-electric`,
    "127.0.0.1:8090/northgate-electric/login?x=1",
    "localhost:8090/northgate-electric",
    " HTTP://LOCALHOST:8090/Northgate-Electric/ ",
  ]) {
    assert.equal(keyOf(typed), "northgate-electric", typed);
  }
  assert.equal(keyOf("localhost:8090/clearwater-gas-water"), "clearwater-gas-water");
  for (const typed of [
    "http://127.0.0.1:8091/northgate-electric/",
    "http://192.168.0.1:8090/northgate-electric/",
    "https://example.com/northgate-electric/",
    `${SANDBOX}/northgate-electrical`,
    SANDBOX,
    "northgate electric",
    "",
  ]) {
    assert.equal(keyOf(typed), null, typed);
  }
});

test("a utility is found by its hosts, and the longer path wins when two share a host", () => {
  const recipes = [
    recipeOf("river", "{ hosts: [portal.example, bills.portal.example] }"),
    recipeOf("lake", "{ hosts: [portal.example], path_prefix: /lake }"),
    recipeOf("pond", "{ hosts: [pond.example], also_visits: [files.example] }"),
  ];
  const registry = registryOf(recipes, { outbound, sandboxOrigin: null });
  const keyOf = (typed: string): string | null => registry.find(typed)?.description.key ?? null;
  assert.equal(keyOf("www.portal.example"), "river");
  assert.equal(keyOf("BILLS.portal.example/x"), "river");
  assert.equal(keyOf("portal.example/lake/home"), "lake");
  assert.equal(keyOf("pond.example"), "pond");
  assert.equal(keyOf("files.example"), null);
  assert.equal(keyOf("portal.example:8443"), null);
  assert.equal(registry.byKey("lake")?.description.name, "lake");
  assert.equal(registry.byKey("lake")?.loginsPerDay, 3);
  assert.equal(registry.byKey("sea"), null);
  assert.deepEqual(
    registry.list().map(({ key }) => key),
    ["river", "lake", "pond"],
  );
});

test("a utility is found by its public website, and a visit still goes to the hosts of its recipe alone", async () => {
  const asked: string[] = [];
  const internet: Pick<Outbound, "fetch"> = {
    fetch: async (url) => {
      asked.push(new URL(url).host);
      return { status: 503, headers: new Headers(), bytes: new Uint8Array(), cut: false };
    },
  };
  const registry = createRegistry(() => [recipeOf("river", "{ hosts: [portal.example] }")], {
    outbound: internet,
    sandboxOrigin: null,
    keyAtWebsite: (typed) => (typed.includes("river.example") ? "river" : typed.includes("lake") ? "lake" : null),
  });
  const connector = registry.find("www.river.example/pay") ?? assert.fail();
  assert.equal(registry.find("lake.example"), null);
  assert.equal(registry.find("river.example:8443"), null);
  const credential = { username: "pat", password: "right word", twoFactorInstructions: null, other_details: null };
  await assert.rejects(
    connector.login(new URL("https://www.river.example/pay"), credential, AbortSignal.timeout(5_000)),
    /status 503/,
  );
  assert.deepEqual(asked, ["portal.example"]);
});

test("a recipe that comes, changes or goes is taken up while the registry is in use", () => {
  let recipes = [recipeOf("river", "{ hosts: [river.example] }")];
  const registry = createRegistry(() => recipes, { outbound, sandboxOrigin: null });
  const keys = () => registry.list().map(({ key }) => key);
  assert.deepEqual(keys(), ["river"]);
  assert.equal(registry.byKey("river"), registry.byKey("river"), "the same while nothing changes");
  recipes = [recipeOf("river", "{ hosts: [stream.example] }"), recipeOf("lake", "{ hosts: [lake.example] }")];
  assert.deepEqual(keys(), ["river", "lake"]);
  assert.equal(registry.find("river.example"), null);
  assert.equal(registry.find("stream.example")?.description.key, "river");
  recipes = [];
  assert.deepEqual(keys(), []);
  assert.equal(registry.find("lake.example"), null);
});

test("a host of a recipe is visited by https, unless the operator names a portal of one's own for it", () => {
  const recipe = recipeOf("own", '{ hosts: ["127.0.0.1:8123"] }');
  const websiteOf = (ownPortals: string[]): string | undefined =>
    registryOf([recipe], { outbound, sandboxOrigin: null, ownPortals }).find("localhost:8123/in")?.description.website;
  assert.equal(websiteOf([]), "https://127.0.0.1:8123/");
  assert.equal(websiteOf(["http://127.0.0.1:9", "http://127.0.0.1:8123"]), "http://127.0.0.1:8123/");
  assert.throws(() => recipeOf("port", '{ hosts: ["127.0.0.1:81234"] }'), /must have a port up to 65535/);
});
