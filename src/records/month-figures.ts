/** The figures of a calendar month, each described once: its unit, what of a bill it is made of, how the months of meters become that of a property. Whatever lists them is made from this table. */

interface FigureRule {
  /** Null: money, in the currency of the bill. */
  unit: "kBtu" | "lb" | "kW" | "gal" | null;
  /** Decimal places it is kept in. */
  scale: 2 | 6;
  /**
   * `usage`: amounts of usages, spread over the days of the line. `charge`: charges of the type of this name, likewise.
   * `charges`: all charges together. `demand`: the highest demand, never spread.
   */
  from: "usage" | "charge" | "charges" | "demand";
  /** Over the meters of a property: added up, or the highest of them. */
  rollUp: "sum" | "highest";
  description: string;
  /** In the reference of the API. */
  example: number | null;
}

/** In the order of the specification (2.9). */
export const FIGURE_RULES = {
  distribution_kbtus: {
    unit: "kBtu",
    scale: 6,
    from: "usage",
    rollUp: "sum",
    description: "Energy delivered, in kBtu; counted once where supply is billed apart.",
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
    description: "Charges for what was used.",
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
    description: "Charges and credits of rates that are not final.",
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
    description: "The six costs together.",
    example: 112.81,
  },
  gallons: { unit: "gal", scale: 6, from: "usage", rollUp: "sum", description: "Water, in gallons.", example: null },
} as const satisfies Record<string, FigureRule>;

export type MonthFigure = keyof typeof FIGURE_RULES;

/** The figures with these values of a rule. */
type FiguresWith<Rule extends Partial<FigureRule>> = {
  [figure in MonthFigure]: (typeof FIGURE_RULES)[figure] extends Rule ? figure : never;
}[MonthFigure];

// The keys of the table are its figures, in its order.
export const MONTH_FIGURES = Object.keys(FIGURE_RULES) as MonthFigure[];

function figuresWith<Rule extends Partial<FigureRule>>(rule: Rule): FiguresWith<Rule>[] {
  const hasRule = (figure: MonthFigure) =>
    Object.entries(rule).every(([name, value]) => FIGURE_RULES[figure][name as keyof FigureRule] === value);
  // The type says the same of the same table.
  return MONTH_FIGURES.filter(hasRule) as FiguresWith<Rule>[];
}

export const USAGE_FIGURES = figuresWith({ from: "usage" });
/** Those that lines of bills are posted to. */
export const POSTED_FIGURES = [...USAGE_FIGURES, ...figuresWith({ from: "charge" })];
export type PostedFigure = (typeof POSTED_FIGURES)[number];
/** Those that are added up over meters. */
export const SUMMED_FIGURES = figuresWith({ rollUp: "sum" });
export type SummedFigure = (typeof SUMMED_FIGURES)[number];

/** A value for each of the figures, by what is given for one. */
export function eachFigure<Figure extends MonthFigure, Value>(
  figures: readonly Figure[],
  valueOf: (figure: Figure) => Value,
): { [figure in Figure]: Value } {
  const values: Partial<Record<Figure, Value>> = {};
  for (const figure of figures) values[figure] = valueOf(figure);
  // All of them were given.
  return values as { [figure in Figure]: Value };
}
