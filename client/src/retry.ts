/** Decides whether a failed call is made again, and after how long. Pure. */

export interface Failure {
  verb: string;
  /** Of a POST: sent twice it does no more than once, as with an Idempotency-Key. */
  isRepeatable: boolean;
  /** Null when there was no answer. */
  status: number | null;
  retryAfterMs: number | null;
}

export interface RetryLimits {
  maxRetries: number;
  /** The client does not wait longer than this: the error then says how long the service asked for. */
  maxWaitMs: number;
}

/** Unavailable, or overloaded. */
const PASSING = new Set([429, 502, 503, 504]);
const FIRST_WAIT_MS = 500;
const LAST_WAIT_MS = 20_000;

/**
 * Milliseconds until the next attempt; null for none. `attempt` counts from 0, `random` is in [0, 1). Waits double from half a
 * second to twenty seconds, each randomly in its upper half, so that clients that failed together do not retry together.
 */
export function retryWaitMs(failure: Failure, attempt: number, limits: RetryLimits, random: number): number | null {
  if (attempt >= limits.maxRetries || !mayPass(failure)) return null;
  const ownMs = Math.min(FIRST_WAIT_MS * 2 ** attempt, LAST_WAIT_MS);
  const waitMs = Math.max(ownMs * (0.5 + random / 2), failure.retryAfterMs ?? 0);
  return (failure.retryAfterMs ?? 0) > limits.maxWaitMs ? null : waitMs;
}

/**
 * True when another attempt may succeed and can do no harm. GET, PUT and DELETE have the same effect however often they are sent, and
 * so has a POST with an Idempotency-Key. A PATCH and other POSTs are sent again only when the service says that it did not process
 * them.
 */
function mayPass({ verb, isRepeatable, status, retryAfterMs }: Failure): boolean {
  if (status === 429) return true;
  if (verb === "PATCH" || (verb === "POST" && !isRepeatable)) return false;
  // The same POST, sent a moment ago, is still being processed.
  if (status === 409) return retryAfterMs !== null;
  return status === null || PASSING.has(status);
}
