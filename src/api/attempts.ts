/** Counts attempts per key within a window of time, so that nobody can try passwords without end. Kept in this process alone. */

export interface AttemptLimit {
  /** Counts one attempt. Gives the seconds to wait when it is one too many, else null. */
  count(key: string): number | null;
  /** Takes one attempt back: it was none of those that are limited. */
  giveBack(key: string): void;
  /** Takes all attempts of a key back. */
  clear(key: string): void;
}

/** Keys remembered at most; the oldest go first. An attacker who spends them all has been counted per address meanwhile. */
const KEYS_MAX = 100_000;

/** `now` in epoch milliseconds. */
export function createAttemptLimit(options: { max: number; windowMs: number; now: () => number }): AttemptLimit {
  const { max, windowMs, now } = options;
  const windows = new Map<string, { attempts: number; endsAt: number }>();
  return {
    count(key) {
      const at = now();
      const open = windows.get(key);
      const window = open === undefined || open.endsAt <= at ? { attempts: 0, endsAt: at + windowMs } : open;
      window.attempts += 1;
      windows.delete(key);
      windows.set(key, window);
      if (windows.size > KEYS_MAX) windows.delete(windows.keys().next().value ?? key);
      return window.attempts > max ? Math.ceil((window.endsAt - at) / 1000) : null;
    },
    giveBack(key) {
      const window = windows.get(key);
      if (window !== undefined) window.attempts -= 1;
    },
    clear: (key) => void windows.delete(key),
  };
}
