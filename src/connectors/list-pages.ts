/** Walks all pages of a list: the first page, the pages after it, and the groups it links to, without cycles and with a limit. */
import { portalChanged } from "./contract.ts";
import { holds } from "./outcome.ts";
import { resolveLink, type Elements, type Page } from "./page.ts";
import type { When } from "./recipe.ts";

export interface ListRecipe {
  rows: string;
  empty?: When | undefined;
  next?: string | undefined;
  groups?: string | undefined;
}

export interface ListPage {
  page: Page;
  rows: Elements[];
  /** How it was reached; a `next` page must have new items, a group may repeat items. */
  reached: "first" | "next" | "group";
}

export interface ListWalk {
  list: ListRecipe;
  first: URL;
  pagesMax: number;
  open: (url: URL) => Promise<Page>;
  place: (url: URL) => string;
}

/**
 * @throws PortalError `portal_changed` for a link that leads back, too many pages, or a page without rows that is not declared
 * empty.
 */
export async function* listPages({ list, first, pagesMax, open, place }: ListWalk): AsyncGenerator<ListPage> {
  const visited = new Set<string>();

  async function visit(url: URL, reached: ListPage["reached"]): Promise<ListPage> {
    if (visited.has(url.href)) throw portalChanged(`the link to the next page leads back to ${place(url)}`);
    if (visited.size === pagesMax) throw portalChanged(`a list of more than ${pagesMax} pages at ${place(url)}`);
    visited.add(url.href);
    const page = await open(url);
    const rows = page
      .$(list.rows)
      .toArray()
      .map((row) => page.$(row));
    const isEmpty = rows.length === 0 && list.empty !== undefined && holds(list.empty, page);
    if (rows.length === 0 && !isEmpty) throw portalChanged(`no row found at ${place(page.url)}`);
    return { page, rows, reached };
  }

  async function* chain(start: ListPage): AsyncGenerator<ListPage> {
    let shown: ListPage | null = start;
    while (shown !== null) {
      yield shown;
      const [next] = links(shown.page, list.next, place);
      shown = next === undefined ? null : await visit(next, "next");
    }
  }

  const start = await visit(first, "first");
  yield* chain(start);
  for (const group of links(start.page, list.groups, place)) {
    if (!visited.has(group.href)) yield* chain(await visit(group, "group"));
  }
}

function links(page: Page, selector: string | undefined, place: (url: URL) => string): URL[] {
  if (selector === undefined) return [];
  return page
    .$(selector)
    .toArray()
    .map((link) => {
      const url = resolveLink(page, page.$(link).attr("href") ?? "#");
      if (url === null) throw portalChanged(`a link of the list at ${place(page.url)} is not a web address`);
      return url;
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
        if (known === undefined) found.set(item.external_id, item);
        else if (content(known) !== content(item))
          throw portalChanged(`two rows of one external_id differ, at ${where}`);
        return known === undefined;
      });
      if (reached === "next" && found.size === before)
        throw portalChanged(`a next page repeats what was listed, at ${where}`);
      return fresh;
    },
  };
}
