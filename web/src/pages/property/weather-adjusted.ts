/** The months of a service as they would have been in typical weather. */
import type { EnergySignature } from "@meterbook/client";
import type { AnyMonth } from "../../parts/month-figures.ts";

/** Months without such a figure stay, and say that it is not known; months that the model was not asked about are left out. */
export function inTypicalWeather(months: readonly AnyMonth[], { points }: EnergySignature): AnyMonth[] {
  const byMonth = new Map(points.map((point) => [point.effective_month, point]));
  return months.flatMap((month) => {
    const point = byMonth.get(month.effective_month);
    if (point === undefined || !("usage_unit" in month)) return [];
    const use = point.usage_in_typical_weather;
    // Energy and water in other units change by as much.
    const change = use === null || month.usage === null || month.usage === 0 ? null : use / month.usage;
    return [
      {
        ...month,
        usage: use,
        total_cost: point.cost_in_typical_weather,
        kbtus: times(month.kbtus, change),
        gallons: times(month.gallons, change),
      },
    ];
  });
}

const times = (value: number | null, change: number | null): number | null =>
  value === null || change === null ? null : value * change;
