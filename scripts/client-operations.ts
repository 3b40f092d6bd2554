/** The operations of an OpenAPI document as methods by noun: their types, and the table from which the client makes its calls. */
import { comment, nameOf, typeOf, type Schema } from "./client-types.ts";
import { withoutSpans } from "../src/domain/text.ts";

interface Parameter {
  name: string;
  in: string;
  required?: boolean;
  description?: string;
  schema: Schema;
}

interface Content {
  content?: Record<string, { schema?: Schema }>;
}

export interface Operation {
  operationId: string;
  summary?: string;
  description?: string;
  parameters?: Parameter[];
  requestBody?: Content & { required?: boolean };
  responses: Record<string, Content>;
  security?: object[];
}

export interface OpenApi {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
}

/** What the client must know about an operation to call it. */
export interface Row {
  call: string;
  /** Has a request body. */
  body?: true;
  /** The body is a file, sent unchanged. */
  file?: true;
  /** Is called without a token. */
  open?: true;
  /** Answers a list: the array itself, or the named array of the answer. */
  list?: string;
  /** The list accepts `limit` and `cursor`. */
  pages?: true;
  /** Accepts `format`: with it the answer is returned unread, whatever it is. */
  format?: true;
  /** Answers something other than JSON, which is returned unread. */
  raw?: true;
}

export interface Method {
  noun: string;
  name: string;
  row: Row;
  types: string;
}

/** Where the specification's word is longer than common usage, or the path does not contain the noun. */
const NOUNS: Record<string, { noun: string; word?: string }> = {
  utility_accounts: { noun: "accounts" },
  utility_bills: { noun: "bills" },
  delivery: { noun: "delivery", word: "DataDelivery" },
  livez: { noun: "health" },
  readyz: { noun: "health" },
};

/** Every operation with its noun and its name: `listBillsOfProperty` under /properties is `properties.listBills`. */
export function methodsOf(document: OpenApi): Method[] {
  const methods = Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([verb, operation]) => methodOf(document, path, verb.toUpperCase(), operation)),
  );
  const seen = new Map<string, Method>();
  for (const method of methods) {
    const name = `${method.noun}.${method.name}`;
    if (seen.has(name))
      throw new Error(`Two operations would be ${name}: ${seen.get(name)?.row.call} and ${method.row.call}`);
    seen.set(name, method);
  }
  return methods;
}

function methodOf(document: OpenApi, path: string, verb: string, operation: Operation): Method {
  const segment = path.replace(/^\/v1/, "").split("/")[1] ?? "";
  const row = rowOf(document, path, verb, operation);
  const name = nameOfMethod(operation, segment, row);
  return {
    noun: NOUNS[segment]?.noun ?? camelCase(segment),
    name,
    row,
    types: signatures(document, name, row, operation),
  };
}

const camelCase = (text: string): string => text.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

const singular = (word: string): string => word.replace(/ies$/, "y").replace(/s$/, "");
const plural = (word: string): string => `${word}s`.replace(/(?<![aeiou])ys$/, "ies");

/** A record that carries a list is not a list: `listBillsOfMeter`, which answers UtilityMeterWithBills, is `getWithBills`. */
function nameOfMethod(operation: Operation, segment: string, row: Row): string {
  const [, carried] = (answerOf(operation).json?.$ref ?? "").split("With");
  const isList = operation.operationId.startsWith("list") && row.list === undefined;
  return isList && carried !== undefined ? `getWith${carried}` : shortName(operation.operationId, segment);
}

/** The name of the operation without its noun, which is already in the method's path. */
export function shortName(operationId: string, segment: string): string {
  const word = NOUNS[segment]?.word ?? singular(camelCase(`_${segment}`));
  const short = operationId.replace(new RegExp(`(?:Of|For)?(?:${plural(word)}|${word})(?=[A-Z]|$)`), "");
  return short === "" ? operationId : short;
}

function rowOf(document: OpenApi, path: string, verb: string, operation: Operation): Row {
  const answer = answerOf(operation);
  const schema = resolve(document, answer.json);
  const member = verb === "GET" ? listMember(schema, path) : undefined;
  const query = new Set((operation.parameters ?? []).map(({ name }) => name));
  return {
    call: `${verb} ${path}`,
    ...(operation.requestBody === undefined ? {} : { body: true }),
    ...(takesFile(operation) ? { file: true } : {}),
    ...(operation.security?.length === 0 ? { open: true } : {}),
    ...(member === undefined ? {} : { list: member }),
    ...(member !== undefined && query.has("cursor") && query.has("limit") ? { pages: true } : {}),
    ...(query.has("format") ? { format: true } : {}),
    ...(answer.json === undefined && answer.others.length > 0 ? { raw: true } : {}),
  };
}

/** The successful answer: its JSON, and the other content types it may have. */
function answerOf({ responses }: Operation): { json: Schema | undefined; others: string[] } {
  const [, good] = Object.entries(responses).find(([status]) => status.startsWith("2")) ?? [];
  const types = Object.keys(good?.content ?? {});
  return {
    json: good?.content?.["application/json"]?.schema,
    others: types.filter((type) => type !== "application/json"),
  };
}

function resolve(document: OpenApi, schema: Schema | undefined): Schema | undefined {
  return schema?.$ref === undefined ? schema : resolve(document, document.components.schemas[nameOf(schema.$ref)]);
}

const takesFile = ({ requestBody }: Operation): boolean =>
  requestBody !== undefined && requestBody.content?.["application/json"] === undefined;

/** Empty for an array; the array's name for the answer of a whole collection with one array; a feed continues in its own way. */
function listMember(schema: Schema | undefined, path: string): string | undefined {
  if (schema?.type === "array") return "";
  const properties = Object.entries(schema?.properties ?? {});
  const arrays = properties.filter(([, { type }]) => type === "array");
  const isCollection = /^\/v1\/\w+$/.test(path) && !properties.some(([name]) => name === "next_cursor");
  return isCollection && arrays.length === 1 ? arrays[0]?.[0] : undefined;
}

/** Names of the client's own options: a query parameter may not have one of these names. */
const OWN_OPTIONS = new Set(["signal", "timeoutMs", "idempotencyKey"]);

/** A listing continues from page to page automatically, so these mean something else there. */
const PAGING: Record<string, { description: string }> = {
  limit: { description: "Records fetched at a time; 200 by default. The listing goes through all of them." },
  cursor: { description: "Where to begin; by default at the beginning." },
};

function signatures(document: OpenApi, name: string, row: Row, operation: Operation): string {
  const parameters = operation.parameters ?? [];
  const path = parameters
    .filter((one) => one.in === "path")
    .map((one) => `${camelCase(one.name)}: ${typeOf(one.schema)}`);
  const body = operation.requestBody?.content?.["application/json"]?.schema;
  const query = parameters.filter((one) => one.in === "query");
  const clash = query.find((one) => OWN_OPTIONS.has(one.name));
  if (clash !== undefined) throw new Error(`${operation.operationId} has a query parameter ${clash.name}`);
  const bodies = body === undefined ? [] : [`body: ${typeOf(body, "  ")}`];
  const before = [...path, ...(takesFile(operation) ? ["body: FileBody"] : bodies)];
  const sentences = [operation.summary, operation.description].filter((text) => text !== undefined && text !== "");
  const doc = comment(sentences.map((text) => String(text).replace(/\.?$/, ".")).join(" "), "  ");
  const signature = (options: Parameter[], answer: string) =>
    `  ${name}(${[...before, optionsOf(row, options)].join(", ")}): ${answer};\n`;
  const listed = row.pages === true ? query.map((one) => ({ ...one, ...PAGING[one.name] })) : query;
  const plain = signature(
    listed.filter((one) => one.name !== "format"),
    answerType(document, row, operation),
  );
  const formatted = query.map((one) => (one.name === "format" ? { ...one, required: true } : one));
  return doc + plain + (row.format ? signature(formatted, "Promise<Response>") : "");
}

function optionsOf(row: Row, query: Parameter[]): string {
  const own = row.call.startsWith("POST") && row.open !== true ? "PostOptions" : "CallOptions";
  const fields = query.map(
    (one) =>
      `${comment(one.description, "    ")}    ${one.name}${one.required ? "" : "?"}: ${typeOf(one.schema, "    ")};\n`,
  );
  const type = fields.length === 0 ? own : `${own} & {\n${fields.join("")}  }`;
  return `options${query.some((one) => one.required) ? "" : "?"}: ${type}`;
}

function answerType(document: OpenApi, row: Row, operation: Operation): string {
  const { json } = answerOf(operation);
  if (row.list !== undefined) {
    const list = row.list === "" ? resolve(document, json) : resolve(document, json)?.properties?.[row.list];
    return `Listing<${typeOf(list?.items ?? {}, "  ")}>`;
  }
  if (json === undefined) return `Promise<${row.raw ? "Response" : "void"}>`;
  return `Promise<${typeOf(json, "  ")}>`;
}

/** The generated file of the client. */
export function operationsSource(document: OpenApi): string {
  const byNoun = Map.groupBy(methodsOf(document), ({ noun }) => noun);
  const nouns = [...byNoun].sort(([a], [b]) => (a < b ? -1 : 1));
  const table = nouns.map(([noun, methods]) => {
    const rows = methods.map(({ name, row }) => `    ${name}: ${literal(row)},\n`);
    return `  ${noun}: {\n${rows.join("")}  },\n`;
  });
  const interfaces = nouns.map(
    ([noun, methods]) => `export interface ${typeName(noun)} {\n${methods.map(({ types }) => types).join("\n")}}\n`,
  );
  const types = interfaces.join("\n");
  const records = [...Object.keys(document.components.schemas), "Word"].filter((name) =>
    new RegExp(`\\b${name}\\b`).test(withoutSpans(types, "/**", "*/").replace(/"[^"]*"/g, "")),
  );
  return [
    "/** Every operation of the service by noun, with its types. Written by `npm run client` from its OpenAPI document. */",
    'import type { CallOptions, FileBody, PostOptions } from "../call.ts";',
    'import type { Listing } from "../listing.ts";',
    `import type {\n${records
      .sort()
      .map((name) => `  ${name},\n`)
      .join("")}} from "./records.ts";\n`,
    `export const OPERATIONS = {\n${table.join("")}} as const;\n`,
    types,
    `export interface Operations {\n${nouns.map(([noun]) => `  ${noun}: ${typeName(noun)};\n`).join("")}}\n`,
  ].join("\n");
}

const literal = (row: Row): string =>
  `{ ${Object.entries(row)
    .map(([key, value]) => `${key}: ${JSON.stringify(value)}`)
    .join(", ")} }`;

const typeName = (noun: string): string => `${noun.slice(0, 1).toUpperCase()}${noun.slice(1)}Methods`;
