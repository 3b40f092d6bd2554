import assert from "node:assert/strict";
import { after, test } from "node:test";
import { testDatabase } from "../../test/database.ts";
import { administer } from "../../test/postgres-server.ts";
import { isDatabaseAway } from "./db.ts";
import { openPointReads } from "./point-reads.ts";

const url = await testDatabase({ after });
const errors: Error[] = [];
const reads = openPointReads({ connectionString: url, application_name: "points" }, (error) => void errors.push(error));
after(() => reads.close());

const DOUBLE = { name: "double", text: "select $1::int * 2 as value" };
const FAIL = { name: "fail", text: "select 1 / $1::int as value" };
const SLEEP = { name: "sleep", text: "select $1::int as value, pg_sleep(20)" };
const double = async (value: number) => (await reads.read<{ value: number }>(DOUBLE, [value]))[0]?.value;

test("many at once each get their own answer", async () => {
  const values = Array.from({ length: 500 }, (_, index) => index);
  assert.deepEqual(
    await Promise.all(values.map(double)),
    values.map((value) => value * 2),
  );
});

test("a failing read does not affect the others", async () => {
  const answers = await Promise.allSettled([double(1), reads.read(FAIL, [0]), double(2)]);
  assert.deepEqual(
    answers.map(({ status }) => status),
    ["fulfilled", "rejected", "fulfilled"],
  );
});

test("after a lost connection reads under way fail as if the database were away, and the next read connects again", async () => {
  const lost = reads.read(SLEEP, [1]);
  const behind = double(1);
  const both = Promise.allSettled([lost, behind]);
  const cut = async () =>
    administer(
      url,
      "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name = 'points'",
    );
  await cut();
  for (const answer of await both) {
    assert.equal(answer.status, "rejected");
    assert.ok(isDatabaseAway(answer.reason), String(answer.reason));
  }
  assert.equal(await double(21), 42);
});

test("reads after the close fail", async () => {
  const own = openPointReads({ connectionString: url }, () => {});
  assert.deepEqual(await own.read(DOUBLE, [1]), [{ value: 2 }]);
  await own.close();
  await assert.rejects(own.read(DOUBLE, [1]), /closed/);
});
