/** Utility accounts. */
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

/** The names of the utilities that the company has accounts at. */
export const accountUtilitiesQuery = queryOptions({
  ...accountsQuery,
  select: (accounts) => [...new Set(accounts.map(({ utility_company_name }) => utility_company_name))].sort(),
});
