/** What is written is what PostgreSQL writes of the same rows, to the byte: so that rows can be compared as texts. */
import assert from "node:assert/strict";
import { after, test } from "node:test";
import * as fc from "fast-check";
import { sql } from "kysely";
import { testDatabase } from "../../../test/database.ts";
import { readCopiedLines } from "./copied-fields.ts";
import { withCopies } from "./copies.ts";
import { openDatabase } from "../db.ts";
import { openRows, type RowWriter } from "./written-rows.ts";

const db = openDatabase(await testDatabase({ after }));
after(() => db.destroy());

/** Whole numbers of the scale, as a figure is kept. */
const units = (max: number) => fc.option(fc.integer({ min: -max, max }));
const rows = fc.array(
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
    fc.asyncProperty(rows, async (given) => {
      const writer = openRows();
      for (const { id, cents, millionths, day, flag } of given) {
        writer.integer(id);
        writeDecimal(writer, cents, 2);
        writeDecimal(writer, millionths, 6);
        writer.code(day);
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
