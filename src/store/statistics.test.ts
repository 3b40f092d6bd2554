import assert from "node:assert/strict";
import { after, test } from "node:test";
import { sql } from "kysely";
import { testDatabase } from "../../test/database.ts";
import { saveBills } from "./bills/bills.ts";
import { analyzeGrown } from "./statistics.ts";
import { billOf, insertFixture, openTestDatabase } from "./store.fixtures.ts";

const db = openTestDatabase(await testDatabase({ after }));
after(() => db.destroy());
const fixture = await insertFixture(db);

const insert = (word: string, count: number) =>
  db.transaction().execute((trx) =>
    saveBills(trx, fixture, {
      archives: [],
      bills: Array.from({ length: count }, (_, index) => billOf(fixture, { identity_key: `${word} ${index}` })),
    }),
  );
/** How many bills PostgreSQL believes to be there; below 0 where it has never looked. */
async function believed(): Promise<number> {
  const { rows } = await sql<{ bills: number }>`
    select reltuples::integer as bills from pg_class where relname = 'utility_bills'`.execute(db);
  return rows[0]?.bills ?? NaN;
}

/** How a session finds the bills of a company: by a plan for any value, which was made before there were bills and is kept. */
async function withKeptPlan(work: (planNow: () => Promise<string>) => Promise<void>): Promise<void> {
  await db.connection().execute(async (session) => {
    await sql`set plan_cache_mode = force_generic_plan`.execute(session);
    await sql`
      prepare bills_of (bigint) as select 1 from utility_bills where company_id = $1`.execute(session);
    const planNow = async () => {
      const { rows } = await sql<Record<string, string>>`explain execute bills_of (1)`.execute(session);
      return rows.map((row) => row["QUERY PLAN"] ?? "").join("\n");
    };
    await planNow();
    await work(planNow);
    await sql`deallocate bills_of`.execute(session);
    await sql`reset plan_cache_mode`.execute(session);
  });
}

test("a table is analyzed when it has doubled, and not before; plans made for fewer rows are made again", async () => {
  await withKeptPlan(async (planNow) => {
    await insert("first", 200);
    assert.equal(await believed(), -1);
    const kept = await planNow();
    await analyzeGrown(db);
    assert.equal(await believed(), 200);
    assert.notEqual(await planNow(), kept, "another estimate, so another plan");
  });
  await insert("second", 20);
  await analyzeGrown(db);
  assert.equal(await believed(), 200);
  await insert("third", 300);
  await analyzeGrown(db);
  assert.equal(await believed(), 520);
});
