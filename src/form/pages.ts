/** What every page of the form and of the setup does: answer, and refuse what another site sends in a reader's name. */
import type { FastifyReply, FastifyRequest } from "fastify";
import type { App } from "../app.ts";
import { Problem } from "../errors.ts";
import { html, PAGE_HEADERS, renderPage, type Html } from "../html.ts";

/** Options of a route that answers with pages. */
export const PAGE_ROUTE = { schema: { hide: true }, config: { isPage: true } };

/** Submits of one page may hold this much. */
export const FORM_BYTES_MAX = 64 * 1024;

export function sendPage(
  reply: FastifyReply,
  page: { title: string; body: Html; status?: number; refreshSeconds?: number },
): FastifyReply {
  return reply
    .code(page.status ?? 200)
    .headers(PAGE_HEADERS)
    .send(renderPage(page));
}

/**
 * A form is taken only from a page of this service: browsers say where a request comes from. Programs that say nothing
 * hold a signed page or link, which is enough. @throws Problem forbidden
 */
export function requireOwnPage(app: Pick<App, "publicUrl">, request: FastifyRequest): void {
  const { origin, "sec-fetch-site": site } = request.headers;
  const isForeign =
    (site !== undefined && site !== "same-origin" && site !== "none") || isOtherOrigin(app, request, origin);
  if (isForeign) throw new Problem("forbidden", "This form was sent from another site. Open its link again.");
}

/** Another host and port than those under which the reader or the settings know us; the scheme may end at a gateway. */
function isOtherOrigin({ publicUrl }: Pick<App, "publicUrl">, request: FastifyRequest, origin?: string): boolean {
  if (origin === undefined) return false;
  const from = URL.parse(origin);
  const asked = URL.parse(`${from?.protocol}//${request.headers.host}`);
  return from === null || (from.host !== asked?.host && from.host !== new URL(publicUrl).host);
}

/** The page for a link that opens nothing, whatever the reason: it tells nobody which. */
export function sendDeadLink(reply: FastifyReply): FastifyReply {
  return sendPage(reply, {
    title: "This link does not work",
    status: 404,
    body: html` <h1>This link does not work</h1>
      <p>It may have been replaced, or a part of it is missing. Ask whoever sent it to you for a new one.</p>`,
  });
}
