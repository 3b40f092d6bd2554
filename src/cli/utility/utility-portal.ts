/** The recipe or code of one utility as a connector, for the commands of its author. */
import { basename } from "node:path";
import { readConfig } from "../../config.ts";
import { createCodeConnector, type CodeConnectorOptions } from "../../connectors/code/code-connector.ts";
import type { Connector } from "../../connectors/contract.ts";
import { createRecipeConnector } from "../../connectors/recipe-connector.ts";
import type { PortalUse } from "../../connectors/registry.ts";
import type { OpenPortalTab } from "../../connectors/tab.ts";
import { StartError } from "../../errors.ts";
import { createOutbound, type Outbound } from "../../outbound/outbound.ts";
import { CODE_FILES, DECLARATION_FILE } from "../../utilities/read-folder.ts";
import { faultLine } from "../../utilities/utilities.ts";
import type { Io } from "../io.ts";
import { listUtilities } from "../utility-folders.ts";

interface Connecting extends Pick<CodeConnectorOptions, "outbound" | "observe" | "onNote" | "onMade"> {
  /** For recipes that need a browser. */
  openTab?: OpenPortalTab | null;
  /** In place of that of its limits. */
  delayMs?: number;
  /** The origins that recorded pages came from, in place of those of the settings. */
  origins?: readonly string[];
}

export interface UtilityPortal {
  folder: string;
  use: PortalUse;
  /** It is visited by a browser, whose requests are not seen here. */
  inBrowser: boolean;
  /** Where the visit may go besides public https addresses. */
  privateOrigins: string[];
  outbound: Outbound;
  /** The operator's own browser; null takes what is found. */
  browser: string | null;
  connect(options: Connecting): Connector;
}

/** @throws StartError when the utility, its recipe or its code cannot be used */
export function openUtilityPortal(io: Pick<Io, "env">, key: string, utilities?: string): UtilityPortal {
  const { folder, recipe, code } = findUtility(io, key, utilities);
  const use = recipe ?? code;
  if (use === null) throw new StartError(`${folder} has no recipe: write ${folder}/recipe.yaml first.`);
  const { sandboxUrl, ownPortals, browser } = readConfig(io.env);
  if (use.sandbox === true && sandboxUrl === null)
    throw new StartError("A utility of the sandbox needs METERBOOK_SANDBOX_URL: start it with npm run sandbox.");
  const privateOrigins = [...new Set([sandboxUrl ?? [], ownPortals].flat())];
  return {
    folder,
    use,
    inBrowser: "transport" in use && use.transport === "browser",
    privateOrigins,
    outbound: createOutbound({ allowedPrivateOrigins: privateOrigins }),
    browser,
    connect({ delayMs = use.limits.delay_ms, origins, ...options }) {
      const place =
        origins === undefined
          ? { sandboxOrigin: sandboxUrl, ownPortals }
          : { sandboxOrigin: origins[0] ?? null, ownPortals: origins };
      const limits = { ...use.limits, delay_ms: delayMs };
      return "script" in use
        ? createCodeConnector({ ...use, limits }, { ...options, ...place })
        : createRecipeConnector(
            { ...use, limits: { ...use.limits, delay_ms: delayMs } },
            { ...options, ...place, now: Date.now },
          );
    },
  };
}

const PORTAL_FILES = new Set(["utility.yaml", "recipe.yaml", DECLARATION_FILE, ...CODE_FILES]);

/** @throws StartError with its faults */
export function findUtility(
  io: Pick<Io, "env">,
  key: string,
  utilities?: string,
): ReturnType<typeof listUtilities>["utilities"][number] {
  const { utilities: all } = listUtilities(io, utilities);
  const found = all.find(({ folder }) => basename(folder) === key);
  if (found === undefined)
    throw new StartError(`There is no utility ${key}. Those there are: npx meterbook utilities.`);
  const faults = found.faults.filter(({ file }) => PORTAL_FILES.has(basename(file)));
  if (faults.length > 0) throw new StartError(faults.map(faultLine).join("\n"));
  return found;
}
