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
  /** Nobody has confirmed yet that its website can be signed in to. */
  isUnproven: boolean;
}

/** Its bills can be collected. */
export const isCollected = ({ online_access_url, takesPermission }: FoundUtility): boolean =>
  online_access_url !== null || takesPermission;

/** More than anybody looks through; the list gets shorter with each letter. */
const SHOWN = 20;

export interface FoundUtilities {
  shown: FoundUtility[];
  /** There are others, which more letters show. */
  hasMore: boolean;
}

export const utilitiesQuery = (typed: string) =>
  queryOptions({
    queryKey: ["utilities", typed],
    queryFn: async ({ signal }): Promise<FoundUtilities> => {
      const isSearch = typed.trim() !== "";
      // Those that are known to work first, then those nobody has tried; hundreds of others only once something is typed.
      const [proven, withPermission, unproven, any] = await Promise.all([
        firstPage({ q: typed, supported: "login", unproven: "false", signal }),
        firstPage({ q: typed, supported: "green_button_connect", signal }),
        firstPage({ q: typed, supported: "login", unproven: "true", signal }),
        isSearch ? firstPage({ q: typed, signal }) : [],
      ]);
      const permitted = withPermission.filter(({ online_access_url }) => online_access_url === null);
      const found = [...proven, ...permitted, ...unproven, ...any.filter((each) => !isCollected(each))];
      return { shown: found.slice(0, SHOWN), hasMore: !isSearch || found.length > SHOWN };
    },
    placeholderData: (before) => before,
  });

async function firstPage(query: {
  q: string;
  supported?: "login" | "green_button_connect";
  unproven?: "true" | "false";
  signal: AbortSignal;
}): Promise<FoundUtility[]> {
  for await (const page of meterbook.utilities.list({ ...query, limit: SHOWN }).pages())
    return page.map(({ key, name, website, supported, unproven }) => ({
      key,
      name,
      online_access_url: supported.includes("login") ? website : null,
      takesPermission: supported.includes("green_button_connect"),
      isUnproven: unproven,
    }));
  return [];
}

/** Counts that a utility is wanted whose bills are not collected: once a day for each user. */
export const useWishUtility = () =>
  useMutation({ mutationFn: (utility: string) => meterbook.utilities.createWish({ utility }) });
