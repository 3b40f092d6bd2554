/** Lists: iterated record by record; pages are fetched as they are needed. */

/** Fetches nothing before it is iterated, and each iteration fetches again. */
export interface Listing<T> extends AsyncIterable<T> {
  /** The records page by page, as the service sends them. */
  pages(): AsyncIterable<T[]>;
  /**
   * The first page alone, or the one at the cursor that was given. `cursor` of the answer is that of the next page, null at the end;
   * `total` how many records the whole list has, null for a list that was not asked to count.
   */
  page(): Promise<{ items: T[]; cursor: string | null; total: number | null }>;
  /** All of them at once. */
  toArray(): Promise<T[]>;
}

export interface Page<T> {
  items: T[];
  /** The query of the next page; null at the end. */
  next: Record<string, string> | null;
  total: number | null;
}

export function createListing<T>(
  query: Record<string, unknown>,
  getPage: (query: Record<string, unknown>) => Promise<Page<T>>,
): Listing<T> {
  async function* pages(): AsyncGenerator<T[]> {
    for (let current: Record<string, unknown> | null = query; current !== null;) {
      const page: Page<T> = await getPage(current);
      yield page.items;
      current = page.next;
    }
  }
  return {
    pages,
    async page() {
      const { items, next, total } = await getPage(query);
      return { items, cursor: next?.["cursor"] ?? null, total };
    },
    async *[Symbol.asyncIterator]() {
      for await (const items of pages()) yield* items;
    },
    async toArray() {
      const all: T[][] = [];
      for await (const items of pages()) all.push(items);
      return all.flat();
    },
  };
}

/** The query of `rel="next"` in a Link header (RFC 8288). Its host and path are not followed: a proxy may have given it others. */
export function nextQuery(link: string | null): Record<string, string> | null {
  for (const [, target = "", parameters = ""] of (link ?? "").matchAll(/<([^<>]*)>([^<]*)/g)) {
    const [, relations = ""] = /;\s*rel\s*=\s*"?([^";,]*)/i.exec(parameters) ?? [];
    if (!relations.toLowerCase().split(/\s+/).includes("next")) continue;
    return Object.fromEntries(new URL(target, "http://localhost").searchParams);
  }
  return null;
}
