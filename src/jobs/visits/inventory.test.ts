/** Visits whose authorization was corrected or stopped meanwhile. */
import assert from "node:assert/strict";
import { createServer, request, type IncomingMessage, type ServerResponse } from "node:http";
import { pipeline } from "node:stream/promises";
import { after, test } from "node:test";
import { startSandbox } from "../../../sandbox/server.ts";
import { newMember, openTestApp } from "../../../test/app.ts";
import { untilLocked } from "../../../test/lock-waits.ts";
import { serve } from "../../../test/outbound.ts";
import { findAuthorization, lockAuthorization } from "../../store/authorizations/authorizations.ts";
import type { Trx } from "../../store/db.ts";
import { makeAuthorizationKey } from "../../operations/authorization-keys.ts";
import { forgetAuthorization, correctCredential, submitCredential } from "../../operations/authorizations.ts";
import { giveUpVisit, runInventory, tryLater } from "./inventory.ts";

const sandbox = await startSandbox({ port: 0, host: "127.0.0.1" });
after(() => sandbox.close());

/** A proxy to the sandbox with a hook that runs before a page is returned. */
const shown: string[] = [];
let beforePage: (path: string) => Promise<unknown> = () => Promise.resolve();
async function passOn(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const { url = "/", method, headers } = incoming;
  shown.push(`${method} ${url}`);
  await beforePage(url);
  const passed = request(new URL(url, sandbox.url), { method, headers }, (answer) => {
    outgoing.writeHead(answer.statusCode ?? 500, answer.headers);
    void pipeline(answer, outgoing);
  });
  await pipeline(incoming, passed);
}
const door = await serve(createServer((incoming, outgoing) => void passOn(incoming, outgoing)));
const running = await openTestApp({ after }, { METERBOOK_SANDBOX_PORT: new URL(door.origin).port });
const { app } = running;
const { company_id } = await newMember(running, { name: "Visits" });
const never = new AbortController().signal;

async function submit(): Promise<{ company_id: number; id: number }> {
  const credential = {
    online_access_url: `${door.origin}/clearwater-gas-water/`,
    online_access_username: "demo_commercial",
    online_access_password: "sandbox",
  };
  const key = await makeAuthorizationKey(app, company_id);
  const { id } = await app.db
    .transaction()
    .execute((trx) => submitCredential(trx, app, { company_id, credential, key }));
  return { company_id, id };
}

/** Runs the inventory, and calls the hook just before the portal returns the accounts. */
async function inventoryDuring({ id }: { id: number }, act: (trx: Trx) => Promise<unknown>): Promise<void> {
  let acted = false;
  beforePage = async (path) => {
    if (acted || !path.endsWith("/dashboard")) return;
    acted = true;
    await app.db.transaction().execute(act);
  };
  await runInventory(app, { company_id, authorization_id: id }, never);
  assert.ok(acted);
}

const reached = async (id: number) =>
  (await app.db.selectFrom("authorization_accounts").selectAll().where("authorization_id", "=", id).execute()).length;
const statusOf = async (id: number) => (await findAuthorization(app.db, company_id, id))?.status;

test("an authorization that is stopped during its inventory gets no account", async () => {
  const authorization = await submit();
  await inventoryDuring(authorization, (trx) => forgetAuthorization(trx, app, authorization, "company"));
  assert.equal(await reached(authorization.id), 0);
});

test("a login that is corrected during an inventory gets no account of the old login, and its own inventory runs", async () => {
  const authorization = await submit();
  await inventoryDuring(authorization, (trx) =>
    correctCredential(trx, app, authorization, { online_access_username: "demo_residential" }),
  );
  assert.deepEqual([await statusOf(authorization.id), await reached(authorization.id)], ["Inventory Pending", 0]);
  await inventoryDuring(authorization, () => Promise.resolve());
  assert.equal(await statusOf(authorization.id), "Inventory Complete");
  assert.ok((await reached(authorization.id)) > 0);
});

test("a login that is corrected while an inventory opens the old one is not sent to the old portal", async () => {
  const authorization = await submit();
  shown.length = 0;
  const { inventory } = await app.db.transaction().execute(async (trx) => {
    await lockAuthorization(trx, company_id, authorization.id);
    const visit = runInventory(app, { company_id, authorization_id: authorization.id }, never);
    await untilLocked(app.db, "the inventory to wait for the authorization");
    const other = { online_access_url: "https://portal.example.com/", online_access_password: "of another utility" };
    await correctCredential(trx, app, authorization, other);
    return { inventory: visit };
  });
  await inventory;
  assert.deepEqual(shown, []);
});

test("an inventory that fails for good is recorded in the change feed, and a stopped authorization is not changed", async () => {
  const authorization = await submit();
  const of = { company_id, authorization_id: authorization.id };
  const news = async () => {
    const changes = app.db.selectFrom("changes").select("event_type").where("company_id", "=", company_id);
    const told = await changes.where("record_id", "=", authorization.id).orderBy("id").execute();
    return told.map(({ event_type }) => event_type).filter((type) => type.startsWith("authorization."));
  };
  await giveUpVisit(app, of);
  assert.equal(await statusOf(authorization.id), "Pending");
  assert.deepEqual(await news(), ["authorization.created", "authorization.updated"]);
  await app.db.transaction().execute((trx) => forgetAuthorization(trx, app, authorization, "company"));
  const before = await findAuthorization(app.db, company_id, authorization.id);
  await giveUpVisit(app, of);
  assert.deepEqual(await findAuthorization(app.db, company_id, authorization.id), before);
});

test("visits that wait for another one are tried again in two seconds, and many of one company more slowly", async () => {
  const { company_id: busy } = await newMember(running, { name: "Many that wait" });
  const waitSeconds = async (others: number): Promise<number> => {
    const payloads = Array.from({ length: others }, (_, at) => ({
      company_id: busy,
      authorization_id: 1_000_000 + at,
    }));
    await app.jobs.enqueueAll(app.db, "inventory", payloads, { startAfter: "2999-01-01T00:00:00Z" });
    await tryLater(app, "inventory", { company_id: busy, authorization_id: others });
    const [job] = await app.db
      .selectFrom("jobs")
      .select("run_at")
      .where("payload", "=", JSON.stringify({ company_id: busy, authorization_id: others }))
      .execute();
    return Math.round((Date.parse(job?.run_at ?? "") - app.now()) / 1000);
  };
  assert.deepEqual([await waitSeconds(3), await waitSeconds(100), await waitSeconds(2000)], [2, 10, 60]);
  await app.db.deleteFrom("jobs").where("company_id", "=", busy).execute();
});
