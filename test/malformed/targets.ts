/** Good requests to every route, as the ground that mistakes are made on. */
import { ACCESS } from "../../src/api/auth/access.ts";
import { sampleOf, type Operation } from "../openapi-operations.ts";
import type { Random } from "./random.ts";
import type { HttpRequest } from "./request.ts";

export interface Target {
  operation: Operation;
  /** The OpenAPI document speaks of it; others are pages and files for browsers. */
  isDocumented: boolean;
  /** Chosen this often, against 1 of the others. */
  weight: number;
}

/** These cost a password hash or a key each, or end the callers' own tokens. */
const SELDOM =
  /auth\/|\/me\/password|\/accept$|(POST|DELETE) \/v1\/(me\/)?sessions|POST \/v1\/users|DELETE \/v1\/api_tokens/;

const FORM_TYPE = "application/x-www-form-urlencoded";
const FORM_BODIES = [
  "page=x&online_access_url=example.com&online_access_username=a&online_access_password=b",
  "",
  "page=%00&page=%ff",
  "online_access_password[]=a&__proto__=b",
  "a=".repeat(3000),
  "%%%",
  `online_access_username=${"x".repeat(70_000)}`,
];

const FILES = ["", "a,b\n1,2\n", "PK\u0003\u0004", "\0\0", "%PDF-1.7", '"', "x".repeat(70_000)];

export function targetsOf(documented: Operation[]): Target[] {
  const known = new Set(documented.map(({ row }) => row));
  const pages = Object.keys(ACCESS)
    .filter((row) => !known.has(row))
    .map((row): Operation => {
      const [method = "GET", pattern = "/"] = row.split(" ");
      const parameters = (pattern.match(/:\w+/g) ?? []).map((name) => {
        return { name: name.slice(1), in: "path" as const, schema: { type: "string" } };
      });
      return { row, method, pattern, parameters, body: null, isBodyRequired: false, fileTypes: [] };
    });
  const targetOf = (isDocumented: boolean) => (operation: Operation) => {
    return { operation, isDocumented, weight: SELDOM.test(operation.row) ? 0.02 : isDocumented ? 1 : 0.3 };
  };
  return [...documented.map(targetOf(true)), ...pages.map(targetOf(false))];
}

/** Picks by weight. */
export function pickTarget(targets: Target[], random: Random): Target {
  for (;;) {
    const target = random.pick(targets);
    if (random.chance(target.weight)) return target;
  }
}

/** `values` of path parameters: `meters/:id` before `:id`. Deletions name a record that does not exist. */
export function goodRequest(
  { operation, isDocumented }: Target,
  values: Record<string, string>,
  random: Random,
): HttpRequest {
  const { method, pattern, parameters, body } = operation;
  const names = pattern.match(/:\w+/g) ?? [];
  let url = names.reduce((path, name) => {
    const noun =
      path
        .slice(0, path.indexOf(name) - 1)
        .split("/")
        .at(-1) ?? "";
    const known = values[`${noun}/${name}`] ?? values[name] ?? "1";
    return path.replace(name, method === "DELETE" || pattern.endsWith("/void") ? "999999999" : known);
  }, pattern);
  const query = parameters
    .filter((parameter) => parameter.in === "query" && (parameter.required === true || random.chance(0.2)))
    .map(({ name, schema, example }) => `${name}=${encodeURIComponent(String(example ?? sampleOf(schema)))}`);
  if (query.length > 0) url += `?${query.join("&")}`;
  if (!isDocumented && method === "POST")
    return { method, url, headers: { "content-type": FORM_TYPE }, body: random.pick(FORM_BODIES) };
  const [fileType] = operation.fileTypes;
  if (fileType !== undefined)
    return { method, url, headers: { "content-type": random.pick(operation.fileTypes) }, body: random.pick(FILES) };
  if (body === null) return { method, url, headers: {}, body: null };
  const sample = sampleOf(body, random.chance(0.5) ? "all" : "required");
  return { method, url, headers: { "content-type": "application/json" }, body: JSON.stringify(sample) };
}
