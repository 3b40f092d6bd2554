/** The frame of every documentation page: its links at the top, its colours, and a policy that lets only our own files run. */
import { html, type Html } from "../../formats/html/html.ts";
import type { Assets } from "./assets.ts";

/** Text pages load our style sheet and our icon, and nothing else. */
const TEXT_POLICY = [
  "default-src 'none'",
  "style-src 'self'",
  "img-src 'self'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join("; ");

/** The reference page runs its script, which loads pictures from its style sheet and sends requests only to this service. */
const REFERENCE_POLICY = `${TEXT_POLICY.replace("img-src 'self'", "img-src 'self' data:")}; script-src 'self'; connect-src 'self'`;

export const docsHeaders = ({ isReference = false }: Pick<DocsPage, "isReference">) => ({
  "content-type": "text/html; charset=utf-8",
  "content-security-policy": isReference ? REFERENCE_POLICY : TEXT_POLICY,
});

export interface DocsLink {
  path: string;
  title: string;
}

export interface DocsPage {
  title: string;
  /** Path of this page, to mark it among the links. */
  path: string;
  body: Html;
  /** For a page that needs more than text: the reference with its script. */
  isReference?: boolean;
}

export function renderDocsPage(assets: Assets, links: DocsLink[], page: DocsPage): string {
  const { title, path, body, isReference = false } = page;
  const sheet = (name: Parameters<Assets["pathOf"]>[0]) =>
    html`<link rel="stylesheet" href="${assets.pathOf(name)}" />`;
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title} - Meterbook</title>
        <link rel="icon" href="${assets.pathOf("icon.svg")}" type="image/svg+xml" />
        ${isReference ? sheet("swagger-ui.css") : null} ${sheet("docs.css")}
        ${
          isReference
            ? html`${sheet("reference.css")}
                <script src="${assets.pathOf("swagger-ui.js")}" defer></script>
                <script src="${assets.pathOf("reference.js")}" type="module"></script>`
            : null
        }
      </head>
      <body>
        <a class="skip" href="#content">To the content</a>
        <header>
          <a class="brand" href="/">Meterbook</a>
          <nav aria-label="Documentation">
            <ul>
              ${links.map(
                (link) =>
                  html`<li>
                    <a href="${link.path}" ${link.path === path ? html` aria-current="page"` : null}>${link.title}</a>
                  </li>`,
              )}
            </ul>
          </nav>
        </header>
        <main id="content" class="${isReference ? "reference" : "text"}" tabindex="-1">${body}</main>
      </body>
    </html>`.html;
}
