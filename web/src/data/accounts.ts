/** Utility accounts. */
import { queryOptions } from "@tanstack/react-query";
import { meterbook } from "./meterbook.ts";

export const accountsQuery = queryOptions({
  queryKey: ["accounts", "list"],
  queryFn: ({ signal }) => meterbook.accounts.list({ limit: 1000, signal }).toArray(),
});
