/** Of what the change is shown: the whole property, one service of it, or one meter. */
import type { PropertyVariance } from "@meterbook/client";

export interface WhyScope {
  type?: string;
  meter?: number;
}

export type Compared = Pick<PropertyVariance, "cost" | "cost_against" | "change" | "parts">;

/** The change of the scope; null when it has no charges in either period. */
export function comparedIn(variance: PropertyVariance, { type, meter }: WhyScope): Compared | null {
  if (meter !== undefined) return variance.meters.find(({ utility_meter_id: id }) => id === meter) ?? null;
  if (type !== undefined) return variance.energy_types.find(({ energy_type }) => energy_type === type) ?? null;
  return variance;
}

/** The meters of the scope. */
export const metersIn = ({ meters }: PropertyVariance, { type, meter }: WhyScope): PropertyVariance["meters"] =>
  meters.filter(
    ({ utility_meter_id, energy_type }) =>
      (meter === undefined || utility_meter_id === meter) && (type === undefined || energy_type === type),
  );
