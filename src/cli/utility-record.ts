/** `meterbook utility record`: a browser's recording of a portal becomes masked pages, and a draft of the recipe. */
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { environmentWithFile, readConfig } from "../config.ts";
import { countOf } from "../domain/text.ts";
import { StartError } from "../errors.ts";
import { draftRecipe, signInOf } from "../utilities/pages/draft-recipe.ts";
import { writeExchanges } from "../utilities/pages/exchange.ts";
import { ofPortal, readHar } from "../utilities/pages/har.ts";
import { isKept, revealedIn } from "../utilities/pages/mask-exchanges.ts";
import { createMasks, type Masks } from "../utilities/pages/masks.ts";
import { isUntouched } from "../utilities/pages/recipe-text.ts";
import { PAGES_FOLDER, readUtilityFolder, RECIPE_FILE } from "../utilities/read-folder.ts";
import { faultLine } from "../utilities/utilities.ts";
import { maskAll } from "./mask-pages.ts";
import { readPassword } from "./portal-credential.ts";
import { print } from "./utility-folders.ts";
import { newUtility } from "./utility-new.ts";

export interface RecordOptions {
  har: string;
  username: string;
  hide?: string[];
  keep?: string[];
  folder?: string;
}

/** Doubtful words that are named in the report. */
const SHOWN_MAX = 30;

/** Exit code 1: nothing was written, because something of the credential could not be masked. @throws StartError */
export async function recordUtility(key: string, options: RecordOptions): Promise<number> {
  const { utilitiesDir } = readConfig(environmentWithFile());
  const parent = options.folder === undefined ? utilitiesDir : resolve(options.folder);
  if (parent === null) throw new StartError("Where to? Give --folder, or set METERBOOK_UTILITIES_DIR.");
  const all = readHar(options.har);
  const password = await readPassword(`Password of ${options.username}, to take it out`);
  const signIn = signInOf(all, password);
  if (signIn === null)
    throw new StartError(
      `No request of ${options.har} sends this password: record from before the sign-in on, with "preserve log".`,
    );
  const { username, hide, keep } = options;
  const folder = join(parent, key);
  const names = existsSync(folder) ? namesOf(folder) : [];
  const masks = createMasks({ username, password, hide: hide ?? [], keep: [...(keep ?? []), ...names] });
  const kept = ofPortal(all, signIn).filter(isKept);
  const masked = await maskAll(masks, kept, { written: kept });
  const revealed = revealedIn(masks, masked);
  if (revealed.length > 0) {
    process.stderr.write(`Nothing was written: something of the credential is left in ${revealed.join(", ")}.\n`);
    return 1;
  }
  if (!existsSync(folder)) newUtility(key, { website: new URL(signIn.url).origin, folder: parent });
  const pages = join(folder, PAGES_FOLDER);
  rmSync(pages, { recursive: true, force: true });
  writeExchanges(pages, masked);
  print(
    `Wrote ${countOf(masked.length, "page")} to ${pages}, of ${countOf(all.length, "request")}.`,
    ...reportLines(masks),
  );
  writeDraft(folder, draftRecipe(masked));
  print(
    "",
    `Look through ${pages} before you give it away, and delete ${options.har}: it has the password in it.`,
    `Next: npx meterbook utility check ${key}, then npx meterbook utility try ${key} --username NAME`,
  );
  return 0;
}

/** The name of the utility itself is not personal. */
const namesOf = (folder: string): string[] => {
  const { card } = readUtilityFolder(folder);
  return card === null ? [] : [card.name, ...(card.aliases ?? [])];
};

function reportLines(masks: Masks): string[] {
  const doubts = masks.doubts();
  return [
    ...masks
      .report()
      .map(({ kind, values, times }) => `  ${kind}: ${countOf(values, "value")}, replaced ${countOf(times, "time")}`),
    ...(doubts.length === 0
      ? []
      : [
          `Taken for names, to be sure; keep those that the recipe needs by --keep: ${doubts.slice(0, SHOWN_MAX).join(", ")}${doubts.length > SHOWN_MAX ? " …" : ""}`,
        ]),
  ];
}

/** The draft takes the place of a recipe that is unchanged since it was made; else it is printed. */
function writeDraft(folder: string, { yaml, missing }: ReturnType<typeof draftRecipe>): void {
  for (const sentence of missing) print(sentence);
  if (yaml === "") return;
  const file = join(folder, RECIPE_FILE);
  if (existsSync(file) && !isUntouched(readFileSync(file, "utf8"))) {
    print("", `${file} is yours already, so that the draft is only shown:`, "", yaml);
    return;
  }
  writeFileSync(file, yaml);
  const faults = readUtilityFolder(folder).faults.filter((fault) => basename(fault.file) === RECIPE_FILE);
  const looks = yaml.split("# LOOK").length - 1;
  print(
    `Wrote ${file}, a draft with ${countOf(looks, "place")} to look at, each marked LOOK.`,
    ...faults.map(faultLine),
  );
}
