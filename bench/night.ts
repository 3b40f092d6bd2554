/**
 * A night: 10,000 logins of 100 companies at 20 utilities become due at once, and the service itself collects from simulated
 * portals (`night-portal.ts`). PostgreSQL is the embedded one, as durable as that of the service; vault and files are real.
 * Arguments: logins, companies, of how many accounts one has a new bill, the rest between two requests of a visit, the visits at
 * once and what a page of the portal takes, in milliseconds. More settings come from the environment. Linux only: it reads /proc.
 */
import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { sql } from "kysely";
import { createWorld } from "../sandbox/world/world.ts";
import { openApp } from "../src/app.ts";
import { readConfig } from "../src/config.ts";
import { createLog } from "../src/log.ts";
import { prepareKeys } from "../src/operations/authorization-keys.ts";
import { openDatabase, type Db } from "../src/store/db.ts";
import { testDatabase } from "../test/database.ts";
import { startTestServer } from "../test/postgres-server.ts";
import { serviceProcess } from "../test/service-process.ts";
import { fillNight, writeUtilities } from "./night-fill.ts";
import { printDatabase, printStatements, sampleStatements, serverOf, treeOf, type Use } from "./night-figures.ts";
import type { NightSize } from "./night-logins.ts";
import type { Counts } from "./night-portal.ts";

const [logins = "10000", companies = "100", billOf = "30", restMs = "1000", visits = "50", pageMs = "50"] =
  process.argv.slice(2);
const size: NightSize = { logins: Number(logins), companies: Number(companies), billOf: Number(billOf) };
const CHECK_MS = 1000;
const SAMPLE_MS = 100;

const endings: (() => Promise<unknown>)[] = [];
const ending = { after: (work: () => Promise<unknown>) => void endings.unshift(work) };
const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;
const began = performance.now();

async function startPortals(): Promise<{ child: ChildProcess; ports: number[]; counts: () => Promise<Counts> }> {
  const child = fork(join(import.meta.dirname, "night-portal.ts"), [JSON.stringify(size), pageMs]);
  ending.after(() => {
    const exited = once(child, "exit");
    child.disconnect();
    return exited;
  });
  const [{ ports }] = (await once(child, "message")) as [{ ports: number[] }];
  const counts = async (): Promise<Counts> => {
    child.send("counts");
    // The portals answer nothing else.
    return ((await once(child, "message")) as [Counts])[0];
  };
  return { child, ports, counts };
}

interface Progress {
  /** Accounts that wait for their visit. */
  due: number;
  jobs: number;
}

async function progressOf(db: Db): Promise<Progress> {
  const { rows } = await sql<Progress>`
    select (select count(*)::int from utility_accounts account
        join authorizations a on a.company_id = account.company_id and a.id = account.authorization_id
        where account.status = 'Active' and account.next_fetch_at <= now() and a.status = 'Inventory Complete') as due,
      (select count(*)::int from jobs where kind in ('fetch', 'parse', 'derive', 'roll-up')) as jobs`.execute(db);
  return rows[0] ?? { due: 0, jobs: 0 };
}

const isLate = async (db: Db, company_id: number): Promise<boolean> =>
  (await sql`select from utility_accounts where company_id = ${company_id} and last_fetched_at is not null`.execute(db))
    .rows.length > 0;

const postgres = await startTestServer({});
ending.after(() => postgres.stop());
process.env["METERBOOK_TEST_DATABASE_URL"] = postgres.url;
const databaseUrl = await testDatabase(ending);
const folder = await mkdtemp(join(tmpdir(), "meterbook-night-"));
ending.after(() => rm(folder, { recursive: true, force: true }));
const portals = await startPortals();
await writeUtilities(join(folder, "utilities"), portals.ports, Number(restMs));
const settings = {
  DATABASE_URL: databaseUrl,
  METERBOOK_DATA_DIR: join(folder, "data"),
  METERBOOK_UTILITIES_DIR: join(folder, "utilities"),
  METERBOOK_OWN_PORTALS: portals.ports.map((port) => `http://127.0.0.1:${port}`).join(),
  METERBOOK_VISITS_AT_ONCE: visits,
  METERBOOK_ROLES: "workers",
};

const db = openDatabase(databaseUrl, { max: 2 });
/** How often each statement was under way when the database was looked at. */
const samples = { looks: 0, statements: new Map<string, number>() };
ending.after(() => db.destroy());
const app = await openApp({
  config: readConfig(settings),
  databaseUrl,
  publicUrl: "http://localhost:8080",
  registry: { sandboxUrl: null, ownPortals: [] },
  log: createLog({ level: "error", write: (line) => void process.stderr.write(line) }),
});
await prepareKeys(app);
// The day of the newest bill: the others are known.
const [customer] = createWorld().accountsOf("meridian-gas", "demo_residential") ?? [];
const filled = await fillNight(app, size, portals.ports, customer?.bills.at(-1)?.billDay ?? "");
await app.close();
const start = await progressOf(db);
console.log(
  `filled in ${seconds(performance.now() - began)}: ${filled.authorizations} authorizations, ${start.due} accounts due`,
);

const service = await serviceProcess(settings);
ending.after(() => service.stop());
const wallBegan = performance.now();
await service.start();
// The first look for what is due, which otherwise comes after a minute.
await sql`update jobs set run_at = now() where kind = 'sweep' and claimed_until is null`.execute(db);
const atStart = await sql<{ wal: string }>`select pg_current_wal_lsn()::text as wal`.execute(db);
const {
  rows: [backend],
} = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db);
const server = serverOf(backend?.pid ?? 0);
function use(): { service: Use; database: number } {
  const { cpuSeconds, children } = treeOf(server);
  return { service: treeOf(service.pid()), database: cpuSeconds + children };
}
const first = use();

console.log("due\tat\tpages\tCPU s: visits and months, readers, PostgreSQL\tRSS MB: service, its readers");
const sampling = setInterval(() => {
  sampleStatements(db, samples).catch((error: unknown) => console.error(error));
}, SAMPLE_MS);
ending.after(() => Promise.resolve(clearInterval(sampling)));
let lastTenth = 11;
let askedAt: number | null = null;
let lateMs: number | null = null;
/** A small run ends before the next sweep. */
const asksLate = size.logins >= 500;
for (;;) {
  const { due, jobs } = await progressOf(db);
  const tenth = Math.ceil((due / start.due) * 10);
  const now = use();
  if (tenth < lastTenth) {
    lastTenth = tenth;
    const { pages } = await portals.counts();
    const parts = [
      now.service.cpuSeconds - first.service.cpuSeconds,
      now.service.children,
      now.database - first.database,
    ].map((cpuSeconds) => cpuSeconds.toFixed(1));
    const at = ((performance.now() - wallBegan) / 1000).toFixed(0);
    console.log(
      [due, `${at} s`, pages, parts.join(", "), `${now.service.rssMb}, ${now.service.childrenMb}`].join("\t"),
    );
  }
  if (askedAt === null && asksLate && due < start.due * 0.9) {
    askedAt = performance.now();
    await sql`update utility_accounts set next_fetch_at = now() where company_id = ${filled.late.company_id}`.execute(
      db,
    );
  } else if (askedAt !== null && lateMs === null && (await isLate(db, filled.late.company_id))) {
    lateMs = performance.now() - askedAt;
    console.log(`the late company with one login waited ${seconds(lateMs)}, while ${due} accounts were due`);
  }
  if (due === 0 && jobs === 0 && (lateMs !== null || !asksLate)) break;
  await delay(CHECK_MS);
}
const wallMs = performance.now() - wallBegan;
const end = use();
const counts = await portals.counts();
const each = (cpuSeconds: number): string => ((cpuSeconds / filled.authorizations) * 1000).toFixed(0);
console.log(
  `${filled.authorizations} authorizations in ${seconds(wallMs)}: ${counts.pages} pages, ${((counts.pages / wallMs) * 1000).toFixed(1)} a second`,
);
console.log(
  `CPU ms for each authorization: ${each(end.service.cpuSeconds - first.service.cpuSeconds)} service, ${each(end.service.children)} readers of bills, ${each(end.database - first.database)} PostgreSQL`,
);
console.log(
  `sign-ins: ${counts.signIns}, of one login at most ${counts.signInsMost} (allowed 4 a day), with a wrong password at most ${counts.wrongMost}`,
);
console.log(
  `one host: at most ${counts.perSecondMost} requests in a second, ${counts.perMinuteMost} in a minute, ${counts.visitsPerMinuteMost} visits begun in a minute; shortest rest ${counts.restLeast.toFixed(0)} ms (${restMs} asked)`,
);
clearInterval(sampling);
printStatements(samples);
await printDatabase(db, atStart.rows[0]?.wal ?? "0/0", filled.authorizations);
for (const work of endings) await work();
