import assert from "node:assert/strict";
import { test } from "node:test";
import { TABLE_LIMITS, TableError } from "./limits.ts";
import { asUtf8, readCsv } from "./read-csv.ts";

/** As read with the most likely separator. */
async function rowsOf(text: string | Uint8Array): Promise<[number, ...unknown[]][]> {
  const [sheet] = readCsv(typeof text === "string" ? Buffer.from(text) : text, TABLE_LIMITS);
  const rows: [number, ...unknown[]][] = [];
  for await (const { row, cells } of sheet?.rows() ?? []) rows.push([row, ...cells]);
  return rows;
}

test("the most frequent separator is tried first", async () => {
  for (const mark of [",", ";", "\t", "|"])
    assert.deepEqual(await rowsOf(["a", "b", "c"].join(mark)), [[1, "a", "b", "c"]]);
});

test("rows keep the number that a spreadsheet shows, over empty rows and breaks within a cell", async () => {
  assert.deepEqual(await rowsOf('a,b\r\n\r\n"two\nlines",x\r\ny,z'), [
    [1, "a", "b"],
    [2, ""],
    [3, "two\nlines", "x"],
    [4, "y", "z"],
  ]);
});

test("each row ends with its own line ending, also in mixed files", async () => {
  assert.deepEqual(await rowsOf("a,b\r\n1,x\n2,y\r3,z"), [
    [1, "a", "b"],
    [2, "1", "x"],
    [3, "2", "y"],
    [4, "3", "z"],
  ]);
});

test("rows of unequal length, quotation marks within a cell and zero characters are accepted", async () => {
  assert.deepEqual(await rowsOf('a,b,c\r\n5" pipe,x\r\n1\0,2,3,4'), [
    [1, "a", "b", "c"],
    [2, '5" pipe', "x"],
    [3, "1", "2", "3", "4"],
  ]);
});

test("a file is read in pieces, and no row, cell or letter is split between them", async () => {
  for (const more of [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]) {
    const long = "x".repeat(65_530 - more);
    const rows = await rowsOf(`a,b\r\n1,"${long}"\r\n"é""€",z\r\n\r\n4,5`);
    assert.deepEqual(
      rows.map(([row, ...cells]) => [row, ...cells.map((cell) => String(cell).slice(0, 3))]),
      [
        [1, "a", "b"],
        [2, "1", "xxx"],
        [3, 'é"€', "z"],
        [4, ""],
        [5, "4", "5"],
      ],
    );
  }
});

test("an unclosed quotation mark is reported with its row", async () => {
  await assert.rejects(rowsOf('a,b\r\n"open,1\r\n2,3\r\n'), TableError);
});

test("UTF-8 with and without its mark, UTF-16 and Windows-1252 are distinguished", () => {
  assert.equal(String(asUtf8(Buffer.from("\ufeffZürich"))), "Zürich");
  assert.equal(String(asUtf8(Buffer.from("Zürich"))), "Zürich");
  assert.equal(String(asUtf8(Buffer.from("\ufeffZürich", "utf16le"))), "Zürich");
  assert.equal(String(asUtf8(Buffer.from("\ufeffZürich", "utf16le").swap16())), "Zürich");
  assert.equal(String(asUtf8(Buffer.from([0x5a, 0xfc, 0x72, 0x80]))), "Zür€");
});
