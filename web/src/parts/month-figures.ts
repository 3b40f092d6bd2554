/** A figure of a month as a chart needs it: cost, use, price per unit, or cost per square foot, of one service or of all. */
import type { EnergyTypeMonth, PropertyMonth } from "@meterbook/client";
import type { MonthBar } from "../charts/month-bars.ts";
import { unitName } from "./format.ts";
import { energyOf, energyUnit, useOf } from "./units.ts";

export const FIGURES = ["cost", "use", "price", "area"] as const;
export type Figure = (typeof FIGURES)[number];

export type AnyMonth = PropertyMonth | EnergyTypeMonth;

/** Energy of all services together is in kBtu or kWh; of one service the use is in its own unit, or the metric one. */
export const usageOf = (month: AnyMonth): number | null =>
  "usage_unit" in month ? useOf(month).use : energyOf(month.kbtus);

export const unitOf = (months: readonly AnyMonth[]): string => {
  const found = months.find((month) => "usage_unit" in month && month.usage_unit !== null);
  return found !== undefined && "usage_unit" in found ? unitName(useOf(found).unit) : energyUnit();
};

const ratio = (part: number | null, whole: number | null): number | null =>
  part === null || whole === null || whole === 0 ? null : part / whole;

/** Null is not known. `area`: cost per square foot. */
export const FIGURE_OF: Record<Figure, (month: AnyMonth, sqFt: number | null) => number | null> = {
  cost: ({ total_cost }) => total_cost,
  use: usageOf,
  price: (month) => ratio(month.total_cost, usageOf(month)),
  area: ({ total_cost }, sqFt) => ratio(total_cost, sqFt),
};

export function barOf(month: AnyMonth | undefined, figure: Figure, sqFt: number | null): MonthBar {
  if (month === undefined) return { value: null };
  return {
    value: FIGURE_OF[figure](month, sqFt),
    isEstimated: month.estimated,
    isIncomplete: !month.month_complete,
  };
}

/** The latest month in which everything is billed; null if there is none. */
export const lastComplete = (months: readonly AnyMonth[]): string | null =>
  months.findLast(({ month_complete }) => month_complete)?.effective_month ?? null;
