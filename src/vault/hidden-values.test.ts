import assert from "node:assert/strict";
import { test } from "node:test";
import { createHiddenValues } from "./hidden-values.ts";

const SHORTEST = 1;

const replaced = (values: string[], text: string): string => {
  const hidden = createHiddenValues(SHORTEST);
  for (const value of values) hidden.add(value);
  assert.equal(hidden.isIn(text), hidden.replaceIn(text, "*") !== text);
  return hidden.replaceIn(text, "*");
};

test("a value is replaced at the beginning, in the middle, at the end and as the whole text", () => {
  assert.equal(replaced(["käse"], "käse, Käse, käse und käse"), "*, Käse, * und *");
  assert.equal(replaced(["käse"], "käse"), "*");
  for (const text of ["", "k", "käs", "no cheese"]) assert.equal(replaced(["käse"], text), text);
});

test("values that overlap or touch are hidden completely", () => {
  assert.equal(replaced(["abcd", "cdef", "bc"], "-abcdef-"), "-*-");
  assert.equal(replaced(["abcd", "abcdef"], "-abcdef-"), "-*-");
  assert.equal(replaced(["aa"], "aaaa"), "**");
});

test("halves of surrogate pairs are separate letters", () => {
  assert.equal(replaced(["\ud800x"], "\ud801x \ud800x"), "\ud801x *");
});

test("any value is found in any text like by a plain search", () => {
  const texts = Array.from({ length: 2 ** 8 }, (_, at) =>
    at.toString(2).padStart(8, "0").replaceAll("0", "a").replaceAll("1", "b"),
  );
  for (const value of ["a", "ab", "abb", "abab", "aabbaabb"]) {
    const hidden = createHiddenValues(SHORTEST);
    hidden.add(value);
    for (const text of texts) assert.equal(hidden.replaceIn(text, "*"), text.replaceAll(value, "*"));
  }
});

test("a value is searched until all who added it have removed it", () => {
  const hidden = createHiddenValues(SHORTEST);
  const ends = [hidden.add("twice"), hidden.add("twice"), hidden.add("other")];
  ends[0]?.();
  assert.equal(hidden.replaceIn("twice other", "*"), "* *");
  ends[1]?.();
  assert.equal(hidden.replaceIn("twice other", "*"), "twice *");
  ends[2]?.();
  assert.equal(hidden.replaceIn("twice other", "*"), "twice other");
});
