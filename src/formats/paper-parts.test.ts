import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { EXPANDED_COLUMNS } from "../reports/cost-avoidance/columns.ts";
import type { Cell, Column, Row } from "../records/table.ts";
import { LETTER_WIDTH, PADDING, printableWidth } from "./paper.ts";
import { layOutParts, type Part } from "./paper-parts.ts";

/** In points. */
const SIZE_MIN = 6.5;

const columns = (count: number, type: Column["type"] = "money"): Column[] =>
  Array.from({ length: count }, (_, place) => ({
    key: `c${place}`,
    label: `Cost ${place}`,
    unit: null,
    type,
    meaning: "",
  }));
const rowOf = (all: readonly Column[], cell: Cell): Row => Object.fromEntries(all.map(({ key }) => [key, cell]));
const widthOf = ({ widths }: Part) => widths.reduce((sum, width) => sum + width + 2 * PADDING, 0);
const keysOf = ({ columns: all }: Part) => all.map(({ key }) => key);

describe("a table on paper", () => {
  for (const [count, paper] of [
    [5, "portrait"],
    [12, "landscape"],
  ] as const)
    test(`of ${count} columns lies ${paper}, whole, in letters of 8 points`, () => {
      const all = columns(count);
      const layout = layOutParts(all, [rowOf(all, 1234.5)]);
      assert.deepEqual([layout.paper, layout.size, layout.parts.length], [paper, 8, 1]);
    });

  test("a little too wide has smaller letters", () => {
    const all = columns(16);
    const layout = layOutParts(all, [rowOf(all, 1234.5)]);
    assert.equal(layout.parts.length, 1);
    assert.ok(layout.size < 8 && layout.size >= SIZE_MIN, `${layout.size} points`);
  });

  test("that is too wide is split into parts, each with the key columns and every other column in exactly one part, in order", () => {
    const all = columns(40).map((column, place) =>
      place === 1 || place === 3 ? { ...column, isKey: true as const } : column,
    );
    const { parts, size } = layOutParts(all, [rowOf(all, 1234.5)]);
    assert.ok(parts.length > 1 && size >= SIZE_MIN);
    for (const part of parts) {
      assert.ok(keysOf(part).includes("c1") && keysOf(part).includes("c3"));
      assert.ok(Math.abs(widthOf(part) - printableWidth("landscape")) < 0.01, "parts are equally wide");
      for (const width of part.widths) assert.ok(width >= "1,234.50".length * LETTER_WIDTH * size, "no figure wraps");
    }
    const others = parts.flatMap((part) => keysOf(part).filter((key) => key !== "c1" && key !== "c3"));
    assert.deepEqual(
      others,
      all.map(({ key }) => key).filter((key) => key !== "c1" && key !== "c3"),
    );
    const counts = parts.map((part) => part.columns.length);
    assert.ok(Math.max(...counts) - Math.min(...counts) <= 2, `${counts.join(", ")} columns`);
  });

  test("without keys repeats its first column", () => {
    const all = columns(40);
    for (const part of layOutParts(all, [rowOf(all, 1234.5)]).parts) assert.equal(keysOf(part)[0], "c0");
  });

  test("of the widest report is readable: meter and first day are in each part", () => {
    const { parts, size, paper } = layOutParts(EXPANDED_COLUMNS, [rowOf(EXPANDED_COLUMNS, 123_456.789)]);
    assert.deepEqual([paper, size >= 6.5, parts.length > 1], ["landscape", true, true]);
    for (const part of parts) assert.deepEqual(keysOf(part).slice(0, 2).includes("meter_number"), true);
    for (const part of parts) assert.ok(keysOf(part).includes("bill_start"));
  });

  test("gives the remaining space to long texts", () => {
    const all = [...columns(3), ...columns(1, "text").map((column) => ({ ...column, key: "text" }))];
    const [part] = layOutParts(all, [{ ...rowOf(all, 1), text: "a long text ".repeat(20) }]).parts;
    assert.ok((part?.widths[3] ?? 0) > 3 * (part?.widths[0] ?? 0));
  });

  for (const count of [1, 3, 8, 15, 25, 40, 120])
    test(`never overflows (${count} columns)`, () => {
      for (const cell of ["a text of several words that goes on", "Wordthatneverendsandcannotbebrokenanywhere", "x"]) {
        const all = columns(count, "text").map((column) => ({ ...column, isKey: true as const }));
        const { paper, parts } = layOutParts(all, [rowOf(all, cell)]);
        for (const part of parts) assert.ok(widthOf(part) <= printableWidth(paper) + 0.01);
      }
    });
});
