/** What the connection itself promises to those who open and close it. */
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { sql } from "kysely";
import { testDatabase } from "../../test/database.ts";
import { openDatabase } from "./db.ts";

const url = await testDatabase({ after });

test("a database can be closed twice, one after the other or at once, and is then closed", async () => {
  const db = openDatabase(url);
  await sql`select 1`.execute(db);
  await Promise.all([db.destroy(), db.destroy()]);
  await db.destroy();
  await assert.rejects(sql`select 1`.execute(db));
});

test("a database without any query can be closed twice", async () => {
  const db = openDatabase(url);
  await db.destroy();
  await db.destroy();
});
