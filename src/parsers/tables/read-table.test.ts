/** Good and bad spreadsheets, read in this process: every one ends with bills or a sentence. Its process is in table-process.test.ts. */
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { describe, test } from "node:test";
import { writeXlsx } from "hucre/xlsx";
import { hostileWorkbook } from "../../../test/hostile-workbook.ts";
import { loadProfiles } from "./import-reader.ts";
import { HEADER, readHere } from "./tables.fixtures.ts";

type Value = string | number | Date | boolean | null;
const day = (text: string) => new Date(`${text}T00:00:00Z`);
const row = (start: Value, end: Value, usage: Value = 100): Value[] => [
  "Hillside Power",
  "A-1",
  "Electric",
  start,
  end,
  usage,
  "kWh",
  20.1,
];

const workbook = (rows: Value[][], options: { dateSystem?: "1904"; title?: boolean } = {}) =>
  writeXlsx({
    ...(options.dateSystem === undefined ? {} : { dateSystem: options.dateSystem }),
    sheets: [
      ...(options.title === true ? [{ name: "Cover", rows: [["Bills of the portfolio"]] }] : []),
      { name: "Bills", rows: [...(options.title === true ? [["Made by somebody"], []] : []), HEADER, ...rows] },
    ],
  });

const periods = ({ bills }: Awaited<ReturnType<typeof readHere>>) =>
  bills.map(
    ({ statement }) => `${statement.meters[0]?.usages[0]?.start_date}..${statement.meters[0]?.usages[0]?.end_date}`,
  );

describe("a workbook", () => {
  test("is read with its dates and numbers, from whichever sheet has the header", async () => {
    const answer = await readHere(
      await workbook([row(day("2023-01-01"), day("2023-01-31")), row("2023-02-01", "2023-02-28")], { title: true }),
    );
    assert.deepEqual([answer.failed, answer.profile, answer.refusals], [null, "meterbook", []]);
    assert.deepEqual(periods(answer), ["2023-01-01..2023-02-01", "2023-02-01..2023-03-01"]);
    assert.deepEqual(
      answer.bills.map(({ rows }) => rows),
      [[4], [5]],
    );
  });

  test("that counts its days from 1904 has the same days", async () => {
    const answer = await readHere(await workbook([row(day("2023-01-01"), day("2023-01-31"))], { dateSystem: "1904" }));
    assert.deepEqual(periods(answer), ["2023-01-01..2023-02-01"]);
  });

  test("with error cells has only those rows refused", async () => {
    const answer = await readHere(
      await workbook([row("2023-01-01", "2023-01-31", "#REF!"), row("2023-02-01", "2023-02-28")]),
    );
    assert.deepEqual(
      answer.refusals.map(({ row: number, reason }) => [number, reason]),
      [[2, "unreadable_number"]],
    );
    assert.equal(answer.bills.length, 1);
  });
});

test("a workbook whose sheets together have more unread columns than can be listed is read, with the first of them", async () => {
  const own = (sheet: string) => Array.from({ length: 400 }, (_, at) => `${sheet} note ${at + 1}`);
  const bytes = await writeXlsx({
    sheets: ["North", "South", "West"].map((name, at) => ({
      name,
      rows: [[...HEADER, ...own(name)], row(`2023-0${at + 1}-01`, `2023-0${at + 1}-28`)],
    })),
  });
  const { failed, bills, unread } = await readHere(bytes);
  assert.deepEqual([failed, bills.length, unread.length], [null, 3, 1000]);
  assert.deepEqual([unread[0]?.column, unread.at(-1)?.column], ["North note 1", "West note 200"]);
});

describe("the workbook of a whole portfolio of Portfolio Manager", () => {
  const meter = ["North Hall", 5766973, "5766973-0", "Main", "Electric - Grid"];
  const book = (entries: Value[][]) =>
    writeXlsx({
      sheets: [
        { name: "Properties", rows: [["My Portfolio"], [], ["Property Name", "Portfolio Manager ID", "City"]] },
        {
          name: "Meters",
          rows: [
            ["Property Name", "Portfolio Manager ID", "Portfolio Manager Meter ID", "Meter Name", "Meter Type"],
            meter,
          ],
        },
        { name: "Meter Entries", rows: [["My Portfolio"], [], ...entries] },
      ],
    });
  const first = ["Property Name", "Portfolio Manager ID", "Portfolio Manager Meter ID", "Meter Name", "Meter Type"];

  test("has its bills on one sheet below titles, whatever its columns are called", async () => {
    const whole = [...first, "Start Date", "End Date", "Delivery Date", "Usage/Quantity", "Usage Units", "Cost ($)"];
    const short = [...first, "Start Date", "End Date", "Delivery Date", "Usage", "Units", "Cost"];
    for (const header of [whole, short]) {
      const na = "Not Available";
      const kwh = "kWh (thousand Watt-hours)";
      const answer = await readHere(
        await book([
          [...header, "Estimation?"],
          [...meter, day("2024-01-06"), day("2024-02-06"), na, 44_160, kwh, 6038.51, "No"],
          [...meter, day("2024-02-06"), day("2024-03-08"), na, 44_320, kwh, na, "Yes"],
          ["North Hall", 5766973, 8, "Tank", "Propane", na, na, day("2024-02-10"), 200, "Gallons (US)", 410, "No"],
        ]),
      );
      assert.deepEqual([answer.failed, answer.profile, answer.refusals], [null, "energy-star-portfolio-manager", []]);
      assert.deepEqual(periods(answer), ["2024-01-06..2024-02-06", "2024-02-06..2024-03-08", "2024-02-10..2024-02-10"]);
      assert.deepEqual(
        answer.bills.map(({ statement }) => [statement.acct_num, statement.amount_due, statement.estimated]),
        [
          ["5766973-0", "6038.51", false],
          ["5766973-0", null, true],
          ["8", "410.00", false],
        ],
      );
      assert.deepEqual(
        answer.sheets.map(({ rows_read }) => rows_read),
        [null, null, 3],
      );
    }
  });
});

test("a day before the first accepted day is refused", async () => {
  const answer = await readHere([HEADER.join(","), row("1/1/0024", "1/31/0024").join(",")].join("\n"));
  assert.deepEqual([answer.bills.length, answer.refusals[0]?.reason], [0, "unreadable_date"]);
});

describe("skipped content", () => {
  const good = row("2023-01-01", "2023-01-31").join(",");

  test("includes unread columns, listed with a similar name", async () => {
    const names = [...HEADER.map((name) => (name === "usage" ? "usge" : name)), "notes", "", "usage_cost"];
    const answer = await readHere([names.join(","), `${good},read by hand,x,9.00`].join("\n"));
    assert.deepEqual(answer.unread, [
      { column: "usge", similar_to: "usage" },
      { column: "notes", similar_to: null },
      { column: "usage_cost", similar_to: null },
    ]);
    assert.deepEqual((await readHere([HEADER.join(","), good].join("\n"))).unread, []);
  });

  test("includes empty and filtered rows, and the counts add up", async () => {
    const [template] = loadProfiles();
    assert.ok(template);
    const mapping = { ...template.mapping, rows: [{ column: "usage_unit", is_not: ["gal"] }] };
    const rows = [
      good,
      "",
      good.replace("kWh", "gal"),
      ",,,,,,,",
      row("2023-02-01", "2023-02-28", "many").join(","),
      `,,,,,,,,a note`,
    ];
    const answer = await readHere([HEADER.join(","), ...rows].join("\n"), { profiles: [{ name: "own", mapping }] });
    assert.deepEqual([answer.rows, answer.bills.length, answer.skipped], [6, 1, 3]);
    assert.deepEqual([...new Set(answer.refusals.map(({ row: number }) => number))], [6, 7]);
  });
});

describe("numbers with a decimal comma", () => {
  const semicolons = (...usages: string[]) =>
    [HEADER, ...usages.map((usage, month) => row(`2023-0${month + 1}-01`, `2023-0${month + 1}-28`, usage))]
      .map((cells) => cells.join(";"))
      .join("\r\n");

  test("are refused with a solution, and never read as thousands", async () => {
    const { bills, refusals } = await readHere(semicolons("1,5", "1.234,5", "1,500", "many", "1,234.5"));
    const details = refusals.map(({ detail }) => detail);
    assert.equal(details.length, 4);
    assert.match(details[0] ?? "", /not a number with the decimal mark "\."\. .*"decimal_mark": ","/);
    assert.match(details[1] ?? "", /"decimal_mark": ","/);
    assert.match(details[2] ?? "", /may be thousands or have decimals: .*semicolons.*"decimal_mark": ","/);
    assert.doesNotMatch(details[3] ?? "", /decimal_mark/);
    assert.deepEqual(
      bills.map(({ statement }) => statement.meters[0]?.usages[0]?.amount),
      ["1234.500000"],
    );
  });

  test("are read with a profile that sets the mark", async () => {
    const [template] = loadProfiles();
    assert.ok(template);
    const mapping = { ...template.mapping, decimal_mark: "," as const };
    const text = semicolons("1.500,5").replace("20.1", "20,1");
    const answer = await readHere(text, { profiles: [{ name: "own", mapping }] });
    assert.deepEqual(answer.refusals, []);
    const [meter] = answer.bills[0]?.statement.meters ?? [];
    assert.deepEqual([meter?.usages[0]?.amount, meter?.charges[0]?.amount], ["1500.500000", "20.10"]);
  });
});

/** Random bytes, always the same. */
const oddBytes = (count: number): Buffer =>
  Buffer.concat(
    Array.from({ length: Math.ceil(count / 32) }, (_, at) => createHash("sha256").update(`${at}`).digest()),
  );

describe("an unreadable file", () => {
  const sentenceOf = async (bytes: Uint8Array | string, limits = {}) => (await readHere(bytes, { limits })).failed;

  test("gives a sentence, whatever it is", async () => {
    assert.equal(await sentenceOf(""), "The file is empty.");
    assert.match(String(await sentenceOf("%PDF-1.7\n")), /is not a spreadsheet: it is pdf/);
    assert.match(String(await sentenceOf(Buffer.from("d0cf11e0a1b11ae1", "hex"))), /old format or locked/);
    assert.match(
      String(await sentenceOf(Buffer.concat([Buffer.from("PK\x03\x04"), oddBytes(2000)]))),
      /not a readable workbook/,
    );
    assert.match(String(await sentenceOf(hostileWorkbook(1, 999_999_999_999_999))), /says that it is row 9{15}\./);
    assert.match(String(await sentenceOf("a,b\r\n1,2\r\n")), /No header row was found.*has: a, b\./);
    assert.match(
      String(await sentenceOf(oddBytes(5000))),
      /No header row|not a spreadsheet|cannot be (read|split)|not a readable/,
    );
  });

  test("names the missing columns, and says that they can be given with the file", async () => {
    const csv =
      "Date,Total,Off Peak Consumption,Mid Peak Consumption,On Peak Consumption\n2023-01-31,9.29,1,2,3\n2023-02-28,9.29,1,2,3\n";
    assert.match(String(await sentenceOf(csv)), /has no column for utility_company and acct_num/);
    const answer = await readHere(csv, { constants: { utility_company: "Town Hydro", acct_num: "1" } });
    assert.deepEqual([answer.failed, answer.bills.length, answer.refusals[0]?.reason], [null, 1, "no_read_before"]);
  });

  test("with use by calendar month from Portfolio Manager says which workbook has the bills", async () => {
    // The header of the sheet as SEED Platform reads it.
    const months = [
      ["Property Id", "Property Name", "Month", "Electricity Use  (kBtu)", "Natural Gas Use  (GJ)"],
      [4544232, "North Hall", "Jan-16", 85887.1, "Not Available"],
    ];
    const report = await writeXlsx({
      sheets: [
        { name: "Information and Metrics", rows: [["Report"], ["Property Id", "Property Name", "City"]] },
        { name: "Monthly Usage", rows: [["Report"], [], ...months] },
      ],
    });
    assert.match(
      String(await sentenceOf(report)),
      /^The sheet "Monthly Usage" has the use of .*Meter Entries has them\.$/,
    );
  });

  test("with bills for two profiles on two sheets names them, so that no row is lost", async () => {
    const better = ["Building ID", "Billing Start Dates", "Billing End Dates", "Energy Type", "Energy Unit"];
    const two = await writeXlsx({
      sheets: [
        { name: "2022", rows: [HEADER, row("2022-01-01", "2022-01-31")] },
        {
          name: "Other",
          rows: [
            [...better, "Energy Consumption"],
            [1, "2023-01-01", "2023-01-31", "Gas", "kWh", 5],
          ],
        },
      ],
    });
    assert.match(String(await sentenceOf(two)), /"2022" and "Other" both have matching rows, but for different/);
  });

  test("without the column by which the profile selects rows says so", async () => {
    const [template] = loadProfiles();
    assert.ok(template);
    const mapping = { ...template.mapping, rows: [{ column: "Status", is_not: ["void"] }] };
    const csv = [HEADER.join(","), row("2023-01-01", "2023-01-31").join(",")].join("\n");
    const answer = await readHere(csv, { profiles: [{ name: "own", mapping }] });
    assert.match(String(answer.failed), /has no column Status/);
  });

  test("with more rows than allowed is left unread", async () => {
    const csv = [HEADER.join(","), ...Array.from({ length: 50 }, () => row("2023-01-01", "2023-01-31").join(","))].join(
      "\n",
    );
    assert.match(String(await sentenceOf(csv, { rowsMax: 20 })), /more than 20 rows/);
  });

  test("with a million columns takes no longer than one with few", async () => {
    const answer = await readHere(
      `${HEADER.join(",")}${",x".repeat(1_000_000)}\n${row("2023-01-01", "2023-01-31").join(",")}\n`,
    );
    assert.deepEqual([answer.failed, answer.bills.length], [null, 1]);
  });
});
