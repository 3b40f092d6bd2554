/** What COPY writes is read back as what was in the table, and rows are written to the byte as PostgreSQL writes them. */
import assert from "node:assert/strict";
import { after, test } from "node:test";
import * as fc from "fast-check";
import { sql } from "kysely";
import { testDatabase } from "../../../test/database.ts";
import { openRows, readCopiedLines, readCopiedRows, type RowWriter } from "./copy-format.ts";
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

/** Whole numbers of the scale, as a figure is kept. */
const units = (max: number) => fc.option(fc.integer({ min: -max, max }));
const figures = fc.array(
  fc.record({
    id: fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER }),
    cents: units(2 ** 46),
    millionths: fc.oneof(units(2 ** 50), units(2_000_000)),
    day: fc.constantFrom("2024-02-29", "1999-12-01", "0987-01-01"),
    flag: fc.boolean(),
  }),
  { minLength: 1, maxLength: 50 },
);

const writeDecimal = (writer: RowWriter, scaled: number | null, places: number) =>
  scaled === null ? writer.nothing() : writer.decimal(scaled / 10 ** places, places);

test("rows are written as PostgreSQL writes them", async () => {
  await fc.assert(
    fc.asyncProperty(figures, async (given) => {
      const writer = openRows();
      for (const { id, cents, millionths, day: date, flag } of given) {
        writer.integer(id);
        writeDecimal(writer, cents, 2);
        writeDecimal(writer, millionths, 6);
        writer.code(date);
        writer.flag(flag);
        writer.endRow();
      }
      const lines: string[] = [];
      await withCopies(db, async (trx, copies) => {
        await sql`create temporary table given (
          n int generated always as identity, id bigint, cents numeric(24, 2), millionths numeric(24, 6), day date, flag boolean
        ) on commit drop`.execute(trx);
        await copies.in("given", ["id", "cents", "millionths", "day", "flag"], writer.bytes());
        const query = "select id, cents, millionths, day, flag from given order by n";
        await readCopiedLines(copies.out(query), (line) => lines.push(line));
      });
      assert.equal(writer.text(0, writer.size()), `${lines.join("\n")}\n`);
    }),
    { numRuns: 40 },
  );
});

test("a value beyond what is exact has the digits of its number", () => {
  const writer = openRows();
  writer.decimal(123_456_789_012_345_680, 2);
  writer.endRow();
  assert.equal(writer.text(0, writer.size()), "123456789012345680.00\n");
});

test("removing a row keeps all rows before it", () => {
  const writer = openRows();
  const expected: string[] = [];
  for (let row = 0; row < 20_000; row++) {
    const size = writer.size();
    writer.integer(row);
    writer.code("2024-01-01");
    writer.endRow();
    if (row % 2 === 0) writer.takeBack(size);
    else expected.push(`${row}\t2024-01-01\n`);
  }
  assert.equal(writer.bytes().toString(), expected.join(""));
});
