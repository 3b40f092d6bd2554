/** A portal's answer as a page, with its text, links and forms, or as JSON. */
import { elementMaker, parseHtmlBytes, type CheerioAPI, type ElementMaker } from "../domain/html.ts";
import { portalChanged } from "./contract.ts";
import type { FormFields } from "./form-bytes.ts";
import { inTime, READ_MS } from "./in-time.ts";
import type { Reply } from "./reply.ts";

export interface Page {
  /** Where it came from, after redirects. */
  url: URL;
  status: number;
  header(name: string): string | null;
  /** The number of the page in a browser that shows it; undefined without a browser. */
  live: number | undefined;
  readonly $: CheerioAPI;
  /** The value of a JSON answer; undefined when the answer is not JSON. */
  readonly json: unknown;
  /** All visible text, with single spaces; of JSON, the answer as it came. */
  readonly text: string;
}

/** The elements that a selector found. */
export type Elements = ReturnType<CheerioAPI>;

/** JSON can write a character of no width that no database keeps; it counts as a space. */
export const singleSpaced = (text: string): string => text.replaceAll(/[\s\0]+/g, " ").trim();

/**
 * Decodes the answer by the charset of its header, else of the page, else UTF-8. Each form of it is read when it is first used, and
 * @throws PortalError then, when that takes too long.
 */
export function readPage(reply: Reply, readMs = READ_MS): Page {
  const { url, status, header, live } = reply;
  const $ = once(() => inTime(() => readHtml(reply), readMs));
  const json = once(() => parseJson(new TextDecoder().decode(reply.bytes)));
  const text = once(() =>
    json() === undefined ? inTime(() => visibleText($()), readMs) : singleSpaced(new TextDecoder().decode(reply.bytes)),
  );
  return {
    url,
    status,
    header,
    live,
    get $() {
      return $();
    },
    get json() {
      return json();
    },
    get text() {
      return text();
    },
  };
}

/** A bill history of a thousand rows has about 20,000. */
const ELEMENTS_MAX = 200_000;

function readHtml({ bytes, header }: Reply): CheerioAPI {
  const charset = /charset\s*=\s*"?([^\s";]+)/i.exec(header("content-type") ?? "")?.[1];
  return parseHtmlBytes(bytes, { sent: charset, otherwise: "utf8" }, countingMaker());
}

/**
 * Makes elements up to a number. A page may leave elements open, which HTML opens again in every paragraph: a
 * small page could become millions of elements.
 */
function countingMaker(): ElementMaker {
  let count = 0;
  return {
    ...elementMaker,
    createElement(...parts) {
      count += 1;
      if (count > ELEMENTS_MAX) throw portalChanged(`the page has more than ${ELEMENTS_MAX} elements`);
      return elementMaker.createElement(...parts);
    },
  };
}

/** Elements that begin and end a line as a browser shows them. */
const LINES = new Set(
  `address article aside blockquote body br caption center dd details dialog div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6
  header hr legend li main nav ol optgroup option p pre section summary table tbody td tfoot th thead title tr ul`.split(
    /\s+/,
  ),
);

/** Of the DOM (https://dom.spec.whatwg.org/#interface-node). */
export const TEXT_NODE = 3;

/**
 * The text of elements with single spaces, also where a browser begins a new line or cell between two words: `100<br>MARLOW` is
 * `100 MARLOW`. Nothing in elements of the names in `unseen` counts. Without recursion, because a hostile page is nested without end.
 */
export function textIn(elements: Elements, unseen: ReadonlySet<string> = NONE): string {
  const parts: string[] = [];
  const rest: (string | Elements[number])[] = elements.get().toReversed();
  for (let node = rest.pop(); node !== undefined; node = rest.pop()) {
    if (typeof node === "string") parts.push(node);
    else if ("data" in node && node.nodeType === TEXT_NODE) parts.push(node.data);
    else if ("children" in node) {
      const name = "name" in node ? node.name : "";
      if (unseen.has(name)) continue;
      const isLine = LINES.has(name);
      if (isLine) rest.push(" ");
      for (const child of node.children.toReversed()) rest.push(child);
      if (isLine) rest.push(" ");
    }
  }
  return singleSpaced(parts.join(""));
}

const NONE: ReadonlySet<string> = new Set();
const UNSEEN: ReadonlySet<string> = new Set(["script", "style", "template", "noscript"]);

const visibleText = ($: CheerioAPI): string => textIn($("body"), UNSEEN);

// The types of the language do not know yet that a reviver gets the text of the value, too.
const parseWithSource = JSON.parse as (
  text: string,
  reviver: (name: string, value: unknown, context: { source?: string }) => unknown,
) => unknown;

/**
 * The list or object that the text writes; undefined when it is neither. A number that would lose digits, such as a long account
 * number, becomes its text.
 */
export function parseJson(text: string): unknown {
  if (!/^\s*[[{]/.test(text)) return undefined;
  try {
    return parseWithSource(text, (_name, value, { source }) =>
      typeof value === "number" && source !== undefined && String(value) !== source ? source : value,
    );
  } catch {
    // It is not JSON, or nested too deeply for the parser.
    return undefined;
  }
}

function once<Value>(make: () => Value): () => Value {
  let made: { value: Value } | null = null;
  return () => (made ??= { value: make() }).value;
}

/** The address of a link on this page; null when it has none or is not a web address. */
export function resolveLink(page: Page, href: string): URL | null {
  const base = page.json === undefined ? page.$("base[href]").attr("href") : undefined;
  const url = URL.parse(href.trim(), URL.parse(base ?? "", page.url) ?? page.url);
  if (url === null || !/^https?:$/.test(url.protocol)) return null;
  url.hash = "";
  return url;
}

export interface PageForm {
  action: URL;
  method: "get" | "post";
  /** The fields that a browser would submit, including hidden ones. */
  fields: FormFields;
}

/** What the form would send; null when the element is not a form, or the form has no web address. */
export function readFormOf(page: Page, form: Elements): PageForm | null {
  if (!form.is("form")) return null;
  const action = resolveLink(page, form.attr("action") ?? page.url.href);
  if (action === null) return null;
  const fields = form.serializeArray().map(({ name, value }): [string, string] => [name, value]);
  return { action, method: form.attr("method")?.toLowerCase() === "post" ? "post" : "get", fields };
}
