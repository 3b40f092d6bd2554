/** Utilities, found by typed text: those that a login or a permission can be given for, and others that are wanted. */
import { queryOptions, useMutation } from "@tanstack/react-query";
import { meterbook } from "./meterbook.ts";

export interface FoundUtility {
  key: string;
  name: string;
  /** The address that goes with a login. Null: it cannot be signed in to. */
  online_access_url: string | null;
  /** Its customers can permit at its website that bills are read. */
  takesPermission: boolean;
}

/** Its bills can be collected. */
export const isCollected = ({ online_access_url, takesPermission }: FoundUtility): boolean =>
  online_access_url !== null || takesPermission;

/** More than anybody looks through; the list gets shorter with each letter. */
const SHOWN = 20;

export const utilitiesQuery = (typed: string) =>
  queryOptions({
    queryKey: ["utilities", typed],
    queryFn: async ({ signal }): Promise<FoundUtility[]> => {
      // Those with a login first; hundreds of others only once something is typed.
      const [withLogin, withPermission, any] = await Promise.all([
        firstPage({ q: typed, supported: "login", signal }),
        firstPage({ q: typed, supported: "green_button_connect", signal }),
        typed.trim() === "" ? [] : firstPage({ q: typed, signal }),
      ]);
      const collected = [...withLogin, ...withPermission.filter(({ online_access_url }) => online_access_url === null)];
      return [...collected, ...any.filter((each) => !isCollected(each))].slice(0, SHOWN);
    },
    placeholderData: (before) => before,
  });

async function firstPage(query: {
  q: string;
  supported?: "login" | "green_button_connect";
  signal: AbortSignal;
}): Promise<FoundUtility[]> {
  for await (const page of meterbook.utilities.list({ ...query, limit: SHOWN }).pages())
    return page.map(({ key, name, website, supported }) => ({
      key,
      name,
      online_access_url: supported.includes("login") ? website : null,
      takesPermission: supported.includes("green_button_connect"),
    }));
  return [];
}

/** Counts that a utility is wanted whose bills are not collected: once a day for each user. */
export const useWishUtility = () =>
  useMutation({ mutationFn: (utility: string) => meterbook.utilities.createWish({ utility }) });
