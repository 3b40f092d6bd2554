/** The cache of queries is of one user: nothing of it stays when another one signs in, or when the user signs out. */
import { QueryCache, QueryClient } from "@tanstack/react-query";
import type { Me } from "@meterbook/client";

/** The key of the query that says who is signed in. */
export const SESSION_KEY = ["session"] as const;

export function newUserCache(isSignedOut: (error: unknown) => boolean): QueryClient {
  const cache = new QueryClient({
    queryCache: new QueryCache({
      onError: (error) => {
        // The session has ended: the frame of the page then shows the sign-in.
        if (isSignedOut(error)) cache.setQueryData(SESSION_KEY, null);
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
  return cache;
}

const endings: (() => void)[] = [];

/** What is kept of a user outside the cache ends with the session, too. */
export const onUserChange = (end: () => void): void => void endings.push(end);

/** Null for a user who has signed out. */
export function changeUser(cache: QueryClient, me: Me | null): void {
  for (const end of endings) end();
  cache.clear();
  cache.setQueryData(SESSION_KEY, me);
}

/** A session that is over already needs no end. @throws any other failure: the session then lives on */
export async function endUnlessOver(
  end: () => Promise<unknown>,
  isSignedOut: (error: unknown) => boolean,
): Promise<void> {
  try {
    await end();
  } catch (error) {
    if (!isSignedOut(error)) throw error;
  }
}
