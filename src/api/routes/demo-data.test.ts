/** An owner looks at the demo by one button where its utilities run; it is collected like anything else, and once. */
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { startSandbox } from "../../../sandbox/server.ts";
import { newMember, openTestApp } from "../../../test/app.ts";
import { runInventory } from "../../jobs/visits/inventory.ts";

interface Shown {
  available: boolean;
  present: boolean;
  authorizations: number;
  accounts: number;
}

const sandbox = await startSandbox({ port: 0, log: () => {} });
after(() => sandbox.close());
const never = new AbortController().signal;

test("it is given to each of the utilities, once, and its accounts are collected without another word", async () => {
  const running = await openTestApp({ after }, { METERBOOK_SANDBOX_PORT: new URL(sandbox.url).port });
  const { app } = running;
  const owner = await newMember(running, { name: "New" });
  const editor = await newMember(running, { name: "New", company_role: "editor", colleagueOf: owner });
  const other = await newMember(running, { name: "Other" });
  assert.equal((await owner.send("GET", "/v1/demo_data")).json<Shown>().available, true);
  assert.equal((await editor.send("POST", "/v1/demo_data")).statusCode, 403);
  const answers = await Promise.all([owner.send("POST", "/v1/demo_data"), owner.send("POST", "/v1/demo_data")]);
  assert.deepEqual(
    answers.map(({ statusCode }) => statusCode),
    [202, 202],
  );
  const { authorizations, present } = (await owner.send("GET", "/v1/demo_data")).json<Shown>();
  assert.deepEqual([present, authorizations], [true, 2]);
  const { company_id } = owner;
  const jobs = await app.jobs.claim({ inventory: 10 });
  for (const { payload } of jobs) await runInventory(app, payload, never);
  const accounts = (await owner.send("GET", "/v1/utility_accounts")).json<{ status: string }[]>();
  const statuses = accounts.map(({ status }) => status);
  assert.ok(statuses.length > 8, String(statuses.length));
  assert.deepEqual([...new Set(statuses)], ["Active"]);
  assert.equal((await owner.send("GET", "/v1/demo_data")).json<Shown>().accounts, statuses.length);
  assert.equal((await other.send("GET", "/v1/demo_data")).json<Shown>().present, false);
  const log = await app.db.selectFrom("audit_log").select("action").where("company_id", "=", company_id).execute();
  assert.equal(log.filter(({ action }) => action === "demo_data.added").length, 1);
});

test("it is refused with a sentence where they do not run", async () => {
  const running = await openTestApp({ after });
  const owner = await newMember(running, { name: "Alone" });
  assert.equal((await owner.send("GET", "/v1/demo_data")).json<Shown>().available, false);
  const refused = await owner.send("POST", "/v1/demo_data");
  assert.equal(refused.statusCode, 409);
  assert.match(refused.body, /the operator starts them/);
});
