/** Shows a visit to a portal as it goes: each request, and what each selector of the recipe finds in the answer. No secret is shown. */
import { countOf } from "../../domain/text.ts";
import type { Observed } from "../../connectors/observe.ts";
import { holds } from "../../connectors/outcome.ts";
import { readFormOf, type Page } from "../../connectors/page.ts";
import { findField } from "../../connectors/read-field.ts";
import type { Recipe } from "../../connectors/recipe-shape.ts";
import type { Field, Step, ValueField, When } from "../../connectors/recipe-parts.ts";
import {
  compileSelector,
  isThere,
  selectAll,
  selectFirst,
  textOf,
  type Found,
  type Selector,
} from "../../connectors/select.ts";
import { nearestTo } from "../../utilities/pages/nearest.ts";

/** What a line says of a selector: its place in the recipe, what it found, and how many. */
export interface Looked {
  /** Such as `documents.rows`. */
  what: string;
  selector: string;
  found: number | null;
  /** The first value, a length for a secret, or what is near. */
  shows: string;
}

const VALUE_MAX = 60;
const LIST_ENDS = "the list ends here";
const short = (text: string): string => (text.length > VALUE_MAX ? `${text.slice(0, VALUE_MAX)}…` : text);

const source = (selector: Selector | undefined): string => selector?.source ?? "";

function firstOf(found: Found): string {
  const text = textOf(found);
  if (text !== null) return `first: "${short(text)}"`;
  if ("value" in found) return `first: ${short(JSON.stringify(found.value) ?? "")}`;
  return "first: an element without text";
}

function lookAt(what: string, selector: Selector, page: Page | Found, { isSecret = false } = {}): Looked {
  const all = selectAll(selector, page);
  const [first] = all;
  const shows = first === undefined ? nearestTo(selector, page).join("; ") : isSecret ? "(not shown)" : firstOf(first);
  return { what, selector: selector.source, found: all.length, shows };
}

function lookAtField(what: string, field: Field, within: Page | Found): Looked {
  const value = findField(within, field);
  const selector = [
    source(field.selector),
    field.attr === undefined ? "" : `@${field.attr}`,
    field.regex?.source ?? "",
  ];
  const text = selector.filter(Boolean).join(" ") || "(the row itself)";
  if (value !== null) return { what, selector: text, found: 1, shows: `"${short(value)}"` };
  const [found] = field.selector === undefined ? [] : selectAll(field.selector, within);
  const near =
    field.selector === undefined
      ? ["nothing"]
      : found === undefined
        ? nearestTo(field.selector, within)
        : [`${field.selector.source} is there, with "${short(textOf(found, field.attr) ?? "")}"`];
  return { what, selector: text, found: 0, shows: near.join("; ") };
}

/** A value that a recipe keeps may be a token: its length alone is shown. */
function lookAtValue(what: string, field: ValueField, page: Page): Looked {
  const { header, address, ...rest } = field;
  const within = header !== undefined ? page.header(header) : address === true ? page.url.href : page;
  const value = findField(within, rest);
  const place = header !== undefined ? `header ${header}` : address === true ? "the address" : source(rest.selector);
  if (value !== null) return { what, selector: place, found: 1, shows: `kept, ${countOf(value.length, "character")}` };
  const near =
    rest.selector === undefined || header !== undefined || address === true ? [] : nearestTo(rest.selector, page);
  return { what, selector: place, found: 0, shows: near.join("; ") };
}

const conditionText = ({ url, status, selector, text, regex }: When): string =>
  [
    url === undefined ? "" : `url ${url}`,
    status === undefined ? "" : `status ${status}`,
    source(selector),
    text === undefined ? "" : `text "${text}"`,
    regex === undefined ? "" : `regex ${regex.source}`,
  ]
    .filter(Boolean)
    .join(", ");

function lookAtCondition(what: string, when: When, page: Page): Looked {
  return { what, selector: conditionText(when), found: null, shows: holds(when, page) ? "holds" : "does not hold" };
}

/** In a browser fields may be selectors, and whatever holds them may be called the form. */
function lookAtTypedForm(part: string, { form, fields }: Step, page: Page): Looked[] {
  if (form === undefined) return [];
  const look = lookAt(`${part}: form`, form, page, { isSecret: true });
  const missing = Object.keys(fields).filter((field) => {
    const named = compileSelector(`[name=${JSON.stringify(field)}]`);
    return ![named, compileSelector(field)].some((each) => each !== null && selectFirst(each, page) !== null);
  });
  const types = `types ${Object.keys(fields).join(", ") || "nothing"}`;
  if (look.found === 0) return [look];
  return [{ ...look, shows: missing.length === 0 ? types : `${types}; NOT ${missing.join(", ")}` }];
}

/** What the next step takes from the page that is shown. */
function lookAtStep(part: string, step: Step, { page, inBrowser }: { page: Page; inBrowser: boolean }): Looked[] {
  const looked: Looked[] = step.when === undefined ? [] : [lookAtCondition(`${part}: when`, step.when, page)];
  if (step.follow !== undefined) looked.push(lookAt(`${part}: follow`, step.follow, page));
  if (step.form === undefined) return looked;
  if (inBrowser) return [...looked, ...lookAtTypedForm(part, step, page)];
  const found = selectFirst(step.form, page);
  const form = found !== null && "element" in found ? readFormOf(page, found.element) : null;
  const look = lookAt(`${part}: form`, step.form, page, { isSecret: true });
  if (form === null) return [...looked, look];
  const names = form.fields.map(([name]) => name);
  const missing = Object.keys(step.fields).filter((name) => !names.includes(name));
  const buttons =
    found !== null && "element" in found ? buttonsOf(found).filter(({ name }) => !(name in step.submit)) : [];
  const shows = [
    `${form.method.toUpperCase()} with ${names.join(", ") || "no fields"}`,
    missing.length === 0 ? [] : `NOT ${missing.join(", ")}`,
    buttons.length === 0
      ? []
      : `buttons that \`submit\` does not name: ${buttons.map(({ name, value }) => `${name}=${value}`).join(", ")}`,
  ].flat();
  return [...looked, { ...look, shows: shows.join("; ") }];
}

/** A browser sends the name of the button that is pressed; a recipe says it in `submit`. */
const buttonsOf = ({ page, element }: Extract<Found, { element: unknown }>): { name: string; value: string }[] =>
  element
    .find("button[name]:not([type=button]), input[type=submit][name]")
    .toArray()
    .map((button) => ({ name: page.$(button).attr("name") ?? "", value: page.$(button).attr("value") ?? "" }));

/** Why the step is left out on this page; null where it is run. */
function leftOutFor(step: Step, page: Page): string | null {
  if (step.when !== undefined && !holds(step.when, page)) return "left out, because its `when` does not hold";
  const sought = step.form ?? step.follow;
  return step.optional && sought !== undefined && selectFirst(sought, page) === null ? "optional, left out" : null;
}

/** What becomes of the steps on a page: the next one is run, what it needs is not there, or none is left. */
type Ahead = "goes on" | "stuck" | "done";

/** The steps that are left out on this page, then the next one. */
function lookAhead(
  part: string,
  steps: readonly Step[],
  from: number,
  { page, inBrowser }: { page: Page; inBrowser: boolean },
): { looked: Looked[]; ahead: Ahead } {
  const looked: Looked[] = [];
  for (const [index, step] of steps.entries()) {
    if (index < from) continue;
    const name = `${part} step ${index + 1}`;
    const leftOut = leftOutFor(step, page);
    if (leftOut === null) {
      const sought = step.form ?? step.follow;
      const isThereToo = sought === undefined || selectFirst(sought, page) !== null;
      return {
        looked: [...looked, ...lookAtStep(name, step, { page, inBrowser })],
        ahead: isThereToo ? "goes on" : "stuck",
      };
    }
    looked.push({ what: name, selector: source(step.form ?? step.follow), found: null, shows: leftOut });
  }
  return { looked, ahead: "done" };
}

type List = Recipe["accounts"] | Recipe["documents"];

function lookAtList(name: string, list: List, page: Page): Looked[] {
  const rows = selectAll(list.rows, page);
  const looked = [lookAt(`${name}.rows`, list.rows, page)];
  const [first] = rows;
  if (first !== undefined)
    for (const [field, where] of Object.entries({ ...list.fields, ...list.values }))
      if (where !== undefined && !(field === "url" && where.attr === undefined))
        looked.push(lookAtField(`${name}.fields.${field}`, where, first));
  if (first === undefined && list.empty !== undefined) looked.push(lookAtCondition(`${name}.empty`, list.empty, page));
  const { next } = list;
  if (next !== undefined && "link" in next) {
    const links = selectAll(next.link, page).filter(isThere);
    looked.push({
      what: `${name}.next`,
      selector: next.link.source,
      found: links.length,
      shows: links.length === 0 ? LIST_ENDS : "goes on",
    });
  }
  if (next !== undefined && "token" in next) looked.push(lookAtValue(`${name}.next.token`, next.token, page));
  if (next !== undefined && "number_from" in next && next.pages !== undefined)
    looked.push(lookAtField(`${name}.next.pages`, next.pages, page));
  if (list.end !== undefined) looked.push(lookAtCondition(`${name}.end`, list.end, page));
  if (list.count !== undefined) looked.push(lookAtField(`${name}.count`, list.count, page));
  if ("shown_acct_num" in list && list.shown_acct_num !== undefined)
    looked.push(lookAtField(`${name}.shown_acct_num`, list.shown_acct_num, page));
  return looked;
}

/** What the recipe looks for in an answer. */
export function lookThrough(recipe: Recipe, { part, at, page }: Observed): Looked[] {
  const parts: Record<string, { name: string; steps: readonly Step[] }> = {
    "the sign-in": { name: "login", steps: recipe.login.steps },
    "the list of accounts": { name: "accounts", steps: recipe.accounts.steps },
    "the list of bills": { name: "documents", steps: recipe.documents.steps },
    "the file of a bill": { name: "documents.file", steps: recipe.documents.file?.steps ?? [] },
  };
  const run = parts[part];
  if (run === undefined) return [];
  const { name, steps } = run;
  const inBrowser = recipe.transport === "browser";
  const step = at === null ? undefined : steps[at];
  const looked = Object.entries(step?.values ?? {}).map(([value, field]) => lookAtValue(`value ${value}`, field, page));
  const next = at === null ? { looked: [], ahead: "done" } : lookAhead(name, steps, at + 1, { page, inBrowser });
  looked.push(...next.looked);
  // A sign-in may end at any page, and an outcome says as what.
  if (next.ahead === "goes on" || (next.ahead === "stuck" && part !== "the sign-in")) return looked;
  if (part === "the sign-in") {
    const { outcomes, values } = recipe.login;
    const conditions = outcomes.map(({ kind, when }) => lookAtCondition(`outcome ${kind}`, when, page));
    const isIn = outcomes.find(({ when }) => holds(when, page))?.kind === "success";
    const kept = isIn ? Object.entries(values).map(([value, field]) => lookAtValue(`value ${value}`, field, page)) : [];
    return [...looked, ...conditions, ...kept];
  }
  if (part === "the list of accounts") return [...looked, ...lookAtList(name, recipe.accounts, page)];
  if (part === "the list of bills") return [...looked, ...lookAtList(name, recipe.documents, page)];
  return looked;
}

/** Two columns: what was looked for, and what is there. */
export function lookedLine({ what, selector, found, shows }: Looked): string {
  const isEnd = shows === LIST_ENDS;
  const count = found === null || found === 1 || isEnd ? "" : found === 0 ? "nothing. " : `${found} found, `;
  return `      ${what}${selector === "" ? "" : `  ${selector}`}: ${count}${found === 0 && !isEnd && shows !== "" ? `The page has ${shows}` : shows}`.trimEnd();
}
