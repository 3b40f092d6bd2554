/** Recipes for tests, in one text with the card of their utility. */
import { parse, stringify } from "yaml";
import { faultText } from "../domain/yaml-file.ts";
import { StartError } from "../errors.ts";
import type { UtilityCard } from "./contract.ts";
import { parseRecipe } from "./recipe.ts";
import type { Next, Recipe } from "./recipe-shape.ts";
import { compileSelector, type Selector } from "./select.ts";

/** The recipe of a text that begins with its card; `match.sandbox` belongs to the card too. @throws StartError with the faults */
export function readRecipe(yaml: string, file: string): Recipe {
  // The tests know the shape of their text; what is wrong in the rest is what they are about.
  const { key, name, website, energy_types, time_zone, ...portal } = parse(yaml) as UtilityCard & {
    match: { sandbox?: true };
  };
  const { sandbox, ...match } = portal.match;
  const card: UtilityCard = { key, name, website, energy_types, time_zone, sandbox };
  const read = parseRecipe(stringify({ ...portal, match }), card);
  if (read.ok) return read.value;
  throw new StartError(`The recipe ${file} cannot be used. ${faultText(read.faults, "the recipe")}.`);
}

/** @throws when the test is wrong */
export function selectorOf(source: string): Selector {
  const selector = compileSelector(source);
  if (selector === null) throw new TypeError(`no selector: ${source}`);
  return selector;
}

export const linkTo = (source: string): Next => ({ link: selectorOf(source) });
