/**
 * Reads the folder of one utility: its card, its recipe or connector in code, its setup of Green Button Connect, its templates and
 * the names of its fixtures. A file with a fault is left out alone; without a card nothing of the folder is used.
 */
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import type { UtilityCard } from "../connectors/contract.ts";
import { parseCodePortal, type CodePortal } from "../connectors/code/declaration.ts";
import { parseRecipe } from "../connectors/recipe.ts";
import type { Recipe } from "../connectors/recipe-shape.ts";
import type { YamlReading } from "../domain/yaml-file.ts";
import { parseGreenButton, type GreenButtonSetup } from "../green-button/setup.ts";
import { parseTemplate, type Template } from "../parsers/template/template.ts";
import { FAMILIES_FOLDER, isFictional, parseCard } from "./card.ts";
import { recipeOfFamily, type Families, type FamilyFile } from "./family.ts";

/** Why a file, or a folder, is not used. */
export interface UtilityFault {
  /** Absolute. */
  file: string;
  /** Such as `match.all.0`; empty for the whole file. */
  path: string;
  /** From 1; null when the fault is in no line. */
  line: number | null;
  /** A sentence without its full stop, which goes on after the path or the file. */
  detail: string;
}

export interface TemplateFile {
  /** Absolute. */
  file: string;
  template: Template;
  /** Of its text: another text has another one. */
  fingerprint: string;
}

export interface UtilityFolder {
  /** Absolute; its last part is the key. */
  folder: string;
  /** Null: nothing of the folder is used. */
  card: UtilityCard | null;
  recipe: Recipe | null;
  /** The connector in code. */
  code: CodePortal | null;
  /** Of Green Button Connect. */
  greenButton: GreenButtonSetup | null;
  templates: TemplateFile[];
  faults: UtilityFault[];
}

export const CARD_FILE = "utility.yaml";
export const RECIPE_FILE = "recipe.yaml";
export const DECLARATION_FILE = "connector.yaml";
/** One of them. */
export const CODE_FILES: readonly string[] = ["connector.ts", "connector.js"];
/** For the author's editor; nothing of it runs. */
export const TYPES_FILE = "portal.ts";
export const GREEN_BUTTON_FILE = "green-button.yaml";
export const TEMPLATES_FOLDER = "templates";
export const FIXTURES_FOLDER = "fixtures";
/** Recorded pages of the portal, masked. */
export const PAGES_FOLDER = "pages";

/** What a folder may have, besides hidden files. */
const KNOWN = new Set([
  CARD_FILE,
  RECIPE_FILE,
  DECLARATION_FILE,
  ...CODE_FILES,
  TYPES_FILE,
  GREEN_BUTTON_FILE,
  TEMPLATES_FOLDER,
  FIXTURES_FOLDER,
  PAGES_FOLDER,
  "README.md",
]);

/** The longest file: a template of a large bill has 20 kB. */
const BYTES_MAX = 1_000_000;

/** The names in a folder in alphabetical order, without hidden ones; null when there is no folder that can be read. */
export function listFolder(folder: string): string[] | null {
  return orOnSystemError(null, () =>
    readdirSync(folder)
      .filter((name) => !name.startsWith("."))
      .sort(),
  );
}

/** The same, empty without a folder: what needs one of its files says what is missing. */
export const namesIn = (folder: string): string[] => listFolder(folder) ?? [];

/** A folder may go, or be closed to us, between two looks. */
function orOnSystemError<Value, Otherwise>(otherwise: Otherwise, look: () => Value): Value | Otherwise {
  try {
    return look();
  } catch (error) {
    if (error instanceof Error && "syscall" in error) return otherwise;
    throw error;
  }
}

/**
 * A text that differs when a file that matters for the service came, went or was written. Fixtures are not among them. Costs a
 * look at each file and reads none.
 */
export function stateOfFolder(folder: string): string {
  const places = [
    CARD_FILE,
    RECIPE_FILE,
    DECLARATION_FILE,
    ...CODE_FILES,
    GREEN_BUTTON_FILE,
    ...namesIn(join(folder, TEMPLATES_FOLDER)).map((name) => join(TEMPLATES_FOLDER, name)),
  ];
  const files = places.map((place) => {
    const stat = orOnSystemError(null, () => statSync(join(folder, place)));
    return stat === null ? place : [place, stat.ino, stat.size, stat.mtimeMs, stat.ctimeMs].join(" ");
  });
  return [...files, ...namesIn(folder)].join("\n");
}

/** The families in a folder of utilities, and the state of their files. */
export function readFamilies(folder: string): {
  families: Map<string, FamilyFile>;
  state: string;
  faults: UtilityFault[];
} {
  const families = new Map<string, FamilyFile>();
  const faults: UtilityFault[] = [];
  const states: string[] = [];
  for (const name of namesIn(join(folder, FAMILIES_FOLDER))) {
    const file = join(folder, FAMILIES_FOLDER, name, RECIPE_FILE);
    const read = readFileWith(file, (text) => ({ ok: true, value: text }));
    if (read.ok) families.set(name, { file, text: read.value });
    else faults.push(...read.faults.map((fault) => ({ file, ...fault })));
    states.push(`${file} ${read.ok ? createHash("sha256").update(read.value).digest("hex") : ""}`);
  }
  return { families, state: states.join("\n"), faults };
}

/** Everything in the folder of a utility that can be used, and why the rest cannot. */
export function readUtilityFolder(folder: string, families: Families = new Map()): UtilityFolder {
  const faults: UtilityFault[] = namesIn(folder)
    .filter((name) => !KNOWN.has(name))
    .map((name) => faultOf(join(folder, name), `is not part of a utility, which has ${[...KNOWN].join(", ")}`));
  const use = <Value>(file: string, parse: (text: string) => YamlReading<Value>): Value | null => {
    const read = readFileWith(file, parse);
    if (read.ok) return read.value;
    faults.push(...read.faults.map((fault) => ({ file, ...fault })));
    return null;
  };
  const names = namesIn(folder);
  const refuse = (file: string, detail: string): null => {
    faults.push(faultOf(file, detail));
    return null;
  };
  function readRecipeOf(utility: UtilityCard): Recipe | null {
    const own = join(folder, RECIPE_FILE);
    if (utility.family === undefined)
      return names.includes(RECIPE_FILE) ? use(own, (text) => parseRecipe(text, utility)) : null;
    if (names.includes(RECIPE_FILE)) return refuse(own, "is not used, because the card names a family");
    const family = families.get(utility.family);
    if (family === undefined)
      return refuse(join(folder, CARD_FILE), `names the family ${utility.family}, which is not there`);
    const read = recipeOfFamily(family, utility);
    if (read.ok) return read.value;
    faults.push(...read.faults.map((fault) => ({ file: family.file, ...fault })));
    return null;
  }
  /** Code has the place of a recipe, and a declaration beside it. */
  function readCodeOf(utility: UtilityCard): CodePortal | null {
    const [name, other] = CODE_FILES.filter((each) => names.includes(each));
    const declared = join(folder, DECLARATION_FILE);
    if (name === undefined)
      return names.includes(DECLARATION_FILE)
        ? refuse(declared, `is not used without ${CODE_FILES.join(" or ")} beside it`)
        : null;
    const file = join(folder, name);
    if (other !== undefined) return refuse(join(folder, other), `is not used, because there is ${name}`);
    if (utility.family !== undefined) return refuse(file, "is not used, because the card names a family");
    if (names.includes(RECIPE_FILE)) return refuse(file, `is not used, because there is ${RECIPE_FILE}`);
    const asText = (text: string): YamlReading<string> => ({ ok: true, value: text });
    const [declaration, source] = [use(declared, asText), use(file, asText)];
    if (declaration === null || source === null) return null;
    const read = parseCodePortal(utility, { declaration, source, file: name });
    if (!read.declaration.ok) faults.push(...read.declaration.faults.map((fault) => ({ file: declared, ...fault })));
    if (!read.script.ok) faults.push(...read.script.faults.map((fault) => ({ file, ...fault })));
    return read.portal;
  }
  const card = use(join(folder, CARD_FILE), (text) => parseCard(text, basename(folder)));
  if (card === null) return { folder, card, recipe: null, code: null, greenButton: null, templates: [], faults };
  const recipe = readRecipeOf(card);
  const code = readCodeOf(card);
  const greenButton = names.includes(GREEN_BUTTON_FILE)
    ? use(join(folder, GREEN_BUTTON_FILE), (text) => parseGreenButton(text, { isFictional: isFictional(card) }))
    : null;
  const templates = namesIn(join(folder, TEMPLATES_FOLDER)).flatMap((name) => {
    const file = join(folder, TEMPLATES_FOLDER, name);
    const template = use(file, (text) => (name.endsWith(".yaml") ? parseTemplateFile(file, text) : NOT_A_TEMPLATE));
    return template ?? [];
  });
  return { folder, card, recipe, code, greenButton, templates, faults };
}

/** A template outside the folder of a utility, as an author tries it. */
export const readTemplateFile = (file: string): YamlReading<TemplateFile> =>
  readFileWith(file, (text) => parseTemplateFile(file, text));

const NOT_A_TEMPLATE: YamlReading<never> = {
  ok: false,
  faults: [{ path: "", line: null, detail: "is not a template: the names of templates end in .yaml" }],
};

function parseTemplateFile(file: string, text: string): YamlReading<TemplateFile> {
  const read = parseTemplate(text);
  if (!read.ok) return read;
  const fingerprint = createHash("sha256").update(text).digest("hex");
  return { ok: true, value: { file, template: read.value, fingerprint } };
}

function readFileWith<Value>(file: string, parse: (text: string) => YamlReading<Value>): YamlReading<Value> {
  const refuse = (detail: string): YamlReading<never> => ({ ok: false, faults: [{ path: "", line: null, detail }] });
  try {
    const bytes = statSync(file).size;
    if (bytes > BYTES_MAX) return refuse(`has ${bytes} bytes, at most ${BYTES_MAX} are read`);
    return parse(readFileSync(file, "utf8"));
  } catch (error) {
    if (!(error instanceof Error && "code" in error && typeof error.code === "string")) throw error;
    return refuse(error.code === "ENOENT" ? "is missing" : `cannot be read: ${error.code}`);
  }
}

export const faultOf = (file: string, detail: string): UtilityFault => ({ file, path: "", line: null, detail });
