/** What the properties of a company cost and used in some months, compared with the same number of months before. */
import type { EnergyType } from "../../records/codes.ts";
import { addUp, CENTS, changePercent, MILLIONTHS, quotient } from "../exact.ts";
import { isEnergy } from "../property/roll-up-sums.ts";

/** The months of one type of energy of a property in one of the two periods, added up; of the property itself only whether they are complete. */
export interface SummedMonths {
  property_id: number;
  /** Null: the property as a whole. */
  energy_type: EnergyType | null;
  isNow: boolean;
  months: number;
  completeMonths: number;
  estimatedMonths: number;
  total_cost: number | null;
  /** Delivered, else supplied. Of how many months it is known, says the next one; the same for CO2. */
  kbtus: number | null;
  kbtusMonths: number;
  lbs_co2: number | null;
  co2Months: number;
  gallons: number | null;
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
  sums: readonly SummedMonths[],
  count: number,
): ComparedProperty[] {
  const byProperty = Map.groupBy(sums, ({ property_id }) => property_id);
  return properties.flatMap((property) => {
    const rows = byProperty.get(property.id);
    return rows === undefined ? [] : [compared(property, rows, count)];
  });
}

function compared(property: PortfolioProperty, rows: readonly SummedMonths[], count: number): ComparedProperty {
  const wholes = rows.filter(({ energy_type }) => energy_type === null);
  const ofTypes = rows.flatMap(({ energy_type, ...row }) => (energy_type === null ? [] : [{ energy_type, ...row }]));
  const [now, against] = [true, false].map((isNow) => figuresOf(ofTypes.filter((row) => row.isNow === isNow)));
  const wholeNow = wholes.find(({ isNow }) => isNow);
  const sides = { now: now ?? NO_FIGURES, against: against ?? NO_FIGURES };
  return {
    ...property,
    ...sides,
    complete: wholes.length === 2 && wholes.every(({ completeMonths }) => completeMonths === count),
    completeMonths: wholeNow?.completeMonths ?? 0,
    estimatedMonths: wholeNow?.estimatedMonths ?? 0,
    change: difference(sides.now.total_cost, sides.against.total_cost),
    changePercent: changePercent(sides.now.total_cost, sides.against.total_cost),
    types: [...Map.groupBy(ofTypes, ({ energy_type }) => energy_type)].map(([energy_type, of]) => ({
      energy_type,
      now: figuresOf(of.filter(({ isNow }) => isNow)),
      against: figuresOf(of.filter(({ isNow }) => !isNow)),
    })),
  };
}

const NO_FIGURES: Figures = { total_cost: null, kbtus: null, lbs_co2: null, gallons: null };

type TypeMonths = SummedMonths & { energy_type: EnergyType };

/** Over types of energy: an energy that is unknown in one month makes the sum unknown; water has none to know. */
function figuresOf(rows: readonly TypeMonths[]): Figures {
  const energy = rows.filter(({ energy_type }) => isEnergy(energy_type));
  const known = (figure: "kbtus" | "lbs_co2", monthsOf: (row: TypeMonths) => number) =>
    energy.every((row) => monthsOf(row) === row.months) ? sum(energy, figure) : null;
  return {
    total_cost: sum(rows, "total_cost"),
    kbtus: known("kbtus", ({ kbtusMonths }) => kbtusMonths),
    lbs_co2: known("lbs_co2", ({ co2Months }) => co2Months),
    gallons: sum(rows, "gallons"),
  };
}

const sum = (rows: readonly Partial<Figures>[], figure: Figure): number | null =>
  addUp(
    rows.map((row) => row[figure] ?? null),
    SCALES[figure],
  );

export const difference = (now: number | null, before: number | null): number | null =>
  now === null || before === null ? null : addUp([now, -before], CENTS);

export interface Totals extends Sides {
  /** Properties whose figure is in neither sum, although they are compared: it is unknown on one side. */
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
    totals.leftOut[figure] = complete.length - known.length;
  }
  return totals;
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
