/** The OpenAPI document is enough to write a client against: it lints, names every route, and every example in it is true to its schema. */
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, test } from "node:test";
import { promisify } from "node:util";
import { gunzipSync } from "node:zlib";
import { parse } from "yaml";
import { sharedApp } from "../../../test/app.ts";
import { PROBLEM_KINDS } from "../../errors.ts";
import { WebhookSecret } from "../../records/webhook.ts";
import { verifyEnvelope } from "../../webhooks/verify.ts";
import { verifyStandard } from "../../../test/standard-webhooks.ts";
import { ACCESS, accessOf } from "../auth/access.ts";
import { listRoutes, nameOfRef, type Answer, type Document, type Json } from "./model.ts";
import { problemsOf } from "./problems.ts";

const ROOT = join(import.meta.dirname, "../../..");

const { server } = await sharedApp();
const answer = await server.inject("/openapi.json");
const document = answer.json<
  Document & {
    openapi: string;
    info: { version: string };
    servers: object[];
    tags: { name: string }[];
    webhooks: Record<string, { post: Json }>;
    components: { responses: Record<string, Answer>; parameters: Record<string, Json> };
  }
>();
const routes = listRoutes(document);
const nameOf = ({ method, path }: { method: string; path: string }) => `${method} ${path}`;

/** What redocly finds in a document, with the settings of the project. */
async function lint(text: string): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), "meterbook-openapi-"));
  const file = join(folder, "openapi.json");
  await writeFile(file, text);
  const linter = join(ROOT, "node_modules/@redocly/cli/bin/cli.js");
  const args = [linter, "lint", "--format=json", "--max-problems=1000", `--config=${join(ROOT, "redocly.yaml")}`, file];
  const env = { ...process.env, REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" };
  try {
    const run = promisify(execFile)(process.execPath, args, { env, cwd: folder, maxBuffer: 64 * 1024 * 1024 });
    const { stdout } = await run.catch((error: { stdout: string }) => error);
    const { problems } = JSON.parse(stdout) as {
      problems: { ruleId: string; message: string; location: { pointer?: string }[] }[];
    };
    return problems.map(({ ruleId, message, location }) => `${ruleId} ${location[0]?.pointer ?? ""}: ${message}`);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The schemas that a part of the document refers to, and those that they refer to. */
function schemasOf(part: unknown, found: Record<string, Json> = {}): Record<string, Json> {
  for (const [, name = ""] of JSON.stringify(part).matchAll(/"#\/components\/schemas\/([^"]+)"/g)) {
    if (found[name] !== undefined) continue;
    found[name] = document.components.schemas[name] ?? {};
    schemasOf(found[name], found);
  }
  return found;
}

describe("the OpenAPI document", () => {
  test("lints without an error or a warning, every example against its schema among it", async () => {
    assert.equal(document.openapi, "3.1.0");
    assert.deepEqual(await lint(answer.body), []);
  });

  test("has the version of the release", () => {
    const release = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as { version: string };
    assert.equal(document.info.version, release.version);
  });

  test("would not lint with an example that breaks its schema", async () => {
    // Of the whole document only what it needs: a lint of all of it takes seconds.
    const [media] = Object.values(document.paths["/v1/me"]?.["get"]?.responses["200"]?.content ?? {});
    const wrong = { ...media, example: { ...(media?.example as Json), id: "seven" } };
    const answered = { description: "The user.", content: { "application/json": wrong } };
    const paths = { "/v1/me": { get: { operationId: "getMe", responses: { "200": answered } } } };
    const found = await lint(
      JSON.stringify({ ...document, paths, webhooks: {}, components: { schemas: schemasOf(wrong) } }),
    );
    assert.ok(found.some((each) => /no-invalid-media-type-examples.*`id` property type must be integer/.test(each)));
  });

  test("has every route of the table but the pages", () => {
    const expected = Object.keys(ACCESS).filter((row) => / \/(v1|files|reports)\/|\/(livez|readyz)$/.test(row));
    const found = routes.map((route) => nameOf(route).replace(/\{(\w+)\}/g, ":$1"));
    assert.deepEqual(found.sort(), expected.sort());
  });

  test("gives every operation a name of its own, a summary and one tag that is described", () => {
    assert.equal(new Set(routes.map(({ operation }) => operation.operationId)).size, routes.length);
    const tags = new Set(document.tags.map(({ name }) => name));
    for (const route of routes) {
      const { summary, tags: own = [] } = route.operation as { summary?: string; tags?: string[] };
      assert.ok(summary !== undefined && !summary.endsWith("."), nameOf(route));
      assert.equal(own.length, 1, nameOf(route));
      assert.ok(tags.has(own[0] ?? ""), nameOf(route));
    }
  });

  test("describes every parameter, with an example", () => {
    const silent = routes.flatMap((route) =>
      (route.operation.parameters ?? [])
        .map((each) =>
          typeof each["$ref"] === "string" ? document.components.parameters[nameOfRef(each["$ref"])] : each,
        )
        .filter((each) => !each?.["description"] || each["example"] === undefined)
        .map((each) => `${nameOf(route)}: ${String(each?.["name"])}`),
    );
    assert.deepEqual(silent, []);
  });

  test("shows an example of every JSON body and of every JSON answer", () => {
    const silent = routes.flatMap((route) => {
      const { requestBody, responses } = route.operation;
      const answers = Object.entries(responses).map(([status, each]) => [status, resolve(each)] as const);
      return [["body", requestBody] as const, ...answers].flatMap(([what, each]) =>
        Object.entries(each?.content ?? {})
          .filter(
            ([type, { example, examples }]) => /json/.test(type) && example === undefined && examples === undefined,
          )
          .map(() => `${nameOf(route)} ${what}`),
      );
    });
    assert.deepEqual(silent, []);
  });

  test("says which bodies may be left out", () => {
    const optional = routes.filter(({ operation }) => operation.requestBody?.["required"] === false).map(nameOf);
    assert.deepEqual(optional.toSorted(), [
      "POST /v1/form_links/{id}/mail",
      "POST /v1/form_links/{id}/renew",
      "POST /v1/utility_bills/{id}/void",
    ]);
  });

  test("names every problem that an operation can answer, each with a whole body", () => {
    for (const route of routes) {
      const access = accessOf(route.method, route.path.replace(/\{(\w+)\}/g, ":$1"));
      const shown = Object.entries(route.operation.responses)
        .filter(([, { $ref }]) => $ref !== undefined)
        .flatMap(([status, each]) =>
          Object.values(
            (resolve(each).content?.["application/problem+json"]?.examples ?? {}) as Record<string, { value: Json }>,
          ).map(({ value }) => ({ status, value })),
        );
      for (const { status, value } of shown) assert.equal(String(value["status"]), status, nameOf(route));
      const slugs = new Set(shown.map(({ value }) => nameOfRef(String(value["type"]))));
      for (const slug of problemsOf(route)) {
        if (route.operation.responses[String(PROBLEM_KINDS[slug].status)]?.$ref !== undefined)
          assert.ok(slugs.has(slug), `${nameOf(route)} ${slug}`);
      }
      const isSigned = !["public", "link"].includes(access.access);
      assert.equal(slugs.has("unauthenticated"), isSigned, nameOf(route));
      assert.deepEqual(route.operation["security"], isSigned ? [{ token: [] }, { cookie: [] }] : [], nameOf(route));
    }
  });

  test("names the limit of requests wherever they are counted, and a full store wherever something is written", () => {
    const without = (slug: string, among: (route: (typeof routes)[number]) => boolean) =>
      routes.filter(
        (route) => among(route) !== Object.values(route.operation.responses).flatMap(slugsOf).includes(slug),
      );
    const isCounted = ({ path }: { path: string }) => path !== "/livez" && path !== "/readyz";
    assert.deepEqual(without("too-many-requests", isCounted).map(nameOf), []);
    const isWrite = ({ path, method }: { path: string; method: string }) => path.startsWith("/v1/") && method !== "GET";
    assert.deepEqual(without("storage-full", isWrite).map(nameOf), []);
  });

  test("names the headers that answers have", () => {
    const headersOf = (path: string, status: string, method = "get") => {
      const { $ref, headers = {} } = document.paths[path]?.[method]?.responses[status] ?? {};
      return Object.keys(
        $ref === undefined ? headers : (document.components.responses[nameOfRef($ref)]?.headers ?? {}),
      );
    };
    const page = headersOf("/v1/documents/{id}/pages/{page}.png", "200");
    assert.ok(
      ["Page-Count", "Page-Width", "Page-Height"].every((name) => page.includes(name)),
      page.join(),
    );
    assert.ok(headersOf("/files/{ref}", "200").includes("RateLimit"));
    assert.equal(headersOf("/livez", "200").includes("RateLimit"), false);
    assert.ok(headersOf("/v1/properties", "503", "post").includes("Retry-After"));
    assert.ok(headersOf("/v1/auth/login", "401", "post").includes("WWW-Authenticate"));
    for (const [name, { headers = {} }] of Object.entries(document.components.responses))
      if (/code-required|wrong-code/.test(name)) assert.ok("WWW-Authenticate" in headers, name);
      else if (/storage-full/.test(name)) assert.ok("Retry-After" in headers, name);
  });

  test("names what the file of a route refuses", () => {
    const folder = join(import.meta.dirname, "../routes");
    for (const file of globSync("*.ts", { cwd: folder, exclude: (name) => name.endsWith(".test.ts") })) {
      const text = readFileSync(join(folder, file), "utf8");
      const own = routes.filter(({ operation }) => text.includes(`operationId: "${operation.operationId}"`));
      const named = new Set(own.flatMap(({ operation }) => Object.values(operation.responses).flatMap(slugsOf)));
      const refused = [...text.matchAll(/new Problem\(\s*"([\w-]+)"/g)].map(([, slug]) => String(slug));
      if (own.length > 0)
        assert.deepEqual(
          refused.filter((slug) => !named.has(slug)),
          [],
          file,
        );
    }
  });

  test("shows in its examples one story: an id that names a record is the id of that record's example", () => {
    const bill = document.paths["/v1/utility_bills/{id}"]?.["get"];
    const [id] = bill?.parameters ?? [];
    const example = bill?.responses["200"]?.content?.["application/json"]?.example as {
      id: number;
      amount_due: number;
      charges: { utility_bill_id: number; amount: number; line_item_group_id: string }[];
      usages: { utility_bill_id: number; line_item_group_id: string }[];
    };
    assert.equal(id?.["example"], example.id);
    assert.deepEqual(
      [...example.charges, ...example.usages].map((line) => line.utility_bill_id),
      [example.id, example.id],
    );
    assert.equal(example.charges[0]?.line_item_group_id, example.usages[0]?.line_item_group_id);
    assert.equal(
      example.charges.reduce((sum, { amount }) => sum + amount, 0),
      example.amount_due,
    );
  });

  test("lets answers grow, and holds nothing that is not used or says nothing", () => {
    assert.equal(/9007199254740991/.test(answer.body), false);
    const asked = new Set<string>();
    const follow = (value: unknown) => {
      for (const [name] of JSON.stringify(value ?? null).matchAll(/(?<="#\/components\/schemas\/)\w+/g)) {
        if (asked.has(name)) continue;
        asked.add(name);
        follow(document.components.schemas[name]);
      }
    };
    for (const { operation } of routes) follow(operation.requestBody);
    for (const [name, schema] of Object.entries(document.components.schemas)) {
      assert.ok(answer.body.includes(`#/components/schemas/${name}"`), name);
      if (!asked.has(name))
        assert.equal(/"enum"|"additionalProperties":false/.test(JSON.stringify(schema)), false, name);
    }
    assert.match(answer.body, /"x-extensible-enum":\["Active","Inactive"\]/);
  });

  test("says the address of the service, and is the same as YAML", async () => {
    assert.match(JSON.stringify(document.servers), /"default":"http:\/\/localhost:8080"/);
    const yaml = await server.inject("/openapi.yaml");
    assert.deepEqual(parse(yaml.body), document);
    const again = (headers: object) =>
      server.inject({ url: "/openapi.yaml", headers: { "accept-encoding": "br, gzip", ...headers } });
    const small = await again({});
    assert.deepEqual([small.headers["content-encoding"], yaml.headers["content-encoding"]], ["gzip", undefined]);
    assert.deepEqual(gunzipSync(small.rawPayload), yaml.rawPayload);
    const known = await again({ "if-none-match": String(small.headers.etag) });
    assert.deepEqual([known.statusCode, known.body], [304, ""]);
  });
});

describe("the webhooks of the document", () => {
  test("are one for each type of event, with examples that a receiver takes for genuine", () => {
    const secretExample = WebhookSecret.shape.secret.meta()?.["example"];
    assert.ok(typeof secretExample === "string");
    assert.equal(Object.keys(document.webhooks).length, 11);
    for (const [type, { post }] of Object.entries(document.webhooks)) {
      const { content } = post["requestBody"] as {
        content: Record<string, { examples: Record<string, { value: Json }> }>;
      };
      const { both, envelope, simple } = content["application/json"]?.examples ?? {};
      for (const each of [both, envelope]) assert.ok(verifyEnvelope(JSON.stringify(each?.value), secretExample), type);
      const headers = Object.fromEntries(
        (post["parameters"] as { name: string; example: string }[]).map(({ name, example }) => [name, example]),
      );
      const nowS = Number(headers["webhook-timestamp"]);
      assert.ok(verifyStandard({ headers, body: JSON.stringify(both?.value), secret: secretExample, nowS }), type);
      assert.equal(simple?.value["event_type"], type);
    }
  });
});

const slugsOf = ({ $ref }: Answer): string[] => ($ref === undefined ? [] : nameOfRef($ref).split("-or-"));

const resolve = (each: Answer): Answer =>
  each.$ref === undefined ? each : (document.components.responses[nameOfRef(each.$ref)] ?? {});
