import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { z } from "zod";
import { faultText, readYaml, type YamlFault } from "./yaml-file.ts";

const Schema = z.strictObject({
  name: z.string(),
  rows: z.array(z.strictObject({ at: z.int() })).default([]),
});

function faultsOf(text: string): YamlFault[] {
  const read = readYaml(Schema, text);
  return read.ok ? assert.fail("it was accepted") : read.faults;
}

test("a right text gives its value, with defaults", () => {
  assert.deepEqual(readYaml(Schema, "name: Lake"), { ok: true, value: { name: "Lake", rows: [] } });
});

test("a fault has the path and the line of its value", () => {
  assert.deepEqual(
    faultsOf("name: Lake\nrows:\n  - { at: 1 }\n  - { at: one }\n").map(({ path, line }) => [path, line]),
    [["rows.1.at", 4]],
  );
});

test("an unknown key has its own line, a missing one that of what it is missing in", () => {
  assert.deepEqual(
    faultsOf("\nrows: []\nnam: Lake\n").map(({ path, line }) => [path, line]),
    [
      ["name", 2],
      ["", 3],
    ],
  );
});

test("a value behind an alias has the line where it is written", () => {
  const text = "name: Lake\nrows:\n  - &row\n    at: one\n  - *row\n";
  assert.deepEqual(
    faultsOf(text).map(({ line }) => line),
    [4, 4],
  );
});

test("text that is not YAML has one fault, with its line", () => {
  const [fault, ...others] = faultsOf("name: Lake\nrows: [1\n");
  assert.deepEqual(others, []);
  assert.match(fault?.detail ?? "", /^is not YAML that can be read: /);
  assert.ok(fault?.line === 2 || fault?.line === 3, String(fault?.line));
});

test("a text that needs quotes within braces is said to need them", () => {
  for (const text of ["a: { b: form[name=x], c: 1 }", "a: [form[name=x]]", "a: { b: No: 1 }"])
    assert.match(faultsOf(text)[0]?.detail ?? "", /\. Within \{ \} and \[ \] a text .* must be in quotes/, text);
  assert.doesNotMatch(faultsOf("rows: [1\n")[0]?.detail ?? "", /quotes/);
});

test("an alias of nothing, and a text that grows without end, are faults", () => {
  assert.match(faultsOf("name: *nothing")[0]?.detail ?? "", /is not YAML that can be read/);
  const growing = ["a: &a [1,1,1,1,1,1,1,1,1,1]"];
  for (const [from, to] of ["ab", "bc", "cd", "de", "ef"])
    growing.push(`${to}: &${to} [${Array.from({ length: 10 }, () => `*${from}`).join(",")}]`);
  assert.match(faultsOf(growing.join("\n"))[0]?.detail ?? "", /alias/);
});

test("whatever the text, there is a value or at least one fault, each with a sentence", () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 200 }), (text) => {
      const read = readYaml(Schema, text);
      assert.ok(read.ok || (read.faults.length > 0 && read.faults.every(({ detail }) => detail !== "")));
    }),
  );
});

test("faults are listed in one text", () => {
  assert.equal(
    faultText(
      [
        { path: "", detail: "is empty", line: null },
        { path: "a.0", detail: "is odd", line: 1 },
      ],
      "the recipe",
    ),
    "the recipe: is empty; a.0: is odd",
  );
});
