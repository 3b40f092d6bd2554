/** How a list goes on, as the recording shows it: by a request that differs in one value, or by a row of page numbers. */
import type { CheerioAPI } from "../../domain/html.ts";
import { contentOf, jsonText, leavesOf, quoted } from "./draft-parts.ts";
import { typeOf, type Exchange } from "./exchange.ts";
import { fieldsOf } from "./masks.ts";

export interface Paging {
  /** The line `next`, with what belongs to it. */
  lines: string[];
  /** The request with `{next}`, `{page}` or `{offset}` in it. */
  applied(exchange: Exchange): { url: string; body: string };
}

type Fields = Map<string, string>;

/** Of the address with a question mark before their names, and of the body. */
const fieldsOfRequest = ({ url, body }: Exchange): Fields =>
  new Map([
    ...[...new URL(url).searchParams].map(([name, value]): [string, string] => [`?${name}`, value]),
    ...(body === "" ? [] : fieldsOf(body)),
  ]);

const placeOf = ({ method, url }: Exchange): string => `${method} ${new URL(url).origin}${new URL(url).pathname}`;

/** `rows`: how many rows the page has. */
export function pagingOf(page: Exchange, rows: number, all: readonly Exchange[]): Paging | null {
  const own = fieldsOfRequest(page);
  for (const other of all.slice(all.indexOf(page) + 1)) {
    if (placeOf(other) !== placeOf(page)) continue;
    const fields = fieldsOfRequest(other);
    const names = [...new Set([...own.keys(), ...fields.keys()])].filter((name) => own.get(name) !== fields.get(name));
    const [name, ...others] = names;
    const value = name === undefined ? undefined : fields.get(name);
    if (name === undefined || others.length > 0 || value === undefined) continue;
    const paging = byToken(page, name, value) ?? byNumber(page, { name, before: own.get(name), value, rows });
    if (paging !== null) return paging;
  }
  return counted(page, own, rows);
}

const leavesOfPage = (page: Exchange) => (typeOf(page).includes("json") ? leavesOf(jsonText(contentOf(page))) : []);

function byToken(page: Exchange, name: string, value: string): Paging | null {
  const leaves = leavesOfPage(page);
  const token =
    value.length < 2 ? undefined : leaves.find((leaf) => String(leaf.value) === value && !/\[\d+\]/.test(leaf.path));
  if (token === undefined) return null;
  const more = leaves.find((leaf) => leaf.value === true && /more|next/i.test(leaf.key));
  const sign = more === undefined ? "" : `, more: ${quoted(more.path)}`;
  return { lines: [`next: { token: ${quoted(token.path)}${sign} }`], applied: placing(name, "{next}") };
}

interface Counting {
  name: string;
  before: string | undefined;
  value: string;
  rows: number;
}

function byNumber(page: Exchange, { name, before, value, rows }: Counting): Paging | null {
  if (!/^\d{1,6}$/.test(value)) return null;
  const [now, first] = [Number(value), /^\d+$/.test(before ?? "") ? Number(before) : null];
  const from = first ?? now - 1;
  if (now === from + 1 && (first !== null || from <= 1)) return numbered(page, name, from, "{page}");
  return now === (first ?? 0) + rows ? numbered(page, name, 0, "{offset}") : null;
}

/** The number of a page in an address, where only one page was looked at. */
function counted(page: Exchange, own: Fields, rows: number): Paging | null {
  const found = [...own].find(
    ([name, value]) =>
      /(?:^|[?.])(?:page|p|pageno|pagenumber|pageindex)$/i.test(name) && /^[01]$/.test(value) && rows > 0,
  );
  return found === undefined ? null : numbered(page, found[0], Number(found[1]), "{page}");
}

function numbered(page: Exchange, name: string, from: number, placeholder: string): Paging {
  const pages = leavesOfPage(page).find(
    ({ key, value }) => typeof value === "number" && /pages$|pageCount$/i.test(key),
  );
  const applied = placing(name, placeholder);
  if (pages !== undefined && placeholder === "{page}")
    return { lines: [`next: { number_from: ${from}, pages: ${quoted(pages.path)} }`], applied };
  const empty = typeOf(page).includes("json") ? "{ status: 200 }" : "{ selector: .none }";
  return {
    lines: [`next: { number_from: ${from} }`, `empty: ${empty} # LOOK: what the page after the last one shows`],
    applied,
  };
}

/** Puts the placeholder where the value stands, in the address or in the body. */
const placing =
  (name: string, placeholder: string) =>
  ({ url, body }: Exchange): { url: string; body: string } => {
    if (name.startsWith("?")) {
      const changed = new URL(url);
      const fields = [...changed.searchParams]
        .filter(([each]) => each !== name.slice(1))
        .map((field) => field.join("="));
      changed.search = [...fields, `${name.slice(1)}=${placeholder}`].join("&");
      return { url: changed.href, body };
    }
    const json = jsonText(body);
    if (typeof json !== "object" || json === null) {
      const form = new URLSearchParams(body);
      form.set(name, placeholder);
      return { url, body: decodeURIComponent(form.toString()) };
    }
    return { url, body: JSON.stringify(withValue(json, name.split("."), placeholder)) };
  };

function withValue(json: unknown, [name, ...rest]: string[], value: string): unknown {
  if (name === undefined) return value;
  const record = typeof json === "object" && json !== null ? json : {};
  const inner = Object.entries(record).find(([key]) => key === name)?.[1] as unknown;
  return { ...record, [name]: withValue(inner, rest, value) };
}

/** A row of page numbers in which the first is no link: selects the link after the one that is shown. */
export function pagerOf($: CheerioAPI): string | null {
  for (const element of $("a").toArray()) {
    if ($(element).text().trim() !== "2") continue;
    let cell = $(element);
    while (cell.prev().length === 0 && cell.siblings().length === 0 && cell.parent().length > 0) cell = cell.parent();
    const shown = cell.prev();
    if (shown.text().trim() !== "1" || shown.is("a[href]") || shown.find("a[href]").length > 0) continue;
    const tag = shown.prop("tagName")?.toLowerCase() ?? "";
    const inner = shown.children().first().prop("tagName")?.toLowerCase();
    const own = /^[a-z][\w-]*$/i.exec(shown.attr("class")?.split(/\s+/)[0] ?? "")?.[0];
    const holder = shown.parent().closest("[id], [class]");
    const held =
      holder.attr("id") === undefined ? `.${holder.attr("class")?.split(/\s+/)[0] ?? ""}` : `#${holder.attr("id")}`;
    const within = holder.length === 0 || held === "." ? "" : `${holder.prop("tagName")?.toLowerCase() ?? ""}${held} `;
    const now = own !== undefined ? `${tag}.${own}` : inner === undefined ? tag : `${tag}:has(> ${inner})`;
    const link = cell.is("a") ? "a" : `${cell.prop("tagName")?.toLowerCase() ?? ""} a`;
    return `${within}${now} + ${link}`;
  }
  return null;
}

/** As lines of a list. */
export const nextLinesOf = (paging: Paging | null): string[] | null =>
  paging === null ? null : paging.lines.map((line) => `  ${line}`);

export const linkLine = (selector: string): string => `  next: ${quoted(selector)} # LOOK: leads to more bills`;
