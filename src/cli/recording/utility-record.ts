/** `meterbook utility record`: a visit in a browser, or a browser's recording of one, becomes masked pages and a draft of the recipe. */
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { readConfig } from "../../config.ts";
import type { Recipe } from "../../connectors/recipe-shape.ts";
import { countOf } from "../../domain/text.ts";
import { StartError } from "../../errors.ts";
import { draftRecipe, signInOf } from "../../utilities/pages/draft-recipe.ts";
import { writeExchanges } from "../../utilities/pages/exchange.ts";
import { ofPortal, readHar } from "../../utilities/pages/har.ts";
import { isKept, revealedIn } from "../../utilities/pages/mask-exchanges.ts";
import { createMasks, type Masks } from "../../utilities/pages/masks.ts";
import { isUntouched } from "../../utilities/pages/recipe-text.ts";
import { PAGES_FOLDER, readUtilityFolder, RECIPE_FILE } from "../../utilities/read-folder.ts";
import { faultLine } from "../../utilities/utilities.ts";
import { maskAll } from "./mask-pages.ts";
import { readPassword } from "../utility/portal-credential.ts";
import { browse, prepareBrowse } from "./utility-browse.ts";
import { print, say, type Io } from "../io.ts";
import { newUtility } from "../utility/utility-new.ts";

export interface RecordOptions {
  har?: string;
  actions?: string;
  key?: string;
  username: string;
  hide?: string[];
  keep?: string[];
  folder?: string;
}

/** Doubtful words that are named in the report. */
const SHOWN_MAX = 30;

/** Exit code 1: nothing was written, because something of the credential could not be masked. @throws StartError */
export async function recordUtility(io: Io, target: string, options: RecordOptions): Promise<number> {
  const { utilitiesDir, ownPortals } = readConfig(io.env);
  const parent = options.folder === undefined ? utilitiesDir : resolve(options.folder);
  if (parent === null) throw new StartError("Where to? Give --folder, or set METERBOOK_UTILITIES_DIR.");
  if (options.har !== undefined && options.actions !== undefined)
    throw new StartError("Give --har or --actions, not both.");
  const { key, start } = targetOf(target, options, { parent, ownPortals });
  const ofFile = options.har === undefined ? null : readHar(options.har);
  if (ofFile === null && start === null)
    throw new StartError(`The address of ${key} is not known: record it by its address and --key ${key}.`);
  if (ofFile === null) prepareBrowse(io, options);
  const password = await readPassword(io, `Password of ${options.username}, to take it out`);
  const all = ofFile ?? (start === null ? [] : await browse(io, { ...options, start, password }));
  const signIn = signInOf(all, password);
  if (signIn === null)
    throw new StartError(
      ofFile === null
        ? "No request sent this password, so that nothing was written: record it again, with the sign-in. If it was there, the portal sends only a proof made of it: docs/add-a-utility.md says what to do then."
        : `No request of ${options.har} sends this password: record from before the sign-in on, with "preserve log".`,
    );
  const { username, hide, keep } = options;
  const folder = join(parent, key);
  const names = existsSync(folder) ? namesOf(folder) : [];
  const masks = createMasks({ username, password, hide: hide ?? [], keep: [...(keep ?? []), ...names] });
  const kept = ofPortal(all, signIn).filter(isKept);
  const masked = await maskAll(masks, kept, { written: kept });
  const revealed = revealedIn(masks, masked);
  if (revealed.length > 0) {
    say(io, `Nothing was written: something of the credential is left in ${revealed.join(", ")}.`);
    return 1;
  }
  if (!existsSync(folder))
    newUtility(io, key, {
      website: (start ?? new URL(new URL(signIn.url).origin)).href,
      folder: parent,
      isQuiet: true,
    });
  const pages = join(folder, PAGES_FOLDER);
  rmSync(pages, { recursive: true, force: true });
  writeExchanges(pages, masked);
  print(
    io,
    `Wrote ${countOf(masked.length, "page")} to ${pages}, of ${countOf(all.length, "request")}.`,
    ...reportLines(masks),
  );
  writeDraft(io, folder, draftRecipe(masked, recipeOf(folder)?.match.path_prefix));
  const rest = options.har === undefined ? "" : `, and delete ${options.har}: it has the password in it`;
  print(
    io,
    "",
    `Look through ${pages} before you give it away${rest}.`,
    `Next: npx meterbook utility check ${key}, then npx meterbook utility try ${key} --username NAME`,
  );
  return 0;
}

const recipeOf = (folder: string): Recipe | null => (existsSync(folder) ? readUtilityFolder(folder).recipe : null);

/** Names before the one of the company, as portals have them. */
const FIRST_NAMES = /^(?:www|my|account|accounts|myaccount|portal|secure|login|signin|billing)$/;

/** A key, or an address, whose company gives the key. @throws StartError */
function targetOf(
  target: string,
  options: RecordOptions,
  { parent, ownPortals }: { parent: string; ownPortals: readonly string[] },
): { key: string; start: URL | null } {
  if (!/^https?:\/\//i.test(target)) {
    if (options.key !== undefined) throw new StartError("--key goes with an address.");
    const match = recipeOf(join(parent, target))?.match;
    const [host] = match?.hosts ?? [];
    if (host === undefined) return { key: target, start: null };
    const origin = ownPortals.find((own) => new URL(own).host === host) ?? `https://${host}`;
    return { key: target, start: new URL(match?.path_prefix ?? "/", origin) };
  }
  const start = URL.parse(target);
  if (start === null) throw new StartError(`${target} is no address.`);
  const names = start.hostname.split(".").filter((name) => !FIRST_NAMES.test(name));
  const key = options.key ?? names.at(-2) ?? "";
  if (!/^[a-z]/.test(key)) throw new StartError(`What is its key? Add --key, such as --key lakeside-power.`);
  return { key, start };
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
function writeDraft(io: Io, folder: string, { yaml, missing }: ReturnType<typeof draftRecipe>): void {
  for (const sentence of missing) print(io, sentence);
  if (yaml === "") return;
  const file = join(folder, RECIPE_FILE);
  if (existsSync(file) && !isUntouched(readFileSync(file, "utf8"))) {
    print(io, "", `${file} is yours already, so that the draft is only shown:`, "", yaml);
    return;
  }
  writeFileSync(file, yaml);
  const faults = readUtilityFolder(folder).faults.filter((fault) => basename(fault.file) === RECIPE_FILE);
  const looks = yaml.split("# LOOK").length - 1;
  print(
    io,
    `Wrote ${file}, a draft with ${countOf(looks, "place")} to look at, each marked LOOK.`,
    ...faults.map(faultLine),
  );
}
