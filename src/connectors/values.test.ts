import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { anyText } from "../../test/any-text.ts";
import { jsonBytes } from "./form-bytes.ts";
import { fillJson, fillText, namesIn } from "./values.ts";

const VALUES: Record<string, string | null> = { id: "a/1 é", next: null };
const lookup = (name: string): string | null | undefined => VALUES[name];

test("values are put into a text, each as it is written there; one that is not known leaves no text", () => {
  assert.equal(fillText("/b/{id}?n={next}", lookup, encodeURIComponent), "/b/a%2F1%20%C3%A9?n=");
  assert.equal(fillText("{id}{unknown}", lookup), null);
  assert.deepEqual(namesIn({ a: ["{id}", 1, null], b: { c: "{next} {id}" } }), ["id", "next", "id"]);
});

test("in JSON a placeholder alone is null when its value is, and everything else stays what it is", () => {
  assert.deepEqual(fillJson({ a: "{next}", b: "x{next}", c: [1, true, null, "{id}"] }, lookup), {
    a: null,
    b: "x",
    c: [1, true, null, "a/1 é"],
  });
});

test("a value cannot add members or names: whatever it is, it arrives as the text that it is", () => {
  fc.assert(
    fc.property(anyText(), (value) => {
      const filled = fillJson({ secret: "{secret}", list: ["<{secret}>"] }, () => value);
      assert.deepEqual(filled, { secret: value, list: [`<${value}>`] });
    }),
  );
});

test("the bytes of a JSON body are those that JSON.stringify would write, but for lone surrogates", () => {
  const value = fc.jsonValue({ stringUnit: "grapheme" });
  fc.assert(
    fc.property(value, (json) =>
      assert.deepEqual(JSON.parse(jsonBytes(json).toString()), JSON.parse(JSON.stringify(json))),
    ),
  );
});
