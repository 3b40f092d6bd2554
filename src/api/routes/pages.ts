/** The pages people find first: what this is, and what each problem means. */
import type { App } from "../../app.ts";
import { PROBLEM_KINDS, Problem, type ProblemSlug } from "../../errors.ts";
import { html, PAGE_HEADERS, renderPage, type Html } from "../../html.ts";
import type { Server } from "../schemas.ts";
import type { FastifyReply } from "fastify";
import { z } from "zod";

const options = { schema: { hide: true }, config: { isPage: true } };

export function pageRoutes(server: Server, app: App): void {
  server.get("/", options, async (_request, reply) =>
    sendPage(
      reply,
      "Meterbook",
      html` <h1>Meterbook</h1>
        <p>An open-source utility data service: from a utility login to bills, calendar months and signed webhooks.</p>
        <ul>
          <li>
            <a href="/openapi.json">The API as an OpenAPI 3.1 document</a>; its base address is
            <code>${app.publicUrl}/v1</code>
          </li>
          <li><a href="/problems">What each problem means</a></li>
          <li><a href="/readyz">Whether the service is ready</a></li>
        </ul>
        ${app.sandboxUrl === null ? null : html`<p>The sandbox utilities run at <a href="${app.sandboxUrl}">${app.sandboxUrl}</a>.</p>`}`,
    ),
  );

  server.get("/problems", options, async (_request, reply) =>
    sendPage(
      reply,
      "Problems",
      html` <h1>Problems</h1>
        <p>Every refusal of the API has one of these types.</p>
        <dl>
          ${Object.entries(PROBLEM_KINDS).map(
            ([slug, { status, title }]) =>
              html`<dt><a href="/problems/${slug}">${title}</a></dt>
                <dd>${status} ${slug}</dd>`,
          )}
        </dl>`,
    ),
  );

  server.get(
    "/problems/:slug",
    { ...options, schema: { ...options.schema, params: z.object({ slug: z.string() }) } },
    async ({ params: { slug } }, reply) => {
      if (!isSlug(slug)) throw new Problem("not-found", "There is no problem of this name.");
      const { status, title, advice } = PROBLEM_KINDS[slug];
      const body = html`<h1>${title}</h1>
        <p>${advice}</p>
        <p>Status ${status}. <a href="/problems">All problems</a></p>`;
      return sendPage(reply, title, body);
    },
  );
}

const isSlug = (text: string): text is ProblemSlug => Object.hasOwn(PROBLEM_KINDS, text);

const sendPage = (reply: FastifyReply, title: string, body: Html) =>
  reply.headers(PAGE_HEADERS).send(renderPage({ title, body }));
