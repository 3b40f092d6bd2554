/** The pictures on the page behind a review link, which the room of pages cannot serve by itself. */
import type { FastifyReply } from "fastify";
import { z } from "zod";
import type { App } from "../../app.ts";
import { Problem } from "../../errors.ts";
import { openReviewLink } from "../../safeguards/review-links.ts";
import { drawPage, PageNumber, wordsOfPage } from "../answers/page-answers.ts";
import { wordsAsDrawing, type DrawnWords } from "../answers/page-as-words.ts";
import type { Server } from "../schemas.ts";

/** What the review page shows; the address also has the version of the reading, so that a browser asks again after a change. The dpi is equal to that of the page (`form/review`): the first page is then drawn once. */
const REVIEW_PICTURE = { dpi: 110, boxes: true };

/** A drawing that runs nothing and asks for nothing. */
const DRAWING_POLICY = "default-src 'none'";

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
const WORDLESS: DrawnWords = { width: 612, height: 792, words: [] };

function wordless(error: unknown): DrawnWords {
  if (error instanceof Problem && error.slug === "conflict") return WORDLESS;
  throw error;
}

const sendWords = (reply: FastifyReply, page: DrawnWords) =>
  reply
    .removeHeader("etag")
    .headers({ "cache-control": "no-store", "content-security-policy": DRAWING_POLICY })
    .type("image/svg+xml")
    .send(wordsAsDrawing(page).html);
