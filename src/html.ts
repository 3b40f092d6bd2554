/** HTML as a tagged template that escapes whatever is put in, and the frame of every page. */
import { createHash } from "node:crypto";

/** Text that is HTML already. Only this file makes it. */
export interface Html {
  readonly html: string;
}

type Piece = Html | string | number | null | false | Piece[];

const ESCAPES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (letter) => ESCAPES[letter] ?? letter);

/** Values are escaped, HTML of this template is not; null and false leave nothing, arrays are joined. */
export function html(texts: TemplateStringsArray, ...values: Piece[]): Html {
  return { html: texts.reduce((all, text, place) => `${all}${pieceText(values[place - 1] ?? null)}${text}`) };
}

function pieceText(piece: Piece): string {
  if (piece === null || piece === false) return "";
  if (Array.isArray(piece)) return piece.map(pieceText).join("");
  return typeof piece === "object" ? piece.html : escapeHtml(String(piece));
}

/** One column, readable from 320 px on, in the colours of the reader's system. */
const STYLE = `
:root { color-scheme: light dark; --ink: #1b2733; --paper: #fff; --line: #8495a5; --act: #0b5cad; --act-ink: #fff; --bad: #b3261e; --soft: #eef3f8 }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e6edf3; --paper: #11181f; --line: #7a8a99; --act: #7ab7f5; --act-ink: #0b1520; --bad: #ff9d94; --soft: #1c2731 }
}
* { box-sizing: border-box }
body { margin: 0; font: 1.0625rem/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper) }
main { max-width: 38rem; margin: 0 auto; padding: 1.5rem 1rem 3rem; overflow-wrap: anywhere }
h1 { font-size: 1.6rem; line-height: 1.25; margin: 0 0 1rem }
h2 { font-size: 1.2rem; margin: 2rem 0 .5rem }
a { color: var(--act) }
label { display: block; font-weight: 600; margin-top: 1.25rem }
.hint, .error { margin: .15rem 0 .35rem }
.hint { font-size: .95rem }
.error { color: var(--bad); font-weight: 600 }
input, textarea { width: 100%; font: inherit; color: inherit; background: var(--paper); border: 1px solid var(--line); border-radius: .3rem; padding: .6rem .7rem; min-height: 2.75rem }
[aria-invalid="true"] { border: 2px solid var(--bad) }
button { font: inherit; font-weight: 600; margin-top: 1.75rem; padding: .7rem 1.4rem; min-height: 2.75rem; border: 1px solid var(--act); border-radius: .3rem; background: var(--act); color: var(--act-ink); cursor: pointer }
button.quiet { background: transparent; color: var(--act) }
:focus-visible { outline: 3px solid var(--act); outline-offset: 2px }
.note { background: var(--soft); border-left: .3rem solid var(--act); padding: .75rem 1rem; margin: 1.25rem 0 }
.note.bad { border-color: var(--bad) }
.note > :first-child { margin-top: 0 } .note > :last-child { margin-bottom: 0 }
dt { font-weight: 600 } dd { margin: 0 0 .6rem }
`;

/** Whole, since the hash is over every letter between the tags. */
const STYLE_TAG: Html = { html: `<style>${STYLE}</style>` };
const STYLE_HASH = createHash("sha256").update(STYLE).digest("base64");

/** No script, nothing from elsewhere, no frame around it; forms go back to this service alone. */
export const PAGE_HEADERS = {
  "content-type": "text/html; charset=utf-8",
  "content-security-policy": `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'`,
  "cache-control": "no-store",
  // Not no-referrer: with it browsers send a form without its Origin, which is checked.
  "referrer-policy": "same-origin",
};

/** A whole page as text. `refreshSeconds` lets it load itself again. */
export function renderPage(page: { title: string; body: Html; refreshSeconds?: number }): string {
  const { title, body, refreshSeconds } = page;
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        ${refreshSeconds === undefined ? null : html`<meta http-equiv="refresh" content="${refreshSeconds}" />`}
        <title>${title}</title>
        ${STYLE_TAG}
      </head>
      <body>
        <main>${body}</main>
      </body>
    </html> `.html;
}
