/** Finds where the values of a request came from: the answer that had them, and how a recipe reads them there. */
import { parseHtml } from "../../domain/html.ts";
import { contentOf, jsonText, leavesOf } from "./draft-parts.ts";
import { typeOf, type Exchange } from "./exchange.ts";
import { escaped, fieldsOf, MASKED_PASSWORD, MASKED_USERNAME } from "./masks.ts";

export interface Origin {
  /** The answer that has the value. */
  from: Exchange;
  /** How the value is called there. */
  key: string;
  /** The value of a recipe, in YAML. */
  field: string;
}

const LENGTH_MIN = 5;
const BEFORE_MAX = 80;

/** The name that a value of a script is assigned to, by what stands before it: `token = "`, `"token": '`. */
function assignedName(before: string): string | undefined {
  if (!/["']$/.test(before)) return undefined;
  const assigned = before.slice(0, -1).trimEnd();
  if (!/[:=]$/.test(assigned)) return undefined;
  const left = assigned.slice(0, -1).trimEnd().replace(/["']$/, "");
  return left.split(/\W/).at(-1) || undefined;
}

/** The last answer that has the value, whole. */
export function originOf(value: string, before: readonly Exchange[]): Origin | null {
  if (value.length < LENGTH_MIN || value === MASKED_USERNAME || value === MASKED_PASSWORD) return null;
  for (const from of before.toReversed()) {
    const found = inJson(value, from) ?? inHeaders(value, from) ?? inAddress(value, from) ?? inPage(value, from);
    if (found !== null) return { from, ...found };
  }
  return null;
}

type Place = Omit<Origin, "from"> | null;

function inJson(value: string, answer: Exchange): Place {
  if (!typeOf(answer).includes("json")) return null;
  const leaf = leavesOf(jsonText(contentOf(answer))).find((each) => each.value === value);
  return leaf === undefined ? null : { key: leaf.key, field: JSON.stringify(leaf.path) };
}

function inHeaders(value: string, { answered }: Exchange): Place {
  for (const [name, texts] of Object.entries(answered))
    if (name !== "location" && name !== "set-cookie" && texts.includes(value))
      return { key: name.replace(/^x-/, ""), field: `{ header: ${name} }` };
  return null;
}

/** Where the visit ended up after redirects. */
function inAddress(value: string, { url, method, status }: Exchange): Place {
  if (method !== "GET" || status !== 200) return null;
  const field = [...new URL(url).searchParams].find(([, each]) => each === value && url.includes(`=${value}`));
  return field === undefined
    ? null
    : { key: field[0], field: `{ address: true, regex: '[?&]${escaped(field[0])}=([^&]+)' }` };
}

function inPage(value: string, answer: Exchange): Place {
  if (!typeOf(answer).includes("html") || answer.status !== 200) return null;
  const text = contentOf(answer);
  if (!text.includes(value)) return null;
  const $ = parseHtml(text);
  const input = $("input[name]").filter((_, element) => $(element).attr("value") === value);
  const named = input.attr("name");
  if (named !== undefined)
    return { key: named, field: `{ selector: ${JSON.stringify(`input[name="${named}"]`)}, attr: value }` };
  const meta = $("meta[name]")
    .filter((_, element) => $(element).attr("content") === value)
    .attr("name");
  if (meta !== undefined)
    return { key: meta, field: `{ selector: ${JSON.stringify(`meta[name="${meta}"]`)}, attr: content }` };
  for (const script of $("script:not([src])").toArray()) {
    const code = $(script).text();
    const at = code.indexOf(value);
    const key = at === -1 ? undefined : assignedName(code.slice(Math.max(0, at - BEFORE_MAX), at));
    if (key === undefined) continue;
    const selector = $("script").length === 1 ? "script" : `script:contains("${key}")`;
    return { key, field: `{ selector: ${JSON.stringify(selector)}, regex: '${key}["'']?\\s*[:=]\\s*["'']([^"'']+)' }` };
  }
  return null;
}

/** What a request sends that may come from an earlier answer. */
export function valuesSent({ url, body, headers }: Exchange): string[] {
  const { searchParams, pathname } = new URL(url);
  const fields = body === "" ? [] : fieldsOf(body).map(([, value]) => value);
  const inHeader = Object.entries(headers).flatMap(([name, text]) =>
    name === "content-type" ? [] : [text, text.split(" ").at(-1) ?? ""],
  );
  return [url, ...fields, ...inHeader, ...searchParams.values(), ...pathname.split("/")];
}

const RESERVED = new Set(
  "username password external_id acct_num service_address document_id date next page offset answer".split(" "),
);

/** Names of values, one for each value. */
export function createNames(): (key: string, value: string) => string {
  const names = new Map<string, string>();
  return (key, value) => {
    const known = names.get(value);
    if (known !== undefined) return known;
    const plain = key
      .replaceAll(/(?<=[a-z0-9])(?=[A-Z])/g, "_")
      .toLowerCase()
      .replaceAll(/\W+/g, "_")
      .replace(/^[^a-z]+/, "");
    const base = plain === "" || RESERVED.has(plain) ? `value${plain === "" ? "" : `_${plain}`}` : plain;
    const used = new Set(names.values());
    let name = base;
    for (let count = 2; used.has(name); count += 1) name = `${base}_${count}`;
    names.set(value, name);
    return name;
  };
}
