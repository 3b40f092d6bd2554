/**
 * A family: the recipe of a platform that several utilities use, with parameters in which they differ. It becomes the recipe of a
 * utility when the values of its card are put in, and is checked as any other.
 */
import { z } from "zod";
import type { UtilityCard } from "../connectors/contract.ts";
import { parseRecipe, type Recipe } from "../connectors/recipe.ts";
import { VALUE_NAME } from "../connectors/recipe-parts.ts";
import { readYaml, type YamlReading } from "../domain/yaml-file.ts";
import { isFictional } from "./card.ts";

/** Text of the recipe of a family, by its name. */
export interface FamilyFile {
  /** Absolute. */
  file: string;
  text: string;
}

export type Families = ReadonlyMap<string, FamilyFile>;

/** `host`, or `delay_ms=1500` for one that a card may leave out; nothing after `=` is an empty text. */
const Parameter = z
  .string()
  .transform((text) => ({ name: text.split("=", 1)[0] ?? "", otherwise: /=(.*)$/.exec(text)?.[1] }))
  .refine(({ name }) => VALUE_NAME.test(name), "must be a name in lower case, such as host, or host=value");

const Parameters = z.looseObject({ parameters: z.array(Parameter).min(1) });

/** The lines that declare the parameters, which no recipe has. */
const DECLARATION = /^parameters:.*(?:\n[ \t\]].*)*/m;

/** A fictional utility has the host of the sandbox. */
const HOSTS = /^ +(hosts|also_visits):.*$/gm;

/** `{name}`; tools that format YAML write `{ name }` where it stands alone. */
const placeOf = (name: string): RegExp => new RegExp(`\\{ ?${name} ?\\}`, "g");

/** The recipe of one utility of the family, or the faults of the text, whose lines are those of the family's file. */
export function recipeOfFamily(text: string, utility: UtilityCard): YamlReading<Recipe> {
  const declared = readYaml(Parameters, text);
  if (!declared.ok) return declared;
  const { parameters } = declared.value;
  const names = new Set(parameters.map(({ name }) => name));
  const given = utility.parameters ?? {};
  const refuse = (detail: string): YamlReading<never> => ({
    ok: false,
    faults: [{ path: "parameters", line: null, detail }],
  });
  // The lines stay, so that faults keep theirs.
  const declaredOff = text.replace(DECLARATION, (lines) => lines.replaceAll(/.+/g, "#"));
  const recipe = isFictional(utility) ? declaredOff.replaceAll(HOSTS, "#") : declaredOff;
  const isUsed = (name: string): boolean => !isFictional(utility) || placeOf(name).test(recipe);
  const missing = parameters
    .filter(({ name, otherwise }) => (given[name] ?? otherwise) === undefined && isUsed(name))
    .map(({ name }) => name);
  if (missing.length > 0) return refuse(`has no value for ${missing.join(", ")} in the card of ${utility.key}`);
  const unknown = Object.keys(given).filter((name) => !names.has(name));
  if (unknown.length > 0) return refuse(`does not name ${unknown.join(", ")}, which the card of ${utility.key} gives`);
  const filled = parameters.reduce(
    (yaml, { name, otherwise = "" }) => yaml.replaceAll(placeOf(name), () => given[name] ?? otherwise),
    recipe,
  );
  return parseRecipe(filled, utility);
}
