/** A report is shared by an address that opens that report alone, until it expires or is ended. */
import assert from "node:assert/strict";
import { after, describe, test } from "node:test";
import { newMember, openTestApp } from "../../../test/app.ts";
import { insertRecords } from "../../../test/records.ts";
import { ReportLink } from "../../records/report-link.ts";

const running = await openTestApp({ after });
const { app, server } = running;
const member = await newMember(running, { name: "Sharing" });
const stranger = await newMember(running, { name: "Other" });
const { property_id } = await insertRecords(app, { id: member.company_id, uuid: member.company_uuid });

const DAY_MS = 24 * 3600 * 1000;
const report_type = "energy_history_detail_report";

async function share(more: object = {}): Promise<ReportLink> {
  const answer = await member.send("POST", "/v1/report_links", { property_id, report_type, ...more });
  assert.equal(answer.statusCode, 201, answer.body);
  return ReportLink.parse(answer.json());
}
const pathOf = ({ link }: ReportLink): string => new URL(link ?? "").pathname;

describe("a link to a report", () => {
  test("opens as a page for anyone, and in every other format", async () => {
    const made = await share({ note: "Owners" });
    assert.deepEqual(
      [made.state, made.note, made.property_id, made.from, made.last_opened_at],
      ["active", "Owners", property_id, null, null],
    );
    const page = await server.inject(pathOf(made));
    assert.deepEqual([page.statusCode, page.headers["content-type"]], [200, "text/html; charset=utf-8"]);
    assert.equal(page.headers["x-robots-tag"], "noindex, nofollow");
    assert.ok(page.body.includes(`${made.link}?format=pdf`), "the page leads to the same report as a file");
    for (const [format, type] of Object.entries({
      pdf: "application/pdf",
      csv: "text/csv",
      json: "application/json",
    })) {
      const file = await server.inject(`${pathOf(made)}?format=${format}`);
      assert.ok(String(file.headers["content-type"]).startsWith(type), format);
    }
    const listed = (await member.send("GET", "/v1/report_links")).json<ReportLink[]>().find(({ id }) => id === made.id);
    assert.equal(typeof listed?.last_opened_at, "string");
    assert.equal(listed?.link, made.link, "a user can copy it again");
  });

  test("has the range that it was made with, whatever its reader asks for", async () => {
    const made = await share({ from: "2030-01-01", to: "2031-01-01" });
    assert.deepEqual((await server.inject(`${pathOf(made)}?format=json`)).json<{ rows: unknown[] }>().rows, []);
    assert.equal((await server.inject(`${pathOf(made)}?format=json&from=2000-01-01`)).statusCode, 400);
  });

  test("is read in the language that its reader asks for", async () => {
    const path = pathOf(await share());
    assert.match((await server.inject(path)).body, /<html lang="en"/);
    assert.match((await server.inject(`${path}?language=es`)).body, /<html lang="es"/);
  });

  test("leads to no file of a bill", async () => {
    const made = await share({ report_type: "utility_meter_history" });
    const { body } = await server.inject(pathOf(made));
    assert.ok(!body.includes("/files/"));
    assert.ok(!body.includes("/app/"), "nor to the dashboard");
    const own = await member.send("GET", `/v1/reports/utility_meter_history/${property_id}?format=html`);
    assert.ok(own.body.includes("/files/"), "the report of a user does");
  });

  test("stops at once when it is ended, and at its end otherwise", async () => {
    const [ended, late] = [await share(), await share({ days: 1 })];
    const answer = await member.send("DELETE", `/v1/report_links/${ended.id}`);
    assert.deepEqual([answer.json<ReportLink>().state, answer.json<ReportLink>().link], ["ended", null]);
    const again = (await member.send("DELETE", `/v1/report_links/${ended.id}`)).json<ReportLink>();
    assert.equal(again.ended_at, answer.json<ReportLink>().ended_at);
    assert.equal((await server.inject(pathOf(ended))).statusCode, 404);
    assert.equal((await server.inject(pathOf(late))).statusCode, 200);
    running.passMs(DAY_MS);
    assert.equal((await server.inject(pathOf(late))).statusCode, 404);
  });

  test("cannot be changed into one of another report", async () => {
    const made = await share();
    const [company, id, expiry, signature] = pathOf(made).replace("/reports/", "").split(".");
    for (const ref of [
      [company, Number(id) + 1, expiry, signature],
      [stranger.company_id, id, expiry, signature],
      [company, id, "n", signature],
    ])
      assert.equal((await server.inject(`/reports/${ref.join(".")}`)).statusCode, 404, ref.join("."));
  });

  test("is kept out of caches and search engines, in every format and when it has ended", async () => {
    const made = await share();
    const headersOf = async (format: string, headers = {}) => {
      const answer = await server.inject({ url: `${pathOf(made)}?format=${format}`, headers });
      return [
        answer.statusCode,
        answer.headers["cache-control"],
        answer.headers["x-robots-tag"],
        answer.headers["etag"],
      ];
    };
    const formats = ["html", "pdf", "xlsx", "csv", "json"];
    for (const format of formats)
      assert.deepEqual(await headersOf(format), [200, "private, no-store", "noindex, nofollow", undefined], format);
    assert.equal((await server.inject(pathOf(made))).headers["referrer-policy"], "same-origin");
    await member.send("DELETE", `/v1/report_links/${made.id}`);
    for (const format of formats) {
      // A cache is not answered that its copy is still good.
      const answer = await headersOf(format, { "if-none-match": "*" });
      assert.deepEqual(answer, [404, "no-store", "noindex, nofollow", undefined], format);
    }
    assert.equal((await server.inject({ method: "HEAD", url: pathOf(made) })).statusCode, 404);
  });

  test("is not guessed, and no other signed address opens it", async () => {
    const made = await share();
    const ref = pathOf(made).replace("/reports/", "");
    const signature = ref.split(".").at(-1) ?? "";
    const values = [member.company_id, made.id];
    const ends = Date.parse(made.expires_at);
    const wrong = [
      ...(["file", "form", "receipt", "review", "delivery_file", "mail_stop"] as const).map((purpose) =>
        app.links.sign(purpose, values, ends),
      ),
      // One that does not expire, or later, was never signed.
      ref.replace(/\.[^.]+\.[^.]+$/, `.n.${signature}`),
      ref.replace(/\.[^.]+\.[^.]+$/, `.${(ends + DAY_MS).toString(36)}.${signature}`),
      // Other spellings of the same bytes and numbers.
      `0${ref}`,
      ref.toUpperCase(),
      `${ref}=`,
      `${ref}.`,
      ref.slice(0, -1),
      `${ref.slice(0, -signature.length)}${"A".repeat(signature.length)}`,
      signature,
      "%00",
      "a".repeat(7000),
      "99999999999999999999.1.n.x",
    ];
    for (const text of wrong)
      assert.equal((await server.inject(`/reports/${text}`)).statusCode, 404, text.slice(0, 60));
    assert.equal((await server.inject(`/reports/${ref}`)).statusCode, 200);
    // Signed by this service, of a link that is not there, or of another company.
    for (const [company, id] of [
      [member.company_id, 999_999],
      [stranger.company_id, made.id],
    ] as const)
      assert.equal((await server.inject(`/reports/${app.links.sign("report", [company, id], ends)}`)).statusCode, 404);
    const others = await stranger.send("DELETE", `/v1/report_links/${made.id}`);
    assert.deepEqual([others.statusCode, (await server.inject(`/reports/${ref}`)).statusCode], [404, 200]);
  });

  test("is of a property and a type that there are, for at most a year", async () => {
    const statusOf = async (body: object) => (await member.send("POST", "/v1/report_links", body)).statusCode;
    assert.equal(await statusOf({ property_id: 999_999, report_type }), 404);
    assert.equal((await stranger.send("POST", "/v1/report_links", { property_id, report_type })).statusCode, 404);
    assert.equal(await statusOf({ property_id, report_type: "all" }), 422);
    assert.equal(await statusOf({ property_id, report_type, days: 367 }), 422);
    assert.equal(await statusOf({ property_id, report_type, from: "2026-02-30" }), 422);
  });
});
