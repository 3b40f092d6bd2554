/** The months of a property with its types of energy added up: what is known of each figure, and of how many types. Months of all properties of a company are added up from these. */
import type { Month } from "../../records/scalars.ts";
import { addUp, CENTS, MILLIONTHS } from "../exact.ts";
import type { RolledMonth } from "./roll-up.ts";

/** A figure is null when it is known of no type of energy. */
export interface KnownSums {
  total_cost: number | null;
  /** Energy that two bills of a service state counts once. */
  kbtus: number | null;
  lbs_co2: number | null;
  gallons: number | null;
  /** Of how many types of energy each is known. */
  total_cost_known: number;
  kbtus_known: number;
  lbs_co2_known: number;
  gallons_known: number;
}

export interface SummedPropertyMonth extends KnownSums {
  effective_month: Month;
  month_complete: boolean;
  estimated: boolean;
}

/** For each month of the property as a whole, in the given order. */
export function sumTypes(months: readonly RolledMonth[]): SummedPropertyMonth[] {
  const ofTypes = Map.groupBy(
    months.filter(({ energy_type }) => energy_type !== null),
    ({ effective_month }) => effective_month,
  );
  return months.flatMap(({ energy_type, effective_month, month_complete, estimated }) =>
    energy_type === null
      ? [{ effective_month, month_complete, estimated, ...sumsOf(ofTypes.get(effective_month) ?? []) }]
      : [],
  );
}

function sumsOf(types: readonly RolledMonth[]): KnownSums {
  const costs = types.map(({ total_cost }) => total_cost);
  const kbtus = types.map((type) => type.kbtus);
  const co2 = types.map(({ lbs_co2 }) => lbs_co2);
  const gallons = types.map((type) => type.gallons);
  return {
    total_cost: addUp(costs, CENTS),
    kbtus: addUp(kbtus, MILLIONTHS),
    lbs_co2: addUp(co2, MILLIONTHS),
    gallons: addUp(gallons, MILLIONTHS),
    total_cost_known: countKnown(costs),
    kbtus_known: countKnown(kbtus),
    lbs_co2_known: countKnown(co2),
    gallons_known: countKnown(gallons),
  };
}

const countKnown = (values: readonly (number | null)[]): number =>
  values.reduce<number>((count, value) => count + (value === null ? 0 : 1), 0);
