import assert from "node:assert/strict";
import { test } from "node:test";
import { nextQuery } from "./listing.ts";
import { createMeterbook } from "./meterbook.ts";
import { answering, json, problem } from "./server.fixtures.ts";

const page = (ids: number[], link?: string, headers: Record<string, string> = {}) =>
  json(
    ids.map((id) => ({ id })),
    200,
    link === undefined ? headers : { link, ...headers },
  );

test("a list is gone through over all its pages, as the Link header leads, on the host that was named", async (context) => {
  const { baseUrl, asked } = await answering(
    context,
    page([1, 2], '<https://elsewhere.example/other/v1/properties?limit=2&cursor=a%3D%3D>; rel="next"'),
    page([3, 4], "</v1/properties?limit=2&cursor=b>; rel=next"),
    page([5]),
  );
  const meterbook = createMeterbook({ baseUrl, token: "t" });
  const ids: number[] = [];
  for await (const { id } of meterbook.properties.list()) ids.push(id);
  assert.deepEqual(ids, [1, 2, 3, 4, 5]);
  const queries = asked.map(({ url }) => new URL(url, baseUrl).searchParams.get("cursor"));
  assert.deepEqual(queries, [null, "a==", "b"]);
  assert.ok(
    asked.every(({ url, headers }) => url.startsWith("/v1/properties") && headers.authorization === "Bearer t"),
  );
});

test("nothing is fetched before it is needed or after the caller stops, and each iteration starts again", async (context) => {
  const { baseUrl, asked } = await answering(context, page([1, 2], "<?cursor=a>; rel=next"));
  const list = createMeterbook({ baseUrl }).meters.list();
  assert.equal(asked.length, 0);
  for await (const { id } of list) if (id === 2) break;
  assert.equal(asked.length, 1);
  for await (const records of list.pages()) {
    assert.deepEqual(records, [{ id: 1 }, { id: 2 }]);
    break;
  }
  assert.equal(asked.length, 2);
});

test("one page alone says where the next begins, and the last that there is none", async (context) => {
  const { baseUrl, asked } = await answering(
    context,
    page([1, 2], "<?cursor=a>; rel=next", { "total-count": "3" }),
    page([3]),
  );
  const { meters } = createMeterbook({ baseUrl });
  assert.deepEqual(await meters.list({ limit: 2 }).page(), { items: [{ id: 1 }, { id: 2 }], cursor: "a", total: 3 });
  assert.deepEqual(await meters.list({ limit: 2, cursor: "a" }).page(), {
    items: [{ id: 3 }],
    cursor: null,
    total: null,
  });
  assert.deepEqual(
    asked.map(({ url }) => url),
    ["/v1/meters?limit=2", "/v1/meters?limit=2&cursor=a"],
  );
});

test("an array of all, also where the list lies within an object", async (context) => {
  const { baseUrl } = await answering(
    context,
    json({ authorizations: [{ id: 1 }], companyUuid: "u" }, 200, { link: "<?cursor=a>; rel=next" }),
    json({ authorizations: [{ id: 2 }], companyUuid: "u" }),
  );
  const all = await createMeterbook({ baseUrl }).authorizations.list().toArray();
  assert.deepEqual(all, [{ id: 1 }, { id: 2 }]);
});

test("a page that fails for the moment is asked for again, and no record comes twice", async (context) => {
  const { baseUrl } = await answering(
    context,
    page([1], "<?cursor=a>; rel=next"),
    problem(503, "unavailable"),
    page([2]),
  );
  assert.deepEqual(await createMeterbook({ baseUrl }).meters.list().toArray(), [{ id: 1 }, { id: 2 }]);
});

test("only rel=next leads on", () => {
  const cases: [string | null, string | null][] = [
    [null, null],
    ["", null],
    ['</x?cursor=1>; rel="prev"', null],
    ['</x?cursor=1>; rel="prev", </x?cursor=2>; rel="next"', "2"],
    ['</x?cursor=1>; title="a"; rel="last next"', "1"],
    ["</x?cursor=1>; rel=NEXT; x=y, </x?cursor=2>; rel=first", "1"],
    ['</x?cursor=a,b%2C>; rel="next"', "a,b,"],
    ['</x?cursor=1>; rel="nextish"', null],
  ];
  for (const [link, cursor] of cases) assert.equal(nextQuery(link)?.["cursor"] ?? null, cursor, String(link));
});
