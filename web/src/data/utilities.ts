/** Utilities that a login can be given for, found by typed text. */
import { queryOptions } from "@tanstack/react-query";
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
      const asked = typed.trim() === "" ? {} : { q: typed };
      for await (const page of meterbook.utilities.list({ ...asked, limit: SHOWN, signal }).pages())
        return page.map(({ key, name, website, ways_in }) => ({
          key,
          name,
          online_access_url: ways_in.includes("portal") ? website : null,
        }));
      return [];
    },
    placeholderData: (before) => before,
  });
