/** The utilities to choose from, over the API. */
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { newMember, openTestApp } from "../../../test/app.ts";
import { Utility } from "../../records/utility.ts";

const opened = await openTestApp({ after }, { METERBOOK_SANDBOX_PORT: "18090" });
const member = await newMember(opened, { name: "Utilities" });

const list = async (query = "") => {
  const answer = await member.send("GET", `/v1/utilities${query}`);
  assert.equal(answer.statusCode, 200, answer.body);
  return { answer, utilities: answer.json<unknown[]>().map((row) => Utility.strict().parse(row)) };
};

test("each known utility is listed once, by name, with the ways in and what its website asks for", async () => {
  const { utilities } = await list();
  const names = utilities.map(({ name }) => name);
  assert.deepEqual(
    names,
    names.toSorted((one, other) => one.localeCompare(other)),
  );
  assert.equal(new Set(utilities.map(({ key }) => key)).size, utilities.length);
  const portals = new Map(opened.app.connectors.list().map((portal) => [portal.key, portal]));
  for (const { key, ways_in, website } of utilities) {
    assert.equal(ways_in.includes("portal"), portals.has(key), key);
    assert.ok(ways_in.includes("uploads"));
    if (portals.has(key)) assert.equal(website, portals.get(key)?.website);
  }
  assert.ok([...portals.keys()].every((key) => utilities.some((utility) => utility.key === key)));
  const recipes = opened.app.utilities.current().utilities;
  for (const { card, recipe } of recipes) {
    const listed = utilities.find(({ key }) => key === card?.key);
    const kinds = new Set(recipe?.second_factor?.steps.map(({ kind }) => kind));
    if (listed?.ways_in.includes("portal")) assert.deepEqual(new Set(listed.second_factors), kinds);
  }
});

test("a search finds beginnings of words, and pages add up", async () => {
  const { utilities: all } = await list();
  const [first] = all;
  assert.ok(first !== undefined && all.length > 1, "the service knows utilities");
  const { utilities: found } = await list(`?q=${encodeURIComponent(first.name.slice(0, 5))}`);
  assert.equal(found[0]?.key, first.key);
  assert.deepEqual((await list("?q=no-such-utility-zz")).utilities, []);
  const keys: string[] = [];
  for (let next: string | undefined = "?limit=1"; next !== undefined;) {
    const { answer, utilities } = await list(next);
    keys.push(...utilities.map(({ key }) => key));
    next = /\/v1\/utilities(\?[^>]+)>; rel="next"/.exec(String(answer.headers["link"]))?.[1];
  }
  assert.deepEqual(
    keys,
    all.map(({ key }) => key),
  );
});

test("who is not signed in sees none", async () => {
  assert.equal((await opened.server.inject({ method: "GET", url: "/v1/utilities" })).statusCode, 401);
});
