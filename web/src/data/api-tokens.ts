/** API tokens, with which programs call. */
import { queryOptions, useMutation } from "@tanstack/react-query";
import type { NewApiToken } from "@meterbook/client";
import { meterbook } from "./meterbook.ts";
import { queryClient } from "./queries.ts";

const TOKENS = ["api-tokens"] as const;
const again = () => queryClient.invalidateQueries({ queryKey: TOKENS });

export const apiTokensQuery = queryOptions({
  queryKey: TOKENS,
  queryFn: ({ signal }) => meterbook.apiTokens.list({ limit: 1000, signal }).toArray(),
});

/** The answer alone holds the token. */
export const useCreateApiToken = () =>
  useMutation({ mutationFn: (token: NewApiToken) => meterbook.apiTokens.create(token), onSuccess: again });

export const useRevokeApiToken = () =>
  useMutation({ mutationFn: (id: number) => meterbook.apiTokens.revoke(id), onSuccess: again });
