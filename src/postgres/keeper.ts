/** Restarts the server at the same address when it dies, as when the system kills it for its memory. */
import { setTimeout as pause } from "node:timers/promises";

export interface Keeper {
  /** Ends the watch and waits for a running restart. */
  stop(): Promise<void>;
}

/** Checks twice a second; after a failed restart it waits twice as long, up to half a minute. */
const LOOK_MS = 500;
const PAUSE_MAX_MS = 30_000;

/**
 * `isAlive` is called repeatedly; when it returns false, `revive` is called until it succeeds. Does not keep the process alive.
 */
export function keepAlive(parts: {
  isAlive: () => Promise<boolean>;
  revive: () => Promise<void>;
  onFailure: (error: unknown) => void;
}): Keeper {
  const ending = new AbortController();
  const watch = async () => {
    let pauseMs = LOOK_MS;
    while (!ending.signal.aborted) {
      await pause(pauseMs, undefined, { ref: false, signal: ending.signal }).catch(() => {});
      if (ending.signal.aborted) return;
      try {
        if (!(await parts.isAlive()) && !ending.signal.aborted) await parts.revive();
        pauseMs = LOOK_MS;
      } catch (error) {
        parts.onFailure(error);
        pauseMs = Math.min(pauseMs * 2, PAUSE_MAX_MS);
      }
    }
  };
  const watching = watch();
  return {
    stop: async () => {
      ending.abort();
      await watching;
    },
  };
}
