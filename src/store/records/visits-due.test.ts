/** Which visits begin before the next sweep: within the pace of each utility, its companies in turn. */
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { testDatabase } from "../../../test/database.ts";
import { insertAuthorization } from "../authorizations/authorizations.ts";
import type { Db } from "../db.ts";
import { enqueueJobs } from "../jobs.ts";
import { openTestDatabase } from "../store.fixtures.ts";
import { ensureUtilityCompany, listVisitsDue, saveInventory, setAccountStatus } from "./accounts.ts";
import { insertCompany } from "./companies.ts";

const db = openTestDatabase(await testDatabase({ after }));
after(() => db.destroy());

/** A company with so many due logins at the utility; gives its id. */
const newCompany = (on: Db, utility: string, logins: number): Promise<number> =>
  on.transaction().execute(async (trx) => {
    const { id: company_id } = await insertCompany(trx, { name: `Company at ${utility}` });
    const card = { key: utility, name: utility, energy_types: ["GAS"], time_zone: "America/Chicago" };
    const utility_company_id = await ensureUtilityCompany(trx, card);
    for (let login = 0; login < logins; login += 1) {
      const online_access_url = `https://${utility}.example.com/`;
      const { id: authorization_id = 0 } = (await insertAuthorization(trx, { company_id, online_access_url })) ?? {};
      const accounts = [{ external_id: String(login), acct_num: String(login), service_address: null }];
      const found = { company_id, authorization_id, utility_company_id, online_access_url, accounts };
      const [utility_account_id = 0] = await saveInventory(trx, found);
      await setAccountStatus(trx, { company_id, authorization_id, utility_account_id, status: "Active" });
      await trx
        .updateTable("authorizations")
        .set({ status: "Inventory Complete", utility_company_id })
        .where("id", "=", authorization_id)
        .execute();
    }
    return company_id;
  });

/** As the sweep does; gives how many visits of each company begin. */
async function nextMinute(): Promise<Map<number, number>> {
  const due = await listVisitsDue(db, { perMinute: 5, ofUtility: {}, limit: 100 });
  const payloads = due.map(({ company_id, authorization_id }) => ({ company_id, authorization_id }));
  await enqueueJobs(db, "fetch", payloads);
  return new Map([...Map.groupBy(due, (visit) => visit.company_id)].map(([company, own]) => [company, own.length]));
}

test("a minute has the visits of its pace, one company's single login is among them, and a full queue gets no more", async () => {
  const large = await newCompany(db, "wide-power", 12);
  const other = await newCompany(db, "other-gas", 1);
  assert.deepEqual([...(await nextMinute())].toSorted(), [
    [large, 5],
    [other, 1],
  ]);
  // None has begun: the utility has as many as it may.
  const small = await newCompany(db, "wide-power", 1);
  assert.deepEqual([...(await nextMinute())], []);
  await db.deleteFrom("jobs").where("company_id", "=", large).execute();
  const turns = await nextMinute();
  assert.equal(turns.get(small), 1);
  assert.equal(turns.get(large), 4);
});

test("visits of one minute begin one after the other", async () => {
  await db.deleteFrom("jobs").execute();
  const due = await listVisitsDue(db, { perMinute: 3, ofUtility: { "other-gas": 7 }, limit: 100 });
  const places = due.map(({ place, per_minute }) => [place, per_minute]);
  assert.deepEqual(places.toSorted(), [
    [0, 3],
    [0, 7],
    [1, 3],
    [2, 3],
  ]);
});

test("a utility with a pace of its own has as many visits in a minute as that says", async () => {
  const ofUtility = { "wide-power": 9 };
  assert.equal((await listVisitsDue(db, { perMinute: 1, ofUtility, limit: 100 })).length, 1 + 9);
});

test("of more companies than a minute has visits, the one with the fewest logins begins", async () => {
  for (let company = 0; company < 6; company += 1) await newCompany(db, "crowded-water", 2);
  const late = await newCompany(db, "crowded-water", 1);
  assert.equal((await nextMinute()).get(late), 1);
});
