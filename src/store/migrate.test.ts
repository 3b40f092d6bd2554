/** What a migration says when it fails. */
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { after, test } from "node:test";
import { Client } from "pg";
import { until } from "../../test/callers.ts";
import { testDatabase } from "../../test/database.ts";
import { administer, urlOfDatabase } from "../../test/postgres-server.ts";
import { migrate } from "./migrate.ts";

const server = await testDatabase({ after });

test("a migration that loses its connection is named, with the error that it failed by", async (context) => {
  const name = `test_${process.pid}_${randomBytes(4).toString("hex")}`;
  await administer(server, `create database ${name}`);
  context.after(() => administer(server, `drop database ${name} with (force)`));
  const url = urlOfDatabase(server, name);
  const [holder, watcher] = [new Client({ connectionString: url }), new Client({ connectionString: server })];
  await Promise.all([holder.connect(), watcher.connect()]);
  try {
    await holder.query("create table schema_migrations (name text primary key, sha256 text not null)");
    await holder.query("begin");
    await holder.query("lock table schema_migrations in share mode");
    const failure = assert.rejects(migrate(url), (error: Error) => {
      assert.match(error.message, /^migration 0001_\w+\.sql failed$/);
      assert.equal((error.cause as { code?: string }).code, "57P01");
      return true;
    });
    await until("the migration to wait for the table", async () => {
      const { rowCount } = await watcher.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where datname = $1 and application_name = 'meterbook-migrate' and wait_event_type = 'Lock'`,
        [name],
      );
      return rowCount === 0 ? null : true;
    });
    await failure;
  } finally {
    await Promise.all([holder.end(), watcher.end()]);
  }
});
