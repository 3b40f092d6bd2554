/** The original files, behind signed links: what was fetched, byte for byte, whole or in part, and never run as part of this site. */
import { Readable } from "node:stream";
import { z } from "zod";
import type { App } from "../../app.ts";
import { Problem } from "../../errors.ts";
import { findDocument, type DocumentRow } from "../../store/documents.ts";
import { isRangeWanted, readRange } from "../byte-range.ts";
import { dispositionOf } from "../disposition.ts";
import { isKnownTag } from "../etag.ts";
import type { Server } from "../schemas.ts";

/** What a browser may show. Everything else is offered for saving: a page from elsewhere must not run under our name. */
const SHOWN: Record<string, string> = { pdf: "application/pdf" };
const SAVED: Record<string, string> = {
  csv: "text/csv",
  xml: "application/xml",
  html: "text/html",
  zip: "application/zip",
};
const OTHER = "application/octet-stream";

/** Should a browser show a saved file after all, it does so without scripts, forms, and our origin. */
const SANDBOX = "sandbox; default-src 'none'; frame-ancestors 'none'";
/** A PDF under `sandbox` or `default-src 'none'` stays blank in browsers whose reader is a page of its own (Chrome, Safari). */
const IN_OUR_FRAMES = "frame-ancestors 'self'";

const FILE = { content: { [OTHER]: { schema: z.unknown().meta({ type: "string", format: "binary" }) } } };

export function fileRoutes(server: Server, app: App): void {
  server.get(
    "/files/:ref",
    {
      schema: {
        operationId: "getFile",
        summary: "Open a file by its signed link",
        description:
          "The link is in `source.expiring_link` of a bill and works for 7 days. A single `Range` of bytes is served in part; the `ETag` is the SHA-256 of the file.",
        tags: ["Files"],
        params: z.object({
          ref: z.string().meta({
            description: "The signed part of the link.",
            example: "2.640.mx0ptmo0.B6aHG8AP6ZBku3oaN03VIFc2b3cHuHBY5K3Dg71GpLI",
          }),
        }),
        querystring: z.object({
          download: z
            .string()
            .optional()
            .meta({ description: "With `1` a browser saves the file instead of showing it.", example: "1" }),
        }),
        response: {
          200: { description: "The file.", ...FILE },
          206: { description: "The part of the file that was asked for.", ...FILE },
          304: { description: "The file is the one of the tag in `If-None-Match`.", ...FILE },
        },
      },
    },
    async ({ params: { ref }, query: { download }, headers, method }, reply) => {
      const document = await findLinkedDocument(app, ref);
      const { format, bytes, name, sha256 } = document;
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

      // A range of a HEAD is not heard (RFC 9110, 14.2).
      const isRangeHeard = method === "GET" && isRangeWanted(headers["if-range"]?.toString(), tag);
      const part = isRangeHeard ? readRange(headers.range, bytes) : "whole";
      if (part === "beyond") {
        reply.header("content-range", `bytes */${bytes}`);
        throw new Problem("range-not-satisfiable", `The file has ${bytes} bytes.`);
      }
      const range = part === "whole" ? undefined : part;
      const body = method === "HEAD" ? await nothingOf(app, document) : await openPart(app, document, range);
      reply.headers({
        "content-type": shown ?? SAVED[format] ?? OTHER,
        "content-disposition": dispositionOf(kind, name, `document.${format}`),
        "content-length": range === undefined ? bytes : range.last - range.first + 1,
      });
      if (range !== undefined) reply.code(206).header("content-range", `bytes ${range.first}-${range.last}/${bytes}`);
      return reply.send(body);
    },
  );
}

/** @throws Problem when the link is not ours, is too old, or the document or its company is gone */
async function findLinkedDocument({ db, links }: App, ref: string): Promise<DocumentRow> {
  const link = links.open("file", ref);
  if (link === null) throw new Problem("dead-link", "This link was not made by this service.");
  if (link.expired) throw new Problem("dead-link", "This link has expired. Read the bill again for a new one.");
  const [companyId = 0, documentId = 0] = link.values.map(Number);
  const document = await findDocument(db, companyId, documentId);
  if (document === undefined) throw new Problem("not-found", "This file is no more.");
  return document;
}

/** @throws Problem when the file is lost */
async function openPart(app: App, document: DocumentRow, range: { first: number; last: number } | undefined) {
  const stream = await app.files.stream(document.company_uuid, document.sha256, range);
  if (stream === null) throw lost(app, document);
  return stream;
}

/** For HEAD: no byte is read, but that there are some is made sure of. @throws Problem when the file is lost */
async function nothingOf(app: App, document: DocumentRow): Promise<Readable> {
  if ((await app.files.size(document.company_uuid, document.sha256)) === null) throw lost(app, document);
  return Readable.from([]);
}

function lost({ log }: App, { id }: DocumentRow): Problem {
  log.error({ document_id: id }, "the file of a document is lost");
  return new Problem("not-found", "This file is no more.");
}
