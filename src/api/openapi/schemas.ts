/** Schemas as the document shows them: answers stay open to new fields, examples use the JSON Schema keyword, and redundant keywords are removed. */
import { listRoutes, type Document, type Json, type Schemas } from "./model.ts";

/** The components of a finished document. Those that a request refers to stay closed, since requests are checked strictly. */
export function completeSchemas(document: Document): Schemas {
  const asked = schemasOfRequests(document);
  return Object.fromEntries(
    Object.entries(document.components.schemas).map(([name, schema]) => [
      name,
      asked.has(name) ? withoutPresets(schema) : openSchema(schema),
    ]),
  );
}

/** Names of the components that requests refer to, directly or through others. */
function schemasOfRequests(document: Document): Set<string> {
  const { schemas } = document.components;
  const found = new Set<string>();
  const follow = (value: unknown) => {
    for (const [name] of JSON.stringify(value ?? null).matchAll(/(?<="#\/components\/schemas\/)\w+/g)) {
      if (found.has(name)) continue;
      found.add(name);
      follow(schemas[name]);
    }
  };
  for (const { operation } of listRoutes(document)) follow(operation.requestBody);
  return found;
}

/** Answers may grow: new fields, and new words in a list. */
export function openSchema<T>(value: T): T;
export function openSchema(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(openSchema);
  if (typeof value !== "object" || value === null) return value;
  const { enum: words, additionalProperties, ...rest } = value as Json;
  const inner = Object.fromEntries(
    Object.entries(rest).map(([key, part]) => [key, SAMPLES.has(key) ? part : openSchema(part)]),
  );
  if (additionalProperties !== undefined && additionalProperties !== false)
    inner["additionalProperties"] = openSchema(additionalProperties);
  if (words !== undefined) inner["x-extensible-enum"] = words;
  return inner;
}

/** Under these keywords are values, not schemas. */
const SAMPLES = new Set(["example", "examples", "default", "const"]);

/** Bodies are generated as for answers, where a field with a default is always present. In a request it may be left out. */
function withoutPresets(schema: Json): Json {
  const { properties, required } = schema as { properties?: Schemas; required?: string[] };
  if (properties === undefined || required === undefined) return schema;
  const needed = required.filter((name) => !("default" in (properties[name] ?? {})));
  return { ...schema, required: needed };
}

const BOUNDS = new Set(["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"]);
const isEmptyBound = (key: string, value: unknown): boolean =>
  BOUNDS.has(key) && typeof value === "number" && Math.abs(value) >= Number.MAX_SAFE_INTEGER;

/**
 * A schema without the bounds of JavaScript's numbers and without patterns that repeat a format, and with its examples under
 * the keyword of JSON Schema 2020-12.
 */
export function tidySchema<T>(value: T): T;
export function tidySchema(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(tidySchema);
  if (typeof value !== "object" || value === null) return value;
  const { example, ...rest } = value as Json;
  const inner = Object.fromEntries(
    Object.entries(rest)
      .filter(([key, part]) => !isEmptyBound(key, part) && !(key === "pattern" && "format" in rest))
      .map(([key, part]) => [key, SAMPLES.has(key) ? part : tidySchema(part)]),
  );
  return example === undefined ? inner : { ...inner, examples: [example] };
}
