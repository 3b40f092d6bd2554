/** Processes join one after the other; a slow file store delays only the process that reads it. */
import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { testDatabase } from "../../test/database.ts";
import { serve } from "../../test/outbound.ts";
import { readConfig } from "../config.ts";
import { createLog } from "../log.ts";
import { joinProcesses, type Membership } from "./processes.ts";
import { openDatabase } from "../store/db.ts";
import { migrate } from "../store/migrate.ts";
import { joinAlone, listProcesses } from "../store/processes.ts";
import { openS3Store } from "../files/s3-file-store.ts";

test("no other process waits while one checks the marks of the running processes", { timeout: 20_000 }, async () => {
  const databaseUrl = await testDatabase({ after });
  const db = openDatabase(databaseUrl);
  after(() => db.destroy());
  await migrate(databaseUrl);
  const dataDir = await mkdtemp(join(tmpdir(), "meterbook-join-"));
  after(() => rm(dataDir, { recursive: true, force: true }));
  let looks = 0;
  const { origin } = await serve(
    createServer((request, response) => {
      request.resume();
      const looked = () => {
        looks += 1;
        response.end();
      };
      // Resolves when the join lock was free.
      if (request.method === "HEAD") joinAlone(db, () => Promise.resolve()).then(looked, () => response.destroy());
      else response.end();
    }),
  );
  const account = { region: "us-east-1", bucket: "bills", accessKeyId: "test", secretAccessKey: "test-secret" };
  const files = openS3Store({ ...account, endpoint: origin, prefix: null });
  after(() => files.close());
  const options = {
    config: readConfig({ METERBOOK_DATA_DIR: dataDir, PUBLIC_URL: "http://meterbook.example.com" }),
    databaseUrl,
    files,
    log: createLog({ level: "silent" }),
  };
  const members: Membership[] = [];
  for (let count = 0; count < 2; count += 1) members.push(await joinProcesses(options));
  assert.equal((await listProcesses(db)).length, 2);
  assert.ok(looks > 0);
  for (const member of members) await member.leave();
});
