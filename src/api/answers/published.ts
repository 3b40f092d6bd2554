/** Content that is the same for every caller: compressed once, strongly tagged, and not sent again to a client that has it. */
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import type { FastifyReply, FastifyRequest } from "fastify";
import { codingOf } from "../http/encoding.ts";
import { codedTag, isKnownTag, tagOf } from "../http/etag.ts";

export interface Published {
  /** Headers of every answer, including the tag. */
  headers: Record<string, string>;
  plain: Buffer;
  /** The same bytes, compressed. */
  coded: Partial<Record<PublishedCoding, Buffer>>;
}

/** In order of preference: brotli is the smallest, and every browser takes it over HTTPS and on this machine. */
const CODINGS = ["br", "gzip"] as const;
type PublishedCoding = (typeof CODINGS)[number];

/** The client revalidates on each use; while the content is unchanged, that costs a few bytes. */
const REVALIDATED = "public, no-cache";
/** For file names that change with their content. */
export const FOREVER = "public, max-age=31536000, immutable";

const compress = promisify(gzip);

/** `coded` are compressed copies that exist already; without them one is made with gzip. */
export async function publish(
  content: string | Buffer,
  headers: { "content-type": string; "cache-control"?: string; "content-security-policy"?: string },
  coded?: Published["coded"],
): Promise<Published> {
  const plain = Buffer.from(content);
  return {
    headers: { "cache-control": REVALIDATED, vary: "accept-encoding", etag: tagOf(plain), ...headers },
    plain,
    coded: coded ?? { gzip: await compress(plain) },
  };
}

/** Compressed bytes have their own tag; a client that knows either tag gets no body. */
export function sendPublished(request: FastifyRequest, reply: FastifyReply, { headers, plain, coded }: Published) {
  const offered = CODINGS.filter((each) => coded[each] !== undefined);
  const coding = codingOf(request.headers["accept-encoding"]?.toString(), offered);
  const tag = headers["etag"] ?? "";
  reply.headers({ ...headers, etag: coding === null ? tag : codedTag(tag, coding) });
  if (isKnownTag(request.headers["if-none-match"], tag)) {
    return reply.code(304).removeHeader("content-type").send();
  }
  if (coding === null) return reply.send(plain);
  return reply.header("content-encoding", coding).send(coded[coding]);
}
