/** Every list of the API has pages: each answer that is an array, or holds one that grows, by the OpenAPI document. */
import assert from "node:assert/strict";
import { after, describe, test } from "node:test";
import { sql } from "kysely";
import { newMember, openTestApp } from "../../../test/app.ts";
import { insertMeter, insertMonthlyBills, insertPlace, deriveAll } from "../../../test/derived.ts";

const opened = await openTestApp({ after });
const { app } = opened;
const admin = await newMember(opened, { name: "Lists", role: "admin" });

/** Arrays that are not pages, and why. */
const WHOLE: Record<string, string> = {
  "GET /v1/utility_bills/{id}": "a record: the lines of one bill, 2,000 at most",
  "GET /v1/utility_bills/{id}/history": "a record: the versions of one bill, with what differs",
  "GET /v1/utility_bills/{id}/lineage": "a record: the lines and versions of one bill",
  "GET /v1/reports": "the report types: a constant",
  "GET /v1/me/sessions": "the sessions of one user, 200 at most",
  "GET /v1/quotas": "the quotas: a constant",
  "GET /v1/finding_rules": "the rules: a constant",
  "GET /v1/operations": "a record: the kinds of jobs, the utilities and the processes of the service",
  "GET /v1/webhooks/{id}/deliveries/{delivery_id}/attempts": "the attempts of one delivery, 20 at most",
  "GET /v1/weather_stations": "a search: the ten nearest",
  "GET /v1/authorizations/{id}": "a record: the accounts of one login, whole by the specification",
  "GET /v1/authorizations/{id}/progress": "a record: the counts of the accounts of one login",
  "GET /v1/utility_accounts/{id}": "a record with its meters, whole by the specification; GET /v1/meters has pages",
  "GET /v1/properties/{id}": "a record with its meters, whole by the specification; GET /v1/meters has pages",
  "GET /v1/portfolio/summary": "a record: one row for each service",
  "GET /v1/portfolio/reports": "the types of reports: a constant",
  "GET /v1/portfolio/reports/{report_type}": "a report, streamed and narrowed by from and to",
  "GET /v1/portfolio/properties": "a ranking by calculated figures, which limit cuts and total counts",
  "GET /v1/portfolio/budget": "a table of all properties, whole to be filled in and sent back",
  "GET /v1/portfolio/budget_variance": "a record: sums of all properties, which belong together",
  "GET /v1/portfolio/accruals": "a record: the sum of a day, with the rows that make it",
  "GET /v1/properties/{id}/budget": "a record: the amounts of one property, of 60 months at most",
  "GET /v1/properties/{id}/budget/proposal": "a record: the same, proposed",
  "GET /v1/properties/{id}/budget_variance": "a record: the months of one property, 36 at most",
  "GET /v1/properties/{id}/accruals": "a record: the unbilled days of one property",
  "GET /v1/meters/{id}/signature": "a record: the months of one meter, 60 at most",
  "GET /v1/properties/{id}/signature": "a record: the months of one service, 60 at most",
  "GET /v1/properties/{id}/score": "a record: the inputs of a score, and the types that have one, which are a constant",
  "GET /v1/properties/{id}/variance": "a record: the change of each meter of one property",
  "GET /v1/mailboxes/{id}": "a record: its senders, 50 at most",
  "GET /v1/form_links/{id}": "a record: the authorizations of one link, 50 at most",
  "GET /v1/delivery/{id}": "a record: its 30 latest runs, and the files that are kept",
  "GET /v1/authorizations/{id}/challenge": "a record: the choices of one question",
  "GET /v1/reports/{report_type}/{property_id}": "a report, streamed and narrowed by from and to",
  "GET /v1/documents/{id}": "a record: the findings, the reading and the 200 files at most of one document",
  "GET /v1/documents/{id}/words": "the words of one page, 20,000 at most; `page` names it",
  "GET /v1/import_profiles/{name}": "a record: the columns of one profile",
  "GET /v1/imports/{id}": "a record: the columns of one file",
};

interface Schema {
  $ref?: string;
  type?: string | string[];
  properties?: Record<string, Schema>;
  anyOf?: Schema[];
}
interface Document {
  paths: Record<
    string,
    {
      get?: {
        parameters?: { $ref?: string; name?: string }[];
        responses: Record<string, { content?: Record<string, { schema: Schema }> }>;
      };
    }
  >;
  components: { schemas: Record<string, Schema>; parameters?: Record<string, { name: string }> };
}

const document = (await admin.send("GET", "/openapi.json")).json<Document>();

const resolve = (schema: Schema): Schema =>
  schema.$ref === undefined ? schema : (document.components.schemas[schema.$ref.split("/").at(-1) ?? ""] ?? {});

const isArray = (schema: Schema): boolean =>
  [resolve(schema).type].flat().includes("array") || resolve(schema).anyOf?.some(isArray) === true;

const holdsArray = (schema: Schema): boolean =>
  isArray(schema) || Object.values(resolve(schema).properties ?? {}).some((property) => isArray(property));

const place = await insertPlace(app, admin.company_id);
const meters: number[] = [];
for (const energy_type of ["ELECTRIC", "GAS"] as const) {
  const kind = { energy_type, unit: energy_type === "GAS" ? "therms" : "kWh" };
  const meter = { ...kind, id: await insertMeter(app, place, kind) };
  await insertMonthlyBills(app, place, { meter, first: "2021-01-10", count: 28, amount: 100, cost: 10 });
  meters.push(meter.id);
}
await deriveAll(app);
const boxes = await sql<{ id: number }>`
  insert into mailboxes (company_id, host, port, security, username, folder, after_reading, created_by)
  select ${admin.company_id}, 'imap.example.com', 993, 'tls', 'bills', 'Folder ' || number, 'leave', ${admin.user_id}
  from generate_series(1, 3) number returning id`.execute(app.db);
const mailbox = boxes.rows[0]?.id ?? 0;
await sql`
  insert into mailbox_mails (company_id, mailbox_id, uid_validity, uid, state)
  select ${admin.company_id}, ${mailbox}, 1, number, 'no_bill' from generate_series(1, 4) number`.execute(app.db);
await sql`
  insert into weather_stations (alpha_id, name, latitude, longitude, time_zone)
  values ('KTST', 'Test', 40, -90, 'America/Chicago')`.execute(app.db);
await sql`update properties set weather_station_alpha_id = 'KTST' where id = ${place.property_id}`.execute(app.db);
await sql`
  insert into degree_days (weather_station_alpha_id, effective_month, days_present, month_complete)
  select 'KTST', date '2021-01-01' + n * interval '1 month', 28, false from generate_series(0, 11) n`.execute(app.db);
// Bills of several days.
await sql`
  update utility_bills set created_at = timestamptz '2022-01-01 12:00Z' + id % 5 * interval '1 day'
  where company_id = ${admin.company_id}`.execute(app.db);
await sql`
  insert into findings (company_id, utility_meter_id, utility_account_id, utility_bill_id, rule, severity, start_date, end_date,
    message, figures)
  select ${admin.company_id}, utility_meter_id, ${place.utility_account_id}, utility_bill_id, 'gap', 'warning',
    date '2020-01-01' + utility_bill_id::int, date '2020-01-03' + utility_bill_id::int, 'No bill.', '{}'
  from bill_meters where company_id = ${admin.company_id} order by utility_bill_id limit 5`.execute(app.db);
for (const name of ["One", "Two", "Three"]) {
  await newMember(opened, { name });
  await admin.send("POST", "/v1/api_tokens", { name, scopes: ["read"] });
  const { property_id } = place;
  await admin.send("POST", "/v1/report_links", { property_id, report_type: "utility_meter_history", note: name });
  await admin.send("POST", "/v1/invitations", { email: `${name}@example.com`, company_role: "viewer" });
  await admin.send("POST", "/v1/form_links", { reference: name });
}
for (const utility of ["pacific-gas-and-electric", "con-edison", "nicor-gas"])
  await admin.send("POST", "/v1/utilities/wishes", { utility });

for (const utility of ["one", "three", "two"]) {
  await sql`insert into utility_health (utility, recipe_changed_at, last_visit_at) values (${utility}, now(), now())`.execute(
    app.db,
  );
  await sql`insert into changed_pages (utility, detail, place, http_status, content)
    values (${utility}, 'no form', '/', 200, '')`.execute(app.db);
}

test("an answer that is or holds an array takes limit and cursor, or stands in the list of those that need not", () => {
  const found: string[] = [];
  for (const [path, { get }] of Object.entries(document.paths)) {
    const schema = get?.responses["200"]?.content?.["application/json"]?.schema;
    if (get === undefined || schema === undefined || !path.startsWith("/v1/") || !holdsArray(schema)) continue;
    const names = new Set(
      (get.parameters ?? []).map(
        ({ $ref, name }) => name ?? document.components.parameters?.[$ref?.split("/").at(-1) ?? ""]?.name,
      ),
    );
    const row = `GET ${path}`;
    if (row in WHOLE) continue;
    found.push(row);
    for (const name of ["limit", "cursor"]) assert.ok(names.has(name), `${row} takes no ${name}`);
  }
  assert.ok(found.length >= 24, `${found.length} lists`);
});

type Answer = unknown[] | Record<string, unknown>;

const itemsOf = (answer: Answer, name: string | null): unknown[] =>
  Array.isArray(answer) ? answer : (answer[name ?? ""] as unknown[]);

async function pagesOf(url: string, name: string | null): Promise<unknown[][]> {
  const pages: unknown[][] = [];
  for (let next: string | undefined = url; next !== undefined;) {
    const answer = await admin.send("GET", next);
    assert.equal(answer.statusCode, 200, answer.body);
    pages.push(itemsOf(answer.json<Answer>(), name));
    next = /^<([^>]+)>; rel="next"$/.exec(String(answer.headers["link"]))?.[1]?.replace(app.publicUrl, "");
  }
  return pages;
}

describe("the pages of a list add up to it, in its order", () => {
  const meter = `/v1/meters/${meters[0]}`;
  const property = `/v1/properties/${place.property_id}`;
  /** Each list with the name of its array, null where the answer is the array. It needs three rows, made above. */
  const LISTS: [string, string | null][] = [
    ["/v1/days", null],
    ["/v1/companies", null],
    ["/v1/users", null],
    ["/v1/api_tokens", null],
    ["/v1/report_links", null],
    ["/v1/invitations", null],
    ["/v1/import_profiles", null],
    ["/v1/findings", null],
    ["/v1/mailboxes", null],
    ["/v1/form_links", null],
    ["/v1/utilities/wishes", null],
    ["/v1/utilities/health", null],
    ["/v1/utilities/changed_pages", null],
    [`/v1/mailboxes/${mailbox}/mails`, null],
    [`${meter}/monthly`, "monthly_meter_data"],
    [`${property}/monthly`, "property_aggregated_monthly_data"],
    [`${property}/monthly/energytype`, "energy_type_aggregated_monthly_data"],
    [`${property}/monthly/meters`, "monthly_meter_data"],
    ["/v1/utility_bills/summaries", null],
    ["/v1/utility_bills?sort=-due_date", null],
    ["/v1/portfolio/monthly", null],
    ["/v1/portfolio/monthly?group_by=energy_type", null],
    ["/v1/portfolio/monthly?group_by=property&from=2021-02", null],
    [`${property}/snapshots`, "snapshot_data"],
    [`${property}/degreedays`, "degree_days"],
  ];
  const withQuery = (path: string, query: string) => `${path}${path.includes("?") ? "&" : "?"}${query}`;
  for (const [path, name] of LISTS) {
    test(path.replace(/\d+/, ":id"), async () => {
      const whole = itemsOf((await admin.send("GET", path)).json<Answer>(), name);
      assert.ok(whole.length > 2, `${whole.length} rows`);
      const pages = await pagesOf(withQuery(path, "limit=2"), name);
      assert.ok(pages.slice(0, -1).every((page) => page.length === 2));
      assert.deepEqual(pages.flat(), whole);
      assert.equal((await admin.send("GET", withQuery(path, "cursor=bnVsbCx4LHk"))).statusCode, 400);
    });
  }

  /** Their records have no time of their last change, or an order of their own. */
  const TIMELESS =
    /^\/v1\/(days|import_profiles|portfolio\/monthly|utility_bills\/summaries|utility_bills\?|utilities\/(health|changed_pages))/;
  for (const [path, name] of LISTS.filter(([each]) => !TIMELESS.test(each))) {
    test(`and those of what changed since: ${path.replace(/\d+/, ":id")}`, async () => {
      const pages = await pagesOf(`${path}?limit=3&updated_since=2000-01-01T00:00:00Z`, name);
      const whole = itemsOf((await admin.send("GET", path)).json<Answer>(), name);
      const texts = (rows: unknown[]) => rows.map((row) => JSON.stringify(row)).toSorted();
      assert.deepEqual(texts(pages.flat()), texts(whole));
      assert.deepEqual(await pagesOf(`${path}?limit=3&updated_since=2999-01-01T00:00:00Z`, name), [[]]);
    });
  }
});

describe("months", () => {
  const url = `/v1/meters/${meters[0]}/monthly`;
  const monthsAt = async (query: string) => {
    const answer = await admin.send("GET", `${url}?${query}`);
    assert.equal(answer.statusCode, 200, answer.body);
    return answer.json<{ monthly_meter_data: { effective_month: string }[] }>().monthly_meter_data;
  };

  test("are asked for by month or by day alike", async () => {
    const months = await monthsAt("from=2021-03&to=2021-06");
    assert.deepEqual(
      months.map(({ effective_month }) => effective_month.slice(0, 7)),
      ["2021-03", "2021-04", "2021-05"],
    );
    assert.deepEqual(months, await monthsAt("from=2021-03-01&to=2021-06-01"));
    for (const query of ["from=2021-13", "from=2021", "to=0000-01", "from=2021-06&to=2021-06"])
      assert.equal((await admin.send("GET", `${url}?${query}`)).statusCode, 400, query);
    for (const query of ["from=2021-13", "to=2021-00", "from=2021"])
      assert.match(
        (await admin.send("GET", `${url}?${query}`)).json<{ errors: { detail: string }[] }>().errors[0]?.detail ?? "",
        /^This must be a month such as 2026-01, from 01 to 12, or a date such as 2026-01-31\.$/,
      );
  });

  test("are explained 24 in an answer: more are refused with a sentence that says how to ask, never cut", async () => {
    const { property_id } = place;
    for (const path of [url, `/v1/properties/${property_id}/monthly`, `/v1/properties/${property_id}/monthly/meters`]) {
      for (const query of ["explain=true", "explain=true&limit=25", "explain=true&from=2021-01&to=2023-02"]) {
        const answer = await admin.send("GET", `${path}?${query}`);
        assert.equal(answer.statusCode, 422, `${path}?${query}`);
        assert.match(answer.json<{ detail: string }>().detail, /At most 24 months.*from=2024-01/);
      }
    }
    assert.equal((await monthsAt("explain=true&from=2021-01&to=2023-01")).length, 24);
    const pages = await pagesOf(`${url}?explain=true&limit=10`, "monthly_meter_data");
    assert.deepEqual(
      pages.map(({ length }) => length),
      [10, 10, 9],
    );
    const months = pages.flat().map((month) => ({ ...(month as object), explain: undefined }));
    assert.deepEqual(JSON.parse(JSON.stringify(months)), await monthsAt(""));
  });
});
