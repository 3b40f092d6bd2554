/** Makes one attempt at one delivery: sends the body and returns an outcome that decides about the next attempt. */
import { OutboundError, type Outbound, type OutboundResponse } from "../outbound/outbound.ts";

/**
 * `retry`: by the retry schedule. `gone`: the receiver does not want this webhook any more. `give_up`: no attempt can ever
 * succeed.
 */
export type Outcome = "delivered" | "retry" | "give_up" | "gone";

export interface Attempt {
  outcome: Outcome;
  /** HTTP status; null without an answer. */
  status: number | null;
  /** Stable code of the reason for a failure; null when delivered. */
  failure: string | null;
  /** The wait that the receiver asked for. */
  retryAfterMs: number | null;
  durationMs: number;
  /** The beginning of the receiver's answer, at most 4 KB of text; null without an answer. */
  responseExcerpt: string | null;
  /** Those of `HEADERS_KEPT` that the receiver sent; null without an answer. */
  responseHeaders: Record<string, string> | null;
}

/** Which headers of an answer help to find a fault. Others, such as cookies, are never kept. */
const HEADERS_KEPT = ["content-type", "content-length", "date", "location", "retry-after", "server", "x-request-id"];
const HEADER_LENGTH_MAX = 300;

const TIMEOUT_MS = 15_000;
const BODY_BYTES_READ = 16_384;
const EXCERPT_BYTES = 4_096;

/**
 * Sends once. Never throws because of the receiver. Any 2xx within the time counts, whatever its body does; redirects are not
 * followed. `headers` have the signature; the common headers are added. `now` returns epoch milliseconds.
 */
export async function deliverOnce(delivery: {
  outbound: Outbound;
  url: string;
  body: string;
  headers: Record<string, string>;
  now: () => number;
  timeoutMs?: number;
  /** Aborts the attempt, as at a shutdown; then the promise is rejected with its reason. */
  signal?: AbortSignal;
}): Promise<Attempt> {
  const { outbound, url, body, headers, now, timeoutMs = TIMEOUT_MS, signal } = delivery;
  const startedAt = now();
  // The clock may have been set back.
  const durationMs = (): number => Math.max(0, now() - startedAt);
  try {
    const response = await outbound.fetch(url, {
      method: "POST",
      body,
      // Uncompressed: the excerpt is for people, and a limit may cut it anywhere.
      headers: {
        "content-type": "application/json",
        "user-agent": "Meterbook-Webhook/1",
        "accept-encoding": "identity",
        ...headers,
      },
      timeoutMs,
      maxBytes: BODY_BYTES_READ,
      read: "excerpt",
      signal,
    });
    return { ...readAnswer(response, now()), durationMs: durationMs() };
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    return { ...readFailure(error), durationMs: durationMs() };
  }
}

type Result = Omit<Attempt, "durationMs">;

function readAnswer(response: OutboundResponse, nowMs: number): Result {
  const { status } = response;
  const text = new TextDecoder().decode(response.bytes);
  const answer = {
    status,
    responseExcerpt: textWithin(text, EXCERPT_BYTES),
    responseHeaders: headersOf(response.headers),
    retryAfterMs: null,
  };
  if (status >= 200 && status < 300) return { ...answer, outcome: "delivered", failure: null };
  if (status === 410) return { ...answer, outcome: "gone", failure: "gone" };
  const retryAfterMs = readRetryAfter(response.headers.get("retry-after"), nowMs);
  return { ...answer, outcome: "retry", failure: failureOf(status, text), retryAfterMs };
}

/** By the first digit of the status. */
const FAILURE_BY_CLASS = new Map([
  [3, "redirect"],
  [4, "http_4xx"],
  [5, "http_5xx"],
]);

function failureOf(status: number, text: string): string {
  if (status === 500 && saysSuccessFalse(text)) return "signature_rejected";
  return FAILURE_BY_CLASS.get(Math.floor(status / 100)) ?? "http_other";
}

/** The reference receiver's answer to a wrong signature (specification, sections 6 and 7). */
function saysSuccessFalse(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && "success" in value && value.success === false;
  } catch {
    return false;
  }
}

/** Only an invalid URL can never succeed: a refused address may be fixed in DNS or the settings. */
function readFailure(error: OutboundError): Result {
  const outcome = error.kind === "bad_url" ? "give_up" : "retry";
  return {
    outcome,
    status: null,
    failure: error.reason,
    retryAfterMs: null,
    responseExcerpt: null,
    responseHeaders: null,
  };
}

/** Retry-After in milliseconds from now: whole seconds or an HTTP date (RFC 9110, 10.2.3); null for anything else or the past. */
function readRetryAfter(text: string | null, nowMs: number): number | null {
  if (text === null) return null;
  const waitMs = /^\d{1,9}$/.test(text) ? Number(text) * 1_000 : readHttpDate(text) - nowMs;
  return waitMs > 0 ? waitMs : null;
}

const HTTP_DATE = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;
const readHttpDate = (text: string): number => (HTTP_DATE.test(text) ? Date.parse(text) : Number.NaN);

function headersOf(headers: OutboundResponse["headers"]): Record<string, string> {
  const kept = HEADERS_KEPT.flatMap((name) => {
    const value = headers.get(name);
    return value === null ? [] : [[name, printable(value).slice(0, HEADER_LENGTH_MAX).toWellFormed()] as const];
  });
  return Object.fromEntries(kept);
}

/** Control characters become spaces: PostgreSQL accepts no NUL, and a log no escapes. */
const printable = (text: string): string =>
  text.replace(/[\p{Cc}\p{Cs}]/gu, (mark) => (mark === "\n" || mark === "\t" ? mark : " "));

/** The beginning of a text: whole characters in at most so many bytes of UTF-8. */
export function textWithin(text: string, bytesMax: number): string {
  const clean = printable(text);
  const bytes = new TextEncoder().encode(clean);
  if (bytes.length <= bytesMax) return clean;
  return new TextDecoder().decode(bytes.subarray(0, bytesMax), { stream: true });
}
