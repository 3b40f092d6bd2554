/** The frame of the pages of utilities with the plain bill: a header in the utility's colour, and readable forms and tables. */
import type { PlainUtility } from "../world/plain-utilities.ts";
import { html, htmlPage } from "./html.ts";
import type { Html } from "./html.ts";

const css = (color: string): string => `
body{margin:0;font:16px/1.5 system-ui,sans-serif;color:#1d232b;background:#f6f7f9}
header{background:${color};color:#fff;padding:1rem}header p{margin:0;font-size:1.25rem;font-weight:700}
header a{color:#fff;margin-right:1rem}
main{max-width:56rem;margin:1.5rem auto;padding:0 1rem}
label{display:block;margin:.75rem 0 .25rem}
input:not([type=hidden],[type=checkbox],[type=radio]),select{width:100%;max-width:22rem;box-sizing:border-box;padding:.6rem;border:1px solid #76828f;border-radius:4px;font:inherit;background:#fff;color:inherit}
button,.button{display:inline-block;margin:.75rem .5rem 0 0;padding:.6rem 1.1rem;border:0;border-radius:4px;background:${color};color:#fff;font:inherit;text-decoration:none;cursor:pointer}
button.link{background:none;color:${color};padding:0;margin:0;text-decoration:underline}
table{border-collapse:collapse;width:100%;background:#fff}th,td{text-align:left;padding:.6rem;border-bottom:1px solid #d4dbe3}
td button{margin:0}.scroll{overflow-x:auto;margin-top:1rem}
.alert{border-left:4px solid #a3241a;background:#fdecea;padding:.75rem 1rem}
[hidden]{display:none}
`;

/** A page with a title; `nav` is beside the name of the utility, empty where no one is signed in. */
export const framedPage = (utility: PlainUtility, title: string, nav: Html, main: Html): string =>
  htmlPage(
    `${title} - ${utility.name}`,
    css(utility.color),
    html`<header>
        <p>${utility.name}</p>
        ${nav}
      </header>
      <main>
        <h1>${title}</h1>
        ${main}
      </main>`,
  );
