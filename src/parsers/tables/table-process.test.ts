/** Spreadsheets read in a process of their own: it reads as this one does, and whatever it meets ends with bills or a sentence. */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { writeXlsx } from "hucre/xlsx";
import { hostileWorkbook } from "../../../test/hostile-workbook.ts";
import { TABLE_LIMITS } from "./limits.ts";
import { loadProfiles } from "./import-reader.ts";
import { cpuSecondsOf } from "./table-process.ts";
import { HEADER, readAllOf, readHere } from "./tables.fixtures.ts";

const ROWS = [
  ["Hillside Power", "A-1", "Electric", "2023-01-01", "2023-01-31", 100, "kWh", 20.1],
  ["Hillside Power", "A-1", "Electric", "2023-02-01", "2023-02-28", "many", "kWh", 20.1],
];

const workbook = (rows: (string | number)[][]) => writeXlsx({ sheets: [{ name: "Bills", rows: [HEADER, ...rows] }] });

describe("a good file has the same answers as in this process", () => {
  const same = async (bytes: Uint8Array | string) => {
    const answer = await readAllOf(bytes);
    assert.deepEqual([answer.failed, answer.bills.length, answer.refusals.length], [null, 1, 1]);
    assert.deepEqual(answer, await readHere(bytes));
  };
  test("a workbook", async () => same(await workbook(ROWS)));
  test("a text file", () => same([HEADER, ...ROWS].join("\n")));
  test("and one that is no table the same sentence", async () => {
    const answer = await readAllOf("a,b\n1,2\n");
    assert.match(String(answer.failed), /No header row was found/);
    assert.deepEqual(answer, await readHere("a,b\n1,2\n"));
  });
});

describe("an unreadable file", () => {
  const sentenceOf = async (bytes: Uint8Array | string, limits = {}) => (await readAllOf(bytes, { limits })).failed;

  test("that is a decompression bomb ends the process but not the service", async () => {
    const bomb = await workbook([["x".repeat(30_000_000)]]);
    assert.ok(bomb.byteLength < 200_000);
    const answer = await readAllOf(bomb, { limits: { dataBytesMax: 64 * 1024 * 1024, heapMegabytesMax: 64 } });
    assert.match(String(answer.failed), /within 64 MB of memory|No header row|no workbook/);
  });

  test("that takes too long is aborted", async () => {
    assert.match(String(await sentenceOf("a,b\n", { timeoutMs: 1 })), /was not read within 0\.001 seconds/);
  });

  test("that exceeds the CPU time of its size says so, and does not blame memory", async () => {
    const limits = { cpuSecondsPerMegabyte: 1, cpuSecondsMin: 1 };
    assert.match(
      String(await sentenceOf(hostileWorkbook(200_000), limits)),
      /needs more than 1 seconds of processor time, the limit for a file of this size/,
    );
  });

  test("has CPU time by its size, with a minimum for small packed workbooks", () => {
    const megabyte = 1024 * 1024;
    assert.deepEqual(
      [1, 20 * megabyte, 50 * megabyte].map((bytes) => cpuSecondsOf(bytes, TABLE_LIMITS)),
      [30, 100, 250],
    );
  });

  test("leaves nothing running when its reading is stopped", async () => {
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

  test("of an error of ours reports the error and its place, but nothing of the file", async () => {
    const [template] = loadProfiles();
    assert.ok(template);
    // No profile is like this one: it stands for any oversight of ours.
    const mapping = { ...template.mapping, empty_words: null as unknown as string[] };
    const { failed, fault } = await readAllOf(rows(1), { profiles: [{ name: "own", mapping }] });
    assert.equal(failed, "Reading this file failed because of an internal error.");
    assert.equal(fault?.ended, "exit code 1");
    assert.match(
      fault.said,
      /^TypeError: Cannot read properties of null \(reading 'map'\)\n {4}at .*(?:take\.ts|table-reader-process\.js):\d+:\d+/,
    );
    assert.doesNotMatch(fault.said, new RegExp(CELL));
  });

  test("of too little memory leaves the engine's message", async () => {
    const { failed, fault } = await readAllOf(rows(100_000), { limits: { heapMegabytesMax: 16 } });
    assert.match(String(failed), /within 1024 MB of memory/);
    assert.equal(fault?.ended, "SIGABRT");
    assert.match(fault.said, /^FATAL ERROR: .*out of memory/m);
    assert.doesNotMatch(fault.said, new RegExp(CELL));
  });

  test("because we end it is not a fault", async () => {
    assert.equal((await readAllOf(rows(1), { limits: { timeoutMs: 1 } })).fault, null);
    assert.equal((await readAllOf("a,b\n")).fault, null);
  });

  test("or gives invalid answers, is reported with the fault", async () => {
    const constants = { utility_company: 5 as unknown as string };
    const { failed, fault } = await readAllOf(rows(1), { constants });
    assert.equal(failed, "Reading this file failed because of an internal error.");
    assert.equal(fault?.ended, "an answer of the wrong shape");
    assert.match(fault.said, /refusals\[0\]\.value/);
    assert.doesNotMatch(fault.said, new RegExp(CELL));
  });
});

test("a file with many rows is reported in pieces", async () => {
  const lines = Array.from({ length: 5_100 }, (_, index) => {
    const month = `${2000 + Math.floor((index % 240) / 12)}-${String((index % 12) + 1).padStart(2, "0")}`;
    return `Hillside Power,A-${Math.floor(index / 240)},Electric,${month}-01,${month}-28,5,kWh,1.00`;
  });
  const answer = await readAllOf([HEADER.join(","), ...lines].join("\n"));
  assert.deepEqual([answer.failed, answer.bills.length, answer.rows], [null, 5_100, 5_100]);
  assert.deepEqual(answer.progress, [5000, 5_100]);
});
