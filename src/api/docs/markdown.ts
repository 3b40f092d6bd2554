/** Renders Markdown as our own HTML: every piece goes through the escaping template, so that a text can never bring in tags. */
import { lexer, walkTokens, type Token, type Tokens } from "marked";
import { html, type Html } from "../../formats/html/html.ts";

/** Where a link of a text leads on this site; null when its target is not served. */
export type LinkTo = (target: string) => string | null;

export function renderMarkdown(text: string, linkTo: LinkTo): Html {
  const blocks = (tokens: Token[] = []): Html[] => tokens.map(piece);
  const piece = (token: Token): Html => PIECES[token.type]?.(token, blocks, linkTo) ?? plain(token);
  return html`${blocks(lexer(text))}`;
}

/** The same Markdown with its links and pictures changed by `linkTo`; a link whose target is not served stays as it is. */
export function relinkMarkdown(text: string, linkTo: LinkTo): string {
  const targets = new Set<string>();
  void walkTokens(lexer(text), (token) => {
    if (token.type === "link" || token.type === "image") targets.add(String(token["href"]));
  });
  return [...targets].reduce((current, target) => {
    const address = linkTo(target);
    return address === null ? current : current.replaceAll(`](${target})`, `](${address})`);
  }, text);
}

/** An unknown token, such as a tag, is shown as plain text. */
const plain = (token: Token): Html => html`${token.raw}`;

type Piece = (token: Tokens.Generic, inner: (tokens?: Token[]) => Html[], linkTo: LinkTo) => Html;

const PIECES: Record<string, Piece> = {
  space: () => html``,
  heading: ({ depth, text, tokens }, inner) => heading(depth as number, slugOf(String(text)), inner(tokens)),
  paragraph: ({ tokens }, inner) => html`<p>${inner(tokens)}</p>`,
  code: ({ text }) => html`<pre tabindex="0"><code>${String(text)}</code></pre>`,
  blockquote: ({ tokens }, inner) => html`<blockquote>${inner(tokens)}</blockquote>`,
  hr: () => html`<hr />`,
  list: (token, inner) => {
    const items = (token as Tokens.List).items.map((item) => html`<li>${inner(item.tokens)}</li>`);
    return (token as Tokens.List).ordered
      ? html`<ol>
          ${items}
        </ol>`
      : html`<ul>
          ${items}
        </ul>`;
  },
  table: (token, inner) => {
    const { header, rows } = token as Tokens.Table;
    return html`<div class="wide" tabindex="0" role="region" aria-label="Table">
      <table>
        <thead>
          <tr>
            ${header.map((cell) => html`<th scope="col">${inner(cell.tokens)}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${rows.map(
            (row) =>
              html`<tr>
                ${row.map((cell) => html`<td>${inner(cell.tokens)}</td>`)}
              </tr>`,
          )}
        </tbody>
      </table>
    </div>`;
  },
  text: ({ tokens, text }, inner) => (tokens === undefined ? html`${String(text)}` : html`${inner(tokens)}`),
  escape: ({ text }) => html`${String(text)}`,
  strong: ({ tokens }, inner) => html`<strong>${inner(tokens)}</strong>`,
  em: ({ tokens }, inner) => html`<em>${inner(tokens)}</em>`,
  codespan: ({ text }) => html`<code>${String(text)}</code>`,
  br: () => html`<br />`,
  link: ({ href, tokens }, inner, linkTo) => {
    const target = linkTo(String(href));
    return target === null ? html`${inner(tokens)}` : html`<a href="${target}">${inner(tokens)}</a>`;
  },
  // Only pictures of this site are shown; for others the alternative text is shown.
  image: ({ href, text }, _inner, linkTo) => {
    const target = linkTo(String(href));
    return target?.startsWith("/") ? html`<img src="${target}" alt="${String(text)}" />` : html`${String(text)}`;
  },
};

const HEADINGS: Record<number, (id: string, inner: Html[]) => Html> = {
  1: (id, inner) => html`<h1 id="${id}">${inner}</h1>`,
  2: (id, inner) => html`<h2 id="${id}">${inner}</h2>`,
  3: (id, inner) => html`<h3 id="${id}">${inner}</h3>`,
};

const heading = (depth: number, id: string, inner: Html[]): Html =>
  (HEADINGS[depth] ?? ((own, content) => html`<h4 id="${own}">${content}</h4>`))(id, inner);

const slugOf = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\w]+/g, "-")
    .replace(/^-|-$/g, "");
