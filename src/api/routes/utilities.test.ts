/** The utilities to choose from, over the API. */
import assert from "node:assert/strict";
import { after, describe, test } from "node:test";
import { newMember, openTestApp } from "../../../test/app.ts";
import { Utility, UtilityWish } from "../../records/utility.ts";

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

test("a cursor that ends at none of the utilities found is refused, instead of beginning again", async () => {
  const { answer } = await list("?q=pacific&limit=1");
  const next = /cursor=([\w-]+)/.exec(String(answer.headers["link"]))?.[1];
  assert.ok(next);
  const refused = await member.send("GET", `/v1/utilities?q=duke&limit=1&cursor=${next}`);
  assert.equal(refused.statusCode, 400, refused.body);
  const { errors } = refused.json<{ errors: { pointer: string }[] }>();
  assert.deepEqual(
    errors.map(({ pointer }) => pointer),
    ["cursor"],
  );
});

test("a search finds beginnings of words, and pages add up", async () => {
  const { utilities: all } = await list();
  const [first] = all;
  assert.ok(first !== undefined && all.length > 1, "the service knows utilities");
  const { utilities: found } = await list(`?q=${encodeURIComponent(first.name.slice(0, 5))}`);
  assert.equal(found[0]?.key, first.key);
  assert.deepEqual((await list("?q=no-such-utility-zz")).utilities, []);
  const keys: string[] = [];
  for (let next: string | undefined = "?limit=50"; next !== undefined;) {
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

test("a large utility whose bills are not collected is found by the names that people type, and says what works", async () => {
  for (const typed of ["PG&E", "pge", "pacific gas", "pge.com", "https://www.pge.com/en"]) {
    const { utilities } = await list(`?q=${encodeURIComponent(typed)}&limit=5`);
    const found = utilities.find(({ key }) => key === "pacific-gas-and-electric");
    assert.ok(found !== undefined, typed);
    assert.deepEqual(
      [found.supported, found.asked_for, found.supported_since, found.time_zone],
      [["green_button", "upload"], ["bill_files"], null, null],
    );
    assert.deepEqual([found.website, found.states, found.ways_in], ["https://pge.com", ["CA"], ["uploads"]]);
  }
});

test("those that are not tried yet can be left out, or listed alone, and are found by their own websites", async () => {
  const { utilities: all } = await list("?supported=login");
  const { utilities: proven } = await list("?supported=login&unproven=false");
  const { utilities: others } = await list("?supported=login&unproven=true");
  assert.ok(proven.length > 0 && others.length > 30);
  assert.ok(proven.every(({ unproven }) => !unproven) && others.every(({ unproven }) => unproven));
  assert.equal(proven.length + others.length, all.length);
  assert.deepEqual(
    (await list("?q=novec.com")).utilities.map(({ key }) => key),
    ["northern-virginia-electric-cooperative"],
  );
  assert.equal((await member.send("GET", "/v1/utilities?unproven=maybe")).statusCode, 400);
});

test("a place and an energy type narrow the list; a place is a state or a ZIP code", async () => {
  const { utilities: byState } = await list("?place=ny");
  const { utilities: byZip } = await list("?place=10001-0001");
  assert.deepEqual(byZip, byState);
  assert.ok(byState.some(({ name }) => name === "Con Edison"));
  assert.ok(byState.every(({ states }) => states === null || states.includes("NY")));
  const { utilities: water } = await list("?place=NY&energy_type=WATER");
  assert.ok(water.length > 0 && water.length < byState.length);
  assert.ok(water.every(({ energy_types }) => energy_types.includes("WATER")));
  for (const place of ["XX", "New York", "00000", ""]) {
    const refused = await member.send("GET", `/v1/utilities?place=${encodeURIComponent(place)}`);
    assert.equal(refused.statusCode, 400, place);
    assert.match(refused.body, /code of a state, such as NY, or a ZIP code/);
  }
});

test("those whose bills are collected can be listed alone", async () => {
  const { utilities } = await list("?supported=login");
  assert.deepEqual(
    utilities.map(({ key }) => key).toSorted(),
    opened.app.connectors
      .list()
      .map(({ key }) => key)
      .toSorted(),
  );
  assert.ok(utilities.every(({ asked_for }) => asked_for.includes("login")));
});

describe("a wish for a utility", () => {
  const wish = (by: Pick<typeof member, "send">, utility: string) =>
    by.send("POST", "/v1/utilities/wishes", { utility });
  const wishesOf = async (by: Pick<typeof member, "send">) =>
    (await by.send("GET", "/v1/utilities/wishes")).json<unknown[]>().map((row) => UtilityWish.strict().parse(row));

  test("is counted once a day for each user, and names the utility", async () => {
    const asking = await newMember(opened, { name: "Wishes" });
    for (let time = 0; time < 3; time += 1) assert.equal((await wish(asking, "con-edison")).statusCode, 200);
    const [only, ...others] = await wishesOf(asking);
    assert.equal(others.length, 0);
    assert.deepEqual(
      [only?.utility, only?.name, only?.wishes, only?.website],
      ["con-edison", "Con Edison", 1, "https://coned.com"],
    );
    opened.passMs(25 * 3600 * 1000);
    await wish(asking, "con-edison");
    assert.equal((await wishesOf(asking))[0]?.wishes, 2);
    assert.deepEqual(await wishesOf(member), [], "of another company");
  });

  test("an admin sees those of all companies", async () => {
    const asking = await newMember(opened, { name: "Others" });
    const admin = await newMember(opened, { name: "Operator", role: "admin" });
    await wish(asking, "nicor-gas");
    const found = (await wishesOf(admin)).filter(({ utility }) => utility === "nicor-gas");
    assert.deepEqual(
      found.map(({ company_id, wishes }) => [company_id, wishes]),
      [[asking.company_id, 1]],
    );
  });

  test("is refused for a utility that is collected or unknown", async () => {
    for (const utility of ["northgate-electric", "no-such-utility"]) {
      const refused = await wish(member, utility);
      assert.equal(refused.statusCode, 422, refused.body);
      assert.match(refused.body, /"\/utility"/);
    }
  });

  test("is bounded: one user asks for so many utilities within a day", async () => {
    const asking = await newMember(opened, { name: "Many" });
    const { utilities } = await list("?supported=upload&limit=70");
    for (const { key, supported } of utilities) if (!supported.includes("login")) await wish(asking, key);
    assert.equal((await wishesOf(asking)).length, 50);
  });

  test("comes with an authorization whose website is not collected, which says so in the answer", async () => {
    const asking = await newMember(opened, { name: "Posting" });
    const submit = (online_access_url: string) =>
      asking.send("POST", "/v1/authorizations", {
        online_access_url,
        online_access_username: "somebody",
        online_access_password: "something",
      });
    const answer = await submit("https://www.coned.com/en/accounts-billing");
    assert.equal(answer.statusCode, 201, answer.body);
    const { id, status_detail } = answer.json<{ id: number; status_detail: string | null }>();
    assert.equal(status_detail, "unsupported_portal");
    assert.ok(id > 0);
    assert.equal((await submit("portal.example.org/login")).statusCode, 201);
    assert.deepEqual(
      (await wishesOf(asking)).map(({ utility, name, website, wishes }) => [utility, name, website, wishes]),
      [
        ["con-edison", "Con Edison", "https://coned.com", 1],
        [null, "portal.example.org", "https://portal.example.org", 1],
      ],
    );
    const readable = await submit("http://127.0.0.1:18090/northgate-electric/");
    assert.equal("status_detail" in readable.json<object>(), false);
  });
});
