/** Bills: a single one with its lines. */
import { queryOptions } from "@tanstack/react-query";
import { meterbook } from "./meterbook.ts";

export const billQuery = (id: number) =>
  queryOptions({
    queryKey: ["bills", id, "record"],
    queryFn: ({ signal }) => meterbook.bills.get(id, { signal }),
  });
