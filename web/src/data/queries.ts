/** The state of the server in the browser: one cache, filled by queries that each noun's file in this folder defines. */
import { QueryCache, QueryClient } from "@tanstack/react-query";
import { isSignedOut } from "./meterbook.ts";

/** The key of the query that says who is signed in. */
export const SESSION_KEY = ["session"] as const;

export const queryClient = new QueryClient({
  queryCache: new QueryCache({
    onError: (error) => {
      // The session has ended: the frame of the page then shows the sign-in.
      if (isSignedOut(error)) queryClient.setQueryData(SESSION_KEY, null);
    },
  }),
  defaultOptions: {
    queries: {
      // The change feed says when something is out of date.
      staleTime: 60_000,
      // The client has its own retries.
      retry: false,
      refetchOnWindowFocus: false,
    },
    mutations: { retry: false },
  },
});

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
