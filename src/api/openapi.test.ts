/** The OpenAPI document is valid, names every route, and says what each can answer. */
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, describe, test } from "node:test";
import { promisify } from "node:util";
import { openTestApp } from "../../test/app.ts";
import { ACCESS } from "./access.ts";

const { server } = await openTestApp({ after }, { PUBLIC_URL: "https://meterbook.test" });
const answer = await server.inject("/openapi.json");

interface Operation {
  operationId?: string;
  summary?: string;
  tags?: string[];
  parameters?: { in: string }[];
  requestBody?: object;
  responses: Record<string, object>;
  security?: object[];
}
interface OpenApi {
  openapi: string;
  servers: object[];
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, object> };
}
const document = answer.json<OpenApi>();
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({
    row: `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ":$1")}`,
    operation,
  })),
);

describe("the OpenAPI document", () => {
  test("passes the recommended rules without an error", async () => {
    const folder = await mkdtemp(join(tmpdir(), "meterbook-openapi-"));
    const file = join(folder, "openapi.json");
    await writeFile(file, answer.body);
    const linter = join(import.meta.dirname, "../../node_modules/@redocly/cli/bin/cli.js");
    const settings = { ...process.env, REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" };
    try {
      const run = promisify(execFile)(process.execPath, [linter, "lint", "--format=json", file], {
        env: settings,
        cwd: folder,
      });
      const { stdout } = await run.catch((error: { stdout: string }) => error);
      const { totals, problems } = JSON.parse(stdout) as { totals: { errors: number }; problems: object[] };
      assert.equal(totals.errors, 0, JSON.stringify(problems, null, 2));
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });

  test("has every route of the table but the pages", () => {
    const expected = Object.keys(ACCESS).filter((row) => /\/(v1|files)\/|\/(livez|readyz)$/.test(row));
    assert.deepEqual(operations.map(({ row }) => row).sort(), expected.sort());
    assert.deepEqual(document.servers, [{ url: "https://meterbook.test" }]);
  });

  test("gives every operation a name of its own, a summary, one tag and its problems", () => {
    const names = operations.map(({ operation }) => operation.operationId);
    assert.equal(new Set(names).size, operations.length);
    for (const { row, operation } of operations) {
      const statuses = Object.keys(operation.responses);
      assert.ok(operation.summary, row);
      assert.equal(operation.tags?.length, 1, row);
      const isSigned = ["user", "admin"].includes(ACCESS[row] ?? "");
      const expected = [
        "500",
        "503",
        ...(isSigned ? ["400", "401"] : []),
        ...(ACCESS[row] === "admin" ? ["403"] : []),
        ...(operation.parameters?.some((parameter) => parameter.in === "path") ? ["404"] : []),
        ...(operation.requestBody === undefined ? [] : ["413", "415", "422"]),
      ];
      assert.deepEqual(
        expected.filter((status) => !statuses.includes(status)),
        [],
        row,
      );
      assert.equal(operation.security?.length, isSigned ? 1 : 0, row);
    }
  });

  test("lets answers grow, and holds nothing that is not used or says nothing", () => {
    assert.equal(/9007199254740991/.test(answer.body), false);
    for (const [name, schema] of Object.entries(document.components.schemas)) {
      assert.ok(answer.body.includes(`#/components/schemas/${name}"`), name);
      assert.equal(name.endsWith("Input") && name !== "CredentialInput", false, name);
      const isAsked = /Input$|Edit$|Change$|^New|^Login$/.test(name);
      assert.equal(/"enum"|"additionalProperties":false/.test(JSON.stringify(schema)), isAsked, name);
    }
    assert.match(answer.body, /"x-extensible-enum":\["Active","Inactive"\]/);
  });
});
