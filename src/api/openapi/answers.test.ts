/** The document is true: what the service answers has the form that is written there, and takes the bodies that are shown there. */
import assert from "node:assert/strict";
import { after, describe, test } from "node:test";
import { Ajv2020 } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import { newMember, openTestApp } from "../../../test/app.ts";
import { insertRecords } from "../../../test/records.ts";
import { isTagged, listRoutes, nameOfRef, type Answer, type Document, type Json, type Route } from "./model.ts";

const opened = await openTestApp({ after }, { METERBOOK_SANDBOX_PORT: "8090" });
const { app, server } = opened;
const member = await newMember(opened, { name: "Readers", role: "admin" });
const records = await insertRecords(app, { id: member.company_id, uuid: member.company_uuid });
const document = (await server.inject("/openapi.json")).json<
  Document & { components: { responses: Record<string, Answer>; headers: Json } }
>();
const routes = listRoutes(document);

/** Answers may grow, so that clients must take fields they do not know; the service itself answers none that is not written. */
function closed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(closed);
  if (typeof value !== "object" || value === null) return value;
  const inner = Object.fromEntries(Object.entries(value).map(([key, part]) => [key, closed(part)]));
  return "properties" in inner && !("additionalProperties" in inner)
    ? { ...inner, additionalProperties: false }
    : inner;
}

const ajv = new Ajv2020({ strict: false, allErrors: true });
formats.default(ajv);
ajv.addSchema(closed({ $id: "document", components: { schemas: document.components.schemas } }) as Json);

/** What a body breaks of a schema of the document. */
function faultsOf(schema: Json, body: unknown): string[] {
  const text = JSON.stringify(closed(schema)).replaceAll('"#/components/', '"document#/components/');
  const validate = ajv.compile(JSON.parse(text) as Json);
  if (validate(body)) return [];
  return (validate.errors ?? []).map(
    ({ instancePath, message, params }) => `${instancePath} ${message ?? ""} ${JSON.stringify(params)}`,
  );
}

const IDS: Record<string, number> = {
  authorizations: records.authorization_id,
  utility_accounts: records.utility_account_id,
  utility_bills: records.bill_id,
  meters: records.meter_id,
  properties: records.property_id,
  webhooks: records.webhook_id,
  imports: records.import_id,
};

const bill = await member.send("GET", `/v1/utility_bills/${records.bill_id}`);
const link = bill.json<{ source: { expiring_link: string } }>().source.expiring_link;

/** The path of a record that is there; what has no record here takes the example. */
function pathOf({ path, operation }: Route): string {
  if (path === "/files/{ref}") return new URL(link).pathname;
  return path.replace(/\{(\w+)\}/g, (_whole, name: string) => {
    const noun = new RegExp(`(\\w+)/\\{${name}\\}`).exec(path)?.[1] ?? "";
    const example = operation.parameters?.find((each) => each.name === name)?.["example"];
    if (name === "property_id") return String(records.property_id);
    return String(name === "id" ? (IDS[noun] ?? example) : example);
  });
}

const answerOf = (route: Route, status: number): Answer | undefined => {
  const answer = route.operation.responses[String(status)];
  return answer?.$ref === undefined ? answer : document.components.responses[nameOfRef(answer.$ref)];
};

describe("what is read", () => {
  for (const route of routes.filter(({ method }) => method === "GET")) {
    test(`${route.path} is as it is written`, async () => {
      const answer = await member.send("GET", pathOf(route));
      const written = answerOf(route, answer.statusCode);
      assert.ok(written !== undefined, `status ${answer.statusCode} is not written: ${answer.body}`);
      const type = String(answer.headers["content-type"]).split(";")[0] ?? "";
      const schema = written.content?.[type]?.schema;
      if (type.endsWith("json")) {
        assert.ok(schema !== undefined, `${type} is not written`);
        assert.deepEqual(faultsOf(schema, answer.json()), []);
      }
      const isKept = isTagged(route) && !/no-store/.test(String(answer.headers["cache-control"]));
      for (const name of ["x-request-id", ...(isKept && answer.statusCode === 200 ? ["etag"] : [])])
        assert.ok(name in answer.headers, `${name} is missing`);
    });
  }
});

/** The example cannot match: it contains a user's password or code, the token of a link, or the bytes of a picture, which are no text. */
const PERSONAL = new Set([
  "login",
  "createSession",
  "createSessionByLink",
  "openInvitation",
  "acceptInvitation",
  "resetPassword",
  "changePassword",
  "setUpAuthenticator",
  "confirmAuthenticator",
  "removeAuthenticator",
  "putCompanyLogo",
]);

describe("what is sent", () => {
  const taking = routes.filter(({ operation }) => operation.requestBody !== undefined);
  for (const route of taking.filter(({ operation }) => !PERSONAL.has(operation.operationId))) {
    test(`${route.method} ${route.path} takes its example`, async () => {
      const [[type, media] = []] = Object.entries(route.operation.requestBody?.content ?? {});
      const method = route.method as "POST" | "PUT" | "PATCH";
      const asked =
        route.operation.parameters?.filter((each) => each.in === "query" && each["required"] === true) ?? [];
      const query = asked.map(({ name, ...each }) => `${name}=${encodeURIComponent(String(each["example"]))}`);
      const url = `${pathOf(route)}${query.length > 0 ? `?${query.join("&")}` : ""}`;
      const answer = await member.send(method, url, media?.example, { "content-type": type ?? "" });
      // A record that an example names may not be there, or not allow it; the form is right all the same.
      const { errors = [] } = answer.json<{ errors?: { detail: string }[] }>();
      const isForm = answer.statusCode === 422 && !errors.every(({ detail }) => / has no /.test(detail));
      assert.ok([200, 201, 202, 404, 409, 422].includes(answer.statusCode) && !isForm, answer.body);
      const schema = answerOf(route, answer.statusCode)?.content?.["application/json"]?.schema;
      if (answer.statusCode < 300 && schema !== undefined) assert.deepEqual(faultsOf(schema, answer.json()), []);
    });
  }
});
