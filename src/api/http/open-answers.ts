/** Limits on long answers that are being sent: few may be open per caller, company and process, and each has a time limit. */
import type { Readable } from "node:stream";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { App } from "../../app.ts";
import { networkOf } from "../../domain/network-of.ts";
import { Problem } from "../../errors.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** Announces a long answer before its data is read. @throws Problem when the caller has too many open */
    holdLongAnswer?: (reply: FastifyReply) => void;
  }
}

/** Above this an answer counts as long. */
export const LONG_BYTES = 256 * 1024;
/** Per user, API token, or address that is not signed in. */
const OPEN_PER_CALLER = 10;
/** A user can make many API tokens, and a company many users. */
const OPEN_PER_COMPANY = 40;
/** Each may hold half a megabyte that its reader has not taken. */
const OPEN_PER_PROCESS = 100;
/** From so many open ones on, the others are reserved for companies with few, so that three companies cannot take all. */
const SCARCE_FROM = 70;
/** Per caller and company, when only the reserved ones are left. */
const OPEN_WHEN_SCARCE = 2;
const RETRY_SECONDS = 5;
const PROCESS = "process";
/** Long enough for a gigabyte over a slow connection. */
const ANSWER_MS_MAX = 60 * 60 * 1000;

/**
 * Applies these limits to every answer of the server, including files behind links and reports. A stream always
 * counts, another answer when it is long. Counted per process, since the limits protect its memory.
 */
export function limitAnswers(server: FastifyInstance, { config }: Pick<App, "config">): void {
  server.server.maxConnections = config.connectionsMax;
  const openOf = new Map<string, number>();
  const isScarce = () => (openOf.get(PROCESS) ?? 0) >= SCARCE_FROM;
  const held = new WeakSet<FastifyRequest>();

  function hold(request: FastifyRequest, reply: FastifyReply): void {
    if (held.has(request)) return;
    const limits = limitsOf(request);
    for (const { of, max, slug, who } of limits) {
      const open = openOf.get(of) ?? 0;
      const most = of !== PROCESS && isScarce() ? Math.min(max, OPEN_WHEN_SCARCE) : max;
      if (open < most) continue;
      const detail = `${who} ${open} long answers open already. Finish reading one first.`;
      throw new Problem(slug, detail, { retryAfterSeconds: RETRY_SECONDS });
    }
    held.add(request);
    for (const { of } of limits) openOf.set(of, (openOf.get(of) ?? 0) + 1);
    const timer = setTimeout(() => reply.raw.destroy(), ANSWER_MS_MAX).unref();
    let isOver = false;
    const release = () => {
      if (isOver) return;
      isOver = true;
      clearTimeout(timer);
      for (const { of } of limits) {
        const left = (openOf.get(of) ?? 1) - 1;
        if (left === 0) openOf.delete(of);
        else openOf.set(of, left);
      }
    };
    reply.raw.once("close", release).once("finish", release);
    if (reply.raw.destroyed) release();
  }

  server.decorateRequest("holdLongAnswer", function (this: FastifyRequest, reply: FastifyReply) {
    hold(this, reply);
  });
  server.addHook("onSend", (request, reply, payload, done) => {
    if (!isLong(payload)) return done(null, payload);
    try {
      hold(request, reply);
      done(null, payload);
    } catch (error) {
      if (isStream(payload)) payload.destroy();
      reply.removeHeader("etag").removeHeader("content-length").removeHeader("content-disposition");
      done(error as Error);
    }
  });
}

/** The limits that an answer counts towards, each with its maximum. */
function limitsOf({ caller, ip }: FastifyRequest) {
  const slug = "too-many-requests" as const;
  const ofProcess = { of: PROCESS, max: OPEN_PER_PROCESS, slug: "unavailable" as const, who: "This process has" };
  const own = { max: OPEN_PER_CALLER, slug, who: "You have" };
  if (caller === null) return [{ of: `address ${networkOf(ip)}`, ...own }, ofProcess];
  const { company_id, user_id, api_token_id } = caller;
  return [
    { of: api_token_id === null ? `user ${user_id}` : `token ${api_token_id}`, ...own },
    { of: `company ${company_id}`, max: OPEN_PER_COMPANY, slug, who: "Your company has" },
    ofProcess,
  ];
}

export const isStream = (payload: unknown): payload is Readable =>
  typeof payload === "object" && payload !== null && "pipe" in payload && "destroy" in payload;

const isLong = (payload: unknown): boolean =>
  isStream(payload) || ((typeof payload === "string" || Buffer.isBuffer(payload)) && payload.length > LONG_BYTES);
