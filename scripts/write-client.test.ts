import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import { createMeterbook } from "../client/src/meterbook.ts";
import { openTestApp } from "../test/app.ts";
import { methodsOf, operationsSource, type OpenApi } from "./client-operations.ts";
import { recordTypes } from "./client-types.ts";

const { server } = await openTestApp({ after });
const document = (await server.inject("/openapi.json")).json<OpenApi>();
const read = (name: string) => readFileSync(join(import.meta.dirname, "../client/src/generated", name), "utf8");

test("every operation of the service has a method of the client", () => {
  const operations = Object.values(document.paths).flatMap((verbs) => Object.values(verbs));
  const methods = methodsOf(document);
  assert.equal(methods.length, operations.length);
  const client = createMeterbook({ baseUrl: "http://127.0.0.1" }) as unknown as Record<string, Record<string, unknown>>;
  const missing = methods.filter(({ noun, name }) => typeof client[noun]?.[name] !== "function");
  const names = missing.map(({ noun, name, row }) => `${noun}.${name} (${row.call})`);
  assert.deepEqual(names, [], "run npm run client");
});

test("the generated part of the client is what the document of the service says now", () => {
  // Not assert.equal: it would print both files.
  assert.ok(read("operations.ts") === operationsSource(document), "npm run client writes operations.ts");
  assert.ok(read("records.ts") === recordTypes(document.components.schemas), "npm run client writes records.ts");
});
