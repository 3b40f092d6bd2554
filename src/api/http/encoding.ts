/** Compresses answers of the API with zstd or gzip, as the caller accepts, while they are sent. Secrets stay uncompressed. */
import { pipeline } from "node:stream";
import { promisify } from "node:util";
import { constants, createGzip, createZstdCompress, gzip, zstdCompress } from "node:zlib";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { codedTag, knownTagOf } from "./etag.ts";
import { isStream } from "./open-answers.ts";

/** Below this size the answer fits into one packet anyway. */
const BYTES_MIN = 1024;
/** PDF and XLSX are compressed already. */
const COMPRESSIBLE = /^(application\/json|text\/)/;
/**
 * Headers of answers that contain a secret (a password in clear, the webhook secret). Next to text that others can choose, the length
 * of a compressed answer would reveal the secret (BREACH).
 */
const SECRET = "no-store";

const { Z_SYNC_FLUSH, ZSTD_c_compressionLevel, ZSTD_e_flush } = constants;
// The lowest levels: they shrink JSON of bills to a tenth, and higher ones cost several times as much.
const GZIP = { level: 1 };
const ZSTD = { params: { [ZSTD_c_compressionLevel]: 1 } };
const [gzipText, zstdText] = [promisify(gzip), promisify(zstdCompress)];

/** In order of preference. Streamed answers are flushed with each part, so that a reader gets it at once. */
const CODINGS = {
  zstd: {
    whole: (text: string | Buffer) => zstdText(text, ZSTD),
    stream: () => createZstdCompress({ ...ZSTD, flush: ZSTD_e_flush }),
  },
  gzip: {
    whole: (text: string | Buffer) => gzipText(text, GZIP),
    stream: () => createGzip({ ...GZIP, flush: Z_SYNC_FLUSH }),
  },
};
const PREFERRED = ["zstd", "gzip"] as const satisfies (keyof typeof CODINGS)[];

/** The best of the codings that an Accept-Encoding header allows, the first of equal ones (RFC 9110, 12.5.3); null: none. */
export function codingOf<Offered extends string>(
  header: string | undefined,
  offered: readonly Offered[],
): Offered | null {
  const weights = new Map<string, number>();
  for (const part of (header ?? "").slice(0, 1000).split(",")) {
    const [name = "", ...parameters] = part.split(";").map((each) => each.trim().toLowerCase());
    const weight = parameters.find((each) => each.startsWith("q="));
    weights.set(name, weight === undefined ? 1 : Number(weight.slice(2)));
  }
  const weightOf = (coding: string) => weights.get(coding) ?? weights.get("*") ?? 0;
  const allowed = offered.filter((coding) => weightOf(coding) > 0);
  return allowed.sort((one, other) => weightOf(other) - weightOf(one))[0] ?? null;
}

export function encodeAnswers(server: FastifyInstance): void {
  server.addHook("onSend", async (request, reply, payload) => {
    const isApi = request.routeOptions.url?.startsWith("/v1/") === true;
    if (!isApi || request.method !== "GET" || reply.getHeader("cache-control") === SECRET) return payload;
    if (reply.statusCode === 304) keepKnownTag(request, reply);
    return reply.statusCode === 200 ? encode(request, reply, payload) : payload;
  });
}

/** A caller that has a compressed answer gets 304 with that answer's tag. */
function keepKnownTag({ headers }: FastifyRequest, reply: FastifyReply): void {
  vary(reply);
  const tag = reply.getHeader("etag");
  if (typeof tag === "string") reply.header("etag", knownTagOf(headers["if-none-match"], tag));
}

async function encode(request: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<unknown> {
  if (!COMPRESSIBLE.test(String(reply.getHeader("content-type"))) || reply.hasHeader("content-encoding"))
    return payload;
  vary(reply);
  const coding = codingOf(request.headers["accept-encoding"]?.toString(), PREFERRED);
  const isText = typeof payload === "string" || Buffer.isBuffer(payload);
  if (coding === null || (isText && payload.length < BYTES_MIN)) return payload;
  if (!isText && !isStream(payload)) return payload;
  const tag = reply.getHeader("etag");
  if (typeof tag === "string") reply.header("etag", codedTag(tag, coding));
  reply.header("content-encoding", coding).removeHeader("content-length");
  if (isText) return CODINGS[coding].whole(payload);
  // A failure of either stream breaks off both, and so the answer; the code that reads the list has logged it.
  return pipeline(payload, CODINGS[coding].stream(), () => {});
}

function vary(reply: FastifyReply): void {
  const before = reply.getHeader("vary");
  reply.header("vary", before === undefined ? "accept-encoding" : `${String(before)}, accept-encoding`);
}
