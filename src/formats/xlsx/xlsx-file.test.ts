import assert from "node:assert/strict";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { describe, test } from "node:test";
import readExcelFile from "read-excel-file/node";
import { readAhead } from "../read-ahead.ts";
import { ABOUT, COLUMNS, manyRows, ROWS, TAIL, tableOf } from "../tables.fixtures.ts";
import { writeTable } from "../write-table.ts";
import { writeXlsx } from "./xlsx-file.ts";
import { readZip } from "./zip.ts";

const written = async (table = tableOf([ROWS.slice(0, 2), [], ROWS.slice(2)])) =>
  buffer((await writeTable(table, "xlsx", ABOUT)).body);

/** With an independent reader. */
const sheetsOf = async (bytes: Buffer) => new Map((await readExcelFile(bytes)).map(({ sheet, data }) => [sheet, data]));

/** With the units that a sheet alone would not say. */
const labels = COLUMNS.map(({ label, unit }) =>
  unit === "USD" ? `${label} ($)` : unit === "kWh" ? `${label} (kWh)` : label,
);

describe("a table as an Excel workbook", () => {
  test("begins with an explanation: its facts, the meanings and totals of its columns", async () => {
    const sheets = await sheetsOf(await written());
    assert.deepEqual([...sheets.keys()], ["Read me", "Data", "Charts", "Bills"]);
    const lines = sheets.get("Read me") ?? [];
    const saidOf = (name: string) => lines.find(([first]) => first === name)?.slice(1);
    assert.equal(lines[0]?.[0], "Utility Meter History: 14 Example <Lane> (Our buildings)");
    assert.equal(saidOf("Property")?.[0], "14 Example <Lane>");
    assert.equal(saidOf("Period")?.[0], "Jan 1, 2023 to Feb 29, 2024");
    assert.deepEqual([saidOf("Estimated")?.[0], saidOf("Missing")?.[0]], ["1 bill", "2 gaps"]);
    assert.equal(saidOf("Note")?.[0], TAIL.notes[0]);
    assert.deepEqual(saidOf("Total Cost"), ["The meaning of Total Cost.", "$", 1_000_001_234.49]);
    assert.deepEqual(saidOf("Usage"), ["The meaning of Usage.", "kWh", null]);
  });

  test("explains the links to files only to readers who have them", async () => {
    const linksOf = async (dashboard: string | null) => {
      const file = await writeTable(tableOf([ROWS]), "xlsx", { ...ABOUT, dashboard });
      const lines = (await sheetsOf(await buffer(file.body))).get("Read me") ?? [];
      return lines.find(([first]) => first === "Links")?.[1];
    };
    assert.match(String(await linksOf(ABOUT.dashboard)), /lists each bill with a link to its file/);
    assert.equal(await linksOf(null), undefined, "a shared report has no links");
  });

  test("keeps figures and days as such, says flags in words, and leaves unknown values empty", async () => {
    const data = (await sheetsOf(await written())).get("Data") ?? [];
    assert.deepEqual(data[0], labels);
    const [meter, month, day, saved, ...figures] = data[1] ?? [];
    assert.deepEqual(
      [meter, month, day],
      ["E-1001", new Date("2023-01-01T00:00:00Z"), new Date("2023-01-03T00:00:00Z")],
    );
    // Days are fractions there, so a millisecond can be lost.
    assert.ok(Math.abs(Number(saved) - Date.parse("2023-02-02T09:26:53.589Z")) <= 1, String(saved));
    assert.deepEqual(figures, [31, 12_345.678, 1234.5, -0.125, "no", "Jan\u00a08,\u00a02026"]);
    assert.deepEqual(
      data[3]?.slice(1),
      labels.slice(1).map(() => null),
    );
    assert.equal(data[3]?.[0], ROWS[2]?.["meter"]);
    assert.equal(data[4]?.[0], ROWS[3]?.["meter"]);
  });

  test("contains no formula except its own links, whatever a text begins with", async () => {
    const bytes = await written();
    assert.equal((await sheetsOf(bytes)).get("Data")?.[2]?.[0], '=1+1 "quoted", <b>&amp;</b>');
    const formulas = [...readZip(bytes)].flatMap(([name, part]) =>
      name.startsWith("xl/worksheets/sheet") ? [...part.toString().matchAll(/<f>(.*?)<\/f>/g)] : [],
    );
    assert.ok(formulas.length > 0);
    for (const [, formula] of formulas)
      assert.match(
        formula ?? "",
        /^HYPERLINK\(&quot;http:\/\/localhost\/(?:files\/\d+|app\/bills\/\d+|app\/properties\/12\/months\/[\d-]+)&quot;/,
      );
  });

  test("leads from each month and each bill to its page, and from the sheet of bills to each file", async () => {
    const bytes = await written();
    const bills = (await sheetsOf(bytes)).get("Bills");
    assert.deepEqual(
      bills?.map((row) => row.slice(1)),
      [
        ["Utility", "Account", "Amount ($)", "Link to its File"],
        ...[7, 8, 9, 10, 11, 12].map((id) => ["Sample Power", "100-200", 12.5, id === 9 ? null : "Open the file"]),
      ],
    );
    assert.deepEqual(bills?.[1]?.[0], new Date("2026-01-08T00:00:00Z"));
    const data = readZip(bytes).get("xl/worksheets/sheet2.xml")?.toString() ?? "";
    assert.match(
      data,
      /<c r="J2" s="\d+" t="str"><f>HYPERLINK\(&quot;http:\/\/localhost\/app\/bills\/7&quot;,&quot;Jan.8,.2026&quot;\)/,
    );
    assert.match(
      data,
      /<c r="J3" [^>]*><f>HYPERLINK\(&quot;[^&]*\/bills\/8&quot;,&quot;Jan.9,.2026; Jan.10,.2026&quot;\)/,
    );
    assert.match(data, /<c r="B2" s="\d+"><f>HYPERLINK\(&quot;[^&]*\/months\/2023-01&quot;,44927\)<\/f><v>44927</);
  });

  test("freezes, and repeats on paper, the left columns that identify a row", async () => {
    const columns = COLUMNS.map((column, place) =>
      place < 2 || place === 4 ? { ...column, isKey: true as const } : column,
    );
    const file = await writeTable(tableOf([ROWS], { head: { columns } }), "xlsx", ABOUT);
    const parts = readZip(await buffer(file.body));
    assert.match(
      parts.get("xl/worksheets/sheet2.xml")?.toString() ?? "",
      /<pane xSplit="2" ySplit="1"[^>]*state="frozen"/,
    );
    assert.match(parts.get("xl/workbook.xml")?.toString() ?? "", /_xlnm\.Print_Titles[^>]*>[^<]*\$A:\$B/);
  });

  test("shows money, months and shares in their own formats, under frozen labels with filters", async () => {
    const parts = readZip(await written());
    const data = parts.get("xl/worksheets/sheet2.xml")?.toString() ?? "";
    assert.match(data, /<pane ySplit="1"[^>]*state="frozen"/);
    assert.match(data, /<autoFilter ref="A1:J5"\/>/);
    assert.match(parts.get("xl/workbook.xml")?.toString() ?? "", /_xlnm\.Print_Titles[^>]*>[^<]*Data[^<]*\$1:\$1</);
    const styles = parts.get("xl/styles.xml")?.toString() ?? "";
    const formats = new Map(
      [...styles.matchAll(/numFmtId="(\d+)" formatCode="([^"]*)"/g)].map(([, id, code]) => [id, code]),
    );
    const places = [...styles.slice(styles.indexOf("<cellXfs")).matchAll(/<xf numFmtId="(\d+)"/g)].map(([, id]) => id);
    const formatAt = (cell: string) => {
      const place = Number(new RegExp(`<c r="${cell}" s="(\\d+)"`).exec(data)?.[1]);
      // Built-in formats with these numbers.
      return formats.get(places[place]) ?? { 3: "#,##0", 4: "#,##0.00" }[Number(places[place])];
    };
    assert.deepEqual(["B2", "C2", "D2", "E2", "F2", "G2", "H2"].map(formatAt), [
      "mmm yyyy",
      "mmm d, yyyy",
      "mmm d, yyyy hh:mm",
      "#,##0",
      "#,##0.0",
      "$#,##0.00",
      "0.0%",
    ]);
  });

  test("has native Excel charts from figures next to them, with gaps", async () => {
    const bytes = await written();
    const charts = [...readZip(bytes)].filter(([name]) => /^xl\/charts\/chart\d+\.xml$/.test(name));
    assert.equal(charts.length, 2);
    for (const [, part] of charts) assert.match(part.toString(), /<c:dispBlanksAs val="gap"\/>/);
    const figures = (await sheetsOf(bytes)).get("Charts") ?? [];
    assert.deepEqual(
      figures.slice(0, 4).map((row) => row.slice(0, 3)),
      [
        ["Use by month (kWh)", null, null],
        [null, "Electric <1>", "Gas"],
        ["Jan 2023", 10, 1],
        ["Feb 2023", null, 2],
      ],
    );
    // Estimated and incomplete figures look different, and are named next to the figures.
    const cost = charts.map(([, part]) => part.toString()).find((part) => part.includes("stacked")) ?? "";
    assert.match(cost, /<c:idx val="0"\/>.*?<a:prstDash val="sysDot"\/>/);
    assert.match(cost, /<c:dPt><c:idx val="1"\/>.*?<a:srgbClr val="FFFFFF"\/>/);
    const from = figures.findIndex(([name]) => String(name).startsWith("Cost by month ($). Pale with a dotted edge:"));
    assert.deepEqual(
      figures.slice(from + 1, from + 5).map((row) => row[4]),
      ["Marks", "Estimated: Electric.", "Month not complete: Electric.", null],
    );
  });

  test("continues on further sheets when one is full", async () => {
    const rows = Array.from({ length: 25 }, (_, place) => ({ ...ROWS[0], meter: `E-${place}`, bills: [place + 1] }));
    const ahead = await readAhead(tableOf([rows.slice(0, 7), rows.slice(7)]));
    const sheets = await sheetsOf(await buffer(Readable.from(writeXlsx(ahead, ABOUT, 11))));
    assert.deepEqual([...sheets.keys()], ["Read me", "Data", "Charts", "Bills", "Data 2", "Data 3"]);
    const data = ["Data", "Data 2", "Data 3"].map((name) => sheets.get(name) ?? []);
    assert.deepEqual(
      data.map(({ length }) => length),
      [11, 11, 7],
    );
    for (const sheet of data) assert.deepEqual(sheet[0], labels);
    assert.deepEqual(
      data.flatMap((sheet) => sheet.slice(1).map(([meter]) => meter)),
      [...rows.map(({ meter }) => meter), "Total"],
    );
  });

  test("drops characters that XML cannot represent, and truncates a text that is too long for Excel", async () => {
    const meter = `bell\u0007 half\ud800 _x0041_ ${"x".repeat(40_000)}`;
    const bytes = await written(tableOf([[{ ...ROWS[0], meter }]]));
    const sheet = readZip(bytes).get("xl/worksheets/sheet2.xml")?.toString() ?? "";
    const text = /<c r="A2"[^>]*><is><t[^>]*>([^<]*)/.exec(sheet)?.[1] ?? "";
    // Excel reads _x005F_ as an underscore, so that the following text stays unchanged.
    assert.match(text, /^bell half _x005F_x0041_ x+…$/);
    assert.equal(text.length, 32_767);
  });

  test("of thirty thousand rows is written while it is read", async () => {
    const { body } = await writeTable(tableOf(manyRows(30_000)), "xlsx", ABOUT);
    const [bytes, heldMax] = [[] as Buffer[], [0]];
    for await (const chunk of body as AsyncIterable<Buffer>) {
      bytes.push(chunk);
      heldMax[0] = Math.max(heldMax[0] ?? 0, body.readableLength);
    }
    const sheet = readZip(Buffer.concat(bytes)).get("xl/worksheets/sheet2.xml")?.toString() ?? "";
    // The labels before the rows, and the totals after them.
    assert.equal(sheet.match(/<row /g)?.length, 30_002);
    assert.ok((heldMax[0] ?? 0) < 1_000_000, `${heldMax[0]} bytes were held`);
  });
});
