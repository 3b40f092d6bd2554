import assert from "node:assert/strict";
import { test } from "node:test";
import { comment, recordTypes, typeOf, type Schema } from "./client-types.ts";

test("a schema becomes the type that a reader would have written", () => {
  const cases: [Schema, string][] = [
    [{}, "unknown"],
    [{ type: "integer" }, "number"],
    [{ type: ["string", "null"] }, "string | null"],
    [{ $ref: "#/components/schemas/Property" }, "Property"],
    [{ const: "UtilityBill" }, '"UtilityBill"'],
    [{ enum: ["a", "b", 1] }, '"a" | "b" | 1'],
    [{ anyOf: [{ $ref: "#/x/Id" }, { type: "null" }] }, "Id | null"],
    [{ allOf: [{ $ref: "#/x/A" }, { $ref: "#/x/B" }] }, "A & B"],
    [{ type: "array", items: { type: "string" } }, "string[]"],
    [{ type: "array", items: { type: ["string", "null"] } }, "(string | null)[]"],
    [{ type: "array" }, "unknown[]"],
    [{ type: "object" }, "Record<string, unknown>"],
    [{ type: "object", additionalProperties: { type: "number" } }, "Record<string, number>"],
  ];
  for (const [schema, type] of cases) assert.equal(typeOf(schema), type);
});

test("a list of words that may grow takes a word that is not known yet", () => {
  const schema = { type: "string", "x-extensible-enum": ["Active", "Inactive"] };
  assert.equal(typeOf(schema), 'Word<"Active" | "Inactive">');
  assert.equal(typeOf({ anyOf: [schema, { type: "null" }] }), 'Word<"Active" | "Inactive"> | null');
});

test("an object keeps which fields are always there, and what is said of them", () => {
  const schema = {
    type: "object",
    description: "A record.",
    properties: {
      id: { type: "integer", description: "Its number. */ alert" },
      "odd-name": { type: "object", properties: { deep: { type: "null" } } },
    },
    required: ["id"],
  };
  const expected = `/** A record. */
export interface Thing {
  /** Its number. * / alert */
  id: number;
  "odd-name"?: {
    deep?: null;
  };
}
`;
  assert.ok(recordTypes({ Thing: schema, Id: { type: "integer" } }).endsWith(expected));
  assert.equal(comment("one\n\ntwo", "  "), "  /**\n   * one\n   *\n   * two\n   */\n");
});
