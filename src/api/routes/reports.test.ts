import assert from "node:assert/strict";
import { once } from "node:events";
import { get as request, type ClientRequest, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { after, describe, test } from "node:test";
import { Worker } from "node:worker_threads";
import { parse } from "csv-parse/sync";
import Fastify from "fastify";
import { sql } from "kysely";
import readExcelFile from "read-excel-file/node";
import { newMember, openTestApp } from "../../../test/app.ts";
import { insertMeter, insertMonthlyBills, insertPlace, deriveAll } from "../../../test/derived.ts";
import { insertRecords } from "../../../test/records.ts";
import { Report, REPORT_TYPES, ReportTypes } from "../../records/report.ts";
import type { TableFormat } from "../../formats/about.ts";
import { cookieName } from "../auth/session-cookie.ts";
import { ABOUT, manyRows, tableOf } from "../../formats/tables.fixtures.ts";
import { writeTable } from "../../formats/write-table.ts";

const opened = await openTestApp({ after });
const { app, server, logLines } = opened;
const member = await newMember(opened, { name: "Readers" });
const stranger = await newMember(opened, { name: "Strangers" });
const place = await insertPlace(app, member.company_id);
const meter = {
  energy_type: "ELECTRIC" as const,
  unit: "kWh",
  id: await insertMeter(app, place, { energy_type: "ELECTRIC", unit: "kWh" }),
};
const bills = await insertMonthlyBills(app, place, {
  meter,
  first: "2024-01-10",
  count: 14,
  amount: 1000.5,
  cost: 100.01,
});
await deriveAll(app);
const records = await insertRecords(app, { id: member.company_id, uuid: member.company_uuid });
await server.listen({ host: "127.0.0.1", port: 0 });
const { port } = server.server.address() as AddressInfo;

async function tokenOf(): Promise<string> {
  const payload = { email: member.email, password: member.password };
  const login = await server.inject({ method: "POST", url: "/v1/auth/login", payload });
  return login.json<{ token: string }>().token;
}

const path = `/v1/reports/utility_meter_history/${place.property_id}`;
const read = (url: string, headers: Record<string, string> = {}) => member.send("GET", url, undefined, headers);

describe("a report", () => {
  test("of every type has rows or says in notes why it has none, and is what the document says", async () => {
    for (const type of REPORT_TYPES) {
      const answer = await read(`/v1/reports/${type}/${place.property_id}`);
      assert.equal(answer.statusCode, 200, answer.body);
      const report = Report.parse(answer.json());
      assert.equal(report.report_type, type);
      assert.ok(report.rows.length > 0 || report.notes.length > 0, type);
      assert.match(report.answer, /\d Sample Street/, type);
      const labels = report.columns.map(({ label }) => label);
      assert.equal(new Set(labels).size, labels.length, type);
      for (const row of report.rows) assert.deepEqual(Object.keys(row), labels, type);
    }
  });

  test("of bills has a row for each, and leads back to them", async () => {
    const report = Report.parse((await read(path)).json());
    assert.equal(report.rows.length, 14);
    assert.deepEqual(
      report.rows
        .flatMap((row) => Object.values(row).filter(Array.isArray))
        .flat()
        .sort(),
      [...bills].sort(),
    );
  });

  test("is available in every format, by the query or by the header, with the same rows", async () => {
    const accepts = {
      json: "application/json",
      csv: "text/csv",
      xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
      html: "text/html",
      pdf: "application/pdf",
    };
    for (const [format, accept] of Object.entries(accepts)) {
      // A PDF takes a second, and HEAD makes none.
      const byHeader = await member.send(format === "pdf" ? "HEAD" : "GET", path, undefined, { accept });
      for (const answer of [await read(`${path}?format=${format}`), byHeader]) {
        assert.equal(answer.statusCode, 200, answer.body);
        assert.equal(String(answer.headers["content-type"]).split(";")[0], accept);
        assert.equal(answer.headers["cache-control"], "private, no-store");
        // A workbook and a PDF are compressed already, whatever a caller accepts.
        const isCompressible = format !== "xlsx" && format !== "pdf";
        assert.equal(
          answer.headers["vary"],
          `accept, authorization, cookie${isCompressible ? ", accept-encoding" : ""}`,
        );
        assert.equal(answer.headers.etag, undefined);
      }
    }
    const [csv, xlsx] = [await read(`${path}?format=csv`), await read(`${path}?format=xlsx`)];
    const sheets = await readExcelFile(xlsx.rawPayload);
    assert.equal(parse(csv.body).length, 15);
    // With a row of totals.
    assert.equal(sheets.find(({ sheet }) => sheet === "Data")?.data.length, 16);
  });

  test("is saved under the name of the property, the report and the company, and opened at once where it is a page", async () => {
    const disposition = async (format: string) =>
      (await read(`${path}?format=${format}`)).headers["content-disposition"];
    const name = "\\d+ Sample Street - Utility meter history \\(Readers\\)";
    assert.match(String(await disposition("csv")), new RegExp(`^attachment; filename="${name}.csv"`));
    assert.match(String(await disposition("html")), new RegExp(`^inline; filename="${name}.html"`));
    assert.equal(await disposition("json"), undefined);
  });

  test("as a page runs under a policy that lets nothing in, and names the other formats with the same months", async () => {
    const byToken = await read(`${path}?format=html&from=2024-06-01`);
    assert.match(String(byToken.headers["content-security-policy"]), /^default-src 'none'; style-src 'sha256-/);
    assert.doesNotMatch(byToken.body, /format=csv/, "they would not open for who has no token");
    const url = `${path}?format=html&from=2024-06-01`;
    const answer = await server.inject({ url, headers: { cookie: `${cookieName(app)}=${await tokenOf()}` } });
    assert.match(answer.body, new RegExp(`href="http://localhost:8080${path}\\?format=csv&amp;from=2024-06-01"`));
  });

  test("covers only the requested months", async () => {
    const rowsOf = async (query: string) => Report.parse((await read(`${path}?${query}`)).json()).rows.length;
    assert.equal(await rowsOf("from=2024-06-01&to=2024-09-01"), 3);
    assert.equal(await rowsOf("from=2031-01-01"), 0);
  });

  test("leads to the files of its bills by links that work without a token", async () => {
    const page = await read(`/v1/reports/utility_meter_history/${records.property_id}?format=html`);
    const [, link = ""] = /<a href="(http:\/\/localhost:8080\/files\/[^"]+)"/.exec(page.body) ?? [];
    assert.equal((await server.inject({ method: "GET", url: new URL(link).pathname })).statusCode, 200);
  });

  test("has the mark of Excel in its CSV only where that is asked for", async () => {
    assert.notEqual((await read(`${path}?format=csv`)).body.charCodeAt(0), 0xfeff);
    assert.equal((await read(`${path}?format=csv&bom=1`)).body.charCodeAt(0), 0xfeff);
  });

  test("by HEAD has the headers of GET, without a body", async () => {
    const answer = await member.send("HEAD", `${path}?format=csv`);
    assert.equal(answer.statusCode, 200);
    assert.match(String(answer.headers["content-type"]), /^text\/csv/);
    assert.equal(answer.body, "");
  });

  test("by HEAD costs nothing: the document is not made", async (context) => {
    // What a thread is to lay out is posted to it.
    const { mock } = context.mock.method(Worker.prototype, "postMessage");
    const head = await member.send("HEAD", `${path}?format=pdf`);
    assert.equal(mock.callCount(), 0);
    const whole = await read(`${path}?format=pdf`);
    assert.equal(mock.callCount(), 1);
    for (const name of ["content-type", "content-disposition", "cache-control", "vary"])
      assert.equal(head.headers[name], whole.headers[name], name);
  });
});

test("a report too long for a PDF is refused by HEAD as by GET, and available in every other format", async () => {
  const long = await insertPlace(app, member.company_id);
  const notes = Array.from({ length: 3001 }, () => ({ date: "2026-01-01", text: "x" }));
  await sql`update properties set metadata = ${JSON.stringify({ notes })}::jsonb where id = ${long.property_id}`.execute(
    app.db,
  );
  const url = `/v1/reports/property_energy_journal/${long.property_id}`;
  const [head, whole] = [await member.send("HEAD", `${url}?format=pdf`), await read(`${url}?format=pdf`)];
  assert.deepEqual([head.statusCode, whole.statusCode], [422, 422]);
  assert.equal(head.headers["content-type"], whole.headers["content-type"]);
  assert.match(whole.json<{ errors: { detail: string }[] }>().errors[0]?.detail ?? "", /at most 3,000 rows/);
  assert.equal((await member.send("HEAD", `${url}?format=pdf&to=2026-01-01`)).statusCode, 200);
  assert.equal((await member.send("HEAD", `${url}?format=csv`)).statusCode, 200);
});

describe("refused is", () => {
  test("an unknown property and another company's, in the same words", async () => {
    for (const answer of [await read(`/v1/reports/utility_meter_history/999999`), await stranger.send("GET", path)]) {
      assert.equal(answer.statusCode, 404);
      assert.equal(answer.json<{ detail: string }>().detail, "No record of your company has this id.");
    }
  });

  test("a caller without a token", async () => {
    assert.equal((await server.inject({ method: "GET", url: path, headers: { accept: "text/html" } })).statusCode, 401);
  });

  test("an unavailable media type, unless the query names a format", async () => {
    const refused = await read(path, { accept: "image/png" });
    assert.equal(refused.statusCode, 406);
    assert.match(refused.json<{ detail: string }>().detail, /application\/json, text\/csv/);
    assert.equal((await read(`${path}?format=csv`, { accept: "image/png" })).statusCode, 200);
  });

  test("an invalid format, day or parameter", async () => {
    for (const query of ["format=docx", "from=yesterday", "page=2", "bom=yes"]) {
      const answer = await read(`${path}?${query}`);
      assert.equal(answer.statusCode, 400, query);
    }
  });

  test("a range of days that holds none, which would look like a property without bills", async () => {
    for (const range of ["from=2024-06-01&to=2024-06-01", "from=2024-06-02&to=2024-06-01&format=pdf"]) {
      const answer = await read(`${path}?${range}`);
      assert.equal(answer.statusCode, 400, range);
      const { detail, errors } = answer.json<{ detail: string; errors: object[] }>();
      assert.deepEqual(errors, [{ pointer: "to", detail: "This must be a day after `from`." }]);
      assert.match(detail, /^"to" cannot be read/);
    }
    assert.equal((await read(`${path}?from=2024-06-01&to=2024-06-02`)).statusCode, 200);
  });
});

describe("the language of a report", () => {
  const spanish = async (url: string) => Report.parse((await read(url)).json());

  test("is that of the query, else that of the company's profile, in everything but keys", async () => {
    const [asked, plain] = [await spanish(`${path}?language=es`), await spanish(path)];
    assert.deepEqual([asked.language, plain.language], ["es", "en"]);
    assert.notEqual(asked.answer, plain.answer);
    assert.deepEqual(
      asked.columns.map(({ label }) => label),
      plain.columns.map(({ label }) => label),
    );
    assert.equal(asked.columns.find(({ key }) => key === "energy_type")?.words?.["ELECTRIC"], "Electricidad");
    await member.send("PATCH", "/v1/company", { language: "es" });
    assert.equal((await spanish(path)).answer, asked.answer);
    const page = (await read(`${path}?format=html`)).body;
    assert.match(page, /<html lang="es">/);
    assert.match(page, />Electricidad</);
    assert.doesNotMatch(page, />ELECTRIC<|>USD</);
    assert.equal((await read(`${path}?format=csv`)).body, (await read(`${path}?format=csv&language=en`)).body);
    await member.send("PATCH", "/v1/company", { language: null });
  });

  test("has its words for every label, meaning, rule and title of every report", async () => {
    for (const type of REPORT_TYPES) {
      const url = `/v1/reports/${type}/${place.property_id}`;
      const [en, es] = [await spanish(url), await spanish(`${url}?language=es`)];
      assert.notEqual(es.title, en.title, type);
      assert.notEqual(es.rule, en.rule, type);
      es.columns.forEach(({ name, meaning }, index) => {
        const column = en.columns[index];
        assert.notEqual(meaning, column?.meaning, `${type}: ${column?.label}`);
        if (!SAME_WORD.has(name)) assert.notEqual(name, column?.name, type);
      });
    }
  });
});

/** The same in both languages. */
const SAME_WORD = new Set(["kBtu", "CO2", "R2", "CV(RMSE) (%)", "NMBE (%)"]);

test("the list of reports says what each is called and answers, and how it is asked for", async () => {
  const { reports_types, reports } = ReportTypes.parse((await read("/v1/reports?language=es")).json());
  assert.deepEqual(
    reports.map(({ report_type }) => report_type),
    reports_types,
  );
  for (const { title, description, formats, parameters } of reports) {
    assert.ok(title.length > 0 && description.endsWith("."), title);
    assert.equal(formats.length, 5);
    for (const name of ["format", "from", "to", "language"])
      assert.ok(
        parameters.some((parameter) => parameter.name === name && parameter.description !== ""),
        name,
      );
  }
  assert.equal(reports[0]?.title, "Historial de facturas por medidor");
});

describe("a report on its way", () => {
  /** Over a connection of its own, so that it can be cut. */
  async function send(url: string): Promise<ClientRequest> {
    return request({ host: "127.0.0.1", port, path: url, headers: { authorization: `Bearer ${await tokenOf()}` } });
  }
  async function ask(url: string): Promise<IncomingMessage> {
    const [answer] = (await once(await send(url), "response")) as [IncomingMessage]; // as node:http says
    return answer;
  }

  test("comes whole over a real connection", async () => {
    const answer = await ask(`${path}?format=xlsx`);
    assert.equal((await readExcelFile(await buffer(answer))).length > 1, true);
  });

  test("is cut off when it fails, so that half a report never looks complete", async () => {
    async function* rows() {
      yield* manyRows(5000);
      throw new Error("the database went away");
    }
    const failing = Fastify();
    after(() => failing.close());
    failing.get("/:format", async (asked, reply) => {
      const { format } = asked.params as { format: TableFormat }; // asked below
      return reply.send((await writeTable(tableOf(rows()), format, ABOUT)).body);
    });
    const address = await failing.listen({ host: "127.0.0.1", port: 0 });
    for (const format of ["json", "csv", "xlsx", "html"]) {
      const [answer] = (await once(request(`${address}/${format}`), "response")) as [IncomingMessage]; // as node:http says
      assert.equal(answer.statusCode, 200);
      await assert.rejects(buffer(answer), /aborted/, format);
    }
  });

  test("as a PDF is refused for a while where too many are asked for, until those have gone", async () => {
    const headers = { authorization: `Bearer ${await tokenOf()}` };
    const asked = Array.from({ length: 24 }, () =>
      request({ host: "127.0.0.1", port, path: `${path}?format=pdf`, headers }),
    );
    const refused = await new Promise<IncomingMessage>((resolve) => {
      for (const one of asked) {
        one.on("error", () => {});
        one.on("response", (answer) => {
          if (answer.statusCode === 429) resolve(answer);
        });
      }
    });
    assert.equal(refused.headers["retry-after"], "10");
    // The caller has to act, not the operator.
    assert.deepEqual(
      logLines.filter((line) => /"level":"(warn|error|fatal)"/.test(line)),
      [],
    );
    assert.equal((await read(path)).statusCode, 200);
    for (const one of asked) one.destroy();
    // The service notices with some delay.
    let answer = await read(`${path}?format=pdf`);
    while (answer.statusCode === 429) answer = await read(`${path}?format=pdf`);
    assert.equal(answer.statusCode, 200);
  });

  test("leaves nothing in the log when its reader goes away", async () => {
    const answer = await ask(`${path}?format=json`);
    answer.destroy();
    await once(answer, "close");
    const early = await send(`${path}?format=pdf`);
    early.on("error", () => {});
    await once(early, "finish");
    early.destroy();
    // By the time this one is made, the other one would have been.
    assert.equal((await ask(`${path}?format=pdf`)).statusCode, 200);
    assert.deepEqual(
      logLines.filter((line) => /"level":"(error|fatal)"|being sent/.test(line)),
      [],
    );
  });
});
