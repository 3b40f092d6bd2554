/** Strong entity tags, so that a client that already has an answer gets 304 without a body. */
import { hash } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";

/** The headers that go with a tag. */
export const TAGGED = { "cache-control": "private, no-cache", vary: "authorization, cookie" };

export const tagOf = (text: string | Buffer): string => `"${hash("sha256", text, "base64url")}"`;

/** Tags an answer, unless it must not be stored. Returns the body to send. */
export function tagAnswer(request: FastifyRequest, reply: FastifyReply, payload: unknown): unknown {
  const isRead = request.method === "GET" || request.method === "HEAD";
  if (!isRead || reply.statusCode !== 200 || typeof payload !== "string" || reply.hasHeader("cache-control"))
    return payload;
  const tag = tagOf(payload);
  reply.headers({ etag: tag, ...TAGGED });
  if (!isKnownTag(request.headers["if-none-match"], tag)) return payload;
  reply.code(304).removeHeader("content-type").removeHeader("content-length");
  // The framework itself drops the body of an answer to HEAD, after measuring its length.
  return request.method === "HEAD" ? payload : null;
}

/** The tag of an answer in a coding: different bytes have a different tag. */
export const codedTag = (tag: string, coding: string): string => tag.replace(/"$/, `-${coding}"`);

/** The tag of the answer without its coding. */
export const plainTag = (tag: string): string => tag.replace(/-(?:gzip|zstd|br)"$/, '"');

/** If-None-Match compares weakly (RFC 9110, 13.1.2): gateways that compress put `W/` before a tag. */
const tagsIn = (header: string): string[] => header.split(",").map((each) => each.trim().replace(/^W\//, ""));

export const isKnownTag = (header: string | undefined, tag: string): boolean =>
  header !== undefined && tagsIn(header).some((each) => each === tag || plainTag(each) === tag || each === "*");

/** Which of the tags that the caller knows belongs to this answer, in any coding; the plain tag if none does. */
export const knownTagOf = (header: string | undefined, tag: string): string =>
  tagsIn(header ?? "").find((each) => plainTag(each) === tag) ?? tag;
