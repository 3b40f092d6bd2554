/** Utility accounts with their meters. */
import { queryOptions } from "@tanstack/react-query";
import { meterbook } from "./meterbook.ts";

export const accountsQuery = queryOptions({
  queryKey: ["accounts", "list"],
  queryFn: ({ signal }) => meterbook.accounts.list({ limit: 1000, signal }).toArray(),
});

export const accountQuery = (id: number) =>
  queryOptions({
    queryKey: ["accounts", id, "record"],
    queryFn: ({ signal }) => meterbook.accounts.get(id, { signal }),
  });
