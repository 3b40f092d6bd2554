/** Time limits for tests on a shared machine, where other work may delay a process for seconds. */

const STEP_MS = 20;
/** The first one is enough when nothing else uses the machine. */
const LIMITS_MS = [200, 2000, 10_000];

/**
 * Starts counting; the returned function gives the milliseconds that have passed for this process. A pause in which it did not run is
 * one step, however long it was: for limits of what waits, not of what works (see `countProcessorMs`).
 */
export function countOwnMs(): () => number {
  let steps = 0;
  setInterval(() => (steps += 1), STEP_MS).unref();
  return () => steps * STEP_MS;
}

/** For a check that needs its limit to pass but something else to finish in time: tries longer limits until `check` no longer throws. */
export async function withMoreTime(check: (limitMs: number) => Promise<void>): Promise<void> {
  let reason: unknown;
  for (const limitMs of LIMITS_MS) {
    try {
      return await check(limitMs);
    } catch (error) {
      reason = error;
    }
  }
  throw reason;
}
