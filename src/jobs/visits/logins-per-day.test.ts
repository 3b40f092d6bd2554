/** The daily sign-ins to a utility website are limited by its recipe across companies and authorizations; further visits wait, and lose nothing. */
import assert from "node:assert/strict";
import { createServer, request } from "node:http";
import { pipeline } from "node:stream/promises";
import { after, test } from "node:test";
import { startSandbox } from "../../../sandbox/server.ts";
import { newMember, openTestApp, type Member } from "../../../test/app.ts";
import { serve } from "../../../test/outbound.ts";
import type { Connector } from "../../connectors/contract.ts";
import { findAuthorization } from "../../store/authorizations/authorizations.ts";
import { runInventory } from "./inventory.ts";

const sandbox = await startSandbox({ port: 0, host: "127.0.0.1" });
after(() => sandbox.close());
let signIns = 0;
const door = await serve(
  createServer((incoming, outgoing) => {
    const { url = "/", method, headers } = incoming;
    if (method === "POST" && url.endsWith("/login")) signIns += 1;
    const passed = request(new URL(url, sandbox.url), { method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 500, answer.headers);
      void pipeline(answer, outgoing);
    });
    void pipeline(incoming, passed);
  }),
);
const running = await openTestApp({ after }, { METERBOOK_SANDBOX_PORT: new URL(door.origin).port });
const { app, passMs } = running;
const url = `${door.origin}/northgate-electric/`;
const members = [await newMember(running, { name: "First" }), await newMember(running, { name: "Second" })];
const never = new AbortController().signal;
const HOUR_MS = 3600_000;

/** The connector of the utility, with limits set by the test. */
function limit(limits: Pick<Connector, "loginsPerDay" | "utilityLoginsPerDay">): void {
  const connector = app.connectors.find(url);
  assert.ok(connector !== null);
  Object.assign(connector, { loginsPerDay: undefined, utilityLoginsPerDay: undefined, ...limits });
}
const credential = (username: string, password: string) => ({
  online_access_url: url,
  online_access_username: username,
  online_access_password: password,
});
const submit = async (member: Member, username: string, password: string) => {
  const answer = await member.send("POST", "/v1/authorizations", credential(username, password));
  return { status: answer.statusCode, id: answer.json<{ id: number }>().id, member };
};
const visit = async ({ member: { company_id }, id }: { member: Member; id: number }) => {
  await runInventory(app, { company_id, authorization_id: id }, never);
  const row = await findAuthorization(app.db, company_id, id);
  assert.ok(row !== undefined);
  return row;
};

test("25 passwords of one login, posted and corrected by two companies, reach the portal five times", async () => {
  limit({ loginsPerDay: 5 });
  const tried: string[] = [];
  const open = await Promise.all(members.map((member) => submit(member, "demo_residential", "wrong 0")));
  for (const each of open) tried.push((await visit(each)).status_detail ?? "none");
  for (let n = 1; tried.length < 25; n += 1) {
    const each = open[n % 2];
    assert.ok(each !== undefined);
    // With a different spelling and at another time it is the same login.
    const username = n % 3 === 0 ? " Demo_Residential" : "demo_residential";
    if (n % 7 === 0) passMs(HOUR_MS);
    if (n % 5 === 0) {
      const another = await submit(each.member, username, `wrong ${n}`);
      if (another.status === 201) tried.push((await visit(another)).status_detail ?? "none");
      continue;
    }
    const edit = { online_access_username: username, online_access_password: n === 24 ? "sandbox" : `wrong ${n}` };
    const { statusCode } = await each.member.send("PATCH", `/v1/authorizations/${each.id}`, edit);
    if (statusCode === 429) {
      passMs(HOUR_MS);
      continue;
    }
    assert.equal(statusCode, 200);
    tried.push((await visit(each)).status_detail ?? "none");
  }
  assert.equal(signIns, 5);
  assert.deepEqual([...new Set(tried.slice(0, 5))], ["invalid_credentials"]);
  assert.deepEqual([...new Set(tried.slice(5))], ["login_limit"]);
});

test("a visit beyond the limit waits, states until when and why, and then continues", async () => {
  passMs(24 * HOUR_MS);
  limit({ loginsPerDay: 1 });
  const [member] = members;
  assert.ok(member !== undefined);
  const first = await submit(member, "demo_commercial", "sandbox");
  assert.equal((await visit(first)).status, "Inventory Complete");
  const second = await submit(member, "demo_commercial", "sandbox");
  const waiting = await visit(second);
  assert.deepEqual(
    [waiting.status, waiting.status_detail, waiting.action_required_by],
    ["Pending", "login_limit", "none"],
  );
  assert.match(waiting.errors ?? "", /^We have signed in at Northgate Electric as often as allowed in one day\. /);
  const waitMs = Date.parse(waiting.retry_at ?? "") - app.now();
  assert.ok(waitMs > 23 * HOUR_MS && waitMs <= 24 * HOUR_MS, `${waitMs}`);
  passMs(waitMs);
  assert.equal((await visit(second)).status, "Inventory Complete");
});

test("a utility can have its own limit over all logins", async () => {
  passMs(24 * HOUR_MS);
  limit({ loginsPerDay: 50, utilityLoginsPerDay: 2 });
  const [member] = members;
  assert.ok(member !== undefined);
  const details: (string | null)[] = [];
  for (const username of ["demo_residential", "demo_commercial", "demo_bad_login"])
    details.push((await visit(await submit(member, username, "sandbox"))).status_detail);
  assert.deepEqual(details, [null, null, "login_limit"]);
});

test("a company that adds logins without end leaves half of a utility's sign-ins to the others", async () => {
  passMs(24 * HOUR_MS);
  limit({ loginsPerDay: 50, utilityLoginsPerDay: 4 });
  const [large, small] = members;
  assert.ok(large !== undefined && small !== undefined);
  const detailsOf = async (member: Member, logins: string[]) => {
    const details: (string | null)[] = [];
    for (const username of logins) details.push((await visit(await submit(member, username, "sandbox"))).status_detail);
    return details;
  };
  assert.deepEqual(await detailsOf(small, ["demo_commercial"]), [null]);
  const bogus = ["nobody 1", "nobody 2", "nobody 3", "nobody 4"];
  const refused = await detailsOf(large, bogus);
  assert.deepEqual(refused, ["invalid_credentials", "invalid_credentials", "login_limit", "login_limit"]);
  assert.deepEqual(await detailsOf(small, ["demo_residential"]), [null]);
  passMs(24 * HOUR_MS);
  assert.deepEqual(new Set(await detailsOf(large, bogus)), new Set(["invalid_credentials"]));
});

test("a login is corrected ten times in an hour, by API and form together; then 429 states when to try again", async () => {
  passMs(HOUR_MS);
  const [first, second] = members;
  assert.ok(first !== undefined && second !== undefined);
  const { id } = await submit(first, "somebody", "0");
  const edit = (n: number) =>
    first.send("PATCH", `/v1/authorizations/${id}`, {
      online_access_username: `other ${n}`,
      online_access_password: "x",
    });
  const statuses: number[] = [];
  for (let n = 0; n < 12; n += 1) statuses.push((await edit(n)).statusCode);
  assert.deepEqual(statuses, [...Array<number>(10).fill(200), 429, 429], "also with another user name each time");
  const refused = await edit(12);
  const wait = Number(refused.headers["retry-after"]);
  assert.ok(wait > 3500 && wait <= 3600, String(wait));
  const posted: number[] = [];
  for (let n = 0; n < 12; n += 1) posted.push((await submit(second, n % 2 === 0 ? "pat" : " PAT", `${n}`)).status);
  assert.deepEqual(
    posted,
    [...Array<number>(10).fill(201), 429, 429],
    "new authorizations of one login count together",
  );
  assert.equal((await submit(first, "pat", "x")).status, 201, "another company is not kept out");
  const kept = JSON.stringify(await app.db.selectFrom("attempts").selectAll().execute());
  assert.ok(!/demo_|somebody|\bpat\b/i.test(kept));
});
