/** Content that is the same for every caller: compressed once, strongly tagged, and not sent again to a client that has it. */
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import type { FastifyReply, FastifyRequest } from "fastify";
import { codedTag, isKnownTag, tagOf } from "../http/etag.ts";

export interface Published {
  /** Headers of every answer, including the tag. */
  headers: Record<string, string>;
  plain: Buffer;
  gzipped: Buffer;
}

/** The client revalidates on each use; while the content is unchanged, that costs a few bytes. */
const REVALIDATED = "public, no-cache";
/** For file names that change with their content. */
export const FOREVER = "public, max-age=31536000, immutable";

const compress = promisify(gzip);

export async function publish(
  content: string | Buffer,
  headers: { "content-type": string; "cache-control"?: string; "content-security-policy"?: string },
): Promise<Published> {
  const plain = Buffer.from(content);
  return {
    headers: { "cache-control": REVALIDATED, vary: "accept-encoding", etag: tagOf(plain), ...headers },
    plain,
    gzipped: await compress(plain),
  };
}

/** Compressed bytes have their own tag; a client that knows either tag gets no body. */
export function sendPublished(request: FastifyRequest, reply: FastifyReply, { headers, plain, gzipped }: Published) {
  const isGzip = /\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/.test(request.headers["accept-encoding"] ?? "");
  const tag = headers["etag"] ?? "";
  reply.headers({ ...headers, etag: isGzip ? codedTag(tag, "gzip") : tag });
  if (isKnownTag(request.headers["if-none-match"], tag)) {
    return reply.code(304).removeHeader("content-type").send();
  }
  if (isGzip) reply.header("content-encoding", "gzip");
  return reply.send(isGzip ? gzipped : plain);
}
