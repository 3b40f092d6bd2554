import assert from "node:assert/strict";
import { after, test } from "node:test";
import { testDatabase } from "../../../test/database.ts";
import { billOf, insertBill, insertFixture, openTestDatabase } from "../store.fixtures.ts";
import { findBilledUnder } from "./imported-accounts.ts";

const db = openTestDatabase(await testDatabase({ after }));
after(() => db.destroy());
const fixture = await insertFixture(db);
await db.transaction().execute((trx) => insertBill(trx, fixture.company_id, billOf(fixture)));

test("a billed meter is found however its number is spaced and cased, also with a letter without a capital of one letter", async () => {
  for (const [saved, printed] of [
    ["ab 77-1", "AB-771"],
    ["groß 5", "Groß-5"],
  ] as const) {
    await db.updateTable("utility_meters").set({ meter_num: saved }).where("id", "=", fixture.meter_id).execute();
    const found = await findBilledUnder(db, fixture.company_id, "Example", ["1", printed]);
    assert.deepEqual(found, { acct_num: "100-1", meter_num: saved });
  }
});
