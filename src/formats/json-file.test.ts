import assert from "node:assert/strict";
import { text } from "node:stream/consumers";
import { describe, test } from "node:test";
import { Report } from "../records/report.ts";
import { ABOUT, COLUMNS, manyRows, OPENING, ROWS, TAIL, tableOf } from "./tables.fixtures.ts";
import { writeTable } from "./write-table.ts";

const written = async (table = tableOf([ROWS])) => text((await writeTable(table, "json", ABOUT)).body);

describe("a table as JSON", () => {
  test("is the record of a report, with rows by label, unrounded figures and bill ids as a list", async () => {
    const report = Report.parse(JSON.parse(await written(tableOf([ROWS.slice(0, 1), [], ROWS.slice(1)]))));
    assert.deepEqual(report.rows[0], {
      "Meter Number": "E-1001",
      Month: "2023-01",
      "Bill Start": "2023-01-03",
      Saved: "2023-02-02T09:26:53.589Z",
      Days: 31,
      Usage: 12_345.678,
      "Total Cost": 1234.5,
      "Change (%)": -12.5,
      Estimated: false,
      Bills: [7],
    });
    assert.equal(report.answer, OPENING.answer);
    assert.deepEqual(
      report.tiles.map(({ key, value, change, mark }) => [key, value, change, mark]),
      [
        ["cost", 12_340.4, -4.04, "estimated"],
        ["through", "2026-03", null, null],
      ],
    );
    assert.deepEqual(
      [report.subject, report.property.id, report.language],
      [{ kind: "property", name: "14 Example <Lane>", company: "Our buildings" }, 12, "en"],
    );
    assert.equal(report.rows.length, ROWS.length);
    assert.deepEqual(
      report.rows.map(({ Usage }) => Usage),
      [12_345.678, -3.25, null, 0],
    );
    assert.deepEqual(report.period, {
      start_date: "2023-01-01T00:00:00.000Z",
      end_date: "2024-03-01T00:00:00.000Z",
    });
    assert.deepEqual(report.totals, { Days: 1_234_598, Usage: null, "Total Cost": 1_000_001_234.49 });
    assert.deepEqual([report.estimated, report.missing, report.notes], [1, 2, TAIL.notes]);
    assert.deepEqual(
      report.columns.map(({ label }) => label),
      COLUMNS.map(({ label }) => label),
    );
  });

  test("has no rows and no period without data", async () => {
    const empty = { totals: {}, estimated: null, missing: null, notes: [] };
    const report = Report.parse(JSON.parse(await written(tableOf([[]], { head: { period: null }, tail: empty }))));
    assert.deepEqual([report.rows, report.totals, report.period], [[], {}, null]);
  });

  test("of a hundred thousand rows is written while it is read", async () => {
    let rowsRead = 0;
    async function* counted() {
      for await (const part of manyRows(100_000)) {
        rowsRead += part.length;
        yield part;
      }
    }
    const { body } = await writeTable(tableOf(counted()), "json", ABOUT);
    assert.ok(rowsRead < 3000, `${rowsRead} rows were read before the first byte`);
    let bytes = 0;
    let aheadMax = 0;
    for await (const chunk of body as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      aheadMax = Math.max(aheadMax, rowsRead - bytes / 200);
    }
    assert.equal(rowsRead, 100_000);
    assert.ok(aheadMax < 5000, `${aheadMax} rows were read ahead of what was written`);
  });
});
