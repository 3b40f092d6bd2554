/** The pages of Lakefront Energy's portal and of its identity provider: shells that scripts would fill. */
import { html } from "../web/html.ts";
import { framedPage } from "../web/page-frame.ts";
import { PLAIN } from "../world/plain-utilities.ts";

export const PREFIX = "/lakefront-energy";
/** Another host in reality. */
export const IDENTITY = "/lakefront-energy-id";

export const noticePage = (title: string, text: string): string =>
  framedPage(PLAIN["lakefront-energy"], title, html``, html`<p>${text}</p>`);

/** Assignments of a script; no value can end it. */
const assignments = (variables: Record<string, unknown>): string =>
  Object.entries(variables)
    .map(([name, value]) => `var ${name} = ${JSON.stringify(value).replaceAll("<", "\\u003c")};`)
    .join("\n");

/** A page of the identity provider: what its script would show is in variables. */
export const scriptedPage = (title: string, variables: Record<string, unknown>): string =>
  framedPage(
    PLAIN["lakefront-energy"],
    title,
    html``,
    html`<div id="api"><p>This page is for programs: the sandbox does not have the script that would fill it.</p></div>
      ${{ markup: `<script>\n${assignments(variables)}\n</script>` }}`,
  );
