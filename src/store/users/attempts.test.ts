/** Attempts are counted in a window that slides, by all processes together, and a refused one is not counted. */
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { testDatabase } from "../../../test/database.ts";
import { countAttempt, deleteEndedAttempts, giveAttemptBack } from "./attempts.ts";
import { openDatabase } from "../db.ts";

const url = await testDatabase({ after });
const db = openDatabase(url);
const other = openDatabase(url);
after(() => Promise.all([db.destroy(), other.destroy()]));

const limit = { scope: "test", windowSeconds: 100, max: 2 };
const START = Date.parse("2026-03-01T00:00:00Z");
const attempt = (key: string, seconds: number) => ({ ...limit, key, now: START + seconds * 1000 });

test("attempts up to the limit pass, and the next gets the time to wait", async () => {
  assert.equal(await countAttempt(db, attempt("a", 0)), null);
  assert.equal(await countAttempt(db, attempt("a", 40)), null);
  assert.equal(await countAttempt(db, attempt("a", 60)), 40);
  assert.equal(await countAttempt(db, attempt("b", 60)), null, "another key counts for itself");
});

test("the window slides: each attempt makes room when it is as old as the window, and never two for one", async () => {
  assert.equal(await countAttempt(db, attempt("slides", 0)), null);
  assert.equal(await countAttempt(db, attempt("slides", 90)), null);
  assert.equal(await countAttempt(db, attempt("slides", 99)), 1);
  assert.equal(await countAttempt(db, attempt("slides", 100)), null);
  assert.equal(await countAttempt(db, attempt("slides", 101)), 89);
});

test("refused attempts do not lengthen the wait", async () => {
  for (const seconds of [0, 0]) assert.equal(await countAttempt(db, attempt("knocks", seconds)), null);
  for (let seconds = 1; seconds < 100; seconds += 7)
    assert.equal(await countAttempt(db, attempt("knocks", seconds)), 100 - seconds);
  assert.equal(await countAttempt(db, attempt("knocks", 100)), null);
});

test("many attempts at once from two processes never exceed the limit", async () => {
  const answers = await Promise.all(
    Array.from({ length: 60 }, (_, index) =>
      countAttempt(index % 2 === 0 ? db : other, { ...attempt("crowd", 0), max: 7 }),
    ),
  );
  assert.equal(answers.filter((wait) => wait === null).length, 7);
  assert.deepEqual([...new Set(answers.filter((wait) => wait !== null))], [100]);
});

test("an attempt is given back alone", async () => {
  await countAttempt(db, attempt("gives", 0));
  await countAttempt(db, attempt("gives", 0));
  await giveAttemptBack(db, attempt("gives", 0));
  await giveAttemptBack(db, attempt("gives", 5));
  assert.equal(await countAttempt(db, attempt("gives", 10)), null);
  assert.equal(await countAttempt(db, attempt("gives", 10)), 90);
});

test("an attempt that was the only one can be given back", async () => {
  await countAttempt(db, { ...attempt("only", 0), max: 1 });
  await giveAttemptBack(db, attempt("only", 0));
  assert.equal(await countAttempt(db, { ...attempt("only", 1), max: 1 }), null);
});

test("keys are stored as hashes, and expired windows are deleted", async () => {
  await countAttempt(db, attempt("person@example.com", 500));
  const rows = await db.selectFrom("attempts").selectAll().execute();
  assert.equal(JSON.stringify(rows).includes("person"), false);
  await deleteEndedAttempts(db, START + 400_000);
  assert.equal((await db.selectFrom("attempts").selectAll().execute()).length, 1);
});
