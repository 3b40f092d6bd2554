/** A session that a visit leaves is used by the next one until the portal no longer knows it. */
import assert from "node:assert/strict";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { startSandbox } from "../../../sandbox/server.ts";
import { newMember, openTestApp } from "../../../test/app.ts";
import { BUILT_IN_UTILITIES } from "../../utilities/utilities.ts";
import { runFetch } from "./fetch.ts";
import { runInventory } from "./inventory.ts";

const UTILITY = "prairie-energy";
const folder = mkdtempSync(join(tmpdir(), "meterbook-utilities-"));
after(() => rmSync(folder, { recursive: true, force: true }));
mkdirSync(join(folder, UTILITY));
cpSync(join(BUILT_IN_UTILITIES, UTILITY), join(folder, UTILITY), { recursive: true });
const recipe = readFileSync(join(BUILT_IN_UTILITIES, UTILITY, "recipe.yaml"), "utf8");
writeFileSync(join(folder, UTILITY, "recipe.yaml"), recipe.replace("logins_per_day: 2000", "logins_per_day: 2"));

const requests: string[] = [];
let sandbox = await startSandbox({ port: 0, log: (line) => requests.push(line) });
after(() => sandbox.close());
const { port } = new URL(sandbox.url);
const running = await openTestApp({ after }, { METERBOOK_SANDBOX_PORT: port, METERBOOK_UTILITIES_DIR: folder });
const { app, passMs } = running;
const member = await newMember(running, { name: "Sessions" });
const never = new AbortController().signal;

const signIns = (): number => requests.filter((line) => line.startsWith(`POST /${UTILITY}/login 30`)).length;
const signOuts = (): number => requests.filter((line) => line.startsWith(`GET /${UTILITY}/logout`)).length;

async function submit(username: string): Promise<number> {
  const made = await member.send("POST", "/v1/authorizations", {
    online_access_url: `${sandbox.url}/${UTILITY}/`,
    online_access_username: username,
    online_access_password: "sandbox",
  });
  assert.equal(made.statusCode, 201, made.body);
  return made.json<{ id: number }>().id;
}

async function inventory(authorization_id: number): Promise<[string, string | null]> {
  await runInventory(app, { company_id: member.company_id, authorization_id }, never);
  const state = (await member.send("GET", `/v1/authorizations/${authorization_id}`)).json<{
    status: string;
    status_detail: string | null;
  }>();
  return [state.status, state.status_detail];
}

const kept = async (authorization_id: number): Promise<number> => {
  const rows = await app.db
    .selectFrom("secrets")
    .select("sealed")
    .where("field", "=", "kept_session")
    .where("record_id", "=", authorization_id)
    .execute();
  return rows.length;
};

const setFault = (fault: string | null): Promise<Response> =>
  fetch(`${sandbox.url}/sandbox/faults`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ utility: UTILITY, fault }),
  });

const DONE = ["Inventory Complete", null];

test("visits after the first go on with its session: no sign-in, no sign-out, and nothing is counted for the daily limit", async () => {
  const id = await submit("demo_residential");
  for (let visit = 1; visit <= 4; visit += 1) assert.deepEqual(await inventory(id), DONE);
  assert.deepEqual([signIns(), signOuts(), await kept(id)], [1, 0, 1]);
  const account = (await member.send("GET", `/v1/authorizations/${id}`)).json<{
    accounts: { id: number }[];
  }>().accounts[0];
  await member.send("PUT", `/v1/authorizations/${id}/update_account_status`, {
    utility_account_id: account?.id,
    status: "Active",
  });
  await runFetch(app, { company_id: member.company_id, authorization_id: id }, never);
  assert.equal(signIns(), 1);
  assert.ok(
    requests.some((line) => line.includes("/bills/")),
    "bills were fetched",
  );
});

test("a session that the portal has forgotten is replaced by one sign-in, and one whose visit is refused is dropped", async () => {
  const id = await submit("demo_commercial");
  assert.deepEqual(await inventory(id), DONE);
  const before = signIns();
  await sandbox.close();
  // Its sessions are in its memory.
  sandbox = await startSandbox({ port: Number(port), log: (line) => requests.push(line) });
  assert.deepEqual(await inventory(id), DONE);
  assert.deepEqual(await inventory(id), DONE);
  assert.deepEqual([signIns(), await kept(id)], [before + 1, 1]);
  await setFault("layout_changed");
  assert.deepEqual(await inventory(id), ["Pending", "portal_changed"]);
  assert.deepEqual([signIns(), await kept(id)], [before + 1, 0]);
  await setFault(null);
});

test("a session is not used after its hours, nor after the credential was corrected or deleted", async () => {
  passMs(25 * 3600 * 1000);
  const id = await submit("demo_residential");
  assert.deepEqual(await inventory(id), DONE);
  const before = signIns();
  await member.send("PATCH", `/v1/authorizations/${id}`, { online_access_password: "sandbox " });
  assert.equal(await kept(id), 0);
  assert.deepEqual(await inventory(id), ["Pending", "invalid_credentials"]);
  assert.equal(await kept(id), 0);
  passMs(25 * 3600 * 1000);
  await member.send("PATCH", `/v1/authorizations/${id}`, { online_access_password: "sandbox" });
  assert.deepEqual(await inventory(id), DONE);
  passMs(23 * 3600 * 1000);
  const stillKept = signIns();
  assert.deepEqual(await inventory(id), DONE);
  assert.equal(signIns(), stillKept);
  passMs(25 * 3600 * 1000);
  const inBetween = signIns();
  assert.deepEqual(await inventory(id), DONE);
  assert.equal(signIns(), inBetween + 1);
  assert.ok(inBetween > before);
  await member.send("DELETE", `/v1/authorizations/${id}`);
  assert.equal(await kept(id), 0);
});
