/**
 * The search for the visits that begin in the next minute, which the sweep makes once a minute, among as many logins as the first
 * argument says (a million) of 1,000 companies at 100 utilities: when few are due, as on a day like others, and when all are.
 */
import { sql } from "kysely";
import { openDatabase } from "../src/store/db.ts";
import { listVisitsDue } from "../src/store/records/accounts.ts";
import { testDatabase } from "../test/database.ts";
import { startTestServer } from "../test/postgres-server.ts";
import { median } from "./timing.ts";

const logins = Number(process.argv[2] ?? 1_000_000);
const ROUNDS = 5;

const server = await startTestServer({});
process.env["METERBOOK_TEST_DATABASE_URL"] = server.url;
const db = openDatabase(await testDatabase({ after: () => {} }), { max: 1, onError: console.error });
try {
  await fill();
  for (const [name, share] of [
    ["due for a minute", 1 / 1440],
    ["due for ten minutes", 10 / 1440],
    ["all due", 1],
  ] as const) {
    await sql`update utility_accounts set next_fetch_at = now() + case when id % ${Math.round(1 / share)} = 0
      then interval '-1 minute' else interval '1 hour' end`.execute(db);
    await sql`vacuum analyze utility_accounts`.execute(db);
    const times: number[] = [];
    let found = 0;
    for (let round = 0; round < ROUNDS; round += 1) {
      const began = performance.now();
      found = (await listVisitsDue(db, { perMinute: 25, ofUtility: {}, limit: 1000 })).length;
      times.push(performance.now() - began);
    }
    console.log(`${name}: ${found} visits found in ${median(times).toFixed(0)} ms, median of ${ROUNDS}`);
  }
  const { rows } = await sql<{
    size: string;
  }>`select pg_size_pretty(pg_database_size(current_database())) as size`.execute(db);
  console.log(`${logins} logins, database of ${rows[0]?.size}`);
} finally {
  await db.destroy();
  await server.stop();
}

async function fill(): Promise<void> {
  await sql`insert into companies (name) select 'Company ' || n from generate_series(1, 1000) n`.execute(db);
  await sql`insert into utility_companies (key, name, energy_types, time_zone)
    select 'utility-' || n, 'Utility ' || n, array['GAS'], 'America/Chicago' from generate_series(1, 100) n`.execute(
    db,
  );
  await sql`
    insert into authorizations (company_id, utility_company_id, online_access_url, status)
    select c.id, u.id, 'https://utility.example.com/', 'Inventory Complete'
    from generate_series(1, ${logins}) n
    join (select id, row_number() over (order by id) - 1 as at from companies) c on c.at = n % 1000
    join (select id, row_number() over (order by id) - 1 as at from utility_companies) u on u.at = (n / 1000) % 100`.execute(
    db,
  );
  await sql`
    insert into utility_accounts
      (company_id, authorization_id, utility_company_id, online_access_url, external_id, acct_num, status, next_fetch_at)
    select company_id, id, utility_company_id, online_access_url, id, id, 'Active', now() from authorizations`.execute(
    db,
  );
  await sql`analyze`.execute(db);
}
