/** The pictures on the page behind a review link, which the room of pages cannot serve by itself. */
import { z } from "zod";
import type { App } from "../../app.ts";
import { Problem } from "../../errors.ts";
import { openReviewLink } from "../../safeguards/review-links.ts";
import { drawPage, PageNumber } from "../answers/page-answers.ts";
import type { Server } from "../schemas.ts";

/** What the review page shows; the address also has the version of the reading, so that a browser asks again after a change. */
const REVIEW_PICTURE = { dpi: 110, boxes: true };

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
      return drawPage(app, request, reply, { ...REVIEW_PICTURE, company_id, id, page });
    },
  );
}
