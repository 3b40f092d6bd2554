import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { Column, Row } from "../records/table.ts";
import { pagePaper } from "./page-paper.ts";

const columnsOf = (count: number): Column[] =>
  Array.from({ length: count }, (_, place) => ({
    key: `c${place}`,
    label: `Cost ${place}`,
    unit: null,
    type: "money",
    meaning: "",
  }));
const rowOf = (columns: readonly Column[]): Row => Object.fromEntries(columns.map(({ key }) => [key, 1234.5]));
const paperOf = (count: number, isWhole = true) => pagePaper(columnsOf(count), [rowOf(columnsOf(count))], isWhole);

describe("a page on paper", () => {
  test("has the orientation that its table needs, and prints a wider one in parts", () => {
    assert.deepEqual([paperOf(5).paper, paperOf(5).parts], ["portrait", []]);
    assert.deepEqual([paperOf(12).paper, paperOf(12).parts], ["landscape", []]);
    const { paper, parts, isShrunk } = paperOf(20);
    assert.deepEqual([paper, parts.length, isShrunk], ["landscape", 2, false]);
    assert.deepEqual(
      [...new Set(parts.flat().map(({ key }) => key))],
      columnsOf(20).map(({ key }) => key),
    );
  });

  test("leaves out columns without known values, unless no column has any or rows may follow", () => {
    const columns = columnsOf(3);
    const rows: Row[] = [
      { c0: 1, c1: null, c2: [] },
      { c0: null, c1: null, c2: [] },
    ];
    const leftOut = (...asked: Parameters<typeof pagePaper>) => pagePaper(...asked).leftOut.map(({ key }) => key);
    assert.deepEqual(leftOut(columns, rows, true), ["c1", "c2"]);
    assert.deepEqual(leftOut(columns, [...rows, { c1: 0 }], true), ["c2"]);
    assert.deepEqual(leftOut(columns, rows, false), []);
    assert.deepEqual(leftOut(columns, [], true), []);
  });

  test("with a table too long to split is printed small only when it is too wide", () => {
    assert.deepEqual(paperOf(5, false), { paper: "portrait", parts: [], leftOut: [], isShrunk: false });
    assert.deepEqual(paperOf(12, false), { paper: "landscape", parts: [], leftOut: [], isShrunk: false });
    assert.deepEqual(paperOf(40, false), { paper: "landscape", parts: [], leftOut: [], isShrunk: true });
  });
});
