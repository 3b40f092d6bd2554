/** Logins at utilities: their state, their progress, the utility's question, and what a user does about them. */
import { queryOptions, useMutation } from "@tanstack/react-query";
import { MeterbookError, type Authorization, type AuthorizationProgress } from "@meterbook/client";
import { FALLBACK_MS } from "./live.ts";
import { meterbook } from "./meterbook.ts";
import { queryClient } from "./queries.ts";

const KEY = "authorizations";

/** The service is signing in, or looking for the accounts. */
const isSigningIn = ({ status, revoked_at }: Authorization): boolean =>
  status === "Inventory Pending" && revoked_at === null;

/** Bills are being fetched or read. A login that cannot be used fetches nothing. */
export const isCollecting = ({ status, revoked_at }: Authorization, progress: AuthorizationProgress): boolean =>
  status === "Inventory Complete" && revoked_at === null && progress.accounts_active > 0 && !progress.complete;

/** An admin is answered with the logins of all companies. */
export const authorizationsQuery = (companyId: number) =>
  queryOptions({
    queryKey: [KEY, "list", companyId],
    queryFn: async ({ signal }) => {
      const all = await meterbook.authorizations.list({ limit: 1000, signal }).toArray();
      return all.filter(({ company_id }) => company_id === companyId).toSorted((one, other) => other.id - one.id);
    },
    refetchInterval: ({ state: { data } }) => (data?.some(isSigningIn) === true ? FALLBACK_MS : false),
  });

export const authorizationQuery = (id: number) =>
  queryOptions({
    queryKey: [KEY, id, "record"],
    queryFn: ({ signal }) => meterbook.authorizations.get(id, { reveal: "false", signal }),
    refetchInterval: ({ state: { data } }) => (data !== undefined && isSigningIn(data) ? FALLBACK_MS : false),
  });

/** Asked again as bills arrive. */
export const progressQuery = (authorization: Authorization) =>
  queryOptions({
    // Each state of the login begins the progress anew.
    queryKey: [KEY, authorization.id, "progress", authorization.status],
    queryFn: ({ signal }) => meterbook.authorizations.getProgress(authorization.id, { signal }),
    refetchInterval: ({ state: { data } }) =>
      isSigningIn(authorization) || (data !== undefined && isCollecting(authorization, data)) ? FALLBACK_MS : false,
    placeholderData: (before) => before,
  });

/** Null when the utility asks nothing, or its question has expired. */
export const challengeQuery = (id: number) =>
  queryOptions({
    queryKey: [KEY, id, "challenge"],
    queryFn: async ({ signal }) => {
      try {
        return await meterbook.authorizations.getChallenge(id, { signal });
      } catch (error) {
        if (error instanceof MeterbookError && error.status === 404) return null;
        throw error;
      }
    },
    staleTime: 0,
  });

/** Everything that follows from a login. */
export const refreshAuthorizations = () =>
  Promise.all([KEY, "tasks", "accounts", "coverage"].map((key) => queryClient.invalidateQueries({ queryKey: [key] })));

export interface Login {
  online_access_url: string;
  online_access_username: string;
  online_access_password: string;
  twoFactorInstructions: string;
  other_details: string;
  /** The id of a mailbox; empty: the company's own choice. */
  code_mailbox_id: string;
}

/** Empty texts are left out: the service takes a text that is sent as one that was typed. */
const typedOf = ({ code_mailbox_id, ...login }: Partial<Login>) => ({
  ...(Object.fromEntries(Object.entries(login).filter(([, text]) => text.trim() !== "")) as Omit<
    Partial<Login>,
    "code_mailbox_id"
  >),
  ...(code_mailbox_id === undefined ? {} : { code_mailbox_id: idOf(code_mailbox_id) }),
});

const idOf = (text: string): number | null => (text === "" ? null : Number(text));

export const useSubmitLogin = () =>
  useMutation({
    mutationFn: ({ online_access_url, online_access_username, online_access_password, ...rest }: Login) =>
      meterbook.authorizations.create({
        online_access_url,
        online_access_username,
        online_access_password,
        ...typedOf(rest),
      }),
    onSuccess: refreshAuthorizations,
  });

export const useCorrectLogin = (id: number) =>
  useMutation({
    mutationFn: (login: Partial<Login>) => meterbook.authorizations.mend(id, typedOf(login)),
    onSuccess: refreshAuthorizations,
  });

export const useNameCodeMailbox = (id: number) =>
  useMutation({
    mutationFn: (mailbox: string) => meterbook.authorizations.mend(id, { code_mailbox_id: idOf(mailbox) }),
    onSuccess: refreshAuthorizations,
  });

export const useSignInAgain = (id: number) =>
  useMutation({ mutationFn: () => meterbook.authorizations.repeatInventory(id), onSettled: refreshAuthorizations });

export const useRemoveLogin = (id: number) =>
  useMutation({ mutationFn: () => meterbook.authorizations.forget(id), onSuccess: refreshAuthorizations });

export const useAnswerChallenge = (id: number) =>
  useMutation({
    mutationFn: (answer: string) => meterbook.authorizations.answerChallenge(id, { answer }),
    onSettled: refreshAuthorizations,
  });

export interface AccountSwitch {
  accounts: number[];
  status: "Active" | "Inactive";
  /** First day of the bills to collect; null: as far back as the utility has them. Undefined: as it was. */
  data_start_date?: string | null | undefined;
}

/**
 * Switches accounts one after the other and tells of each; a refusal does not keep the others back. `signal` ends it after the
 * account that is being switched.
 */
export async function switchAccounts(
  id: number,
  { accounts, status, data_start_date }: AccountSwitch,
  options: { signal: AbortSignal; onEach: (accountId: number, error: unknown) => void },
): Promise<void> {
  for (const utility_account_id of accounts) {
    if (options.signal.aborted) break;
    try {
      const change = { utility_account_id, status, ...(data_start_date === undefined ? {} : { data_start_date }) };
      await meterbook.authorizations.updateAccountStatus(id, change);
      options.onEach(utility_account_id, null);
    } catch (error) {
      options.onEach(utility_account_id, error);
    }
  }
  await refreshAuthorizations();
}
