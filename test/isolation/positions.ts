/** Where the id of a record can stand in a request, by rule from the OpenAPI document and the table of access. */
import { ACCESS } from "../../src/api/auth/access.ts";
import { typeOf, type Operation, type Schema } from "../openapi-operations.ts";

export interface Position {
  operation: Operation;
  in: "path" | "query" | "body";
  /** Name of the parameter, or the way into the body: `charges.0.utility_meter_id`. */
  name: string;
  /** Table whose ids stand here. */
  table: string;
}

/** `:id` is an id of the noun before it. */
const TABLE_OF_NOUN: Record<string, string> = {
  authorizations: "authorizations",
  utility_accounts: "utility_accounts",
  utility_bills: "utility_bills",
  documents: "documents",
  findings: "findings",
  meters: "utility_meters",
  properties: "properties",
  webhooks: "webhooks",
  api_tokens: "api_tokens",
  users: "users",
  invitations: "invitations",
  companies: "companies",
  delivery: "data_deliveries",
  report_links: "report_links",
  mailboxes: "mailboxes",
  form_links: "form_links",
  green_button_requests: "green_button_requests",
  imports: "imports",
  sessions: "sessions",
};

const TABLE_OF_NAME: Record<string, string> = {
  code_mailbox_id: "mailboxes",
  authorization_id: "authorizations",
  utility_account_id: "utility_accounts",
  utility_bill_id: "utility_bills",
  original_utility_bill_id: "utility_bills",
  utility_meter_id: "utility_meters",
  meter_wrapper_id: "meter_wrappers",
  property_id: "properties",
  webhook_id: "webhooks",
  delivery_id: "webhook_deliveries",
  challenge_id: "challenges",
  company_id: "companies",
  user_id: "users",
  document_id: "documents",
};

/** Named like ids, and no record of a company. */
const NO_RECORD = new Set([
  // A word of the client that joins lines of one bill.
  "line_item_group_id",
  // Stations of the weather service, the same for everybody.
  "weather_station_alpha_id",
  // Chooses among the rows of the company's own audit log, whatever it names.
  "record_id",
  // Chooses among the company's own documents; utilities with websites are the same for everybody.
  "utility_company_id",
  // Of a key of the client's own bucket.
  "access_key_id",
]);

/** Path parameters that are no ids. */
const NO_ID = new Set(["date", "report_type", "slug", "name", "page", "file", "*"]);

const isIdName = (name: string): boolean =>
  /(^|_)ids?$/.test(name) && !NO_RECORD.has(name) && !name.startsWith("native_");

/** Every position of every operation. @throws Error for one that no table is known for */
export function positionsOf(operations: Operation[]): Position[] {
  return operations.flatMap((operation) => {
    const found = [
      ...operation.parameters
        .filter((parameter) => parameter.in === "path" || (parameter.in === "query" && isIdName(parameter.name)))
        .filter(({ name }) => !NO_ID.has(name))
        .map(({ name, in: place }) => ({ in: place as "path" | "query", name })),
      ...(operation.body === null ? [] : waysToIds(operation.body, []).map((name) => ({ in: "body" as const, name }))),
    ];
    return found.map((each) => ({ ...each, operation, table: tableOf(operation, each.name) }));
  });
}

function tableOf({ row, pattern }: Operation, name: string): string {
  const last = name.split(".").findLast((step) => !/^\d+$/.test(step)) ?? name;
  const noun =
    pattern
      .slice(0, pattern.indexOf(`/:${last}`))
      .split("/")
      .at(-1) ?? "";
  const table = last === "id" ? TABLE_OF_NOUN[noun] : TABLE_OF_NAME[last.replace(/ids$/, "id")];
  if (table === undefined)
    throw new Error(`${row}: it is unknown which record "${name}" refers to. Add it to positions.ts.`);
  return table;
}

/** Steps through objects and arrays to every field that is named like an id of a record. */
function waysToIds(schema: Schema, trail: string[]): string[] {
  const choices = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])];
  const here = trail.findLast((step) => !/^\d+$/.test(step));
  if (choices.length > 0) return [...new Set(choices.flatMap((choice) => waysToIds(choice, trail)))];
  if (typeOf(schema) === "array") return schema.items === undefined ? [] : waysToIds(schema.items, [...trail, "0"]);
  if (schema.properties !== undefined) {
    return Object.entries(schema.properties).flatMap(([name, part]) => waysToIds(part, [...trail, name]));
  }
  // The id of a line within its own bill is read by the bill it is sent to.
  return here !== undefined && isIdName(here) && here !== "id" && typeOf(schema) !== "null" ? [trail.join(".")] : [];
}

/** Pages and files that anyone with a link may open; the OpenAPI document does not contain all of them. */
export const linkRows = (): string[] =>
  Object.entries(ACCESS)
    .filter(([, { access }]) => access === "link")
    .map(([row]) => row);

export const recordsOf = (row: string): string => ACCESS[row]?.records ?? "none";
