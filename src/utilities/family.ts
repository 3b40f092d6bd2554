/**
 * A family: the recipe of a platform that several utilities use, with parameters in which they differ. It becomes the recipe of a
 * utility when the values of its card are put in, and is checked as any other.
 */
import { z } from "zod";
import type { UtilityCard } from "../connectors/contract.ts";
import { parseRecipe, recipeOf } from "../connectors/recipe.ts";
import type { Recipe } from "../connectors/recipe-shape.ts";
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
  .transform((text) => {
    const [name = "", ...rest] = text.split("=");
    return { name, otherwise: rest.length === 0 ? undefined : rest.join("=") };
  })
  .refine(({ name }) => VALUE_NAME.test(name), "must be a name in lower case, such as host, or host=value");

const Parameters = z.looseObject({ parameters: z.array(Parameter).min(1) });

/** The lines that declare the parameters, which no recipe has. */
const DECLARATION = /^parameters:.*(?:\n[ \t\]].*)*/m;

/** A fictional utility has the host of the sandbox. */
const HOSTS = /^ +(hosts|also_visits):.*$/gm;

/** `{name}`; tools that format YAML write `{ name }` where it stands alone. */
const placesOf = (name: string): string[] => [`{${name}}`, `{ ${name} }`];

/** What the text of a family says, read once for all its utilities. */
type Declared = YamlReading<z.infer<typeof Parameters>>;
const declaredBy = new WeakMap<FamilyFile, Declared>();

function readDeclared(family: FamilyFile): Declared {
  const declared = declaredBy.get(family) ?? readYaml(Parameters, family.text);
  declaredBy.set(family, declared);
  return declared;
}

/** The same, with the values in its texts. */
function filledIn(said: unknown, valueOf: (text: string) => string): unknown {
  if (typeof said === "string") return valueOf(said);
  if (Array.isArray(said)) return said.map((item) => filledIn(item, valueOf));
  if (typeof said !== "object" || said === null) return said;
  return Object.fromEntries(Object.entries(said).map(([name, item]) => [name, filledIn(item, valueOf)]));
}

/** The recipe of one utility of the family, or the faults of the text, whose lines are those of the family's file. */
export function recipeOfFamily(family: FamilyFile, utility: UtilityCard): YamlReading<Recipe> {
  const { text } = family;
  const declared = readDeclared(family);
  if (!declared.ok) return declared;
  const { parameters } = declared.value;
  const names = new Set(parameters.map(({ name }) => name));
  const given = utility.parameters ?? {};
  const refuse = (detail: string): YamlReading<never> => ({
    ok: false,
    faults: [{ path: "parameters", line: null, detail }],
  });
  const fill = (part: string): string =>
    parameters.reduce(
      (filled, { name, otherwise = "" }) =>
        placesOf(name).reduce((now, place) => now.replaceAll(place, () => given[name] ?? otherwise), filled),
      part,
    );
  // The lines stay, so that faults keep theirs.
  const declaredOff = text.replace(DECLARATION, (lines) => lines.replaceAll(/.+/g, "#"));
  const recipe = isFictional(utility) ? declaredOff.replaceAll(HOSTS, "#") : declaredOff;
  const isUsed = (name: string): boolean =>
    !isFictional(utility) || placesOf(name).some((place) => recipe.includes(place));
  const missing = parameters
    .filter(({ name, otherwise }) => (given[name] ?? otherwise) === undefined && isUsed(name))
    .map(({ name }) => name);
  if (missing.length > 0) return refuse(`has no value for ${missing.join(", ")} in the card of ${utility.key}`);
  const unknown = Object.keys(given).filter((name) => !names.has(name));
  if (unknown.length > 0) return refuse(`does not name ${unknown.join(", ")}, which the card of ${utility.key} gives`);
  // Reading the text again for each utility takes most of the time; it is needed for the lines of faults.
  const { parameters: _declared, ...said } = declared.value;
  const quick = isFictional(utility) ? null : recipeOf(filledIn(said, fill), utility);
  return quick === null ? parseRecipe(fill(recipe), utility) : { ok: true, value: quick };
}
