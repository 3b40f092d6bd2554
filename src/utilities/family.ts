/**
 * A family: the recipe of a platform that several utilities use, with parameters in which they differ. It becomes the recipe of a
 * utility when the values of its card are put in, and is checked as any other.
 */
import { z } from "zod";
import type { UtilityCard } from "../connectors/contract.ts";
import { parseRecipe, type Recipe } from "../connectors/recipe.ts";
import { VALUE_NAME } from "../connectors/recipe-parts.ts";
import { readYaml, type YamlReading } from "../domain/yaml-file.ts";

/** Text of the recipe of a family, by its name. */
export interface FamilyFile {
  /** Absolute. */
  file: string;
  text: string;
}

export type Families = ReadonlyMap<string, FamilyFile>;

const Parameters = z.looseObject({
  parameters: z.array(z.string().regex(VALUE_NAME, "must be a name in lower case, such as host")).min(1),
});

/** The line that declares the parameters, which no recipe has. */
const DECLARATION = /^parameters:.*$/m;

/** The recipe of one utility of the family, or the faults of the text, whose lines are those of the family's file. */
export function recipeOfFamily(text: string, utility: UtilityCard): YamlReading<Recipe> {
  const declared = readYaml(Parameters, text);
  if (!declared.ok) return declared;
  const { parameters } = declared.value;
  const given = utility.parameters ?? {};
  const refuse = (detail: string): YamlReading<never> => ({
    ok: false,
    faults: [{ path: "parameters", line: null, detail }],
  });
  const missing = parameters.filter((name) => given[name] === undefined);
  if (missing.length > 0) return refuse(`has no value for ${missing.join(", ")} in the card of ${utility.key}`);
  const unknown = Object.keys(given).filter((name) => !parameters.includes(name));
  if (unknown.length > 0) return refuse(`does not name ${unknown.join(", ")}, which the card of ${utility.key} gives`);
  // The line stays, so that faults keep their lines.
  const filled = parameters.reduce(
    (yaml, name) => yaml.replaceAll(`{${name}}`, () => given[name] ?? ""),
    text.replace(DECLARATION, "#"),
  );
  return parseRecipe(filled, utility);
}
