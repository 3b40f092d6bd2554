/** Crashes: the service is killed without warning again and again while bills come in, and nothing is lost or doubled by it. */
import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, describe, test } from "node:test";
import { setTimeout as delay } from "node:timers/promises";
import { createLog } from "../src/log.ts";
import { findEmbeddedPostgres, startEmbeddedPostgres } from "../src/store/embedded-postgres.ts";
import { collectThrough, prepareCompany, progressOf, UTILITIES } from "./collecting.ts";
import { differences, holdings } from "./holdings.ts";
import { freePort, serviceProcess } from "./service-process.ts";
import { until } from "./start.ts";

const KILLS = Number(process.env["METERBOOK_TEST_KILLS"] ?? 8);

const dataDir = await mkdtemp(join(tmpdir(), "meterbook-crash-"));
const sandboxPort = await freePort();
const sandboxUrl = `http://127.0.0.1:${sandboxPort}`;
const running = await serviceProcess({
  METERBOOK_DATA_DIR: dataDir,
  METERBOOK_SANDBOX_PORT: String(sandboxPort),
});
await running.start();

describe("crashes", { timeout: 580_000 }, () => {
  after(async () => {
    await running.stop();
    // When the test ended between a kill and a start, the database still runs: take it over and stop it.
    const postgres = await startEmbeddedPostgres({ dataDir, log: createLog({ level: "silent" }) });
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  });

  async function databaseUrl(): Promise<string> {
    const url = await findEmbeddedPostgres(dataDir);
    assert.ok(url, "the embedded database runs");
    return url;
  }

  test(`${KILLS} kills while bills come in leave the same bills, months and events as none`, async () => {
    const quiet = await prepareCompany(running.url, { name: "Quiet", sandboxUrl, after });
    await collectThrough(quiet.caller, quiet.authorizations);
    const expected = await holdings(await databaseUrl(), quiet.id);
    assert.equal(expected.bills.length, 216);
    assert.ok(expected.rollUps.length > 0 && expected.snapshots.length > 0);

    const shaken = await prepareCompany(running.url, { name: "Shaken", sandboxUrl, after });
    const driven = collectThrough(shaken.caller, shaken.authorizations);
    let over = false;
    void driven.finally(() => (over = true)).catch(() => {});
    let during = 0;
    for (let kill = 0; kill < KILLS; kill += 1) {
      await delay(100 + Math.random() * 500);
      if (!over) during += 1;
      await running.kill();
      await running.start();
    }
    await driven;
    const found = await holdings(await databaseUrl(), shaken.id);
    for (const [kind, lines] of Object.entries(expected))
      assert.deepEqual(differences(found[kind as keyof typeof found], lines), [], kind);
    assert.ok(during >= KILLS / 2, `only ${during} kills while bills came in`);
    console.log(
      `${KILLS} kills, ${during} of them while bills came in: ${expected.bills.length} bills, ${expected.months.length} months`,
    );
    await until("the last notification", async () => (shaken.receiver.billIds().size >= 216 ? true : null));
    assert.equal(shaken.receiver.billIds().size, 216);
  });

  test("a second start on the same data folder is refused in a sentence", async () => {
    const second = await serviceProcess({ METERBOOK_DATA_DIR: dataDir });
    await assert.rejects(second.start(), (error: Error) => {
      assert.match(error.message, /cannot start: .*(METERBOOK_DATA_DIR|data folder)/s);
      return true;
    });
  });

  test("SIGTERM in the middle of work ends the service within ten seconds", async () => {
    const { caller, authorizations } = await prepareCompany(running.url, {
      name: "Stopped",
      sandboxUrl,
      after,
      utilities: UTILITIES.slice(0, 1),
    });
    const driven = collectThrough(caller, authorizations);
    await until("the first bills", async () => {
      const { bills_accepted } = await progressOf(caller, authorizations[0] ?? 0);
      return bills_accepted > 0 ? true : null;
    });
    const { ms, code } = await running.stop();
    console.log(`stopped in ${Math.round(ms)} ms`);
    assert.ok(ms < 10_000, `${ms} ms`);
    assert.equal(code, 0);
    await running.start();
    await driven;
  });
});
