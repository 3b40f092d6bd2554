import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { sql } from "kysely";
import pg from "pg";
import { startSandbox } from "../../../sandbox/server.ts";
import { PET, TOTP_SECRET } from "../../../sandbox/world/scenarios.ts";
import { testDatabase } from "../../../test/database.ts";
import { openApp, type App } from "../../app.ts";
import { answerChallenge, findOpenChallenge } from "../../operations/challenges.ts";
import { readConfig } from "../../config.ts";
import { createLog } from "../../log.ts";
import { setAccountStatus } from "../../store/records/accounts.ts";
import { findAuthorization, listAuthorizationAccounts } from "../../store/authorizations/authorizations.ts";
import { withVisitLock } from "../../store/locks.ts";
import { makeAuthorizationKey } from "../../operations/authorization-keys.ts";
import {
  forgetAuthorization,
  correctCredential,
  restartInventory,
  submitCredential,
} from "../../operations/authorizations.ts";
import { createCompany } from "../../operations/companies.ts";
import { runFetch } from "./fetch.ts";
import { runInventory } from "./inventory.ts";
import { runSweep } from "../sweep.ts";

const MINUTE_MS = 60_000;
const never = new AbortController().signal;
const requests: string[] = [];
const sandbox = await startSandbox({ port: 0, log: (line) => requests.push(line) });
const dataDir = await mkdtemp(join(tmpdir(), "meterbook-test-"));
const dropping: (() => Promise<void>)[] = [];
const databaseUrl = await testDatabase({ after: (drop) => void dropping.push(drop) });
const client = new pg.Client({ connectionString: databaseUrl });
await client.connect();
/** The clock of the service stands still until a test moves it; that of the sandbox is the real one. */
let clockMs = Date.now();

/** The service as another process sees it, with all state in the database. Without a worker. */
const openProcess = (): Promise<App> =>
  openApp({
    config: readConfig({ METERBOOK_DATA_DIR: dataDir }),
    databaseUrl,
    publicUrl: "http://localhost:8080",
    registry: { sandboxUrl: sandbox.url },
    log: createLog({ level: "silent" }),
    now: () => clockMs,
  });

const app = await openProcess();
const other = await openProcess();
const { id: company_id } = await createCompany(app, { name: "Second factor" });
after(async () => {
  await app.close();
  await other.close();
  await client.end();
  for (const drop of dropping) await drop();
  await sandbox.close();
  await rm(dataDir, { recursive: true, force: true });
});

type Of = { company_id: number; authorization_id: number };

async function submit(username: string, twoFactorInstructions: string | null = null): Promise<Of> {
  const credential = {
    online_access_url: `${sandbox.url}/clearwater-gas-water/`,
    online_access_username: username,
    online_access_password: "sandbox",
    twoFactorInstructions,
  };
  const key = await makeAuthorizationKey(app, company_id);
  const { id } = await app.db
    .transaction()
    .execute((trx) => submitCredential(trx, app, { company_id, credential, key }));
  return { company_id, authorization_id: id };
}

const stateOf = async ({ authorization_id }: Of) => {
  const row = await findAuthorization(app.db, company_id, authorization_id);
  return [row?.status, row?.status_detail];
};
const openOf = ({ authorization_id }: Of) => findOpenChallenge(app, company_id, authorization_id);

/** The sealed secrets of a challenge. */
async function sealed(): Promise<string[]> {
  const { rows } = await client.query<{ what: string }>(
    `select record_type || ' ' || field as what from secrets
     where record_type = 'challenge' or field = 'remembered_device' order by 1`,
  );
  return rows.map(({ what }) => what);
}
const clearSealed = () =>
  client.query("delete from secrets where record_type = 'challenge' or field = 'remembered_device'");

/** How often a password was sent. */
const signIns = (): number =>
  requests.filter((line) => line.startsWith("POST /clearwater-gas-water/signin 302")).length;

async function ask(username = "demo_question"): Promise<Of> {
  await clearSealed();
  // The same login can be submitted ten times an hour.
  clockMs += 10 * MINUTE_MS;
  const of = await submit(username);
  await runInventory(app, of, never);
  assert.deepEqual(await stateOf(of), ["Pending", "mfa_required"]);
  return of;
}

test("one process opens the challenge, another accepts the answer, a third continues the visit of the first", async () => {
  const of = await ask();
  const before = signIns();
  assert.deepEqual(await sealed(), ["challenge session"]);
  assert.equal(await answerChallenge(other, { ...of, answer: PET }), "accepted");
  assert.deepEqual(await sealed(), ["challenge answer", "challenge session"]);
  assert.deepEqual(await stateOf(of), ["Inventory Pending", null]);
  const third = await openProcess();
  await runInventory(third, of, never);
  await third.close();
  assert.deepEqual(await stateOf(of), ["Inventory Complete", null]);
  assert.equal(signIns(), before, "the password was not needed again");
  assert.deepEqual(await sealed(), ["authorization remembered_device"]);
});

test("a job that is killed while it tries the answer signs in again and gets a new challenge", async () => {
  const of = await ask();
  await answerChallenge(app, { ...of, answer: PET });
  const killed = AbortSignal.abort(new Error("killed"));
  await assert.rejects(runInventory(app, of, killed), /killed/);
  assert.deepEqual(await sealed(), [], "the answer is given to no portal twice");
  await runInventory(app, of, never);
  assert.deepEqual(await stateOf(of), ["Pending", "mfa_required"]);
  await answerChallenge(app, { ...of, answer: PET });
  await runInventory(app, of, never);
  assert.deepEqual(await stateOf(of), ["Inventory Complete", null]);
});

test("of two answers at once one is accepted", async () => {
  const of = await ask();
  const given = await Promise.all([app, other].map((by) => answerChallenge(by, { ...of, answer: PET })));
  assert.deepEqual(given.toSorted(), ["accepted", "gone"]);
});

test("an answer to an earlier challenge is not used for the current one", async () => {
  const of = await ask();
  const challenge_id = (await openOf(of))?.id ?? 0;
  await answerChallenge(app, { ...of, answer: "Rex", challenge_id });
  await runInventory(app, of, never);
  assert.equal(await answerChallenge(app, { ...of, answer: "Rex", challenge_id }), "gone");
  assert.equal((await openOf(of))?.tries_left, 2);
});

test("a job that is enqueued twice causes no second code", async () => {
  const of = await ask("demo_mfa");
  const before = [signIns(), (await openOf(of))?.id];
  await runInventory(other, of, never);
  await runFetch(other, of, never);
  assert.deepEqual([signIns(), (await openOf(of))?.id], before);
});

test("after ten minutes the challenge is closed, its secrets are deleted, and a message states what to do", async () => {
  const of = await ask();
  clockMs += 10 * MINUTE_MS;
  assert.equal(await openOf(of), undefined);
  assert.equal(await answerChallenge(app, { ...of, answer: PET }), "gone");
  await runSweep(app);
  assert.deepEqual(await sealed(), []);
  const row = await findAuthorization(app.db, company_id, of.authorization_id);
  assert.deepEqual([row?.status, row?.status_detail, row?.action_required_by], ["Pending", "mfa_required", "customer"]);
  assert.equal(
    row?.errors,
    "The second sign-in step of Clearwater Gas & Water was not answered within 10 minutes. Start the sign-in again to get a new question.",
  );
});

test("webhooks are notified once each time the customer must act, and when an authorization is stopped", async () => {
  const of = await ask();
  const own = { company_id, id: of.authorization_id };
  const events = async (type: string) =>
    (await sql`select 1 from events where event_type = ${type} and ${own.id} = any(record_ids)`.execute(app.db)).rows;
  assert.equal((await events("authorization.action_required")).length, 1);
  await answerChallenge(app, { ...of, answer: "Rex" });
  await runInventory(app, of, never);
  assert.equal((await events("authorization.action_required")).length, 2, "asked again after a wrong answer");
  clockMs += 11 * MINUTE_MS;
  await runSweep(app);
  assert.equal((await events("authorization.action_required")).length, 2, "it was to act before");
  const { length } = await events("authorization.updated");
  await app.db.transaction().execute((trx) => forgetAuthorization(trx, app, own, "company"));
  assert.equal((await events("authorization.updated")).length, length + 1);
});

test("an expired answer is not sent: the portal opens a new challenge", async () => {
  const of = await ask();
  await answerChallenge(app, { ...of, answer: PET });
  clockMs += 11 * MINUTE_MS;
  const before = signIns();
  await runInventory(app, of, never);
  assert.equal(signIns(), before + 1);
  assert.deepEqual(await stateOf(of), ["Pending", "mfa_required"]);
  assert.deepEqual(await sealed(), ["challenge session"]);
});

/** Passes the challenge and stores the remembered device. */
async function enter(): Promise<Of> {
  const of = await ask();
  await answerChallenge(app, { ...of, answer: PET });
  await runInventory(app, of, never);
  assert.deepEqual(await sealed(), ["authorization remembered_device"]);
  return of;
}

const ENDINGS: { name: string; end: (of: { company_id: number; id: number }) => Promise<unknown> }[] = [
  {
    name: "a mended credential",
    end: (of) =>
      app.db.transaction().execute((trx) => correctCredential(trx, app, of, { online_access_password: "another" })),
  },
  {
    name: "a forgotten credential",
    end: (of) => app.db.transaction().execute((trx) => forgetAuthorization(trx, app, of, "company")),
  },
];
for (const { name, end } of ENDINGS) {
  test(`${name} deletes the remembered device and the challenge too`, async () => {
    const { authorization_id } = await enter();
    await end({ company_id, id: authorization_id });
    assert.deepEqual(await sealed(), []);
    const asked = await ask();
    await end({ company_id, id: asked.authorization_id });
    assert.deepEqual(await sealed(), []);
    assert.equal(await openOf(asked), undefined);
  });
}

test("a restarted sign-in deletes the challenge and keeps the remembered device", async () => {
  const of = await enter();
  await app.db.transaction().execute((trx) => restartInventory(trx, app, { company_id, id: of.authorization_id }));
  assert.deepEqual(await sealed(), ["authorization remembered_device"]);
  const before = requests.length;
  await runInventory(app, of, never);
  assert.deepEqual(await stateOf(of), ["Inventory Complete", null]);
  assert.ok(!requests.slice(before).some((line) => line.includes("/signin/")), "no second step");
});

test("a remembered device that the portal refuses is dropped", async () => {
  const of = await enter();
  await fetch(`${sandbox.url}/devices/clearwater-gas-water/forget`, { method: "POST", redirect: "manual" });
  const [account] = await listAuthorizationAccounts(app.db, company_id, of.authorization_id);
  await app.db
    .transaction()
    .execute((trx) => setAccountStatus(trx, { ...of, utility_account_id: account?.id ?? 0, status: "Active" }));
  await runFetch(app, of, never);
  assert.deepEqual(await stateOf(of), ["Pending", "mfa_required"]);
  assert.deepEqual(await sealed(), ["challenge session"]);
});

/** How many inventories wait in the queue. */
async function waitingInventories(): Promise<number> {
  const { rows } = await client.query<{ count: string }>("select count(*) from jobs where kind = 'inventory'");
  return Number(rows[0]?.count);
}
const emptyQueue = () => client.query("delete from jobs where kind = 'inventory'");

test("an authenticator's code is sent once: within its half minute the next sign-in waits", async () => {
  await clearSealed();
  clockMs = Date.now();
  const of = await submit("demo_totp", TOTP_SECRET);
  await runInventory(app, of, never);
  assert.deepEqual(await stateOf(of), ["Inventory Complete", null]);
  // A portal that remembers no device.
  await clearSealed();
  await emptyQueue();
  const before = signIns();
  await runInventory(app, of, never);
  assert.equal(signIns(), before, "no password is shown while it has to wait");
  assert.equal(await waitingInventories(), 1);
  clockMs += 30_000;
  await runInventory(app, of, never);
  assert.deepEqual([signIns(), ...(await stateOf(of))], [before + 1, "Inventory Complete", null]);
});

test("a visit that finds the portal busy is enqueued again without limit", async () => {
  const of = await submit("demo_residential");
  await withVisitLock(app.db, of.authorization_id, async () => {
    for (let time = 0; time < 3; time += 1) {
      await emptyQueue();
      await runInventory(app, of, never);
      assert.equal(await waitingInventories(), 1);
    }
  });
});
