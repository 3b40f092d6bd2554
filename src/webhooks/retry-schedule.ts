/** When a failed delivery is tried again, and when no more. */

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/**
 * Minimum waits after the first, second ... failed attempt: ten attempts in 75.6 hours or more, as Standard Webhooks 1.0.0
 * advises.
 */
const WAITS_MS = [5 * SECOND, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR, 14 * HOUR, 20 * HOUR, 24 * HOUR];

/**
 * Each wait is lengthened by up to a fifth, so that deliveries that failed together are not retried together. Never shortened:
 * for a delivery due at the beginning of a 72-hour outage, the last attempt must come after its end.
 */
const JITTER = 0.2;

/** The longest wait that a receiver may ask for with Retry-After. */
const RETRY_AFTER_LIMIT_MS = 24 * HOUR;

/**
 * The time of the next attempt in epoch milliseconds; null when all ten were made. `attempt` counts the attempts made, from 1;
 * `retryAfterMs` is the receiver's request and can only lengthen the wait; `random` returns numbers in [0, 1).
 */
export function nextAttemptAt(failed: {
  attempt: number;
  nowMs: number;
  retryAfterMs: number | null;
  random: () => number;
}): number | null {
  const { attempt, nowMs, retryAfterMs, random } = failed;
  const wait = WAITS_MS[attempt - 1];
  if (wait === undefined) return null;
  const jittered = wait * (1 + JITTER * random());
  const asked = Math.min(retryAfterMs ?? 0, RETRY_AFTER_LIMIT_MS);
  return nowMs + Math.round(Math.max(jittered, asked));
}
