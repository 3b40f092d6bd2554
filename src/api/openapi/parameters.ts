/** Parameters: which record an id in a path belongs to, and the headers that many operations accept. Each has a description and an example. */
import { takesIfMatch } from "../http/preconditions.ts";
import type { ExampleOf } from "./examples.ts";
import {
  isIdempotent,
  isTagged,
  refTo,
  servesParts,
  type Document,
  type Json,
  type Parameter,
  type Route,
} from "./model.ts";
import { tidySchema } from "./schemas.ts";

const HEADERS = {
  "If-None-Match": {
    description:
      "ETag of an answer that the client already has. While it is still current, the answer is 304 without a body.",
    example: '"2jmj7l5rSw0yVb_vlWAYkK_YBwk2d0Wr0gK1Yw2yZDs"',
    applies: isTagged,
  },
  "If-Match": {
    description:
      "ETag of the record as it was read. If the record was edited since, the answer is 412 and nothing is done.",
    example: '"2jmj7l5rSw0yVb_vlWAYkK_YBwk2d0Wr0gK1Yw2yZDs"',
    applies: ({ method, path }: Route) => takesIfMatch(method, path),
  },
  Range: {
    description: "One range of bytes; several ranges, or another unit, get the whole file (RFC 9110, 14.2).",
    example: "bytes=0-1023",
    applies: servesParts,
  },
  "Idempotency-Key": {
    description:
      "Any text that is new for each request, such as a UUID. Sent again with the same key within 24 hours, the request is not carried out twice: it gets the answer of the first.",
    example: "8f14e45f-ceea-4670-9d1c-2b6f3f1f8f5e",
    applies: isIdempotent,
  },
};

/** The components that operations refer to. */
export const parameterComponents = (): Json =>
  Object.fromEntries(
    Object.entries(HEADERS).map(([name, { description, example }]) => [
      name,
      { name, in: "header", description, schema: { type: "string" }, example },
    ]),
  );

export function completeParameters(document: Document, route: Route, exampleOf: ExampleOf): void {
  const { operation, path } = route;
  for (const parameter of operation.parameters ?? []) {
    if (isId(parameter)) parameter.schema = refTo("schemas", "Id");
    if (parameter.in === "path") Object.assign(parameter, pathTexts(document, path, parameter, exampleOf));
    liftTexts(parameter, exampleOf);
  }
  const supported = Object.entries(HEADERS).filter(([, { applies }]) => applies(route));
  // The document also allows a reference in place of a parameter.
  const refs = supported.map(([name]) => refTo("parameters", name) as unknown as Parameter);
  if (refs.length > 0) operation.parameters = [...(operation.parameters ?? []), ...refs];
}

/** `PathId` has a pattern of digits; any other pattern is a name. */
const isId = ({ in: place, schema }: Parameter): boolean =>
  place === "path" && String(schema["pattern"]).startsWith("^[1-9]");

/** An id in a path belongs to the noun before it; its example is the id in the example of the record that the path returns. */
function pathTexts(document: Document, path: string, { name, schema }: Parameter, exampleOf: ExampleOf): Json {
  if (schema["$ref"] !== "#/components/schemas/Id") return {};
  const at = path.indexOf(`/{${name}}`);
  const noun = path.slice(path.lastIndexOf("/", at - 1) + 1, at);
  const answer =
    document.paths[`${path.slice(0, at)}/{${name}}`]?.["get"]?.responses["200"]?.content?.["application/json"];
  const record = answer === undefined ? undefined : exampleOf(answer.schema);
  const own = typeof record === "object" && record !== null && "id" in record ? record.id : undefined;
  const named = exampleOf({ properties: { [name]: schema } }) as Json;
  return {
    description: `Id of the ${singular(noun.startsWith("{") ? name.replace(/_id$/, "") : noun)}.`,
    example: own ?? named[name],
  };
}

const singular = (noun: string): string => noun.replaceAll("_", " ").replace(/ies$/, "y").replace(/s$/, "");

/** Moves descriptions to the parameter, where every reader of the document looks for them. */
function liftTexts(parameter: Parameter, exampleOf: ExampleOf): void {
  const example = parameter["example"] ?? exampleOf(parameter.schema);
  const { description, example: _example, enum: words, ...schema } = parameter.schema;
  parameter["description"] ??= description;
  if (example !== undefined) parameter["example"] = example;
  // A query parameter is text, but may be documented as another type, such as boolean; then its words are not listed.
  parameter.schema = tidySchema(
    words === undefined || schema["type"] !== "string" ? schema : { ...schema, enum: words },
  );
}
