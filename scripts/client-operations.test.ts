import assert from "node:assert/strict";
import { test } from "node:test";
import { methodsOf, shortName, type OpenApi, type Operation } from "./client-operations.ts";
import type { Schema } from "./client-types.ts";

test("a method is named after its operation, without the noun that it belongs to", () => {
  const cases = [
    ["listProperties", "properties", "list"],
    ["getProperty", "properties", "get"],
    ["listBillsOfProperty", "properties", "listBills"],
    ["replacePropertyMetadata", "properties", "replaceMetadata"],
    ["createCompany", "companies", "create"],
    ["listUtilityBills", "utility_bills", "list"],
    ["updateAccountStatus", "authorizations", "updateAccountStatus"],
    ["getAuthorizationProgress", "authorizations", "getProgress"],
    ["listDays", "days", "list"],
    ["redeliver", "webhooks", "redeliver"],
    ["listDataDeliveries", "delivery", "list"],
    ["login", "auth", "login"],
  ];
  for (const [operationId = "", segment = "", name] of cases) assert.equal(shortName(operationId, segment), name);
});

const Thing: Schema = { type: "object", properties: { id: { type: "integer" } } };
const documentOf = (path: string, verb: string, operation: Partial<Operation>): OpenApi => ({
  paths: { [path]: { [verb]: { operationId: "getThing", responses: {}, ...operation } } },
  components: { schemas: { Thing, ThingWithParts: { type: "object", properties: { parts: { type: "array" } } } } },
});
const answers = (schema: Schema, type = "application/json") => ({ 200: { content: { [type]: { schema } } } });
const ref = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` });
const query = (name: string) => ({ name, in: "query", schema: { type: "string" } });
const methodOf = (...of: Parameters<typeof documentOf>) => methodsOf(documentOf(...of))[0];

test("an array is a listing, with pages where it takes a cursor", () => {
  const responses = answers({ type: "array", items: ref("Thing") });
  const plain = methodOf("/v1/things", "get", { operationId: "listThings", responses });
  assert.deepEqual(plain?.row, { call: "GET /v1/things", list: "" });
  assert.match(plain.types, /list\(options\?: CallOptions\): Listing<Thing>;/);
  const parameters = [query("limit"), query("cursor")];
  assert.equal(methodOf("/v1/things", "get", { parameters, responses })?.row.pages, true);
});

test("so is the one array in the answer of a collection, but not that of a record, and not a feed", () => {
  const parts = { type: "array", items: { type: "string" } };
  const wrapped = (properties: Record<string, Schema>) => answers({ type: "object", properties });
  const listOf = (path: string, properties: Record<string, Schema>) =>
    methodOf(path, "get", { responses: wrapped(properties) })?.row.list;
  assert.equal(listOf("/v1/things", { parts, companyUuid: { type: "string" } }), "parts");
  assert.equal(listOf("/v1/things/{id}", { parts }), undefined);
  assert.equal(listOf("/v1/things", { parts, next_cursor: { type: "string" } }), undefined);
});

test("a record that carries a list is named for what it carries", () => {
  const operation = { operationId: "listPartsOfThing", responses: answers(ref("ThingWithParts")) };
  const method = methodOf("/v1/things/{id}/parts", "get", operation);
  assert.equal(method?.name, "getWithParts");
  assert.equal(method.row.list, undefined);
});

test("parameters of the path come first, then the body, then options with the query among them", () => {
  const method = methodOf("/v1/things/{thing_id}", "post", {
    operationId: "createThing",
    summary: "Make a thing",
    description: "At once.",
    parameters: [{ name: "thing_id", in: "path", schema: { type: "integer" } }, query("color")],
    requestBody: { content: { "application/json": { schema: ref("Thing") } } },
    responses: answers(ref("Thing")),
    security: [{ token: [] }],
  });
  assert.equal(
    method?.types,
    "  /** Make a thing. At once. */\n" +
      "  create(thingId: number, body: Thing, options?: PostOptions & {\n    color?: string;\n  }): Promise<Thing>;\n",
  );
  assert.deepEqual(method.row, { call: "POST /v1/things/{thing_id}", body: true });
});

test("a body that is a file is taken as it is", () => {
  const requestBody = { content: { "text/csv": {}, "application/octet-stream": {} } };
  const responses = answers(ref("Thing"));
  const method = methodOf("/v1/things", "post", { requestBody, responses, security: [{ token: [] }] });
  assert.match(method?.types ?? "", /\(body: FileBody, options\?: PostOptions\): Promise<Thing>;/);
  assert.deepEqual(method?.row, { call: "POST /v1/things", body: true, file: true });
});

test("what has another form than JSON is handed out as it comes, by choice or always", () => {
  const file = methodOf("/files/{ref}", "get", { responses: answers({}, "application/octet-stream"), security: [] });
  assert.deepEqual(file?.row, { call: "GET /files/{ref}", open: true, raw: true });
  assert.match(file.types, /: Promise<Response>;/);
  const operation = { parameters: [query("format")], responses: answers({ type: "array", items: ref("Thing") }) };
  const days = methodOf("/v1/things", "get", operation);
  assert.equal(days?.row.format, true);
  assert.match(
    days.types,
    /\(options\?: CallOptions\): Listing<Thing>;\n.*\{\n {4}format: string;\n {2}\}\): Promise<Response>;/,
  );
});

test("two operations of one name, and a query parameter named as an option, are refused when the client is written", () => {
  const responses = answers(ref("Thing"));
  const twice = documentOf("/v1/things", "get", { responses });
  Object.assign(twice.paths, documentOf("/v1/things/{id}", "get", { responses }).paths);
  assert.throws(() => methodsOf(twice), /Two operations would be things\.get/);
  assert.throws(() => methodOf("/v1/things", "get", { parameters: [query("signal")], responses }), /parameter signal/);
});
