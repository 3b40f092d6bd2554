/** Properties: their records, and why their cost changed. */
import { queryOptions } from "@tanstack/react-query";
import { meterbook } from "./meterbook.ts";

export const propertiesQuery = queryOptions({
  queryKey: ["properties", "list"],
  queryFn: ({ signal }) => meterbook.properties.list({ limit: 1000, signal }).toArray(),
});

export const propertyQuery = (id: number) =>
  queryOptions({
    queryKey: ["properties", id, "record"],
    queryFn: ({ signal }) => meterbook.properties.get(id, { signal }),
  });

export interface Compared {
  /** First days of months: `2026-03`. */
  month?: string;
  months?: number;
  against?: string;
}

export const varianceQuery = (id: number, compared: Compared) =>
  queryOptions({
    queryKey: ["properties", id, "variance", compared],
    queryFn: ({ signal }) => meterbook.properties.explainVariance(id, { ...compared, signal }),
  });
