/** When a call that failed is made again, and after how long. Pure. */

export interface Failure {
  verb: string;
  /** Null when there was no answer. */
  status: number | null;
  retryAfterMs: number | null;
}

export interface RetryLimits {
  maxRetries: number;
  /** A service that asks for a longer wait is not waited for: the error says how long. */
  maxWaitMs: number;
}

/** Nobody home, or too many there. */
const PASSING = new Set([429, 502, 503, 504]);
const FIRST_WAIT_MS = 500;
const LAST_WAIT_MS = 20_000;

/**
 * Milliseconds until the next attempt; null for none. `attempt` counts from 0, `random` is in [0, 1). Waits double from half a
 * second to twenty, each somewhere in its upper half, so that clients that failed together do not come back together.
 */
export function retryWaitMs(failure: Failure, attempt: number, limits: RetryLimits, random: number): number | null {
  if (attempt >= limits.maxRetries || !mayPass(failure)) return null;
  const ownMs = Math.min(FIRST_WAIT_MS * 2 ** attempt, LAST_WAIT_MS);
  const waitMs = Math.max(ownMs * (0.5 + random / 2), failure.retryAfterMs ?? 0);
  return (failure.retryAfterMs ?? 0) > limits.maxWaitMs ? null : waitMs;
}

/**
 * True when another attempt may succeed and can do no harm. GET, PUT and DELETE have one effect however often they are sent, and
 * so has a POST, which carries an Idempotency-Key. A PATCH is sent again only where the service says that it did not look at it.
 */
function mayPass({ verb, status, retryAfterMs }: Failure): boolean {
  if (status === 429) return true;
  if (verb === "PATCH") return false;
  // A twin of this POST, sent a moment ago, is still under way.
  if (status === 409) return retryAfterMs !== null;
  return status === null || PASSING.has(status);
}
