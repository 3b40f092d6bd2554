/** What a property used and paid for energy month by month, with each wrapper's energy counted once: the ground of intensities. */
import type { EnergyType } from "../records/codes.ts";
import type { Month } from "../records/scalars.ts";
import { monthFromNumber, monthNumber } from "./calendar.ts";
import { isWholeComplete } from "./roll-up.ts";
import { addUp, isEnergy, isUnknown, sumOf, type SummedRow } from "./roll-up-sums.ts";
import { servicePoints, type RolledMeter } from "./service-points.ts";

/** Null: not known. Water, sewer and waste are left out, their costs too. */
export interface EnergyMonth {
  effective_month: Month;
  cost: number | null;
  kbtus: number | null;
  lbs_co2: number | null;
  kbtusByType: { [type in EnergyType]?: number | null };
  month_complete: boolean;
}

const CENTS = 2;
const MILLIONTHS = 6;

/** From the first to the last month of the energy meters, ascending. */
export function energyMonths(meters: readonly RolledMeter[]): EnergyMonth[] {
  const energy = meters.filter(({ energy_type }) => isEnergy(energy_type));
  const rows = energy.flatMap((meter) => meter.months.map((month) => ({ meter, month })));
  const byMonth = Map.groupBy(rows, ({ month }) => monthNumber(month.effective_month));
  if (byMonth.size === 0) return [];
  const types = [...Map.groupBy(servicePoints(energy), ({ energy_type }) => energy_type).values()];
  const first = Math.min(...byMonth.keys());
  const count = Math.max(...byMonth.keys()) - first + 1;
  return Array.from({ length: count }, (_, index) => ({
    effective_month: monthFromNumber(first + index),
    ...energyOf(byMonth.get(first + index) ?? []),
    month_complete: isWholeComplete(types, first + index),
  }));
}

function energyOf(rows: readonly SummedRow[]): Omit<EnergyMonth, "effective_month" | "month_complete"> {
  const types = Map.groupBy(rows, ({ meter }) => meter.energy_type);
  return {
    cost: addUp(
      rows.map(({ month }) => month.total_cost),
      CENTS,
    ),
    kbtus: countedOnce(rows, "kbtus"),
    lbs_co2: countedOnce(rows, "lbs_co2"),
    kbtusByType: Object.fromEntries([...types].map(([type, of]) => [type, countedOnce(of, "kbtus")])),
  };
}

/** Of each wrapper what was distributed, else what was supplied: the same energy is on both bills. */
function countedOnce(rows: readonly SummedRow[], figure: "kbtus" | "lbs_co2"): number | null {
  const wrappers = [...Map.groupBy(rows, ({ meter }) => `${meter.meter_wrapper_id}|${meter.energy_type}`).values()];
  const amounts = wrappers.map((of) => sumOf(of, `distribution_${figure}`) ?? sumOf(of, `supply_${figure}`));
  const isNotKnown = (of: SummedRow[], index: number) =>
    amounts[index] === null &&
    of.some((row) => isUnknown(row, `distribution_${figure}`) || isUnknown(row, `supply_${figure}`));
  return wrappers.some(isNotKnown) ? null : addUp(amounts, MILLIONTHS);
}
