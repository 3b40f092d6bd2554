/** The pages of a document as someone sees them: drawn as pictures, and as words with their places. */
import { z } from "zod";
import type { App } from "../../app.ts";
import { found } from "../../errors.ts";
import { PageWords } from "../../records/page-words.ts";
import {
  drawPage,
  PAGE_DPI,
  PAGE_DPI_MAX,
  PAGE_DPI_MIN,
  PAGE_PICTURE,
  PageNumber,
  wordsOfPage,
} from "../answers/page-answers.ts";
import { Timestamp } from "../../records/wire.ts";
import { signReviewLink } from "../../safeguards/review-links.ts";
import { findDocument } from "../../store/bills/documents.ts";
import { callerOf } from "../auth/auth.ts";
import { rangeOf, wholeNumber } from "../list-query.ts";
import { IdPath, type Server } from "../schemas.ts";
import { instantOf } from "../../domain/instant.ts";

const PictureQuery = z.strictObject({
  boxes: z
    .enum(["true", "false"])
    .default("false")
    .transform((text) => text === "true")
    .meta({
      type: "boolean",
      description: "With boxes around the places of the values that were read, and of findings.",
      example: true,
    }),
  dpi: wholeNumber(PAGE_DPI_MIN, PAGE_DPI_MAX)
    .default(PAGE_DPI)
    .meta({
      ...rangeOf(PAGE_DPI_MIN, PAGE_DPI_MAX),
      description: "Dots per inch; a large page is drawn with fewer.",
      example: 100,
    }),
});

const WordsQuery = z.strictObject({
  page: wholeNumber(1, 10_000)
    .default(1)
    .meta({ ...rangeOf(1, 10_000), description: "From 1.", example: 1 }),
});

const ReviewLink = z
  .object({
    review_link: z.string().meta({
      description: "Opens the page for this document without other credentials.",
      example: "http://localhost:8080/review/2.5.640.1.mx0ptmo0.mDq1qSfdN27BCKIAwFwarM_fTX4sY7jFzawnl9fDIJ0",
    }),
    expires_at: Timestamp,
  })
  .meta({ id: "ReviewLink", description: "A link to the page on which a document is decided about." });

const tags = ["Documents"];

export function documentPageRoutes(server: Server, app: App): void {
  server.get(
    "/documents/:id/pages/:page.png",
    {
      schema: {
        operationId: "getDocumentPage",
        summary: "A page of a document as a picture",
        description:
          "For a PDF, PNG, JPEG or TIFF. The `ETag` stays the same while file and reading do. `Page-Width` and `Page-Height` are the size of the page in points, in which places are given; `Page-Count` says how many pages the file has.",
        tags,
        params: IdPath.extend({ page: PageNumber }),
        querystring: PictureQuery,
        response: PAGE_PICTURE,
        problems: ["conflict", "too-many-requests"],
      },
    },
    (request, reply) => {
      const { id, page } = request.params;
      return drawPage(app, request, reply, { ...request.query, company_id: callerOf(request).company_id, id, page });
    },
  );

  server.get(
    "/documents/:id/words",
    {
      schema: {
        operationId: "getDocumentWords",
        summary: "The words of a page of a document",
        description:
          "With their places. The words of a page without text are recognised, which takes some seconds the first time.",
        tags,
        params: IdPath,
        querystring: WordsQuery,
        response: { 200: PageWords },
        problems: ["conflict", "too-many-requests"],
      },
    },
    (request) => {
      const { company_id } = callerOf(request);
      return wordsOfPage(app, { company_id, id: request.params.id, page: request.query.page });
    },
  );

  server.get(
    "/documents/:id/review_link",
    {
      schema: {
        operationId: "getReviewLink",
        summary: "The page for one document",
        description:
          "It shows the pages, the reading and the findings; the document can be accepted, corrected or rejected there, in any browser. Anyone with the link decides in your name for 8 hours, or until you are signed out everywhere.",
        tags,
        params: IdPath,
        response: { 200: ReviewLink },
      },
    },
    async (request, reply) => {
      const { company_id, user_id } = callerOf(request);
      const { id } = await found(findDocument(app.db, company_id, request.params.id));
      const { token, expiresAtMs } = await found(signReviewLink(app, { company_id, user_id, document_id: id }));
      reply.header("cache-control", "private, no-store");
      return { review_link: `${app.publicUrl}/review/${token}`, expires_at: instantOf(expiresAtMs) };
    },
  );
}
