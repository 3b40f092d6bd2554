/** What all pages of the documentation share: the files they load, the guides, and the links on top. */
import type { FastifyReply } from "fastify";
import { openAssets, type Assets } from "./assets.ts";
import { readGuides, type Guide } from "./guides.ts";
import { docsHeaders, renderDocsPage, type DocsLink, type DocsPage } from "./page.ts";

export interface Site {
  assets: Assets;
  guides: Guide[];
  send(reply: FastifyReply, page: DocsPage): FastifyReply;
}

const SHORT_TITLES: Record<string, string> = {
  "quick-start": "Quick start",
  "receive-webhooks": "Webhooks",
  client: "SDK",
};

let opened: Promise<Site> | undefined;

/** Read when the first page is asked for: a service whose documentation nobody reads keeps none of it in memory. */
export const openSite = (): Promise<Site> => (opened ??= readSite());

async function readSite(): Promise<Site> {
  const [assets, guides] = await Promise.all([openAssets(), readGuides()]);
  const short = guides.flatMap(({ name }) => {
    const title = SHORT_TITLES[name];
    return title === undefined ? [] : [{ path: `/docs/${name}`, title }];
  });
  const links: DocsLink[] = [
    { path: "/docs", title: "Reference" },
    ...short,
    { path: "/problems", title: "Problems" },
    { path: "/docs/guides", title: "All guides" },
  ];
  return {
    assets,
    guides,
    send: (reply, page) => reply.headers(docsHeaders(page)).send(renderDocsPage(assets, links, page)),
  };
}
