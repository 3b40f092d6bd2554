/** One attempt at one delivery: sends the body, and says what came of it in words that decide about the next attempt. */
import { OutboundError, type Outbound, type OutboundResponse } from "../outbound/outbound.ts";

/**
 * `retry`: as the retry schedule says. `gone`: the receiver wants no more of this webhook. `give_up`: no attempt can ever succeed.
 */
export type Outcome = "delivered" | "retry" | "give_up" | "gone";

export interface Attempt {
  outcome: Outcome;
  /** HTTP status; null when none came. */
  status: number | null;
  /** Stable word for why it is not delivered; null when it is. */
  failure: string | null;
  /** Wait that the receiver asked for. */
  retryAfterMs: number | null;
  durationMs: number;
  /** Beginning of what the receiver answered, at most 4 KB of text; null when nothing came. */
  responseExcerpt: string | null;
}

const TIMEOUT_MS = 15_000;
const BODY_BYTES_READ = 16_384;
const EXCERPT_BYTES = 4_096;

/**
 * Sends once. Never throws for what the receiver does. Any 2xx within the time counts, whatever its body does; nothing is followed.
 * `headers` carry the signature; those of every delivery are added. `now` gives epoch milliseconds.
 */
export async function deliverOnce(delivery: {
  outbound: Outbound;
  url: string;
  body: string;
  headers: Record<string, string>;
  now: () => number;
  timeoutMs?: number;
  /** Stops the attempt, as at a shutdown; then the promise is rejected with its reason. */
  signal?: AbortSignal;
}): Promise<Attempt> {
  const { outbound, url, body, headers, now, timeoutMs = TIMEOUT_MS, signal } = delivery;
  const startedAt = now();
  // The clock may be set back meanwhile.
  const durationMs = (): number => Math.max(0, now() - startedAt);
  try {
    const response = await outbound.fetch(url, {
      method: "POST",
      body,
      // Uncompressed: the excerpt is read by people, and a limit cuts it where it stands.
      headers: {
        "content-type": "application/json",
        "user-agent": "Meterbook-Webhook/1",
        "accept-encoding": "identity",
        ...headers,
      },
      timeoutMs,
      maxBytes: BODY_BYTES_READ,
      read: "excerpt",
      redirect: "manual",
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
  const answer = { status, responseExcerpt: excerptOf(text), retryAfterMs: null };
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

/** The reference receiver's word for a signature that does not match (specification, sections 6 and 7). */
function saysSuccessFalse(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && "success" in value && value.success === false;
  } catch {
    return false;
  }
}

/** Only a URL that is none can never succeed: an address that is refused now may be mended in the name server or the settings. */
function readFailure(error: OutboundError): Result {
  const outcome = error.kind === "bad_url" ? "give_up" : "retry";
  return { outcome, status: null, failure: error.reason, retryAfterMs: null, responseExcerpt: null };
}

/** Retry-After in milliseconds from now: whole seconds or an HTTP date (RFC 9110, 10.2.3); null for anything else or the past. */
function readRetryAfter(text: string | null, nowMs: number): number | null {
  if (text === null) return null;
  const waitMs = /^\d{1,9}$/.test(text) ? Number(text) * 1_000 : readHttpDate(text) - nowMs;
  return waitMs > 0 ? waitMs : null;
}

const HTTP_DATE = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;
const readHttpDate = (text: string): number => (HTTP_DATE.test(text) ? Date.parse(text) : Number.NaN);

/** Whole characters in at most 4 KB of UTF-8. Control characters become spaces: PostgreSQL takes no NUL, and a log no escapes. */
function excerptOf(text: string): string {
  const printable = text.replace(/[\p{Cc}\p{Cs}]/gu, (mark) => (mark === "\n" || mark === "\t" ? mark : " "));
  const bytes = new TextEncoder().encode(printable);
  if (bytes.length <= EXCERPT_BYTES) return printable;
  return new TextDecoder().decode(bytes.subarray(0, EXCERPT_BYTES), { stream: true });
}
