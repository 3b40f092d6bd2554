import assert from "node:assert/strict";
import { text } from "node:stream/consumers";
import { describe, test } from "node:test";
import { parse } from "csv-parse/sync";
import { ABOUT, COLUMNS, manyRows, ROWS, tableOf } from "../tables.fixtures.ts";
import { writeTable } from "../write-table.ts";

const written = async (options = {}, rows = ROWS) =>
  text((await writeTable(tableOf([rows]), "csv", ABOUT, options)).body);

describe("a table as CSV", () => {
  test("has a line of labels and the rows, read back by another reader", async () => {
    const [labels, first, , third, fourth] = parse(await written());
    assert.deepEqual(
      labels,
      COLUMNS.map(({ label }) => label),
    );
    assert.deepEqual(first, [
      "E-1001",
      "2023-01",
      "2023-01-03",
      "2023-02-02T09:26:53.589Z",
      "31",
      "12345.678",
      "1234.5",
      "-12.5",
      "false",
      "7",
    ]);
    // Unknown values are empty, never 0.
    assert.deepEqual(
      third?.slice(1),
      COLUMNS.slice(1).map(() => ""),
    );
    assert.equal(third?.[0], ROWS[2]?.["meter"]);
    assert.equal(fourth?.[0], ROWS[3]?.["meter"]);
  });

  test("contains no formula, and keeps negative figures as numbers", async () => {
    const [, , second] = parse(await written());
    assert.equal(second?.[0], `'=1+1 "quoted", <b>&amp;</b>`);
    assert.deepEqual(second?.slice(5, 7), ["-3.25", "-0.01"]);
    assert.equal(second?.[9], "8 9");
  });

  test("ends every line with CR and LF, the last one too", async () => {
    const lines = (await written({}, ROWS.slice(0, 2))).split("\r\n");
    assert.equal(lines.length, 4);
    assert.equal(lines.at(-1), "");
  });

  test("begins with the mark for Excel only on request", async () => {
    assert.equal((await written()).charCodeAt(0), "M".charCodeAt(0));
    const bytes = (await writeTable(tableOf([ROWS]), "csv", ABOUT, { bom: true })).body;
    const [first] = await bytes.take(1).toArray();
    assert.deepEqual([...(first as Buffer).subarray(0, 4)], [0xef, 0xbb, 0xbf, "M".charCodeAt(0)]);
  });

  test("of a hundred thousand rows takes a few megabytes of memory", async () => {
    const { body } = await writeTable(tableOf(manyRows(100_000)), "csv", ABOUT);
    let [bytes, heldMax] = [0, 0];
    for await (const chunk of body as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      heldMax = Math.max(heldMax, body.readableLength);
    }
    assert.ok(bytes > 6_000_000, `${bytes} bytes`);
    assert.ok(heldMax < 1_000_000, `${heldMax} bytes were held`);
  });
});
