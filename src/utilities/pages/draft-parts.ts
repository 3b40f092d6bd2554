/** What the parts of a draft share: texts of a recipe, the values of JSON by their paths, and how a page is asked for. */
import { compileDayFormat } from "../../connectors/day-format.ts";
import type { Exchange } from "./exchange.ts";

/** Days as portals write them. */
export const DAYS = [
  /\d{4}-\d\d-\d\d/,
  /\d{1,2}\/\d{1,2}\/\d{4}/,
  /\d{1,2}\/\d{1,2}\/\d\d/,
  /[A-Z][a-z]{2,8}\.? \d{1,2}, \d{4}/,
  /\d{1,2} [A-Z][a-z]{2,8} \d{4}/,
  /\d\d-\d\d-\d{4}/,
  /[A-Z][a-z]{2,8}-\d{1,2}-\d{4}/,
  /\d{1,2}-[A-Z][a-z]{2,8}-\d{4}/,
];

/** The first form that the text has; null without a day. */
export const dayIn = (text: string): string | null => DAYS.map((form) => form.exec(text)?.[0]).find(Boolean) ?? null;

const FORMATS = [
  "YYYY-MM-DD",
  "MM/DD/YYYY",
  "M/D/YYYY",
  "MMM D, YYYY",
  "MMMM D, YYYY",
  "D MMM YYYY",
  "MM-DD-YYYY",
  "MMM-D-YYYY",
  "D-MMM-YYYY",
  "MM/DD/YY",
  "M/D/YY",
  "YYYYMMDD",
];
export const formatOf = (days: readonly string[]): string | null =>
  FORMATS.find((format) => days.every((day) => compileDayFormat(format, "UTC")?.(day) != null)) ?? null;

export const contentOf = ({ content }: Pick<Exchange, "content">): string => new TextDecoder().decode(content);
/** As YAML writes it, also within { } and [ ]. */
export const quoted = (text: string): string =>
  /^[a-z$_./][\w.*$/-]*$/i.test(text) && !/^(?:true|false|null|\.\d.*)$/i.test(text) ? text : JSON.stringify(text);

export function jsonText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

export interface Leaf {
  path: string;
  /** The name under which the value stands. */
  key: string;
  value: string | number | boolean;
}

/** The JSONPath of what has this name. */
export const pathWithin = (path: string, name: string): string =>
  /^[a-z_]\w*$/i.test(name) ? `${path}.${name}` : `${path}['${name.replaceAll(/['\\]/g, String.raw`\$&`)}']`;

/** The values of JSON with their JSONPaths. */
export function leavesOf(value: unknown, path = "$", key = ""): Leaf[] {
  if (typeof value === "string" || typeof value === "number" || typeof value === "boolean")
    return [{ path, key, value }];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, item]) =>
    Array.isArray(value) ? leavesOf(item, `${path}[${name}]`, key) : leavesOf(item, pathWithin(path, name), name),
  );
}

/** A value that is known when something is asked for, by the name that the recipe gives it. */
export interface NamedValue {
  name: string;
  value: string;
}

export interface ListDraft {
  lines: string[];
  /** What the list was found on. */
  page: Exchange;
  /** The ids and numbers of its rows, by which later addresses name an account. */
  ids: string[];
  numbers: string[];
}

/** What is known when a list is asked for: values of the sign-in by name, and the accounts. */
export interface Known {
  values: readonly NamedValue[];
  account: ListDraft | null;
  /** Every recorded request, from the password on: they show what is used of a row, and how a list goes on. */
  all: readonly Exchange[];
}

/** Writes `{name}` in the place of what is known. */
export const fillerOf =
  ({ values, account }: Pick<Known, "values" | "account">, more: readonly NamedValue[] = []) =>
  (text: string): string => {
    const id = account?.ids.find((each) => text.includes(each));
    const number = account?.numbers.find((each) => text.includes(each));
    const named = [
      ...more,
      ...(id === undefined ? [] : [{ name: "external_id", value: id }]),
      ...(number === undefined ? [] : [{ name: "acct_num", value: number }]),
      ...values,
    ];
    return named.reduce((filled, { name, value }) => filled.replaceAll(value, `{${name}}`), text);
  };

const pathAndQuery = ({ url }: Exchange): string => {
  const { pathname, search } = new URL(url);
  return pathname + search;
};

/** The text of an address, or a name in braces that is a whole one. */
function addressOf(exchange: Exchange, fill: (text: string) => string, host?: string): string {
  const url = new URL(exchange.url);
  const whole = fill(exchange.url);
  if (/^\{\w+\}$/.test(whole)) return whole;
  const path = fill(pathAndQuery(exchange));
  return host === undefined || host === url.host ? path : `${url.origin}${path}`;
}

/**
 * A request, after `page:`. `asked`: with names of the recipe in its address or body, in place of what was recorded. `host`: where
 * addresses of the recipe begin, if another one is to be named.
 */
export function requestLines(
  exchange: Exchange,
  fill: (text: string) => string,
  { asked = exchange, host }: { asked?: { url: string; body: string } | undefined; host?: string | undefined } = {},
): string[] {
  const { method, headers } = exchange;
  const address = addressOf({ ...exchange, url: asked.url }, (text) => unescaped(fill(text)), host);
  if (method === "GET") return [/[{}?&:#]/.test(address) ? JSON.stringify(address) : address];
  return [
    "",
    `  url: ${JSON.stringify(address)}`,
    ...(method === "POST" ? [] : [`  method: ${method}`]),
    ...bodyLines(asked.body, headers, fill).map((line) => `  ${line}`),
    ...(asked.body === "" && method === "POST" ? ["  method: POST"] : []),
  ];
}

/** Braces in an address are names of the recipe alone. */
const unescaped = (text: string): string => text.replaceAll(/%7B(\w+)%7D/gi, "{$1}");

function bodyLines(body: string, headers: Exchange["headers"], fill: (text: string) => string): string[] {
  if (body === "") return [];
  const json = jsonText(body);
  if (typeof json !== "object" || json === null) {
    if (/json|xml|multipart/.test(headers["content-type"] ?? "")) return [`json: ${JSON.stringify(fill(body))} # LOOK`];
    return [`form: ${JSON.stringify(Object.fromEntries(new URLSearchParams(fill(body))))}`];
  }
  if (!("query" in json) || typeof json.query !== "string") return [`json: ${fill(body)}`];
  const operation = "operationName" in json ? [`  operationName: ${quoted(String(json.operationName))}`] : [];
  const variables = "variables" in json ? fill(JSON.stringify(json.variables)) : "{}";
  const query = json.query.replaceAll(/\s+/g, " ").trim();
  return ["graphql:", ...operation, `  query: ${JSON.stringify(query)}`, `  variables: ${variables}`];
}
