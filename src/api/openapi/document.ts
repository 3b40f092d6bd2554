/** The OpenAPI 3.1 document: made from the schemas of the routes, with what all routes have in common added by rule. */
import { readFileSync } from "node:fs";
import type { FastifyDynamicSwaggerOptions, SwaggerTransform } from "@fastify/swagger";
import { jsonSchemaTransform, jsonSchemaTransformObject } from "fastify-type-provider-zod";
import type { ProblemSlug } from "../../errors.ts";
import { cookieName } from "../auth/session-cookie.ts";
import { createExamples } from "./examples.ts";
import { headerComponents, headerRefs } from "./headers.ts";
import { listRoutes, type Document, type Json } from "./model.ts";
import { completeOperation } from "./operations.ts";
import { parameterComponents } from "./parameters.ts";
import { problemComponents } from "./problems.ts";
import { completeSchemas, tidySchema } from "./schemas.ts";
import { webhookOperations } from "./webhooks.ts";

declare module "fastify" {
  interface FastifySchema {
    /** Problems that the handler can answer beyond those that follow from the form of the route: see `problemsOf`. */
    problems?: ProblemSlug[];
  }
}

const { version } = JSON.parse(readFileSync(new URL("../../../package.json", import.meta.url), "utf8")) as {
  version: string;
};

const TAGS = {
  Access: "Sign-in, and the signed-in user.",
  Companies: "Customers of the service, made by an admin, and what they say of themselves.",
  Authorizations: "Credentials of utility websites, and the accounts they reach.",
  "Utility accounts": "Accounts at utilities.",
  Documents: "The files of bills, what was read in them, and what waits for someone.",
  Bills: "Bills with their charges and usages.",
  Findings: "What the rules say about saved bills, and the rules.",
  Meters: "Meters and their calendar months.",
  Properties: "Buildings and sites where energy is used.",
  Portfolio: "All properties together.",
  Coverage: "What is billed, what is missing, and what needs someone.",
  Reports: "The same data as tables with readable labels.",
  Mailboxes: "Bills that arrive by mail.",
  Deliveries: "Files of records and reports, made on a schedule and sent to a destination.",
  Imports: "Bill history from spreadsheets.",
  Audit: "The audit log: who did what.",
  Changes: "Everything that was created, edited or archived, in order.",
  Webhooks: "Notify another system of what happened.",
  Files: "The original files.",
  Operation: "For operators of the service.",
};

const DESCRIPTION = `Submit the credentials of a utility's website, switch on the accounts that it shows, and read the billing data: bills with
their lines and their original files, meters and properties by calendar months. Webhooks report what is new.

- **Sign in** with \`POST /v1/auth/login\`; the token goes into the \`Authorization\` header. A page of this service signs in with \`POST /v1/sessions\`, which sets a cookie.
- **Days** are written as midnight UTC. Periods are half-open: \`end_date\` is the first day not covered.
- **Unknown** is null, never 0.
- **Lists** are complete and in id order. \`limit\` makes pages, \`updated_since\` gives the changed records.
- **Refusals** are \`application/problem+json\` (RFC 9457); each \`type\` is a page that says what to do.
- **Growth.** Answers may get new fields, and closed lists of words new words: accept values that you do not know.`;

/** `publicUrl` is the address of this service. */
export function openapiOptions(publicUrl: string): FastifyDynamicSwaggerOptions {
  return {
    openapi: {
      openapi: "3.1.0",
      info: {
        title: "Meterbook",
        version,
        summary: "From a utility login to bills, calendar months and signed webhooks.",
        description: DESCRIPTION,
        license: { name: "Apache-2.0", identifier: "Apache-2.0" },
      },
      servers: [
        {
          url: "{origin}",
          description: "This service.",
          variables: { origin: { default: publicUrl, description: "Address of the service." } },
        },
      ],
      externalDocs: { url: `${publicUrl}/docs`, description: "The interactive reference and the guides." },
      tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
      components: {
        securitySchemes: {
          token: {
            type: "http",
            scheme: "bearer",
            description: "A token from POST /v1/auth/login, or an API token. The word Bearer may be left out.",
          },
          cookie: {
            type: "apiKey",
            in: "cookie",
            name: cookieName({ publicUrl }),
            description:
              "The session of a browser, set by POST /v1/sessions. Requests that change something are accepted only from pages of this service.",
          },
        },
      },
    },
    transform: transformRoute,
    // The library's own transformation inserts the components; ours then runs over the whole document.
    transformObject: (document) => completeDocument(jsonSchemaTransformObject(document) as Json as Document, publicUrl),
  };
}

/** A status that no answer has. */
const BODY = "599";

/** The library writes each schema twice, once for requests; ours are the same in both directions, so request bodies are written as answers. */
const transformRoute: SwaggerTransform = (route) => {
  const { body, response, problems, ...schema } = (route.schema ?? {}) as Json;
  const given = { ...schema, ...(problems === undefined ? {} : { "x-problems": problems }) };
  const answers = { ...(response as Json | undefined), ...(body === undefined ? {} : { [BODY]: body }) };
  const { schema: transformed, url } = jsonSchemaTransform({ ...route, schema: { ...given, response: answers } });
  const { [BODY]: bodySchema, ...rest } = (transformed.response ?? {}) as Json;
  return { schema: { ...transformed, response: rest, ...(body === undefined ? {} : { body: bodySchema }) }, url };
};

function completeDocument(document: Document, publicUrl: string): Json {
  const routes = listRoutes(document);
  const exampleOf = createExamples(document.components.schemas);
  for (const route of routes) completeOperation(document, route, exampleOf);
  const { paths } = document;
  const complete = {
    ...document,
    webhooks: webhookOperations(),
    components: {
      ...document.components,
      schemas: tidySchema(completeSchemas(document)),
      headers: headerComponents(),
      parameters: parameterComponents(),
      responses: {
        "not-modified": {
          description: "Nothing has changed since the answer with this ETag: there is no body.",
          headers: headerRefs(["x-request-id", "ETag"]),
        },
        ...problemComponents(Object.values(paths).flatMap(Object.values), `${publicUrl}/problems`),
      },
    },
  };
  return dropUnused(complete);
}

const REFERENCE = /"#\/components\/(\w+)\/([^"]+)"/g;

/** Components that nothing refers to are duplicates of used ones. */
function dropUnused(document: Json & { components: Json }): Json {
  const { components } = document;
  for (;;) {
    const text = JSON.stringify(document);
    const used = new Set(Array.from(text.matchAll(REFERENCE), ([, kind, name]) => `${kind}/${name}`));
    const unused = (["schemas", "responses", "headers", "parameters"] as const).flatMap((kind) =>
      Object.keys(components[kind] as Json)
        .filter((name) => !used.has(`${kind}/${name}`))
        .map((name) => ({ kind, name })),
    );
    if (unused.length === 0) return JSON.parse(text) as Json;
    for (const { kind, name } of unused) delete (components[kind] as Json)[name];
  }
}
