/** The pictures on the page behind a review link, which the room of pages cannot serve by itself. */
import type { FastifyReply } from "fastify";
import { z } from "zod";
import type { App } from "../../app.ts";
import { Problem } from "../../errors.ts";
import { drawingHtml, escapeHtml } from "../../formats/html/html.ts";
import type { PageWords } from "../../records/page-words.ts";
import { openReviewLink } from "../../safeguards/review-links.ts";
import { drawPage, PageNumber, wordsOfPage } from "../answers/page-answers.ts";
import type { Server } from "../schemas.ts";

/** What the review page shows; the address also has the version of the reading, so that a browser asks again after a change. */
const REVIEW_PICTURE = { dpi: 110, boxes: true };

/** A drawing that runs nothing and asks for nothing. */
const DRAWING_POLICY = "default-src 'none'; sandbox";

/** The pictures on the page behind a review link. */
export function reviewPictureRoutes(server: Server, app: App): void {
  server.get(
    "/review/:token/pages/:page.png",
    {
      schema: {
        hide: true,
        params: z.object({ token: z.string(), page: PageNumber }),
        querystring: z.object({ of: z.string().max(20).optional() }),
      },
    },
    async (request, reply) => {
      const { token, page } = request.params;
      const reviewer = await openReviewLink(app, token);
      if (reviewer === null) throw new Problem("dead-link", "This link does not work, or has expired.");
      const { company_id, document_id: id } = reviewer;
      try {
        return await drawPage(app, request, reply, { ...REVIEW_PICTURE, company_id, id, page });
      } catch (error) {
        if (!(error instanceof Problem) || error.slug !== "conflict") throw error;
        return sendWords(reply, await wordsOfPage(app, { company_id, id, page }).catch(wordless));
      }
    },
  );
}

/** A letter page. */
const WORDLESS = { width: 612, height: 792, words: [] };

function wordless(error: unknown): typeof WORDLESS {
  if (error instanceof Problem && error.slug === "conflict") return WORDLESS;
  throw error;
}

const sendWords = (reply: FastifyReply, page: Pick<z.infer<typeof PageWords>, "width" | "height" | "words">) =>
  reply
    .removeHeader("etag")
    .headers({ "cache-control": "no-store", "content-security-policy": DRAWING_POLICY })
    .type("image/svg+xml")
    .send(wordsAsDrawing(page).html);

/** Above the first line of a page, mostly. */
const NOTE_POINTS = 22;

/** In place of a page that cannot be drawn: a sentence that says so, and its words where they stand. */
function wordsAsDrawing({ width, height, words }: Pick<z.infer<typeof PageWords>, "width" | "height" | "words">) {
  const note =
    words.length === 0
      ? "This page cannot be drawn. Open the file to see it."
      : "This page cannot be drawn: these are its words. Open the file to see it.";
  const texts = words.map(({ text, box: [left = 0, top = 0, right = 0, bottom = 0] }) => {
    const size = Math.max(1, bottom - top);
    return `<text x="${left}" y="${NOTE_POINTS + bottom - 0.2 * size}" font-size="${size}" textLength="${Math.max(1, right - left)}" lengthAdjust="spacingAndGlyphs">${escapeHtml(text)}</text>`;
  });
  return drawingHtml(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height + NOTE_POINTS}" viewBox="0 0 ${width} ${height + NOTE_POINTS}" font-family="sans-serif"><rect width="100%" height="100%" fill="#fff"/><text x="12" y="15" font-size="11" font-weight="bold" fill="#b3261e">${note}</text>${texts.join("")}</svg>`,
  );
}
