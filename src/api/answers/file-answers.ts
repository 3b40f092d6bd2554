/** A kept file as an answer: byte for byte, whole or in part, and never run as part of this site. */
import { Readable } from "node:stream";
import type { FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import type { App } from "../../app.ts";
import { Problem } from "../../errors.ts";
import { isRangeWanted, readRange } from "../http/byte-range.ts";
import { dispositionOf } from "../http/disposition.ts";
import { isKnownTag } from "../http/etag.ts";

/** Types that a browser may display. All others are downloaded: a page from elsewhere must not run under our origin. */
const SHOWN: Record<string, string> = { pdf: "application/pdf" };
const SAVED: Record<string, string> = {
  csv: "text/csv",
  xml: "application/xml",
  html: "text/html",
  zip: "application/zip",
  json: "application/json",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
};
const OTHER = "application/octet-stream";

/** If a browser displays a saved file anyway, it does so without scripts, forms or our origin. */
const SANDBOX = "sandbox; default-src 'none'; frame-ancestors 'none'";
/** A PDF under `sandbox` or `default-src 'none'` stays blank in browsers whose PDF viewer is itself a page (Chrome, Safari). */
const IN_OUR_FRAMES = "frame-ancestors 'self'";

const FILE = { content: { [OTHER]: { schema: z.unknown().meta({ type: "string", format: "binary" }) } } };

/** For the schema of a route. */
export const FILE_ANSWERS = {
  200: { description: "The file.", ...FILE },
  206: { description: "The part of the file that was asked for.", ...FILE },
  304: { description: "The file matches the tag in `If-None-Match`.", ...FILE },
};

export const FileQuery = z.object({
  download: z
    .string()
    .optional()
    .meta({ description: "With `1` a browser downloads the file instead of showing it.", example: "1" }),
});

export interface KeptFile {
  company_uuid: string;
  sha256: Buffer;
  bytes: number;
  format: string;
  name: string;
  /** Its name in the log. */
  id: number;
}

/** The record that gives links to files, and so a new link after one has expired. */
const GIVEN_BY = { file: "bill", delivery_file: "delivery" } as const;

/** @throws Problem when the link was not made by this service or has expired */
export function openFileLink({ links }: Pick<App, "links">, purpose: keyof typeof GIVEN_BY, ref: string) {
  const link = links.open(purpose, ref);
  if (link === null) throw new Problem("dead-link", "This link was not made by this service.");
  if (link.expired)
    throw new Problem("dead-link", `This link has expired. Read the ${GIVEN_BY[purpose]} again for a new one.`);
  const [companyId = 0, id = 0] = link.values.map(Number);
  return { companyId, id };
}

export const noSuchFile = (): Problem => new Problem("not-found", "This file no longer exists.");

/** @throws Problem when the range is not in the file, or the file is lost */
export async function answerFile(
  app: App,
  { headers, method, query: { download } }: FastifyRequest<{ Querystring: z.infer<typeof FileQuery> }>,
  reply: FastifyReply,
  file: KeptFile,
): Promise<FastifyReply> {
  const { format, bytes, name, sha256 } = file;
  const shown = SHOWN[format];
  const kind = shown === undefined || download === "1" ? "attachment" : "inline";
  const tag = `"${sha256.toString("hex")}"`;
  reply.headers({
    "accept-ranges": "bytes",
    "cache-control": "private, no-cache",
    etag: tag,
    "content-security-policy": shown === undefined ? SANDBOX : IN_OUR_FRAMES,
    "referrer-policy": "no-referrer",
  });
  if (isKnownTag(headers["if-none-match"], tag)) return reply.code(304).send(Readable.from([]));

  // Range is ignored for HEAD (RFC 9110, 14.2).
  const isRangeAsked = method === "GET" && isRangeWanted(headers["if-range"]?.toString(), tag);
  const part = isRangeAsked ? readRange(headers.range, bytes) : "whole";
  if (part === "beyond") {
    reply.header("content-range", `bytes */${bytes}`);
    throw new Problem("range-not-satisfiable", `The file has ${bytes} bytes.`);
  }
  const range = part === "whole" ? undefined : part;
  const body = method === "HEAD" ? await nothingOf(app, file) : await openPart(app, file, range);
  reply.headers({
    "content-type": shown ?? SAVED[format] ?? OTHER,
    "content-disposition": dispositionOf(kind, name, `document.${format}`),
    "content-length": range === undefined ? bytes : range.last - range.first + 1,
  });
  if (range !== undefined) reply.code(206).header("content-range", `bytes ${range.first}-${range.last}/${bytes}`);
  body.once("error", (error) => {
    // Before the headers are sent an error becomes an answer, which is logged; after the client has left it is no error.
    if (reply.raw.headersSent && !reply.raw.destroyed)
      app.log.error({ err: error, file: { id: file.id, name } }, "a file was cut off by an error");
  });
  return reply.send(body);
}

async function openPart(app: App, file: KeptFile, range: { first: number; last: number } | undefined) {
  const stream = await app.files.stream(file.company_uuid, file.sha256, range);
  if (stream === null) throw lost(app, file);
  return stream;
}

/** For HEAD: reads no byte, but checks that the file exists. @throws Problem when the file is lost */
async function nothingOf(app: App, file: KeptFile): Promise<Readable> {
  if ((await app.files.size(file.company_uuid, file.sha256)) === null) throw lost(app, file);
  return Readable.from([]);
}

function lost({ log }: App, { id, name }: KeptFile): Problem {
  log.error({ file: { id, name } }, "a kept file is lost");
  return noSuchFile();
}
