/** Reports over all properties, over the API. */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { parse } from "csv-parse/sync";
import { newMember, sharedApp } from "../../../test/app.ts";
import { deriveAll, insertMeter, insertMonthlyBills, insertPlace } from "../../../test/derived.ts";
import { untilWritesEnded } from "../../../test/lock-waits.ts";
import { PORTFOLIO_REPORT_TYPES, PortfolioReport } from "../../records/portfolio-report.ts";

const opened = await sharedApp();
const { app } = opened;
const member = await newMember(opened, { name: "Portfolio reports" });
const stranger = await newMember(opened, { name: "Strangers" });
const place = await insertPlace(app, member.company_id);
const meter = {
  energy_type: "ELECTRIC" as const,
  unit: "kWh",
  id: await insertMeter(app, place, { energy_type: "ELECTRIC", unit: "kWh" }),
};
const bills = { meter, amount: 100, cost: 10.01 };
await insertMonthlyBills(app, place, { ...bills, first: "2024-01-01", count: 24 });
await deriveAll(app);

const PATH = "/v1/portfolio/reports";
const read = async (url: string, who = member) => {
  await untilWritesEnded(app.db);
  return who.send("GET", `${PATH}/${url}`);
};
const report = async (url: string, who = member) => {
  const answer = await read(url, who);
  assert.equal(answer.statusCode, 200, answer.body);
  return { http: answer, ...PortfolioReport.strict().parse(answer.json()) };
};

describe("a report over all properties", () => {
  test("of every type is what the document says, and is about the company", async () => {
    const types = (await member.send("GET", PATH)).json<{ report_types: string[] }>();
    assert.deepEqual(types.report_types, [...PORTFOLIO_REPORT_TYPES]);
    for (const type of PORTFOLIO_REPORT_TYPES) {
      const { rows, columns, subject, answer: sentence } = await report(type);
      assert.equal(subject.kind, "portfolio");
      assert.equal(subject.name, "Portfolio reports");
      assert.ok(rows.length > 0, type);
      assert.ok(sentence.length > 0);
      const labels = columns.map(({ label }) => label);
      for (const row of rows) assert.deepEqual(Object.keys(row), labels, type);
    }
  });

  test("is available in every format, with the same rows", async () => {
    for (const type of PORTFOLIO_REPORT_TYPES) {
      const { rows } = await report(type);
      const csv = parse((await read(`${type}?format=csv`)).body, { columns: true });
      assert.equal(csv.length, rows.length);
    }
    // All are made from the same table: one type of them shows it.
    const [type] = PORTFOLIO_REPORT_TYPES;
    for (const [format, media] of [
      ["xlsx", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"],
      ["html", "text/html; charset=utf-8"],
      ["pdf", "application/pdf"],
    ] as const) {
      const answer = await read(`${type}?format=${format}`);
      assert.deepEqual([answer.statusCode, answer.headers["content-type"]], [200, media], type);
    }
  });

  test("is in Spanish when that is asked for", async () => {
    const { title, language, columns } = await report("accounts_payable?language=es");
    assert.deepEqual([title, language, columns[0]?.name], ["Facturas por pagar", "es", "Vencimiento"]);
  });

  test("has nothing of another company, also when its property is asked for", async () => {
    for (const type of PORTFOLIO_REPORT_TYPES) {
      assert.deepEqual((await report(type, stranger)).rows, []);
      assert.equal((await read(`${type}?property_id=${place.property_id}`, stranger)).statusCode, 404);
    }
  });

  test("of an unknown type is answered with the types, and a question that contradicts itself with what is wrong", async () => {
    const unknown = await read("balance_sheet");
    assert.equal(unknown.statusCode, 404);
    assert.match(unknown.body, /portfolio_performance, accounts_payable, general_ledger/);
    for (const query of [
      "to=2025-01-01&from=2025-01-01",
      "since=yesterday",
      "until=booking-",
      "due_from=soon",
      "state=x",
    ])
      assert.equal((await read(`accounts_payable?${query}`)).statusCode, 400, query);
    for (const query of ["from=1900-01-01", "from=2025-01-02&to=2025-01-31"])
      assert.equal((await read(`portfolio_performance?${query}`)).statusCode, 422, query);
    const foreign = await read("general_ledger?since=booking-18446744073709551615");
    assert.equal(foreign.statusCode, 422);
    assert.match(foreign.body, /another database/);
  });
});

describe("an export of bills", () => {
  test("says where the next one begins, which then has only what came after", async () => {
    for (const type of ["accounts_payable", "general_ledger"]) {
      const { http, next_since, rows } = await report(`${type}?since=2020-01-01`);
      assert.equal(rows.length, 24);
      const link = String(http.headers.link);
      assert.equal(link, `<${app.publicUrl}${PATH}/${type}?since=${next_since}>; rel="next"`);
      assert.deepEqual((await report(`${type}?since=${next_since}`)).rows, []);
    }
    const { next_since } = await report("accounts_payable");
    await insertMonthlyBills(app, place, { ...bills, first: "2026-01-01", count: 2 });
    const csv = await read(`accounts_payable?format=csv&since=${next_since}`);
    assert.equal(parse(csv.body, { columns: true }).length, 2);
    assert.match(String(csv.headers.link), /since=booking-\d+>; rel="next"/);
  });

  test("leaves until out of the address of the next one", async () => {
    const { http, next_since } = await report("general_ledger?until=2020-01-01");
    assert.deepEqual(
      [next_since, http.headers.link],
      ["2020-01-01", `<${app.publicUrl}${PATH}/general_ledger?since=2020-01-01>; rel="next"`],
    );
  });
});
