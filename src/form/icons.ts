/** The icons of the pages, drawn in the text color; each is accompanied by text. */
import { html, type Html } from "../formats/html/html.ts";

const icon = (size: number, shape: Html): Html =>
  html`<svg
    width="${size}"
    height="${size}"
    viewBox="0 0 24 24"
    fill="none"
    stroke="currentColor"
    stroke-width="2"
    stroke-linecap="round"
    stroke-linejoin="round"
    aria-hidden="true"
    focusable="false"
  >
    ${shape}
  </svg>`;

export const ICONS = {
  brand: icon(
    24,
    html`<path d="M4 5a2 2 0 0 1 2-2h12a2 2 0 0 1 2 2v16l-4-2.5-4 2.5-4-2.5L4 21z" /><path d="M8 8h8M8 12h5" />`,
  ),
  page: icon(22, html`<path d="M6 3h9l4 4v14H6z" /><path d="M9 12h7M9 16h5" />`),
  never: icon(22, html`<circle cx="12" cy="12" r="9" /><path d="m6 6 12 12" />`),
  lock: icon(22, html`<rect x="5" y="11" width="14" height="10" rx="2" /><path d="M8 11V7a4 4 0 0 1 8 0v4" />`),
  time: icon(22, html`<circle cx="12" cy="12" r="9" /><path d="M12 7v5l3 2" />`),
  stop: icon(22, html`<path d="M4 7h16M9 7V4h6v3M6 7l1 14h10l1-14" />`),
  next: icon(20, html`<path d="m9 5 7 7-7 7" />`),
  done: icon(16, html`<path d="m5 13 4.5 4.5L19 7" />`),
  wrong: icon(16, html`<path d="M12 6v8M12 18.5v.01" />`),
} as const;
