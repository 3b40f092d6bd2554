/** Programs in browsers: those of the origins that the operator allows may call `/v1` with a token in a header, never with cookies. */
import type { FastifyInstance } from "fastify";
import type { App } from "../../app.ts";
import { methodsOf } from "../auth/access.ts";

/** Answer headers that a program may read. */
const EXPOSED =
  "Content-Disposition, ETag, Idempotency-Replayed, Link, Location, Page-Count, Page-Height, Page-Width, RateLimit, RateLimit-Policy, Retry-After, Total-Count";
/** Request headers that the API reads. */
const TAKEN = "Accept, Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match, Last-Event-ID";
/** How long a browser remembers the answer to a preflight, in seconds. */
const MAX_AGE = "600";

/** Answers preflights and marks answers for the allowed origins (`METERBOOK_ALLOWED_ORIGINS`); without any it does nothing. */
export function allowOrigins(server: FastifyInstance, { config }: Pick<App, "config">): void {
  const allowed = new Set(config.allowedOrigins);
  if (allowed.size === 0) return;
  server.addHook("onRequest", (request, reply, done) => {
    const { origin = "", "access-control-request-method": wanted } = request.headers;
    if (!request.url.startsWith("/v1/") || !allowed.has(origin)) return done();
    reply.headers({ "access-control-allow-origin": origin, "access-control-expose-headers": EXPOSED });
    if (request.method !== "OPTIONS" || wanted === undefined) return done();
    const methods = methodsOf(request.url.split("?")[0] ?? "");
    if (methods.length === 0) return done();
    reply.headers({
      vary: "Origin",
      "access-control-allow-methods": methods.join(", "),
      "access-control-allow-headers": TAKEN,
      "access-control-max-age": MAX_AGE,
    });
    return void reply.code(204).send();
  });
  // Also on answers to other origins: a cache must not give one of those to an allowed origin.
  server.addHook("onSend", (request, reply, payload, done) => {
    const said = String(reply.getHeader("vary") ?? "");
    if (request.url.startsWith("/v1/") && !/\borigin\b/i.test(said))
      reply.header("vary", said === "" ? "Origin" : `${said}, Origin`);
    done(null, payload);
  });
}
