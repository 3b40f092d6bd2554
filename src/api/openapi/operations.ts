/** What every operation gets by rule: security, parameters, headers, examples and its possible problems. */
import { addHeaders } from "./headers.ts";
import type { ExampleOf } from "./examples.ts";
import {
  isSigned,
  isTagged,
  nameOfRef,
  refTo,
  type Answer,
  type Content,
  type Document,
  type Json,
  type Route,
} from "./model.ts";
import { completeParameters } from "./parameters.ts";
import { addProblems } from "./problems.ts";
import { openSchema, tidySchema } from "./schemas.ts";

export function completeOperation(document: Document, route: Route, exampleOf: ExampleOf): void {
  const { operation } = route;
  completeParameters(document, route, exampleOf);
  addExamples(operation.requestBody?.content, exampleOf, tidySchema);
  if (operation.requestBody !== undefined) operation.requestBody["required"] = !mayBeLeftOut(operation.requestBody);
  for (const [status, answer] of Object.entries(operation.responses)) {
    if (answer.description === undefined || answer.description === UNDESCRIBED)
      answer.description = describe(document, status, answer);
    addHeaders(route, status, answer);
    addExamples(answer.content, exampleOf, (schema) => tidySchema(openSchema(schema)));
  }
  if (isTagged(route)) operation.responses["304"] = refTo("responses", "not-modified");
  addProblems(route);
  operation["security"] = isSigned(route) ? [{ token: [] }, { cookie: [] }] : [];
}

/** The library's default description of an answer. */
const UNDESCRIBED = "Default Response";

const BY_STATUS: Record<string, string> = { 201: "Created.", 202: "Accepted: the work goes on in the background." };

/** The meaning of the status, else the description of the record in the answer. */
function describe({ components: { schemas } }: Document, status: string, { content }: Answer): string {
  const ref = content?.["application/json"]?.schema["$ref"];
  const name = typeof ref === "string" ? nameOfRef(ref) : "";
  const { description } = schemas[name] ?? {};
  return BY_STATUS[status] ?? (typeof description === "string" ? description : "As asked.");
}

/** A body that may be null may be left out; the library calls every body required. */
const mayBeLeftOut = ({ content }: { content: Content }): boolean =>
  Object.values(content).some(({ schema }) => [schema["anyOf"] ?? []].flat().some(isNull));

const isNull = (schema: unknown): boolean =>
  typeof schema === "object" && schema !== null && "type" in schema && schema.type === "null";

/** Content that is not JSON shows the example of its schema, if it has one. */
function addExamples(content: Content | undefined, exampleOf: ExampleOf, finish: (schema: Json) => Json): void {
  for (const media of Object.values(content ?? {})) {
    const example = exampleOf(media.schema);
    if (example !== undefined) media.example ??= example;
    media.schema = finish(media.schema);
  }
}
