/** Refusals that help the caller: what does not exist and what was probably meant, as a problem for programs and as a page for browsers. */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { newMember, sharedApp } from "../../test/app.ts";
import { insertRecords } from "../../test/records.ts";
import { REPORT_TYPES } from "../records/report.ts";
import { methodsOf, pathMeant } from "./auth/access.ts";

const running = await sharedApp();
const { app, server } = running;
const member = await newMember(running, { name: "Lost" });
const own = await insertRecords(app, { id: member.company_id, uuid: member.company_uuid });

const detailOf = async (path: string, method: "GET" | "POST" = "GET", body?: object) => {
  const answer = await member.send(method, path, body);
  return { status: answer.statusCode, detail: answer.json<{ detail: string }>().detail };
};

describe("an address that is not served", () => {
  test("without /v1, or with a typo, says what was probably meant", async () => {
    for (const [typed, meant] of [
      ["/properties", "/v1/properties"],
      ["/utility_bills/7", "/v1/utility_bills/7"],
      ["/v1/propertys", "/v1/properties"],
      ["/v1/utilitybills", "/v1/utility_bills"],
      ["/meters/12/montly", "/v1/meters/12/monthly"],
    ] as const) {
      assert.deepEqual(await detailOf(typed), { status: 404, detail: `There is no such path. Did you mean ${meant}?` });
      assert.ok(methodsOf(meant).length > 0, meant);
    }
  });

  test("that resembles none of ours is refused without a guess, however long it is", async () => {
    assert.deepEqual(await detailOf("/v1/secrets"), { status: 404, detail: "There is no such path." });
    assert.equal(pathMeant(`/${"a".repeat(100_000)}`), null);
  });

  test("with a slash at its end names the one without", async () => {
    for (const meant of ["/v1/properties", "/v1/meters/1/monthly"])
      assert.deepEqual(await detailOf(`${meant}/`), {
        status: 404,
        detail: `There is no such path. Did you mean ${meant}?`,
      });
  });
});

test("an unknown type of report is answered with the list of types", async () => {
  const { status, detail } = await detailOf(`/v1/reports/energy_history/${own.property_id}`);
  assert.equal(status, 404);
  for (const type of REPORT_TYPES) assert.ok(detail.includes(type), type);
});

test("an account outside the authorization is refused with that reason", async () => {
  const answer = await member.send("PUT", `/v1/authorizations/${own.authorization_id}/update_account_status`, {
    utility_account_id: 999_999,
    status: "Active",
  });
  assert.equal(answer.statusCode, 404);
  assert.equal(answer.json<{ detail: string }>().detail, "This authorization reaches no account with this id.");
});

test("a word that chooses between forms of a body is refused with the list of accepted words", async () => {
  const { status, detail } = await detailOf("/v1/delivery", "POST", {
    name: "Bills",
    format: "csv",
    schedule: { every: "day" },
    content: { records: ["bills"] },
    destination: { kind: "fax" },
  });
  assert.equal(status, 422);
  assert.match(detail, /\/destination\/kind: This must be one of files, email, s3, sftp\./);
});

describe("a refusal in a browser", () => {
  const BROWSER = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8";
  const page = (url: string, accept = BROWSER) => server.inject({ url, headers: { accept } });

  test("is a page: of an unknown address, of one that needs a token, and of a dead link", async () => {
    for (const [url, status] of [
      ["/dashboard", 404],
      [`/v1/reports/${REPORT_TYPES[0]}/1`, 401],
      ["/files/1.1.x.y", 403],
    ] as const) {
      const answer = await page(url);
      assert.equal(answer.statusCode, status, url);
      assert.match(String(answer.headers["content-type"]), /^text\/html/, url);
      assert.match(answer.body, /<h1>[^<]+<\/h1>/, url);
      assert.match(answer.body, /href="\/problems\//, url);
    }
  });

  test("is a problem for a caller that accepts anything, or prefers JSON", async () => {
    for (const accept of ["*/*", "application/json", "application/json, text/html;q=0.5"])
      assert.match(String((await page("/dashboard", accept)).headers["content-type"]), /^application\/problem\+json/);
  });
});
