/** Meters of a property. */
import { queryOptions } from "@tanstack/react-query";
import { meterbook } from "./meterbook.ts";

export const metersQuery = (propertyId: number) =>
  queryOptions({
    queryKey: ["meters", "of property", propertyId],
    queryFn: ({ signal }) => meterbook.meters.list({ property_id: propertyId, limit: 1000, signal }).toArray(),
  });
