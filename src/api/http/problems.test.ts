/** Answers to requests that are correct but fail because of other requests. */
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { sql } from "kysely";
import { testDatabase } from "../../../test/database.ts";
import { openDatabase, poolOf } from "../../store/db.ts";
import { toProblem } from "./problems.ts";

const url = await testDatabase({ after });

/** What comes of the work, which fails. */
const failureOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => assert.fail("it did not fail"),
    (error: unknown) => error,
  );

test("a request that waited too long for a connection may be sent again: it was not started", async () => {
  const db = openDatabase(url, { max: 1 });
  try {
    const error = await db.connection().execute(() => {
      poolOf(db).options.connectionTimeoutMillis = 1;
      return failureOf(sql`select 1`.execute(db));
    });
    const { slug, message, retryAfterSeconds } = toProblem(error);
    assert.deepEqual([slug, retryAfterSeconds], ["unavailable", 5]);
    assert.match(message, /it was not started/);
  } finally {
    await db.destroy();
  }
});

for (const code of ["40P01", "40001"])
  test(`who was broken off for others (${code}) may send the same again at once`, async () => {
    const db = openDatabase(url);
    try {
      const broken = sql.raw(`do $$ begin raise exception 'broken off' using errcode = '${code}'; end $$`);
      const { slug, message, retryAfterSeconds } = toProblem(await failureOf(broken.execute(db)));
      assert.deepEqual([slug, retryAfterSeconds], ["unavailable", 1]);
      assert.match(message, /in the way/);
    } finally {
      await db.destroy();
    }
  });
