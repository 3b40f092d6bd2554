/** One request to a portal, as data: made from a recipe, from a link, or from a form, and sent by the transport. */
import { portalChanged } from "./contract.ts";
import { formBytes, jsonBytes, type FormFields } from "./form-bytes.ts";
import type { PortalRequest } from "./recipe-parts.ts";
import { fillJson, fillText, type Lookup } from "./values.ts";

export interface Call {
  method: PortalRequest["method"];
  url: URL;
  headers: Record<string, string>;
  body: { form: FormFields } | { json: unknown } | { text: string; type: string } | null;
  /** Its body carries a secret that these origins alone may get, also after a redirect. */
  secretFor?: ReadonlySet<string>;
  /** The page with the link or the form. */
  from: URL | null;
  /** Its answer is read whatever its status says, because a recipe may know what a 5xx means. */
  readsAnyStatus?: boolean;
  /** In a browser: the element to press, or the form to fill in and send. */
  element?: LiveElement;
  /** In a browser: a CSS selector of what is there when the page is complete. */
  ready?: string;
}

export interface LiveElement {
  /** The number of the page that has it. */
  live: number;
  /** A CSS selector of this element alone. */
  path: string;
  /** What is typed into a form, by the names or selectors of its fields. */
  typed?: FormFields;
  button?: string;
}

export const getCall = (url: URL, from: URL | null = null): Call => ({
  method: "GET",
  url,
  headers: {},
  body: null,
  from,
});

/** The form as it is sent. A GET puts its fields into the address. */
export function formCall(method: "GET" | "POST", action: URL, fields: FormFields, from: URL): Call {
  if (method === "POST") return { method, url: action, headers: {}, body: { form: fields }, from };
  const url = new URL(action);
  url.search = new URLSearchParams(fields).toString();
  return getCall(url, from);
}

/** The bytes of the body and their type; null without one. The caller wipes them after sending. */
export function bodyOf({ body }: Call): { bytes: Buffer; type: string } | null {
  if (body === null) return null;
  if ("text" in body) return { bytes: Buffer.from(body.text), type: body.type };
  return "form" in body
    ? { bytes: formBytes(body.form), type: "application/x-www-form-urlencoded" }
    : { bytes: jsonBytes(body.json), type: "application/json" };
}

const isWholeValue = (text: string): boolean => /^\{[^{}]*\}$/.test(text);

/** The headers whose values are all known. */
export function fillHeaders(headers: Record<string, string>, lookup: Lookup): Record<string, string> {
  const filled = Object.entries(headers).flatMap(([name, text]) => {
    const value = fillText(text, lookup);
    return value === null ? [] : [[name, value] as const];
  });
  return Object.fromEntries(filled);
}

/** Values in a path or a query are escaped; a value that is a whole address stays as it is. */
function addressOf(text: string, lookup: Lookup, base: URL): URL {
  const filled = fillText(text, lookup, isWholeValue(text) ? String : encodeURIComponent);
  const url = filled === null || filled === "" ? null : URL.parse(filled, base);
  if (url === null || !/^https?:$/.test(url.protocol)) throw portalChanged(`the value for ${text} is no web address`);
  url.hash = "";
  return url;
}

/**
 * The request with the values of a visit; `common` headers whose values are not known yet are left out.
 * @throws PortalError `portal_changed` when a value is not an address
 */
export function callOf(request: PortalRequest, common: Record<string, string>, lookup: Lookup, base: URL): Call {
  const { url, method, headers, body } = request;
  return {
    method,
    url: addressOf(url, lookup, base),
    // An address that the portal gave may be of another host, which must get no token.
    headers: fillHeaders(isWholeValue(url) ? headers : { ...common, ...headers }, lookup),
    body: body === null ? null : fillBody(body, lookup),
    from: null,
  };
}

function fillBody(body: NonNullable<PortalRequest["body"]>, lookup: Lookup): Call["body"] {
  if ("form" in body)
    return { form: Object.entries(body.form).map(([name, text]) => [name, fillText(text, lookup) ?? ""]) };
  if ("json" in body) return { json: fillJson(body.json, lookup) };
  const { variables, ...query } = body.graphql;
  return { json: { ...query, ...(variables === undefined ? {} : { variables: fillJson(variables, lookup) }) } };
}
