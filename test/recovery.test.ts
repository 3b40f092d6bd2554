/** Recovery: connections that break under the service cost time, never the service, a bill or a second try of a password. */
import assert from "node:assert/strict";
import { after, test } from "node:test";
import pg from "pg";
import { runInventory } from "../src/jobs/inventory.ts";
import { collected, newCompany, settledAuthorization, startTestService, submit, until } from "./start.ts";
import { factsOfApi, factsOfTruth, readTruth } from "./truth.ts";

const running = await startTestService({ after });
const { caller } = await newCompany(running.service.url, "Recovery");
const utility = "northgate-electric";

/** Cuts every connection to the database of the service, as a failover does. Gives how many there were. */
async function cutConnections(): Promise<number> {
  const client = new pg.Client({ connectionString: running.databaseUrl });
  client.on("error", () => {});
  await client.connect();
  const { rows } = await client.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid() and usename = current_user`,
  );
  await client.end();
  return rows.length;
}

test(
  "all connections cut three times while bills come in: every bill is there in the end",
  { timeout: 110_000 },
  async () => {
    const { sandboxUrl } = running;
    const id = await submit(caller, { sandboxUrl, utility, username: "demo_commercial" });
    const { accounts } = await settledAuthorization(caller, id);
    for (const account of accounts) {
      const body = { utility_account_id: account.id, status: "Active" };
      await caller.send("PUT", `/authorizations/${id}/update_account_status`, body);
    }
    for (const bills of [5, 30, 60]) {
      await until(`${bills} bills`, async () => {
        const progress = await caller
          .get<{ bills_accepted: number }>(`/authorizations/${id}/progress`)
          .catch(() => null);
        return progress !== null && progress.bills_accepted >= bills ? true : null;
      });
      assert.ok((await cutConnections()) > 3);
    }
    await until("the rest", () => collected(caller, id).catch(() => null), 100_000);
    const expected = factsOfTruth(await readTruth(sandboxUrl, utility, "demo_commercial"));
    assert.deepEqual(await factsOfApi(caller, accounts), expected);
  },
);

test("a wrong password is shown to the portal once, however often an inventory is asked for", async () => {
  const id = await submit(caller, { sandboxUrl: running.sandboxUrl, utility, username: "demo_bad_login" });
  const again = () => caller.send("POST", `/authorizations/${id}/inventory`, {}).catch(() => null);
  await Promise.all([again(), again(), again()]);
  await until("all inventories to be over", async () => {
    const { errors } = await caller.get<{ errors: string | null }>(`/authorizations/${id}`);
    return errors === null ? null : true;
  });
  await until("the last visit", async () => ((await openInventories(id)) === 0 ? true : null));
  const tried = refusals(id).filter((line) => !line.includes("refused before"));
  assert.equal(tried.length, 1);
  assert.equal((await settledAuthorization(caller, id)).status_detail, "invalid_credentials");
});

test("an inventory that was killed after its last write is run again and tells nothing twice", async () => {
  const { app } = running.service;
  const authorization_id = await submit(caller, {
    sandboxUrl: running.sandboxUrl,
    utility: "clearwater-gas-water",
    username: "demo_commercial",
  });
  await settledAuthorization(caller, authorization_id);
  const { company_id } = await app.db
    .selectFrom("authorizations")
    .select("company_id")
    .where("id", "=", authorization_id)
    .executeTakeFirstOrThrow();
  const told = async () => {
    const changes = app.db
      .selectFrom("changes")
      .select(["event_type", "record_id"])
      .where("company_id", "=", company_id);
    return (await changes.where("event_type", "like", "authorization.%").orderBy("id").execute()).filter(
      ({ record_id }) => record_id === authorization_id,
    );
  };
  const before = await told();
  assert.deepEqual(
    before.map(({ event_type }) => event_type),
    ["authorization.created", "authorization.updated"],
  );
  await runInventory(app, { company_id, authorization_id }, new AbortController().signal);
  assert.deepEqual(await told(), before);
});

/** Visits to the portal of an authorization that are not over. */
async function openInventories(id: number): Promise<number> {
  const client = new pg.Client({ connectionString: running.databaseUrl });
  await client.connect();
  const { rows } = await client.query<{ count: number }>(
    `select count(*)::int as count from pgboss.job
     where name = 'inventory' and state in ('created', 'retry', 'active') and data->>'authorization_id' = $1`,
    [String(id)],
  );
  await client.end();
  return rows[0]?.count ?? 0;
}

const refusals = (id: number) =>
  running.logLines.filter((line) => line.includes("portal refused") && line.includes(`"authorization_id":${id},`));
