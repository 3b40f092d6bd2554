/** Properties: their records, and why their cost changed. */
import { queryOptions, useMutation } from "@tanstack/react-query";
import type { NewProperty, Property, PropertyEdit } from "@meterbook/client";
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

/** Of the 24 months to `last`, and later ones that are not complete; without it of the 24 latest. */
export const signatureQuery = (id: number, energyType: EnergyType, last: string | null) =>
  queryOptions({
    queryKey: ["properties", id, "signature", energyType, last],
    queryFn: ({ signal }) =>
      meterbook.properties.getSignature(id, {
        energy_type: energyType,
        ...(last === null ? {} : { from: monthParameter(addMonths(last, -23)) }),
        signal,
      }),
  });

/** One month, and each of its services with the bill lines that its figures are made of. */
export const explainedMonthQuery = (id: number, month: string) =>
  queryOptions({
    queryKey: ["properties", id, "explained month", month],
    queryFn: async ({ signal }) => {
      const to = monthParameter(addMonths(month, 1));
      const asked = { from: monthParameter(month), to, signal };
      const [whole, services] = await Promise.all([
        meterbook.properties.getWithMonths(id, asked),
        meterbook.properties.getWithEnergyTypeMonths(id, { ...asked, explain: true }),
      ]);
      return {
        month: whole.property_aggregated_monthly_data[0] ?? null,
        services: services.energy_type_aggregated_monthly_data,
      };
    },
  });

/** Some months of each service with the bill lines that their figures are made of; two years at most. */
export const explainedSpanQuery = (id: number, { first_month, months }: { first_month: string; months: number }) =>
  queryOptions({
    queryKey: ["properties", id, "explained span", first_month, months],
    queryFn: async ({ signal }) => {
      const asked = {
        from: monthParameter(first_month),
        to: monthParameter(addMonths(first_month, months)),
        explain: true,
      };
      return (await meterbook.properties.getWithEnergyTypeMonths(id, { ...asked, signal }))
        .energy_type_aggregated_monthly_data;
    },
  });

export const useCreateProperty = () =>
  useMutation({
    mutationFn: (property: NewProperty) => meterbook.properties.create(property),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ["properties"] }),
  });

export const useEditProperty = (id: number) =>
  useMutation({
    mutationFn: (edit: PropertyEdit) => meterbook.properties.edit(id, edit),
    // Floor area and address change figures that are derived.
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ["properties"] }),
  });

/**
 * Changes one note. The notes are read again right before, so that those of others stay; `change` gives all of them, or null when the
 * note is no longer as it was read, which fails with `changed`.
 */
export const useChangeNotes = <Change>(
  id: number,
  change: (property: Property, change: Change) => unknown[] | null,
  changed: string,
) =>
  useMutation({
    mutationFn: async (asked: Change) => {
      const notes = change(await meterbook.properties.get(id), asked);
      if (notes === null) throw new Error(changed);
      return meterbook.properties.edit(id, { metadata: { notes } });
    },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ["properties", id, "record"] }),
  });

/** The score, or why there is none, and what each type of property needs. */
export const scoreQuery = (id: number) =>
  queryOptions({
    queryKey: ["properties", id, "score"],
    queryFn: ({ signal }) => meterbook.properties.getScore(id, { signal }),
  });
