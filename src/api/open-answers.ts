/** Long answers that are being read: a caller has ten open at most, a reader that stands still is cut off, and none lasts for ever. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { App } from "../app.ts";
import { networkOf } from "../domain/network-of.ts";
import { Problem } from "../errors.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** Says that the answer will be long, before what it needs is read. @throws Problem when the caller has too many open */
    holdLongAnswer?: (reply: FastifyReply) => void;
  }
}

/** What is longer is a long answer, and is read and sent in parts of about this size. */
export const LONG_BYTES = 256 * 1024;
/** Of one user, API token, or address where nobody signs in. */
const OPEN_PER_CALLER = 10;
const RETRY_SECONDS = 5;
/** Long enough for a gigabyte over a slow line. */
const ANSWER_MS_MAX = 60 * 60 * 1000;

/**
 * Holds every answer of the server to these limits, the files behind links and the reports among them. Answers that are short
 * count for nothing. Counted in this process alone: it is its memory that is at stake.
 */
export function limitAnswers(server: FastifyInstance, { config, log }: Pick<App, "config" | "log">): void {
  const stalledMs = config.stalledAnswerSeconds * 1000;
  server.server.maxConnections = config.connectionsMax;
  const openOf = new Map<string, number>();
  const held = new WeakSet<FastifyRequest>();

  function hold(request: FastifyRequest, reply: FastifyReply): void {
    if (held.has(request)) return;
    const caller = callerKey(request);
    const open = openOf.get(caller) ?? 0;
    if (open >= OPEN_PER_CALLER) {
      const detail = `You have ${open} long answers open already. Read one to its end first.`;
      throw new Problem("too-many-requests", detail, { retryAfterSeconds: RETRY_SECONDS });
    }
    held.add(request);
    openOf.set(caller, open + 1);
    const timer = setTimeout(() => reply.raw.destroy(), ANSWER_MS_MAX).unref();
    let isOver = false;
    const release = () => {
      if (isOver) return;
      isOver = true;
      clearTimeout(timer);
      const left = (openOf.get(caller) ?? 1) - 1;
      if (left === 0) openOf.delete(caller);
      else openOf.set(caller, left);
    };
    reply.raw.once("close", release).once("finish", release);
    if (reply.raw.destroyed) release();
  }

  server.decorateRequest("holdLongAnswer", function (this: FastifyRequest, reply: FastifyReply) {
    hold(this, reply);
  });
  server.addHook("onRequest", (request, reply, done) => {
    // Node asks by itself whether a write has moved on, and calls this only when none has.
    const { socket } = request.raw;
    // A request that was put in without a connection has none to cut.
    if (typeof socket.destroy !== "function") return done();
    reply.raw.setTimeout(stalledMs, () => {
      if (socket.writableLength === 0) {
        // Nothing waits to be read: the answer is still being made.
        socket.setTimeout(stalledMs);
        return;
      }
      log.info({ request_id: request.id, route: request.routeOptions.url }, "a reader stood still and was cut off");
      socket.destroy();
    });
    done();
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

function callerKey({ caller, ip }: FastifyRequest): string {
  if (caller === null) return `address ${networkOf(ip)}`;
  return caller.api_token_id === null ? `user ${caller.user_id}` : `token ${caller.api_token_id}`;
}

const isStream = (payload: unknown): payload is NodeJS.ReadableStream & { destroy(): void } =>
  typeof payload === "object" && payload !== null && "pipe" in payload && "destroy" in payload;

const isLong = (payload: unknown): boolean =>
  isStream(payload) || ((typeof payload === "string" || Buffer.isBuffer(payload)) && payload.length > LONG_BYTES);
