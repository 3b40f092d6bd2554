/** An answer without what differs from one request to the next, and what it holds of others. */
import type { LightMyRequestResponse } from "fastify";
import type { Company } from "./companies.ts";

/** They name the request, the moment, or how many requests are left. */
const OF_THE_REQUEST = new Set([
  "x-request-id",
  "date",
  "content-length",
  "ratelimit",
  "ratelimit-policy",
  "retry-after",
]);

/** Everything by which two answers can be distinguished. */
export function faceOf({ statusCode, headers, body }: LightMyRequestResponse, url: string): string {
  const kept = Object.entries(headers)
    .filter(([name]) => !OF_THE_REQUEST.has(name))
    .map(([name, value]) => `${name}: ${String(value)}`)
    .sort();
  return [statusCode, ...kept, textOf(body, url)].join("\n");
}

function textOf(body: string, url: string): string {
  if (!body.startsWith('{"type":"')) return body.replaceAll(pathOf(url), "");
  const { instance, request_id, ...rest } = JSON.parse(body) as Record<string, unknown>;
  if (instance !== pathOf(url) || typeof request_id !== "string") return body;
  return JSON.stringify(rest);
}

const pathOf = (url: string): string => url.split("?")[0] ?? "";

const UUID = /\b[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}\b/g;

/** Ids and marks of other companies that an answer holds; the request itself may be repeated. */
export function leaksIn(
  { headers, body }: LightMyRequestResponse,
  others: Company[],
  request: { url: string; body: unknown },
): string[] {
  // A number of the request may be of digits alone, and then be anybody's id.
  const text = `${JSON.stringify(headers)}${body}`.replaceAll(UUID, "");
  const given = `${request.url}${JSON.stringify(request.body)}`;
  const isForeign = (id: string) => others.some(({ ids }) => [...ids.values()].some((all) => all.includes(Number(id))));
  return [
    ...new Set((text.match(/\b\d{8,12}\b/g) ?? []).filter((id) => !given.includes(id) && isForeign(id))),
    ...others.map(({ mark }) => mark).filter((mark) => text.includes(mark)),
  ];
}
