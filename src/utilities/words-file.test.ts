import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { pagesOfText } from "../parsers/parsers.fixtures.ts";
import { createWordHider } from "./hide-words.ts";
import { readWords, writeWords } from "./words-file.ts";

test("the words of a bill are read as they were written, a line for each row", () => {
  const pages = pagesOfText('Lake "Power"  1\nAmount due  30.50\f\nPage 2');
  const text = writeWords(pages);
  assert.deepEqual(readWords(text), pages);
  assert.ok(text.includes('[["Amount",0,12,30,22],["due",35,12,50,22],["30.50",60,12,85,22]]'), text);
});

test("places are rounded to a hundredth of a point", () => {
  const page = { page: 1, width: 612, height: 792, turned: 0 as const };
  const word = { text: "x", left: 1.23456, top: 2, right: 3.999, bottom: 4 };
  const [read] = readWords(writeWords([{ ...page, rows: [{ top: 2, bottom: 4, words: [word] }] }])) ?? [];
  assert.deepEqual(read?.rows[0]?.words, [{ text: "x", left: 1.23, top: 2, right: 4, bottom: 4 }]);
});

test("any other text is refused", () => {
  for (const text of ["", "{", "[]", '{"pages":[{}]}', '{"pages":[],"more":1}']) assert.equal(readWords(text), null);
  fc.assert(fc.property(fc.json(), (text) => void readWords(text)));
});

test("texts that are hidden are replaced wherever they stand, alike, and everything else stays in its place", () => {
  const hider = createWordHider(["Pat Doe", "4711-08", "Elm"]);
  const [page] = hider.hide(pagesOfText("Lake Power  PAT DOE\nAccount  4711-08  30.50\n9 Elm St  Pat Doe  Elmwood"));
  const [first, second, third] = page?.rows.map(({ words }) => words.map(({ text }) => text)) ?? [];
  assert.deepEqual(first, ["Lake", "Power", "Masked A"]);
  assert.deepEqual([second?.[0], second?.[2]], ["Account", "30.50"]);
  assert.match(second?.[1] ?? "", /^(?!4711)\d{4}-\d\d$/);
  assert.deepEqual(third, ["9", "Masked C", "St", "Masked A", "Elmwood"]);
  assert.equal(hider.count(), 4);
  const [was] = pagesOfText("Lake Power  PAT DOE");
  assert.equal(page?.rows[0]?.words.at(-1)?.right, was?.rows[0]?.words.at(-1)?.right);
});

test("a number that is hidden is also hidden where it is printed in groups, by the same digits in the same groups", () => {
  const hider = createWordHider(["7100990041"]);
  const [page] = hider.hide(pagesOfText("Account  7100 990 041  $30.50\nScan  7100990041  7100 990 042"));
  const [first, second] = page?.rows.map(({ words }) => words.map(({ text }) => text)) ?? [];
  assert.deepEqual(second?.slice(2), ["7100", "990", "042"]);
  assert.deepEqual(first, ["Account", second?.[1]?.replace(/(....)(...)(...)/, "$1 $2 $3"), "$30.50"]);
  assert.notEqual(second?.[1], "7100990041");
});
