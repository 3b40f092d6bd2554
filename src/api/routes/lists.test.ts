/** Lists: complete in one answer however long, page by page when asked, and what changed since a moment. */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { sql } from "kysely";
import { newMember, sharedApp } from "../../../test/app.ts";
import { insertRecords } from "../../../test/records.ts";
import { readOperations } from "../../../test/openapi-operations.ts";
import { until } from "../../../test/callers.ts";

const running = await sharedApp();
const { app } = running;
const member = await newMember(running, { name: "Lists" });
const ids = await insertRecords(app, { id: member.company_id, uuid: member.company_uuid });
const PROPERTIES = 1450;
await sql`
  insert into properties (company_id, name, status, updated_at)
  select ${member.company_id}, 'Property ' || n, case n % 10 when 0 then 'Inactive' else 'Active' end,
    timestamptz '2020-01-01' + n % 7 * interval '1 day'
  from generate_series(2, ${PROPERTIES}::int) n`.execute(app.db);

interface Listed {
  id: number;
  updated_at: string;
  status: string;
}

const get = async <T = Listed[]>(url: string, headers = {}): Promise<T> => {
  const answer = await member.send("GET", url, undefined, headers);
  assert.equal(answer.statusCode, 200, answer.body);
  return answer.json();
};

/** All pages, by the links of the answers alone. */
async function pages(url: string): Promise<Listed[][]> {
  const found = [];
  for (let next: string | undefined = url; next !== undefined;) {
    const answer = await member.send("GET", next);
    assert.equal(answer.statusCode, 200, answer.body);
    found.push(answer.json<Listed[]>());
    next = /^<([^>]+)>; rel="next"$/.exec(String(answer.headers["link"]))?.[1]?.replace(app.publicUrl, "");
  }
  return found;
}

const isRising = (list: Listed[]) => list.every(({ id }, index) => index === 0 || id > (list[index - 1]?.id ?? 0));

describe("filters", () => {
  const CASES: [string, number][] = [
    [`/v1/meters?property_id=${ids.property_id}`, 1],
    ["/v1/meters?property_id=999999", 0],
    [`/v1/meters?utility_account_id=${ids.utility_account_id}&energy_type=ELECTRIC&status=Active`, 1],
    ["/v1/meters?energy_type=GAS", 0],
    ["/v1/utility_accounts?status=Active", 1],
    ["/v1/utility_accounts?status=Inactive", 0],
    [`/v1/utility_accounts?property_id=${ids.property_id}`, 1],
    [`/v1/utility_bills?utility_meter_id=${ids.meter_id}`, 1],
    ["/v1/utility_bills?archived=true", 0],
    ["/v1/utility_bills?from=2026-02-16&to=2026-02-17", 1],
    ["/v1/utility_bills?to=2026-02-16", 0],
    ["/v1/webhooks?archived=false", 1],
    [`/v1/webhooks/${ids.webhook_id}/deliveries?state=pending`, 1],
    [`/v1/webhooks/${ids.webhook_id}/deliveries?state=failed`, 0],
    [`/v1/utility_accounts/${ids.utility_account_id}/documents?state=review`, 0],
  ];
  for (const [url, count] of CASES) {
    test(`are exact: ${url.replace(/\d+(?=\/|&|$)/g, ":id")} has ${count}`, async () => {
      assert.equal((await get(url)).length, count);
    });
  }

  test("narrow the bills and months within a record too", async () => {
    const { bills } = await get<{ bills: Listed[] }>(`/v1/properties/${ids.property_id}/bills?from=2027-01-01`);
    assert.deepEqual(bills, []);
    const { monthly_meter_data } = await get<{ monthly_meter_data: unknown[] }>(
      `/v1/meters/${ids.meter_id}/monthly?from=2026-02-01&to=2026-03-01`,
    );
    assert.equal(monthly_meter_data.length, 1);
  });

  test("refuse a range without a day, wherever there is one: an empty list would look as if there were nothing", async () => {
    const ranged = readOperations((await member.send("GET", "/openapi.json")).body).filter(({ method, parameters }) => {
      const names = new Set(parameters.map(({ name }) => name));
      return method === "GET" && names.has("from") && names.has("to");
    });
    assert.ok(ranged.length >= 11, `${ranged.length} operations`);
    const path = { id: 1, property_id: 1, report_type: "utility_meter_history" };
    for (const { pattern, row } of ranged) {
      if (row === "GET /v1/audit") continue; // Its range is of moments.
      const url = Object.entries(path).reduce(
        (text, [name, value]) => text.replace(`:${name}`, String(value)),
        pattern,
      );
      for (const range of ["from=2024-06-01&to=2024-06-01", "from=2024-06-02&to=2024-06-01"]) {
        const answer = await member.send("GET", `${url}?${range}`);
        assert.equal(answer.statusCode, 400, row);
        const { errors } = answer.json<{ errors: object[] }>();
        assert.deepEqual(errors, [{ pointer: "to", detail: "This must be a day after `from`." }], row);
      }
    }
  });
});

describe("a list without parameters", () => {
  test("is complete and in id order, also when it is streamed", async () => {
    const list = await get("/v1/properties");
    assert.equal(list.length, PROPERTIES);
    assert.ok(isRising(list));
  });

  test("has a tag that changes with any record of it, and with no other", async () => {
    const answer = await member.send("GET", "/v1/properties");
    const etag = String(answer.headers["etag"]);
    assert.match(etag, /^"[\w-]+"$/);
    const again = await member.send("GET", "/v1/properties", undefined, { "if-none-match": etag });
    assert.deepEqual([again.statusCode, again.body], [304, ""]);
    const stranger = await newMember(running, { name: "Stranger" });
    await stranger.send("POST", "/v1/properties", { name: "Elsewhere" });
    assert.equal((await member.send("GET", "/v1/properties", undefined, { "if-none-match": etag })).statusCode, 304);
    await member.send("PATCH", `/v1/properties/${ids.property_id}`, { sq_ft: 5000 });
    const changed = await member.send("GET", "/v1/properties", undefined, { "if-none-match": etag });
    assert.equal(changed.statusCode, 200);
    assert.notEqual(changed.headers["etag"], etag);
  });
});

describe("pages", () => {
  test("add up to the whole list, without a record twice", async () => {
    const found = await pages("/v1/properties?limit=200");
    assert.equal(found.length, 8);
    assert.ok(found.slice(0, -1).every((page) => page.length === 200));
    const all = found.flat();
    assert.equal(all.length, PROPERTIES);
    assert.ok(isRising(all));
  });

  test("end without a link, also when the last one is full", async () => {
    assert.equal((await pages(`/v1/properties?limit=1000`)).length, 2);
    assert.deepEqual(
      (await pages(`/v1/properties?limit=725`)).map(({ length }) => length),
      [725, 725],
    );
  });

  test("keep the filters they were asked with", async () => {
    const found = (await pages("/v1/properties?status=Inactive&limit=50")).flat();
    assert.equal(found.length, 145);
    assert.ok(found.every(({ status }) => status === "Inactive"));
  });

  const REFUSED = [
    ["limit=0", "limit"],
    ["limit=1001", "limit"],
    ["limit=ten", "limit"],
    ["limit=1&limit=2", "limit"],
    ["cursor=nonsense", "cursor"],
    ["cursor=", "cursor"],
    ["updated_since=yesterday", "updated_since"],
    ["updated_since=0000-01-01T00:00:00Z", "updated_since"],
    ["updated_since=2026-02-30T00:00:00Z", "updated_since"],
    ["status=Open", "status"],
    ["order=name", "order"],
    ["cursor=MjAyNi0wMS0wMVQwMDowMDowMC4wMDBaLDE", "cursor"],
  ] as const;
  for (const [query, parameter] of REFUSED) {
    test(`are refused by name with ${query}`, async () => {
      const answer = await member.send("GET", `/v1/properties?${query}`);
      assert.equal(answer.statusCode, 400, answer.body);
      const { errors } = answer.json<{ errors: { pointer: string }[] }>();
      assert.deepEqual(
        errors.map(({ pointer }) => pointer),
        [parameter],
      );
    });
  }
});

describe("updated_since", () => {
  test("lists what changed at that moment or later, in that order, and pages through equal moments", async () => {
    const since = "2020-01-05T00:00:00.000Z";
    const found = (await pages(`/v1/properties?updated_since=${since}&limit=150`)).flat();
    const expected = (await get("/v1/properties")).filter(({ updated_at }) => updated_at >= since);
    assert.deepEqual(new Set(found.map(({ id }) => id)), new Set(expected.map(({ id }) => id)));
    assert.equal(found.length, expected.length);
    const keys = found.map(({ updated_at, id }) => `${updated_at} ${String(id).padStart(12, "0")}`);
    assert.deepEqual(keys, keys.toSorted());
  });

  test("takes any time zone, and what it gives is complete without a limit", async () => {
    const [east, utc] = [
      await get("/v1/properties?updated_since=2020-01-05T02:00:00%2B02:00"),
      await get("/v1/properties?updated_since=2020-01-05T00:00:00Z"),
    ];
    assert.ok(utc.length > 200);
    assert.deepEqual(east, utc);
  });

  test("includes stopped authorizations, as the plain list does", async () => {
    const before = new Date(app.now() - 1000).toISOString();
    await member.send("DELETE", `/v1/authorizations/${ids.authorization_id}`);
    const list = async (query: string) =>
      (await get<{ authorizations: (Listed & { revoked_at: string | null })[] }>(`/v1/authorizations${query}`))
        .authorizations;
    assert.deepEqual(await list("?revoked=false"), []);
    for (const [stopped] of [await list(""), await list(`?updated_since=${before}`)])
      assert.deepEqual([stopped?.id, typeof stopped?.revoked_at], [ids.authorization_id, "string"]);
  });
});

describe("days", () => {
  let today = "";

  test("are those on which bills were saved, and have these bills", async () => {
    const { created_at } = await get<{ created_at: string }>(`/v1/utility_bills/${ids.bill_id}`);
    today = created_at.slice(0, 10);
    assert.deepEqual(await get("/v1/days"), [today]);
    const [bill] = await get(`/v1/days/${today}`);
    assert.deepEqual(bill, await get(`/v1/utility_bills/${ids.bill_id}`));
    assert.deepEqual(await get("/v1/days/2001-01-01"), []);
  });

  test("are ESPI with format=xml, and JSON with any other word", async () => {
    const xml = await member.send("GET", `/v1/days/${today}?format=xml`);
    assert.equal(xml.headers["content-type"], "text/xml; charset=utf-8");
    assert.match(xml.body, /^<\?xml version="1.0"/);
    assert.match(xml.body, /IntervalReading/);
    for (const format of ["json", "XML", "csv", ""]) {
      const answer = await member.send("GET", `/v1/days/${today}?format=${format}`);
      assert.match(String(answer.headers["content-type"]), /^application\/json/);
      assert.equal(answer.json<unknown[]>().length, 1);
    }
    const empty = await member.send("GET", "/v1/days/2001-01-01?format=xml");
    assert.equal(empty.statusCode, 200);
    assert.doesNotMatch(empty.body, /IntervalReading/);
    const known = await member.send("GET", `/v1/days/${today}?format=xml`, undefined, {
      "if-none-match": String(xml.headers["etag"]),
    });
    assert.equal(known.statusCode, 304);
  });

  for (const date of ["today", "2026-02-30", "2026-2-3", "0000-01-01", "99999-01-01"]) {
    test(`refuse ${date}, which is not a date`, async () => {
      assert.equal((await member.send("GET", `/v1/days/${date}`)).statusCode, 400);
    });
  }
});

describe("the change feed", () => {
  interface Feed {
    changes: { id: number; event_type: string; record_id: number }[];
    next_cursor: string;
    has_more: boolean;
  }

  test("continues where it stopped, one change at a time or many", async () => {
    const all = await get<Feed>("/v1/changes");
    assert.equal(all.has_more, false);
    const singles = [];
    for (let cursor = ""; ;) {
      const page = await get<Feed>(`/v1/changes?limit=1${cursor}`);
      if (page.changes.length === 0) break;
      singles.push(...page.changes);
      cursor = `&cursor=${page.next_cursor}`;
    }
    // A change is shown when every write that began before it has ended, of other databases of the server too.
    assert.deepEqual(singles.slice(0, all.changes.length), all.changes);
    await member.send("PATCH", `/v1/properties/${ids.property_id}`, { sq_ft: 6000 });
    const shown = new Set(singles.map(({ id }) => id));
    await until("the change is in the feed", async () => {
      const { changes } = await get<Feed>(`/v1/changes?cursor=${all.next_cursor}`);
      assert.ok(
        changes.every(({ id }) => all.changes.every((before) => before.id !== id)),
        "nothing comes twice",
      );
      // What was written before may come only now, too.
      const listed = changes.filter(({ id }) => !shown.has(id)).map((one) => `${one.event_type} ${one.record_id}`);
      return listed.includes(`property.updated ${ids.property_id}`) ? true : null;
    });
  });

  test("shows the newest alone, and goes on after them", async () => {
    const all = await get<Feed>("/v1/changes");
    const newest = await until("the newest are those of the feed", async () => {
      const page = await get<Feed>("/v1/changes?newest=2");
      return page.changes.length === 2 && page.changes.every(({ id }) => id >= (all.changes.at(-2)?.id ?? 0))
        ? page
        : null;
    });
    assert.equal(newest.has_more, false);
    const later = await get<Feed>(`/v1/changes?cursor=${newest.next_cursor}`);
    assert.ok(later.changes.every(({ id }) => newest.changes.every((shown) => shown.id !== id)));
    for (const query of ["newest=0", "newest=201", "newest=x", `newest=2&cursor=${all.next_cursor}`])
      assert.equal((await member.send("GET", `/v1/changes?${query}`)).statusCode, 400, query);
  });

  test("refuses a cursor it did not give", async () => {
    for (const cursor of ["x", "", "OTk5OTk5OTk5OTk5OTk5OTk5OTk5LDE"])
      assert.equal((await member.send("GET", `/v1/changes?cursor=${cursor}`)).statusCode, 400, cursor);
  });
});

describe("what is not derived yet", () => {
  const EMPTY: [string, string][] = [
    ["snapshots", "snapshot_data"],
    ["monthly", "property_aggregated_monthly_data"],
    ["monthly/energytype", "energy_type_aggregated_monthly_data"],
    ["degreedays", "degree_days"],
  ];
  for (const [path, name] of EMPTY) {
    test(`is an empty list within the property: ${path}`, async () => {
      const property = await get<Record<string, unknown>>(`/v1/properties/${ids.property_id}/${path}`);
      assert.equal(property["svc_object_type"], "Property");
      assert.deepEqual(property[name], []);
    });
  }
});

test("a month in a query that is too early or too late to be calculated with is refused by its name, or matches nothing", async () => {
  const failed: string[] = [];
  const unnamed: string[] = [];
  for (const { method, pattern, row, parameters } of readOperations((await member.send("GET", "/openapi.json")).body)) {
    if (method !== "GET") continue;
    const names = new Set(parameters.filter((parameter) => parameter.in === "query").map(({ name }) => name));
    const path = pattern.replace("/properties/:id", `/properties/${ids.property_id}`).replaceAll(/:\w+/g, "1");
    const given = ["month", "against", "from", "to"].filter((name) => names.has(name));
    const queries = given.flatMap((name) => [`${name}=0001-01`, `${name}=9999-12`]);
    if (given.includes("from") && given.includes("to")) queries.push("from=0001-01&to=0001-06");
    for (const query of queries) {
      const { statusCode, body } = await member.send("GET", `${path}?${query}`);
      if (statusCode >= 500) failed.push(`${row} ${query}`);
      if (statusCode === 400 && !body.includes(`"pointer":"${query.split("=")[0]}"`)) unnamed.push(`${row} ${query}`);
    }
  }
  assert.deepEqual({ failed, unnamed }, { failed: [], unnamed: [] });
});

test("a query text with a zero character is refused, or has no effect, in every list", async () => {
  const admin = await newMember(running, { name: "Zero", role: "admin" });
  const records = { id: admin.company_id, uuid: admin.company_uuid };
  const { property_id } = await insertRecords(app, records);
  const failed: string[] = [];
  for (const { method, pattern, row, parameters } of readOperations((await admin.send("GET", "/openapi.json")).body)) {
    if (method !== "GET") continue;
    const path = pattern.replace("/properties/:id", `/properties/${property_id}`).replaceAll(/:\w+/g, "1");
    for (const { name } of parameters.filter((parameter) => parameter.in === "query")) {
      const { statusCode } = await admin.send("GET", `${path}?${name}=a%00b`);
      if (statusCode >= 500) failed.push(`${row} ${name}`);
    }
  }
  assert.deepEqual(failed, []);
});
