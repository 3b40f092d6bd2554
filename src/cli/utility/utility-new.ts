/** `meterbook utility new`: the folder of a utility, ready to be filled in. */
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { readConfig } from "../../config.ts";
import { StartError } from "../../errors.ts";
import { ENERGY_TYPES } from "../../records/codes.ts";
import { parseCard } from "../../utilities/card.ts";
import { CARD_FILE, RECIPE_FILE } from "../../utilities/read-folder.ts";
import { recipeToFillIn } from "../../utilities/pages/recipe-text.ts";
import { codeToFillIn } from "./utility-new-code.ts";
import { print, type Io } from "../io.ts";

export interface NewOptions {
  name?: string;
  website?: string;
  folder?: string;
  code?: true;
  /** Says nothing of what is next. */
  isQuiet?: boolean;
}

/** @throws StartError when the utility exists, or its key or website is not valid */
export function newUtility(io: Io, key: string, { name, website, folder, code, isQuiet }: NewOptions): number {
  const { utilitiesDir } = readConfig(io.env);
  const parent = folder === undefined ? utilitiesDir : resolve(folder);
  if (parent === null) throw new StartError("Where to? Give --folder, or set METERBOOK_UTILITIES_DIR.");
  const site = website === undefined ? null : URL.parse(website);
  if (website !== undefined && (site === null || !/^https?:$/.test(site.protocol)))
    throw new StartError("--website must be an address such as https://my.lakeside-power.example.");
  const into = join(parent, key);
  const card = cardOf({ key, name: name ?? nameOf(key), isNamed: name !== undefined, website: site });
  const read = parseCard(card, key);
  if (!read.ok) throw new StartError(read.faults.map(({ path, detail }) => `${path}: ${detail}`).join("\n"));
  if (existsSync(into)) throw new StartError(`${into} exists already: a new utility takes the place of nothing.`);
  mkdirSync(into, { recursive: true });
  const portal = code ? codeToFillIn(site) : { [RECIPE_FILE]: recipeToFillIn(site) };
  const files = { [CARD_FILE]: card, ...portal, "README.md": notesOf(name ?? nameOf(key)) };
  for (const [file, text] of Object.entries(files)) {
    writeFileSync(join(into, file), text);
    print(io, `Wrote ${join(into, file)}`);
  }
  if (site?.protocol === "http:")
    print(io, `The card has no website: people are led to https alone. The recipe has ${site.host} as its host.`);
  if (isQuiet) return 0;
  const at = folder === undefined ? "" : ` --utilities ${folder}`;
  const record = `  npx meterbook utility record ${key} --username NAME${folder === undefined ? "" : ` --folder ${folder}`}`;
  const fillIn = code
    ? ["Next: fill in the lines marked LOOK of connector.yaml and connector.ts (docs/add-a-utility.md)."]
    : [
        "Next: fill in the lines marked LOOK of recipe.yaml, from what your browser shows (docs/add-a-utility.md), or draft it:",
        record,
      ];
  print(io, "", ...fillIn, "Then try it:", `  npx meterbook utility try ${key} --username NAME${at}`);
  return 0;
}

const nameOf = (key: string): string =>
  key
    .split("-")
    .map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))
    .join(" ");

interface CardGiven {
  key: string;
  name: string;
  isNamed: boolean;
  website: URL | null;
}

function cardOf({ key, name, isNamed, website }: CardGiven): string {
  const zone = Temporal.Now.timeZoneId();
  const lines = [
    `key: ${key} # the name of the folder; it never changes, because accounts refer to it`,
    `name: ${JSON.stringify(name)}${isNamed ? "" : " # LOOK: the name that people see"}`,
    ...(website?.protocol === "https:" ? [`website: ${website.origin}`] : []),
    `energy_types: [ELECTRIC] # LOOK: of ${ENERGY_TYPES.join(", ")}`,
    `time_zone: ${zone} # LOOK: where the utility is`,
  ];
  return `${lines.join("\n")}\n`;
}

const notesOf = (name: string): string =>
  `# ${name}

What the next person should know of this portal: when it was looked at last, what is odd about it, and which kinds of accounts were
tried. No credentials, and nothing of a customer.
`;
