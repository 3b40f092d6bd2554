import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { countProcessorMs } from "../../test/processor-time.ts";
import { cutEnd, fitsStars, textBetween, withoutSpans } from "./text.ts";

test("matching letters are cut only from the end", () => {
  assert.equal(cutEnd("/a//b//", /\//), "/a//b");
  assert.equal(cutEnd("Pet? : ", /[?:\s]/), "Pet");
  assert.equal(cutEnd("   ", /\s/), "");
});

test("the text between two marks is found, or null when one is missing", () => {
  assert.equal(textBetween("<a>1</a><a>2</a>", "<a>", "</a>"), "1");
  assert.equal(textBetween("</a><a>1", "<a>", "</a>"), null);
  assert.equal(textBetween("1</a>", "<a>", "</a>"), null);
});

test("everything between two marks is removed, and an unclosed mark stays", () => {
  assert.equal(withoutSpans("1/*2*/3/*4*/5/*6", "/*", "*/"), "135/*6");
});

test("stars match like `.*` in a regular expression", () => {
  const letters = (max: number) => fc.string({ unit: fc.constantFrom("a", "b", "*"), maxLength: max });
  fc.assert(
    fc.property(letters(8), letters(14), (pattern, written) => {
      const text = written.replaceAll("*", "c");
      const expected = new RegExp(`^${pattern.split("*").map(RegExp.escape).join("[^]*")}$`).test(text);
      assert.equal(fitsStars(pattern)(text), expected, `${pattern} and ${text}`);
    }),
    { numRuns: 2000, seed: 7 },
  );
});

test("many stars and a text of 10 kB that almost fits take no time", () => {
  const fits = fitsStars(`${"*a".repeat(5000)}*b`);
  const workedMs = countProcessorMs();
  assert.equal(fits("a".repeat(10_000)), false);
  assert.ok(workedMs() < 100, `${workedMs()} ms`);
});
