/** Headers of answers, assigned by rule, so that a new route gets its headers without extra work. */
import { ACCESS } from "../auth/access.ts";
import { isCounted, isIdempotent, isTagged, refTo, type Answer, type Json, type Route } from "./model.ts";

interface Header {
  description: string;
  schema: Json;
  example: unknown;
}

const text = { type: "string" };

const HEADERS = {
  "x-request-id": {
    description: "Id of this request. Log entries carry it: give it to the operator.",
    schema: { type: "string", format: "uuid" },
    example: "6f1c1f0e-3a54-4f0b-9d1e-1a0b7f2f7c55",
  },
  ETag: {
    description:
      "Tag of exactly these bytes. Sent back as `If-None-Match`, it saves the body while nothing has changed. Absent on answers that must not be stored.",
    schema: text,
    example: '"2jmj7l5rSw0yVb_vlWAYkK_YBwk2d0Wr0gK1Yw2yZDs"',
  },
  Location: { description: "Path of the new record.", schema: text, example: "/v1/authorizations/7" },
  Link: {
    description: 'On every page but the last: the address of the next page, with `rel="next"` (RFC 8288).',
    schema: text,
    example: '<http://localhost:8080/v1/meters?limit=100&cursor=bnVsbCwxMDA>; rel="next"',
  },
  "Total-Count": {
    description: "With `count=true`: how many records the whole list has, in all its pages.",
    schema: { type: "integer", minimum: 0 },
    example: 1204,
  },
  "Retry-After": {
    description: "Seconds to wait before the request is sent again.",
    schema: { type: "integer", minimum: 0 },
    example: 5,
  },
  RateLimit: {
    description: "What is left of the quota: `r` requests; the quota is full again in `t` seconds.",
    schema: text,
    example: '"caller";r=598;t=42',
  },
  "RateLimit-Policy": {
    description: "The quota: `q` requests in `w` seconds. Absent where the operator set no limit.",
    schema: text,
    example: '"caller";q=600;w=60',
  },
  "Idempotency-Replayed": {
    description: "`true` when the answer is that of the first request with this key.",
    schema: text,
    example: "true",
  },
  "Content-Range": {
    description:
      "Which bytes these are, and the size of the file; `*` instead of the bytes when the range is not in the file.",
    schema: text,
    example: "bytes 0-1023/48213",
  },
  "Page-Count": { description: "How many pages the file has.", schema: { type: "integer", minimum: 1 }, example: 2 },
  "Page-Width": {
    description: "Of the page as displayed, in points: 1/72 inch, as in places.",
    schema: { type: "number" },
    example: 612,
  },
  "Page-Height": { description: "Of the page as displayed, in points.", schema: { type: "number" }, example: 792 },
  "WWW-Authenticate": { description: "How to sign in (RFC 9110, 11.6.1).", schema: text, example: "Bearer" },
} satisfies Record<string, Header>;

export type HeaderName = keyof typeof HEADERS;

/** The components that answers refer to. */
export const headerComponents = (): Json => HEADERS;

export const headerRefs = (names: HeaderName[]): Json =>
  Object.fromEntries(names.map((name) => [name, refTo("headers", name)]));

const isPage = ({ path }: Route, status: string): boolean => path.endsWith("/pages/{page}.png") && status === "200";

const RULES: { name: HeaderName; isThere: (route: Route, status: string) => boolean }[] = [
  { name: "x-request-id", isThere: () => true },
  { name: "RateLimit", isThere: isCounted },
  { name: "RateLimit-Policy", isThere: isCounted },
  { name: "Idempotency-Replayed", isThere: isIdempotent },
  { name: "ETag", isThere: (route, status) => isTagged(route) && (status === "200" || status === "206") },
  { name: "Content-Range", isThere: (_route, status) => status === "206" },
  // Only where the new record has an address of its own.
  { name: "Location", isThere: ({ path }, status) => status === "201" && `GET ${path}/:id` in ACCESS },
  ...(["Page-Count", "Page-Width", "Page-Height"] as const).map((name) => ({ name, isThere: isPage })),
  { name: "Link", isThere: ({ operation }, status) => status === "200" && takes(operation, "limit") },
  { name: "Total-Count", isThere: ({ operation }, status) => status === "200" && takes(operation, "count") },
];

const takes = ({ parameters = [] }: Route["operation"], parameter: string): boolean =>
  parameters.some(({ name }) => name === parameter);

/** Adds the headers to a route's own answers; problems have their own headers. */
export function addHeaders(route: Route, status: string, answer: Answer): void {
  const names = RULES.filter(({ isThere }) => isThere(route, status)).map(({ name }) => name);
  answer.headers = { ...headerRefs(names), ...answer.headers };
}
