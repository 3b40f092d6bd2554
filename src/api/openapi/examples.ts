/** Examples: each field has its own next to its schema; whole records, lists and bodies are composed of them, so that none is written twice. */
import { nameOfRef, type Json, type Schemas } from "./model.ts";

/** The example for a schema that has none of its own. */
const BY_FORMAT: Record<string, unknown> = {
  date: "2026-03-14",
  "date-time": "2026-03-14T09:26:53.589Z",
  email: "person@example.com",
  uri: "https://example.com/meterbook",
  uuid: "091f74ca-ebd9-41db-b5c7-73054a5663ef",
};

/** Returns the example of a schema; undefined when none can be derived. */
export type ExampleOf = (schema: Json) => unknown;

export function createExamples(schemas: Schemas): ExampleOf {
  const ids = idsOfRecords(schemas);
  const exampleOf = (schema: Json): unknown => {
    const [own] = ownExamples(schema);
    if (own !== undefined) return own;
    const { $ref, const: only, enum: words, anyOf, allOf, properties, items, format, default: preset } = schema;
    if (typeof $ref === "string") return exampleOf(schemas[nameOfRef($ref)] ?? {});
    if (only !== undefined) return only;
    if (preset !== undefined) return preset;
    if (Array.isArray(words)) return words[0] as unknown;
    if (Array.isArray(anyOf)) return exampleOf((anyOf as Json[]).find(({ type }) => type !== "null") ?? {});
    if (Array.isArray(allOf)) return Object.assign({}, ...(allOf as Json[]).map(exampleOf)) as unknown;
    if (properties !== undefined) return wholeObject(properties as Schemas);
    if (items !== undefined) return [exampleOf(items as Json)];
    if (typeof format === "string" && format in BY_FORMAT) return BY_FORMAT[format];
    return BY_TYPE[String([schema["type"]].flat()[0])];
  };
  const wholeObject = (properties: Schemas): Json =>
    Object.fromEntries(
      Object.entries(properties).map(([name, schema]) => [name, exampleOfField(name, schema)] as const),
    );
  /** A field that holds a record's id shows the id from that record's example. */
  const exampleOfField = (name: string, schema: Json): unknown => {
    const [own] = ownExamples(schema);
    if (own !== undefined || !JSON.stringify(schema).includes(`schemas/Id"`)) return exampleOf(schema);
    const noun = [...ids.keys()].find(
      (each) => `_${name}`.endsWith(`_${each}_id`) || `_${name}`.endsWith(`_${each}_ids`),
    );
    const id = noun === undefined ? undefined : ids.get(noun);
    if (id === undefined) return exampleOf(schema);
    return schema["type"] === "array" ? [id] : id;
  };
  return exampleOf;
}

/** Booleans are true by default; objects without fixed fields are shown empty. */
const BY_TYPE: Record<string, unknown> = { boolean: true, object: {} };

const ownExamples = ({ example, examples }: Json): unknown[] =>
  example !== undefined ? [example] : Array.isArray(examples) ? (examples as unknown[]) : [];

/** Id of each record's example by its noun, the longest noun first: `utility_account` before `account`. */
function idsOfRecords(schemas: Schemas): Map<string, unknown> {
  const found = Object.entries(schemas).flatMap(([name, { properties }]) => {
    const [id] = ownExamples((properties as Schemas | undefined)?.["id"] ?? {});
    const noun = name.replace(/(?<=[a-z])(?=[A-Z])/g, "_").toLowerCase();
    return id === undefined ? [] : [[noun, id] as const];
  });
  return new Map(found.sort(([a], [b]) => b.length - a.length));
}
