/** Who is signed in, and how one signs in and out. */
import { queryOptions, useMutation, useSuspenseQuery } from "@tanstack/react-query";
import type { Me } from "@meterbook/client";
import { isSignedOut, meterbook } from "./meterbook.ts";
import { queryClient } from "./queries.ts";
import { changeUser, endUnlessOver, SESSION_KEY } from "./user-cache.ts";

/** Null when nobody is signed in. */
export const sessionQuery = queryOptions({
  queryKey: SESSION_KEY,
  queryFn: async ({ signal }): Promise<Me | null> => {
    try {
      return await meterbook.me.get({ signal });
    } catch (error) {
      if (isSignedOut(error)) return null;
      throw error;
    }
  },
  staleTime: 5 * 60_000,
});

/** The signed-in user. Only pages behind the sign-in may ask. */
export function useMe(): Me {
  const { data } = useSuspenseQuery(sessionQuery);
  if (data === null) throw new Error("a page behind the sign-in was shown without a session");
  return data;
}

/** Nothing of the user who was signed in before stays. */
export const enter = (me: Me): void => changeUser(queryClient, me);

/** Nothing of the session stays in this page. */
export const leave = (): void => changeUser(queryClient, null);

export interface SignIn {
  email: string;
  password: string;
  code?: string | undefined;
}

export const useSignIn = () =>
  useMutation({
    mutationFn: (signIn: SignIn) => meterbook.sessions.create(signIn),
    onSuccess: enter,
  });

/** By the token of a link, which works once. */
export const useSignInByLink = () =>
  useMutation({
    mutationFn: (link: { token: string; code?: string | undefined }) => meterbook.sessions.createByLink(link),
    onSuccess: enter,
  });

export const useSignOut = () =>
  useMutation({
    mutationFn: () => endUnlessOver(() => meterbook.sessions.endCurrent(), isSignedOut),
    onSuccess: leave,
  });
