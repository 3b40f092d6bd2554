/** The months of a service as they would have been in typical weather. */
import type { EnergySignature } from "@meterbook/client";
import type { AnyMonth } from "../../parts/month-figures.ts";

/** Months without such a figure stay, and say that it is not known; months that the model was not asked about are left out. */
export function inTypicalWeather(months: readonly AnyMonth[], { points }: EnergySignature): AnyMonth[] {
  const byMonth = new Map(points.map((point) => [point.effective_month, point]));
  return months.flatMap((month) => {
    const point = byMonth.get(month.effective_month);
    if (point === undefined || !("usage_unit" in month)) return [];
    return [{ ...month, usage: point.usage_in_typical_weather, total_cost: point.cost_in_typical_weather }];
  });
}
