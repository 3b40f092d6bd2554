/** Files that come in to be imported: what is taken, what is refused, and that nothing of a refused one is left. */
import assert from "node:assert/strict";
import { readdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { Readable } from "node:stream";
import { describe, test } from "node:test";
import { writeXlsx } from "hucre/xlsx";
import { newMember, sharedApp, type Member } from "../../../test/app.ts";
import { csv, row, run, upload, type Bill, type Import } from "../../../test/imports.ts";

const running = await sharedApp();
const { app, server } = running;

describe("an uploaded file", () => {
  test("must be a file, of a size and a type that are read", async () => {
    const member = await newMember(running, { name: "Bad files" });
    const json = await member.send("POST", "/v1/imports?name=a.csv", { a: 1 });
    assert.equal(json.statusCode, 415, json.body);
    assert.equal((await member.send("POST", "/v1/imports?name=a.csv")).statusCode, 415);
    assert.equal((await upload(member, "a", "name=a.csv", { "content-type": "application/pdf" })).statusCode, 415);
    assert.equal((await upload(member, Buffer.alloc(0))).statusCode, 422);
    const large = await upload(member, "a", "name=a.csv", { "content-length": String(51 * 1024 * 1024) });
    assert.equal(large.statusCode, 413, large.body);
    assert.match(large.json<{ detail: string }>().detail, /larger than 50 MB/);
  });

  test("longer than it said is cut off, and leaves nothing behind", async () => {
    const member = await newMember(running, { name: "Endless" });
    const endless = Readable.from(
      (function* () {
        for (;;) yield Buffer.alloc(1024 * 1024, "x");
      })(),
    );
    const before = await uploadsUnderWay();
    const { authorization } = await bearerOf(member);
    const answer = await server.inject({
      method: "POST",
      url: "/v1/imports?name=a.csv",
      headers: { authorization, "content-type": "text/csv" },
      payload: endless,
    });
    assert.equal(answer.statusCode, 413, answer.body);
    assert.deepEqual(await uploadsUnderWay(), before);
    assert.deepEqual((await member.send("GET", "/v1/imports")).json(), []);
  });

  test("has a name, a profile that is there, and a property of the company", async () => {
    const member = await newMember(running, { name: "Bad queries" });
    const stranger = await newMember(running, { name: "Stranger" });
    const property = (await stranger.send("POST", "/v1/properties", { name: "Theirs" })).json<{ id: number }>();
    for (const [query, status] of [
      ["", 400],
      ["name=..%2Fa.csv", 400],
      ["name=a.csv&dry_run=maybe", 400],
      ["name=a.csv&account=a%00b", 400],
      ["name=a.csv&profile=nobody-knows", 422],
      [`name=a.csv&property_id=${property.id}`, 422],
    ] as const)
      assert.equal((await upload(member, csv(row(1)), query)).statusCode, status, query);
    const body = { title: "Theirs", fields: {} };
    assert.equal((await stranger.send("PUT", "/v1/import_profiles/theirs", body)).statusCode, 200);
    assert.equal((await upload(member, csv(row(1)), "name=a.csv&profile=theirs")).statusCode, 422);
  });

  test("sent twice under one key is one import", async () => {
    const member = await newMember(running, { name: "Key" });
    const key = { "idempotency-key": "one" };
    const first = await upload(member, csv(row(1)), "name=a.csv", key);
    const again = await upload(member, csv(row(1)), "name=a.csv", key);
    assert.equal(again.headers["idempotency-replayed"], "true");
    assert.equal(again.body, first.body);
    assert.equal((await upload(member, csv(row(2)), "name=a.csv", key)).statusCode, 422);
    assert.equal((await member.send("GET", "/v1/imports")).json<unknown[]>().length, 1);
  });

  test("may be a workbook, which is kept as it came", async () => {
    const member = await newMember(running, { name: "Workbook" });
    const cells = csv(row(1), row(2))
      .trim()
      .split("\r\n")
      .map((line) => line.split(","));
    const bytes = Buffer.from(await writeXlsx({ sheets: [{ name: "Bills", rows: cells }] }));
    const { id } = (await upload(member, bytes, "name=bills.xlsx&dry_run=false")).json<Import>();
    assert.equal((await run(app, member, id)).bills_created, 2);
    const [bill] = (await member.send("GET", "/v1/utility_bills")).json<(Bill & { source: { format: string } })[]>();
    assert.equal(bill?.source.format, "xlsx");
    const file = await server.inject(new URL(bill.source.expiring_link).pathname);
    assert.equal(file.headers["content-type"], XLSX_TYPE);
    assert.deepEqual(file.rawPayload, bytes);
  });
});

const XLSX_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

const uploadsUnderWay = async () =>
  (await readdir(tmpdir())).filter((name) => name.startsWith(`meterbook-upload-${process.pid}-`));

async function bearerOf(member: Member) {
  const made = await member.send("POST", "/v1/api_tokens", { name: "upload", scopes: ["write"] });
  return { authorization: `Bearer ${made.json<{ token: string }>().token}` };
}
