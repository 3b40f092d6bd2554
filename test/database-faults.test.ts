/** The connection to the database fails in every way while bills arrive: answers stay quick and correct, and nothing is lost or duplicated. */
import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { setTimeout as delay } from "node:timers/promises";
import { startSandbox } from "../sandbox/server.ts";
import { collectThrough, prepareCompany } from "./collecting.ts";
import { testDatabase } from "./database.ts";
import { FAULTS, startFaultProxy } from "./fault-proxy.ts";
import { differences, companyRecords } from "./company-records.ts";
import { heldUpMs, spread, startProbe, type Answered } from "./probe.ts";
import { serviceProcess } from "./service-process.ts";
import { until } from "./callers.ts";

const CUTS = Number(process.env["METERBOOK_TEST_CUTS"] ?? 4);
const CUT_MS = 4000;
/** For a few cuts, a few bills are enough. */
const SINCE = CUTS > 4 ? undefined : "2026-05-01";
/** How soon a silent database is detected, and a waiting reader gets an answer. */
const NOTICED_MS = 2500;

const endings: (() => Promise<unknown>)[] = [];
after(async () => {
  for (const end of endings.toReversed()) await end();
});
const ending = { after: (end: () => Promise<void>) => void endings.push(end) };
const databaseUrl = await testDatabase(ending);
const dataDir = await mkdtemp(join(tmpdir(), "meterbook-cuts-"));
endings.push(() => rm(dataDir, { recursive: true, force: true }));
const proxy = await startFaultProxy(databaseUrl);
endings.push(() => proxy.close());
const sandbox = await startSandbox({ port: 0 });
endings.push(() => sandbox.close());
const running = await serviceProcess({
  DATABASE_URL: proxy.url,
  METERBOOK_DATA_DIR: dataDir,
  METERBOOK_SANDBOX_URL: sandbox.url,
  METERBOOK_ALLOW_LOCAL_WEBHOOKS: "true",
  METERBOOK_REQUESTS_PER_MINUTE: "0",
  // Each process that reads takes a while to start.
  METERBOOK_PARSES_AT_ONCE: "2",
});
await running.start();
endings.push(() => running.stop());

const prepare = (name: string) =>
  prepareCompany(running.url, { name, sandboxUrl: sandbox.url, utilities: ["northgate-electric"], ...ending });

test(`${CUTS} cuts of the connection while bills come in`, { timeout: CUTS * 30_000 + 300_000 }, async () => {
  const quiet = await prepare("Quiet");
  await collectThrough(quiet.caller, quiet.authorizations, { since: SINCE });
  const expected = await companyRecords(databaseUrl, quiet.id);

  const probe = await startProbe(running.url);
  endings.push(() => probe.stop());
  const answers: Answered[] = [];
  const recovered: number[] = [];
  let companies = 0;
  for (let cut = 0; cut < CUTS;) {
    companies += 1;
    const shaken = await prepare(`Shaken ${companies}`);
    const state = { isOver: false };
    const collecting = collectThrough(shaken.caller, shaken.authorizations, { since: SINCE }).finally(
      () => (state.isOver = true),
    );
    while (!state.isOver && cut < CUTS) {
      await delay(200 + Math.random() * 800);
      await proxy.begin(FAULTS[cut % FAULTS.length] ?? "reset");
      await delay(CUT_MS);
      await proxy.end();
      const healedAt = performance.now();
      await until("the service to be ready again", async () =>
        (await fetch(`${running.url}/readyz`)).status === 200 ? true : null,
      );
      recovered.push(performance.now() - healedAt);
      cut += 1;
      assert.ok(running.isRunning(), "the process did not end");
      answers.push(...probe.take());
    }
    await collecting;
    const found = await companyRecords(databaseUrl, shaken.id);
    for (const [kind, lines] of Object.entries(expected)) {
      assert.deepEqual(differences(found[kind as keyof typeof found], lines), [], kind);
    }
  }
  const refused = answers.filter(({ status }) => status !== 200);
  const took = refused.map(({ ms }) => ms);
  console.log(
    `${CUTS} cuts of ${CUT_MS} ms, ${companies} collections of ${expected.bills.length} bills: 0 lost, 0 doubled, 0 exits`,
  );
  console.log(
    `answers while the database was away: ${spread(took, "ms")}; ready again after ${spread(recovered, "ms")}`,
  );
  const odd = refused.filter(
    ({ status, path, retryAfter }) => status !== 503 || (path !== "/readyz" && retryAfter === null),
  );
  assert.deepEqual(odd.slice(0, 5), [], "each is 503, and says when to ask again");
  assert.ok(took.length > 0 && Math.max(...took) < NOTICED_MS + heldUpMs(answers), `${Math.max(...took)} ms`);
  assert.ok(Math.max(...recovered) < 10_000);
});
