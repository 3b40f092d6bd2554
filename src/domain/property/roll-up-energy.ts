/** Sums the energy and its cost of a property by month, with each wrapper's energy counted once: the basis of intensities. */
import type { EnergyType } from "../../records/codes.ts";
import type { Month } from "../../records/scalars.ts";
import { monthFromNumber } from "../calendar.ts";
import { isWholeComplete } from "./roll-up.ts";
import { ledgerOf, monthsOf, type RollUpLedger } from "./roll-up-ledger.ts";
import { ALWAYS, monthsIn, type MonthSpan } from "./roll-up-span.ts";
import { isEnergy, plus, valueOf, type Units } from "./roll-up-sums.ts";
import type { RolledMeter } from "./service-points.ts";

/** Null means unknown. Water, sewer and waste are left out, also their costs. */
export interface EnergyMonth {
  effective_month: Month;
  cost: number | null;
  kbtus: number | null;
  lbs_co2: number | null;
  kbtusByType: { [type in EnergyType]?: number | null };
  month_complete: boolean;
}

export const energyMonths = (meters: readonly RolledMeter[]): EnergyMonth[] => energyOf(ledgerOf(meters));

/** From the first to the last month of the energy meters, ascending; for a span only those within it. */
export function energyOf(ledger: RollUpLedger, span: MonthSpan = ALWAYS): EnergyMonth[] {
  const energy = [...ledger.types].filter(([type]) => isEnergy(type));
  const types = energy.map(([, sums]) => sums);
  const range = monthsOf(types);
  if (range === null) return [];
  const points = types.map((type) => type.points);
  return Array.from(monthsIn(span, range), (month) => {
    let [cost, kbtus, lbs_co2]: [Units, Units, Units] = [null, null, null];
    const kbtusByType: EnergyMonth["kbtusByType"] = {};
    for (const [type, { months }] of energy) {
      const sums = months.get(month);
      if (sums === undefined) continue;
      cost = plus(cost, sums.figures.total_cost);
      kbtus = plus(kbtus, sums.energy.kbtus);
      lbs_co2 = plus(lbs_co2, sums.energy.lbs_co2);
      kbtusByType[type] = valueOf(sums.energy.kbtus, "distribution_kbtus");
    }
    return {
      effective_month: monthFromNumber(month),
      cost: valueOf(cost, "total_cost"),
      kbtus: valueOf(kbtus, "distribution_kbtus"),
      lbs_co2: valueOf(lbs_co2, "distribution_lbs_co2"),
      kbtusByType,
      month_complete: isWholeComplete(points, month),
    };
  });
}
