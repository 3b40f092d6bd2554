/** Ways to spoil a good request, each a small table of mistakes: in the body, the query, the path, the method, the headers. */
import type { Operation, Schema } from "../openapi-operations.ts";
import { sampleOf, typeOf } from "../openapi-operations.ts";
import { ODD_DAYS, ODD_KEYS, ODD_STEPS, ODD_TEXTS, ODD_VALUES } from "./odd-values.ts";
import type { Random } from "./random.ts";
import type { HttpRequest } from "./request.ts";

type Mutation = (request: HttpRequest, operation: Operation, random: Random) => HttpRequest;

/** Random node of a JSON value: gives a copy in which it is replaced. */
function spoil(value: unknown, random: Random, replace: (node: unknown) => unknown): unknown {
  const isBranch = typeof value === "object" && value !== null && Object.keys(value).length > 0;
  if (!isBranch || random.chance(0.2)) return replace(value);
  const keys = Object.keys(value);
  const key = random.pick(keys);
  const inner = spoil((value as Record<string, unknown>)[key], random, replace);
  if (Array.isArray(value)) return value.map((each, index) => (String(index) === key ? inner : (each as unknown)));
  return { ...value, [key]: inner };
}

const withJson = (request: HttpRequest, value: unknown): HttpRequest => ({
  ...request,
  headers: { ...request.headers, "content-type": "application/json" },
  body: JSON.stringify(value) ?? "",
});

const withText = (request: HttpRequest, body: string): HttpRequest => ({ ...withJson(request, null), body });

const parsed = ({ body }: HttpRequest): unknown => (body === null || body === "" ? {} : JSON.parse(body));

/** A field of the body by its schema, replaced or taken out. */
function fieldOf(schema: Schema | null, random: Random): [name: string, part: Schema] | null {
  const fields = Object.entries(schema?.properties ?? {});
  return fields.length === 0 ? null : random.pick(fields);
}

/** Mistakes in a body that is JSON. The request before it has one. */
const BODY: Mutation[] = [
  (request, _, random) =>
    withJson(
      request,
      spoil(parsed(request), random, () => random.pick(ODD_VALUES)),
    ),
  (request, _, random) => withJson(request, random.pick(ODD_VALUES)),
  (request, _, random) =>
    withJson(request, { ...(parsed(request) as object), [random.pick(ODD_KEYS)]: random.pick(ODD_VALUES) }),
  (request, { body }, random) => {
    const field = fieldOf(body, random);
    const { [field?.[0] ?? ""]: _gone, ...rest } = parsed(request) as Record<string, unknown>;
    return withJson(request, rest);
  },
  (request, { body }, random) => {
    const field = fieldOf(body, random);
    if (field === null) return withJson(request, random.pick(ODD_VALUES));
    const [name, part] = field;
    const word = /date/.test(name) ? random.pick(ODD_DAYS) : `${String(sampleOf(part))}x`;
    return withJson(request, {
      ...(parsed(request) as object),
      [name]: typeOf(part) === "string" ? word : random.pick(ODD_VALUES),
    });
  },
  // Cut off, doubled, with keys twice, in another encoding, deeper than anybody reads.
  (request, _, random) => withText(request, (request.body ?? "{}").slice(0, random.below(20))),
  (request, _, random) => withText(request, `${request.body}${random.pick(["}", "{}", ",", "\0", " x", "\ufeff"])}`),
  (request) => withText(request, `{"status":"Active",${(request.body ?? "{}").slice(1)}`),
  (request, _, random) => withText(request, (request.body ?? "").replaceAll('"', random.pick(["'", "", "\u201c"]))),
  (request, _, random) => {
    const levels = random.pick([17, 100, 5000, 50_000]);
    return withText(
      request,
      random.chance(0.5) ? "[".repeat(levels) : `{"a":${"[".repeat(levels)}${"]".repeat(levels)}}`,
    );
  },
  (request, _, random) =>
    withText(
      request,
      random.pick([
        "1e999",
        '{"a":1e999}',
        "-",
        "nul",
        '"\\ud800"',
        '{"a":"\\u0000"}',
        "\u00e9",
        '{"__proto__":{"role":"admin"}}',
      ]),
    ),
  (request, _, random) => {
    const type = random.pick([
      "text/plain",
      "application/xml",
      "multipart/form-data; boundary=x",
      "application/x-www-form-urlencoded",
      "application/json;",
      "application/json; charset=utf-16",
      "application/jsonx",
      "json",
      ";",
      "*/*",
    ]);
    return { ...request, headers: { ...request.headers, "content-type": type } };
  },
  (request, _, random) => withText(request, `{"a":"${"x".repeat(random.pick([65_536, 200_000]))}"}`),
];

const OVERSIZED: Mutation = (request) => withText(request, `{"a":"${"x".repeat(1_100_000)}"}`);

const withQuery = (request: HttpRequest, text: string): HttpRequest => ({
  ...request,
  url: `${request.url}${request.url.includes("?") ? "&" : "?"}${text}`,
});

const QUERY: Mutation[] = [
  (request, _, random) =>
    withQuery(request, `${random.pick(["nothing", "Limit", "id", "__proto__", "a[]", "%00", "format[]", "q"])}=1`),
  (request, _, random) =>
    withQuery(
      request,
      `limit=${encodeURIComponent(random.pick(["0", "-1", "1001", "1.5", "abc", "", "1e2", "9".repeat(30)]))}`,
    ),
  (request, _, random) =>
    withQuery(
      request,
      `cursor=${encodeURIComponent(random.pick(["", "x", "bnVsbCww", "bnVsbCwxMDA=", "\0", "e30", "a".repeat(3000)]))}`,
    ),
  (request, _, random) =>
    withQuery(
      request,
      `${random.pick(["updated_since", "from", "to"])}=${encodeURIComponent(random.pick([...ODD_DAYS, "\0", "1767225600000", "now()"]))}`,
    ),
  (request, { parameters }, random) => {
    const names = parameters.filter((parameter) => parameter.in === "query").map(({ name }) => name);
    const name = names.length === 0 ? "limit" : random.pick(names);
    return withQuery(request, `${name}=1&${name}=${random.pick(["1", "2", "x"])}`);
  },
  (request, { parameters }, random) => {
    const names = parameters.filter((parameter) => parameter.in === "query").map(({ name }) => name);
    const name = names.length === 0 ? "property_id" : random.pick(names);
    return withQuery(request, `${name}=${encodeURIComponent(random.pick(ODD_TEXTS).toWellFormed().slice(0, 4000))}`);
  },
  (request, _, random) =>
    withQuery(request, random.pick(["%", "%zz=1", "=", "&&&", "a=%ff", "?", "=&=", "[]", "%00=%00", "a".repeat(8000)])),
];

const PATH: Mutation[] = [
  (request, _, random) => {
    const [path = "", query] = request.url.split("?");
    const steps = path.split("/");
    const ids = steps.flatMap((step, index) => (/^\d+$|^\d{4}-/.test(step) ? [index] : []));
    const at = ids.length > 0 && random.chance(0.8) ? random.pick(ids) : random.below(steps.length - 1) + 1;
    const spoiled = steps.with(at, random.pick(ODD_STEPS)).join("/");
    return { ...request, url: query === undefined ? spoiled : `${spoiled}?${query}` };
  },
  (request, _, random) => ({
    ...request,
    url: `${request.url}${random.pick(["/", "//", "/x", "/..", ".json", "%20", ";a=1", "/%2e%2e/users"])}`,
  }),
  (request, _, random) => ({
    ...request,
    url: request.url.replace("/v1", random.pick(["/V1", "/v2", "//v1", "/v1/", "/v1/..", "/%76%31", "/v1/v1"])),
  }),
];

const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

const HEADERS: Mutation[] = [
  (request, _, random) =>
    withHeader(
      request,
      "if-none-match",
      random.pick(["", '"', "*", "W/", '"a","b', "x".repeat(8000), '"\u00ff"', ",,,,"]),
    ),
  (request, _, random) =>
    withHeader(
      request,
      "idempotency-key",
      random.pick(["", " ", "x".repeat(300), '"', "a\tb", "\u00e9", "{}", "0".repeat(8000)]),
    ),
  (request, _, random) =>
    withHeader(
      request,
      "authorization",
      random.pick([
        "",
        "Bearer",
        "Bearer x",
        "Basic eDp5",
        "a.b.c",
        "Bearer eyJhbGciOiJub25lIn0.e30.",
        "mbk_x",
        "x".repeat(8000),
      ]),
    ),
  (request, _, random) =>
    withHeader(
      request,
      "accept",
      random.pick(["text/html", "image/png", "", "*", "application/pdf;q=2", ",".repeat(5000)]),
    ),
  (request, _, random) =>
    withHeader(
      request,
      random.pick(["range", "if-range"]),
      random.pick(["bytes=9-1", "bytes=-", "bytes=0-,0-,0-", "x", `bytes=${"9".repeat(40)}-`]),
    ),
  (request, _, random) =>
    withHeader(
      request,
      random.pick([
        "x-forwarded-for",
        "host",
        "origin",
        "cookie",
        "accept-language",
        "accept-encoding",
        "x-http-method-override",
        "x-request-id",
      ]),
      random.pick(["", "'", "a, b, c", "x".repeat(8000), "127.0.0.1", "%00", "__proto__=1"]),
    ),
];

const withHeader = (request: HttpRequest, name: string, value: string): HttpRequest => ({
  ...request,
  headers: { ...request.headers, [name]: value },
});

/** Bodies of 1 MB are few: each costs as much as fifty others. */
const OVERSIZED_SHARE = 0.002;

/** One mistake, sometimes two. */
export function mutate(request: HttpRequest, operation: Operation, random: Random): HttpRequest {
  if (request.body !== null && random.chance(OVERSIZED_SHARE)) return OVERSIZED(request, operation, random);
  const tables: Mutation[][] = [
    ...(request.headers["content-type"] === "application/json" ? [BODY, BODY, BODY, BODY] : []),
    QUERY,
    ...(operation.method === "GET" ? [QUERY] : []),
    PATH,
    HEADERS,
    [(each) => ({ ...each, method: random.pick(METHODS) })],
  ];
  const once = random.pick(random.pick(tables))(request, operation, random);
  if (!random.chance(0.25)) return once;
  // A body that is no JSON any more cannot be spoiled by its fields.
  const others = tables.filter((table) => table !== BODY);
  return random.pick(random.pick(others))(once, operation, random);
}
