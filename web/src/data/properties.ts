/** Properties: their records, and why their cost changed. */
import { queryOptions, useMutation } from "@tanstack/react-query";
import type { PropertyEdit } from "@meterbook/client";
import { meterbook } from "./meterbook.ts";
import { addMonths, monthParameter } from "./months.ts";
import { queryClient } from "./queries.ts";

/** A type of energy or water that the service knows. */
export type EnergyType = NonNullable<
  NonNullable<Parameters<typeof meterbook.properties.getSignature>[1]>["energy_type"]
>;

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

/** Months of the whole property. */
export const propertyMonthsQuery = (id: number) =>
  queryOptions({
    queryKey: ["properties", id, "months"],
    queryFn: async ({ signal }) =>
      (await meterbook.properties.getWithMonths(id, { signal })).property_aggregated_monthly_data,
  });

/** Months of each of its services. */
export const serviceMonthsQuery = (id: number) =>
  queryOptions({
    queryKey: ["properties", id, "service months"],
    queryFn: async ({ signal }) =>
      (await meterbook.properties.getWithEnergyTypeMonths(id, { signal })).energy_type_aggregated_monthly_data,
  });

export const snapshotsQuery = (id: number) =>
  queryOptions({
    queryKey: ["properties", id, "snapshots"],
    queryFn: async ({ signal }) => (await meterbook.properties.getWithSnapshots(id, { signal })).snapshot_data,
  });

export const signatureQuery = (id: number, energyType: EnergyType) =>
  queryOptions({
    queryKey: ["properties", id, "signature", energyType],
    queryFn: ({ signal }) => meterbook.properties.getSignature(id, { energy_type: energyType, signal }),
  });

/** One month with the bill lines that its figures are made of. */
export const explainedMonthQuery = (id: number, month: string) =>
  queryOptions({
    queryKey: ["properties", id, "explained month", month],
    queryFn: async ({ signal }) => {
      const to = monthParameter(addMonths(month, 1));
      const asked = { from: monthParameter(month), to, explain: true, signal };
      const [whole, services] = await Promise.all([
        meterbook.properties.getWithMonths(id, asked),
        meterbook.properties.getWithEnergyTypeMonths(id, asked),
      ]);
      return {
        month: whole.property_aggregated_monthly_data[0] ?? null,
        services: services.energy_type_aggregated_monthly_data,
      };
    },
  });

export const useEditProperty = (id: number) =>
  useMutation({
    mutationFn: (edit: PropertyEdit) => meterbook.properties.edit(id, edit),
    // Floor area and address change figures that are derived.
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ["properties"] }),
  });
