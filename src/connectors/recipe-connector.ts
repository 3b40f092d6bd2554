/** A connector made of a recipe: everything it knows of its portal stands there. */
import type { Outbound } from "../outbound.ts";
import type { Connector, Credential, Visit } from "./contract.ts";
import { hostsOf, type Recipe } from "./recipe.ts";
import { openRecipeVisit } from "./recipe-visit.ts";
import { signIn } from "./sign-in.ts";
import { openTransport } from "./transport.ts";
import { isUnder, siteOf } from "./typed-address.ts";

export interface RecipeConnectorOptions {
  outbound: Pick<Outbound, "fetch">;
  /** Where the sandbox runs; only recipes of the sandbox go there, and they go nowhere else. */
  sandboxOrigin: string | null;
}

/** @throws TypeError for a recipe of the sandbox while there is no sandbox. */
export function createRecipeConnector(recipe: Recipe, { outbound, sandboxOrigin }: RecipeConnectorOptions): Connector {
  const { key, name, energy_types, time_zone, match, limits } = recipe;
  const [firstHost] = match.hosts ?? [];
  const origin = firstHost === undefined ? sandboxOrigin : `https://${firstHost}`;
  if (origin === null) throw new TypeError(`the recipe ${key} is of the sandbox, which does not run`);
  const sites = new Set(
    (match.hosts?.map((host) => `https://${host}`) ?? [origin]).map((site) => siteOf(new URL(site))),
  );
  const origins = new Set([origin, ...hostsOf(recipe).map((host) => `https://${host}`)]);
  const address = (page: string): URL => new URL(page, origin);

  async function login(_url: URL, credential: Credential, signal: AbortSignal): Promise<Visit> {
    const transport = openTransport({
      outbound,
      mayVisit: (url) => origins.has(url.origin),
      delayMs: limits.delay_ms,
      signal,
      hidden: [credential.username, credential.password],
    });
    await signIn(transport, recipe.login, address(recipe.login.page), credential);
    return openRecipeVisit({ transport, recipe, address, signal });
  }

  return {
    description: { key, name, energy_types, time_zone },
    ...(limits.logins_per_day === undefined ? {} : { loginsPerDay: limits.logins_per_day }),
    serves: (url) => sites.has(siteOf(url)) && isUnder(url, match.path_prefix),
    login,
  };
}
