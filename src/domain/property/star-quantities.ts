/** Calculates the inputs of a score's model: amounts, densities, shares and weather, from the fields of a building. */
import { KBTU_PER_KWH, SOURCE_PER_SITE } from "../data/source-factors.ts";

export interface Quantity {
  kind: keyof typeof KINDS;
  input?: string;
  /** The denominator of a ratio or percent. */
  of?: string;
  /** Shares of the building, 0 to 1, that are heated or cooled; their sum is multiplied by the degree days. */
  percents?: readonly string[];
  /** The quantity counts only when this input is yes. */
  onlyIf?: string;
}

/** A part of a prediction: coefficient x (quantity - center). */
export interface Term extends Quantity {
  coefficient: number;
  /** 0 where absent. */
  center?: number;
  /** A lower or a higher quantity counts as this one. */
  floor?: number;
  cap?: number;
}

/** Bounds within which a model is valid. */
export interface Filter extends Quantity {
  least?: number;
  most?: number;
  above?: number;
  below?: number;
}

/** By name; yes is 1 and no is 0. */
export type Inputs = ReadonlyMap<string, number>;

/** Returns NaN for a missing input; it propagates to everything calculated from it. */
type Get = (name: string | undefined) => number;

const KINDS = {
  amount: ({ input }: Quantity, get: Get) => get(input),
  per_1000_sqft: ({ input }: Quantity, get: Get) => get(input) / (get("gross_floor_area_sqft") / 1000),
  ratio: ({ input, of }: Quantity, get: Get) => get(input) / get(of),
  percent: ({ input, of }: Quantity, get: Get) => (get(input) / get(of)) * 100,
  ln: ({ input }: Quantity, get: Get) => Math.log(get(input)),
  ln_percent: ({ input, of }: Quantity, get: Get) => Math.log((get(input) / get(of)) * 100),
  degree_days: ({ input, percents = [] }: Quantity, get: Get) => timesWeather(sumOf(percents, get), get(input)),
  ln_degree_days: ({ input, percents = [] }: Quantity, get: Get) =>
    timesWeather(sumOf(percents, get), Math.log(get(input))),
  it_source_tbtu: ({ input }: Quantity, get: Get) => itSourceKbtus(get(input)) / 1e9,
};

const sumOf = (names: readonly string[], get: Get) => names.reduce((sum, name) => sum + get(name), 0);

/** A building that is neither heated nor cooled needs no weather. */
const timesWeather = (share: number, weather: number) => (share === 0 ? 0 : share * weather);

/** Energy of computers in kWh, converted to source kBtu. */
export const itSourceKbtus = (kwh: number): number => kwh * KBTU_PER_KWH * (SOURCE_PER_SITE.ELECTRIC ?? Number.NaN);

const getFrom =
  (inputs: Inputs): Get =>
  (name) =>
    inputs.get(name ?? "") ?? Number.NaN;

/** The contribution of a term to the prediction; NaN when an input is missing or not a number. */
export function termOf(term: Term, inputs: Inputs): number {
  const { coefficient, center = 0, floor = -Infinity, cap = Infinity, onlyIf } = term;
  const get = getFrom(inputs);
  const counts = onlyIf === undefined ? 1 : get(onlyIf);
  if (counts === 0) return 0;
  const quantity = KINDS[term.kind](term, get);
  return counts * coefficient * (Math.min(Math.max(quantity, floor), cap) - center);
}

/** Also false when an input is missing. */
export function passes(filter: Filter, inputs: Inputs): boolean {
  const { least = -Infinity, most = Infinity, above = -Infinity, below = Infinity, onlyIf } = filter;
  const get = getFrom(inputs);
  if (onlyIf !== undefined && get(onlyIf) === 0) return true;
  const quantity = KINDS[filter.kind](filter, get);
  return quantity >= least && quantity <= most && quantity > above && quantity < below;
}
