/**
 * The utilities of this installation: each is a folder with its card, recipe, templates and fixtures. A change of a file is taken
 * up while the service runs, and a fault in one file leaves the others in use.
 */
import { createHash } from "node:crypto";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Recipe } from "../connectors/recipe-shape.ts";
import type { PortalUse } from "../connectors/registry.ts";
import type { Template } from "../parsers/template/template.ts";
import { FAMILIES_FOLDER } from "./card.ts";
import type { Families } from "./family.ts";
import {
  CODE_FILES,
  DECLARATION_FILE,
  faultOf,
  listFolder,
  namesIn,
  readFamilies,
  readUtilityFolder,
  RECIPE_FILE,
  stateOfFolder,
  type TemplateFile,
  type UtilityFault,
  type UtilityFolder,
} from "./read-folder.ts";

/** The utilities that come with the service. */
export const BUILT_IN_UTILITIES = fileURLToPath(new URL("../../utilities", import.meta.url));

export interface UtilitySet {
  /** In the order of their keys. */
  utilities: readonly UtilityFolder[];
  recipes: readonly Recipe[];
  /** The same, and the connectors in code. */
  portals: readonly PortalUse[];
  templates: readonly Template[];
  /** Where each template is, in the same order. */
  templateFiles: readonly TemplateFile[];
  faults: readonly UtilityFault[];
  /** Differs whenever a template came, went or changed, and is the same in every process with the same templates. */
  version: string;
}

export interface Utilities {
  /** Those of now: the same object as long as no file has changed. */
  current(): UtilitySet;
}

export interface UtilitiesOptions {
  /** Folders of utilities. One in a later folder takes the place of one with the same key in an earlier one. */
  folders: readonly string[];
  /** Epoch milliseconds. */
  now: () => number;
  /** Called once for each fault, and again only when it was mended meanwhile. */
  onFault?: (fault: UtilityFault) => void;
}

/** The files are looked at when they are used, at most this often: a look at a hundred utilities takes some milliseconds. */
const LOOK_EVERY_MS = 2000;

interface Read {
  state: string;
  utility: UtilityFolder;
}

/** What was read last of each folder, for all that is opened in this process: an unchanged folder is read once. */
const lastRead = new Map<string, Read>();

/** Reads all folders now. A folder that does not exist is a fault, and is looked for again. */
export function openUtilities({ folders, now, onFault = () => {} }: UtilitiesOptions): Utilities {
  let known = new Map<string, Read>();
  let set: UtilitySet | null = null;
  let state = "";
  let lookedAt = 0;

  function look(): UtilitySet {
    const places = placesIn(folders);
    const read = folders.map(readFamilies);
    const families: Families = new Map(read.flatMap((each) => [...each.families]));
    const ofFamilies = read.map((each) => each.state).join("\n");
    // A utility of a family changes with the family.
    const states = places.found.map((folder) => ({ folder, state: `${stateOfFolder(folder)}\n${ofFamilies}` }));
    const whole = [...states.map(({ folder, state: of }) => `${folder}\n${of}`), ...places.absent].join("\n");
    if (set !== null && whole === state) return set;
    known = new Map(states.map(({ folder, state: of }) => [folder, readAgain(folder, of, families)]));
    state = whole;
    const next = setOf(
      places.found.flatMap((folder) => known.get(folder)?.utility ?? []),
      [
        ...places.absent.map((folder) => faultOf(folder, "is not a folder that can be read")),
        ...read.flatMap((each) => each.faults),
      ],
      set,
    );
    const before = new Set((set?.faults ?? []).map(nameOf));
    for (const fault of next.faults) if (!before.has(nameOf(fault))) onFault(fault);
    set = next;
    return next;
  }

  function current(): UtilitySet {
    const time = now();
    // A clock that was set back must not stop the looking.
    if (set !== null && time - lookedAt < LOOK_EVERY_MS && time >= lookedAt) return set;
    lookedAt = time;
    return look();
  }

  // Faults are logged at the start, not at the first bill.
  current();
  return { current };
}

const nameOf = (fault: UtilityFault): string => JSON.stringify(fault);

function readAgain(folder: string, state: string, families: Families): Read {
  const before = lastRead.get(folder);
  if (before?.state === state) return before;
  const read = { state, utility: withRunning(readUtilityFolder(folder, families), before?.utility ?? null) };
  lastRead.set(folder, read);
  return read;
}

/** While a changed recipe, of the utility or of its family, or a connector has a fault, visits use the one from before the change. */
function withRunning(now: UtilityFolder, before: UtilityFolder | null): UtilityFolder {
  const { card, folder, faults } = now;
  const hasFault = (names: readonly string[]): boolean =>
    names.some((name) => faults.some(({ file }) => file === join(folder, name)));
  if (card === null || before === null) return now;
  // Without a fault, a card that names a family always has a recipe.
  const isFaulty = card.family !== undefined || hasFault([RECIPE_FILE]);
  const recipe = now.recipe ?? (isFaulty ? before.recipe : null);
  const hasCode = namesIn(folder).some((name) => CODE_FILES.includes(name));
  const code = now.code ?? (hasCode && hasFault([DECLARATION_FILE, ...CODE_FILES]) ? before.code : null);
  return { ...now, recipe: recipe && { ...recipe, ...card }, code: code && { ...code, ...card } };
}

function placesIn(folders: readonly string[]): { found: string[]; absent: string[] } {
  const listed = folders.map((folder) => ({ folder, names: listFolder(folder) }));
  const found = listed.flatMap(({ folder, names }) =>
    (names ?? []).filter((name) => name !== FAMILIES_FOLDER).map((name) => join(folder, name)),
  );
  return {
    found: found.filter((path) => listFolder(path) !== null),
    absent: listed.filter(({ names }) => names === null).map(({ folder }) => folder),
  };
}

/** The set of these folders. Parts that are equal to those of the set before stay the same objects. */
function setOf(read: UtilityFolder[], faults: UtilityFault[], before: UtilitySet | null): UtilitySet {
  const byKey = new Map<string, UtilityFolder>();
  for (const utility of read) {
    // A folder without a card takes no other's place.
    const key = basename(utility.folder);
    if (utility.card !== null || !byKey.has(key)) byKey.set(key, utility);
  }
  const utilities = [...byKey.values()].toSorted((one, other) =>
    basename(one.folder) < basename(other.folder) ? -1 : 1,
  );
  const { files, doubles } = distinct(utilities.flatMap(({ templates }) => templates));
  const names = files.map(({ template, fingerprint }) => `${template.id} ${template.version} ${fingerprint}`);
  const version = createHash("sha256").update(names.toSorted().join("\n")).digest("hex").slice(0, 16);
  const recipes = utilities.flatMap(({ recipe }) => recipe ?? []);
  const portals = utilities.flatMap(({ recipe, code }) => recipe ?? code ?? []);
  return {
    utilities,
    recipes: areSame(before?.recipes, recipes) ? before.recipes : recipes,
    portals: areSame(before?.portals, portals) ? before.portals : portals,
    templates: files.map(({ template }) => template),
    templateFiles: files,
    faults: [...faults, ...read.flatMap((utility) => utility.faults), ...doubles],
    version,
  };
}

const areSame = <Item>(before: readonly Item[] | undefined, now: readonly Item[]): before is readonly Item[] =>
  before?.length === now.length && now.every((item, at) => item === before[at]);

/** The first template of each id and version; statements refer to them by these. */
function distinct(files: readonly TemplateFile[]): { files: TemplateFile[]; doubles: UtilityFault[] } {
  const taken = new Map<string, TemplateFile>();
  const doubles: UtilityFault[] = [];
  for (const each of files) {
    const { id, version } = each.template;
    const first = taken.get(`${id} ${version}`);
    if (first === undefined) taken.set(`${id} ${version}`, each);
    else doubles.push(faultOf(each.file, `has the id ${id} and version ${version} of ${first.file}`));
  }
  return { files: [...taken.values()], doubles };
}

/** A fault in one line: `lakeside/templates/bill.yaml:12: match.all.0: …`. */
export const faultLine = ({ file, path, line, detail }: UtilityFault): string =>
  `${file}${line === null ? "" : `:${line}`}: ${path === "" ? "" : `${path}: `}${detail}`;
