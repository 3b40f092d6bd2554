/** Utilities that a login can be given for, found by typed text. */
import { queryOptions } from "@tanstack/react-query";
import { MeterbookError } from "@meterbook/client";
import { accountsQuery } from "./accounts.ts";
import { meterbook } from "./meterbook.ts";
import { queryClient } from "./queries.ts";

export interface FoundUtility {
  name: string;
  /** The address that goes with a login. Null: it cannot be signed in to. */
  online_access_url: string | null;
}

/** What a service answers that lists its utilities. */
interface ListedUtility {
  name: string;
  website: string | null;
  ways_in: string[];
}

export const utilitiesQuery = (typed: string) =>
  queryOptions({
    queryKey: ["utilities", typed],
    queryFn: async ({ signal }): Promise<FoundUtility[]> => {
      try {
        const found = await meterbook.request<ListedUtility[]>("GET", "/v1/utilities", { query: { q: typed }, signal });
        return found.map(({ name, website, ways_in }) => ({
          name,
          online_access_url: ways_in.includes("portal") ? website : null,
        }));
      } catch (error) {
        // A service that does not list its utilities: those that the company has accounts at.
        if (error instanceof MeterbookError && error.status === 404) return knownUtilities(typed);
        throw error;
      }
    },
    placeholderData: (before) => before,
  });

async function knownUtilities(typed: string): Promise<FoundUtility[]> {
  const accounts = await queryClient.ensureQueryData(accountsQuery);
  const byName = new Map<string, FoundUtility>();
  for (const { utility_company_name: name, online_access_url } of accounts)
    if (online_access_url !== null) byName.set(name, { name, online_access_url });
  return [...byName.values()].filter(({ name }) => name.toLowerCase().includes(typed.trim().toLowerCase()));
}
