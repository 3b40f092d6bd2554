/** Who may call what: no route is open by accident, and another company's record is like one that does not exist. */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { newMember, sharedApp, type Member } from "../../../test/app.ts";
import { insertRecords, type Records } from "../../../test/records.ts";
import { ACCESS, accessOf, isSignedIn, methodsOf, scopeOf } from "./access.ts";

const running = await sharedApp();
const { app, server } = running;
const user = await newMember(running, { name: "One" });
const editor = await newMember(running, { name: "One", company_role: "editor", colleagueOf: user });
const admin = await newMember(running, { name: "Operator", role: "admin" });
const stranger = await newMember(running, { name: "Two" });
const recordsOf = (member: Member) => insertRecords(app, { id: member.company_id, uuid: member.company_uuid });
const own = await recordsOf(user);
await recordsOf(stranger);

const rows = Object.entries(ACCESS).map(([route, row]) => {
  const [method = "GET", pattern = ""] = route.split(" ");
  return { method: method as "GET" | "POST" | "PUT" | "PATCH" | "DELETE", pattern, access: row.access, row };
});

/** Valid bodies, so that only the id is wrong. */
const BODIES: Record<string, object> = {
  "PATCH /v1/authorizations/:id": { online_access_username: "somebody" },
  "PUT /v1/authorizations/:id/update_account_status": { utility_account_id: own.utility_account_id, status: "Active" },
  "PUT /v1/utility_accounts/:id": { a: 1 },
  "PUT /v1/meters/:id": { a: 1 },
  "PUT /v1/properties/:id": { a: 1 },
  "PUT /v1/properties/:id/budget": { amounts: [{ energy_type: null, effective_month: "2027-01", amount: 1 }] },
  "PUT /v1/webhooks/:id": { active: false },
  "PATCH /v1/utility_accounts/:id": { master_acct_num: "1" },
  "PATCH /v1/utility_bills/:id": { amount_due: 1 },
  "PATCH /v1/documents/:id": { utility_account_id: own.utility_account_id },
  "PATCH /v1/users/:id": { name: "x" },
  "POST /v1/documents/:id/accept": { findings: [] },
  "POST /v1/documents/:id/reject": { reason: "x" },
  "POST /v1/findings/:id/close": { note: "x" },
  "PATCH /v1/meters/:id": { service_name: "x" },
  "PATCH /v1/properties/:id": { name: "x" },
  "PATCH /v1/delivery/:id": { active: false },
  "PATCH /v1/mailboxes/:id": { active: false },
  "POST /v1/form_links/:id/renew": {},
  "POST /v1/form_links/:id/mail": { email: "tenant@example.com" },
  "POST /v1/authorizations/:id/challenge": { answer: "123456" },
};

const token = (await user.send("POST", "/v1/api_tokens", { name: "Other", scopes: ["read"] })).json<{ id: number }>();

/** Records of the company, by the noun of the path; each noun with an id in its path has a row. */
const IDS: Record<string, (records: Records) => number> = {
  api_tokens: () => token.id,
  // A session is found by its user, so that no id of another company can be asked for.
  me: () => 1,
  authorizations: ({ authorization_id }) => authorization_id,
  utility_accounts: ({ utility_account_id }) => utility_account_id,
  utility_bills: ({ bill_id }) => bill_id,
  documents: ({ document_id }) => document_id,
  findings: ({ finding_id }) => finding_id,
  meters: ({ meter_id }) => meter_id,
  properties: ({ property_id }) => property_id,
  webhooks: ({ webhook_id }) => webhook_id,
  delivery: ({ data_delivery_id }) => data_delivery_id,
  mailboxes: ({ mailbox_id }) => mailbox_id,
  report_links: ({ report_link_id }) => report_link_id,
  form_links: ({ form_link_id }) => form_link_id,
  green_button_requests: ({ green_button_request_id }) => green_button_request_id,
  imports: ({ import_id }) => import_id,
  users: () => user.user_id,
  invitations: ({ invitation_id }) => invitation_id,
};

/** Those of admins reach every company. */
const idRoutes = rows.filter(
  ({ pattern, access }) => pattern.includes("/:id") && ["user", "editor", "owner"].includes(access),
);

describe("the access table", () => {
  for (const { method, pattern, access } of rows.filter((row) => isSignedIn(row.access))) {
    const by = { admin: " of an admin", owner: " of an owner" }[access as string] ?? "";
    test(`${method} ${pattern} needs a token${by}`, async () => {
      const url = pattern.replace(/:\w+/g, "1");
      const answer = await server.inject({ method, url });
      assert.equal(answer.statusCode, 401);
      assert.match(String(answer.headers["content-type"]), /^application\/problem\+json/);
      if (access === "admin") assert.equal((await user.send(method, url, {})).statusCode, 403);
      if (access === "owner") assert.equal((await editor.send(method, url, {})).statusCode, 403);
    });
  }

  for (const { method, pattern } of idRoutes) {
    test(`${method} ${pattern} answers a foreign id as it answers an unknown one`, async () => {
      const noun = pattern.split("/")[2] ?? "";
      const idOf = IDS[noun];
      assert.ok(idOf, `IDS has no row for ${noun}`);
      const foreign = idOf(own);
      const answers = [];
      for (const id of [foreign, 999_999, "0", "-1", "1.5", "abc", "9".repeat(16), "9".repeat(40), "1e3", "%20"]) {
        const url = pattern.replace(":id", String(id)).replace(":delivery_id", "1");
        const { statusCode, headers, body } = await stranger.send(method, url, BODIES[`${method} ${pattern}`]);
        const { instance, request_id, ...rest } = JSON.parse(body) as Record<string, unknown>;
        assert.ok(instance !== undefined && request_id === headers["x-request-id"]);
        answers.push(JSON.stringify({ statusCode, type: headers["content-type"], rest }));
      }
      assert.equal(new Set(answers).size, 1, [...new Set(answers)].join("\n"));
      assert.match(answers[0] ?? "", /"statusCode":404/);
    });
  }

  for (const scope of ["read", "write"] as const) {
    test(`an API token for ${scope} passes where that scope is enough, and nowhere else`, async () => {
      const made = await admin.send("POST", "/v1/api_tokens", { name: scope, scopes: [scope] });
      const authorization = made.json<{ token: string }>().token;
      const wrong = [];
      for (const { method, pattern, row } of rows.filter(({ access }) => isSignedIn(access))) {
        const needed = scopeOf(method, row);
        const isEnough = needed === "read" || needed === scope;
        // What would be let in is only read: the rest would be carried out.
        if (isEnough && method !== "GET") continue;
        const answer = await server.inject({ method, url: pattern.replace(/:\w+/g, "1"), headers: { authorization } });
        if ((answer.statusCode === 403) === isEnough) wrong.push(`${method} ${pattern} ${answer.statusCode}`);
      }
      assert.deepEqual(wrong, []);
    });
  }

  test("after all these attempts the records of the other company are unchanged", async () => {
    const webhook = await user.send("GET", `/v1/webhooks/${own.webhook_id}`);
    assert.equal(webhook.json<{ active: boolean }>().active, true);
    const account = await user.send("GET", `/v1/utility_accounts/${own.utility_account_id}`);
    assert.equal("a" in account.json<{ metadata: object }>().metadata, false);
    assert.equal((await user.send("GET", `/v1/authorizations/${own.authorization_id}`)).statusCode, 200);
  });

  test("lists contain only the company's own records", async () => {
    for (const [path, id] of [
      ["/v1/utility_accounts", own.utility_account_id],
      ["/v1/meters", own.meter_id],
      ["/v1/properties", own.property_id],
      ["/v1/webhooks", own.webhook_id],
    ] as const) {
      const ids = (await user.send("GET", path)).json<{ id: number }[]>().map((record) => record.id);
      assert.deepEqual(ids, [id], path);
    }
    const { authorizations } = (await user.send("GET", "/v1/authorizations")).json<{
      authorizations: { id: number }[];
    }>();
    assert.deepEqual(
      authorizations.map(({ id }) => id),
      [own.authorization_id],
    );
  });

  test("a path with another method is 405 and names the accepted methods", async () => {
    const answer = await user.send("DELETE", "/v1/quotas");
    assert.equal(answer.statusCode, 405);
    assert.equal(answer.headers["allow"], "GET, HEAD");
    assert.deepEqual(methodsOf("/v1/nothing"), []);
  });

  test("a path without the ending of its last segment is 404", async () => {
    assert.equal((await user.send("GET", "/v1/documents/4/pages/1")).statusCode, 404);
    assert.deepEqual(methodsOf("/v1/documents/4/pages/.png"), []);
    assert.deepEqual(methodsOf("/v1/documents/4/pages/1.png"), ["GET", "HEAD"]);
  });

  test("a route without a row cannot be added", () => {
    assert.throws(() => accessOf("GET", "/v1/secrets"), /no row/);
  });
});
