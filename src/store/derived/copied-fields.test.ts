/** What COPY writes is read back as what was in the table, wherever its chunks are cut. */
import assert from "node:assert/strict";
import { after, test } from "node:test";
import * as fc from "fast-check";
import { sql } from "kysely";
import { testDatabase } from "../../../test/database.ts";
import { readCopiedLines, readCopiedRows } from "./copied-fields.ts";
import { withCopies } from "./copies.ts";
import { openDatabase } from "../db.ts";

const db = openDatabase(await testDatabase({ after }));
after(() => db.destroy());

interface Value {
  id: number;
  amount: string | null;
  word: string | null;
  day: string | null;
  flag: boolean;
}

const digits = (min: number, max: number) =>
  fc.array(fc.integer({ min: 0, max: 9 }), { minLength: min, maxLength: max }).map((all) => all.join(""));
/** As `numeric` columns hold it: up to fourteen digits before the point and ten behind it. */
const decimal = fc
  .tuple(fc.boolean(), digits(1, 14), digits(0, 10))
  .map(([negative, whole, places]) => `${negative ? "-" : ""}${whole}${places === "" ? "" : `.${places}`}`);
const word = fc.string({ unit: fc.constantFrom("a", "é", "\t", "\n", "\\", "N", " ", "€", "\r"), maxLength: 6 });
/** Of four digits in the year and of more. */
const day = fc.constantFrom("2024-02-29", "2024-12-31", "0987-01-01", "12024-02-29");
const values: fc.Arbitrary<Value[]> = fc.array(
  fc.record({
    id: fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER }),
    amount: fc.option(decimal),
    word: fc.option(word),
    day: fc.option(day),
    flag: fc.boolean(),
  }),
  { minLength: 1, maxLength: 20 },
);

/** The bytes of COPY, cut anew every so many. */
async function* cut(chunks: AsyncIterable<Buffer>, size: number): AsyncGenerator<Buffer> {
  for await (const chunk of chunks) for (let at = 0; at < chunk.length; at += size) yield chunk.subarray(at, at + size);
}

const copied = (rows: Value[], read: (chunks: AsyncIterable<Buffer>) => Promise<void>) =>
  withCopies(db, async (trx, copies) => {
    await sql`create temporary table given (n int, id bigint, amount numeric, word text, day date, flag boolean) on commit drop`.execute(
      trx,
    );
    for (const [n, { id, amount, word: text, day: date, flag }] of rows.entries())
      await sql`insert into given values (${n}, ${id}, ${amount}::numeric, ${text}, ${date}::date, ${flag})`.execute(
        trx,
      );
    await read(copies.out("select id, amount, word, day, 'passed', flag from given order by n"));
  });

test("numbers, words and flags are those of the table, wherever the bytes are cut", async () => {
  await fc.assert(
    fc.asyncProperty(values, fc.integer({ min: 1, max: 40 }), async (rows, size) => {
      const found: unknown[] = [];
      await copied(rows, (chunks) =>
        readCopiedRows(cut(chunks, size), (fields) => {
          const [id, amount, text, date] = [fields.integer(), fields.decimal(), fields.word(), fields.day()];
          assert.equal(fields.word(), "passed");
          found.push({ id, amount, word: text, day: date, flag: fields.flag() });
        }),
      );
      assert.deepEqual(
        found,
        rows.map((row) => ({ ...row, amount: row.amount === null ? null : Number(row.amount) + 0 })),
      );
    }),
    { numRuns: 40 },
  );
});

test("lines are whole, wherever the bytes are cut", async () => {
  const rows = Array.from({ length: 9 }, (_, id) => ({ id, amount: `${id}.5`, word: null, day: null, flag: true }));
  for (const size of [1, 2, 7, 1000]) {
    const lines: string[] = [];
    await copied(rows, (chunks) => readCopiedLines(cut(chunks, size), (line) => void lines.push(line)));
    assert.deepEqual(
      lines,
      rows.map(({ id, amount }) => `${id}\t${amount}\t\\N\t\\N\tpassed\tt`),
    );
  }
});
