/** The documentation, served by the service itself: the OpenAPI document, the interactive reference, the guides, and an overview for programs. */
import { stringify } from "yaml";
import { z } from "zod";
import type { App } from "../../app.ts";
import { PROBLEM_KINDS, Problem } from "../../errors.ts";
import { html } from "../../formats/html/html.ts";
import { guideList, type Guide } from "../docs/guides.ts";
import { openSite } from "../docs/site.ts";
import { publish, sendPublished, type Published } from "../answers/published.ts";
import type { Server } from "../schemas.ts";

const page = { schema: { hide: true }, config: { isPage: true } };
const file = { schema: { hide: true } };
const named = { ...page, schema: { ...page.schema, params: z.object({ name: z.string() }) } };

const MARKDOWN = "text/markdown; charset=utf-8";

export function docRoutes(server: Server, app: App): void {
  // Made on the first request, when every route exists.
  const documents = new Map<string, Promise<Published>>();
  const documentAs = (type: string, write: (document: object) => string) => {
    const made = documents.get(type) ?? publish(write(server.swagger()), { "content-type": type });
    documents.set(type, made);
    return made;
  };

  server.get("/openapi.json", file, async (request, reply) =>
    sendPublished(request, reply, await documentAs("application/json; charset=utf-8", (text) => JSON.stringify(text))),
  );

  server.get("/openapi.yaml", file, async (request, reply) =>
    sendPublished(request, reply, await documentAs("application/yaml", writeYaml)),
  );

  server.get("/docs", page, async (_request, reply) => {
    const body = html`<noscript>
        <p>The reference needs a script of this service. What it draws is <a href="/openapi.json">/openapi.json</a>.</p>
      </noscript>
      <div id="reference"><p class="wait">The reference is loading.</p></div>`;
    return (await openSite()).send(reply, { title: "API reference", path: "/docs", body, isReference: true });
  });

  server.get("/docs/assets/:name", named, async (request, reply) => {
    const asset = (await openSite()).assets.find(request.params.name);
    if (asset === undefined) throw new Problem("not-found", "There is no such file.");
    return sendPublished(request, reply, asset);
  });

  server.get("/docs/files/:name", named, async (request, reply) => {
    const found = (await openSite()).findFile(`/docs/files/${request.params.name}`);
    if (found === undefined) throw new Problem("not-found", "There is no such file.");
    return sendPublished(request, reply, found);
  });

  server.get("/docs/guides", page, async (_request, reply) => {
    const site = await openSite();
    const body = html`<h1>Guides</h1>
      ${guideList(site.list("guide"))}
      <h2>How Meterbook is built</h2>
      ${guideList(site.list("project"))}
      <p><a href="/docs/decisions">Decisions</a> say why it is built so.</p>
      <h2>For programs</h2>
      <p>
        <a href="/openapi.json">openapi.json</a>, <a href="/openapi.yaml">openapi.yaml</a>,
        <a href="/llms.txt">llms.txt</a>; every guide and every problem also as Markdown, under its address with
        <code>.md</code>.
      </p>`;
    return site.send(reply, { title: "Guides", path: "/docs/guides", body });
  });

  server.get("/docs/decisions", page, async (_request, reply) => {
    const site = await openSite();
    const body = html`<h1>Decisions</h1>
      <p>Each says what was chosen, why, and what it costs.</p>
      ${guideList(site.list("decision"))}`;
    return site.send(reply, { title: "Decisions", path: "/docs/decisions", body });
  });

  for (const folder of ["/docs", "/docs/decisions"])
    server.get(`${folder}/:name`, named, async ({ params }, reply) => {
      const site = await openSite();
      const isText = params.name.endsWith(".md");
      const path = `${folder}/${isText ? params.name.slice(0, -".md".length) : params.name}`;
      const guide = site.findGuide(path);
      if (guide === undefined) throw new Problem("not-found", "There is no page with this name.");
      if (isText) return reply.type(MARKDOWN).send(guide.text);
      return site.send(reply, { title: guide.title, path, body: guide.body });
    });

  server.get("/llms.txt", file, async (_request, reply) =>
    reply.type("text/plain; charset=utf-8").send(listForPrograms(app.publicUrl, (await openSite()).list("guide"))),
  );
}

/** Without anchors: few YAML readers resolve them. */
const writeYaml = (document: object): string => stringify(document, { aliasDuplicateObjects: false, lineWidth: 0 });

/** In the form of llmstxt.org: the pages and their addresses. */
const listForPrograms = (publicUrl: string, guides: Guide[]): string => `# Meterbook

> An open-source utility data service: from a utility login to bills, calendar months and signed webhooks.

Everything of the API is in the OpenAPI document: operations, schemas, examples, webhooks. Base address: ${publicUrl}/v1

## API

- [OpenAPI 3.1 as JSON](${publicUrl}/openapi.json)
- [OpenAPI 3.1 as YAML](${publicUrl}/openapi.yaml)

## Guides

${guides.map(({ path, title }) => `- [${title}](${publicUrl}${path}.md)`).join("\n")}

## Problem types

${Object.entries(PROBLEM_KINDS)
  .map(([slug, { status, title }]) => `- [${slug}](${publicUrl}/problems/${slug}.md): ${status}, ${title}`)
  .join("\n")}
`;
