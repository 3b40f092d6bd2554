/** Turns at what takes much room: so many at once, so many in line; whoever does not wait any more leaves the line at once. */
import { Problem } from "../errors.ts";

/** @throws Problem when the line is full, and the reason of the signal when the caller has gone */
export type TakeTurn = <T>(make: () => Promise<T>, signal: AbortSignal) => Promise<T>;

const RETRY_AFTER_SECONDS = 10;

/** `refusal` is what is told to whoever finds the line full. */
export function createTurns(limits: { atOnce: number; waitingMax: number; refusal: string }): TakeTurn {
  const { atOnce, waitingMax, refusal } = limits;
  const line = new Set<() => void>();
  let taken = 0;

  async function waitInLine(signal: AbortSignal): Promise<void> {
    if (line.size >= waitingMax) throw new Problem("unavailable", refusal, { retryAfterSeconds: RETRY_AFTER_SECONDS });
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const leave = () => {
      line.delete(resolve);
      reject(signal.reason);
    };
    line.add(resolve);
    signal.addEventListener("abort", leave, { once: true });
    try {
      await promise;
    } finally {
      signal.removeEventListener("abort", leave);
    }
  }

  return async (make, signal) => {
    signal.throwIfAborted();
    if (taken >= atOnce) await waitInLine(signal);
    else taken += 1;
    try {
      return await make();
    } finally {
      // The place goes on to the next in line.
      const [next] = line;
      if (next === undefined) taken -= 1;
      else {
        line.delete(next);
        next();
      }
    }
  };
}
