/** Utilities, found by typed text: those that a login can be given for, and others that are wanted. */
import { queryOptions, useMutation } from "@tanstack/react-query";
import { meterbook } from "./meterbook.ts";

export interface FoundUtility {
  key: string;
  name: string;
  /** The address that goes with a login. Null: it cannot be signed in to. */
  online_access_url: string | null;
}

/** More than anybody looks through; the list gets shorter with each letter. */
const SHOWN = 20;

export const utilitiesQuery = (typed: string) =>
  queryOptions({
    queryKey: ["utilities", typed],
    queryFn: async ({ signal }): Promise<FoundUtility[]> => {
      // Those with a login first; hundreds of others only once something is typed.
      const [withLogin, any] = await Promise.all([
        firstPage({ q: typed, supported: "login", signal }),
        typed.trim() === "" ? [] : firstPage({ q: typed, signal }),
      ]);
      return [...withLogin, ...any.filter(({ online_access_url }) => online_access_url === null)].slice(0, SHOWN);
    },
    placeholderData: (before) => before,
  });

async function firstPage(query: { q: string; supported?: "login"; signal: AbortSignal }): Promise<FoundUtility[]> {
  for await (const page of meterbook.utilities.list({ ...query, limit: SHOWN }).pages())
    return page.map(({ key, name, website, supported }) => ({
      key,
      name,
      online_access_url: supported.includes("login") ? website : null,
    }));
  return [];
}

/** Counts that a utility is wanted whose bills are not collected: once a day for each user. */
export const useWishUtility = () =>
  useMutation({ mutationFn: (utility: string) => meterbook.utilities.createWish({ utility }) });
