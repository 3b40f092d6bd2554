/**
 * The calendar months of all properties of a company together, of each type of energy, or of each property: the sums of what is
 * known, with how much of it is not. A month that is not billed is never counted as 0.
 */
import type { EnergyType } from "../../records/codes.ts";
import type { PortfolioGroup } from "../../records/portfolio-month.ts";
import type { Month } from "../../records/scalars.ts";
import { addUp, CENTS, MILLIONTHS } from "../exact.ts";
import { isEnergy, isWater } from "../property/roll-up-sums.ts";
import { toUsage, usageUnitOf } from "../usage-unit.ts";

/** The stored months of one type of energy, of all properties or of one, added up. A null figure is known of no property. */
export interface SummedMonth {
  /** Null: all properties. */
  property_id: number | null;
  /** Null: properties as a whole, of which only the flags count. */
  energy_type: EnergyType | null;
  effective_month: Month;
  complete: number;
  estimated: boolean;
  total_cost: number | null;
  kbtus: number | null;
  lbs_co2: number | null;
  gallons: number | null;
  /** Of how many properties each is known. */
  costsKnown: number;
  kbtusKnown: number;
  co2Known: number;
  gallonsKnown: number;
}

/** A type of energy at a property, with the months in which it is in service. */
export interface ServiceSpan {
  property_id: number;
  energy_type: EnergyType;
  first: Month;
  last: Month;
  /** More bills are expected: it is in service after `last` too. */
  going: boolean;
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
  const ofTypes = sums.filter(({ energy_type }) => energy_type !== null);
  const wholes = new Map(
    sums.flatMap((sum) => (sum.energy_type === null ? [[`${sum.property_id} ${sum.effective_month}`, sum]] : [])),
  );
  return [...Map.groupBy(ofTypes, keyOf)].flatMap(([key, ofKey]) => {
    const months = [...Map.groupBy(ofKey, ({ effective_month }) => effective_month)].toSorted(byMonth);
    const served = servedIn(
      spansOfKey.get(key) ?? [],
      months.map(([month]) => month),
    );
    return months.map(([month, rows], at) => {
      // Whether a property is complete is known of the property and of each type, not from the sum of its types.
      const [first] = rows;
      const flags = group === "energy_type" ? first : wholes.get(`${first?.property_id ?? null} ${month}`);
      return {
        effective_month: month,
        energy_type: group === "energy_type" ? (first?.energy_type ?? null) : null,
        property_id: group === "property" ? (first?.property_id ?? null) : null,
        properties: served.properties[at] ?? 0,
        propertiesComplete: flags?.complete ?? 0,
        estimated: rows.some(({ estimated }) => estimated),
        ...figuresOf(rows),
        ...(group === "energy_type" ? usageOf(rows) : { usage: null, usage_unit: null }),
        leftOut: leftOutOf(rows, {
          all: served.services[at] ?? 0,
          energy: served.energy[at] ?? 0,
          water: served.water[at] ?? 0,
        }),
      };
    });
  });
}

const byMonth = ([one]: [Month, unknown], [other]: [Month, unknown]): number => (one < other ? -1 : 1);

/** How many properties and services are in service in each of the months, which are ascending. */
function servedIn(spans: readonly ServiceSpan[], months: readonly Month[]) {
  const ofProperties = [...Map.groupBy(spans, ({ property_id }) => property_id).values()].map((own) =>
    own.reduce((whole, span) => ({
      ...whole,
      first: span.first < whole.first ? span.first : whole.first,
      last: span.last > whole.last ? span.last : whole.last,
      going: whole.going || span.going,
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
  const ends = spans.flatMap(({ going, last }) => (going ? [] : [last])).toSorted();
  let [begun, ended] = [0, 0];
  return months.map((month) => {
    while (begun < begins.length && (begins[begun] ?? "") <= month) begun += 1;
    while (ended < ends.length && (ends[ended] ?? "") < month) ended += 1;
    return begun - ended;
  });
}

function figuresOf(rows: readonly SummedMonth[]) {
  const sum = (figure: "total_cost" | "kbtus" | "lbs_co2" | "gallons", scale: number) =>
    addUp(
      rows.map((row) => row[figure]),
      scale,
    );
  return {
    total_cost: sum("total_cost", CENTS),
    kbtus: sum("kbtus", MILLIONTHS),
    lbs_co2: sum("lbs_co2", MILLIONTHS),
    gallons: sum("gallons", MILLIONTHS),
  };
}

/** Of the one row of a type. */
function usageOf([row]: readonly SummedMonth[]) {
  if (row === undefined || row.energy_type === null) return { usage: null, usage_unit: null };
  return { usage: toUsage(row.energy_type, row), usage_unit: usageUnitOf(row.energy_type) };
}

function leftOutOf(rows: readonly SummedMonth[], served: { all: number; energy: number; water: number }): LeftOut {
  const without = (services: number, known: "costsKnown" | "kbtusKnown" | "co2Known" | "gallonsKnown") =>
    Math.max(0, services - rows.reduce((sum, row) => sum + row[known], 0));
  return {
    total_cost: without(served.all, "costsKnown"),
    kbtus: without(served.energy, "kbtusKnown"),
    lbs_co2: without(served.energy, "co2Known"),
    gallons: without(served.water, "gallonsKnown"),
  };
}
