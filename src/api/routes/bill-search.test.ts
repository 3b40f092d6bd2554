/** The list of bills for a page: sorted, searched, counted, and as rows. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "kysely";
import { newMember, sharedApp } from "../../../test/app.ts";
import { insertMeter, insertMeterBills, insertPlace } from "../../../test/derived.ts";
import { BillSummary } from "../../records/bill-summary.ts";
import { BILL_SORTS } from "../../records/bill-summary.ts";

const opened = await sharedApp();
const { app } = opened;
const member = await newMember(opened, { name: "Bills" });
const SUMMARIES = "/v1/utility_bills/summaries";

const get = async (path: string, who = member) => {
  const answer = await who.send("GET", path);
  assert.equal(answer.statusCode, 200, answer.body);
  return { rows: answer.json<{ id: number }[]>(), headers: answer.headers };
};
const idsOf = async (path: string, who = member) => (await get(path, who)).rows.map(({ id }) => id);

/** Bills of two properties: their number, their due date and their amount. */
async function insertBills(name: string, acctNum: string, bills: [string, string | null, number | null][]) {
  const place = await insertPlace(app, member.company_id);
  await member.send("PATCH", `/v1/properties/${place.property_id}`, { name });
  await sql`update utility_accounts set acct_num = ${acctNum} where id = ${place.utility_account_id}`.execute(app.db);
  const meter = await insertMeter(app, place, { energy_type: "ELECTRIC", unit: "kWh" });
  const ids = await insertMeterBills(
    app,
    place,
    { id: meter, energy_type: "ELECTRIC", unit: "kWh" },
    bills.map((_, index) => ({
      start: `2025-0${index + 1}-01`,
      end: `2025-0${index + 2}-01`,
      amount: 100,
      costs: { usage_cost: 10 },
    })),
  );
  for (const [index, [number, due, amount]] of bills.entries())
    await sql`update utility_bills set invoice_number = ${number}, due_date = ${due}, amount_due = ${amount}
      where id = ${ids[index]}`.execute(app.db);
  return { place, meter, ids: ids as [number, number, number] };
}

const mill = await insertBills("Old Mill", "A-100%", [
  ["INV_77", "2025-03-01", 50],
  ["INV-78", null, 20],
  ["INV-79", "2025-02-01", -5.5],
]);
const tower = await insertBills("Tower", "B-200", [
  ["X-1", "2025-03-01", 20],
  ["X-2", "2025-05-01", null],
  ["x-77", null, 300],
]);
const [a, b, c] = mill.ids;
const [d, e, f] = tower.ids;

test("each sort orders all bills, those without the value last, and its pages add up to it", async () => {
  // Two bills of a day follow their ids.
  const ascending = {
    id: [a, b, c, d, e, f],
    invoice_date: [a, d, b, e, c, f],
    due_date: [c, a, d, e, b, f],
    amount_due: [c, b, d, a, f, e],
  };
  const descending = {
    "-id": [f, e, d, c, b, a],
    "-invoice_date": [f, c, e, b, d, a],
    "-due_date": [e, d, a, c, f, b],
    "-amount_due": [f, a, d, b, c, e],
  };
  for (const path of ["/v1/utility_bills", SUMMARIES]) {
    for (const sort of BILL_SORTS) {
      const expected = { ...ascending, ...descending }[sort];
      assert.deepEqual(await idsOf(`${path}?sort=${sort}`), expected, sort);
      for (const limit of [1, 2, 4]) {
        const pages: number[] = [];
        for (let next: string | undefined = `${path}?sort=${sort}&limit=${limit}`; next !== undefined;) {
          const { rows, headers } = await get(next);
          pages.push(...rows.map(({ id }) => id));
          next = /^<([^>]+)>; rel="next"$/.exec(String(headers["link"]))?.[1]?.replace(app.publicUrl, "");
        }
        assert.deepEqual(pages, expected, `${sort} by ${limit}`);
      }
    }
  }
});

test("a search finds a part of the number, the account, the property or the utility, whatever its case and characters", async () => {
  const found = (q: string) => idsOf(`${SUMMARIES}?q=${encodeURIComponent(q)}`);
  assert.deepEqual(await found("inv"), [a, b, c]);
  assert.deepEqual(await found("77"), [a, f]);
  assert.deepEqual(await found("V_7"), [a]);
  assert.deepEqual(await found("0%"), [a, b, c]);
  assert.deepEqual(await found("tOWER"), [d, e, f]);
  assert.deepEqual(await found("xampl"), [a, b, c, d, e, f]);
  assert.deepEqual(await found("nothing of it"), []);
  assert.deepEqual(await idsOf(`/v1/utility_bills?q=77&sort=-id`), [f, a]);
  for (const q of ["x", "", " y ", "x".repeat(101), "%00%00"])
    assert.equal((await member.send("GET", `${SUMMARIES}?q=${q}`)).statusCode, 400, q);
});

test("a search that finds very many bills reads them in order", async () => {
  const many = await newMember(opened, { name: "Many" });
  const place = await insertPlace(app, many.company_id);
  await sql`
    insert into utility_bills (company_id, utility_account_id, identity_key, content_sha256, invoice_number, invoice_date,
      estimated, amount_due, origin)
    select company_id, ${place.utility_account_id}, 'bill ' || number, sha256(number::text::bytea), 'N-' || number,
      date '2020-01-01' + number / 2, false, number, 'portal'
    from generate_series(1, 2100) number, (select ${many.company_id}::bigint as company_id) one`.execute(app.db);
  const { rows, headers } = await get(`${SUMMARIES}?q=n-&sort=-amount_due&limit=2&count=true`, many);
  assert.deepEqual(
    rows.map((row) => (row as unknown as BillRow).invoice_number),
    ["N-2100", "N-2099"],
  );
  assert.equal(headers["total-count"], "2100");
  const found = await get(`${SUMMARIES}?q=n-210&count=true`, many);
  assert.deepEqual([found.rows.length, found.headers["total-count"]], [2, "2"]);
  assert.equal((await get(`${SUMMARIES}?sort=invoice_date`, many)).rows.length, 2100);
});
interface BillRow {
  invoice_number: string;
}

test("filters, the utility and the count go with it", async () => {
  const { rows, headers } = await get(`${SUMMARIES}?count=true&limit=1&property_id=${tower.place.property_id}`);
  assert.deepEqual([rows.length, headers["total-count"]], [1, "3"]);
  assert.equal((await get(SUMMARIES)).headers["total-count"], undefined);
  for (const utility of ["example", "Example"])
    assert.deepEqual(await idsOf(`${SUMMARIES}?utility=${utility}&from=2025-04-01`), [c, f]);
  assert.deepEqual(await idsOf(`${SUMMARIES}?utility=northgate`), []);
  assert.deepEqual(await idsOf(`${SUMMARIES}?archived=true`), []);
  assert.deepEqual(await idsOf(`${SUMMARIES}?due_from=2025-03-01&sort=due_date`), [a, d, e]);
  assert.deepEqual(await idsOf(`${SUMMARIES}?due_from=2025-02-01&due_to=2025-03-01`), [c]);
  assert.equal((await member.send("GET", `${SUMMARIES}?due_to=soon`)).statusCode, 400);
  assert.deepEqual(await idsOf(`${SUMMARIES}?utility_meter_id=${mill.meter}&sort=-id`), [c, b, a]);
});

test("a row has the names that belong to the bill, and how many findings are open", async () => {
  await sql`
    insert into findings (company_id, utility_meter_id, utility_account_id, utility_bill_id, rule, severity, start_date, end_date,
      message, figures, state, resolved_at)
    select ${member.company_id}, ${mill.meter}, ${mill.place.utility_account_id}, ${a}, 'gap', 'warning',
      date '2020-01-01' + number, date '2020-02-01', 'No bill.', '{}', case number when 1 then 'resolved' else 'open' end,
      case number when 1 then now() end
    from generate_series(1, 3) number`.execute(app.db);
  const { rows } = await get(`${SUMMARIES}?limit=1`);
  const { created_at, updated_at, ...row } = BillSummary.strict().parse(rows[0]);
  assert.ok(created_at <= updated_at);
  assert.deepEqual(row, {
    id: a,
    svc_object_type: "BillSummary",
    property_id: mill.place.property_id,
    property_name: "Old Mill",
    property_count: 1,
    utility_account_id: mill.place.utility_account_id,
    acct_num: "A-100%",
    utility_company_name: "Example",
    energy_types: ["ELECTRIC"],
    invoice_number: "INV_77",
    invoice_date: "2025-02-01T00:00:00.000Z",
    period: { start_date: "2025-01-01T00:00:00.000Z", end_date: "2025-02-01T00:00:00.000Z" },
    total_charges: null,
    amount_due: 50,
    currency: null,
    due_date: "2025-03-01T00:00:00.000Z",
    estimated: false,
    archived: false,
    archive_reason: null,
    covered: false,
    original_utility_bill_id: null,
    origin: "portal",
    read_by: null,
    findings_open: 2,
  });
});

test("only the fields asked for are sent, and the id", async () => {
  const { rows } = await get("/v1/utility_bills?fields=amount_due,invoice_number&limit=2");
  const whole = await get("/v1/utility_bills?limit=2");
  const part = (row: object) => {
    const { id, amount_due, invoice_number } = row as Record<string, unknown>;
    return { id, amount_due, invoice_number };
  };
  assert.deepEqual(rows, whole.rows.map(part));
  const { rows: bills } = await get("/v1/utility_bills?sort=id");
  assert.deepEqual(bills, (await get("/v1/utility_bills")).rows);
  assert.equal((await member.send("GET", "/v1/utility_bills?fields=secret")).statusCode, 400);
});

test("a cursor of another list, and parameters that do not go together, are refused", async () => {
  const cursorOf = async (path: string) => /cursor=([\w-]+)/.exec(String((await get(path)).headers["link"]))?.[1];
  const plain = await cursorOf("/v1/utility_bills?limit=1");
  const sorted = await cursorOf("/v1/utility_bills?limit=1&sort=due_date");
  for (const path of [
    `/v1/utility_bills?sort=id&cursor=${plain}`,
    `/v1/utility_bills?cursor=${sorted}`,
    `/v1/utility_bills?sort=-due_date&cursor=${sorted}`,
    `${SUMMARIES}?cursor=${plain}`,
    "/v1/utility_bills?sort=name",
    "/v1/utility_bills?sort=id&updated_since=2025-01-01T00:00:00Z",
    `${SUMMARIES}?updated_since=2025-01-01T00:00:00Z`,
  ])
    assert.equal((await member.send("GET", path)).statusCode, 400, path);
});

test("another company finds nothing of it", async () => {
  const stranger = await newMember(opened, { name: "Stranger" });
  for (const query of ["", "?q=inv", "?sort=-due_date", `?property_id=${mill.place.property_id}`])
    assert.deepEqual(await idsOf(`${SUMMARIES}${query}`, stranger), []);
  assert.equal((await get(`${SUMMARIES}?q=tower&count=true`, stranger)).headers["total-count"], "0");
});

test("a bill whose days other bills cover says so", async () => {
  await sql`update utility_bills set counted_days = '[]' where id = ${f}`.execute(app.db);
  const { rows } = await get(SUMMARIES);
  const covered = BillSummary.array()
    .parse(rows)
    .filter((bill) => bill.covered);
  assert.deepEqual(
    covered.map(({ id }) => id),
    [f],
  );
});
