/** HTML as text: a template tag that escapes every value, so that no value can break a page. */

/** Markup that is already safe to place in a page. */
export interface Html {
  markup: string;
}

type Value = string | number | Html | readonly Html[];

const ENTITIES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

function escape(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}

function render(value: Value): string {
  if (typeof value === "string") return escape(value);
  if (typeof value === "number") return String(value);
  if ("markup" in value) return value.markup;
  return value.map(({ markup }) => markup).join("");
}

export function html(strings: TemplateStringsArray, ...values: Value[]): Html {
  const markup = strings.map((text, at) => (at < values.length ? text + render(values[at] ?? "") : text)).join("");
  return { markup };
}

/** Nothing, for an optional part of a page. */
export const EMPTY: Html = { markup: "" };

/** A whole page in English with its own style sheet inside. `css` must be a constant of ours. */
export function htmlPage(title: string, css: string, body: Html): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escape(title)}</title>
<link rel="icon" href="data:,">
<style>${css}</style>
</head>
<body>
${body.markup}
</body>
</html>
`;
}
