/** The calendar months of one type of energy of a property: its figures, its usage when it has one unit, and its bills. */
import type { EnergyType } from "../../records/codes.ts";
import type { Month } from "../../records/scalars.ts";
import { energyMonths } from "../../domain/property/roll-up-energy.ts";
import type { RolledMeter, ServedMeter } from "../../domain/property/service-points.ts";
import { energyTotals } from "../parts/energy-totals.ts";
import type { MonthUse } from "../parts/month-uses.ts";

/** Null means unknown. */
export interface TypeMonth {
  effective_month: Month;
  usage: number | null;
  unit: string | null;
  isMixed: boolean;
  /** The energy of each wrapper, counted once. */
  kbtus: number | null;
  lbs_co2: number | null;
  cost: number | null;
  estimated: boolean;
  month_complete: boolean;
  /** Incomplete only because the first bill of a meter begins or its last one ends in it. */
  isPartial: boolean;
  bills: readonly number[];
}

/** From the roll-up of the property. */
export interface RolledTypeMonth {
  effective_month: Month;
  total_cost: number | null;
  estimated: boolean;
  month_complete: boolean;
}

/** Adds the meters of the type one by one, so that their bills need not be in memory together. */
export function typeUses() {
  const months = new Map<Month, { energy: ReturnType<typeof energyTotals>; bills: Set<number> }>();
  return {
    add(meter: ServedMeter, uses: ReadonlyMap<Month, MonthUse>): void {
      for (const [month, { usage, unit, isMixed, bills }] of uses) {
        const sum = months.get(month) ?? { energy: energyTotals(), bills: new Set() };
        months.set(month, sum);
        sum.energy.add(meter, { usage, unit, isBilled: usage !== null || isMixed, kbtus: null, lbs_co2: null });
        for (const bill of bills) sum.bills.add(bill);
      }
    },
    of(month: Month): Pick<TypeMonth, "usage" | "unit" | "isMixed" | "bills"> {
      const { usage = null, unit = null, isMixed = false } = months.get(month)?.energy.total() ?? {};
      return { usage, unit, isMixed, bills: [...(months.get(month)?.bills ?? [])].sort((a, b) => a - b) };
    },
  };
}

/** `meters` and `rolled` belong to the one type. */
export function typeMonths(
  type: EnergyType,
  meters: readonly RolledMeter[],
  rolled: readonly RolledTypeMonth[],
  uses: Pick<ReturnType<typeof typeUses>, "of">,
  isPartial: (month: Month) => boolean,
): TypeMonth[] {
  const ofType = meters.filter(({ energy_type }) => energy_type === type);
  const energy = new Map(energyMonths(ofType).map((month) => [month.effective_month, month]));
  return rolled.map(({ effective_month, total_cost, estimated, month_complete }) => ({
    effective_month,
    ...uses.of(effective_month),
    kbtus: energy.get(effective_month)?.kbtus ?? null,
    lbs_co2: energy.get(effective_month)?.lbs_co2 ?? null,
    cost: total_cost,
    estimated,
    month_complete,
    isPartial: !month_complete && isPartial(effective_month),
  }));
}
