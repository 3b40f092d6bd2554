/** The own user: name, password, sessions and authenticator app. */
import { queryOptions, useMutation } from "@tanstack/react-query";
import type { PasswordChange } from "@meterbook/client";
import { meterbook } from "./meterbook.ts";
import { queryClient } from "./queries.ts";
import { SESSION_KEY } from "./user-cache.ts";
import { leave } from "./session.ts";

const SESSIONS = ["own", "sessions"] as const;
const AUTHENTICATOR = ["own", "authenticator"] as const;
const again = (...keys: (readonly string[])[]) =>
  Promise.all(keys.map((queryKey) => queryClient.invalidateQueries({ queryKey })));

export const useRename = () =>
  useMutation({
    mutationFn: (name: string) => meterbook.me.edit({ name }),
    onSuccess: (me) => queryClient.setQueryData(SESSION_KEY, me),
  });

export const useChangePassword = () =>
  useMutation({
    mutationFn: (change: PasswordChange) => meterbook.me.changePassword(change),
    onSuccess: () => again(SESSIONS),
  });

export const sessionsQuery = queryOptions({
  queryKey: SESSIONS,
  queryFn: ({ signal }) => meterbook.me.listSessions({ signal }).toArray(),
});

export const useEndSession = () =>
  useMutation({
    mutationFn: (id: number) => meterbook.me.endSession(id),
    onSettled: () => again(SESSIONS),
  });

/** This session too: nothing of it stays in the page. */
export const useEndAllSessions = () =>
  useMutation({
    mutationFn: () => meterbook.sessions.endAll(),
    onSuccess: leave,
  });

export const authenticatorQuery = queryOptions({
  queryKey: AUTHENTICATOR,
  queryFn: ({ signal }) => meterbook.me.getAuthenticator({ signal }),
});

export const useSetUpAuthenticator = () =>
  useMutation({
    mutationFn: (current_password: string) => meterbook.me.setUpAuthenticator({ current_password }),
  });

/** The recovery codes are shown only by this answer: the query of the state follows when they were kept. */
export const useConfirmAuthenticator = () =>
  useMutation({
    mutationFn: (code: string) => meterbook.me.confirmAuthenticator({ code }),
    onSuccess: () => again(AUTHENTICATOR, SESSIONS),
  });

export const useRemoveAuthenticator = () =>
  useMutation({
    mutationFn: (code: string) => meterbook.me.removeAuthenticator({ code }),
    onSuccess: () => again(AUTHENTICATOR),
  });
