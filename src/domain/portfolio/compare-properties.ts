/** What the properties of a company cost and used in some months, compared with the same number of months before. */
import type { EnergyType } from "../../records/codes.ts";
import { addUp, CENTS, changePercent, MILLIONTHS, quotient, runningSum } from "../exact.ts";
import { isEnergy, isWater } from "../property/roll-up-sums.ts";

/** The months of one type of energy of a property in the two periods. */
export interface TypeOfProperty {
  property_id: number;
  energy_type: EnergyType;
  now: TypeSums;
  against: TypeSums;
}

/** Some months of a type of energy, added up. */
export interface TypeSums {
  months: number;
  total_cost: number | null;
  /** Delivered, else supplied. Of how many months it is known, says the next one; the same for CO2 and gallons. */
  kbtus: number | null;
  kbtusMonths: number;
  lbs_co2: number | null;
  co2Months: number;
  gallons: number | null;
  gallonsMonths: number;
}

/** How many months of a property in one of the two periods are complete, and how many are estimated. */
export interface MonthCounts {
  property_id: number;
  isNow: boolean;
  completeMonths: number;
  estimatedMonths: number;
}

export interface SummedPeriods {
  types: readonly TypeOfProperty[];
  counts: readonly MonthCounts[];
}

export interface PortfolioProperty {
  id: number;
  name: string | null;
  sq_ft: number | null;
}

const SCALES = { total_cost: CENTS, kbtus: MILLIONTHS, lbs_co2: MILLIONTHS, gallons: MILLIONTHS };
type Figure = keyof typeof SCALES;
// The keys of the table are the figures.
const FIGURES = Object.keys(SCALES) as Figure[];

/** Null: unknown, or not measured. */
export type Figures = Record<Figure, number | null>;

export interface Sides {
  now: Figures;
  against: Figures;
}

export interface ComparedProperty extends PortfolioProperty, Sides {
  /** Every month of both periods is billed for every meter in service. */
  complete: boolean;
  /** How many months of the period are. */
  completeMonths: number;
  /** Months of the period with an estimated bill or read. */
  estimatedMonths: number;
  /** Of the cost, for money and in percent; null without a cost on both sides. */
  change: number | null;
  changePercent: number | null;
  types: (Sides & { energy_type: EnergyType })[];
}

/** Those with a month in one of the periods, which have `count` months each; in the order given. */
export function compareProperties(
  properties: readonly PortfolioProperty[],
  { types, counts }: SummedPeriods,
  count: number,
): ComparedProperty[] {
  const typesOf = Map.groupBy(types, ({ property_id }) => property_id);
  const countsOf = Map.groupBy(counts, ({ property_id }) => property_id);
  return properties.flatMap((property) => {
    const of = countsOf.get(property.id);
    return of === undefined ? [] : [compared(property, { types: typesOf.get(property.id) ?? [], counts: of }, count)];
  });
}

function compared(property: PortfolioProperty, { types, counts }: SummedPeriods, count: number): ComparedProperty {
  const now = figuresOf(types, "now");
  const against = figuresOf(types, "against");
  const countsNow = counts.find(({ isNow }) => isNow);
  return {
    ...property,
    now,
    against,
    complete: counts.length === 2 && counts.every(({ completeMonths }) => completeMonths === count),
    completeMonths: countsNow?.completeMonths ?? 0,
    estimatedMonths: countsNow?.estimatedMonths ?? 0,
    change: difference(now.total_cost, against.total_cost),
    changePercent: changePercent(now.total_cost, against.total_cost),
    types: types.map((type) => ({
      energy_type: type.energy_type,
      now: figuresOf([type], "now"),
      against: figuresOf([type], "against"),
    })),
  };
}

const NO_FIGURES: Figures = { total_cost: null, kbtus: null, lbs_co2: null, gallons: null };

/** Energy, CO2 or water that is unknown in one month makes its sum unknown; a month without a charge adds no cost. Water has no energy, so it is not asked for one. */
function figuresOf(types: readonly TypeOfProperty[], side: "now" | "against"): Figures {
  const sums = types.map((type) => type[side]);
  const energy = types.flatMap((type) => (isEnergy(type.energy_type) ? [type[side]] : []));
  const water = types.flatMap((type) => (isWater(type) ? [type[side]] : []));
  return {
    total_cost: sum(sums, "total_cost"),
    kbtus: energy.every(({ kbtusMonths, months }) => kbtusMonths === months) ? sum(energy, "kbtus") : null,
    lbs_co2: energy.every(({ co2Months, months }) => co2Months === months) ? sum(energy, "lbs_co2") : null,
    gallons: water.every(({ gallonsMonths, months }) => gallonsMonths === months) ? sum(water, "gallons") : null,
  };
}

function sum(rows: readonly Figures[], figure: Figure): number | null {
  const running = runningSum(SCALES[figure]);
  for (const row of rows) running.add(row[figure]);
  return running.total();
}

export const difference = (now: number | null, before: number | null): number | null =>
  now === null || before === null ? null : addUp([now, -before], CENTS);

export interface Totals extends Sides {
  /** Properties whose figure is in neither sum, although they are compared: it is unknown on one side or on both. */
  leftOut: Record<Figure, number>;
}

/** The sums over properties, like with like: only complete properties, and each figure only where both sides are known. */
export function totalsOf(properties: readonly ComparedProperty[]): Totals {
  const complete = properties.filter((property) => property.complete);
  const totals = { now: { ...NO_FIGURES }, against: { ...NO_FIGURES }, leftOut: eachFigure(() => 0) };
  for (const figure of FIGURES) {
    const known = complete.filter(({ now, against }) => (now[figure] === null) === (against[figure] === null));
    totals.now[figure] = sum(
      known.map(({ now }) => now),
      figure,
    );
    totals.against[figure] = sum(
      known.map(({ against }) => against),
      figure,
    );
    totals.leftOut[figure] = complete.filter((property) => isLeftOut(property, figure)).length;
  }
  return totals;
}

/** A property without energy has no energy to know, and one without water no gallons. A cost may be of one side alone. */
function isLeftOut({ now, against, types }: ComparedProperty, figure: Figure): boolean {
  if (figure === "total_cost") return (now.total_cost === null) !== (against.total_cost === null);
  const isMeasured = types.some((type) => (figure === "gallons" ? isWater(type) : isEnergy(type.energy_type)));
  return isMeasured && (now[figure] === null || against[figure] === null);
}

const eachFigure = <Value>(of: (figure: Figure) => Value): Record<Figure, Value> => ({
  total_cost: of("total_cost"),
  kbtus: of("kbtus"),
  lbs_co2: of("lbs_co2"),
  gallons: of("gallons"),
});

/** kBtu per square foot of the complete properties whose energy and floor area are known; null without one. */
export function intensityOf(properties: readonly ComparedProperty[]): { now: number | null; against: number | null } {
  const known = properties.filter(
    ({ complete, sq_ft, now, against }) => complete && sq_ft !== null && now.kbtus !== null && against.kbtus !== null,
  );
  const area = addUp(
    known.map(({ sq_ft }) => sq_ft),
    MILLIONTHS,
  );
  const of = (side: "now" | "against") =>
    quotient(
      sum(
        known.map((property) => property[side]),
        "kbtus",
      ),
      area,
    );
  return { now: of("now"), against: of("against") };
}
