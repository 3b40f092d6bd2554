/** Strong entity tags over what is sent, so that a client that has it already gets 304 and no body. */
import { hash } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";

/** Tags an answer. What must not be stored gets no tag. Gives the body to send. */
export function tagAnswer(request: FastifyRequest, reply: FastifyReply, payload: unknown): unknown {
  const isRead = request.method === "GET" || request.method === "HEAD";
  if (!isRead || reply.statusCode !== 200 || typeof payload !== "string" || reply.hasHeader("cache-control"))
    return payload;
  const tag = `"${hash("sha256", payload, "base64url")}"`;
  reply.headers({ etag: tag, "cache-control": "private, no-cache", vary: "authorization" });
  if (!isKnown(request.headers["if-none-match"], tag)) return payload;
  reply.code(304).removeHeader("content-type").removeHeader("content-length");
  return null;
}

/** If-None-Match compares weakly (RFC 9110, 13.1.2): gateways that compress put `W/` before a tag. */
const isKnown = (header: string | undefined, tag: string): boolean =>
  header !== undefined &&
  header.split(",").some((each) => each.trim().replace(/^W\//, "") === tag || each.trim() === "*");
