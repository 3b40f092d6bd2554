/** Builds XML text whose elements are always well-formed, whatever is printed on a bill. */

/** Null and undefined write nothing: unknown values are left out, without an empty element. */
type Content = string | null | undefined;

/** An element around existing XML, `name` may include attributes; left out when there is no content. */
export function wrap(name: string, ...children: Content[]): string {
  // Not `join`, which would copy the text for every enclosing element.
  let inner = "";
  for (const child of children) inner += child ?? "";
  const space = name.indexOf(" ");
  return inner === "" ? "" : `<${name}>${inner}</${space === -1 ? name : name.slice(0, space)}>`;
}

/** An element with an escaped value; left out when there is none. */
export function element(name: string, value: string | number | bigint | boolean | null | undefined): string {
  return value === null || value === undefined ? "" : `<${name}>${escapeText(String(value))}</${name}>`;
}

const ENTITIES: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  // Unescaped, a reader would change them to spaces (in attributes) or line feeds (a carriage return anywhere).
  "\t": "&#9;",
  "\n": "&#10;",
  "\r": "&#13;",
};

/** Almost no text has one of these: one test is cheaper than three replacements. */
// oxlint-disable-next-line no-control-regex -- control characters are what is sought
const NEEDS_CARE = /[&<>"\u0000-\u001f\ud800-\udfff\ufffe\uffff]/;

/** Usable in elements and in double-quoted attributes. */
export function escapeText(text: string): string {
  if (!NEEDS_CARE.test(text)) return text;
  return replaceForbidden(text).replace(/[&<>"\t\n\r]/g, (mark) => ENTITIES[mark] ?? mark);
}

// XML 1.0, production 2: no control characters but three, no half of a surrogate pair, not U+FFFE and U+FFFF.
// oxlint-disable-next-line no-control-regex -- as above
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

/** Characters that XML cannot represent even escaped become U+FFFD, so that their place is visible. */
export function replaceForbidden(text: string): string {
  return text.toWellFormed().replace(FORBIDDEN, "\ufffd");
}

/** The text with at most `limit` characters, as a schema counts them: an emoji is one. */
export function shorten(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const characters = Array.from(text);
  return characters.length <= limit ? text : `${characters.slice(0, limit - 1).join("")}…`;
}
