/** Headers of answers, and which answer has which: by rule, so that a new route has them for nothing. */
import { ACCESS } from "../auth/access.ts";
import { isIdempotent, isTagged, isUnderV1, refTo, type Answer, type Json, type Route } from "./model.ts";

interface Header {
  description: string;
  schema: Json;
  example: unknown;
}

const text = { type: "string" };

const HEADERS = {
  "x-request-id": {
    description: "Number of this request. Whatever was logged of it stands under it: tell it the operator.",
    schema: { type: "string", format: "uuid" },
    example: "6f1c1f0e-3a54-4f0b-9d1e-1a0b7f2f7c55",
  },
  ETag: {
    description:
      "Tag of exactly these bytes. Sent back as `If-None-Match`, it saves the body while nothing has changed. Absent where nothing may be stored.",
    schema: text,
    example: '"2jmj7l5rSw0yVb_vlWAYkK_YBwk2d0Wr0gK1Yw2yZDs"',
  },
  Location: { description: "Path of what was made.", schema: text, example: "/v1/authorizations/7" },
  Link: {
    description: 'On a page that is not the last: where the next one is, with `rel="next"` (RFC 8288).',
    schema: text,
    example: '<http://localhost:8080/v1/meters?limit=100&cursor=bnVsbCwxMDA>; rel="next"',
  },
  "Retry-After": {
    description: "Seconds to wait before the request is sent again.",
    schema: { type: "integer", minimum: 0 },
    example: 5,
  },
  RateLimit: {
    description: "What is left of the quota: `r` requests, until it is whole again in `t` seconds.",
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
    description: "Which bytes these are, of how many; of a part that is not there `*` of how many.",
    schema: text,
    example: "bytes 0-1023/48213",
  },
  "WWW-Authenticate": { description: "How to sign in (RFC 9110, 11.6.1).", schema: text, example: "Bearer" },
} satisfies Record<string, Header>;

export type HeaderName = keyof typeof HEADERS;

/** The components that answers refer to. */
export const headerComponents = (): Json => HEADERS;

export const headerRefs = (names: HeaderName[]): Json =>
  Object.fromEntries(names.map((name) => [name, refTo("headers", name)]));

const RULES: { name: HeaderName; isThere: (route: Route, status: string) => boolean }[] = [
  { name: "x-request-id", isThere: () => true },
  { name: "RateLimit", isThere: isUnderV1 },
  { name: "RateLimit-Policy", isThere: isUnderV1 },
  { name: "Idempotency-Replayed", isThere: isIdempotent },
  { name: "ETag", isThere: (route, status) => isTagged(route) && (status === "200" || status === "206") },
  { name: "Content-Range", isThere: (_route, status) => status === "206" },
  // Where what was made can be read by itself.
  { name: "Location", isThere: ({ path }, status) => status === "201" && `GET ${path}/:id` in ACCESS },
  { name: "Link", isThere: ({ operation }, status) => status === "200" && takesLimit(operation) },
];

const takesLimit = ({ parameters = [] }: Route["operation"]): boolean =>
  parameters.some(({ name }) => name === "limit");

/** Adds them to an answer of a route itself; those of problems have their own. */
export function addHeaders(route: Route, status: string, answer: Answer): void {
  const names = RULES.filter(({ isThere }) => isThere(route, status)).map(({ name }) => name);
  answer.headers = { ...headerRefs(names), ...answer.headers };
}
