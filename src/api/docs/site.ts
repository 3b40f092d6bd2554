/** What all documentation pages share: the files they load, the guides, and the links at the top. */
import type { FastifyReply } from "fastify";
import { openAssets, type Assets } from "./assets.ts";
import type { Published } from "../answers/published.ts";
import { readFiles, readGuides, type Guide } from "./guides.ts";
import type { Section } from "./sources.ts";
import { docsHeaders, renderDocsPage, type DocsLink, type DocsPage } from "./page.ts";

export interface Site {
  assets: Assets;
  /** The texts of a section, in reading order. */
  list(section: Section): Guide[];
  /** By the path of its page. */
  findGuide(path: string): Guide | undefined;
  /** By its path. */
  findFile(path: string): Published | undefined;
  send(reply: FastifyReply, page: DocsPage): FastifyReply;
}

const SHORT_TITLES: Record<string, string> = {
  "/docs/quick-start": "Quick start",
  "/docs/receive-webhooks": "Webhooks",
  "/docs/client": "SDK",
};

let opened: Promise<Site> | undefined;

/** Read when the first page is requested, so that a service whose documentation is not used keeps none of it in memory. */
export const openSite = (): Promise<Site> =>
  (opened ??= readSite().catch((error: unknown) => {
    // The next page tries again.
    opened = undefined;
    throw error;
  }));

async function readSite(): Promise<Site> {
  const [assets, guides, files] = await Promise.all([openAssets(), readGuides(), readFiles()]);
  const short = guides.flatMap(({ path }) => {
    const title = SHORT_TITLES[path];
    return title === undefined ? [] : [{ path, title }];
  });
  const links: DocsLink[] = [
    { path: "/docs", title: "Reference" },
    ...short,
    { path: "/problems", title: "Problems" },
    { path: "/docs/guides", title: "All guides" },
  ];
  return {
    assets,
    list: (section) => guides.filter((guide) => guide.section === section),
    findGuide: (path) => guides.find((guide) => guide.path === path),
    findFile: (path) => files.get(path),
    send: (reply, page) => reply.headers(docsHeaders(page)).send(renderDocsPage(assets, links, page)),
  };
}
