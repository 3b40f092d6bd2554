import assert from "node:assert/strict";
import { after, test } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import { sql } from "kysely";
import { testDatabase } from "../../../test/database.ts";
import { untilWritesEnded } from "../../../test/lock-waits.ts";
import { adoptForeignChanges, FEED_START, isForeignPlace, listChanges, type ChangePlace } from "./changes.ts";
import { recordChanges } from "./events.ts";
import { insertFixture, openTestDatabase } from "../store.fixtures.ts";

const db = openTestDatabase(await testDatabase({ after }));
after(() => db.destroy());

const changeOf = (record_id: number) => ({ event_type: "bill.archived", record_id }) as const;

test("a change that commits late keeps its order: no later change is shown before it", async () => {
  const { company_id } = await insertFixture(db);
  const slow = Promise.withResolvers<void>();
  const isWritten = Promise.withResolvers<void>();
  const late = db.transaction().execute(async (trx) => {
    await recordChanges(trx, company_id, [changeOf(1)]);
    isWritten.resolve();
    await slow.promise;
  });
  await isWritten.promise;
  await db.transaction().execute((trx) => recordChanges(trx, company_id, [changeOf(2)]));
  assert.deepEqual(await listChanges(db, company_id, FEED_START, 10), [], "the second waits for the first");
  slow.resolve();
  await late;
  await untilWritesEnded(db);
  const rows = await listChanges(db, company_id, FEED_START, 10);
  assert.deepEqual(
    rows.map(({ record_id }) => record_id),
    [1, 2],
  );
});

test("a reader that follows the feed while eight writers write misses nothing and sees nothing twice", async (context) => {
  const { company_id } = await insertFixture(db, "Busy");
  const other = await insertFixture(db, "Other");
  const WRITERS = 8;
  const TRANSACTIONS = 150;
  const expected =
    WRITERS * Array.from({ length: TRANSACTIONS }, (_, turn) => 1 + (turn % 5)).reduce((a, b) => a + b, 0);
  const writing = { isOver: false };
  const writers = Promise.all(
    Array.from({ length: WRITERS }, async (_, writer) => {
      for (let turn = 0; turn < TRANSACTIONS; turn += 1) {
        await db.transaction().execute(async (trx) => {
          const ids = Array.from({ length: 1 + (turn % 5) }, (__, n) => writer * 1_000_000 + turn * 10 + n);
          await recordChanges(trx, company_id, ids.map(changeOf));
          if (turn % 7 === writer % 7) await wait(turn % 4);
          if (turn % 50 === 49) await recordChanges(trx, other.company_id, [changeOf(turn)]);
        });
      }
    }),
  ).finally(() => (writing.isOver = true));
  const seen: number[] = [];
  const places: ChangePlace[] = [];
  let place = FEED_START;
  const readOn = async (): Promise<void> => {
    const rows = await listChanges(db, company_id, place, 100);
    seen.push(...rows.map(({ record_id }) => record_id));
    places.push(...rows);
    place = rows.at(-1) ?? place;
    if (rows.length > 0) await readOn();
  };
  while (!writing.isOver) await readOn();
  await writers;
  await untilWritesEnded(db);
  await readOn();
  assert.equal(seen.length, expected);
  assert.equal(new Set(seen).size, expected);
  const inOrderOfIds = places.every(({ id }, index) => index === 0 || id > (places[index - 1]?.id ?? 0));
  context.diagnostic(`${expected} changes read while written; in the order of ids: ${inOrderOfIds}`);
});

test("changes from a dump of another server become visible, in their order", async () => {
  const { company_id, meter_id } = await insertFixture(db, "Moved");
  await db.transaction().execute((trx) => recordChanges(trx, company_id, [changeOf(1), changeOf(2)]));
  await sql`update changes set xid = '9000000000000'::xid8 where company_id = ${company_id}`.execute(db);
  await sql`update utility_meters set property_xid = '9000000000000'::xid8 where company_id = ${company_id}`.execute(
    db,
  );
  assert.deepEqual(await listChanges(db, company_id, FEED_START, 10), []);
  assert.equal(await adoptForeignChanges(db), 2);
  const rows = await listChanges(db, company_id, FEED_START, 10);
  assert.deepEqual(
    rows.map(({ record_id }) => record_id),
    [1, 2],
  );
  assert.equal(await adoptForeignChanges(db), 0, "once");
  // Else no delivery would tell the bills of the meter until our numbers have come so far.
  const meter = db.selectFrom("utility_meters").select("property_xid").where("id", "=", meter_id);
  assert.equal((await meter.executeTakeFirstOrThrow()).property_xid, "0");
  assert.equal(await isForeignPlace(db, { xid: "9000000000000", id: 1 }), true);
  assert.equal(await isForeignPlace(db, rows[1] ?? FEED_START), false);
});
