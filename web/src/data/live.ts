/** Keeps what is shown up to date: the service tells of changes, and the queries that a page uses are asked again. */
import { useEffect, useState } from "react";
import { queryClient } from "./queries.ts";

/** Bills arrive in bursts: one round of questions for many changes. */
const GATHER_MS = 1000;
/** Months, findings and tasks follow a changed bill within seconds, and the feed does not tell of them. */
const DERIVED_MS = 5000;
/** A short interruption, such as a restart, needs no notice. */
const AWAY_MS = 15_000;

/** What no change of records touches; the pages of a file are pictures that stay the same. */
const STEADY = new Set(["session", "reports", "pages"]);

/** Of a list that was scrolled further, every page would be asked for again: it stays as it was read. */
const PAGES_MAX = 3;
const isLong = (data: unknown): boolean =>
  typeof data === "object" &&
  data !== null &&
  "pages" in data &&
  Array.isArray(data.pages) &&
  data.pages.length > PAGES_MAX;

const refresh = (): void =>
  void queryClient.invalidateQueries({
    predicate: ({ queryKey: [noun], state }) => !STEADY.has(String(noun)) && !isLong(state.data),
  });

/** Follows the changes while a page is open. True while the connection has been broken for a while. */
export function useLiveChanges(): boolean {
  const [isAway, setAway] = useState(false);
  useEffect(() => {
    const stream = new EventSource("/v1/changes/stream");
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
    stream.addEventListener("change", () => {
      later("changed", GATHER_MS, refresh);
      later("derived", DERIVED_MS, refresh);
    });
    stream.addEventListener("open", () => {
      cancel("away");
      setAway(false);
    });
    stream.addEventListener("error", () => later("away", AWAY_MS, () => setAway(true)));
    return () => {
      stream.close();
      for (const name of timers.keys()) cancel(name);
    };
  }, []);
  return isAway;
}
