/** Whatever a caller sends, the answer is a refusal or a success: never a fault of ours, never a hang, never a secret. */
import assert from "node:assert/strict";
import { after, describe, test } from "node:test";
import fc from "fast-check";
import { anyCharacter, anyText } from "../../../test/any-text.ts";
import { newMember, openTestApp } from "../../../test/app.ts";
import { insertRecords } from "../../../test/records.ts";
import { ACCESS } from "../auth/access.ts";

const running = await openTestApp({ after });
const { app, server, logLines } = running;
const admin = await newMember(running, { name: "Hostile", role: "admin" });
const records = await insertRecords(app, { id: admin.company_id, uuid: admin.company_uuid });

const writes = Object.keys(ACCESS)
  .filter((row) => /^(POST|PUT|PATCH) \/v1\//.test(row) && !/auth\/(login|revoke)/.test(row))
  .map((row) => {
    const [method = "", pattern = ""] = row.split(" ");
    return { method: method as "POST" | "PUT" | "PATCH", url: pattern.replace(/:\w+/g, "1") };
  });

/** Keys that the schemas know, with values of every kind, so that tries come past the first check. */
const NAMES = [
  "online_access_username",
  "online_access_password",
  "online_access_url",
  "twoFactorInstructions",
  "other_details",
  "utility_account_id",
  "status",
  "data_start_date",
  "event_type",
  "endpoint_url",
  "active",
  "payload_format",
  "name",
];
const text = fc.oneof(anyText(), fc.constantFrom("Active", "all", "https://example.com/", "2026-01-01"));
const value = fc.oneof(
  text,
  fc.jsonValue({ stringUnit: anyCharacter }),
  fc.constantFrom(records.utility_account_id, 1e308, -1),
);
const body = fc.oneof(
  fc.dictionary(fc.constantFrom(...NAMES), value).map((object) => JSON.stringify(object)),
  fc.jsonValue({ stringUnit: anyCharacter }).map((each) => JSON.stringify(each)),
  anyText(),
  fc.constantFrom("[".repeat(50_000), '{"a":'.repeat(50_000), "1e999", '"\\ud800"', '{"a":1e400}'),
);

/** Few for each endpoint: all read bodies in the same way, and test/malformed.test.ts sends thousands made for each. */
describe("whatever is sent", () => {
  for (const { method, url } of writes) {
    test(`${method} ${url} answers with a success or a refusal`, async () => {
      await fc.assert(
        fc.asyncProperty(body, async (payload) => {
          const { statusCode } = await admin.send(method, url, payload);
          assert.ok(statusCode < 500, String(statusCode));
        }),
        { numRuns: 25 },
      );
    });
  }

  test("any path and query gets an answer that is no fault", async () => {
    const piece = fc.oneof(anyText().map(encodeURIComponent), fc.constantFrom("1", "..", "%00", "%ff", "v1", "meters"));
    const roots = fc.constantFrom(
      "/v1/meters/",
      "/files/",
      "/form/",
      "/setup/",
      "/problems/",
      "/",
      "/v1/utility_bills/",
    );
    await fc.assert(
      fc.asyncProperty(roots, fc.array(piece, { maxLength: 3 }), piece, async (root, pieces, query) => {
        const { statusCode } = await admin.send("GET", `${root}${pieces.join("/")}?${query}`);
        assert.ok(statusCode < 500, String(statusCode));
      }),
      { numRuns: 300 },
    );
  });

  test("any Authorization header is refused, not a fault", async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: "binary-ascii" }), async (header) => {
        const authorization = header.replace(/[^\x20-\x7e]/g, "");
        const { statusCode } = await server.inject({ url: "/v1/me", headers: { authorization } });
        assert.equal(statusCode, 401);
      }),
      { numRuns: 200 },
    );
  });

  test("nothing of it was logged as a fault", () => {
    assert.deepEqual(
      logLines.filter((line) => line.includes('"level":"error"')),
      [],
    );
  });
});
