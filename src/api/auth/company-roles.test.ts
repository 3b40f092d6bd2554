/** A viewer reads and changes nothing but the own sign-in, an editor is no owner, and no token lifts either. */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { newMember, sharedApp, tokenOf } from "../../../test/app.ts";
import { openRows } from "../../../test/isolation/rows.ts";
import { insertRecords } from "../../../test/records.ts";
import type { CompanyRole } from "../../records/codes.ts";
import { ACCESS, isSignedIn, scopeOf } from "./access.ts";

const running = await sharedApp();
const { app, server } = running;
const owner = await newMember(running, { name: "Roles" });
const join = (company_role: CompanyRole) => newMember(running, { name: "Roles", colleagueOf: owner, company_role });
const viewer = await join("viewer");
const editor = await join("editor");
const records = await insertRecords(app, { id: owner.company_id, uuid: owner.company_uuid });
const rows = await openRows(app.db);

type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
const routes = Object.entries(ACCESS)
  .filter(([, { access }]) => isSignedIn(access))
  .map(([route, row]) => {
    const [method = "GET", pattern = ""] = route.split(" ");
    return { route, method: method as Method, url: pattern.replace(/:\w+/g, "1"), row };
  });
const isOwnUser = ({ row }: (typeof routes)[number]) => row.records === "self";

/** A token with every scope, made by somebody who was an editor then and is a viewer now. */
async function tokenOfFormerEditor(): Promise<string> {
  const former = await join("editor");
  const made = await former.send("POST", "/v1/api_tokens", { name: "former", scopes: ["read", "write", "admin"] });
  const demoted = await owner.send("PATCH", `/v1/users/${former.user_id}`, { company_role: "viewer" });
  assert.equal(demoted.statusCode, 200);
  return made.json<{ token: string }>().token;
}

describe("a viewer", () => {
  const heads = async () => {
    const token = await tokenOf(running, viewer);
    return {
      "a token": { authorization: token },
      "a cookie": { cookie: `meterbook=${token}`, "sec-fetch-site": "same-origin" },
      "an API token from before": { authorization: await tokenOfFormerEditor() },
    } as Record<string, Record<string, string>>;
  };

  test("is refused at every route that changes records of the company, and nothing has changed", async () => {
    for (const [with_, headers] of Object.entries(await heads())) {
      const before = await rows.hashesOf(owner.company_id);
      const open: string[] = [];
      for (const each of routes.filter((route) => !isOwnUser(route) && route.method !== "GET")) {
        const body = each.method === "DELETE" ? {} : { payload: {} };
        const answer = await server.inject({ method: each.method, url: each.url, headers, ...body });
        if (answer.statusCode !== 403) open.push(`${each.route} ${answer.statusCode}`);
      }
      assert.deepEqual(open, [], with_);
      const changed = await rows.hashesOf(owner.company_id);
      // The use of a token is remembered.
      for (const hashes of [before, changed]) for (const table of ["sessions", "api_tokens"]) delete hashes[table];
      assert.deepEqual(changed, before, with_);
    }
  });

  test("reads everything that reading alone is enough for, and no link or secret with which somebody writes", async () => {
    const headers = { authorization: await tokenOf(running, viewer) };
    const refused: string[] = [];
    for (const { route, url, row } of routes.filter(({ method }) => method === "GET")) {
      const { statusCode } = await server.inject({ url, headers });
      assert.notEqual(statusCode, 401, route);
      if (statusCode === 403) refused.push(route);
      else assert.equal(scopeOf("GET", row), "read", route);
    }
    assert.deepEqual(
      refused.filter((route) => ACCESS[route]?.access !== "admin"),
      routes
        .filter(({ method, row }) => method === "GET" && row.access !== "admin")
        .filter(({ row }) => row.access !== "user" || scopeOf("GET", row) !== "read")
        .map(({ route }) => route),
    );
    for (const route of ["/v1/webhooks/validate", "/v1/authorizations/formlink", "/v1/documents/:id/review_link"])
      assert.ok(refused.includes(`GET ${route}`), route);
    assert.equal((await viewer.send("GET", `/v1/meters/${records.meter_id}`)).statusCode, 200);
  });

  test("manages the own sign-in: password, sessions, tokens that read", async () => {
    const who = await join("viewer");
    assert.equal((await who.send("GET", "/v1/me")).json<{ company_role: string }>().company_role, "viewer");
    for (const scopes of [["write"], ["admin"], ["read", "write"]])
      assert.equal((await who.send("POST", "/v1/api_tokens", { name: "x", scopes })).statusCode, 403);
    const made = await who.send("POST", "/v1/api_tokens", { name: "x", scopes: ["read"] });
    const { id, company_role_ceiling } = made.json<{ id: number; company_role_ceiling: string }>();
    assert.equal(company_role_ceiling, "viewer");
    assert.equal((await who.send("DELETE", `/v1/api_tokens/${id}`)).statusCode, 200);
    const begun = await who.send("POST", "/v1/me/authenticator", { current_password: who.password });
    assert.equal(begun.statusCode, 200);
    const change = { current_password: who.password, new_password: "another long passphrase" };
    assert.equal((await who.send("POST", "/v1/me/password", change)).statusCode, 200);
    const again = await join("viewer");
    assert.equal((await again.send("POST", "/v1/auth/logout")).statusCode, 200);
  });
});

test("who becomes a viewer decides no longer by a review link from before", async () => {
  const former = await join("editor");
  const made = await former.send("GET", `/v1/documents/${records.document_id}/review_link`);
  const { pathname } = new URL(made.json<{ review_link: string }>().review_link);
  const open = async () => (await server.inject(pathname)).statusCode;
  assert.equal(await open(), 200);
  await owner.send("PATCH", `/v1/users/${former.user_id}`, { company_role: "viewer" });
  assert.equal(await open(), 404);
});

describe("an editor", () => {
  test("passes everywhere but at the routes of owners and administrators", async () => {
    const open = [];
    const refused = [];
    for (const { route, method, url, row } of routes.filter((each) => !isOwnUser(each) && each.method !== "DELETE")) {
      const answer = await editor.send(method, url, method === "GET" ? undefined : { unknown: true });
      const isFor = row.access === "owner" || row.access === "admin";
      if (isFor && answer.statusCode !== 403) open.push(route);
      if (!isFor && answer.statusCode === 403) refused.push(route);
    }
    assert.deepEqual({ open, refused }, { open: [], refused: [] });
  });

  test("ends own API tokens, and those of others as an owner only", async () => {
    const made = await owner.send("POST", "/v1/api_tokens", { name: "of the owner", scopes: ["read"] });
    const { id } = made.json<{ id: number }>();
    assert.equal((await editor.send("DELETE", `/v1/api_tokens/${id}`)).statusCode, 403);
    const own = (await editor.send("POST", "/v1/api_tokens", { name: "own" })).json<{ id: number }>();
    assert.equal((await editor.send("DELETE", `/v1/api_tokens/${own.id}`)).statusCode, 200);
    const other = (await editor.send("POST", "/v1/api_tokens", { name: "other" })).json<{ id: number }>();
    assert.equal((await owner.send("DELETE", `/v1/api_tokens/${other.id}`)).statusCode, 200);
  });

  test("who becomes an owner has tokens of an editor from before", async () => {
    const rising = await join("editor");
    const made = await rising.send("POST", "/v1/api_tokens", { name: "rising", scopes: ["admin"] });
    assert.equal((await owner.send("PATCH", `/v1/users/${rising.user_id}`, { company_role: "owner" })).statusCode, 200);
    const { token } = made.json<{ token: string }>();
    const asked = { url: "/v1/me", headers: { authorization: token } };
    assert.equal((await server.inject(asked)).json<{ company_role: string }>().company_role, "editor");
    assert.equal((await server.inject({ ...asked, url: "/v1/audit" })).statusCode, 403);
    assert.equal((await rising.send("GET", "/v1/audit")).statusCode, 200);
  });
});

test("an admin acts as an owner of the own company, whatever role the user has there", async () => {
  const operator = await newMember(running, { name: "Operator", role: "admin", company_role: "viewer" });
  assert.equal((await operator.send("GET", "/v1/me")).json<{ company_role: string }>().company_role, "owner");
  assert.equal((await operator.send("GET", "/v1/audit")).statusCode, 200);
});
