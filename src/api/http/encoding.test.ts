/** Compressed answers have the same content and their own tag, and answers with a secret are never compressed. */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { gunzipSync, zstdDecompressSync } from "node:zlib";
import { sql } from "kysely";
import { newMember, sharedApp } from "../../../test/app.ts";
import { insertRecords } from "../../../test/records.ts";
import { codingOf } from "./encoding.ts";

const opened = await sharedApp();
const { app } = opened;
const member = await newMember(opened, { name: "Compressed" });
const admin = await newMember(opened, { name: "Operator", role: "admin" });
const ids = await insertRecords(app, { id: member.company_id, uuid: member.company_uuid });
await sql`
  insert into properties (company_id, name) select ${member.company_id}, 'Property ' || n
  from generate_series(1, 600) n`.execute(app.db);

const get = (url: string, coding: string, headers = {}) =>
  member.send("GET", url, undefined, { "accept-encoding": coding, ...headers });

const READ = { gzip: gunzipSync, zstd: zstdDecompressSync };

describe("an answer of the API", () => {
  for (const coding of ["gzip", "zstd"] as const) {
    for (const url of ["/v1/properties?limit=50", "/v1/properties", `/v1/properties/${ids.property_id}`]) {
      test(`is the same in ${coding}, under a tag of its own: ${url.replace(/\d+$/, ":id")}`, async () => {
        const plain = await get(url, "identity");
        const packed = await get(url, coding);
        assert.equal(packed.headers["content-encoding"], coding);
        assert.equal(plain.headers["content-encoding"], undefined);
        assert.equal(READ[coding](packed.rawPayload).toString(), plain.body);
        assert.ok(packed.rawPayload.length < plain.rawPayload.length);
        for (const { headers } of [plain, packed]) assert.match(String(headers["vary"]), /accept-encoding/);
        const [tag, own] = [String(plain.headers["etag"]), String(packed.headers["etag"])];
        assert.equal(own, tag.replace(/"$/, `-${coding}"`));
        for (const known of [tag, own, `W/${own}`]) {
          const again = await get(url, coding, { "if-none-match": known });
          assert.deepEqual([again.statusCode, again.body], [304, ""]);
          assert.equal(again.headers["etag"], known.replace("W/", ""));
        }
      });
    }
  }

  test("stays plain where it is short, is a refusal, or the caller does not want it", async () => {
    const gone = await get("/v1/properties/999999", "gzip");
    assert.deepEqual([gone.statusCode, gone.headers["content-encoding"]], [404, undefined]);
    const url = "/v1/properties?limit=50";
    for (const [path, coding] of [["/v1/days", "gzip"] as const, [url, "gzip;q=0"] as const, [url, "br"] as const]) {
      const answer = await get(path, coding);
      assert.equal(answer.headers["content-encoding"], undefined, `${path} ${coding}`);
    }
    for (const [header, coding] of [
      ["gzip, deflate, br, zstd", "zstd"],
      ["gzip;q=1.0, zstd;q=0.5", "gzip"],
      ["*", "zstd"],
      ["zstd;q=0, *", "gzip"],
      ["identity", null],
      ["gzip;q=x", null],
    ] as const)
      assert.equal(codingOf(header, ["zstd", "gzip"]), coding, header);
  });

  test("stays plain where it holds a secret", async () => {
    const secret = await get("/v1/webhooks/validate", "gzip");
    assert.deepEqual([secret.statusCode, secret.headers["content-encoding"]], [200, undefined]);
    const password = await admin.send("GET", `/v1/authorizations/${ids.authorization_id}`, undefined, {
      "accept-encoding": "gzip",
    });
    assert.equal(password.statusCode, 200);
    assert.equal(password.headers["cache-control"], "no-store");
    assert.equal(password.headers["content-encoding"], undefined);
  });

  test("is edited under the tag of its compressed form, too", async () => {
    const url = `/v1/properties/${ids.property_id}`;
    const etag = String((await get(url, "gzip")).headers["etag"]);
    assert.match(etag, /-gzip"$/);
    assert.equal((await member.send("PATCH", url, { sq_ft: 100 }, { "if-match": etag })).statusCode, 200);
    assert.equal((await member.send("PATCH", url, { sq_ft: 101 }, { "if-match": etag })).statusCode, 412);
  });
});
