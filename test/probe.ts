/** A caller that asks the service again and again, and keeps how each answer came: what a fault looks like from outside. */
import { setTimeout as delay } from "node:timers/promises";
import { ADMIN } from "./callers.ts";

export interface Answered {
  path: string;
  /** 0: no answer. */
  status: number;
  ms: number;
  retryAfter: string | null;
}

export interface Probe {
  /** What came since it was last taken. */
  take(): Answered[];
  stop(): Promise<void>;
}

/** Needs no database: when it is late, the machine was busy with something else. */
const LIVE = "/livez";
const PATHS = ["/v1/companies", "/readyz", LIVE];
const PAUSE_MS = 100;

/** One request after the other on each path; none waits for those of the other. */
export async function startProbe(url: string): Promise<Probe> {
  const login = await fetch(`${url}/v1/auth/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(ADMIN),
  });
  const { token } = (await login.json()) as { token: string };
  let answers: Answered[] = [];
  const stopping = new AbortController();
  const ask = async (path: string) => {
    while (!stopping.signal.aborted) {
      const began = performance.now();
      const response = await fetch(url + path, { headers: { authorization: `Bearer ${token}` } }).catch(() => null);
      await response?.arrayBuffer().catch(() => {});
      answers.push({
        path,
        status: response?.status ?? 0,
        ms: performance.now() - began,
        retryAfter: response?.headers.get("retry-after") ?? null,
      });
      await delay(PAUSE_MS, undefined, { signal: stopping.signal }).catch(() => {});
    }
  };
  const asking = Promise.all(PATHS.map(ask));
  return {
    take() {
      const taken = answers;
      answers = [];
      return taken;
    },
    async stop() {
      stopping.abort();
      await asking;
    },
  };
}

/** How long the machine held an answer up, whatever became of the database. */
export const heldUpMs = (answers: Answered[]): number =>
  Math.max(0, ...answers.filter(({ path }) => path === LIVE).map(({ ms }) => ms));

/** `median 12 ms, 95 % 80 ms, most 340 ms (120)`: the values with their unit, and their number. */
export function spread(values: number[], unit: string): string {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (share: number) => Math.round(sorted[Math.floor(share * (sorted.length - 1))] ?? 0);
  return `median ${at(0.5)} ${unit}, 95 % ${at(0.95)} ${unit}, most ${at(1)} ${unit} (${sorted.length})`;
}
