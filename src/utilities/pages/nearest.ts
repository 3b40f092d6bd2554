/** What a page has near to a selector that finds nothing, for the author of the recipe. Names and keys alone, no values. */
import type { Page } from "../../connectors/page.ts";
import { compileSelector, selectAll, type Found, type Selector } from "../../connectors/select.ts";

const SHOWN_MAX = 8;

/** Sentences without their full stop. */
export function nearestTo(selector: Selector, within: Page | Found): string[] {
  const page = "page" in within ? within.page : within;
  if (selector.css === null) return selector.path === null ? [] : nearestKeys(selector.source, within);
  if (page.json !== undefined)
    return [`the answer is JSON with ${keysOf(page.json)}: write a JSONPath, such as $.name`];
  const elements = selectAll({ ...selector, path: null }, within);
  if (elements[0] !== undefined)
    return selector.path === null ? [] : nearestKeys(selector.source.slice(selector.css.length).trim(), elements[0]);
  return nearestElements(selector.css, page);
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function keysOf(value: unknown): string {
  if (Array.isArray(value))
    return `a list of ${value.length}${value.length === 0 ? "" : `, the first ${keysOf(value[0])}`}`;
  return isRecord(value) ? `the keys ${Object.keys(value).slice(0, 20).join(", ") || "(none)"}` : `one ${typeof value}`;
}

/** The longest beginning of the path that finds something, and what is there. */
function nearestKeys(path: string, within: Page | Found): string[] {
  const parts = path.match(/^\$|\.\.?[\w-]+|\.\*|\[[^[\]]*\]/g) ?? [];
  for (let length = parts.length - 1; length > 0; length -= 1) {
    const beginning = parts.slice(0, length).join("");
    const selector = beginning === "$" ? null : compileSelector(beginning);
    if (beginning === "$") {
      const whole = "page" in within ? ("value" in within ? within.value : undefined) : within.json;
      return whole === undefined ? ["the answer is no JSON"] : [`the answer has ${keysOf(whole)}`];
    }
    const [found] = selector === null ? [] : selectAll(selector, within);
    if (found !== undefined && "value" in found) return [`${beginning} is there, with ${keysOf(found.value)}`];
  }
  return [];
}

/** How many letters of the one name stand in the other, from its beginning. */
function likeness(one: string, other: string): number {
  const [short, long] = [one.toLowerCase(), other.toLowerCase()].toSorted((a, b) => a.length - b.length);
  if (short === undefined || long === undefined || short === "") return 0;
  if (long.includes(short)) return 100 + short.length;
  let same = 0;
  while (same < short.length && short[same] === long[same]) same += 1;
  return same;
}

function nearestElements(css: string, page: Page): string[] {
  const wanted = css.match(/[\w-]+/g) ?? [];
  const nearness = (name: string): number => Math.max(0, ...wanted.map((part) => likeness(part, name)));
  const listed = (names: Iterable<string>): string =>
    [...new Set(names)]
      .toSorted((one, other) => nearness(other) - nearness(one))
      .slice(0, SHOWN_MAX)
      .join(" ");
  const all = page.$("[id], [class], form").toArray();
  const attribute = (name: string): string[] =>
    all.flatMap((element) => page.$(element).attr(name)?.split(/\s+/).filter(Boolean) ?? []);
  const forms = page
    .$("form")
    .toArray()
    .map((element) => {
      const form = page.$(element);
      const id = form.attr("id");
      const fields = form
        .find("[name]")
        .toArray()
        .flatMap((field) => page.$(field).attr("name") ?? []);
      return `form${id === undefined ? "" : `#${id}`} with ${fields.slice(0, SHOWN_MAX).join(", ") || "no fields"}`;
    });
  const [ids, classes] = [
    listed(attribute("id").map((id) => `#${id}`)),
    listed(attribute("class").map((id) => `.${id}`)),
  ];
  const said = [
    ids === "" ? [] : `ids: ${ids}`,
    classes === "" ? [] : `classes: ${classes}`,
    forms.length === 0 ? [] : `forms: ${forms.slice(0, 3).join("; ")}`,
  ].flat();
  return said.length > 0 ? said : [WITHOUT(page)];
}

const WITHOUT = (page: Page): string =>
  page.$("script").length > 0
    ? "the page has no ids, classes or forms, but scripts: it may be built by them. Look for JSON among the requests of the browser"
    : "the page has no ids, classes or forms";
