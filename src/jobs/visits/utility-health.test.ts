/** What visits leave about the website of a utility: counts, trouble for everybody, and the masked page of a changed website. */
import assert from "node:assert/strict";
import { createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { after, test } from "node:test";
import { startSandbox } from "../../../sandbox/server.ts";
import { newMember, openTestApp } from "../../../test/app.ts";
import { runCommand } from "../../../test/command.ts";
import { healthLines } from "../../cli/utility/utility-health.ts";
import { ChangedPage, UtilityHealth } from "../../records/utility-health.ts";
import { recordVisit } from "../../operations/utility-health.ts";
import { deleteOldRecords } from "../retention.ts";
import { runInventory } from "./inventory.ts";

/** The sandbox behind a door that can show another page instead. */
const sandbox = await startSandbox({ port: 0 });
let shown: string | null = null;
const door = createServer((asked: IncomingMessage, answer: ServerResponse) => {
  if (shown !== null) {
    answer.writeHead(200, { "content-type": "text/html" }).end(shown);
    return;
  }
  const { method, headers, url } = asked;
  const forwarded = httpRequest(new URL(url ?? "/", sandbox.url), { method, headers }, (reply) => {
    answer.writeHead(reply.statusCode ?? 502, reply.headers);
    reply.pipe(answer);
  });
  asked.pipe(forwarded);
});
await new Promise<void>((listening) => door.listen(0, "127.0.0.1", listening));
// A listening server has an address.
const { port } = door.address() as AddressInfo;
after(async () => {
  door.closeAllConnections();
  door.close();
  await sandbox.close();
});

const running = await openTestApp({ after }, { METERBOOK_SANDBOX_PORT: String(port) });
const { app } = running;
const admin = await newMember(running, { name: "Operator", role: "admin" });
const member = await newMember(running, { name: "Members" });
const UTILITY = "northgate-electric";

async function visit(username: string, password = "sandbox"): Promise<string | null> {
  const credential = {
    online_access_url: `http://127.0.0.1:${port}/northgate-electric/`,
    online_access_username: username,
    online_access_password: password,
  };
  const made = await member.send("POST", "/v1/authorizations", credential);
  assert.equal(made.statusCode, 201, made.body);
  const { id } = made.json<{ id: number }>();
  await runInventory(app, { company_id: member.company_id, authorization_id: id }, new AbortController().signal);
  const state = await member.send("GET", `/v1/authorizations/${id}`);
  return state.json<{ status_detail: string | null }>().status_detail;
}

const healthFor = async (who: typeof admin): Promise<UtilityHealth | undefined> => {
  const answer = await who.send("GET", "/v1/utilities/health");
  assert.equal(answer.statusCode, 200, answer.body);
  return UtilityHealth.array()
    .parse(answer.json())
    .find(({ utility }) => utility === UTILITY);
};

test("before the first visit nothing is known", async () => {
  assert.equal(await healthFor(admin), undefined);
});

test("visits are counted by what became of them, and a wrong password is no trouble of the website", async () => {
  assert.equal(await visit("demo_portfolio"), null);
  assert.equal(await visit("demo_bad_login", "wrong"), "invalid_credentials");
  const health = await healthFor(admin);
  assert.ok(health?.last_success_at && health.median_seconds !== null && health.recipe_version !== null);
  assert.deepEqual(
    [health.state, health.trouble_since, health.last_day, health.changed_pages],
    ["works", null, { visits: 2, successes: 1, refusals: { invalid_credentials: 1 }, share: 1 }, 0],
  );
  assert.deepEqual(health.last_week, health.last_day);
});

test("three different logins that the changed website refuses are trouble since the first, which is said once in the log", async () => {
  shown = `<h1>Our new website</h1><p>Pat Smith, account 4471023</p><form id="signin-v2" method="post"><input name="user">
    <input name="pass" type="password"><input type="hidden" name="state" value="demo_mfa-4471023"></form>`;
  assert.equal(await visit("demo_mfa"), "portal_changed");
  assert.equal(await visit("demo_totp"), "portal_changed");
  assert.equal((await healthFor(member))?.state, "works");
  const began = Date.now();
  assert.equal(await visit("demo_question"), "portal_changed");
  assert.equal(await visit("demo_portfolio"), "portal_changed");
  const health = await healthFor(admin);
  assert.deepEqual(
    [health?.state, health?.trouble_kind, health?.last_day?.share, health?.changed_pages],
    ["trouble", "portal_changed", 0.2, 4],
  );
  assert.ok(Date.parse(health?.trouble_since ?? "") < began);
  const lines = running.logLines.filter((line) => line.includes("works for no login"));
  assert.equal(lines.length, 1);
  assert.match(lines[0] ?? "", /"kind":"portal_changed"/);
});

test("users learn that it does not work and since when, and no figure of other companies", async () => {
  const health = await healthFor(member);
  assert.ok(health?.trouble_since);
  const { svc_object_type: _type, utility, name, state, access, unproven, ...more } = health;
  assert.deepEqual(
    [utility, name, state, access, unproven],
    [UTILITY, "Northgate Electric", "trouble", "login", false],
  );
  const { trouble_since: _since, trouble_kind, ...rest } = more;
  assert.equal(trouble_kind, "portal_changed");
  assert.ok(
    Object.values(rest).every((value) => value === null),
    JSON.stringify(rest),
  );
});

test("the command line has a line for each utility, with the figures for a token of an administrator", async () => {
  const address = await running.server.listen({ host: "127.0.0.1", port: 0 });
  const made = await admin.send("POST", "/v1/api_tokens", { name: "health", scopes: ["read"] });
  const { token } = made.json<{ token: string }>();
  const figures = await runCommand("utilities", ["--health"], { METERBOOK_URL: address, METERBOOK_TOKEN: token });
  assert.equal(figures.code, 1, figures.error);
  assert.match(
    figures.out,
    /^northgate-electric +Northgate Electric +trouble since \S+: portal_changed +\S+ +1 of 6 \(invalid_credentials 1, portal_changed 4\) .* 4$/m,
  );
  assert.match(figures.out, /\nIn trouble: 1 website\.\n$/);
  const health = await healthFor(member);
  assert.ok(health);
  assert.match(
    healthLines([health])[1] ?? "",
    /^northgate-electric +Northgate Electric +trouble since \S+: portal_changed$/,
  );
  assert.deepEqual(healthLines([]), ["No utility has been visited yet."]);
});

test("the masked pages are for administrators alone, without a value of a customer, five of a utility at most", async () => {
  assert.equal((await member.send("GET", "/v1/utilities/changed_pages")).statusCode, 403);
  for (const username of ["demo_mfa_choice", "demo_locked"]) await visit(username);
  const pages = ChangedPage.array().parse(
    (await admin.send("GET", `/v1/utilities/changed_pages?utility=${UTILITY}`)).json(),
  );
  assert.equal(pages.length, 5);
  const [page] = pages;
  assert.ok(page);
  assert.ok(page.content.includes('<form id="signin-v2" method="post">'), page.content);
  assert.deepEqual([page.place, page.http_status, page.media_type], ["/northgate-electric/login", 200, "text/html"]);
  assert.match(page.detail, /^no form form#sign-in at \/northgate-electric\/login \(status 200\)/);
  assert.doesNotMatch(JSON.stringify(pages), /pat|smith|4471023|demo_|sandbox/i);
  assert.deepEqual((await admin.send("GET", "/v1/utilities/changed_pages?utility=other")).json(), []);
});

test("a success ends the trouble; counts and pages are deleted after thirty days", async () => {
  shown = null;
  assert.equal(await visit("demo_portfolio"), null);
  assert.deepEqual([(await healthFor(admin))?.state, (await healthFor(admin))?.trouble_since], ["works", null]);
  await deleteOldRecords({ ...app, now: () => Date.now() + 31 * 24 * 3600 * 1000 });
  const health = await healthFor(admin);
  assert.deepEqual([health?.last_week?.visits, health?.changed_pages], [0, 0]);
});

test("the first visits to a utility that nobody had tried are said once, with what the operator can send", async () => {
  const utility = "wake-electric";
  const answer = { detail: "no value token", place: "/", status: 200, media_type: "text/html", text: "<p>xxx</p>" };
  const ended = (authorization_id: number, outcome: "portal_changed" | "success") =>
    app.db.transaction().execute((trx) =>
      recordVisit(trx, app, {
        utility,
        access: "login",
        authorization_id,
        outcome,
        began: app.now(),
        shown: outcome === "success" ? null : answer,
      }),
    );
  const said = (part: string) =>
    running.logLines.filter((line) => line.includes(part) && line.includes(utility)).length;
  await ended(1, "portal_changed");
  await ended(2, "portal_changed");
  const row = async () =>
    UtilityHealth.array()
      .parse((await admin.send("GET", "/v1/utilities/health")).json())
      .find((each) => each.utility === utility);
  const before = await row();
  assert.deepEqual([before?.unproven, before?.last_success_at, before?.changed_pages], [true, null, 2]);
  assert.equal(said("send the project the masked page"), 1);
  await ended(1, "success");
  await ended(1, "success");
  assert.equal(said("the first visit to an unproven utility succeeded"), 1);
  assert.ok((await row())?.last_success_at);
});
