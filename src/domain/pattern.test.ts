import assert from "node:assert/strict";
import { test } from "node:test";
import { countProcessorMs } from "../../test/processor-time.ts";
import { compilePattern, PatternError, type Pattern } from "./pattern.ts";

const pattern = (source: string): Pattern => compilePattern(source, { ignoreCase: true });

test("groups are found by their number and by their name, with their places", () => {
  const found = pattern(String.raw`(a)?[(](?<number>\d+)\)\s(?:(?<unit>kWh)|(?<unit>therms?))`).find("🙂 (12) THERMS");
  assert.deepEqual(found?.spans, [{ start: 3, end: 14 }, null, { start: 4, end: 6 }, null, { start: 8, end: 14 }]);
  assert.deepEqual(found.groups, { number: { start: 4, end: 6 }, unit: { start: 8, end: 14 } });
});

test("a group is also named in the form of RE2, and those after it keep their places", () => {
  const found = pattern(String.raw`(?P<number>\d+) (?<unit>kWh)`).find("12 kWh");
  assert.deepEqual(found?.groups, { number: { start: 0, end: 2 }, unit: { start: 3, end: 6 } });
});

test("letters of all scripts, optionally ignoring case", () => {
  assert.ok(pattern(String.raw`^\p{L}+ \u00e4$`).test("ÉNERGIE Ä"));
  assert.equal(compilePattern("^total", { ignoreCase: false }).test("Total"), false);
});

test("an expression that needs backtracking is refused with the reason, and so is one that is too large", () => {
  for (const source of ["(?!a)b", "(?=a)b", "(?<!a)b", "(?<=a)b"])
    assert.throws(() => pattern(source), /^PatternError: looks ahead or behind/);
  for (const source of [String.raw`(a)\1`, String.raw`(?<x>a)\k<x>`])
    assert.throws(() => pattern(source), /^PatternError: refers to one of its groups/);
  assert.throws(() => pattern("(a"), /^PatternError: is not a regular expression that can be used: missing closing \)/);
  assert.throws(() => pattern("a".repeat(1001)), PatternError);
  assert.throws(() => pattern(String.raw`(\d{100}[a-z]{100}){4}(\d{900}x{900}){1}y{900}`), /repeats too much/);
});

test("no text makes an expression slow, not even those that make RegExp exponential", () => {
  const sources = ["^(a+)+$", "^(a|a)*$", String.raw`^(.+?\?)\s*(?:[:=])?\s*(.+)$`, String.raw`\s+$`, "(.*a){12}b"];
  const texts = ["a".repeat(10_000), " ".repeat(10_000), `${"a ? ".repeat(2500)}\u2028`];
  for (const source of sources) {
    for (const text of texts) {
      const workedMs = countProcessorMs();
      pattern(source).find(`${text}!`);
      const took = workedMs();
      assert.ok(took < 400, `${source} took ${took.toFixed(0)} ms`);
    }
  }
});
