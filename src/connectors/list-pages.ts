/**
 * Walks all pages of a list: the first page, the pages after it, and the groups it links to, without cycles, with a limit, and to
 * an end that the portal states where the recipe knows it.
 */
import { getCall, type Call } from "./call.ts";
import { portalChanged } from "./contract.ts";
import { followCall } from "./follow.ts";
import { ROWS_MAX } from "./list-limits.ts";
import { holds } from "./outcome.ts";
import type { Page } from "./page.ts";
import { findField } from "./read-field.ts";
import type { Next } from "./recipe-shape.ts";
import type { Field, When } from "./recipe-parts.ts";
import { isThere, selectAll, type Found, type Selector } from "./select.ts";

export interface ListRecipe {
  rows: Selector;
  empty?: When | undefined;
  next?: Next | undefined;
  end?: When | undefined;
  groups?: Selector | undefined;
}

export interface ListPage {
  page: Page;
  rows: Found[];
  /** How it was reached; a `next` page must have new items, a group may repeat items. */
  reached: "first" | "next" | "group";
}

/** What the request of a page takes, from the pages before it. */
export interface Paging {
  /** Null for the first page. */
  next: string | null;
  page: number;
  /** The rows so far. */
  offset: number;
}

export interface ListWalk {
  list: ListRecipe;
  pagesMax: number;
  /** Runs the steps of the list. */
  start: (paging: Paging) => Promise<Page>;
  /** Opens what a link of the list leads to. */
  open: (call: Call) => Promise<Page>;
  place: (url: URL) => string;
}

/**
 * @throws PortalError `portal_changed` for a link that leads back, too many pages or rows, an end that the portal does not state, or
 * a page without rows that is not declared empty.
 */
export async function* listPages({ list, start, pagesMax, open, place }: ListWalk): AsyncGenerator<ListPage> {
  const { next, end } = list;
  const visited = new Set<string>();
  const paging: Paging = {
    next: null,
    page: next !== undefined && "number_from" in next ? next.number_from : 1,
    offset: 0,
  };
  let pages = 0;

  function admit(page: Page): void {
    if (pages === pagesMax) throw portalChanged(`a list of more than ${pagesMax} pages at ${place(page.url)}`);
    pages += 1;
  }

  function rowsOf(page: Page): Found[] {
    const rows = selectAll(list.rows, page);
    const isEmpty = rows.length === 0 && list.empty !== undefined && holds(list.empty, page);
    if (rows.length === 0 && !isEmpty) throw portalChanged(`no row found at ${place(page.url)}`);
    paging.offset += rows.length;
    if (paging.offset > ROWS_MAX) throw portalChanged(`a list of more than ${ROWS_MAX} rows at ${place(page.url)}`);
    return rows;
  }

  async function visit(call: Call, reached: ListPage["reached"]): Promise<ListPage> {
    const name = nameOf(call);
    if (visited.has(name)) throw portalChanged(`the link to the next page leads back to ${place(call.url)}`);
    visited.add(name);
    const page = await open(call);
    admit(page);
    return { page, rows: rowsOf(page), reached };
  }

  /** The page after this one; null at the end of the list. */
  async function following(shown: ListPage): Promise<ListPage | null> {
    const { page } = shown;
    if (next === undefined) return null;
    if ("link" in next) {
      const [link] = linksOf(page, next.link, place);
      return link === undefined ? null : visit(link, "next");
    }
    if ("token" in next) {
      const token = tokenOf(next, page, place);
      if (token === null) return null;
      if (visited.has(token)) throw portalChanged(`the next page is one that was listed, at ${place(page.url)}`);
      visited.add(token);
      paging.next = token;
    } else {
      const last = next.pages === undefined ? null : Number(findField(page, next.pages) ?? Number.NaN);
      if (Number.isNaN(last)) throw portalChanged(`no number of pages at ${place(page.url)}`);
      if (shown.rows.length === 0 || (last !== null && pages >= last)) return null;
      paging.page += 1;
    }
    const opened = await start(paging);
    admit(opened);
    const rows = rowsOf(opened);
    // A portal that counts pages shows an empty one after the last, which has nothing new.
    return { page: opened, rows, reached: rows.length === 0 ? "group" : "next" };
  }

  async function* chain(begin: ListPage): AsyncGenerator<ListPage> {
    let shown: ListPage | null = begin;
    while (shown !== null) {
      yield shown;
      const after: ListPage | null = await following(shown);
      if (after === null && end !== undefined && !holds(end, shown.page))
        throw portalChanged(`the list ends at ${place(shown.page.url)}, which is not its last page`);
      shown = after;
    }
  }

  const opened = await start(paging);
  visited.add(nameOf(getCall(opened.url)));
  admit(opened);
  const first: ListPage = { page: opened, rows: rowsOf(opened), reached: "first" };
  yield* chain(first);
  for (const group of list.groups === undefined ? [] : linksOf(first.page, list.groups, place)) {
    if (!visited.has(nameOf(group))) yield* chain(await visit(group, "group"));
  }
}

/**
 * The value that asks for the next page; null at the end. A JSON answer that says nothing of it has changed.
 * @throws PortalError `portal_changed`
 */
function tokenOf(
  { token, more }: Extract<Next, { token: Field }>,
  page: Page,
  place: ListWalk["place"],
): string | null {
  const signs = more === undefined ? null : selectAll(more, page);
  const isSilent =
    signs?.length === 0 ||
    (token.selector?.path != null && more === undefined && selectAll(token.selector, page).length === 0);
  if (isSilent) throw portalChanged(`no sign whether the list goes on, at ${place(page.url)}`);
  if (signs?.some(isThere) === false) return null;
  const value = findField(page, token);
  if (value === null && signs !== null) throw portalChanged(`no next at ${place(page.url)}`);
  return value;
}

/** Two requests of the same name get the same answer. */
const nameOf = ({ method, url, body, element }: Call): string => {
  if (element !== undefined) return `${element.path} of ${element.live}`;
  return body === null ? url.href : `${method} ${url.href} ${JSON.stringify(body)}`;
};

function linksOf(page: Page, selector: Selector, place: ListWalk["place"]): Call[] {
  return selectAll(selector, page)
    .filter(isThere)
    .map((found) => {
      const call = followCall(found);
      if (call === null) throw portalChanged(`a link of the list at ${place(page.url)} is not a web address`);
      return call;
    });
}

/** Items that are listed more than once, as in groups, are kept once; equal ids must mean equal items. */
export interface Collection<Item> {
  /** Adds the items of a page and returns the new ones. @throws PortalError `portal_changed` */
  add(reached: ListPage["reached"], items: Item[], where: string): Item[];
  items(): Item[];
}

/** `content` must be equal for rows with the same id. A `next` page without new items would never end. */
export function createCollection<Item extends { external_id: string }>(
  content: (item: Item) => string,
): Collection<Item> {
  const found = new Map<string, Item>();
  return {
    items: () => [...found.values()],
    add(reached, items, where) {
      const before = found.size;
      const fresh = items.filter((item) => {
        const known = found.get(item.external_id);
        if (known !== undefined && content(known) !== content(item))
          throw portalChanged(`two rows of one external_id differ, at ${where}`);
        // The newest row counts: a page that grows still shows it.
        found.set(item.external_id, item);
        return known === undefined;
      });
      if (reached === "next" && found.size === before)
        throw portalChanged(`a next page repeats what was listed, at ${where}`);
      return fresh;
    },
  };
}
