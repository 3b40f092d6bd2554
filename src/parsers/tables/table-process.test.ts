/** Spreadsheets as they come, good and hostile, each read in a process of its own: every one ends with bills or a sentence. */
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { describe, test } from "node:test";
import { writeXlsx } from "hucre/xlsx";
import { hostileWorkbook } from "../../../test/hostile-workbook.ts";
import { TABLE_LIMITS } from "./limits.ts";
import { loadProfiles } from "./profiles.ts";
import { cpuSecondsOf } from "./table-process.ts";
import { readAllOf } from "./tables.fixtures.ts";

const HEADER = [
  "utility_company",
  "account_number",
  "energy_type",
  "start_date",
  "end_date",
  "usage",
  "usage_unit",
  "usage_cost",
];
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

const periods = ({ bills }: Awaited<ReturnType<typeof readAllOf>>) =>
  bills.map(
    ({ statement }) => `${statement.meters[0]?.usages[0]?.start_date}..${statement.meters[0]?.usages[0]?.end_date}`,
  );

describe("a workbook", () => {
  test("is read with its dates and numbers, from whichever sheet has the header", async () => {
    const answer = await readAllOf(
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
    const answer = await readAllOf(await workbook([row(day("2023-01-01"), day("2023-01-31"))], { dateSystem: "1904" }));
    assert.deepEqual(periods(answer), ["2023-01-01..2023-02-01"]);
  });

  test("with cells that say that they are wrong has those rows refused and no others", async () => {
    const answer = await readAllOf(
      await workbook([row("2023-01-01", "2023-01-31", "#REF!"), row("2023-02-01", "2023-02-28")]),
    );
    assert.deepEqual(
      answer.refusals.map(({ row: number, reason }) => [number, reason]),
      [[2, "unreadable_number"]],
    );
    assert.equal(answer.bills.length, 1);
  });
});

test("a day before any bill was printed is none", async () => {
  const answer = await readAllOf([HEADER.join(","), row("1/1/0024", "1/31/0024").join(",")].join("\n"));
  assert.deepEqual([answer.bills.length, answer.refusals[0]?.reason], [0, "unreadable_date"]);
});

describe("what is passed over", () => {
  const good = row("2023-01-01", "2023-01-31").join(",");

  test("are columns that nothing reads, named with what may be meant", async () => {
    const names = [...HEADER.map((name) => (name === "usage" ? "usge" : name)), "notes", "", "usage_cost"];
    const answer = await readAllOf([names.join(","), `${good},read by hand,x,9.00`].join("\n"));
    assert.deepEqual(answer.unread, [
      { column: "usge", similar_to: "usage" },
      { column: "notes", similar_to: null },
      { column: "usage_cost", similar_to: null },
    ]);
    assert.deepEqual((await readAllOf([HEADER.join(","), good].join("\n"))).unread, []);
  });

  test("are rows that are empty or not asked for, and they are counted: none is lost between the counts", async () => {
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
    const answer = await readAllOf([HEADER.join(","), ...rows].join("\n"), { profiles: [{ name: "own", mapping }] });
    assert.deepEqual([answer.rows, answer.bills.length, answer.skipped], [6, 1, 3]);
    assert.deepEqual([...new Set(answer.refusals.map(({ row: number }) => number))], [6, 7]);
  });
});

describe("numbers with a decimal comma", () => {
  const semicolons = (...usages: string[]) =>
    [HEADER, ...usages.map((usage, month) => row(`2023-0${month + 1}-01`, `2023-0${month + 1}-28`, usage))]
      .map((cells) => cells.join(";"))
      .join("\r\n");

  test("are refused with the way to have them read, and never taken for thousands", async () => {
    const { bills, refusals } = await readAllOf(semicolons("1,5", "1.234,5", "1,500", "many", "1,234.5"));
    const details = refusals.map(({ detail }) => detail);
    assert.equal(details.length, 4);
    assert.match(details[0] ?? "", /no number with "\." before its decimals\. .*"decimal_mark": ","/);
    assert.match(details[1] ?? "", /"decimal_mark": ","/);
    assert.match(details[2] ?? "", /may be thousands or have decimals: semicolons .*"decimal_mark": ","/);
    assert.doesNotMatch(details[3] ?? "", /decimal_mark/);
    assert.deepEqual(
      bills.map(({ statement }) => statement.meters[0]?.usages[0]?.amount),
      ["1234.500000"],
    );
  });

  test("are read by a profile that says so", async () => {
    const [template] = loadProfiles();
    assert.ok(template);
    const mapping = { ...template.mapping, decimal_mark: "," as const };
    const text = semicolons("1.500,5").replace("20.1", "20,1");
    const answer = await readAllOf(text, { profiles: [{ name: "own", mapping }] });
    assert.deepEqual(answer.refusals, []);
    const [meter] = answer.bills[0]?.statement.meters ?? [];
    assert.deepEqual([meter?.usages[0]?.amount, meter?.charges[0]?.amount], ["1500.500000", "20.10"]);
  });
});

/** Without any order, and always the same. */
const oddBytes = (count: number): Buffer =>
  Buffer.concat(
    Array.from({ length: Math.ceil(count / 32) }, (_, at) => createHash("sha256").update(`${at}`).digest()),
  );

describe("a file that cannot be read", () => {
  const sentenceOf = async (bytes: Uint8Array | string, limits = {}) => (await readAllOf(bytes, { limits })).failed;

  test("says so in a sentence, whatever it is", async () => {
    assert.equal(await sentenceOf(""), "The file is empty.");
    assert.match(String(await sentenceOf("%PDF-1.7\n")), /is no spreadsheet: it is pdf/);
    assert.match(String(await sentenceOf(Buffer.from("d0cf11e0a1b11ae1", "hex"))), /old kind or locked/);
    assert.match(
      String(await sentenceOf(Buffer.concat([Buffer.from("PK\x03\x04"), oddBytes(2000)]))),
      /no workbook that can be read/,
    );
    assert.match(String(await sentenceOf("a,b\r\n1,2\r\n")), /No header row was found.*has: a, b\./);
    assert.match(String(await sentenceOf(oddBytes(5000))), /No header row|no spreadsheet|cannot be (read|told)/);
  });

  test("says what its columns lack, and that it can be given with the file", async () => {
    const csv =
      "Date,Total,Off Peak Consumption,Mid Peak Consumption,On Peak Consumption\n2023-01-31,9.29,1,2,3\n2023-02-28,9.29,1,2,3\n";
    assert.match(String(await sentenceOf(csv)), /names no column for utility_company and acct_num/);
    const answer = await readAllOf(csv, { constants: { utility_company: "Town Hydro", acct_num: "1" } });
    assert.deepEqual([answer.failed, answer.bills.length, answer.refusals[0]?.reason], [null, 1, "no_read_before"]);
  });

  test("because two of its sheets have bills names them, so that no row is lost", async () => {
    const sheet = (name: string, ...rows: Value[][]) => ({ name, rows: [HEADER, ...rows] });
    const [first, second] = [row("2022-01-01", "2022-01-31"), row("2023-01-01", "2023-01-31")];
    const two = await writeXlsx({ sheets: [sheet("2022", first), sheet("2023", second)] });
    assert.match(String(await sentenceOf(two)), /"2022" and "2023" both/);
    const bare = await readAllOf(await writeXlsx({ sheets: [sheet("2022", first), sheet("2023")] }));
    assert.deepEqual([bare.failed, bare.bills.length], [null, 1]);
  });

  test("because the profile chooses its rows by a column that is not there says so", async () => {
    const [template] = loadProfiles();
    assert.ok(template);
    const mapping = { ...template.mapping, rows: [{ column: "Status", is_not: ["void"] }] };
    const csv = [HEADER.join(","), row("2023-01-01", "2023-01-31").join(",")].join("\n");
    const answer = await readAllOf(csv, { profiles: [{ name: "own", mapping }] });
    assert.match(String(answer.failed), /names no column Status/);
  });

  test("with more rows than allowed is left unread", async () => {
    const csv = [HEADER.join(","), ...Array.from({ length: 50 }, () => row("2023-01-01", "2023-01-31").join(","))].join(
      "\n",
    );
    assert.match(String(await sentenceOf(csv, { rowsMax: 20 })), /more than 20 rows/);
  });

  test("with a million columns costs no more than one with few", async () => {
    const answer = await readAllOf(
      `${HEADER.join(",")}${",x".repeat(1_000_000)}\n${row("2023-01-01", "2023-01-31").join(",")}\n`,
    );
    assert.deepEqual([answer.failed, answer.bills.length], [null, 1]);
  });

  test("that is packed to burst ends the process and not the service", async () => {
    const bomb = await workbook([["x".repeat(30_000_000)]]);
    assert.ok(bomb.byteLength < 200_000);
    const answer = await readAllOf(bomb, { limits: { dataBytesMax: 64 * 1024 * 1024, heapMegabytesMax: 64 } });
    assert.match(String(answer.failed), /within 64 MB of memory|No header row|no workbook/);
  });

  test("within its time is given up", async () => {
    assert.match(String(await sentenceOf("a,b\n", { timeoutMs: 1 })), /was not read within 0\.001 seconds/);
  });

  test("within the processor time of its size says so, and not that memory ran out", async () => {
    const limits = { cpuSecondsPerMegabyte: 1, cpuSecondsMin: 1 };
    assert.match(
      String(await sentenceOf(hostileWorkbook(200_000), limits)),
      /needs more than 1 seconds of processor time, the limit for a file of this size/,
    );
  });

  test("costs by its size, and a small one at least as much as a workbook may hold", () => {
    const megabyte = 1024 * 1024;
    assert.deepEqual(
      [1, 20 * megabyte, 50 * megabyte].map((bytes) => cpuSecondsOf(bytes, TABLE_LIMITS)),
      [30, 100, 250],
    );
  });

  test("when its reading is stopped leaves nothing running", async () => {
    const stop = new AbortController();
    const reading = readAllOf("a,b\n", { signal: stop.signal });
    stop.abort(new Error("stopped"));
    await assert.rejects(reading, /stopped/);
  });
});

describe("a reader that dies", () => {
  const CELL = "12 Sample Street";
  const rows = (count: number) =>
    [
      HEADER.join(","),
      ...Array.from({ length: count }, (_, at) => `${CELL},A-${at},Electric,2023-01-01,2023-01-31,5,kWh,1.00`),
    ].join("\n");

  test("of an error of ours says which and where, and nothing of the file", async () => {
    const [template] = loadProfiles();
    assert.ok(template);
    // No profile is like this one: it stands for whatever we overlooked.
    const mapping = { ...template.mapping, empty_words: null as unknown as string[] };
    const { failed, fault } = await readAllOf(rows(1), { profiles: [{ name: "own", mapping }] });
    assert.equal(failed, "Reading this file failed by a fault of the service.");
    assert.equal(fault?.ended, "exit code 1");
    assert.match(fault.said, /^TypeError: Cannot read properties of null \(reading 'map'\)\n {4}at .*take\.ts:\d+:\d+/);
    assert.doesNotMatch(fault.said, new RegExp(CELL));
  });

  test("of too little memory leaves the words of the engine", async () => {
    const { failed, fault } = await readAllOf(rows(100_000), { limits: { heapMegabytesMax: 16 } });
    assert.match(String(failed), /within 1024 MB of memory/);
    assert.equal(fault?.ended, "SIGABRT");
    assert.match(fault.said, /^FATAL ERROR: .*out of memory/m);
    assert.doesNotMatch(fault.said, new RegExp(CELL));
  });

  test("because we end it is no fault", async () => {
    assert.equal((await readAllOf(rows(1), { limits: { timeoutMs: 1 } })).fault, null);
    assert.equal((await readAllOf("a,b\n")).fault, null);
  });

  test("or lives on, but answers what cannot be believed, is told apart by what is wrong with it", async () => {
    const constants = { utility_company: 5 as unknown as string };
    const { failed, fault } = await readAllOf(rows(1), { constants });
    assert.equal(failed, "Reading this file failed by a fault of the service.");
    assert.equal(fault?.ended, "an answer without the shape of one");
    assert.match(fault.said, /refusals\[0\]\.value/);
    assert.doesNotMatch(fault.said, new RegExp(CELL));
  });
});

test("a file of many rows is told piece by piece", async () => {
  const lines = Array.from({ length: 12_000 }, (_, index) => {
    const month = `${2000 + Math.floor((index % 240) / 12)}-${String((index % 12) + 1).padStart(2, "0")}`;
    return `Hillside Power,A-${Math.floor(index / 240)},Electric,${month}-01,${month}-28,5,kWh,1.00`;
  });
  const answer = await readAllOf([HEADER.join(","), ...lines].join("\n"));
  assert.deepEqual([answer.failed, answer.bills.length, answer.rows], [null, 12_000, 12_000]);
  assert.deepEqual(answer.progress, [5000, 10_000, 12_000]);
});
