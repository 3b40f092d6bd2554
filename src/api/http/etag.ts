/** Strong entity tags, so that a client that has an answer already gets 304 and no body. */
import { hash } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";

/** What goes with a tag. */
export const TAGGED = { "cache-control": "private, no-cache", vary: "authorization" };

export const tagOf = (text: string | Buffer): string => `"${hash("sha256", text, "base64url")}"`;

/** Tags an answer. What must not be stored gets no tag. Gives the body to send. */
export function tagAnswer(request: FastifyRequest, reply: FastifyReply, payload: unknown): unknown {
  const isRead = request.method === "GET" || request.method === "HEAD";
  if (!isRead || reply.statusCode !== 200 || typeof payload !== "string" || reply.hasHeader("cache-control"))
    return payload;
  const tag = tagOf(payload);
  reply.headers({ etag: tag, ...TAGGED });
  if (!isKnownTag(request.headers["if-none-match"], tag)) return payload;
  reply.code(304).removeHeader("content-type").removeHeader("content-length");
  // The framework takes the body off an answer to a HEAD by itself, and measures it before.
  return request.method === "HEAD" ? payload : null;
}

/** The tag of an answer in a coding: other bytes have a tag of their own. */
export const codedTag = (tag: string, coding: string): string => tag.replace(/"$/, `-${coding}"`);

/** The tag of the answer whatever it was compressed by. */
export const plainTag = (tag: string): string => tag.replace(/-(?:gzip|zstd)"$/, '"');

/** If-None-Match compares weakly (RFC 9110, 13.1.2): gateways that compress put `W/` before a tag. */
const tagsIn = (header: string): string[] => header.split(",").map((each) => each.trim().replace(/^W\//, ""));

export const isKnownTag = (header: string | undefined, tag: string): boolean =>
  header !== undefined && tagsIn(header).some((each) => each === tag || plainTag(each) === tag || each === "*");

/** Of the tags that a caller knows the one of this answer, in whichever coding; the plain one where it is none of them. */
export const knownTagOf = (header: string | undefined, tag: string): string =>
  tagsIn(header ?? "").find((each) => plainTag(each) === tag) ?? tag;
