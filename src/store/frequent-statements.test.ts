import assert from "node:assert/strict";
import { after, test } from "node:test";
import { sql } from "kysely";
import { testDatabase } from "../../test/database.ts";
import { createStatementNames } from "./frequent-statements.ts";
import { openTestDatabase } from "./store.fixtures.ts";

test("a text gets a name once it was sent often, and no more names are given than a connection can hold", () => {
  const nameOf = createStatementNames();
  const send = (text: string, times: number) => Array.from({ length: times }, () => nameOf(text)).at(-1);
  assert.equal(send("select 1", 19), undefined);
  const name = send("select 1", 1);
  assert.match(name ?? "", /^frequent .{40}$/);
  assert.equal(nameOf("select 1"), name);
  assert.notEqual(send("select 2", 20), name);
  for (let number = 3; number < 1000; number += 1) send(`select ${number}`, 20);
  assert.equal(send("select 1001", 50), undefined);
  assert.equal(nameOf("select 1"), name);
});

test("a statement that is sent often is planned once by its connection, and answers as before", async () => {
  const db = openTestDatabase(await testDatabase({ after }));
  after(() => db.destroy());
  await db.connection().execute(async (one) => {
    for (let number = 0; number < 50; number += 1) {
      const { rows } = await sql<{ sum: number }>`select ${number}::integer + 1 as sum`.execute(one);
      assert.deepEqual(rows, [{ sum: number + 1 }]);
    }
    const { rows } = await sql<{ runs: number }>`
      select (generic_plans + custom_plans) as runs from pg_prepared_statements
      where name like 'frequent %' and statement like '%+ 1 as sum'`.execute(one);
    assert.deepEqual(rows, [{ runs: 31 }]);
    await assert.rejects(sql`select ${1}::integer / ${0}::integer`.execute(one), /division by zero/);
  });
});
