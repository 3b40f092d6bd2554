/** Finds parts of a portal's answer: elements of a page by CSS, values of a JSON answer by JSONPath (RFC 9535). */
import { load } from "cheerio/slim";
import { JSONPathEnvironment, JSONPathError, type JSONPathQuery, type JSONValue } from "json-p3";
import { portalChanged } from "./contract.ts";
import { inTime } from "./in-time.ts";
import { parseJson, singleSpaced, textIn, type Elements, type Page } from "./page.ts";

/** A selector of a recipe. `path` alone is for a JSON answer, `css` alone for a page, both for JSON inside an element. */
export interface Selector {
  source: string;
  css: string | null;
  path: JSONPathQuery | null;
}

/** An element of a page, or a value of a JSON answer. */
export type Found = { page: Page; element: Elements } | { page: Page; value: unknown };

/** `$..` may not descend deeper: a hostile answer could be nested without end. */
const DEPTH_MAX = 100;
const environment = new JSONPathEnvironment({ maxRecursionDepth: DEPTH_MAX });
// These take regular expressions, which could be slow on a portal's text: a recipe has `regex` for that.
for (const name of ["match", "search"]) environment.functionRegister.delete(name);

const blank = load("");

/** Utilities of a family have the same selectors. */
const compiled = new Map<string, Selector | null>();
const COMPILED_MAX = 5000;

/** A JSONPath begins with `$`, alone or after a CSS selector and a space, as in `script#state $.bills[*]`. Null: it cannot be read. */
export function compileSelector(source: string): Selector | null {
  const known = compiled.get(source);
  if (known !== undefined) return known;
  const selector = compileAnew(source);
  if (compiled.size < COMPILED_MAX) compiled.set(source, selector);
  return selector;
}

function compileAnew(source: string): Selector | null {
  const at = source.startsWith("$") ? 0 : source.search(/\s\$[.[]/);
  const css = (at === -1 ? source : source.slice(0, at)).trim();
  const path = at === -1 ? "" : source.slice(at).trim();
  try {
    if (css !== "") blank(css);
    return { source, css: css === "" ? null : css, path: path === "" ? null : environment.compile(path) };
  } catch {
    return null;
  }
}

/**
 * Everything that the selector finds, in the order of the answer; nothing where the answer is of another kind. @throws PortalError
 * when that takes too long
 */
export const selectAll = (selector: Selector, within: Page | Found): Found[] =>
  // Parts of a page are small, and many.
  "page" in within ? findAll(selector, within) : inTime(() => findAll(selector, within));

function findAll({ css, path }: Selector, within: Page | Found): Found[] {
  if (css === null) return path === null ? [] : queryAll(path, within);
  const elements = elementsOf(css, within);
  return path === null ? elements : elements.flatMap((element) => queryAll(path, element));
}

export const selectFirst = (selector: Selector, within: Page | Found): Found | null =>
  selectAll(selector, within)[0] ?? null;

function elementsOf(css: string, within: Page | Found): Found[] {
  if ("value" in within) return [];
  const { page, found } =
    "element" in within
      ? { page: within.page, found: within.element.find(css) }
      : { page: within, found: within.$(css) };
  return found.toArray().map((element) => ({ page, element: page.$(element) }));
}

function queryAll(path: JSONPathQuery, within: Page | Found): Found[] {
  const page = "page" in within ? within.page : within;
  const value = "value" in within ? within.value : "element" in within ? parseJson(within.element.text()) : within.json;
  if (value === undefined) return [];
  try {
    // What JSON.parse returned is a JSON value.
    return path
      .query(value as JSONValue)
      .values()
      .map((found) => ({ page, value: found }));
  } catch (error) {
    if (error instanceof JSONPathError) throw portalChanged("the answer is nested deeper than any list");
    throw error;
  }
}

/** The text of an element, or of one of its attributes, or a value as text, with single spaces; null when there is none. */
export function textOf(found: Found, attr?: string): string | null {
  if ("value" in found) return scalarText(found.value);
  if (attr === undefined) return textIn(found.element) || null;
  const text = found.element.attr(attr);
  return text === undefined ? null : singleSpaced(text) || null;
}

/** Numbers and truth values as JSON writes them; null for null, an empty text, a list and an object. */
function scalarText(value: unknown): string | null {
  if (typeof value === "string") return singleSpaced(value) || null;
  return typeof value === "number" || typeof value === "boolean" ? String(value) : null;
}

/** Whether it counts as there: an element does, and every value but null, false, an empty text and an empty list. */
export const isThere = (found: Found): boolean =>
  !("value" in found) ||
  !(
    found.value === null ||
    found.value === false ||
    found.value === "" ||
    (Array.isArray(found.value) && found.value.length === 0)
  );
