/** The OpenAPI 3.1 document: made from the schemas of the routes, with what every route can answer added by rule. */
import type { FastifyDynamicSwaggerOptions, SwaggerTransform } from "@fastify/swagger";
import { jsonSchemaTransform, jsonSchemaTransformObject } from "fastify-type-provider-zod";
import { PROBLEM_KINDS, type ProblemSlug } from "../errors.ts";
import { accessOf } from "./access.ts";
import { webhookOperations } from "./openapi-webhooks.ts";

const TAGS = {
  Access: "Sign in, and who is asking.",
  Companies: "Made by an admin.",
  Authorizations: "Credentials of utility websites, and the accounts they reach.",
  "Utility accounts": "Accounts at utilities.",
  Bills: "What was billed.",
  Meters: "What was measured, by calendar months.",
  Properties: "Where energy is used.",
  Webhooks: "Tell another system what happened.",
  Files: "The original files.",
  Operation: "For whoever runs the service.",
};

type Json = { [key: string]: unknown };

interface Operation extends Json {
  parameters?: { in: string; schema: Json }[];
  requestBody?: Json;
  responses: Json;
  security?: Json[];
}

export function openapiOptions(): FastifyDynamicSwaggerOptions {
  return {
    openapi: {
      openapi: "3.1.0",
      info: {
        title: "Meterbook",
        version: "0.1.0",
        summary: "From a utility login to bills, calendar months and signed webhooks.",
        description:
          "Days are written as midnight UTC. Periods are half-open: `end_date` is the first day not covered. Unknown is null, never 0. " +
          "Lists are complete and in id order. Closed lists of words may grow: accept a word you do not know.",
        license: { name: "Apache-2.0", identifier: "Apache-2.0" },
      },
      tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
      components: {
        securitySchemes: {
          token: { type: "http", scheme: "bearer", bearerFormat: "JWT", description: "From POST /v1/auth/login." },
        },
      },
    },
    transform: transformRoute,
    // The library's own transformation puts the components in; ours goes over the whole.
    transformObject: (document) => completeDocument(jsonSchemaTransformObject(document)),
  };
}

/** A status no answer has. */
const BODY = "599";

/** The library writes each schema twice, once for requests; ours are the same in both directions, so bodies go as answers. */
const transformRoute: SwaggerTransform = (route) => {
  const { body, response, ...schema } = (route.schema ?? {}) as { body?: unknown; response?: Json };
  if (body === undefined) return jsonSchemaTransform(route);
  const asAnswer = { ...route, schema: { ...schema, response: { ...response, [BODY]: body } } };
  const { schema: transformed, url } = jsonSchemaTransform(asAnswer);
  const { [BODY]: bodySchema, ...answers } = transformed.response as Json;
  return { schema: { ...transformed, body: bodySchema, response: answers }, url };
};

function completeDocument(document: Json): Json {
  const paths = document["paths"] as Record<string, Record<string, Operation>>;
  for (const [path, operations] of Object.entries(paths)) {
    for (const [method, operation] of Object.entries(operations)) {
      addProblems(operation, accessOf(method.toUpperCase(), path.replace(/\{(\w+)\}/g, ":$1")));
    }
  }
  const components = document["components"] as Components;
  const isAsked = new Set(JSON.stringify(paths).match(/(?<="requestBody":.{0,80}schemas\/)\w+/g) ?? []);
  const schemas = Object.fromEntries(
    Object.entries(components.schemas).map(([name, schema]) => [name, isAsked.has(name) ? schema : openSchema(schema)]),
  );
  return dropUnused({
    ...document,
    webhooks: webhookOperations(),
    components: { ...components, schemas, responses: problemResponses() },
  });
}

interface Components extends Json {
  schemas: Json;
  responses: Json;
}

const SLUGS_OF_BODY: ProblemSlug[] = ["payload-too-large", "unsupported-media-type", "invalid"];

/** What a route can refuse follows from what it takes and who may call it. */
function addProblems(operation: Operation, access: string): void {
  const isSigned = access === "user" || access === "admin";
  const isLogin = operation["operationId"] === "login";
  const slugs: ProblemSlug[] = [
    ...(isSigned ? (["malformed-request", "unauthenticated"] as const) : []),
    ...(isLogin ? (["malformed-request", "wrong-login", "too-many-requests"] as const) : []),
    ...(access === "admin" || access === "link" ? (["forbidden"] as const) : []),
    ...(operation.parameters?.some((parameter) => parameter.in === "path") ? (["not-found"] as const) : []),
    ...(operation.requestBody === undefined ? [] : SLUGS_OF_BODY),
    ...(CONFLICTS.has(String(operation["operationId"])) ? (["conflict"] as const) : []),
    "internal",
    "unavailable",
  ];
  for (const slug of slugs) {
    operation.responses[PROBLEM_KINDS[slug].status] ??= { $ref: `#/components/responses/${slug}` };
  }
  operation.security = isSigned ? [{ token: [] }] : [];
  for (const parameter of operation.parameters ?? []) {
    if (parameter.in === "path" && "pattern" in parameter.schema)
      parameter.schema = { $ref: "#/components/schemas/Id" };
  }
}

/** Operations that a state of the record can stand against. */
const CONFLICTS = new Set(["createUser", "mendAuthorization", "repeatInventory", "updateWebhook", "redeliver"]);

const problemResponses = (): Json =>
  Object.fromEntries(
    Object.entries(PROBLEM_KINDS).map(([slug, { title, advice }]) => [
      slug,
      {
        description: `${title}. ${advice}`,
        content: { "application/problem+json": { schema: { $ref: "#/components/schemas/Problem" } } },
      },
    ]),
  );

/** What we answer may grow: fields that are not known yet, words that are not in the list yet. */
function openSchema(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(openSchema);
  if (typeof value !== "object" || value === null) return value;
  const { enum: words, additionalProperties, ...rest } = value as Json;
  const inner = Object.fromEntries(Object.entries(rest).map(([key, part]) => [key, openSchema(part)]));
  if (additionalProperties !== undefined && additionalProperties !== false)
    inner["additionalProperties"] = openSchema(additionalProperties);
  if (words !== undefined) inner["x-extensible-enum"] = words;
  return inner;
}

/** Components that nothing refers to are twins of used ones. Takes out the bounds of JavaScript's numbers too: they say nothing. */
function dropUnused(document: Json & { components: Components }): Json {
  const { components } = document;
  for (;;) {
    const text = JSON.stringify(document);
    const unused = (["schemas", "responses"] as const).flatMap((kind) =>
      Object.keys(components[kind])
        .filter((name) => !text.includes(`"#/components/${kind}/${name}"`))
        .map((name) => ({ kind, name })),
    );
    if (unused.length === 0) return JSON.parse(text, withoutNumberBounds) as Json;
    for (const { kind, name } of unused) delete components[kind][name];
  }
}

const BOUNDS = new Set(["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"]);

const withoutNumberBounds = (key: string, value: unknown) =>
  BOUNDS.has(key) && typeof value === "number" && Math.abs(value) >= Number.MAX_SAFE_INTEGER ? undefined : value;
