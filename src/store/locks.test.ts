import assert from "node:assert/strict";
import { after, test } from "node:test";
import { sql } from "kysely";
import { testDatabase } from "../../test/database.ts";
import { openDatabase, type Trx } from "./db.ts";
import { lockFormLinks, lockJoining, withCompanyFiles, withRunLock, withVisitLock } from "./locks.ts";
import { openTestDatabase } from "./store.fixtures.ts";

const url = await testDatabase({ after });
const db = openTestDatabase(url);
after(() => db.destroy());

/** Of a record of whatever kind: ids of kinds are counted each for itself. */
const ID = 7;
const nothing = async () => {};

/** Takes locks of a transaction; one that somebody else has is an error at once instead of a wait. */
const take = (work: (trx: Trx) => Promise<void>) =>
  db.transaction().execute(async (trx) => {
    await sql`set local lock_timeout = '200ms'`.execute(trx);
    await work(trx);
  });

for (const [what, withLock] of Object.entries({ visit: withVisitLock, run: withRunLock })) {
  test(`a ${what} is not begun twice at once, and can be again when it is over`, async () => {
    const inside = await withLock(db, ID, async () => [
      await withLock(db, ID, nothing),
      await withLock(db, ID + 1, async () => "begun"),
    ]);
    assert.deepEqual(inside, ["busy", "begun"]);
    assert.equal(await withLock(db, ID, async () => "begun"), "begun");
  });
}

for (const [what, lock] of Object.entries({ "joining of meters": lockJoining, "form links": lockFormLinks })) {
  test(`the ${what} of a company are of one transaction at a time`, async () => {
    await take(async (trx) => {
      await lock(trx, ID);
      await assert.rejects(
        take((other) => lock(other, ID)),
        /lock timeout/,
      );
      await take((other) => lock(other, ID + 1));
    });
    await take((trx) => lock(trx, ID));
  });
}

test("locks of different purposes do not block each other, even with the same id", async () => {
  const done = await withRunLock(db, ID, () =>
    withVisitLock(db, ID, () =>
      withCompanyFiles(db, ID, async () => {
        await take(async (trx) => {
          await lockJoining(trx, ID);
          await take((other) => lockFormLinks(other, ID));
        });
        return "done";
      }),
    ),
  );
  assert.equal(done, "done");
});

test("visits under way take one connection together, however many they are", async () => {
  const narrow = openDatabase(url, { max: 2 });
  let begun = 0;
  const { promise: all, resolve: allBegan } = Promise.withResolvers<void>();
  const visit = async (): Promise<string> => {
    begun += 1;
    if (begun === 20) allBegan();
    await all;
    await sql`select 1`.execute(narrow);
    return "done";
  };
  const visits = Array.from({ length: 20 }, (_, at) => withVisitLock(narrow, 100 + at, visit));
  await all;
  assert.equal(await withVisitLock(db, 100, nothing), "busy");
  assert.deepEqual(new Set(await Promise.all(visits)), new Set(["done"]));
  assert.equal(await withVisitLock(db, 100, async () => "begun"), "begun");
  await narrow.destroy();
});
