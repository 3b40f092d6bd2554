/** What an answer to a bad request must be: a problem of the documented form, a page where pages are, never a fault of ours. */
import type { HttpRequest } from "./request.ts";

export interface Answered {
  status: number;
  contentType: string;
  requestId: string | undefined;
  /** The stored answer of an earlier request with the same idempotency key, byte for byte. */
  isReplay: boolean;
  body: string;
}

/** Paths that answer people: their refusals are pages. */
const PAGE = /^\/((form|green-button|mail|setup|review|reports|app|docs|problems)(\/|$|\?)|$|\?)/;

/** As it stands, or once a client has resolved its dots: `/v1/../reports/7` is `/reports/7`. */
const isPage = (url: string): boolean =>
  PAGE.test(url) || PAGE.test(URL.parse(url, "http://localhost")?.pathname ?? url);

/** What a browser asks for first is answered as a page, wherever it went. */
const asksForPage = ({ method, headers }: Pick<HttpRequest, "method" | "headers">): boolean =>
  method === "GET" && headers["accept"]?.includes("text/html") === true;

const FIELDS: Record<string, (value: unknown) => boolean> = {
  type: (value) => typeof value === "string" && /^https?:\/\/[^/]+\/problems\/[a-z-]+$/.test(value),
  title: (value) => typeof value === "string" && value !== "",
  status: Number.isInteger,
  detail: (value) => typeof value === "string" && value !== "",
  instance: (value) => typeof value === "string",
  request_id: (value) => typeof value === "string" && /^[\da-f-]{36}$/.test(value),
  errors: (value) => Array.isArray(value) && value.every(isFieldError),
  success: (value) => value === false,
};

const isFieldError = (value: unknown): boolean =>
  typeof value === "object" &&
  value !== null &&
  "pointer" in value &&
  typeof value.pointer === "string" &&
  "detail" in value &&
  typeof value.detail === "string";

/** What is wrong with an answer, as a sentence; null when nothing is. */
export function faultOf(
  { status, contentType, requestId, isReplay, body }: Answered,
  request: Pick<HttpRequest, "method" | "url" | "headers">,
  mayBeGood: boolean,
): string | null {
  if (status >= 500 && status !== 503) return `it answers ${status}`;
  if (status < 400) return mayBeGood || status === 304 ? null : `it answers ${status} to what the document rules out`;
  if (request.method === "HEAD") return null;
  if ((isPage(request.url) || asksForPage(request)) && contentType.startsWith("text/html")) return null;
  if (!contentType.startsWith("application/problem+json")) return `it answers ${status} as ${contentType || "nothing"}`;
  let problem: Record<string, unknown>;
  try {
    problem = JSON.parse(body) as Record<string, unknown>;
  } catch {
    return `the problem is no JSON: ${body.slice(0, 100)}`;
  }
  const wrong = Object.entries(FIELDS).filter(([name, isWell]) => !isWell(problem[name]));
  if (wrong.length > 0)
    return `the problem has no good ${wrong.map(([name]) => name).join(", ")}: ${body.slice(0, 300)}`;
  if (problem["status"] !== status) return `it answers ${status} and says ${String(problem["status"])}`;
  return isReplay || requestId === problem["request_id"] ? null : "the number of the request is another in the header";
}
