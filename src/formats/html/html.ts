/** HTML as a tagged template that escapes its values, and the frame, styles and headers of pages. */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";

/** Safe HTML, created only in this file. */
export interface Html {
  readonly html: string;
}

type Piece = Html | string | number | null | false | Piece[];

const ESCAPES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (letter) => ESCAPES[letter] ?? letter);

/** Values are escaped, HTML of this template is not; null and false give nothing, arrays are joined. */
export function html(texts: TemplateStringsArray, ...values: Piece[]): Html {
  return { html: texts.reduce((all, text, place) => `${all}${pieceText(values[place - 1] ?? null)}${text}`) };
}

/** An SVG drawing made by our own code, with escaped texts. */
export const drawingHtml = (svg: string): Html => ({ html: svg });

function pieceText(piece: Piece): string {
  if (piece === null || piece === false) return "";
  if (Array.isArray(piece)) return piece.map(pieceText).join("");
  return typeof piece === "object" ? piece.html : escapeHtml(String(piece));
}

/** The exact content between the tags, because the policy contains its hash. */
const STYLE = ["colors.css", "page.css"].map((name) => readFileSync(new URL(name, import.meta.url), "utf8")).join("");

const hashOf = (text: string): string => createHash("sha256").update(text).digest("base64");

/** The style of a page, embedded in it. */
export interface PageStyle {
  tag: Html;
  /** For the policy. */
  hash: string;
}

/** The common style, with extra rules for pages that need them. */
export const createPageStyle = (more = ""): PageStyle => ({
  tag: { html: `<style>${STYLE}${more}</style>` },
  hash: hashOf(STYLE + more),
});

const PAGE_STYLE = createPageStyle();

/** A script of our own, embedded in the page. */
export interface PageScript {
  tag: Html;
  /** For the policy. */
  hash: string;
}

/** @throws Error for a text that would end its own tag. */
export function createPageScript(text: string): PageScript {
  if (/<\/script/i.test(text)) throw new Error("a page script contains the end of its own tag");
  return { tag: { html: `<script type="module">${text}</script>` }, hash: hashOf(text) };
}

/**
 * No external content, no framing, no code except the given script; forms, and pictures where the page has some, only of this
 * service, or embedded in the page.
 */
export function pageHeaders(
  script: PageScript | null,
  style: PageStyle = PAGE_STYLE,
  { pictures = false }: { pictures?: boolean | "embedded" } = {},
) {
  const policy = [
    "default-src 'none'",
    `style-src 'sha256-${style.hash}'`,
    ...(script === null ? [] : [`script-src 'sha256-${script.hash}'`, "connect-src 'self'"]),
    ...(pictures === false ? [] : [`img-src ${pictures === "embedded" ? "data:" : "'self'"}`]),
    "form-action 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ];
  return {
    "content-type": "text/html; charset=utf-8",
    "content-security-policy": policy.join("; "),
    "cache-control": "no-store",
    // Not no-referrer: with it browsers send a form without its Origin, which is checked. Other sites get no referrer either
    // way.
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
  };
}

/** For a page without a script. */
export const PAGE_HEADERS = pageHeaders(null);

/** A whole page as text, in English by default. `top` is above the card with the body. */
export function renderPage(page: {
  title: string;
  body: Html;
  language?: string;
  top?: Html | null;
  script?: PageScript | null;
  style?: PageStyle;
}): string {
  const { title, body, language = "en", top = null, script = null, style = PAGE_STYLE } = page;
  return html`<!doctype html>
    <html lang="${language}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        ${style.tag}
      </head>
      <body>
        ${top}
        <main>${body}</main>
        ${script === null ? null : script.tag}
      </body>
    </html> `.html;
}
