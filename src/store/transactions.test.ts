/** Writes that PostgreSQL breaks off: carried out again, whole, and not for ever. */
import assert from "node:assert/strict";
import { after, beforeEach, describe, test } from "node:test";
import { sql } from "kysely";
import { testDatabase } from "../../test/database.ts";
import { createLog } from "../log.ts";
import type { Trx } from "./db.ts";
import { insertCompany } from "./records/companies.ts";
import { openTestDatabase } from "./store.fixtures.ts";
import { inTransaction, isBrokenOff } from "./transactions.ts";

const db = openTestDatabase(await testDatabase({ after }));
after(() => db.destroy());
const logLines: string[] = [];
const parts = { db, log: createLog({ level: "warn", write: (line) => void logLines.push(line) }) };

/** As PostgreSQL breaks a transaction off, of which it has undone all by then. */
const breakOff = (trx: Trx, code: string) =>
  sql.raw(`do $$ begin raise exception 'broken off' using errcode = '${code}'; end $$`).execute(trx);

/** A write that fails the first times. */
function failing(name: string, times: number, code: string) {
  let tries = 0;
  return {
    tries: () => tries,
    write: async (trx: Trx) => {
      tries += 1;
      const { id } = await insertCompany(trx, { name });
      if (tries <= times) await breakOff(trx, code);
      return id;
    },
  };
}

const written = (name: string) => db.selectFrom("companies").select("id").where("name", "=", name).execute();

describe("a transaction", () => {
  beforeEach(() => void (logLines.length = 0));

  for (const [what, code] of Object.entries({ "a ring of locks": "40P01", "an order of writes": "40001" })) {
    test(`that is aborted for ${what} is retried, and written once`, async () => {
      const { write } = failing(what, 2, code);
      const id = await inTransaction(parts, write);
      assert.deepEqual(await written(what), [{ id }]);
      assert.equal(logLines.length, 2, "the operator can see it");
    });

    test(`that is aborted for ${what} repeatedly fails after three tries, and nothing is written`, async () => {
      const { write, tries } = failing(`${what}, for ever`, Infinity, code);
      await assert.rejects(inTransaction(parts, write), isBrokenOff);
      assert.equal(tries(), 3);
      assert.deepEqual(await written(`${what}, for ever`), []);
    });
  }

  test("that fails for another reason is not retried", async () => {
    const { write, tries } = failing("wrong", Infinity, "22012");
    await assert.rejects(inTransaction(parts, write), /broken off/);
    assert.deepEqual([tries(), logLines.length], [1, 0]);
  });
});
