/** The pages of a document as someone sees them: drawn as pictures, and as words with their places. */
import { z } from "zod";
import type { App } from "../../app.ts";
import { PageWords } from "../../records/page-words.ts";
import { drawPage, PAGE_DPI, PAGE_DPI_MAX, PAGE_DPI_MIN, PAGE_PICTURE, wordsOfPage } from "../answers/page-answers.ts";
import { callerOf } from "../auth/auth.ts";
import { IdPath, type Server } from "../schemas.ts";

/** A page that no file has, for what is no number. */
const NO_PAGE = 0;
const PageNumber = z
  .string()
  .transform((text) => (/^[1-9]\d{0,4}$/.test(text) ? Number(text) : NO_PAGE))
  .meta({ type: "integer", description: "From 1.", example: 1 });

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
  dpi: z.coerce
    .number()
    .int()
    .min(PAGE_DPI_MIN)
    .max(PAGE_DPI_MAX)
    .default(PAGE_DPI)
    .meta({ description: "Dots per inch; a large page is drawn with fewer.", example: 100 }),
});

const WordsQuery = z.strictObject({
  page: z.coerce.number().int().min(1).max(10_000).default(1).meta({ description: "From 1.", example: 1 }),
});

const tags = ["Documents"];

export function documentPageRoutes(server: Server, app: App): void {
  server.get(
    "/documents/:id/pages/:page.png",
    {
      schema: {
        operationId: "getDocumentPage",
        summary: "A page of a document as a picture",
        description: "For a PDF, PNG, JPEG or TIFF. The `ETag` stays the same while file and reading do.",
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
}
