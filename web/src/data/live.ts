/** Keeps what is shown up to date: the service reports changes, and the queries that a page uses are run again. */
import { useEffect, useState } from "react";
import { keepOpen } from "./keep-open.ts";
import { askAgain } from "./queries.ts";

/** Bills arrive in bursts: one round of questions for many changes. */
const GATHER_MS = 1000;
/** A short interruption, such as a restart, needs no notice. */
const AWAY_MS = 15_000;
/** Until a stream that the service refused is asked for again. */
const AGAIN_MS = 15_000;

/** How often a page asks for what is under way where the stream does not get through. */
export const FALLBACK_MS = 20_000;

/**
 * What is not asked for again when records change: `session` and the pages of a file stay the same, a report stays as it was opened, and
 * `operations`, `companies` and `audit` are of the whole service, of which the changes of one company say nothing.
 */
const STEADY = new Set(["session", "reports", "pages", "operations", "companies", "audit"]);

export const refresh = (): void => void askAgain((noun) => !STEADY.has(noun));

/** What is calculated from bills is shown nearly everywhere. */
const CALCULATED = "MonthlyConsumptionData";
/** What is asked again when something else under way has moved. */
const SHOWS_PROGRESS: Record<string, string[]> = {
  BillImport: ["imports"],
  Document: ["documents", "authorizations"],
};
const listeners = new Set<(type: string) => void>();
const moves = new Map<string, number>();

/** How often something of the type has moved so far. */
export const movesOf = (type: string): number => moves.get(type) ?? 0;

/** Until something of the type has moved more often than `seen`, or the time is over. @throws the signal's reason */
export function untilMoved(
  type: string,
  { seen, ms, signal }: { seen: number; ms: number; signal: AbortSignal },
): Promise<void> {
  if (movesOf(type) > seen) return Promise.resolve();
  return new Promise((resolve, reject) => {
    const end = (act: () => void) => {
      clearTimeout(timer);
      listeners.delete(listener);
      signal.removeEventListener("abort", stop);
      act();
    };
    const listener = (moved: string) => {
      if (moved === type) end(resolve);
    };
    const stop = () => end(() => reject(signal.reason as Error));
    const timer = setTimeout(() => end(resolve), ms);
    listeners.add(listener);
    signal.addEventListener("abort", stop, { once: true });
  });
}

const typeIn = (data: unknown): string => {
  const { svc_object_type } = JSON.parse(String(data)) as { svc_object_type?: unknown };
  return String(svc_object_type);
};

/** Follows the changes while a page is open. True while the connection has been broken for a while. */
export function useLiveChanges(): boolean {
  const [isAway, setAway] = useState(false);
  useEffect(() => {
    const timers = new Map<string, ReturnType<typeof setTimeout>>();
    const later = (name: string, ms: number, act: () => void) => {
      if (timers.has(name)) return;
      const run = () => {
        timers.delete(name);
        act();
      };
      timers.set(name, setTimeout(run, ms));
    };
    const cancel = (name: string) => {
      clearTimeout(timers.get(name));
      timers.delete(name);
    };
    const changed = () => later("changed", GATHER_MS, refresh);
    const moved = (type: string) => {
      moves.set(type, movesOf(type) + 1);
      for (const listener of listeners) listener(type);
      if (type === CALCULATED) return changed();
      later(`moved ${type}`, GATHER_MS, () => {
        void askAgain((noun) => SHOWS_PROGRESS[type]?.includes(noun) === true);
      });
    };
    const end = keepOpen({
      open: () => {
        const stream = new EventSource("/v1/changes/stream");
        stream.addEventListener("change", changed);
        stream.addEventListener("progress", ({ data }) => moved(typeIn(data)));
        return stream;
      },
      againMs: AGAIN_MS,
      // Events of `progress` have no id, so those of the break are not sent again.
      onBack: changed,
      onOpen: () => {
        cancel("away");
        setAway(false);
      },
      onBreak: () => later("away", AWAY_MS, () => setAway(true)),
    });
    return () => {
      end();
      for (const name of timers.keys()) cancel(name);
    };
  }, []);
  return isAway;
}
