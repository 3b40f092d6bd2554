/** Recovery: a step repeated after a crash neither submits a password to a portal a second time nor reports anything twice. */
import assert from "node:assert/strict";
import { after, test } from "node:test";
import pg from "pg";
import { runInventory } from "../src/jobs/visits/inventory.ts";
import { newCompany, finishedAuthorization, submit, until } from "./callers.ts";
import { startTestService } from "./start.ts";

const running = await startTestService({ after });
const { caller } = await newCompany(running.service.url, "Recovery");
const utility = "northgate-electric";

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
  assert.equal((await finishedAuthorization(caller, id)).status_detail, "invalid_credentials");
});

test("an inventory that was killed after its last write is run again and reports nothing twice", async () => {
  const { app } = running.service;
  const authorization_id = await submit(caller, {
    sandboxUrl: running.sandboxUrl,
    utility: "clearwater-gas-water",
    username: "demo_commercial",
  });
  await finishedAuthorization(caller, authorization_id);
  const { company_id } = await app.db
    .selectFrom("authorizations")
    .select("company_id")
    .where("id", "=", authorization_id)
    .executeTakeFirstOrThrow();
  const reported = async () => {
    const changes = app.db
      .selectFrom("changes")
      .select(["event_type", "record_id"])
      .where("company_id", "=", company_id);
    return (await changes.where("event_type", "like", "authorization.%").orderBy("id").execute()).filter(
      ({ record_id }) => record_id === authorization_id,
    );
  };
  const before = await reported();
  assert.deepEqual(
    before.map(({ event_type }) => event_type),
    ["authorization.created", "authorization.updated"],
  );
  await runInventory(app, { company_id, authorization_id }, new AbortController().signal);
  assert.deepEqual(await reported(), before);
});

/** Visits to the portal of an authorization that are not over. */
async function openInventories(id: number): Promise<number> {
  const client = new pg.Client({ connectionString: running.databaseUrl });
  await client.connect();
  const { rows } = await client.query<{ count: number }>(
    "select count(*)::int as count from jobs where kind = 'inventory' and payload->>'authorization_id' = $1",
    [String(id)],
  );
  await client.end();
  return rows[0]?.count ?? 0;
}

const refusals = (id: number) =>
  running.logLines.filter((line) => line.includes("portal refused") && line.includes(`"authorization_id":${id},`));
