/** The guides of the repository as pages: read once, shown as HTML to people and as Markdown to programs. */
import { readdir, readFile } from "node:fs/promises";
import { html, type Html } from "../../html.ts";
import { renderMarkdown } from "./markdown.ts";

const ROOT = new URL("../../../", import.meta.url);

export interface Guide {
  /** As in its address, `/docs/quick-start`. */
  name: string;
  title: string;
  text: string;
  body: Html;
}

/** Read first by most, in this order; the others follow by name. */
const FIRST = ["quick-start", "receive-webhooks", "client", "sign-in", "credential-form"];

/** Every page of `docs`, and the README of the client where it is there. */
export async function readGuides(): Promise<Guide[]> {
  const names = (await readdir(new URL("docs/", ROOT))).filter((name) => name.endsWith(".md"));
  const files = new Map(names.map((name) => [name.slice(0, -".md".length), new URL(`docs/${name}`, ROOT)]));
  files.set("client", new URL("client/README.md", ROOT));
  const texts = await Promise.all(
    [...files].map(async ([name, at]) => ({ name, text: await readFile(at, "utf8").catch(() => null) })),
  );
  const found = texts.flatMap(({ name, text }) => (text === null ? [] : [{ name, text }]));
  const isServed = (name: string) => found.some((guide) => guide.name === name);
  return found
    .map(({ name, text }) => ({ name, title: titleOf(text) ?? name, text, body: bodyOf(text, isServed) }))
    .sort((a, b) => placeOf(a.name) - placeOf(b.name) || (a.name < b.name ? -1 : 1));
}

const placeOf = (name: string): number => (FIRST.includes(name) ? FIRST.indexOf(name) : FIRST.length);

const titleOf = (text: string): string | undefined => /^# (.+)$/m.exec(text)?.[1];

function bodyOf(text: string, isServed: (name: string) => boolean): Html {
  return renderMarkdown(text, (target) => {
    if (/^(https?:|mailto:|#|\/)/.test(target)) return target;
    const [, name = "", anchor = ""] =
      /^(?:\.\/|\.\.\/docs\/|\.\.\/)?([\w-]+)(?:\/README)?\.md(#.*)?$/.exec(target) ?? [];
    return isServed(name) ? `/docs/${name}${anchor}` : null;
  });
}

/** A list of all of them, for the page that says what there is. */
export const guideList = (guides: Guide[]): Html =>
  html`<ul>
    ${guides.map(({ name, title }) => html`<li><a href="/docs/${name}">${title}</a></li>`)}
  </ul>`;
