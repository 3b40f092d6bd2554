/** A page of a document as an answer: drawn or read in a limited process, few at once, and the same one only once. */
import type { FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import type { App } from "../../app.ts";
import { boxesOn } from "../../domain/bills/places.ts";
import { found, Problem } from "../../errors.ts";
import type { Finding, PagePlace, Statement } from "../../records/statement.ts";
import type { PageWords } from "../../records/page-words.ts";
import { findDocument, findReadDocument, type DocumentRow } from "../../store/bills/documents.ts";
import { isKnownTag, TAGGED, tagOf } from "../http/etag.ts";

/** Letters of small print are readable, and a page takes some 100 KB. */
export const PAGE_DPI = 100;
export const PAGE_DPI_MIN = 36;
export const PAGE_DPI_MAX = 200;

/** A page that no file has, for what is no number. */
const NO_PAGE = 0;
export const PageNumber = z
  .string()
  .transform((text) => (/^[1-9]\d{0,4}$/.test(text) ? Number(text) : NO_PAGE))
  .meta({ type: "integer", description: "From 1.", example: 1 });

const PNG = { content: { "image/png": { schema: z.unknown().meta({ type: "string", format: "binary" }) } } };

/** For the schema of a route. */
export const PAGE_PICTURE = {
  200: { description: "The page.", ...PNG },
  304: { description: "The page matches the tag in `If-None-Match`.", ...PNG },
};

interface PageOf {
  company_id: number;
  id: number;
  /** From 1. */
  page: number;
}

/** @throws Problem not-found, also for a page that the file does not have; conflict for a file that has no pages to show */
export async function drawPage(
  app: App,
  request: FastifyRequest,
  reply: FastifyReply,
  { company_id, id, page, dpi, boxes: withBoxes }: PageOf & { dpi: number; boxes: boolean },
): Promise<FastifyReply> {
  const document = await found(findDocument(app.db, company_id, id));
  const boxes = withBoxes ? await boxesOf(app, document, page) : [];
  const tag = tagOf(JSON.stringify([document.sha256.toString("hex"), page, dpi, boxes]));
  reply.headers({ etag: tag, ...TAGGED });
  if (isKnownTag(request.headers["if-none-match"], tag)) return reply.code(304).send();
  const drawn = await app.pages.draw(company_id, fileOf(app, document), { page, dpi, boxes });
  if (!drawn.ok) throw refusalOf(drawn.finding);
  const inPoints = (length: number) => String(Math.round(length * 100) / 100);
  return reply
    .type("image/png")
    .headers({
      "page-count": String(drawn.pages),
      "page-width": inPoints(drawn.points.width),
      "page-height": inPoints(drawn.points.height),
    })
    .send(Buffer.from(drawn.png));
}

/** @throws Problem like `drawPage` */
export async function wordsOfPage(app: App, { company_id, id, page }: PageOf): Promise<z.infer<typeof PageWords>> {
  const document = await found(findDocument(app.db, company_id, id));
  const read = await app.pages.words(company_id, fileOf(app, document), page);
  if (!read.ok) throw refusalOf(read.finding);
  const { ok: _, ...words } = read;
  return words;
}

async function boxesOf(
  { db }: App,
  { company_id, id, findings }: DocumentRow,
  page: number,
): Promise<PagePlace["box"][]> {
  const { statement } = await found(findReadDocument(db, company_id, id));
  // Only readers write these columns. What is incomplete has places, too.
  return boxesOn(page, statement as unknown as Statement | null, findings as unknown as Finding[]);
}

const fileOf = ({ files }: App, { company_uuid, sha256 }: DocumentRow) => ({
  sha256,
  open: () => files.get(company_uuid, sha256),
});

const refusalOf = ({ name, detail }: { name: string; detail: string }): Problem =>
  name === "page_missing" ? new Problem("not-found", detail) : new Problem("conflict", `${name}: ${detail}`);
