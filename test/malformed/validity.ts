/** Says whether a request is what the OpenAPI document asks for: read from the document alone, by a validator that is not the service's. */
import type { Operation, Parameter, Schema } from "../openapi-operations.ts";
import type { HttpRequest } from "./request.ts";

const FORMATS: Record<string, RegExp> = {
  date: /^\d{4}-\d\d-\d\d$/,
  "date-time": /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)$/,
  uuid: /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i,
  email: /^[^@\s]+@[^@\s]+$/,
  uri: /^[a-z][a-z\d+.-]*:/i,
};

const TYPES: Record<string, (value: unknown) => boolean> = {
  object: (value) => typeof value === "object" && value !== null && !Array.isArray(value),
  array: Array.isArray,
  string: (value) => typeof value === "string",
  number: (value) => typeof value === "number",
  integer: Number.isInteger,
  boolean: (value) => typeof value === "boolean",
  null: (value) => value === null,
};

/** What the document allows; the service may refuse more, for reasons that a schema cannot say. */
export function allows(schema: Schema, value: unknown): boolean {
  const { enum: words, const: word, anyOf, oneOf, allOf = [] } = schema;
  const types = [schema.type ?? []].flat();
  if (types.length > 0 && !types.some((type) => TYPES[type]?.(value) === true)) return false;
  if (words !== undefined && !words.includes(value)) return false;
  if (word !== undefined && word !== value) return false;
  for (const choices of [anyOf, oneOf])
    if (choices !== undefined && !choices.some((choice) => allows(choice, value))) return false;
  if (!allOf.every((part) => allows(part, value))) return false;
  if (typeof value === "string") return allowsText(schema, value);
  if (typeof value === "number") return allowsNumber(schema, value);
  if (Array.isArray(value)) return allowsList(schema, value);
  return typeof value !== "object" || value === null || allowsObject(schema, value as Record<string, unknown>);
}

/** JSON Schema counts letters, JavaScript halves of some. */
const UNITS_PER_LETTER_MAX = 2;

function allowsText({ minLength = 0, maxLength = Infinity, pattern, format }: Schema, text: string): boolean {
  if (text.length < minLength || text.length > maxLength * UNITS_PER_LETTER_MAX) return false;
  if (pattern !== undefined && !new RegExp(pattern, "u").test(text)) return false;
  return FORMATS[format ?? ""]?.test(text) ?? true;
}

const allowsNumber = (
  { minimum = -Infinity, maximum = Infinity, exclusiveMinimum = -Infinity }: Schema,
  value: number,
) => value >= minimum && value <= maximum && value > exclusiveMinimum;

const allowsList = ({ items, minItems = 0, maxItems = Infinity }: Schema, value: unknown[]) =>
  value.length >= minItems &&
  value.length <= maxItems &&
  (items === undefined || value.every((each) => allows(items, each)));

function allowsObject(
  { properties = {}, required = [], additionalProperties = true }: Schema,
  value: Record<string, unknown>,
) {
  if (!required.every((name) => Object.hasOwn(value, name))) return false;
  return Object.entries(value).every(([name, part]) => {
    if (Object.hasOwn(properties, name)) return allows(properties[name] ?? {}, part);
    if (typeof additionalProperties === "boolean") return additionalProperties;
    return allows(additionalProperties, part);
  });
}

/** A parameter is text; the document speaks of what it means. */
function allowsParameter({ schema }: Parameter, text: string): boolean {
  if (allows(schema, text)) return true;
  if (/^-?\d+(\.\d+)?$/.test(text) && allows(schema, Number(text))) return true;
  return (text === "true" || text === "false") && allows(schema, text === "true");
}

/** False when the document rules a request out for sure. Pages are not in it, so nothing is said of them. */
export type Validity = (request: HttpRequest) => boolean;

export function createValidity(operations: Operation[]): Validity {
  const byForm = Map.groupBy(operations, ({ method, pattern }) => formOf(method, pattern));
  return ({ method, url, headers, body }) => {
    const address = URL.parse(`http://localhost${url}`);
    if (address === null) return false;
    if (!address.pathname.startsWith("/v1/")) return true;
    const isHead = method === "HEAD";
    const steps = address.pathname.split("/").map(decode);
    const alike = byForm.get(formOf(isHead ? "GET" : method, address.pathname)) ?? [];
    return alike.some(
      (operation) =>
        allowsPath(steps, operation) &&
        allowsQuery(address.search, operation) &&
        (isHead || allowsBody(headers, body, operation)),
    );
  };
}

/** Those of one method and one length of path. */
const formOf = (method: string, path: string): string => `${method} ${path.split("/").length}`;

/** Letters may be written as %41 anywhere in a path. */
function allowsPath(steps: (string | null)[], { pattern, parameters }: Operation): boolean {
  return pattern.split("/").every((name, index) => {
    const step = steps[index];
    if (!name.startsWith(":")) return name === step;
    const parameter = parameters.find((each) => each.in === "path" && each.name === name.slice(1));
    return step && (parameter === undefined || allowsParameter(parameter, step));
  });
}

function allowsQuery(query: string, { parameters }: Operation): boolean {
  const given = [...new URLSearchParams(query)];
  const known = parameters.filter((parameter) => parameter.in === "query");
  // It is undefined which of two would count.
  if (new Set(given.map(([name]) => name)).size < given.length) return false;
  if (!known.every(({ name, required }) => required !== true || given.some(([key]) => key === name))) return false;
  return given.every(([name, text]) => {
    const parameter = known.find((each) => each.name === name);
    return parameter !== undefined && allowsParameter(parameter, text);
  });
}

function allowsBody(
  headers: Record<string, string>,
  text: string | null,
  { body, isBodyRequired, fileTypes }: Operation,
): boolean {
  // Any file may be sent; its content is checked later.
  if (fileTypes.length > 0) return fileTypes.includes((headers["content-type"] ?? "").split(";")[0]?.trim() ?? "");
  // Where no body is taken, what comes along is not read.
  if (body === null) return true;
  if (text === null || text.trim() === "") return !isBodyRequired;
  if (!/^application\/json\s*(;|$)/i.test(headers["content-type"] ?? "")) return false;
  try {
    return allows(body, JSON.parse(text));
  } catch {
    return false;
  }
}

function decode(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
