/** How the websites of utilities do, and for administrators what they showed when they had changed. */
import { queryOptions } from "@tanstack/react-query";
import { meterbook } from "./meterbook.ts";

const POLL_MS = 60_000;

export const utilityHealthQuery = queryOptions({
  queryKey: ["utility-health"],
  queryFn: ({ signal }) => meterbook.utilities.listHealth({ limit: 1000, signal }).toArray(),
  refetchInterval: POLL_MS,
  staleTime: POLL_MS,
});

/** The newest first. */
export const changedPagesQuery = (utility: string) =>
  queryOptions({
    queryKey: ["utility-health", "pages", utility],
    queryFn: async ({ signal }) =>
      (await meterbook.utilities.listChangedPages({ utility, limit: 100, signal }).toArray()).toReversed(),
  });
