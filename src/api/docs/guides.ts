/** The repository's texts as pages: read once, served as HTML to people and as Markdown to programs, with working links in both. */
import { readFile } from "node:fs/promises";
import { html, type Html } from "../../formats/html/html.ts";
import { publish, type Published } from "../answers/published.ts";
import { relinkMarkdown, renderMarkdown, type LinkTo } from "./markdown.ts";
import { addressesOf, FILES, listTexts, placeOf, type AddressOf, type Section } from "./sources.ts";

export interface Guide {
  section: Section;
  /** Path of its page, such as `/docs/quick-start`. */
  path: string;
  title: string;
  /** As Markdown, with links to the Markdown versions. */
  text: string;
  body: Html;
}

/** The texts that most readers need first, in this order; the others follow as listed. */
const FIRST = ["quick-start", "receive-webhooks", "client", "sign-in", "credential-form"].map(
  (name) => `/docs/${name}`,
);

/** All texts that exist: guides, texts about the project, and decisions. */
export async function readGuides(): Promise<Guide[]> {
  const sources = await listTexts();
  const read = await Promise.all(
    sources.map(async (source) => ({ source, text: await readFile(placeOf(source.file), "utf8").catch(() => null) })),
  );
  const found = read.flatMap(({ source, text }) => (text === null ? [] : [{ source, text }]));
  const addressOf = addressesOf(found.map(({ source }) => source));
  return found
    .map(({ source: { section, file, path }, text }) => ({
      section,
      path,
      title: /^# (.+)$/m.exec(text)?.[1] ?? path,
      text: relinkMarkdown(text, linksFrom(file, addressOf, ".md")),
      body: renderMarkdown(text, linksFrom(file, addressOf, "")),
    }))
    .sort((a, b) => rankOf(a) - rankOf(b));
}

const rankOf = ({ path }: Guide): number => (FIRST.includes(path) ? FIRST.indexOf(path) : FIRST.length);

/** Links in a file are relative to it; on this site they lead to where their target is served. */
function linksFrom(file: string, addressOf: AddressOf, ending: "" | ".md"): LinkTo {
  const base = new URL(file, "file:///");
  return (target) => {
    if (/^(https?:|mailto:|#|\/)/.test(target)) return target;
    const { pathname, hash } = new URL(target, base);
    const address = addressOf(pathname.slice(1).replace(/\/$/, ""));
    return address === undefined ? null : `${address.path}${address.isText ? ending : ""}${hash}`;
  };
}

/** The files that texts link to, by the path they are served under. */
export async function readFiles(): Promise<Map<string, Published>> {
  const files = FILES.map(async ({ file, path, type }) => {
    const headers = { "content-type": type, "content-security-policy": FILE_POLICY };
    return [path, await publish(await readFile(placeOf(file)), headers)] as const;
  });
  return new Map(await Promise.all(files));
}

/** A drawing may use its own styles and nothing else. */
const FILE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

/** The texts as a list, for a page that shows what is available. */
export const guideList = (guides: Guide[]): Html =>
  html`<ul>
    ${guides.map(({ path, title }) => html`<li><a href="${path}">${title}</a></li>`)}
  </ul>`;
