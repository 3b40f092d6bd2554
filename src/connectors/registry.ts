/** Lists the utilities that can be visited and finds the connector for an address that a customer typed. */
import { readFileSync } from "node:fs";
import { StartError } from "../errors.ts";
import { createOutbound, type Outbound } from "../outbound/outbound.ts";
import type { Connector, PortalDescription } from "./contract.ts";
import { readRecipe, type Recipe } from "./recipe.ts";
import { createRecipeConnector } from "./recipe-connector.ts";
import { readTypedAddress } from "./typed-address.ts";

/** All recipes, in the order of the list of utilities. */
const RECIPE_FILES = ["northgate-electric.yaml", "clearwater-gas-water.yaml"];

export interface Registry {
  /** Accepts an address in any form that people type. Null: an unknown utility. */
  find(url: string): Connector | null;
  list(): PortalDescription[];
  byKey(key: string): Connector | null;
}

/** The settings of the service that the registry depends on. */
export interface RegistrySettings {
  /** Address of the sandbox utilities; null while none run. */
  sandboxUrl: string | null;
}

export interface OpenRegistry extends Registry {
  /** Origins of utilities that may have private addresses. */
  privateOrigins: string[];
  /** Utilities for trying the service, and the page that explains them; null when there are none. */
  trial: { name: string; url: string } | null;
  close(): Promise<void>;
}

export interface RegistryOptions {
  outbound: Pick<Outbound, "fetch">;
  /** Such as `http://127.0.0.1:8090`; null leaves out the sandbox utilities. */
  sandboxOrigin: string | null;
}

/** Reads all recipes once. @throws StartError when one is invalid. */
export function createRegistry(options: RegistryOptions): Registry {
  return registryOf(RECIPE_FILES.map(loadRecipe), options);
}

/** The registry with connections of its own. @throws StartError when a recipe is wrong. */
export function openRegistry({ sandboxUrl }: RegistrySettings): OpenRegistry {
  const privateOrigins = sandboxUrl === null ? [] : namesOf(new URL(sandboxUrl));
  const outbound = createOutbound({ allowedPrivateOrigins: privateOrigins });
  return {
    ...createRegistry({ outbound, sandboxOrigin: sandboxUrl === null ? null : new URL(sandboxUrl).origin }),
    privateOrigins,
    trial: sandboxUrl === null ? null : { name: "sandbox utilities", url: sandboxUrl },
    close: () => outbound.close(),
  };
}

const OWN_NAMES = ["127.0.0.1", "localhost"];

/** The origin; on this machine under both of its names, because people type either. */
function namesOf({ protocol, hostname, port, origin }: URL): string[] {
  return OWN_NAMES.includes(hostname) ? OWN_NAMES.map((name) => `${protocol}//${name}:${port}`) : [origin];
}

function loadRecipe(file: string): Recipe {
  return readRecipe(readFileSync(new URL(`recipes/${file}`, import.meta.url), "utf8"), `recipes/${file}`);
}

/** The registry of these recipes; when two serve an address, the longer path wins. @throws StartError for a duplicate key. */
export function registryOf(recipes: Recipe[], options: RegistryOptions): Registry {
  const served = recipes
    .filter(({ match }) => match.sandbox !== true || options.sandboxOrigin !== null)
    .toSorted((one, other) => other.match.path_prefix.length - one.match.path_prefix.length)
    .map((recipe) => createRecipeConnector(recipe, options));
  const byKey = new Map(served.map((connector) => [connector.description.key, connector]));
  if (byKey.size < served.length) throw new StartError("Two recipes have the same key. Each utility needs its own.");
  return {
    find(typed) {
      const url = readTypedAddress(typed);
      return (url && served.find((connector) => connector.serves(url))) ?? null;
    },
    list: () => recipes.flatMap(({ key }) => byKey.get(key)?.description ?? []),
    byKey: (key) => byKey.get(key) ?? null,
  };
}
