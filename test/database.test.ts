/** Databases for tests are complete, separate from each other, and dropped afterwards. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { Client } from "pg";
import { testDatabase } from "./database.ts";

async function query(url: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(text)).rows;
  } finally {
    await client.end();
  }
}

test("each has every migration and nothing of another, also when many are made at once", async (t) => {
  const urls = await Promise.all(Array.from({ length: 4 }, () => testDatabase(t)));
  assert.equal(new Set(urls).size, 4);
  const [first = "", ...others] = urls;
  await query(first, "create table only_here (id int)");
  for (const url of others) {
    const [row] = await query(
      url,
      "select to_regclass('only_here') as here, count(*)::int > 0 as migrated from schema_migrations",
    );
    assert.deepEqual(row, { here: null, migrated: true });
  }
});

test("a database is dropped at the end, also while something is still connected to it", async () => {
  const endings: (() => Promise<void>)[] = [];
  const url = await testDatabase({ after: (work) => void endings.push(work) });
  const client = new Client({ connectionString: url });
  client.on("error", () => {});
  await client.connect();
  for (const end of endings) await end();
  await assert.rejects(query(url, "select 1"), { code: "3D000" });
});
