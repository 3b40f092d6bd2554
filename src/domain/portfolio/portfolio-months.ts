/**
 * The calendar months of all properties of a company together, of each type of energy, or of each property: the sums of what is
 * known, with how much of it is not. A month that is not billed is never counted as 0.
 */
import type { EnergyType } from "../../records/codes.ts";
import type { PortfolioGroup } from "../../records/portfolio-month.ts";
import type { Month } from "../../records/scalars.ts";
import { isEnergy, isWater } from "../property/roll-up-sums.ts";
import type { KnownSums } from "../property/summed-months.ts";
import { usageOf, usageUnitOf } from "../usage-unit.ts";

/** The stored months of one group, added up. A null figure is known of no service. */
export interface SummedMonth extends KnownSums {
  /** Null: all properties. */
  property_id: number | null;
  /** Null: all types. */
  energy_type: EnergyType | null;
  effective_month: Month;
  /** How many of the properties are complete. */
  complete: number;
  estimated: boolean;
}

/** A type of energy at a property, with the months in which it is in service. */
export interface ServiceSpan {
  property_id: number;
  energy_type: EnergyType;
  first: Month;
  /** Null: more bills are expected. */
  last: Month | null;
}

interface LeftOut {
  total_cost: number;
  kbtus: number;
  lbs_co2: number;
  gallons: number;
}

export interface PortfolioMonthFigures {
  effective_month: Month;
  energy_type: EnergyType | null;
  property_id: number | null;
  properties: number;
  propertiesComplete: number;
  estimated: boolean;
  total_cost: number | null;
  kbtus: number | null;
  lbs_co2: number | null;
  gallons: number | null;
  usage: number | null;
  usage_unit: string | null;
  /** Services in service whose figure is not known, and so in no sum. */
  leftOut: LeftOut;
}

/** Ordered by the group, then by month. */
export function portfolioMonths(
  group: PortfolioGroup,
  sums: readonly SummedMonth[],
  spans: readonly ServiceSpan[],
): PortfolioMonthFigures[] {
  const keyOf = ({ property_id, energy_type }: { property_id: number | null; energy_type: EnergyType | null }) =>
    group === "month" ? null : group === "property" ? property_id : energy_type;
  const spansOfKey = Map.groupBy(spans, keyOf);
  return [...Map.groupBy(sums, keyOf)].flatMap(([key, own]) => {
    const months = own.toSorted((one, other) => (one.effective_month < other.effective_month ? -1 : 1));
    const served = servedIn(
      spansOfKey.get(key) ?? [],
      months.map(({ effective_month }) => effective_month),
    );
    return months.map((sum, at) => ({
      effective_month: sum.effective_month,
      energy_type: sum.energy_type,
      property_id: sum.property_id,
      properties: served.properties[at] ?? 0,
      propertiesComplete: sum.complete,
      estimated: sum.estimated,
      total_cost: sum.total_cost,
      kbtus: sum.kbtus,
      lbs_co2: sum.lbs_co2,
      gallons: sum.gallons,
      ...usageOfSum(sum),
      leftOut: leftOutOf(sum, {
        all: served.services[at] ?? 0,
        energy: served.energy[at] ?? 0,
        water: served.water[at] ?? 0,
      }),
    }));
  });
}

/** How many properties and services are in service in each of the months, which are ascending. */
function servedIn(spans: readonly ServiceSpan[], months: readonly Month[]) {
  const ofProperties = [...Map.groupBy(spans, ({ property_id }) => property_id).values()].map((own) =>
    own.reduce((whole, span) => ({
      ...whole,
      first: span.first < whole.first ? span.first : whole.first,
      last: whole.last === null || span.last === null ? null : span.last > whole.last ? span.last : whole.last,
    })),
  );
  return {
    properties: countSpans(ofProperties, months),
    services: countSpans(spans, months),
    energy: countSpans(
      spans.filter(({ energy_type }) => isEnergy(energy_type)),
      months,
    ),
    water: countSpans(spans.filter(isWater), months),
  };
}

/** How many of the spans contain each month: those that have begun, less those that have ended. */
function countSpans(spans: readonly ServiceSpan[], months: readonly Month[]): number[] {
  const begins = spans.map(({ first }) => first).toSorted();
  const ends = spans.flatMap(({ last }) => last ?? []).toSorted();
  let [begun, ended] = [0, 0];
  return months.map((month) => {
    while (begun < begins.length && (begins[begun] ?? "") <= month) begun += 1;
    while (ended < ends.length && (ends[ended] ?? "") < month) ended += 1;
    return begun - ended;
  });
}

const NO_USAGE = { usage: null, usage_unit: null };

/** Known of one type alone: uses in different units have no sum. */
function usageOfSum(sum: SummedMonth) {
  const { energy_type } = sum;
  if (energy_type === null) return NO_USAGE;
  return { usage: usageOf(energy_type, sum), usage_unit: usageUnitOf(energy_type) };
}

function leftOutOf(sum: SummedMonth, served: { all: number; energy: number; water: number }): LeftOut {
  return {
    total_cost: Math.max(0, served.all - sum.total_cost_known),
    kbtus: Math.max(0, served.energy - sum.kbtus_known),
    lbs_co2: Math.max(0, served.energy - sum.lbs_co2_known),
    gallons: Math.max(0, served.water - sum.gallons_known),
  };
}
