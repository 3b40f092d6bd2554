/** The pages that people find first: what this service is, and what each problem means. */
import { z } from "zod";
import type { App } from "../../app.ts";
import { PROBLEM_KINDS, Problem, type ProblemSlug } from "../../errors.ts";
import { html } from "../../formats/html/html.ts";
import { guideList } from "../docs/guides.ts";
import { renderMarkdown } from "../docs/markdown.ts";
import { problemText } from "../docs/problem-page.ts";
import { openSite } from "../docs/site.ts";
import type { Document } from "../openapi/model.ts";
import type { Server } from "../schemas.ts";

const options = { schema: { hide: true }, config: { isPage: true } };

export function pageRoutes(server: Server, app: App): void {
  server.get("/", options, async (_request, reply) => {
    const site = await openSite();
    const { fictional } = app.connectors;
    const body = html`<h1>Meterbook</h1>
      <p>An open-source utility data service: from a utility login to bills, calendar months and signed webhooks.</p>
      <p>
        <a href="/docs">The API reference</a>, to read and to try out. Its base address is
        <code>${app.publicUrl}/v1</code>.
      </p>
      <h2>Guides</h2>
      ${guideList(site.list("guide"))}
      <h2>For programs</h2>
      <ul>
        <li><a href="/openapi.json">The API as an OpenAPI 3.1 document</a></li>
        <li><a href="/problems">What each problem means</a></li>
        <li><a href="/readyz">Whether the service is ready</a></li>
      </ul>
      ${fictional === null ? null : html`<p>The ${fictional.name} run at <a href="${fictional.url}">${fictional.url}</a>.</p>`}`;
    return site.send(reply, { title: "Utility data", path: "/", body });
  });

  server.get("/problems", options, async (_request, reply) => {
    const body = html`<h1>Problems</h1>
      <p>
        Every refusal of the API is <code>application/problem+json</code> (RFC 9457) and has one of these types. Decide
        by <code>type</code> or by the status; <code>detail</code> is for people.
      </p>
      <dl>
        ${Object.entries(PROBLEM_KINDS).map(
          ([slug, { status, title }]) =>
            html`<dt><a href="/problems/${slug}">${title}</a></dt>
              <dd>${status} ${slug}</dd>`,
        )}
      </dl>`;
    return (await openSite()).send(reply, { title: "Problems", path: "/problems", body });
  });

  server.get(
    "/problems/:slug",
    { ...options, schema: { ...options.schema, params: z.object({ slug: z.string() }) } },
    async ({ params }, reply) => {
      const isText = params.slug.endsWith(".md");
      const slug = isText ? params.slug.slice(0, -".md".length) : params.slug;
      if (!isSlug(slug)) throw new Problem("not-found", "There is no problem with this name.");
      // The document is built on first use, when every route exists.
      const text = problemText(server.swagger() as unknown as Document, slug, app.publicUrl);
      if (isText) return reply.type("text/markdown; charset=utf-8").send(text);
      const { title } = PROBLEM_KINDS[slug];
      const body = renderMarkdown(text, (target) => target);
      return (await openSite()).send(reply, { title, path: `/problems/${slug}`, body });
    },
  );
}

const isSlug = (text: string): text is ProblemSlug => Object.hasOwn(PROBLEM_KINDS, text);
