/** What a person would do with an element of a page: follow a link, press a button, submit a form; as the request that this sends. */
import { formCall, getCall, type Call } from "./call.ts";
import type { FormFields } from "./form-bytes.ts";
import { readFormOf, resolveLink, type Elements, type Page, type PageForm } from "./page.ts";
import { textOf, type Found } from "./select.ts";

/**
 * ASP.NET pages send their form with the name of the pressed element in two hidden fields
 * (`__doPostBack`, https://learn.microsoft.com/en-us/previous-versions/aspnet/ms178139(v=vs.100)).
 */
const POSTBACKS = ["WebForm_PostBackOptions(", "__doPostBack("];
const QUOTED = /^[\s,]*(?:'([^'\\]*)'|"([^"\\]*)")/;

/** The longest script of an element that is searched. */
const SCRIPT_MAX = 2000;

/** The request of an element, or of a value that is an address; null when it leads nowhere. */
export function followCall(found: Found): Call | null {
  if ("value" in found) return linkCall(found.page, textOf(found));
  const { page, element } = found;
  if (page.live !== undefined) return pressedCall(page, page.live, element);
  if (element.is("form")) return submitCall(page, readFormOf(page, element), []);
  const posted =
    postbackCall(page, element, element.attr("href")) ?? postbackCall(page, element, element.attr("onclick"));
  if (posted !== null) return posted;
  if (element.is("button, input")) return pressCall(page, element);
  return linkCall(page, element.attr("href") ?? null);
}

/** The same for an address that was read from the element, such as by an expression. */
export const addressCall = (found: Found, address: string): Call | null =>
  ("element" in found ? postbackCall(found.page, found.element, address) : null) ?? linkCall(found.page, address);

/** In a browser, what is no plain link is pressed. */
function pressedCall(page: Page, live: number, element: Elements): Call {
  const link = element.is("a[href]:not([href^='#'])") ? linkCall(page, element.attr("href") ?? null) : null;
  return link ?? { ...getCall(page.url, page.url), element: { live, path: pathOf(element) } };
}

/** A CSS selector of the element alone, by its place in the page. */
export function pathOf(element: Elements): string {
  const places: string[] = [];
  for (let one = element.first(); one.length > 0; one = one.parent())
    places.unshift(one.is("html") ? "html" : `*:nth-child(${one.index() + 1})`);
  return places.join(" > ");
}

function linkCall(page: Page, address: string | null): Call | null {
  const url = address === null ? null : resolveLink(page, address);
  return url === null ? null : getCall(url, page.url);
}

function pressCall(page: Page, button: Elements): Call | null {
  const name = button.attr("name");
  const isImage = button.attr("type")?.toLowerCase() === "image";
  const pressed: FormFields = isImage
    ? [
        [`${name === undefined ? "" : `${name}.`}x`, "1"],
        [`${name === undefined ? "" : `${name}.`}y`, "1"],
      ]
    : name === undefined
      ? []
      : [[name, button.attr("value") ?? ""]];
  return submitCall(page, formAround(page, button), pressed);
}

function postbackCall(page: Page, element: Elements, script: string | undefined): Call | null {
  if (script === undefined || script.length > SCRIPT_MAX) return null;
  const posted = postbackOf(script);
  if (posted === null) return null;
  return submitCall(page, formAround(page, element), [
    ["__EVENTTARGET", posted.target],
    ["__EVENTARGUMENT", posted.argument],
  ]);
}

function postbackOf(script: string): { target: string; argument: string } | null {
  const name = POSTBACKS.find((each) => script.includes(each));
  if (name === undefined) return null;
  const given = script.slice(script.indexOf(name) + name.length);
  const target = QUOTED.exec(given);
  const argument = target === null ? null : QUOTED.exec(given.slice(target[0].length));
  if (target === null || argument === null) return null;
  return { target: target[1] ?? target[2] ?? "", argument: argument[1] ?? argument[2] ?? "" };
}

/** The form that the element belongs to; pages with postbacks have one alone. */
function formAround(page: Page, element: Elements): PageForm | null {
  const own = element.closest("form");
  return readFormOf(page, own.length > 0 ? own : page.$("form").first());
}

function submitCall(page: Page, form: PageForm | null, pressed: FormFields): Call | null {
  if (form === null) return null;
  const names = new Set(pressed.map(([name]) => name));
  const fields = [...form.fields.filter(([name]) => !names.has(name)), ...pressed];
  return formCall(form.method === "post" ? "POST" : "GET", form.action, fields, page.url);
}
