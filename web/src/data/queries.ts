/** The state of the server in the browser: one cache, filled by queries that each noun's file in this folder defines. */
import { isSignedOut } from "./meterbook.ts";
import { newUserCache } from "./user-cache.ts";

export const queryClient = newUserCache(isSignedOut);

/** Of a list that was scrolled further, every page would be asked for again: while it is shown it stays as it was read. */
const PAGES_MAX = 3;
const isLong = (data: unknown): boolean =>
  typeof data === "object" &&
  data !== null &&
  "pages" in data &&
  Array.isArray(data.pages) &&
  data.pages.length > PAGES_MAX;

/** What is shown of the nouns is asked for again now, and the rest when it is shown next. */
export const askAgain = (isAsked: (noun: string) => boolean): Promise<void> =>
  queryClient.invalidateQueries({
    predicate: (query) => isAsked(String(query.queryKey[0])) && !(query.isActive() && isLong(query.state.data)),
  });
