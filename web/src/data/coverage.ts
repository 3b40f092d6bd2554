/** Which months of which meters are billed. */
import { queryOptions } from "@tanstack/react-query";
import { meterbook } from "./meterbook.ts";

interface CoverageAsked {
  property_id?: number;
  from: string;
}

export const coverageQuery = (asked: CoverageAsked) =>
  queryOptions({
    queryKey: ["coverage", asked],
    queryFn: ({ signal }) => meterbook.coverage.list({ ...asked, limit: 1000, signal }).toArray(),
  });
