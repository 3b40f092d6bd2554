/** The recipe of one utility as a connector, for the commands of its author. */
import { basename } from "node:path";
import { environmentWithFile, readConfig } from "../config.ts";
import type { Connector } from "../connectors/contract.ts";
import { createRecipeConnector, type RecipeConnectorOptions } from "../connectors/recipe-connector.ts";
import type { Recipe } from "../connectors/recipe.ts";
import { StartError } from "../errors.ts";
import { createOutbound, type Outbound } from "../outbound/outbound.ts";
import { faultLine } from "../utilities/utilities.ts";
import { listUtilities } from "./utility-folders.ts";

export interface UtilityPortal {
  folder: string;
  recipe: Recipe;
  /** Where the visit may go besides public https addresses. */
  privateOrigins: string[];
  outbound: Outbound;
  connect(options: Pick<RecipeConnectorOptions, "outbound" | "observe">): Connector;
}

/** @throws StartError when the utility or its recipe cannot be used */
export function openUtilityPortal(key: string, utilities?: string): UtilityPortal {
  const { folder, recipe } = findUtility(key, utilities);
  if (recipe === null) throw new StartError(`${folder} has no recipe: write ${folder}/recipe.yaml first.`);
  const { sandboxUrl, ownPortals } = readConfig(environmentWithFile());
  if (recipe.sandbox === true && sandboxUrl === null)
    throw new StartError("A utility of the sandbox needs METERBOOK_SANDBOX_URL: start it with npm run sandbox.");
  const privateOrigins = [...(sandboxUrl === null ? [] : [sandboxUrl]), ...ownPortals];
  return {
    folder,
    recipe,
    privateOrigins,
    outbound: createOutbound({ allowedPrivateOrigins: privateOrigins }),
    connect: (options) =>
      createRecipeConnector(recipe, { ...options, sandboxOrigin: sandboxUrl, ownPortals, now: Date.now }),
  };
}

/** @throws StartError with its faults */
export function findUtility(key: string, utilities?: string): { folder: string; recipe: Recipe | null } {
  const { utilities: all } = listUtilities(utilities);
  const found = all.find(({ folder }) => basename(folder) === key);
  if (found === undefined)
    throw new StartError(`There is no utility ${key}. Those there are: npx meterbook utilities.`);
  const faults = found.faults.filter(({ file }) => /(utility|recipe)\.yaml$/.test(file));
  if (faults.length > 0) throw new StartError(faults.map(faultLine).join("\n"));
  return found;
}
