/** A start that fails leaves nothing of the service behind. */
import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import pg from "pg";
import { testDatabase } from "../test/database.ts";
import { fileReaders } from "../test/file-readers.ts";
import { freePort } from "../test/service-process.ts";
import { readConfig } from "./config.ts";
import { createLog } from "./log.ts";
import { startService } from "./start.ts";

test("a start that cannot enqueue its first jobs closes the port that it had opened", async (t) => {
  const dataDir = await mkdtemp(join(tmpdir(), "meterbook-start-"));
  t.after(() => rm(dataDir, { recursive: true, force: true }));
  const databaseUrl = await testDatabase(t);
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query(`
    create function refuse() returns trigger language plpgsql as $$ begin raise 'no job today'; end $$;
    create trigger refused before insert on jobs execute function refuse()`);
  await client.end();
  const port = await freePort();
  const config = readConfig({ PORT: String(port), METERBOOK_DATA_DIR: dataDir, DATABASE_URL: databaseUrl });
  const log = createLog({ level: "silent" });
  const startSandbox = () => Promise.reject(new Error("no sandbox is asked for"));
  await assert.rejects(startService(config, { log, startSandbox, readers: fileReaders }), /no job today/);
  await assert.rejects(fetch(`http://127.0.0.1:${port}/v1/openapi.json`), /fetch failed/);
});
