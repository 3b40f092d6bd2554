/** Time for tests on a machine that others use too, which may hold a process up for seconds. */

const STEP_MS = 20;
/** The first is enough where nothing else has the machine. */
const LIMITS_MS = [200, 2000, 10_000];

/**
 * Begins to count; what it gives tells the milliseconds that have passed for this process. A pause in which it did not run is
 * one step, however long it was: for limits of what waits, not of what works (see `countProcessorMs`).
 */
export function countOwnMs(): () => number {
  let steps = 0;
  setInterval(() => (steps += 1), STEP_MS).unref();
  return () => steps * STEP_MS;
}

/** For what needs its limit to pass, but something else to come in time: tries longer limits until `check` throws no more. */
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
