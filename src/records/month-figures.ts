/**
 * The figures of a calendar month: for each its unit, its source on bills, and how meters are rolled up to a property. Every list
 * of figures is made from this table. CONTRIBUTING.md says what else a new figure needs.
 */

interface FigureRule {
  /** Null: money, in the currency of the bill. */
  unit: "kBtu" | "lb" | "kW" | "gal" | null;
  /** Stored decimal places. */
  scale: 2 | 6;
  /**
   * `usage`: usages, spread over the days of the line. `charge`: charges of the type with this name, spread likewise.
   * `charges`: all charges together. `demand`: the highest demand, never spread.
   */
  from: "usage" | "charge" | "charges" | "demand";
  /** How the meters of a property are combined: summed, or the highest value. */
  rollUp: "sum" | "highest";
  description: string;
  /** Shown in the API reference. */
  example: number | null;
}

/** In the order of the specification (2.9). */
export const FIGURE_RULES = {
  distribution_kbtus: {
    unit: "kBtu",
    scale: 6,
    from: "usage",
    rollUp: "sum",
    description: "Energy delivered, in kBtu; counted once when supply is billed separately.",
    example: 2443.27,
  },
  distribution_lbs_co2: {
    unit: "lb",
    scale: 6,
    from: "usage",
    rollUp: "sum",
    description: "Its CO2 equivalent in pounds.",
    example: 894.086443,
  },
  supply_kbtus: {
    unit: "kBtu",
    scale: 6,
    from: "usage",
    rollUp: "sum",
    description: "Energy supplied by another company, in kBtu.",
    example: null,
  },
  supply_lbs_co2: {
    unit: "lb",
    scale: 6,
    from: "usage",
    rollUp: "sum",
    description: "CO2 equivalent of the energy supplied by another company, in pounds.",
    example: null,
  },
  demand_consumption: {
    unit: "kW",
    scale: 6,
    from: "demand",
    rollUp: "highest",
    description: "The highest demand of the month, never split over months.",
    example: null,
  },
  usage_cost: {
    unit: null,
    scale: 2,
    from: "charge",
    rollUp: "sum",
    description: "Charges for use.",
    example: 89.1,
  },
  demand_cost: {
    unit: null,
    scale: 2,
    from: "charge",
    rollUp: "sum",
    description: "Charges for the highest demand.",
    example: 0,
  },
  service_cost: {
    unit: null,
    scale: 2,
    from: "charge",
    rollUp: "sum",
    description: "Charges that do not depend on use.",
    example: 14.76,
  },
  interim_rate_cost: {
    unit: null,
    scale: 2,
    from: "charge",
    rollUp: "sum",
    description: "Charges and credits of interim rates.",
    example: -0.98,
  },
  other_applied_cost: {
    unit: null,
    scale: 2,
    from: "charge",
    rollUp: "sum",
    description: "Other charges and credits.",
    example: 1.34,
  },
  tax_cost: {
    unit: null,
    scale: 2,
    from: "charge",
    rollUp: "sum",
    description: "Taxes and fees of public bodies.",
    example: 8.59,
  },
  total_cost: {
    unit: null,
    scale: 2,
    from: "charges",
    rollUp: "sum",
    description: "The sum of the six costs.",
    example: 112.81,
  },
  gallons: { unit: "gal", scale: 6, from: "usage", rollUp: "sum", description: "Water, in gallons.", example: null },
} as const satisfies Record<string, FigureRule>;

export type MonthFigure = keyof typeof FIGURE_RULES;

/** The figures whose rule has these values. */
type FiguresWith<Rule extends Partial<FigureRule>> = {
  [figure in MonthFigure]: (typeof FIGURE_RULES)[figure] extends Rule ? figure : never;
}[MonthFigure];

// The keys of the table are the figures, in order.
export const MONTH_FIGURES = Object.keys(FIGURE_RULES) as MonthFigure[];

function figuresWith<Rule extends Partial<FigureRule>>(rule: Rule): FiguresWith<Rule>[] {
  const hasRule = (figure: MonthFigure) =>
    Object.entries(rule).every(([name, value]) => FIGURE_RULES[figure][name as keyof FigureRule] === value);
  // The type is derived from the same table.
  return MONTH_FIGURES.filter(hasRule) as FiguresWith<Rule>[];
}

export const USAGE_FIGURES = figuresWith({ from: "usage" });
export type UsageFigure = (typeof USAGE_FIGURES)[number];
export const isUsageFigure = (figure: MonthFigure): figure is UsageFigure => FIGURE_RULES[figure].from === "usage";
/** The figures that bill lines add to. */
export const POSTED_FIGURES = [...USAGE_FIGURES, ...figuresWith({ from: "charge" })];
export type PostedFigure = (typeof POSTED_FIGURES)[number];
/** The figures that are summed over meters. */
export const SUMMED_FIGURES = figuresWith({ rollUp: "sum" });
export type SummedFigure = (typeof SUMMED_FIGURES)[number];

/**
 * Energy that counts once, and its CO2 equivalent: for each service of a property the first of its figures that is known, because
 * the bills of distribution and of supply state the same energy.
 */
export const ENERGY_FIGURES = {
  kbtus: ["distribution_kbtus", "supply_kbtus"],
  lbs_co2: ["distribution_lbs_co2", "supply_lbs_co2"],
} as const satisfies Record<string, readonly UsageFigure[]>;
export type EnergyFigure = keyof typeof ENERGY_FIGURES;
// The keys of the table, in order.
export const ENERGIES = Object.keys(ENERGY_FIGURES) as EnergyFigure[];

/** Makes an object with a value for each figure. */
export function eachFigure<Figure extends MonthFigure | EnergyFigure, Value>(
  figures: readonly Figure[],
  valueOf: (figure: Figure) => Value,
): { [figure in Figure]: Value } {
  const values: Partial<Record<Figure, Value>> = {};
  for (const figure of figures) values[figure] = valueOf(figure);
  // Every figure has a value.
  return values as { [figure in Figure]: Value };
}
