/** The pages of Grassland Cooperative's portal that are not data. */
import { html } from "../web/html.ts";
import { framedPage } from "../web/page-frame.ts";
import { PLAIN } from "../world/plain-utilities.ts";

export const PREFIX = "/grassland-cooperative";

export const noticePage = (title: string, text: string): string =>
  framedPage(PLAIN["grassland-cooperative"], title, html``, html`<p>${text}</p>`);
