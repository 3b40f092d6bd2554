/** The bucket of bill files is unavailable while bills arrive: nothing is lost, duplicated or abandoned, and all files are there once it is back. */
import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { AwsClient } from "aws4fetch";
import { startFauxqs, type FauxqsServer } from "fauxqs";
import pg from "pg";
import { StartError } from "../src/errors.ts";
import { collected, newCompany, finishedAuthorization, submit, until } from "./callers.ts";
import { startTestService } from "./start.ts";
import { factsOfApi, factsOfTruth, readTruth } from "./truth.ts";

const folder = await mkdtemp(join(tmpdir(), "meterbook-bucket-"));
let store: FauxqsServer | null = null;

/** Always the same bucket, and after the first start the same port. */
async function startStore(port: number): Promise<number> {
  store = await startFauxqs({ port, logger: false, s3StorageDir: folder });
  return store.port;
}
async function stopStore(): Promise<void> {
  await store?.stop();
  store = null;
}

const keys = { accessKeyId: "test", secretAccessKey: "test-secret" };
const port = await startStore(0);
const endpoint = `http://127.0.0.1:${port}`;
await new AwsClient({ ...keys, service: "s3" }).fetch(`${endpoint}/bills`, { method: "PUT" });
const settings = {
  METERBOOK_S3_ENDPOINT: endpoint,
  METERBOOK_S3_BUCKET: "bills",
  METERBOOK_S3_ACCESS_KEY_ID: keys.accessKeyId,
  METERBOOK_S3_SECRET_ACCESS_KEY: keys.secretAccessKey,
};
const { service, sandboxUrl, databaseUrl, logLines } = await startTestService({ after }, settings);
after(async () => {
  await stopStore();
  await rm(folder, { recursive: true, force: true });
});

async function query(text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(text)).rows;
  } finally {
    await client.end();
  }
}

/** Bills before this day are not needed. */
const SINCE = "2025-12-01";

/** How often a job could not continue because the store was unavailable. */
const failures = (job: string) =>
  logLines.filter((line) => line.includes('"job waits for the file store"') && line.includes(`"job":"${job}"`)).length;

/** Lets the jobs that wait for their next attempt run now. */
const tryNow = () => query("update jobs set run_at = now() where claimed_until is null and kind in ('fetch', 'parse')");

test(
  "the bucket away for longer than any job is tried: every bill is there in the end",
  { timeout: 250_000 },
  async () => {
    const { app, url } = service;
    const { caller } = await newCompany(url, "Away");
    const account = { utility: "northgate-electric", username: "demo_supply_split" };
    const id = await submit(caller, { sandboxUrl, ...account });
    const { accounts } = await finishedAuthorization(caller, id);
    const switchOn = async (on: { id: number }[]) => {
      for (const { id: utility_account_id } of on)
        await caller.send("PUT", `/authorizations/${id}/update_account_status`, {
          utility_account_id,
          status: "Active",
          data_start_date: SINCE,
        });
    };
    await switchOn(accounts.slice(0, 1));
    await until(
      "the first bills",
      async () => {
        const progress = await caller.get<{ bills_accepted: number }>(`/authorizations/${id}/progress`);
        return progress.bills_accepted >= 5 ? true : null;
      },
      100_000,
    );

    await stopStore();
    // Whatever was fetched by now: of these nothing can be.
    await switchOn(accounts.slice(1));
    await until("the collection to fail", async () => (failures("fetch") > 0 ? true : null));
    await until("more tries than a job has for other faults", async () => {
      await tryNow();
      return failures("fetch") > 6 ? true : null;
    });
    assert.equal((await finishedAuthorization(caller, id)).status, "Inventory Complete");
    const given = await query("select 1 from documents where findings::text like '%reading_failed%'");
    assert.deepEqual(given, []);
    assert.equal((await fetch(`${url}/readyz`)).status, 503);

    await startStore(port);
    await tryNow();
    await collected(caller, id);
    const expected = factsOfTruth(await readTruth(sandboxUrl, account.utility, account.username), SINCE);
    assert.deepEqual(await factsOfApi(caller, accounts), expected);
    const files = await query(`select uuid, sha256, bytes from files join companies on companies.id = company_id`);
    assert.ok(files.length > 20);
    for (const { uuid, sha256, bytes } of files as { uuid: string; sha256: Buffer; bytes: string }[])
      assert.equal(await app.files.size(uuid, sha256), Number(bytes));
  },
);

test("a service whose bucket is not there does not start, and says what is wrong", async () => {
  if (store === null) await startStore(port);
  await assert.rejects(startTestService({ after }, { ...settings, METERBOOK_S3_BUCKET: "nowhere" }), (error: Error) => {
    assert.ok(error instanceof StartError);
    assert.match(error.message, /^METERBOOK_S3_ENDPOINT and METERBOOK_S3_BUCKET cannot be used: .*404 NoSuchBucket\.$/);
    return true;
  });
});
