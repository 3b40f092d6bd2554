/** Crashes: the service is killed without warning many times while bills arrive, and nothing is lost or duplicated. */
import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, describe, test } from "node:test";
import { setTimeout as delay } from "node:timers/promises";
import { startSandboxWorker } from "../sandbox/start.ts";
import { createLog } from "../src/log.ts";
import { findEmbeddedPostgres, startEmbeddedPostgres } from "../src/postgres/embedded-postgres.ts";
import { startReaders } from "./busy-readers.ts";
import { collectThrough, prepareCompany, progressOf, UTILITIES } from "./collecting.ts";
import { differences, companyRecords } from "./company-records.ts";
import { killPostgres } from "./postgres-processes.ts";
import { heldUpMs, spread, startProbe, type Answered } from "./probe.ts";
import { serviceProcess } from "./service-process.ts";
import { until } from "./callers.ts";

const KILLS = Number(process.env["METERBOOK_TEST_KILLS"] ?? 3);
const DATABASE_KILLS = Number(process.env["METERBOOK_TEST_DATABASE_KILLS"] ?? 2);
const STOPS = Number(process.env["METERBOOK_TEST_STOPS"] ?? 1);
const READERS = 8;
/** For a few kills, a year of bills of two accounts is enough: what comes after the last kill is undisturbed. */
const [COLLECTED, AMOUNT, BILLS_MIN] =
  KILLS > 10 ? [UTILITIES, {}, 100] : [UTILITIES.slice(0, 1), { since: "2025-10-01", accountsMax: 2 }, 24];
/** Time between a start and the next kill. With many kills: a service that never lives for a second completes nothing. */
const LIFE_MAX_MS = KILLS > 10 ? 3000 : 600;
/** How long a kill and the following start delay the work. */
const HELD_UP_MS = 15_000;

const dataDir = await mkdtemp(join(tmpdir(), "meterbook-crash-"));
// Outside the service: portals live on when it is killed.
const sandbox = await startSandboxWorker({ port: 0 });
const sandboxUrl = sandbox.url;
const running = await serviceProcess({
  METERBOOK_DATA_DIR: dataDir,
  METERBOOK_SANDBOX_URL: sandboxUrl,
  // Enough to be killed beside one another; each process that reads takes a while to start.
  METERBOOK_PARSES_AT_ONCE: "2",
});
await running.start();

describe("crashes", { timeout: 400_000 + (KILLS + DATABASE_KILLS + STOPS) * HELD_UP_MS }, () => {
  after(async () => {
    await running.stop();
    await sandbox.close();
    // When the test ended between a kill and a start, the database still runs: take it over and stop it.
    if ((await findEmbeddedPostgres(dataDir)) !== null) {
      const postgres = await startEmbeddedPostgres({ dataDir, log: createLog({ level: "silent" }) });
      await postgres.stop();
    }
    await rm(dataDir, { recursive: true, force: true });
  });

  async function databaseUrl(): Promise<string> {
    const url = await findEmbeddedPostgres(dataDir);
    assert.ok(url, "the embedded database runs");
    return url;
  }

  /** The final records of an undisturbed company; every other company must end with the same. */
  let expected: Awaited<ReturnType<typeof companyRecords>>;
  test("a company without disturbances", async () => {
    const quiet = await prepareCompany(running.url, { name: "Quiet", sandboxUrl, after, utilities: COLLECTED });
    await collectThrough(quiet.caller, quiet.authorizations, AMOUNT);
    expected = await companyRecords(await databaseUrl(), quiet.id);
    assert.ok(expected.bills.length >= BILLS_MIN, `${expected.bills.length} bills`);
    assert.ok(expected.rollUps.length > 0 && expected.snapshots.length > 0);
  });

  /** Has companies collected one after the other, each disturbed until it is done, and compares their records. */
  async function disturb(times: number, disturbOnce: () => Promise<void>): Promise<number> {
    let done = 0;
    let companies = 0;
    while (done < times) {
      companies += 1;
      const shaken = await prepareCompany(running.url, {
        name: `Shaken ${companies}`,
        sandboxUrl,
        after,
        utilities: COLLECTED,
      });
      const state = { isOver: false };
      const collecting = collectThrough(shaken.caller, shaken.authorizations, {
        ...AMOUNT,
        patienceMs: 400_000 + times * HELD_UP_MS,
      }).finally(() => (state.isOver = true));
      collecting.catch(() => {});
      // Once all is there, no more is broken: what is counted came while there was work.
      for (; done < times && !state.isOver; done += 1) {
        await delay(100 + Math.random() * (LIFE_MAX_MS - 100));
        await disturbOnce();
      }
      await collecting;
      const found = await companyRecords(await databaseUrl(), shaken.id);
      for (const [kind, lines] of Object.entries(expected))
        assert.deepEqual(differences(found[kind as keyof typeof found], lines), [], kind);
      const { length } = expected.bills;
      await until("the last notification", async () => (shaken.receiver.billIds().size >= length ? true : null));
      assert.equal(shaken.receiver.billIds().size, length);
    }
    return companies;
  }

  test(`${KILLS} kills while bills arrive leave the same bills, months and events as no kill`, async () => {
    const readyAfter: number[] = [];
    const companies = await disturb(KILLS, async () => {
      await running.kill();
      const killedAt = performance.now();
      await running.start();
      readyAfter.push(performance.now() - killedAt);
    });
    console.log(
      `${KILLS} kills of the service, ${companies} collections of ${expected.bills.length} bills: 0 lost, 0 doubled; ready again after ${spread(readyAfter, "ms")}`,
    );
  });

  test(`${DATABASE_KILLS} kills of all processes of PostgreSQL while bills arrive: the service keeps running, and nothing is lost`, async () => {
    const probe = await startProbe(running.url);
    after(() => probe.stop());
    const readyAfter: number[] = [];
    const answers: Answered[] = [];
    const companies = await disturb(DATABASE_KILLS, async () => {
      const killedAt = performance.now();
      await killPostgres(await databaseUrl());
      await until("the first refusal", async () =>
        (await fetch(`${running.url}/readyz`)).status === 503 || performance.now() - killedAt > 3000 ? true : null,
      );
      await until("the database", async () => ((await fetch(`${running.url}/readyz`)).status === 200 ? true : null));
      readyAfter.push(performance.now() - killedAt);
      assert.ok(running.isRunning(), "the service did not end");
      answers.push(...probe.take());
    });
    await probe.stop();
    const refused = answers.filter(({ status }) => status !== 200);
    const took = refused.map(({ ms }) => ms);
    console.log(
      `${DATABASE_KILLS} kills of PostgreSQL, ${companies} collections of ${expected.bills.length} bills: 0 lost, 0 doubled, 0 exits; ` +
        `ready again after ${spread(readyAfter, "ms")}; answers meanwhile: ${spread(took, "ms")}`,
    );
    const odd = refused.filter(
      ({ status, path, retryAfter }) => status !== 503 || (path !== "/readyz" && retryAfter === null),
    );
    assert.deepEqual(odd.slice(0, 5), [], "each is 503, and says when to ask again");
    assert.ok(Math.max(0, ...took) < 2500 + heldUpMs(answers), `${Math.max(...took)} ms`);
  });

  test("a second start on the same data folder is refused in a sentence", async () => {
    const second = await serviceProcess({ METERBOOK_DATA_DIR: dataDir });
    await assert.rejects(second.start(), (error: Error) => {
      assert.match(error.message, /cannot start: .*(METERBOOK_DATA_DIR|data folder)/s);
      return true;
    });
  });

  test(`${STOPS} stops in the middle of work and of reads break no answer, and each ends within ten seconds`, async () => {
    const { caller, authorizations } = await prepareCompany(running.url, {
      name: "Stopped",
      sandboxUrl,
      after,
      utilities: UTILITIES.slice(0, 1),
    });
    const metadata = { notes_of_the_house: "long ".repeat(2000) };
    for (let index = 0; index < 10; index += 1) {
      const { id } = await caller.send<{ id: number }>("POST", "/properties", { name: `Hall ${index}` });
      await caller.send("PUT", `/properties/${id}`, { metadata });
    }
    const token = await caller.send<{ token: string }>("POST", "/api_tokens", { name: "readers" });
    const collecting = collectThrough(caller, authorizations, AMOUNT);
    await until("the first bills", async () => {
      const { bills_accepted } = await progressOf(caller, authorizations[0] ?? 0);
      return bills_accepted > 0 ? true : null;
    });
    const readers = startReaders(`${running.url}/v1/properties`, {
      count: READERS,
      headers: { authorization: token.token },
    });
    const took: number[] = [];
    for (let done = 0; done < STOPS; done += 1) {
      await delay(200 + Math.random() * 500);
      const { ms, code } = await running.stop();
      assert.equal(code, 0);
      took.push(ms);
      await running.start();
    }
    const { whole, refused, sentAgain, broken } = await readers.stop();
    console.log(
      `${STOPS} stops beside ${READERS} readers: ${whole} answers whole, ${broken.length} broken, ${refused} refused while it was away, ` +
        `${sentAgain} met a connection that had ended; ended after ${spread(took, "ms")}`,
    );
    assert.deepEqual(broken.slice(0, 5), []);
    assert.ok(whole > 0);
    assert.ok(sentAgain <= READERS * STOPS, "none meets the end of a connection twice in a stop");
    assert.ok(Math.max(...took) < 10_000);
    await collecting;
  });
});
