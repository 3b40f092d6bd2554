/** The inputs that the model of each property type needs about a building, and their form. The rest comes from bills, the weather and the floor area. */
import { SCORE_MODELS, type ModelName } from "../data/star-models.ts";
import type { Quantity } from "./star-quantities.ts";

export const INPUT_KINDS = ["number", "share", "yes_no"] as const;
export type InputKind = (typeof INPUT_KINDS)[number];

export interface ScoreInput {
  name: string;
  kind: InputKind;
  /** The lowest value with which there is a score; null without one. */
  least: number | null;
}

/** Not entered: they come from our own data. */
const OWN: ReadonlySet<string> = new Set([
  "gross_floor_area_sqft",
  "hdd65",
  "cdd65",
  "source_eui",
  "small_bank",
  "supermarket",
]);

const YES_NO: ReadonlySet<string> = new Set([
  "cooking",
  "open_weekends",
  "high_school",
  "commercial_kitchen",
  "it_energy_measured_at_ups",
  "trickle_filtration",
  "nutrient_removal",
]);

const namesOf = ({ input, of, percents = [] }: Quantity): string[] =>
  [input, of, ...percents].filter((name) => name !== undefined && !OWN.has(name)) as string[]; // `filter` leaves texts only.

const kindOf = (name: string): InputKind =>
  name.startsWith("percent_") ? "share" : YES_NO.has(name) ? "yes_no" : "number";

/** In the order in which the model names them. */
export function inputsOfModel(name: ModelName): ScoreInput[] {
  const { terms, filters } = SCORE_MODELS[name];
  const names = new Set([...terms, ...filters].flatMap(namesOf));
  return [...names].map((input) => ({ name: input, kind: kindOf(input), least: leastOf(name, input) }));
}

/** Where it holds for some types of the model only, the type decides: a supermarket has refrigerators, another shop need not. */
function leastOf(name: ModelName, input: string): number | null {
  const filter = SCORE_MODELS[name].filters.find(
    (each) => each.kind === "amount" && each.input === input && each.onlyIf === undefined,
  );
  return filter?.least ?? null;
}

/** Every type that has a score, with its model, by name. */
export const SCORED_TYPES: readonly { property_type: string; model: ModelName }[] = Object.entries(SCORE_MODELS)
  // The keys of the table are the models.
  .flatMap(([name, { property_types }]) =>
    property_types.map((property_type) => ({ property_type, model: name as ModelName })),
  )
  .toSorted((one, other) => one.property_type.localeCompare(other.property_type, "en"));
