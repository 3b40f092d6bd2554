/** Limits a caller's requests per minute and reports the quota with every answer (draft-ietf-httpapi-ratelimit-headers-11). Counted per process. */
import type { FastifyReply } from "fastify";
import type { App } from "../../app.ts";
import { Problem } from "../../errors.ts";
import type { Remainder } from "../auth/attempts.ts";

const WINDOW_SECONDS = 60;
/** How many callers are remembered; the oldest is dropped first. */
const CALLERS_MAX = 50_000;

/** Counts a request of `caller` and sets the remaining quota on the answer. @throws Problem too-many-requests */
export type RateLimit = (caller: string, reply: FastifyReply) => void;

/** Sets the remainder of another limit on the answer, next to the caller's quota. */
export function addRateLimit(
  reply: FastifyReply,
  { name, max, left, windowSeconds, resetSeconds }: { name: string } & Omit<Remainder, "isCounted">,
): void {
  const add = (field: string, item: string) => {
    const before = reply.getHeader(field);
    reply.header(field, before === undefined ? item : `${String(before)}, ${item}`);
  };
  add("ratelimit-policy", `"${name}";q=${max};w=${windowSeconds}`);
  add("ratelimit", `"${name}";r=${left};t=${resetSeconds}`);
}

/**
 * A limit against mistakes and overuse, not against attackers: `attempts.ts`, which all processes share, limits those. Here a
 * window that starts with the first request is exact enough and costs no query.
 */
export function createRateLimit({ config, now }: Pick<App, "config" | "now">): RateLimit {
  const quota = config.requestsPerMinute;
  if (quota === 0) return () => {};
  const policy = `"caller";q=${quota};w=${WINDOW_SECONDS}`;
  const windows = new Map<string, { count: number; endsAtMs: number }>();

  return (caller, reply) => {
    const at = now();
    let window = windows.get(caller);
    if (window === undefined || window.endsAtMs <= at) {
      window = { count: 0, endsAtMs: at + WINDOW_SECONDS * 1000 };
      windows.delete(caller);
      windows.set(caller, window);
      if (windows.size > CALLERS_MAX) windows.delete(windows.keys().next().value ?? caller);
    }
    window.count += 1;
    const seconds = Math.ceil((window.endsAtMs - at) / 1000);
    reply.header("ratelimit-policy", policy);
    reply.header("ratelimit", `"caller";r=${Math.max(0, quota - window.count)};t=${seconds}`);
    if (window.count > quota) {
      const detail = `More than ${quota} requests in one minute.`;
      throw new Problem("too-many-requests", detail, { retryAfterSeconds: seconds });
    }
  };
}
